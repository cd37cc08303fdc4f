// DescribeTopics and DescribeCluster: a Metadata request of their own, which what the client knows
// of its cluster has no part in, since only this one asks for the operations that are allowed.
#include <algorithm>
#include <set>

#include "abi/admin_call.h"
#include "base/error_names.h"
#include "wire/messages/metadata.h"

namespace rk {
namespace {

using Metadata = wire::MetadataResponse;

// The protocol's set is a bit for each operation; the lowest value says that nobody asked.
std::vector<rd_kafka_AclOperation_t> operations_in(i32 bits) {
  std::vector<rd_kafka_AclOperation_t> list;
  if (bits == std::numeric_limits<i32>::min()) return list;
  for (int op = RD_KAFKA_ACL_OPERATION_READ; op < RD_KAFKA_ACL_OPERATION__CNT; ++op) {
    if (bits >> op & 1) list.push_back(static_cast<rd_kafka_AclOperation_t>(op));
  }
  return list;
}

std::unique_ptr<rd_kafka_Node_s> node_of(const Metadata& m, i32 id) {
  if (id < 0) return nullptr;
  auto node = std::make_unique<rd_kafka_Node_s>();
  node->id = id;
  for (const auto& b : m.brokers) {
    if (b.node_id != id) continue;
    node->host = std::string(b.host);
    node->port = static_cast<u16>(b.port);
    node->rack = text_of(b.rack);
  }
  return node;
}

void add_nodes(const Metadata& m, wire::Array<i32> ids, RowList<rd_kafka_Node_s>& to) {
  for (i32 id : ids) {
    if (auto node = node_of(m, id)) to.add(std::move(node));
  }
}

void describe(const Metadata& m, const Metadata::Topic& from, rd_kafka_TopicDescription_s& to) {
  to.name = std::string(from.name);
  to.id.high = static_cast<i64>(from.topic_id.high);
  to.id.low = static_cast<i64>(from.topic_id.low);
  to.is_internal = from.is_internal;
  to.error.code = error_of_broker(from.error_code);
  if (to.error.code != kOk) return;
  to.operations = operations_in(from.topic_authorized_operations);
  // In the order of their numbers, whatever the broker's.
  std::vector<const Metadata::Topic::Partition*> partitions;
  for (const auto& p : from.partitions) partitions.push_back(&p);
  std::sort(partitions.begin(), partitions.end(),
            [](const auto* a, const auto* b) { return a->partition_index < b->partition_index; });
  for (const auto* p : partitions) {
    rd_kafka_TopicPartitionInfo_s& info = to.partitions.add();
    info.partition = p->partition_index;
    info.leader = node_of(m, p->leader_id);
    add_nodes(m, p->isr_nodes, info.isr);
    add_nodes(m, p->replica_nodes, info.replicas);
  }
}

// The topics' operations came with version 8, the cluster's went again with 11.
wire::VersionRange versions_with(bool authorized, i16 last) {
  const wire::VersionRange all = wire::MetadataRequest::versions;
  return authorized ? wire::VersionRange{8, std::min(all.max, last)} : all;
}

Error check_names(const std::vector<std::string>& names) {
  std::set<std::string_view> seen;
  for (const std::string& name : names) {
    if (name.empty())
      return Error(RD_KAFKA_RESP_ERR__INVALID_ARG, "A topic name must not be empty");
    if (!seen.insert(name).second)
      return errorf(RD_KAFKA_RESP_ERR__INVALID_ARG, "Topic %s is named twice", name.c_str());
  }
  return {};
}

}  // namespace
}  // namespace rk

void rd_kafka_DescribeTopics(rd_kafka_t* rk, const rd_kafka_TopicCollection_t* topics,
                             const rd_kafka_AdminOptions_t* options, rd_kafka_queue_t* rkqu) {
  using namespace rk;
  auto pending = std::make_shared<Pending<TopicDescriptions>>(RD_KAFKA_EVENT_DESCRIBETOPICS_RESULT,
                                                              options, rkqu);
  const std::vector<std::string> names = topics->topics;
  if (names.empty()) return pending->deliver();
  if (Error e = check_names(names)) return pending->deliver(std::move(e));
  const bool authorized = options != nullptr && options->authorized_operations;
  auto call = new_admin_call(*rk, options, Target::to_any());
  call->api = wire::MetadataRequest::key;
  call->versions = versions_with(authorized, wire::MetadataRequest::versions.max);
  call->encode = [names, authorized](wire::Writer& w, i16 version, i32) {
    std::vector<wire::MetadataRequest::Topic> list(names.size());
    for (size_t i = 0; i < names.size(); ++i) list[i].name = names[i];
    wire::MetadataRequest m;
    m.topics = list;
    m.allow_auto_topic_creation = false;
    m.include_topic_authorized_operations = authorized;
    wire::encode(w, m, version);
  };
  call->take = [pending](Reply& reply, bool) -> Error {
    Arena arena;
    Metadata m;
    if (Error e = read_admin_answer(reply, m, arena)) return e;
    for (const auto& t : m.topics) describe(m, t, pending->result->topics.add());
    return {};
  };
  call->done = [pending](Error e) { pending->deliver(std::move(e)); };
  start_admin_call(*rk->cluster, std::move(call));
}

void rd_kafka_DescribeCluster(rd_kafka_t* rk, const rd_kafka_AdminOptions_t* options,
                              rd_kafka_queue_t* rkqu) {
  using namespace rk;
  auto pending = std::make_shared<Pending<ClusterDescription>>(
      RD_KAFKA_EVENT_DESCRIBECLUSTER_RESULT, options, rkqu);
  const bool authorized = options != nullptr && options->authorized_operations;
  auto call = new_admin_call(*rk, options, Target::to_any());
  call->api = wire::MetadataRequest::key;
  call->versions = versions_with(authorized, 10);
  call->encode = [authorized](wire::Writer& w, i16 version, i32) {
    wire::MetadataRequest m;  // no topics
    m.allow_auto_topic_creation = false;
    m.include_cluster_authorized_operations = authorized;
    wire::encode(w, m, version);
  };
  call->take = [pending](Reply& reply, bool) -> Error {
    Arena arena;
    Metadata m;
    if (Error e = read_admin_answer(reply, m, arena)) return e;
    ClusterDescription& to = *pending->result;
    to.cluster_id = std::string(m.cluster_id);
    to.controller = node_of(m, m.controller_id);
    for (const auto& b : m.brokers) {
      if (auto node = node_of(m, b.node_id)) to.nodes.add(std::move(node));
    }
    to.operations = operations_in(m.cluster_authorized_operations);
    return {};
  };
  call->done = [pending](Error e) { pending->deliver(std::move(e)); };
  start_admin_call(*rk->cluster, std::move(call));
}
