// CreatePartitions: the count must be above the one that the topic has (37). Manual assignments are
// refused (39), as CreateTopics does.
#include "mock/handler.h"
#include "wire/messages/create_partitions.h"

namespace rk::mock {

Handled handle_create_partitions(Call& call) {
  wire::CreatePartitionsRequest request;
  if (!read_request(call, request)) return {Outcome::malformed};
  std::vector<wire::CreatePartitionsResponse::Result> rows;
  for (const auto& want : request.topics) {
    auto& out = rows.emplace_back();
    out.name = want.name;
    if (!want.assignments.empty()) {
      out.error_code = RD_KAFKA_RESP_ERR_INVALID_REPLICA_ASSIGNMENT;
      out.error_message = "the embedded broker takes no replica assignments";
    } else {
      out.error_code = static_cast<i16>(call.cluster.create_partitions(
          want.name, want.count, request.validate_only || !call.does()));
    }
    if (const ErrorCode code = call.fault_code()) out.error_code = static_cast<i16>(code);
  }
  wire::CreatePartitionsResponse response;
  response.results = rows;
  return answer(call, response);
}

}  // namespace rk::mock
