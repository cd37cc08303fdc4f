// OffsetFetch: a group's stored positions. Declarations only; any thread.
#pragma once

#include "wire/schema.h"

namespace rk::wire {

struct OffsetFetchResponse {
  static constexpr wire::ApiKey key = wire::ApiKey::kOffsetFetch;
  static constexpr VersionRange versions{5, 5};
  static constexpr i16 flexible_from = wire::flexible_from(key);

  struct Topic {
    struct Partition {
      i32 partition_index = 0;
      i64 committed_offset = 0;
      i32 committed_leader_epoch = -1;
      Str metadata;
      i16 error_code = 0;

      static constexpr auto fields =
          std::tuple{field<&Partition::partition_index>("partition_index"),
                     field<&Partition::committed_offset>("committed_offset"),
                     field<&Partition::committed_leader_epoch>("committed_leader_epoch"),
                     field<&Partition::metadata>("metadata").nullable(),
                     field<&Partition::error_code>("error_code")};
    };

    Str name;
    Array<Partition> partitions;

    static constexpr auto fields =
        std::tuple{field<&Topic::name>("name"), field<&Topic::partitions>("partitions")};
  };

  i32 throttle_time_ms = 0;
  Array<Topic> topics;
  i16 error_code = 0;

  static constexpr auto fields =
      std::tuple{field<&OffsetFetchResponse::throttle_time_ms>("throttle_time_ms"),
                 field<&OffsetFetchResponse::topics>("topics"),
                 field<&OffsetFetchResponse::error_code>("error_code")};
};

struct OffsetFetchRequest {
  using Response = OffsetFetchResponse;
  static constexpr wire::ApiKey key = wire::ApiKey::kOffsetFetch;
  static constexpr VersionRange versions = Response::versions;
  static constexpr i16 flexible_from = Response::flexible_from;

  struct Topic {
    Str name;
    Array<i32> partition_indexes;

    static constexpr auto fields = std::tuple{
        field<&Topic::name>("name"), field<&Topic::partition_indexes>("partition_indexes")};
  };

  Str group_id;
  Array<Topic> topics;

  static constexpr auto fields =
      std::tuple{field<&OffsetFetchRequest::group_id>("group_id"),
                 field<&OffsetFetchRequest::topics>("topics").nullable()};
};

FASTKA_WIRE_CODEC(extern, OffsetFetchRequest);
FASTKA_WIRE_CODEC(extern, OffsetFetchResponse);

}  // namespace rk::wire
