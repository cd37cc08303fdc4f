// CreateTopics, DeleteTopics and CreatePartitions: what a controller does to topics. When an answer
// was lost, the same request is sent again; that finds the topic created, deleted or grown already,
// which is no error if it is what was asked for.
#include <map>

#include "abi/admin_call.h"
#include "base/error_names.h"
#include "wire/messages/create_partitions.h"
#include "wire/messages/create_topics.h"
#include "wire/messages/delete_topics.h"

namespace rk {
namespace {

using TopicsPending = Pending<TopicResults>;

void add_row(TopicResults& to, wire::Str name, i16 code, wire::Str text) {
  to.topics.add(std::make_unique<rd_kafka_topic_result_s>(
      rd_kafka_topic_result_s{std::string(name), error_of_broker(code), error_text_of(text)}));
}

// A controller that is none any more says so for each topic: nothing was done, the whole is asked
// again of the next.
Error taken(TopicResults& to) {
  for (size_t i = 0; i < to.topics.size(); ++i) {
    if (to.topics[i].error != RD_KAFKA_RESP_ERR_NOT_CONTROLLER) return {};
  }
  if (to.topics.size() == 0) return {};
  to.topics = {};
  return RD_KAFKA_RESP_ERR_NOT_CONTROLLER;
}

// What a topic must look like for "is there already" to be our own doing.
struct Shape {
  size_t partitions = 0;  // 0: any
  size_t replicas = 0;
};
using Shapes = std::map<std::string, Shape, std::less<>>;

bool fits(const TopicInfo* t, const Shape& shape) {
  if (t == nullptr || t->error != kOk) return false;
  if (shape.partitions != 0 && t->partitions.size() != shape.partitions) return false;
  for (const PartitionInfo& p : t->partitions) {
    if (shape.replicas != 0 && p.replicas.size() != shape.replicas) return false;
  }
  return true;
}

// Delivers; but first looks at the topics that answered `code`, after an attempt whose outcome is
// not known, and takes those that fit for done.
void deliver_settled(Cluster& cluster, const std::shared_ptr<TopicsPending>& pending,
                     ErrorCode code, const Shapes& ours, Micros deadline) {
  Cluster::MetadataAsk ask;
  for (size_t i = 0; i < pending->result->topics.size(); ++i) {
    const rd_kafka_topic_result_s& row = pending->result->topics[i];
    if (row.error == code && ours.contains(row.topic)) ask.topics.push_back(row.topic);
  }
  if (ask.topics.empty()) return pending->deliver();
  ask.deadline = deadline;
  ask.done = [pending, code, ours](Result<SnapshotPtr> now) {
    for (size_t i = 0; now && i < pending->result->topics.size(); ++i) {
      rd_kafka_topic_result_s& row = pending->result->topics[i];
      const auto it = ours.find(row.topic);
      if (row.error != code || it == ours.end()) continue;
      if (fits((*now)->topic(row.topic), it->second)) row.error = kOk;
    }
    pending->deliver();
  };
  cluster.ask_metadata(std::move(ask));
}

using NewTopics = std::vector<rd_kafka_NewTopic_s>;

void encode_create(wire::Writer& w, i16 version, const NewTopics& wanted, i32 timeout_ms,
                   bool validate_only) {
  using Asked = wire::CreateTopicsRequest::Topic;
  std::vector<std::vector<Asked::Assignment>> assignments(wanted.size());
  std::vector<std::vector<Asked::Config>> configs(wanted.size());
  std::vector<Asked> topics(wanted.size());
  for (size_t i = 0; i < wanted.size(); ++i) {
    const rd_kafka_NewTopic_s& from = wanted[i];
    for (size_t p = 0; p < from.replicas.size(); ++p)
      assignments[i].push_back({static_cast<i32>(p), from.replicas[p]});
    for (const auto& [name, value] : from.config)
      configs[i].push_back({name, value ? wire::Str(*value) : wire::Str()});
    topics[i].name = from.topic;
    // The replica lists say how many there are of both.
    topics[i].num_partitions = from.replicas.empty() ? from.partition_count : -1;
    topics[i].replication_factor =
        static_cast<i16>(from.replicas.empty() ? from.replication_factor : -1);
    topics[i].assignments = assignments[i];
    topics[i].configs = configs[i];
  }
  wire::CreateTopicsRequest m;
  m.topics = topics;
  m.timeout_ms = timeout_ms;
  m.validate_only = validate_only;
  wire::encode(w, m, version);
}

// The topics that were not there when the call began, as far as we knew.
Shapes own_topics(const NewTopics& wanted, const Snapshot& before) {
  Shapes ours;
  for (const rd_kafka_NewTopic_s& t : wanted) {
    const TopicInfo* known = before.topic(t.topic);
    if (known != nullptr && known->error == kOk) continue;
    Shape shape;
    if (!t.replicas.empty()) {
      shape = {t.replicas.size(), t.replicas.front().size()};
    } else {
      if (t.partition_count > 0) shape.partitions = static_cast<size_t>(t.partition_count);
      if (t.replication_factor > 0) shape.replicas = static_cast<size_t>(t.replication_factor);
    }
    ours.emplace(t.topic, shape);
  }
  return ours;
}

}  // namespace
}  // namespace rk

