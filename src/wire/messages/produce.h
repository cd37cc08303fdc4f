// Produce: record batches to append to partitions, and where they went.
// Declarations only; any thread.
#pragma once

#include "wire/messages/leader_hints.h"

namespace rk::wire {

struct ProduceResponse {
  static constexpr wire::ApiKey key = wire::ApiKey::kProduce;
  static constexpr VersionRange versions{7, 13};
  static constexpr i16 flexible_from = wire::flexible_from(key);

  struct Response {
    struct PartitionResponse {
      struct RecordError {
        i32 batch_index = 0;
        Str batch_index_error_message;

        static constexpr auto fields = std::tuple{
            field<&RecordError::batch_index>("batch_index"),
            field<&RecordError::batch_index_error_message>("batch_index_error_message").nullable()};
      };

      i32 index = 0;
      i16 error_code = 0;
      i64 base_offset = 0;
      i64 log_append_time_ms = -1;
      i64 log_start_offset = -1;
      Array<RecordError> record_errors;
      Str error_message;
      CurrentLeader current_leader;

      static constexpr auto fields =
          std::tuple{field<&PartitionResponse::index>("index"),
                     field<&PartitionResponse::error_code>("error_code"),
                     field<&PartitionResponse::base_offset>("base_offset"),
                     field<&PartitionResponse::log_append_time_ms>("log_append_time_ms"),
                     field<&PartitionResponse::log_start_offset>("log_start_offset"),
                     field<&PartitionResponse::record_errors>("record_errors", v(8)),
                     field<&PartitionResponse::error_message>("error_message", v(8)).nullable(),
                     tagged<&PartitionResponse::current_leader>("current_leader", 0, v(10))};
    };

    Str name;
    Uuid topic_id;
    Array<PartitionResponse> partition_responses;

    static constexpr auto fields = std::tuple{
        field<&Response::name>("name", v(7, 12)), field<&Response::topic_id>("topic_id", v(13)),
        field<&Response::partition_responses>("partition_responses")};
  };

  Array<Response> responses;
  i32 throttle_time_ms = 0;
  Array<NodeEndpoint> node_endpoints;

  static constexpr auto fields =
      std::tuple{field<&ProduceResponse::responses>("responses"),
                 field<&ProduceResponse::throttle_time_ms>("throttle_time_ms"),
                 tagged<&ProduceResponse::node_endpoints>("node_endpoints", 0, v(10))};
};

struct ProduceRequest {
  using Response = ProduceResponse;
  static constexpr wire::ApiKey key = wire::ApiKey::kProduce;
  static constexpr VersionRange versions = Response::versions;
  static constexpr i16 flexible_from = Response::flexible_from;

  struct TopicData {
    struct PartitionData {
      i32 index = 0;
      Bytes records;

      static constexpr auto fields =
          std::tuple{field<&PartitionData::index>("index"),
                     field<&PartitionData::records>("records").nullable().external()};
    };

    Str name;
    Uuid topic_id;
    Array<PartitionData> partition_data;

    static constexpr auto fields = std::tuple{field<&TopicData::name>("name", v(7, 12)),
                                              field<&TopicData::topic_id>("topic_id", v(13)),
                                              field<&TopicData::partition_data>("partition_data")};
  };

  Str transactional_id;
  i16 acks = 0;
  i32 timeout_ms = 0;
  Array<TopicData> topic_data;

  static constexpr auto fields = std::tuple{
      field<&ProduceRequest::transactional_id>("transactional_id").nullable(),
      field<&ProduceRequest::acks>("acks"), field<&ProduceRequest::timeout_ms>("timeout_ms"),
      field<&ProduceRequest::topic_data>("topic_data")};
};

FASTKA_WIRE_CODEC(extern, ProduceRequest);
FASTKA_WIRE_CODEC(extern, ProduceResponse);

}  // namespace rk::wire
