// NewMessage: what a produce call asks for, as plain pointers into the caller's memory. Lives on
// the caller's stack for the length of the call.
#pragma once

#include "base/types.h"
#include "cluster/topic.h"

namespace rk {

// One header; value null is a null value. `name_size` and `value_size` are final (no -1).
struct NewHeader {
  const char* name;
  size_t name_size;
  const void* value;
  size_t value_size;
};

struct NewMessage {
  Topic* topic = nullptr;
  i32 partition = RD_KAFKA_PARTITION_UA;
  int flags = 0;  // RD_KAFKA_MSG_F_*
  void* payload = nullptr;
  size_t size = 0;
  const void* key = nullptr;
  size_t key_size = 0;
  void* opaque = nullptr;
  i64 timestamp_ms = 0;  // 0: now
  const NewHeader* headers = nullptr;
  size_t header_count = 0;

  bool borrowed() const { return !(flags & (RD_KAFKA_MSG_F_COPY | RD_KAFKA_MSG_F_FREE)); }
};

}  // namespace rk