void rd_kafka_CreateTopics(rd_kafka_t* rk, rd_kafka_NewTopic_t** new_topics, size_t new_topic_cnt,
                           const rd_kafka_AdminOptions_t* options, rd_kafka_queue_t* rkqu) {
  using namespace rk;
  auto pending = std::make_shared<TopicsPending>(RD_KAFKA_EVENT_CREATETOPICS_RESULT, options, rkqu);
  auto wanted = std::make_shared<NewTopics>();
  for (size_t i = 0; i < new_topic_cnt; ++i) wanted->push_back(*new_topics[i]);
  auto call = new_admin_call(*rk, options, Target::to_controller());
  speaks<wire::CreateTopicsRequest>(*call);
  const rd_kafka_AdminOptions_s chosen = options ? *options : rd_kafka_AdminOptions_s{};
  call->encode = [wanted, chosen](wire::Writer& w, i16 version, i32 left_ms) {
    encode_create(w, version, *wanted, operation_timeout_ms(&chosen, left_ms),
                  chosen.validate_only);
  };
  auto unclear = std::make_shared<bool>(false);
  call->take = [pending, unclear](Reply& reply, bool again) {
    *unclear = again;
    Arena arena;
    wire::CreateTopicsResponse m;
    if (Error e = read_admin_answer(reply, m, arena)) return e;
    for (const auto& t : m.topics) add_row(*pending->result, t.name, t.error_code, t.error_message);
    return taken(*pending->result);
  };
  Shapes ours = own_topics(*wanted, *rk->cluster->snapshot());
  if (chosen.validate_only) ours.clear();
  call->done = [cluster = rk->cluster.get(), pending, unclear, ours = std::move(ours),
                deadline = call->deadline](Error e) {
    if (e || !*unclear) return pending->deliver(std::move(e));
    deliver_settled(*cluster, pending, RD_KAFKA_RESP_ERR_TOPIC_ALREADY_EXISTS, ours, deadline);
  };
  start_admin_call(*rk->cluster, std::move(call));
}

