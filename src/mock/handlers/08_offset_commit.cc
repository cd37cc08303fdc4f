// OffsetCommit: this broker knows no group members, so only commits from outside of a membership
// (generation -1, empty member id) are taken; others get 25. Partitions that do not exist get 3, as
// from a broker. A null metadata is stored as empty.
#include "mock/handler.h"
#include "wire/messages/offset_commit.h"

namespace rk::mock {

Handled handle_offset_commit(Call& call) {
  wire::OffsetCommitRequest request;
  if (!read_request(call, request)) return {Outcome::malformed};
  const bool member = request.generation_id_or_member_epoch >= 0 || !request.member_id.empty();
  std::vector<std::vector<wire::OffsetCommitResponse::Topic::Partition>> rows(
      request.topics.size());
  std::vector<wire::OffsetCommitResponse::Topic> topics(request.topics.size());
  for (size_t i = 0; i < topics.size(); ++i) {
    const auto& t = request.topics[i];
    for (const auto& want : t.partitions) {
      auto& out = rows[i].emplace_back();
      out.partition_index = want.partition_index;
      if (call.fault_code() != kOk)
        out.error_code = static_cast<i16>(call.fault_code());
      else if (request.group_id.empty())
        out.error_code = RD_KAFKA_RESP_ERR_INVALID_GROUP_ID;
      else if (member)
        out.error_code = RD_KAFKA_RESP_ERR_UNKNOWN_MEMBER_ID;
      else if (!call.cluster.partition(t.name, want.partition_index))
        out.error_code = RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART;
      else
        call.cluster.group(request.group_id)[{std::string(t.name), want.partition_index}] = {
            want.committed_offset, want.committed_leader_epoch,
            std::string(want.committed_metadata)};
    }
    topics[i].name = t.name;
    topics[i].partitions = rows[i];
  }
  wire::OffsetCommitResponse response;
  response.topics = topics;
  return answer(call, response);
}

}  // namespace rk::mock
