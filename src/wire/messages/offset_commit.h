// OffsetCommit: stores a group's positions. Declarations only; any thread.
#pragma once

#include "wire/schema.h"

namespace rk::wire {

struct OffsetCommitResponse {
  static constexpr wire::ApiKey key = wire::ApiKey::kOffsetCommit;
  static constexpr VersionRange versions{7, 9};
  static constexpr i16 flexible_from = wire::flexible_from(key);

  struct Topic {
    struct Partition {
      i32 partition_index = 0;
      i16 error_code = 0;

      static constexpr auto fields =
          std::tuple{field<&Partition::partition_index>("partition_index"),
                     field<&Partition::error_code>("error_code")};
    };

    Str name;
    Array<Partition> partitions;

    static constexpr auto fields =
        std::tuple{field<&Topic::name>("name"), field<&Topic::partitions>("partitions")};
  };

  i32 throttle_time_ms = 0;
  Array<Topic> topics;

  static constexpr auto fields =
      std::tuple{field<&OffsetCommitResponse::throttle_time_ms>("throttle_time_ms"),
                 field<&OffsetCommitResponse::topics>("topics")};
};

struct OffsetCommitRequest {
  using Response = OffsetCommitResponse;
  static constexpr wire::ApiKey key = wire::ApiKey::kOffsetCommit;
  static constexpr VersionRange versions = Response::versions;
  static constexpr i16 flexible_from = Response::flexible_from;

  struct Topic {
    struct Partition {
      i32 partition_index = 0;
      i64 committed_offset = 0;
      i32 committed_leader_epoch = -1;
      Str committed_metadata;

      static constexpr auto fields =
          std::tuple{field<&Partition::partition_index>("partition_index"),
                     field<&Partition::committed_offset>("committed_offset"),
                     field<&Partition::committed_leader_epoch>("committed_leader_epoch"),
                     field<&Partition::committed_metadata>("committed_metadata").nullable()};
    };

    Str name;
    Array<Partition> partitions;

    static constexpr auto fields =
        std::tuple{field<&Topic::name>("name"), field<&Topic::partitions>("partitions")};
  };

  Str group_id;
  i32 generation_id_or_member_epoch = -1;
  Str member_id;
  Str group_instance_id;
  Array<Topic> topics;

  static constexpr auto fields = std::tuple{
      field<&OffsetCommitRequest::group_id>("group_id"),
      field<&OffsetCommitRequest::generation_id_or_member_epoch>("generation_id_or_member_epoch"),
      field<&OffsetCommitRequest::member_id>("member_id"),
      field<&OffsetCommitRequest::group_instance_id>("group_instance_id").nullable(),
      field<&OffsetCommitRequest::topics>("topics")};
};

FASTKA_WIRE_CODEC(extern, OffsetCommitRequest);
FASTKA_WIRE_CODEC(extern, OffsetCommitResponse);

}  // namespace rk::wire