void rd_kafka_DeleteTopics(rd_kafka_t* rk, rd_kafka_DeleteTopic_t** del_topics,
                           size_t del_topic_cnt, const rd_kafka_AdminOptions_t* options,
                           rd_kafka_queue_t* rkqu) {
  using namespace rk;
  auto pending = std::make_shared<TopicsPending>(RD_KAFKA_EVENT_DELETETOPICS_RESULT, options, rkqu);
  std::vector<std::string> names;
  for (size_t i = 0; i < del_topic_cnt; ++i) names.push_back(del_topics[i]->topic);
  auto call = new_admin_call(*rk, options, Target::to_controller());
  speaks<wire::DeleteTopicsRequest>(*call);
  const rd_kafka_AdminOptions_s chosen = options ? *options : rd_kafka_AdminOptions_s{};
  call->encode = [names, chosen](wire::Writer& w, i16 version, i32 left_ms) {
    const std::vector<wire::Str> list(names.begin(), names.end());
    wire::DeleteTopicsRequest m;
    m.topic_names = list;
    m.timeout_ms = operation_timeout_ms(&chosen, left_ms);
    wire::encode(w, m, version);
  };
  call->take = [pending](Reply& reply, bool again) {
    Arena arena;
    wire::DeleteTopicsResponse m;
    if (Error e = read_admin_answer(reply, m, arena)) return e;
    for (const auto& t : m.responses) {
      const bool gone = again && t.error_code == RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART;
      add_row(*pending->result, t.name, gone ? i16{0} : t.error_code, {});
    }
    return taken(*pending->result);
  };
  call->done = [pending](Error e) { pending->deliver(std::move(e)); };
  start_admin_call(*rk->cluster, std::move(call));
}

void rd_kafka_CreatePartitions(rd_kafka_t* rk, rd_kafka_NewPartitions_t** new_parts,
                               size_t new_parts_cnt, const rd_kafka_AdminOptions_t* options,
                               rd_kafka_queue_t* rkqu) {
  using namespace rk;
  auto pending =
      std::make_shared<TopicsPending>(RD_KAFKA_EVENT_CREATEPARTITIONS_RESULT, options, rkqu);
  auto wanted = std::make_shared<std::vector<rd_kafka_NewPartitions_s>>();
  Shapes ours;  // not what had so many before: that it has them proves nothing
  const SnapshotPtr before = rk->cluster->snapshot();
  for (size_t i = 0; i < new_parts_cnt; ++i) {
    wanted->push_back(*new_parts[i]);
    const TopicInfo* known = before->topic(new_parts[i]->topic);
    if (known && known->error == kOk && known->partitions.size() >= new_parts[i]->total_count)
      continue;
    ours[new_parts[i]->topic].partitions = new_parts[i]->total_count;
  }
  auto call = new_admin_call(*rk, options, Target::to_controller());
  speaks<wire::CreatePartitionsRequest>(*call);
  const rd_kafka_AdminOptions_s chosen = options ? *options : rd_kafka_AdminOptions_s{};
  call->encode = [wanted, chosen](wire::Writer& w, i16 version, i32 left_ms) {
    using Asked = wire::CreatePartitionsRequest::Topic;
    std::vector<std::vector<Asked::Assignment>> assignments(wanted->size());
    std::vector<Asked> topics(wanted->size());
    for (size_t i = 0; i < wanted->size(); ++i) {
      const rd_kafka_NewPartitions_s& from = (*wanted)[i];
      for (const auto& brokers : from.replicas) assignments[i].push_back({brokers});
      topics[i].name = from.topic;
      topics[i].count = static_cast<i32>(from.total_count);
      if (from.replicas.empty())
        topics[i].assignments = nullptr;
      else
        topics[i].assignments = assignments[i];
    }
    wire::CreatePartitionsRequest m;
    m.topics = topics;
    m.timeout_ms = operation_timeout_ms(&chosen, left_ms);
    m.validate_only = chosen.validate_only;
    wire::encode(w, m, version);
  };
  auto unclear = std::make_shared<bool>(false);
  call->take = [pending, unclear](Reply& reply, bool again) {
    *unclear = again;
    Arena arena;
    wire::CreatePartitionsResponse m;
    if (Error e = read_admin_answer(reply, m, arena)) return e;
    for (const auto& t : m.results)
      add_row(*pending->result, t.name, t.error_code, t.error_message);
    return taken(*pending->result);
  };
  if (chosen.validate_only) ours.clear();
  call->done = [cluster = rk->cluster.get(), pending, unclear, ours = std::move(ours),
                deadline = call->deadline](Error e) {
    if (e || !*unclear) return pending->deliver(std::move(e));
    deliver_settled(*cluster, pending, RD_KAFKA_RESP_ERR_INVALID_PARTITIONS, ours, deadline);
  };
  start_admin_call(*rk->cluster, std::move(call));
}
