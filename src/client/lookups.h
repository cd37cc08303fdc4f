// Lookups: the blocking questions of the API: metadata, watermarks, offsets by time, cluster and
// controller id. Each runs on the calling thread, asks through the cluster's control thread and
// holds to its deadline, whatever the brokers do. Stateless; any thread, never a thread of ours
// (it would wait for itself).
#pragma once

#include <string>
#include <vector>

#include "cluster/cluster.h"

namespace rk {

// all: every topic; else `topics`, which may be empty (brokers only).
Result<SnapshotPtr> lookup_metadata(Cluster& cluster, bool all, std::vector<std::string> topics,
                                    bool allow_auto_create, Micros deadline);

// The newest snapshot that names the cluster; asks the brokers until `deadline` if there is none.
SnapshotPtr wait_cluster_id(Cluster& cluster, Micros deadline);

struct OffsetQuery {
  std::string topic;
  i32 partition = 0;
  i64 timestamp = -1;  // ms, or -1 latest, -2 earliest
  // Answer:
  ErrorCode error = RD_KAFKA_RESP_ERR__TIMED_OUT;
  i64 offset = -1;
  i64 offset_timestamp = -1;
  i32 leader_epoch = -1;
};

// ListOffsets, one request per leader and timestamp kind; leaders are looked up and errors of
// moving leadership retried until the deadline. Returns the first error that concerns the call as
// a whole (no broker in time), else ok with each query's own error.
Error lookup_offsets(Cluster& cluster, std::vector<OffsetQuery>& queries, bool read_committed,
                     Micros deadline);

}  // namespace rk
