// InitProducerId: the id and epoch that make a producer idempotent. Declarations only; any thread.
#pragma once

#include "wire/schema.h"

namespace rk::wire {

struct InitProducerIdResponse {
  static constexpr wire::ApiKey key = wire::ApiKey::kInitProducerId;
  static constexpr VersionRange versions{1, 5};
  static constexpr i16 flexible_from = wire::flexible_from(key);

  i32 throttle_time_ms = 0;
  i16 error_code = 0;
  i64 producer_id = -1;
  i16 producer_epoch = 0;

  static constexpr auto fields =
      std::tuple{field<&InitProducerIdResponse::throttle_time_ms>("throttle_time_ms"),
                 field<&InitProducerIdResponse::error_code>("error_code"),
                 field<&InitProducerIdResponse::producer_id>("producer_id"),
                 field<&InitProducerIdResponse::producer_epoch>("producer_epoch")};
};

struct InitProducerIdRequest {
  using Response = InitProducerIdResponse;
  static constexpr wire::ApiKey key = wire::ApiKey::kInitProducerId;
  static constexpr VersionRange versions = Response::versions;
  static constexpr i16 flexible_from = Response::flexible_from;

  Str transactional_id;
  i32 transaction_timeout_ms = 0;
  i64 producer_id = -1;
  i16 producer_epoch = -1;

  static constexpr auto fields =
      std::tuple{field<&InitProducerIdRequest::transactional_id>("transactional_id").nullable(),
                 field<&InitProducerIdRequest::transaction_timeout_ms>("transaction_timeout_ms"),
                 field<&InitProducerIdRequest::producer_id>("producer_id", v(3)),
                 field<&InitProducerIdRequest::producer_epoch>("producer_epoch", v(3))};
};

FASTKA_WIRE_CODEC(extern, InitProducerIdRequest);
FASTKA_WIRE_CODEC(extern, InitProducerIdResponse);

}  // namespace rk::wire
