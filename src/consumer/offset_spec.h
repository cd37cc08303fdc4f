// PartitionOffset: one element of the lists that assign, seek, commit and the like take and answer,
// in our own terms; abi/ translates to and from rd_kafka_topic_partition_list_t. Plain values.
#pragma once

#include <string>
#include <vector>

#include "base/types.h"

namespace rk {

struct PartitionOffset {
  std::string topic;
  i32 partition = -1;
  i64 offset = RD_KAFKA_OFFSET_INVALID;
  i32 leader_epoch = -1;
  std::string metadata;
  ErrorCode error = kOk;
};
using PartitionOffsets = std::vector<PartitionOffset>;

}  // namespace rk
