#include "abi/admin_call.h"

#include <algorithm>

namespace rk {
namespace {
constexpr i32 kOperationTimeoutMs = 60000;  // librdkafka's documented default
}

Micros admin_deadline(Client& client, const rd_kafka_AdminOptions_t* options) {
  const bool own = options != nullptr && options->request_timeout_ms >= 0;
  return client.env.now() +
         Micros{own ? options->request_timeout_ms : client.conf->values.socket_timeout_ms} *
             kMicrosPerMs;
}

std::shared_ptr<AdminCall> new_admin_call(Client& client, const rd_kafka_AdminOptions_t* options,
                                          Target target) {
  auto call = std::make_shared<AdminCall>();
  call->target = options != nullptr && options->broker_id >= 0
                     ? Target::to_broker(options->broker_id)
                     : std::move(target);
  call->deadline = admin_deadline(client, options);
  return call;
}

i32 operation_timeout_ms(const rd_kafka_AdminOptions_t* options, i32 time_left_ms) {
  const bool own = options != nullptr && options->operation_timeout_ms >= 0;
  return std::min(own ? options->operation_timeout_ms : kOperationTimeoutMs, time_left_ms);
}

}  // namespace rk
