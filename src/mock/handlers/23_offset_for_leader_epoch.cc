// OffsetForLeaderEpoch: where the newest epoch that is not newer than the asked one ends. Only the
// leader answers, and checks the leader epoch that the client sends (74, 75).
#include "mock/handler.h"
#include "wire/messages/offset_for_leader_epoch.h"

namespace rk::mock {
namespace {

using Answer = wire::OffsetForLeaderEpochResponse::Topic::Partition;

void look_up(const Call& call, const Partition* p, i32 leader_epoch, i32 wanted, Answer& out) {
  if (!p)
    out.error_code = RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART;
  else if (p->leader() != call.broker_id)
    out.error_code = RD_KAFKA_RESP_ERR_NOT_LEADER_FOR_PARTITION;
  else if (leader_epoch >= 0 && leader_epoch < p->leader_epoch())
    out.error_code = RD_KAFKA_RESP_ERR_FENCED_LEADER_EPOCH;
  else if (leader_epoch > p->leader_epoch())
    out.error_code = RD_KAFKA_RESP_ERR_UNKNOWN_LEADER_EPOCH;
  if (out.error_code != 0) return;
  const Partition::EpochEnd end = p->epoch_end(wanted);
  out.leader_epoch = end.epoch;
  out.end_offset = end.end_offset;
}

}  // namespace

Handled handle_offset_for_leader_epoch(Call& call) {
  wire::OffsetForLeaderEpochRequest request;
  if (!read_request(call, request)) return {Outcome::malformed};
  std::vector<std::vector<Answer>> rows(request.topics.size());
  std::vector<wire::OffsetForLeaderEpochResponse::Topic> topics(request.topics.size());
  for (size_t i = 0; i < topics.size(); ++i) {
    for (const auto& want : request.topics[i].partitions) {
      Answer& out = rows[i].emplace_back();
      out.partition = want.partition;
      look_up(call, call.cluster.partition(request.topics[i].topic, want.partition),
              want.current_leader_epoch, want.leader_epoch, out);
    }
    topics[i].topic = request.topics[i].topic;
    topics[i].partitions = rows[i];
  }
  wire::OffsetForLeaderEpochResponse response;
  response.throttle_time_ms = call.throttle_ms();
  response.topics = topics;
  return answer(call, response);
}

}  // namespace rk::mock
