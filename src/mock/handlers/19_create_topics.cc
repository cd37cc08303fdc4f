// CreateTopics: name, partition count and replication factor are checked as by a broker (17, 36,
// 37, 38); -1 takes the broker's default. Manual assignments and topic settings are not kept, so
// they are refused (39, 40) rather than ignored.
#include "mock/handler.h"
#include "wire/messages/create_topics.h"

namespace rk::mock {
namespace {

ErrorCode create(Call& call, const wire::CreateTopicsRequest::Topic& want, bool dry,
                 const char** why) {
  if (!want.assignments.empty()) {
    *why = "the embedded broker takes no replica assignments";
    return RD_KAFKA_RESP_ERR_INVALID_REPLICA_ASSIGNMENT;
  }
  if (!want.configs.empty()) {
    *why = "the embedded broker has no topic settings";
    return RD_KAFKA_RESP_ERR_INVALID_CONFIG;
  }
  return call.cluster.create_topic(want.name, want.num_partitions, want.replication_factor, dry);
}

}  // namespace

Handled handle_create_topics(Call& call) {
  wire::CreateTopicsRequest request;
  if (!read_request(call, request)) return {Outcome::malformed};
  std::vector<wire::CreateTopicsResponse::Topic> topics;
  for (const auto& want : request.topics) {
    const char* why = nullptr;
    auto& out = topics.emplace_back();
    out.name = want.name;
    const bool dry = request.validate_only || !call.does();
    out.error_code = static_cast<i16>(create(call, want, dry, &why));
    if (const ErrorCode code = call.fault_code()) out.error_code = static_cast<i16>(code);
    if (why) out.error_message = why;
  }
  wire::CreateTopicsResponse response;
  response.topics = topics;
  return answer(call, response);
}

}  // namespace rk::mock
