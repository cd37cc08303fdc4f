// Topic-partition lists: the ABI's rd_kafka_topic_partition_list_t, for all layers. All memory is
// malloc's, since applications put their own malloc'ed metadata into elements and re-order elements
// as plain values. `_private` is null or a malloc'ed block of ours. Owned by whoever got the list.
// Not synchronised.
#pragma once

#include "base/types.h"

namespace rk {

using PartitionList = ::rd_kafka_topic_partition_list_t;
using Partition = ::rd_kafka_topic_partition_t;

PartitionList* new_partition_list(int capacity);
void destroy(PartitionList* list);
PartitionList* copy(const PartitionList& list);

// A new element at the end: offset INVALID, no error. Null when memory is out.
Partition* add(PartitionList& list, std::string_view topic, i32 partition);
// A copy of an element with all it has, at the end.
Partition* add_copy(PartitionList& list, const Partition& from);
Partition* find(const PartitionList& list, std::string_view topic, i32 partition);
void remove_at(PartitionList& list, int idx);
// An element on its own, owed to rd_kafka_topic_partition_destroy().
Partition* new_partition_copy(const Partition& from);
void destroy(Partition* partition);

// -1: unknown.
i32 leader_epoch(const Partition& partition);
void set_leader_epoch(Partition& partition, i32 epoch);
// Replaces an element's metadata with a copy.
void set_metadata(Partition& partition, Bytes metadata);

struct FreePartitionList {
  void operator()(PartitionList* list) const { destroy(list); }
};

}  // namespace rk
