#include "abi/offset_list.h"

#include <cstdlib>

#include "base/partition_list.h"

namespace rk {

PartitionOffsets from_list(const rd_kafka_topic_partition_list_t* list) {
  PartitionOffsets to;
  for (int i = 0; list && i < list->cnt; ++i) {
    const rd_kafka_topic_partition_t& p = list->elems[i];
    PartitionOffset o;
    if (p.topic) o.topic = p.topic;
    o.partition = p.partition;
    o.offset = p.offset;
    o.leader_epoch = leader_epoch(p);
    if (p.metadata) o.metadata.assign(static_cast<const char*>(p.metadata), p.metadata_size);
    to.push_back(std::move(o));
  }
  return to;
}

void write_errors(const PartitionOffsets& from, rd_kafka_topic_partition_list_t* to) {
  for (size_t i = 0; i < from.size(); ++i) to->elems[i].err = from[i].error;
}

void write_offsets(const PartitionOffsets& from, rd_kafka_topic_partition_list_t* to) {
  for (size_t i = 0; i < from.size(); ++i) {
    rd_kafka_topic_partition_t& p = to->elems[i];
    p.offset = from[i].offset;
    p.err = from[i].error;
    if (from[i].leader_epoch >= 0) set_leader_epoch(p, from[i].leader_epoch);
    if (!from[i].metadata.empty()) set_metadata(p, as_bytes(from[i].metadata));
  }
}

}  // namespace rk
