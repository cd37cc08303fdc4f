// ListOffsets: -2 the log's start, -1 its end (for committed readers its stable one), -3 the first
// record with the highest timestamp (from version 7 on, else 35), otherwise the first record at or
// after the time (offset and timestamp -1 when there is none, which is no error). Only the leader
// answers.
#include "mock/handler.h"
#include "wire/messages/list_offsets.h"

namespace rk::mock {
namespace {

constexpr i64 kLatest = -1;
constexpr i64 kEarliest = -2;
constexpr i64 kMaxTimestamp = -3;
constexpr i16 kMaxTimestampFrom = 7;

void look_up(Call& call, wire::Str topic, i64 timestamp, bool committed,
             wire::ListOffsetsResponse::Topic::Partition& out) {
  if (call.fault_code() != kOk) {
    out.error_code = static_cast<i16>(call.fault_code());
    return;
  }
  const Partition* p = call.cluster.partition(topic, out.partition_index);
  if (!p) {
    out.error_code = RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART;
    return;
  }
  if (p->leader() != call.broker_id) {
    out.error_code = RD_KAFKA_RESP_ERR_NOT_LEADER_FOR_PARTITION;
    return;
  }
  if (timestamp == kMaxTimestamp && call.version < kMaxTimestampFrom) {
    out.error_code = RD_KAFKA_RESP_ERR_UNSUPPORTED_VERSION;
    return;
  }
  if (timestamp == kMaxTimestamp) {
    if (p->max_timestamp() >= 0) p->find_time(p->max_timestamp(), &out.offset, &out.timestamp);
  } else if (timestamp == kLatest)
    out.offset = committed ? p->last_stable_offset() : p->end_offset();
  else if (timestamp == kEarliest)
    out.offset = p->start_offset();
  else
    p->find_time(timestamp, &out.offset, &out.timestamp);
  if (out.offset >= 0) out.leader_epoch = p->leader_epoch();
}

}  // namespace

Handled handle_list_offsets(Call& call) {
  wire::ListOffsetsRequest request;
  if (!read_request(call, request)) return {Outcome::malformed};
  std::vector<std::vector<wire::ListOffsetsResponse::Topic::Partition>> rows(request.topics.size());
  std::vector<wire::ListOffsetsResponse::Topic> topics(request.topics.size());
  for (size_t i = 0; i < topics.size(); ++i) {
    for (const auto& want : request.topics[i].partitions) {
      auto& out = rows[i].emplace_back();
      out.partition_index = want.partition_index;
      look_up(call, request.topics[i].name, want.timestamp, request.isolation_level, out);
    }
    topics[i].name = request.topics[i].name;
    topics[i].partitions = rows[i];
  }
  wire::ListOffsetsResponse response;
  response.topics = topics;
  return answer(call, response);
}

}  // namespace rk::mock
