// Offsets of partitions by time, beginning or end, asked of their leaders: ListOffsets, one request
// per leader; leaders are looked up, and errors of moving leadership retried, until the deadline.
// ask_offsets() may be called by any thread and never blocks.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cluster/cluster.h"

namespace rk {

struct OffsetQuery {
  std::string topic;
  i32 partition = 0;
  i64 timestamp = -1;  // ms, or -1 latest, -2 earliest, -3 the one with the highest timestamp
  // Answer:
  ErrorCode error = RD_KAFKA_RESP_ERR__TIMED_OUT;
  i64 offset = -1;
  i64 offset_timestamp = -1;
  i32 leader_epoch = -1;
};

// The first error that concerns the call as a whole (no broker in time), else success with each
// query's own error. Called once, on the control thread; with _DESTROY, on the thread that stops
// the cluster, if that comes first.
using OffsetsDone = std::function<void(Error, std::vector<OffsetQuery>)>;
void ask_offsets(Cluster& cluster, std::vector<OffsetQuery> queries, bool read_committed,
                 Micros deadline, OffsetsDone done);

}  // namespace rk
