// OffsetForLeaderEpoch: where a leader epoch ends, to find out about truncated logs.
// Declarations only; any thread.
#pragma once

#include "wire/schema.h"

namespace rk::wire {

struct OffsetForLeaderEpochResponse {
  static constexpr wire::ApiKey key = wire::ApiKey::kOffsetForLeaderEpoch;
  static constexpr VersionRange versions{3, 4};
  static constexpr i16 flexible_from = wire::flexible_from(key);

  struct Topic {
    struct Partition {
      i16 error_code = 0;
      i32 partition = 0;
      i32 leader_epoch = -1;
      i64 end_offset = -1;

      static constexpr auto fields = std::tuple{field<&Partition::error_code>("error_code"),
                                                field<&Partition::partition>("partition"),
                                                field<&Partition::leader_epoch>("leader_epoch"),
                                                field<&Partition::end_offset>("end_offset")};
    };

    Str topic;
    Array<Partition> partitions;

    static constexpr auto fields =
        std::tuple{field<&Topic::topic>("topic"), field<&Topic::partitions>("partitions")};
  };

  i32 throttle_time_ms = 0;
  Array<Topic> topics;

  static constexpr auto fields =
      std::tuple{field<&OffsetForLeaderEpochResponse::throttle_time_ms>("throttle_time_ms"),
                 field<&OffsetForLeaderEpochResponse::topics>("topics")};
};

struct OffsetForLeaderEpochRequest {
  using Response = OffsetForLeaderEpochResponse;
  static constexpr wire::ApiKey key = wire::ApiKey::kOffsetForLeaderEpoch;
  static constexpr VersionRange versions = Response::versions;
  static constexpr i16 flexible_from = Response::flexible_from;

  struct Topic {
    struct Partition {
      i32 partition = 0;
      i32 current_leader_epoch = -1;
      i32 leader_epoch = 0;

      static constexpr auto fields =
          std::tuple{field<&Partition::partition>("partition"),
                     field<&Partition::current_leader_epoch>("current_leader_epoch"),
                     field<&Partition::leader_epoch>("leader_epoch")};
    };

    Str topic;
    Array<Partition> partitions;

    static constexpr auto fields =
        std::tuple{field<&Topic::topic>("topic"), field<&Topic::partitions>("partitions")};
  };

  i32 replica_id = -2;
  Array<Topic> topics;

  static constexpr auto fields =
      std::tuple{field<&OffsetForLeaderEpochRequest::replica_id>("replica_id"),
                 field<&OffsetForLeaderEpochRequest::topics>("topics")};
};

FASTKA_WIRE_CODEC(extern, OffsetForLeaderEpochRequest);
FASTKA_WIRE_CODEC(extern, OffsetForLeaderEpochResponse);

}  // namespace rk::wire
