// FindCoordinator: groups (key type 0) are all kept by the first broker; there is no transaction
// coordinator (15).
#include "mock/handler.h"
#include "wire/messages/find_coordinator.h"

namespace rk::mock {

Handled handle_find_coordinator(Call& call) {
  wire::FindCoordinatorRequest request;
  if (!read_request(call, request)) return {Outcome::malformed};
  wire::FindCoordinatorResponse response;
  response.error_message = wire::Str();
  if (request.key_type != 0) {
    response.error_code = RD_KAFKA_RESP_ERR_COORDINATOR_NOT_AVAILABLE;
    response.node_id = -1;
    response.host = "";
    response.port = -1;
    return answer(call, response);
  }
  const BrokerAddress& b = call.cluster.brokers().front();
  response.node_id = b.id;
  response.host = b.host;
  response.port = b.port;
  return answer(call, response);
}

}  // namespace rk::mock
