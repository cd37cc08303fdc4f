// The two things that an application's rd_kafka_event_t* can be: an Op, or a consumed message, by
// contract one message an event. A message's event is its own address with the low bit set, so
// that handing one out allocates nothing. Owned by whoever polled it.
#pragma once

#include "queue/op.h"
#include "queue/poll.h"

namespace rk {

inline rd_kafka_event_t* event_of(rd_kafka_message_t* m) {
  return reinterpret_cast<rd_kafka_event_t*>(reinterpret_cast<std::uintptr_t>(m) | 1);
}
inline rd_kafka_event_t* event_of(const Event& e) {
  return e.message ? event_of(e.message) : e.op;
}
// Null when the event is an Op.
inline rd_kafka_message_t* message_in(const rd_kafka_event_t* e) {
  const auto address = reinterpret_cast<std::uintptr_t>(e);
  return address & 1 ? reinterpret_cast<rd_kafka_message_t*>(address & ~std::uintptr_t{1})
                     : nullptr;
}

}  // namespace rk
