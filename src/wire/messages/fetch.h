// Fetch: record batches from partitions. Decoded records are views into the frame.
// Declarations only; any thread.
#pragma once

#include "wire/schema.h"

namespace rk::wire {

struct FetchResponse {
  static constexpr wire::ApiKey key = wire::ApiKey::kFetch;
  static constexpr VersionRange versions{11, 11};
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

      i32 partition_index = 0;
      i16 error_code = 0;
      i64 high_watermark = 0;
      i64 last_stable_offset = -1;
      i64 log_start_offset = -1;
      Array<AbortedTransaction> aborted_transactions;
      i32 preferred_read_replica = -1;
      Bytes records;

      static constexpr auto fields =
          std::tuple{field<&Partition::partition_index>("partition_index"),
                     field<&Partition::error_code>("error_code"),
                     field<&Partition::high_watermark>("high_watermark"),
                     field<&Partition::last_stable_offset>("last_stable_offset"),
                     field<&Partition::log_start_offset>("log_start_offset"),
                     field<&Partition::aborted_transactions>("aborted_transactions").nullable(),
                     field<&Partition::preferred_read_replica>("preferred_read_replica"),
                     field<&Partition::records>("records").nullable().external()};
    };

    Str topic;
    Array<Partition> partitions;

    static constexpr auto fields =
        std::tuple{field<&Response::topic>("topic"), field<&Response::partitions>("partitions")};
  };

  i32 throttle_time_ms = 0;
  i16 error_code = 0;
  i32 session_id = 0;
  Array<Response> responses;

  static constexpr auto fields =
      std::tuple{field<&FetchResponse::throttle_time_ms>("throttle_time_ms"),
                 field<&FetchResponse::error_code>("error_code"),
                 field<&FetchResponse::session_id>("session_id"),
                 field<&FetchResponse::responses>("responses")};
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
      i64 log_start_offset = -1;
      i32 partition_max_bytes = 0;

      static constexpr auto fields =
          std::tuple{field<&Partition::partition>("partition"),
                     field<&Partition::current_leader_epoch>("current_leader_epoch"),
                     field<&Partition::fetch_offset>("fetch_offset"),
                     field<&Partition::log_start_offset>("log_start_offset"),
                     field<&Partition::partition_max_bytes>("partition_max_bytes")};
    };

    Str topic;
    Array<Partition> partitions;

    static constexpr auto fields =
        std::tuple{field<&Topic::topic>("topic"), field<&Topic::partitions>("partitions")};
  };

  struct ForgottenTopicsData {
    Str topic;
    Array<i32> partitions;

    static constexpr auto fields =
        std::tuple{field<&ForgottenTopicsData::topic>("topic"),
                   field<&ForgottenTopicsData::partitions>("partitions")};
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

  static constexpr auto fields =
      std::tuple{field<&FetchRequest::replica_id>("replica_id"),
                 field<&FetchRequest::max_wait_ms>("max_wait_ms"),
                 field<&FetchRequest::min_bytes>("min_bytes"),
                 field<&FetchRequest::max_bytes>("max_bytes"),
                 field<&FetchRequest::isolation_level>("isolation_level"),
                 field<&FetchRequest::session_id>("session_id"),
                 field<&FetchRequest::session_epoch>("session_epoch"),
                 field<&FetchRequest::topics>("topics"),
                 field<&FetchRequest::forgotten_topics_data>("forgotten_topics_data"),
                 field<&FetchRequest::rack_id>("rack_id")};
};

FASTKA_WIRE_CODEC(extern, FetchRequest);
FASTKA_WIRE_CODEC(extern, FetchResponse);

}  // namespace rk::wire
