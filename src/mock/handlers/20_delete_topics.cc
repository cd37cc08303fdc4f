// DeleteTopics: each topic goes with its records; one that does not exist is 3.
#include "mock/handler.h"
#include "wire/messages/delete_topics.h"

namespace rk::mock {

Handled handle_delete_topics(Call& call) {
  wire::DeleteTopicsRequest request;
  if (!read_request(call, request)) return {Outcome::malformed};
  std::vector<wire::DeleteTopicsResponse::Response> rows;
  for (wire::Str name : request.topic_names) {
    auto& out = rows.emplace_back();
    out.name = name;
    if (!call.cluster.topic(name)) {
      out.error_code = RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART;
    } else if (call.does()) {
      call.cluster.delete_topic(name);
      call.cluster.appended();  // a Fetch that waits for it must look again
    }
    if (const ErrorCode code = call.fault_code()) out.error_code = static_cast<i16>(code);
  }
  wire::DeleteTopicsResponse response;
  response.responses = rows;
  return answer(call, response);
}

}  // namespace rk::mock
