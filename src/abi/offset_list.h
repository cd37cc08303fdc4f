// Between the ABI's partition lists and the consumer's own (consumer/offset_spec.h). Stateless.
#pragma once

#include "consumer/offset_spec.h"

namespace rk {

PartitionOffsets from_list(const rd_kafka_topic_partition_list_t* list);  // null: empty
// Writes the answers back, element by element.
void write_errors(const PartitionOffsets& from, rd_kafka_topic_partition_list_t* to);
void write_offsets(const PartitionOffsets& from, rd_kafka_topic_partition_list_t* to);

}  // namespace rk
