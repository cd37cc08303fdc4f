// OffsetFetch: a group's stored positions. Declarations only; any thread.
#pragma once

#include "wire/schema.h"

namespace rk::wire {

struct OffsetFetchResponse {
  static constexpr wire::ApiKey key = wire::ApiKey::kOffsetFetch;
  static constexpr VersionRange versions{5, 9};
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

  struct Group {
    Str group_id;
    Array<Topic> topics;
    i16 error_code = 0;

    static constexpr auto fields =
        std::tuple{field<&Group::group_id>("group_id"), field<&Group::topics>("topics"),
                   field<&Group::error_code>("error_code")};
  };

  i32 throttle_time_ms = 0;
  Array<Topic> topics;
  i16 error_code = 0;
  Array<Group> groups;

  static constexpr auto fields =
      std::tuple{field<&OffsetFetchResponse::throttle_time_ms>("throttle_time_ms"),
                 field<&OffsetFetchResponse::topics>("topics", v(1, 7)),
                 field<&OffsetFetchResponse::error_code>("error_code", v(2, 7)),
                 field<&OffsetFetchResponse::groups>("groups", v(8))};
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

  // Since version 8 one request asks for several groups.
  struct Group {
    Str group_id;
    Str member_id;
    i32 member_epoch = -1;
    Array<Topic> topics;

    static constexpr auto fields = std::tuple{
        field<&Group::group_id>("group_id"), field<&Group::member_id>("member_id", v(9)).nullable(),
        field<&Group::member_epoch>("member_epoch", v(9)),
        field<&Group::topics>("topics").nullable()};
  };

  Str group_id;
  Array<Topic> topics;
  Array<Group> groups;
  bool require_stable = false;

  static constexpr auto fields =
      std::tuple{field<&OffsetFetchRequest::group_id>("group_id", v(1, 7)),
                 field<&OffsetFetchRequest::topics>("topics", v(1, 7)).nullable(),
                 field<&OffsetFetchRequest::groups>("groups", v(8)),
                 field<&OffsetFetchRequest::require_stable>("require_stable", v(7))};
};

FASTKA_WIRE_CODEC(extern, OffsetFetchRequest);
FASTKA_WIRE_CODEC(extern, OffsetFetchResponse);

}  // namespace rk::wire
