// Produce: appends one batch a partition, in the order of the request; each partition answers for
// itself. Only the leader appends (6 otherwise), unknown topics are not created (3). acks other
// than 0, 1 and -1 refuse every partition with 21; acks=0 gets no answer at all. With acks=-1 the
// answer waits for the other replicas, and is 6 when the leader changed meanwhile, although the
// batch is in the old leader's log and may be in the new one's. A duplicate is answered with the
// first offset and, whatever the topic's timestamp type, the stored batch's greatest timestamp as
// log append time. With a 6 goes, from version 10 on, who leads now and where. Topics go by id from
// version 13 on (100 when it is none of ours).
#include <algorithm>

#include "mock/handler.h"
#include "wire/messages/produce.h"

namespace rk::mock {
namespace {

using wire::ProduceRequest;
using wire::ProduceResponse;
using Partitions = std::vector<ProduceResponse::Response::PartitionResponse>;

constexpr i16 kIdsFrom = 13;

// The asked topic's name; empty when the id is none of ours.
std::string name_of(Call& call, const ProduceRequest::TopicData& t) {
  if (call.version < kIdsFrom) return std::string(t.name);
  const Topic* known = call.cluster.topic(t.topic_id);
  return known ? known->name : std::string();
}

Appended append_one(Call& call, const std::string& topic, i32 index, Bytes records, i16 acks) {
  Appended a;
  AppendResult& r = a.result;
  if (const auto& watch = call.cluster.faults().on_produce)
    watch(call.broker_id, topic, index, records);
  Partition* p = call.cluster.partition(topic, index);
  if (acks < -1 || acks > 1)
    r.error = RD_KAFKA_RESP_ERR_INVALID_REQUIRED_ACKS;
  else if (topic.empty() && call.version >= kIdsFrom)
    r.error = RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_ID;
  else if (!p)
    r.error = RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART;
  else if (p->leader() != call.broker_id)
    r.error = RD_KAFKA_RESP_ERR_NOT_LEADER_FOR_PARTITION;
  else if (call.does())
    r = p->append(records, call.cluster.options().batch_bytes_max, call.cluster.env().wall_ms());
  if (r.error == kOk && call.does()) call.cluster.appended();
  if (p) {
    a.topic_serial = call.cluster.topic(topic)->serial;
    a.leader_epoch = p->leader_epoch();
  }
  return a;
}

// Once the other replicas have it, or have another leader.
AppendResult replicated(Call& call, const std::string& topic, i32 index, Bytes records,
                        Appended& a) {
  AppendResult& r = a.result;
  Partition* p = call.cluster.partition(topic, index);
  if (r.error == kOk && call.does()) {
    if (!p || call.cluster.topic(topic)->serial != a.topic_serial ||
        p->leader_epoch() != a.leader_epoch) {
      r = {};
      r.error = RD_KAFKA_RESP_ERR_NOT_LEADER_FOR_PARTITION;
    } else if (call.answers()) {
      p->acknowledge(r.base_offset + batch_at(records.data()).count);
    }
  }
  if (const ErrorCode code = call.fault_code()) r.error = code;
  ++call.cluster.faults().produce_answers()[static_cast<i16>(r.error)];
  if (Faults::Watcher* w = call.cluster.faults().watcher(); w && call.is_answered())
    w->produce_answered(topic, index, records, r.error);
  return std::move(r);
}

Handled append_all(Call& call, const ProduceRequest& request) {
  bool any = false;
  for (const auto& t : request.topic_data) {
    const std::string name = name_of(call, t);
    for (const auto& data : t.partition_data) {
      call.appended.push_back(append_one(call, name, data.index, data.records, request.acks));
      any |= call.appended.back().result.error == kOk;
    }
  }
  Handled handled;
  const Micros span = call.cluster.options().replication_us;
  if (span == 0 || !any || request.acks != -1 || call.last_chance) return handled;
  handled.outcome = Outcome::wait;
  handled.wait_us = span;
  handled.until_then = true;
  return handled;
}

// KIP-951.
void hint_leader(Call& call, const Partition& p, ProduceResponse::Response::PartitionResponse& out,
                 std::vector<wire::NodeEndpoint>& nodes) {
  out.current_leader = {p.leader(), p.leader_epoch()};
  const BrokerAddress* at = call.cluster.broker(p.leader());
  const bool listed = std::any_of(nodes.begin(), nodes.end(),
                                  [&](const auto& n) { return n.node_id == p.leader(); });
  if (at && !listed) nodes.push_back({at->id, at->host, at->port, {}});
}

}  // namespace

Handled handle_produce(Call& call) {
  ProduceRequest request;
  if (!read_request(call, request)) return {Outcome::malformed};
  if (call.appended.empty()) {
    const Handled handled = append_all(call, request);
    if (handled.outcome == Outcome::wait) return handled;
  }
  std::vector<Partitions> rows(request.topic_data.size());
  std::vector<ProduceResponse::Response> topics(request.topic_data.size());
  using RecordError = ProduceResponse::Response::PartitionResponse::RecordError;
  std::vector<RecordError> blamed;
  if (call.fault_code() != kOk) {
    for (i32 index : call.fault->blamed) blamed.push_back({index, call.fault->blame});
  }
  std::vector<std::string> texts;
  texts.reserve(call.appended.size());  // views into it must stay valid
  size_t next = 0;
  std::vector<wire::NodeEndpoint> nodes;
  for (size_t i = 0; i < topics.size(); ++i) {
    const auto& t = request.topic_data[i];
    const std::string name = name_of(call, t);
    for (const auto& data : t.partition_data) {
      AppendResult r = replicated(call, name, data.index, data.records, call.appended[next++]);
      auto& out = rows[i].emplace_back();
      out.index = data.index;
      out.error_code = static_cast<i16>(r.error);
      out.base_offset = r.base_offset;
      out.log_append_time_ms = r.log_append_time;
      out.record_errors = blamed;
      const Partition* p = call.cluster.partition(name, data.index);
      out.log_start_offset = p && r.error == kOk ? p->start_offset() : -1;
      if (p && p->leader() != call.broker_id &&
          r.error == RD_KAFKA_RESP_ERR_NOT_LEADER_FOR_PARTITION)
        hint_leader(call, *p, out, nodes);
      if (!r.message.empty()) out.error_message = texts.emplace_back(std::move(r.message));
    }
    topics[i].name = t.name;
    topics[i].topic_id = t.topic_id;
    topics[i].partition_responses = rows[i];
  }
  if (request.acks == 0) return {Outcome::silent};
  ProduceResponse response;
  response.responses = topics;
  response.node_endpoints = nodes;
  response.throttle_time_ms = call.throttle_ms();
  if (call.throttle_ms() > 0)
    call.cluster.faults().begin_silence(call.broker_id, call.now, call.fault->delay);
  return answer(call, response);
}

}  // namespace rk::mock
