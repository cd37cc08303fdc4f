// Op: one thing that waits in a queue for the application: a batch of delivery reports, an error, a
// log line, statistics, a commit's or an admin call's result. It is the ABI's rd_kafka_event_t
// (struct rd_kafka_op_s). Consumed messages are not Ops: they are handed out where they lie
// (queue/queue.h, Feed).
//
// Owned by the queue it is in, then by whoever popped it: poll destroys it after call_back(),
// rd_kafka_queue_poll() hands it to the application until rd_kafka_event_destroy(). Accessors
// are what the rd_kafka_event_*() functions answer; the defaults are the documented answer for
// an event of another type.
#pragma once

#include "base/types.h"

struct rd_kafka_op_s {
  explicit rd_kafka_op_s(rd_kafka_event_type_t type) : event_type(type) {}
  virtual ~rd_kafka_op_s() = default;
  rd_kafka_op_s(const rd_kafka_op_s&) = delete;
  rd_kafka_op_s& operator=(const rd_kafka_op_s&) = delete;

  const rd_kafka_event_type_t event_type;  // RD_KAFKA_EVENT_*
  rd_kafka_op_s* next = nullptr;           // the queue's link

  // Runs the application's callback for this on the polling thread, no lock held; false when it
  // registered none (the Op is then dropped by poll). The application's exception may pass through.
  virtual bool call_back(rd_kafka_t* rk) = 0;
  // False after a call_back() that rd_kafka_yield() interrupted: it goes back to the queue's front.
  virtual bool finished() const { return true; }
  // Whether rd_kafka_queue_poll() hands it out as an event rather than calling back.
  virtual bool as_event() const = 0;

  virtual size_t message_count() { return 0; }
  virtual const rd_kafka_message_t* message_next() { return nullptr; }
  virtual size_t message_array(const rd_kafka_message_t** /*to*/, size_t /*size*/) { return 0; }
  virtual rd_kafka_resp_err_t error() { return RD_KAFKA_RESP_ERR_NO_ERROR; }
  virtual const char* error_string() { return nullptr; }
  virtual bool error_is_fatal() { return false; }
  virtual void* opaque() { return nullptr; }
  virtual bool log(const char** /*fac*/, const char** /*text*/, int* /*level*/) { return false; }
  virtual rk::u32 debug_contexts() { return 0; }
  virtual const char* stats() { return nullptr; }
  virtual rd_kafka_topic_partition_list_t* topic_partition_list() { return nullptr; }
  virtual rd_kafka_topic_partition_t* topic_partition() { return nullptr; }
};

namespace rk {
using Op = ::rd_kafka_op_s;
}
