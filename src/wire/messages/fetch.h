// Fetch: record batches from partitions. Decoded records are views into the frame.
// Declarations only; any thread.
#pragma once

#include "wire/messages/leader_hints.h"

namespace rk::wire {

struct FetchResponse {
  static constexpr wire::ApiKey key = wire::ApiKey::kFetch;
  static constexpr VersionRange versions{11, 17};
  static constexpr i16 flexible_from = wire::flexible_from(key);

  struct Response {
    struct Partition {
      struct AbortedTransaction {
        i64 producer_id = 0;
        i64 first_offset = 0;

        static constexpr auto fields =
            std::tuple{field<&AbortedTransaction::producer_id>("producer_id"),
                       field<&AbortedTransaction::first_offset>("first_offset")};
      };
      struct DivergingEpoch {
        i32 epoch = -1;
        i64 end_offset = -1;

        static constexpr auto fields = std::tuple{field<&DivergingEpoch::epoch>("epoch"),
                                                  field<&DivergingEpoch::end_offset>("end_offset")};
      };
      struct SnapshotId {
        i64 end_offset = -1;
        i32 epoch = -1;

        static constexpr auto fields = std::tuple{field<&SnapshotId::end_offset>("end_offset"),
                                                  field<&SnapshotId::epoch>("epoch")};
      };

      i32 partition_index = 0;
      i16 error_code = 0;
      i64 high_watermark = 0;
      i64 last_stable_offset = -1;
      i64 log_start_offset = -1;
      Array<AbortedTransaction> aborted_transactions;
      i32 preferred_read_replica = -1;
      Bytes records;
      DivergingEpoch diverging_epoch;
      CurrentLeader current_leader;
      SnapshotId snapshot_id;

      static constexpr auto fields =
          std::tuple{field<&Partition::partition_index>("partition_index"),
                     field<&Partition::error_code>("error_code"),
                     field<&Partition::high_watermark>("high_watermark"),
                     field<&Partition::last_stable_offset>("last_stable_offset"),
                     field<&Partition::log_start_offset>("log_start_offset"),
                     field<&Partition::aborted_transactions>("aborted_transactions").nullable(),
                     field<&Partition::preferred_read_replica>("preferred_read_replica"),
                     field<&Partition::records>("records").nullable().external(),
                     tagged<&Partition::diverging_epoch>("diverging_epoch", 0, v(12)),
                     tagged<&Partition::current_leader>("current_leader", 1, v(12)),
                     tagged<&Partition::snapshot_id>("snapshot_id", 2, v(12))};
    };

    Str topic;
    Uuid topic_id;
    Array<Partition> partitions;

    static constexpr auto fields = std::tuple{field<&Response::topic>("topic", v(4, 12)),
                                              field<&Response::topic_id>("topic_id", v(13)),
                                              field<&Response::partitions>("partitions")};
  };

  i32 throttle_time_ms = 0;
  i16 error_code = 0;
  i32 session_id = 0;
  Array<Response> responses;
  Array<NodeEndpoint> node_endpoints;

  static constexpr auto fields =
      std::tuple{field<&FetchResponse::throttle_time_ms>("throttle_time_ms"),
                 field<&FetchResponse::error_code>("error_code"),
                 field<&FetchResponse::session_id>("session_id"),
                 field<&FetchResponse::responses>("responses"),
                 tagged<&FetchResponse::node_endpoints>("node_endpoints", 0, v(16))};
};

struct FetchRequest {
  using Response = FetchResponse;
  static constexpr wire::ApiKey key = wire::ApiKey::kFetch;
  static constexpr VersionRange versions = Response::versions;
  static constexpr i16 flexible_from = Response::flexible_from;

  struct Topic {
    struct Partition {
      i32 partition = 0;
      i32 current_leader_epoch = -1;
      i64 fetch_offset = 0;
      i32 last_fetched_epoch = -1;
      i64 log_start_offset = -1;
      i32 partition_max_bytes = 0;
      Uuid replica_directory_id;

      static constexpr auto fields =
          std::tuple{field<&Partition::partition>("partition"),
                     field<&Partition::current_leader_epoch>("current_leader_epoch"),
                     field<&Partition::fetch_offset>("fetch_offset"),
                     field<&Partition::last_fetched_epoch>("last_fetched_epoch", v(12)),
                     field<&Partition::log_start_offset>("log_start_offset"),
                     field<&Partition::partition_max_bytes>("partition_max_bytes"),
                     tagged<&Partition::replica_directory_id>("replica_directory_id", 0, v(17))};
    };

    Str topic;
    Uuid topic_id;
    Array<Partition> partitions;

    static constexpr auto fields = std::tuple{field<&Topic::topic>("topic", v(4, 12)),
                                              field<&Topic::topic_id>("topic_id", v(13)),
                                              field<&Topic::partitions>("partitions")};
  };

  struct ForgottenTopicsData {
    Str topic;
    Uuid topic_id;
    Array<i32> partitions;

    static constexpr auto fields =
        std::tuple{field<&ForgottenTopicsData::topic>("topic", v(4, 12)),
                   field<&ForgottenTopicsData::topic_id>("topic_id", v(13)),
                   field<&ForgottenTopicsData::partitions>("partitions")};
  };

  struct ReplicaState {
    i32 replica_id = -1;
    i64 replica_epoch = -1;

    static constexpr auto fields = std::tuple{field<&ReplicaState::replica_id>("replica_id"),
                                              field<&ReplicaState::replica_epoch>("replica_epoch")};
  };

  i32 replica_id = -1;
  i32 max_wait_ms = 0;
  i32 min_bytes = 0;
  i32 max_bytes = std::numeric_limits<i32>::max();
  i8 isolation_level = 0;
  i32 session_id = 0;
  i32 session_epoch = -1;
  Array<Topic> topics;
  Array<ForgottenTopicsData> forgotten_topics_data;
  Str rack_id;
  Str cluster_id;
  ReplicaState replica_state;

  static constexpr auto fields =
      std::tuple{field<&FetchRequest::replica_id>("replica_id", v(4, 14)),
                 field<&FetchRequest::max_wait_ms>("max_wait_ms"),
                 field<&FetchRequest::min_bytes>("min_bytes"),
                 field<&FetchRequest::max_bytes>("max_bytes"),
                 field<&FetchRequest::isolation_level>("isolation_level"),
                 field<&FetchRequest::session_id>("session_id"),
                 field<&FetchRequest::session_epoch>("session_epoch"),
                 field<&FetchRequest::topics>("topics"),
                 field<&FetchRequest::forgotten_topics_data>("forgotten_topics_data"),
                 field<&FetchRequest::rack_id>("rack_id"),
                 tagged<&FetchRequest::cluster_id>("cluster_id", 0, v(12)).nullable(),
                 tagged<&FetchRequest::replica_state>("replica_state", 1, v(15))};
};

FASTKA_WIRE_CODEC(extern, FetchRequest);
FASTKA_WIRE_CODEC(extern, FetchResponse);

}  // namespace rk::wire
