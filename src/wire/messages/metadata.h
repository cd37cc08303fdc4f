// Metadata: the brokers of a cluster and who leads each partition. Declarations only; any thread.
#pragma once

#include "wire/schema.h"

namespace rk::wire {

struct MetadataResponse {
  static constexpr wire::ApiKey key = wire::ApiKey::kMetadata;
  static constexpr VersionRange versions{7, 13};
  static constexpr i16 flexible_from = wire::flexible_from(key);

  struct Broker {
    i32 node_id = 0;
    Str host;
    i32 port = 0;
    Str rack;

    static constexpr auto fields =
        std::tuple{field<&Broker::node_id>("node_id"), field<&Broker::host>("host"),
                   field<&Broker::port>("port"), field<&Broker::rack>("rack").nullable()};
  };

  struct Topic {
    struct Partition {
      i16 error_code = 0;
      i32 partition_index = 0;
      i32 leader_id = 0;
      i32 leader_epoch = -1;
      Array<i32> replica_nodes;
      Array<i32> isr_nodes;
      Array<i32> offline_replicas;

      static constexpr auto fields =
          std::tuple{field<&Partition::error_code>("error_code"),
                     field<&Partition::partition_index>("partition_index"),
                     field<&Partition::leader_id>("leader_id"),
                     field<&Partition::leader_epoch>("leader_epoch"),
                     field<&Partition::replica_nodes>("replica_nodes"),
                     field<&Partition::isr_nodes>("isr_nodes"),
                     field<&Partition::offline_replicas>("offline_replicas")};
    };

    i16 error_code = 0;
    Str name;
    Uuid topic_id;
    bool is_internal = false;
    Array<Partition> partitions;
    i32 topic_authorized_operations = std::numeric_limits<i32>::min();

    static constexpr auto fields =
        std::tuple{field<&Topic::error_code>("error_code"),
                   field<&Topic::name>("name").nullable(v(12)),
                   field<&Topic::topic_id>("topic_id", v(10)),
                   field<&Topic::is_internal>("is_internal"),
                   field<&Topic::partitions>("partitions"),
                   field<&Topic::topic_authorized_operations>("topic_authorized_operations", v(8))};
  };

  i32 throttle_time_ms = 0;
  Array<Broker> brokers;
  Str cluster_id;
  i32 controller_id = -1;
  Array<Topic> topics;
  i32 cluster_authorized_operations = std::numeric_limits<i32>::min();
  i16 error_code = 0;

  static constexpr auto fields =
      std::tuple{field<&MetadataResponse::throttle_time_ms>("throttle_time_ms"),
                 field<&MetadataResponse::brokers>("brokers"),
                 field<&MetadataResponse::cluster_id>("cluster_id").nullable(),
                 field<&MetadataResponse::controller_id>("controller_id"),
                 field<&MetadataResponse::topics>("topics"),
                 field<&MetadataResponse::cluster_authorized_operations>(
                     "cluster_authorized_operations", v(8, 10)),
                 field<&MetadataResponse::error_code>("error_code", v(13))};
};

struct MetadataRequest {
  using Response = MetadataResponse;
  static constexpr wire::ApiKey key = wire::ApiKey::kMetadata;
  static constexpr VersionRange versions = Response::versions;
  static constexpr i16 flexible_from = Response::flexible_from;

  struct Topic {
    Uuid topic_id;
    Str name;

    static constexpr auto fields = std::tuple{field<&Topic::topic_id>("topic_id", v(10)),
                                              field<&Topic::name>("name").nullable(v(10))};
  };

  Array<Topic> topics;  // null: all topics; empty: none
  bool allow_auto_topic_creation = true;
  bool include_cluster_authorized_operations = false;
  bool include_topic_authorized_operations = false;

  static constexpr auto fields =
      std::tuple{field<&MetadataRequest::topics>("topics").nullable(),
                 field<&MetadataRequest::allow_auto_topic_creation>("allow_auto_topic_creation"),
                 field<&MetadataRequest::include_cluster_authorized_operations>(
                     "include_cluster_authorized_operations", v(8, 10)),
                 field<&MetadataRequest::include_topic_authorized_operations>(
                     "include_topic_authorized_operations", v(8))};
};

FASTKA_WIRE_CODEC(extern, MetadataRequest);
FASTKA_WIRE_CODEC(extern, MetadataResponse);

}  // namespace rk::wire
