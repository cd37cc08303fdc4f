// Lookups: the blocking questions of the API: metadata, watermarks, offsets by time, cluster and
// controller id. Each runs on the calling thread, asks through the cluster's control thread and
// holds to its deadline, whatever the brokers do. Stateless; any thread, never a thread of ours
// (it would wait for itself).
#pragma once

#include <string>
#include <vector>

#include "client/offset_questions.h"

namespace rk {

// all: every topic; else `topics`, which may be empty (brokers only).
Result<SnapshotPtr> lookup_metadata(Cluster& cluster, bool all, std::vector<std::string> topics,
                                    bool allow_auto_create, Micros deadline);

// The newest snapshot that names the cluster; asks the brokers until `deadline` if there is none.
SnapshotPtr wait_cluster_id(Cluster& cluster, Micros deadline);

// ask_offsets() for a caller who waits.
Error lookup_offsets(Cluster& cluster, std::vector<OffsetQuery>& queries, bool read_committed,
                     Micros deadline);

}  // namespace rk
