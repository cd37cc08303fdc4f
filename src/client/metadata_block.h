// The C view of a Snapshot: struct rd_kafka_metadata with all it points to in one malloc'ed block,
// so that one free() releases it. Made per call, owned by the application.
#pragma once

#include "cluster/cluster.h"

namespace rk {

// Null when memory is out (the size depends on the cluster).
struct ::rd_kafka_metadata* make_metadata_block(const Snapshot& from);

}  // namespace rk
