// FindCoordinator: which broker keeps a group's offsets or a transaction's state.
// Declarations only; any thread.
#pragma once

#include "wire/schema.h"

namespace rk::wire {

struct FindCoordinatorResponse {
  static constexpr wire::ApiKey key = wire::ApiKey::kFindCoordinator;
  static constexpr VersionRange versions{2, 2};
  static constexpr i16 flexible_from = wire::flexible_from(key);

  i32 throttle_time_ms = 0;
  i16 error_code = 0;
  Str error_message;
  i32 node_id = 0;
  Str host;
  i32 port = 0;

  static constexpr auto fields =
      std::tuple{field<&FindCoordinatorResponse::throttle_time_ms>("throttle_time_ms"),
                 field<&FindCoordinatorResponse::error_code>("error_code"),
                 field<&FindCoordinatorResponse::error_message>("error_message").nullable(),
                 field<&FindCoordinatorResponse::node_id>("node_id"),
                 field<&FindCoordinatorResponse::host>("host"),
                 field<&FindCoordinatorResponse::port>("port")};
};

struct FindCoordinatorRequest {
  using Response = FindCoordinatorResponse;
  static constexpr wire::ApiKey key = wire::ApiKey::kFindCoordinator;
  static constexpr VersionRange versions = Response::versions;
  static constexpr i16 flexible_from = Response::flexible_from;

  Str coordinator_key;  // `key` on the wire; that name is the API's here
  i8 key_type = 0;

  static constexpr auto fields = std::tuple{field<&FindCoordinatorRequest::coordinator_key>("key"),
                                            field<&FindCoordinatorRequest::key_type>("key_type")};
};

FASTKA_WIRE_CODEC(extern, FindCoordinatorRequest);
FASTKA_WIRE_CODEC(extern, FindCoordinatorResponse);

}  // namespace rk::wire
