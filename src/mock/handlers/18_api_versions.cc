// ApiVersions: what handlers() has. A version that we do not speak is answered, not cut off: error
// 35 in the layout of version 0, with our ranges, so that the client can go on with one of them.
#include "mock/handler.h"
#include "wire/messages/api_versions.h"

namespace rk::mock {

Handled handle_api_versions(Call& call) {
  wire::ApiVersionsResponse response;
  std::vector<wire::ApiVersionsResponse::ApiKey> keys;
  for (const Handler& h : handlers()) {
    const wire::VersionRange range = offered(call.cluster, h);
    if (range.empty()) continue;
    auto& k = keys.emplace_back();
    k.api_key = static_cast<i16>(h.key);
    k.min_version = range.min;
    k.max_version = range.max;
  }
  response.api_keys = keys;
  if (!wire::ApiVersionsRequest::versions.has(call.version)) {
    response.error_code = RD_KAFKA_RESP_ERR_UNSUPPORTED_VERSION;
    wire::encode(call.answer, response, i16{0});
    return {};
  }
  wire::ApiVersionsRequest request;
  if (!read_request(call, request)) return {Outcome::malformed};
  return answer(call, response);
}

}  // namespace rk::mock
