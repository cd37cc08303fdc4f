// Metadata: topics null asks for all, an empty list for none. A named topic that does not exist is
// created when both the request and the broker allow it, and is answered with its leaders at once
// (a real broker says 3 or 5 for a moment first); otherwise 3. A name that no topic may have is 17.
// A broker whose metadata a test froze answers what it knew then.
// Who asks what he is allowed is told what a broker without access control says: everything.
#include "mock/handler.h"
#include "wire/messages/metadata.h"

namespace rk::mock {
namespace {

using wire::MetadataResponse;

// A bit for each operation: what there is to do with a topic, and with a cluster.
constexpr i32 kTopicOperations = 0b110111111000;
constexpr i32 kClusterOperations = 0b1111110100000;

struct Lists {
  std::vector<MetadataResponse::Topic> topics;
  std::vector<std::vector<MetadataResponse::Topic::Partition>> partitions;
  std::vector<std::vector<i32>> replicas;
};

void describe(Call& call, wire::Str name, const TopicView& t, Lists& to) {
  auto& rows = to.partitions.emplace_back();
  for (size_t i = 0; i < t.leaders.size(); ++i) {
    const i32 leader = t.leaders[i].id;
    auto& replicas = to.replicas.emplace_back(std::vector<i32>{leader});
    if (call.cluster.options().follower_fetching) {
      for (const BrokerAddress& b : call.cluster.brokers())
        if (b.id != leader) replicas.push_back(b.id);
    }
    auto& row = rows.emplace_back();
    row.partition_index = static_cast<i32>(i);
    row.leader_id = leader;
    row.leader_epoch = t.leaders[i].epoch;
    row.replica_nodes = replicas;
    row.isr_nodes = replicas;
  }
  auto& topic = to.topics.emplace_back();
  topic.name = name;
  topic.topic_id = t.id;
  topic.partitions = rows;
}

void missing(wire::Str name, ErrorCode error, Lists& to) {
  to.partitions.emplace_back();
  auto& topic = to.topics.emplace_back();
  topic.name = name;
  topic.error_code = static_cast<i16>(error);
}

void describe_named(Call& call, wire::Str name, bool create, Lists& to) {
  if (!call.cluster.topic(name) && create && call.cluster.options().auto_create_topics)
    (void)call.cluster.create_topic(name, -1, -1);
  TopicView view;
  if (call.cluster.view(call.broker_id, std::string(name), &view))
    return describe(call, name, view, to);
  missing(name,
          Cluster::valid_topic_name(name) ? RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART
                                          : RD_KAFKA_RESP_ERR_TOPIC_EXCEPTION,
          to);
}

}  // namespace

Handled handle_metadata(Call& call) {
  wire::MetadataRequest request;
  if (!read_request(call, request)) return {Outcome::malformed};
  Lists lists;
  if (request.topics.is_null())
    call.cluster.for_each_topic([&](const Topic& t) {
      TopicView view;
      if (call.cluster.view(call.broker_id, t.name, &view)) describe(call, t.name, view, lists);
    });
  else
    for (const auto& t : request.topics)
      describe_named(call, t.name, request.allow_auto_topic_creation, lists);
  std::vector<MetadataResponse::Broker> brokers;
  for (const BrokerAddress& b : call.cluster.brokers()) {
    auto& out = brokers.emplace_back();
    out.node_id = b.id;
    out.host = b.host;
    out.port = b.port;
    if (!b.rack.empty()) out.rack = b.rack;
  }
  if (const ErrorCode code = call.fault_code()) {
    for (auto& t : lists.topics) {
      t.error_code = static_cast<i16>(code);
      t.partitions = {};
    }
  }
  if (request.include_topic_authorized_operations) {
    for (auto& t : lists.topics)
      if (t.error_code == 0) t.topic_authorized_operations = kTopicOperations;
  }
  MetadataResponse response;
  if (request.include_cluster_authorized_operations)
    response.cluster_authorized_operations = kClusterOperations;
  response.throttle_time_ms = call.throttle_ms();
  response.brokers = brokers;
  response.cluster_id = call.cluster.id();
  response.controller_id = call.cluster.controller_id();
  response.topics = lists.topics;
  return answer(call, response);
}

}  // namespace rk::mock
