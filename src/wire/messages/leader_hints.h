// Where a partition's leader is, as Produce and Fetch answers say it (KIP-951).
// Declarations only; any thread.
#pragma once

#include "wire/schema.h"

namespace rk::wire {

struct CurrentLeader {
  i32 leader_id = -1;
  i32 leader_epoch = -1;

  static constexpr auto fields = std::tuple{field<&CurrentLeader::leader_id>("leader_id"),
                                            field<&CurrentLeader::leader_epoch>("leader_epoch")};
};

struct NodeEndpoint {
  i32 node_id = 0;
  Str host;
  i32 port = 0;
  Str rack;

  static constexpr auto fields =
      std::tuple{field<&NodeEndpoint::node_id>("node_id"), field<&NodeEndpoint::host>("host"),
                 field<&NodeEndpoint::port>("port"), field<&NodeEndpoint::rack>("rack").nullable()};
};

}  // namespace rk::wire
