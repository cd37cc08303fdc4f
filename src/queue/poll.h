// The poll loops behind rd_kafka_poll(), rd_kafka_queue_poll(), rd_kafka_consumer_poll() and the
// rd_kafka_consume*() family: take what is at hand, else wait on the queue. Called on application
// threads; no lock is held and no state kept across a callback, so callbacks may call anything and
// an exception of the application's may pass through.
#pragma once

#include "queue/queue.h"

namespace rk {

// rd_kafka_yield(): the dispatcher that runs the current callback returns after it.
void yield_this_thread();
bool take_thread_yield();
// The calling thread's mark, for a loop that looks at it after each of many callbacks.
const bool& thread_yield();

// Serves up to `max` Ops (0: all at hand) by their callbacks; how many were served. Waits for the
// first one only.
int poll_callbacks(Queue& q, i64 timeout_ms, int max = 0);

// The next Op that is an event, or a message; Ops that are not events are called back meanwhile.
struct Event {
  Op* op = nullptr;
  rd_kafka_message_t* message = nullptr;
  explicit operator bool() const { return op || message; }
};
Event poll_event(Queue& q, i64 timeout_ms);

// The next message, or null at the time-out or when yielded.
rd_kafka_message_t* poll_message_slow(Queue& q, i64 timeout_ms);
// What the current chunk still has, before anything else is looked at: no lock, no clock.
inline rd_kafka_message_t* poll_at_hand(Queue& q) {
  if (q.has_ops() || q.forwarded()) return nullptr;
  Feed* feed = q.feed();
  rd_kafka_message_t* m = feed ? feed->take(q) : nullptr;
  if (m) q.polled();
  return m;
}
inline rd_kafka_message_t* poll_message(Queue& q, i64 timeout_ms) {
  if (rd_kafka_message_t* m = poll_at_hand(q)) return m;
  return poll_message_slow(q, timeout_ms);
}

// Fills `to` until it is full or the time-out passed; how many.
size_t poll_messages(Queue& q, i64 timeout_ms, rd_kafka_message_t** to, size_t size);

// A message that nobody else refers to goes; implemented by the consumer (its chunks own it).
using MessageSink = void (*)(rd_kafka_message_t*, void*);
// Calls `sink` for every message until the time-out, `max` messages or a yield; how many.
int poll_message_callbacks(Queue& q, i64 timeout_ms, int max, MessageSink sink, void* opaque,
                           void (*destroy)(rd_kafka_message_t*));

}  // namespace rk
