// DeleteTopics. Declarations only; any thread.
#pragma once

#include "wire/schema.h"

namespace rk::wire {

struct DeleteTopicsResponse {
  static constexpr wire::ApiKey key = wire::ApiKey::kDeleteTopics;
  static constexpr VersionRange versions{3, 3};
  static constexpr i16 flexible_from = wire::flexible_from(key);

  struct Response {
    Str name;
    i16 error_code = 0;

    static constexpr auto fields =
        std::tuple{field<&Response::name>("name"), field<&Response::error_code>("error_code")};
  };

  i32 throttle_time_ms = 0;
  Array<Response> responses;

  static constexpr auto fields =
      std::tuple{field<&DeleteTopicsResponse::throttle_time_ms>("throttle_time_ms"),
                 field<&DeleteTopicsResponse::responses>("responses")};
};

struct DeleteTopicsRequest {
  using Response = DeleteTopicsResponse;
  static constexpr wire::ApiKey key = wire::ApiKey::kDeleteTopics;
  static constexpr VersionRange versions = Response::versions;
  static constexpr i16 flexible_from = Response::flexible_from;

  Array<Str> topic_names;
  i32 timeout_ms = 0;

  static constexpr auto fields = std::tuple{field<&DeleteTopicsRequest::topic_names>("topic_names"),
                                            field<&DeleteTopicsRequest::timeout_ms>("timeout_ms")};
};

FASTKA_WIRE_CODEC(extern, DeleteTopicsRequest);
FASTKA_WIRE_CODEC(extern, DeleteTopicsResponse);

}  // namespace rk::wire
