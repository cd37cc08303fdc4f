// ListOffsets: the offset of a time, or of a log's start or end. Declarations only; any thread.
#pragma once

#include "wire/schema.h"

namespace rk::wire {

struct ListOffsetsResponse {
  static constexpr wire::ApiKey key = wire::ApiKey::kListOffsets;
  static constexpr VersionRange versions{4, 7};
  static constexpr i16 flexible_from = wire::flexible_from(key);

  struct Topic {
    struct Partition {
      i32 partition_index = 0;
      i16 error_code = 0;
      i64 timestamp = -1;
      i64 offset = -1;
      i32 leader_epoch = -1;

      static constexpr auto fields = std::tuple{
          field<&Partition::partition_index>("partition_index"),
          field<&Partition::error_code>("error_code"), field<&Partition::timestamp>("timestamp"),
          field<&Partition::offset>("offset"), field<&Partition::leader_epoch>("leader_epoch")};
    };

    Str name;
    Array<Partition> partitions;

    static constexpr auto fields =
        std::tuple{field<&Topic::name>("name"), field<&Topic::partitions>("partitions")};
  };

  i32 throttle_time_ms = 0;
  Array<Topic> topics;

  static constexpr auto fields =
      std::tuple{field<&ListOffsetsResponse::throttle_time_ms>("throttle_time_ms"),
                 field<&ListOffsetsResponse::topics>("topics")};
};

struct ListOffsetsRequest {
  using Response = ListOffsetsResponse;
  static constexpr wire::ApiKey key = wire::ApiKey::kListOffsets;
  static constexpr VersionRange versions = Response::versions;
  static constexpr i16 flexible_from = Response::flexible_from;

  struct Topic {
    struct Partition {
      i32 partition_index = 0;
      i32 current_leader_epoch = -1;
      i64 timestamp = 0;

      static constexpr auto fields =
          std::tuple{field<&Partition::partition_index>("partition_index"),
                     field<&Partition::current_leader_epoch>("current_leader_epoch"),
                     field<&Partition::timestamp>("timestamp")};
    };

    Str name;
    Array<Partition> partitions;

    static constexpr auto fields =
        std::tuple{field<&Topic::name>("name"), field<&Topic::partitions>("partitions")};
  };

  i32 replica_id = 0;
  i8 isolation_level = 0;
  Array<Topic> topics;

  static constexpr auto fields =
      std::tuple{field<&ListOffsetsRequest::replica_id>("replica_id"),
                 field<&ListOffsetsRequest::isolation_level>("isolation_level"),
                 field<&ListOffsetsRequest::topics>("topics")};
};

FASTKA_WIRE_CODEC(extern, ListOffsetsRequest);
FASTKA_WIRE_CODEC(extern, ListOffsetsResponse);

}  // namespace rk::wire
