// CreatePartitions: more partitions for topics that exist. Declarations only; any thread.
#pragma once

#include "wire/schema.h"

namespace rk::wire {

struct CreatePartitionsResponse {
  static constexpr wire::ApiKey key = wire::ApiKey::kCreatePartitions;
  static constexpr VersionRange versions{1, 1};
  static constexpr i16 flexible_from = wire::flexible_from(key);

  struct Result {
    Str name;
    i16 error_code = 0;
    Str error_message;

    static constexpr auto fields =
        std::tuple{field<&Result::name>("name"), field<&Result::error_code>("error_code"),
                   field<&Result::error_message>("error_message").nullable()};
  };

  i32 throttle_time_ms = 0;
  Array<Result> results;

  static constexpr auto fields =
      std::tuple{field<&CreatePartitionsResponse::throttle_time_ms>("throttle_time_ms"),
                 field<&CreatePartitionsResponse::results>("results")};
};

struct CreatePartitionsRequest {
  using Response = CreatePartitionsResponse;
  static constexpr wire::ApiKey key = wire::ApiKey::kCreatePartitions;
  static constexpr VersionRange versions = Response::versions;
  static constexpr i16 flexible_from = Response::flexible_from;

  struct Topic {
    struct Assignment {
      Array<i32> broker_ids;

      static constexpr auto fields = std::tuple{field<&Assignment::broker_ids>("broker_ids")};
    };

    Str name;
    i32 count = 0;
    Array<Assignment> assignments;

    static constexpr auto fields =
        std::tuple{field<&Topic::name>("name"), field<&Topic::count>("count"),
                   field<&Topic::assignments>("assignments").nullable()};
  };

  Array<Topic> topics;
  i32 timeout_ms = 0;
  bool validate_only = false;

  static constexpr auto fields =
      std::tuple{field<&CreatePartitionsRequest::topics>("topics"),
                 field<&CreatePartitionsRequest::timeout_ms>("timeout_ms"),
                 field<&CreatePartitionsRequest::validate_only>("validate_only")};
};

FASTKA_WIRE_CODEC(extern, CreatePartitionsRequest);
FASTKA_WIRE_CODEC(extern, CreatePartitionsResponse);

}  // namespace rk::wire
