// Message: what stands behind every rd_kafka_message_t* that we hand out. Applications see the
// public struct; the rd_kafka_message_*() accessors get only that pointer and find the rest behind
// it, because in a delivery report `_private` is the application's own opaque. Consumed messages
// are slots of a Chunk (consumer/chunk.h), delivery reports live in a block that belongs to the
// report (producer/delivery.h), error and EOF messages are allocated one by one.
#pragma once

#include "base/types.h"

namespace rk {

enum class MessageKind : u8 {
  record,          // a slot of a chunk; _private is the Chunk
  consumer_error,  // error or EOF from the consumer; allocated alone; _private is its owner's
  delivery,        // a delivery report: a DeliveryMessage
};

struct Message {
  rd_kafka_message_t pub;
  i64 timestamp;           // ms; -1 none
  std::uintptr_t headers;  // 0 none; bit 0: raw_headers(); bit 1: an rd_kafka_headers_t*, tagged
  i32 leader_epoch;
  MessageKind kind;
  u8 timestamp_type;  // rd_kafka_timestamp_type_t
  u8 status;          // rd_kafka_msg_status_t
  u8 spare;
};
static_assert(sizeof(Message) == 96);

struct DeliveryMessage : Message {
  i64 latency_us;  // produce call to acknowledgement; -1 unknown
  i32 broker_id;
  const char* error_text;  // null: the code says it all
};

// A consumed record's header block, not parsed yet: at any address, hence shifted out of the tags.
inline std::uintptr_t raw_headers(const u8* block) {
  return reinterpret_cast<std::uintptr_t>(block) << 2 | 1;
}
inline const u8* raw_header_block(std::uintptr_t headers) {
  return reinterpret_cast<const u8*>(headers >> 2);
}

inline Message* message_of(rd_kafka_message_t* m) {
  return reinterpret_cast<Message*>(m);
}
inline const Message* message_of(const rd_kafka_message_t* m) {
  return reinterpret_cast<const Message*>(m);
}

}  // namespace rk
