// NewMessage: what a produce call asks for, as plain pointers into the caller's memory. Lives on
// the caller's stack for the length of the call.
#pragma once

#include "base/types.h"
#include "cluster/topic.h"

namespace rk {

struct NewMessage {
  Topic* topic = nullptr;
  i32 partition = RD_KAFKA_PARTITION_UA;
  int flags = 0;            // RD_KAFKA_MSG_F_*
  void* payload = nullptr;  // null: a tombstone
  size_t size = 0;
  const void* key = nullptr;
  size_t key_size = 0;
  void* opaque = nullptr;
  i64 timestamp_ms = 0;  // 0: now
  Bytes headers;         // as in a record, without the count
  i32 header_count = 0;
  Micros produced_at = 0;  // of one that a batch holds already
  // With RD_KAFKA_MSG_F_BLOCK: refuse it after all when only the caller itself could make room.
  bool gives_up = false;

  // Neither copied nor handed over: the report shows the application's own pointer.
  bool borrowed() const {
    return !(flags & (RD_KAFKA_MSG_F_COPY | RD_KAFKA_MSG_F_FREE)) && payload;
  }
};

}  // namespace rk
