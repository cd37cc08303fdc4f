// InitProducerId: a new id with epoch 0 at each call, as for every producer without transactions.
// A transactional id needs a coordinator, which this broker is not (16).
#include "mock/handler.h"
#include "wire/messages/init_producer_id.h"

namespace rk::mock {

Handled handle_init_producer_id(Call& call) {
  wire::InitProducerIdRequest request;
  if (!read_request(call, request)) return {Outcome::malformed};
  wire::InitProducerIdResponse response;
  response.throttle_time_ms = call.throttle_ms();
  if (const ErrorCode code = call.fault_code()) {
    response.error_code = static_cast<i16>(code);
    response.producer_id = response.producer_epoch = -1;
  } else if (request.transactional_id.data()) {
    response.error_code = RD_KAFKA_RESP_ERR_NOT_COORDINATOR;
    response.producer_epoch = -1;
  } else {
    response.producer_id = call.cluster.next_producer_id();
    response.producer_epoch = call.cluster.options().producer_epoch;
  }
  return answer(call, response);
}

}  // namespace rk::mock
