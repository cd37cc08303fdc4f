// CreateTopics. Declarations only; any thread.
#pragma once

#include "wire/schema.h"

namespace rk::wire {

struct CreateTopicsResponse {
  static constexpr wire::ApiKey key = wire::ApiKey::kCreateTopics;
  static constexpr VersionRange versions{4, 4};
  static constexpr i16 flexible_from = wire::flexible_from(key);

  struct Topic {
    Str name;
    i16 error_code = 0;
    Str error_message;

    static constexpr auto fields =
        std::tuple{field<&Topic::name>("name"), field<&Topic::error_code>("error_code"),
                   field<&Topic::error_message>("error_message").nullable()};
  };

  i32 throttle_time_ms = 0;
  Array<Topic> topics;

  static constexpr auto fields =
      std::tuple{field<&CreateTopicsResponse::throttle_time_ms>("throttle_time_ms"),
                 field<&CreateTopicsResponse::topics>("topics")};
};

struct CreateTopicsRequest {
  using Response = CreateTopicsResponse;
  static constexpr wire::ApiKey key = wire::ApiKey::kCreateTopics;
  static constexpr VersionRange versions = Response::versions;
  static constexpr i16 flexible_from = Response::flexible_from;

  struct Topic {
    struct Assignment {
      i32 partition_index = 0;
      Array<i32> broker_ids;

      static constexpr auto fields =
          std::tuple{field<&Assignment::partition_index>("partition_index"),
                     field<&Assignment::broker_ids>("broker_ids")};
    };

    struct Config {
      Str name;
      Str value;

      static constexpr auto fields =
          std::tuple{field<&Config::name>("name"), field<&Config::value>("value").nullable()};
    };

    Str name;
    i32 num_partitions = 0;
    i16 replication_factor = 0;
    Array<Assignment> assignments;
    Array<Config> configs;

    static constexpr auto fields =
        std::tuple{field<&Topic::name>("name"), field<&Topic::num_partitions>("num_partitions"),
                   field<&Topic::replication_factor>("replication_factor"),
                   field<&Topic::assignments>("assignments"), field<&Topic::configs>("configs")};
  };

  Array<Topic> topics;
  i32 timeout_ms = 60000;
  bool validate_only = false;

  static constexpr auto fields =
      std::tuple{field<&CreateTopicsRequest::topics>("topics"),
                 field<&CreateTopicsRequest::timeout_ms>("timeout_ms"),
                 field<&CreateTopicsRequest::validate_only>("validate_only")};
};

FASTKA_WIRE_CODEC(extern, CreateTopicsRequest);
FASTKA_WIRE_CODEC(extern, CreateTopicsResponse);

}  // namespace rk::wire
