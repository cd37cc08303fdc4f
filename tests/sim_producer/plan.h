// What the seed decides of one simulated life before anything happens. A constant.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "mock/cluster.h"
#include "sim/sim_env.h"

namespace rk::sim {

struct Plan {
  explicit Plan(u64 seed);
  NetOptions net;
  mock::ClusterOptions cluster;
  i64 message_timeout_ms, linger_ms, request_timeout_ms;
  u64 messages_max, bytes_max;
  size_t value_max;
  int partitioner_column = 0;  // of partitioner_vectors.tsv; 0: that setting is not of the vectors
  bool healthy;                // no faults: nothing may go wrong
  bool abandons;               // destroyed without a flush
  bool background;             // reports come as events to background_event_cb
  bool fatal;                  // the producer may not have an id
  bool strengthened;           // asks for less than fastka gives
  std::vector<std::pair<std::string, std::string>> settings;
};

}  // namespace rk::sim
