// ClientLog: where a client's log lines go: the application's log_cb (standard error unless it set
// another, or none), or, with log.queue=true, LOG events on the queue that the application named.
// Owned by the client; write() from any thread.
#pragma once

#include <atomic>
#include <deque>
#include <string>

#include "base/env.h"
#include "base/lock.h"
#include "base/log.h"
#include "config/conf.h"
#include "queue/queue.h"

namespace rk {

using LogCallback = void (*)(const rd_kafka_t*, int level, const char* fac, const char* buf);

class ClientLog final : public LogSink {
 public:
  ClientLog(rd_kafka_t* owner, const Conf& conf);
  void write(int level, const char* facility, const std::string& text, u32 contexts) override;

  void set_callback(LogCallback cb) { callback_.store(cb, std::memory_order_release); }
  // log.queue: lines held so far go there, and all later ones while fewer than kHeldMax Ops wait in
  // it. Null: the main queue.
  void set_queue(QueueRef queue);
  // No line goes to a queue any more (the queues are about to go).
  void close();

 private:
  rd_kafka_t* const owner_;
  const bool queued_;
  const bool thread_name_;
  std::atomic<LogCallback> callback_;
  Mutex mutex_;
  bool closed_ = false;   // guarded by mutex_
  QueueRef queue_;        // guarded by mutex_; null until the application names one
  std::deque<Op*> held_;  // guarded by mutex_; oldest dropped beyond kHeldMax
  static constexpr size_t kHeldMax = 10000;
};

// The two printers of the ABI; also the default log_cb.
void log_to_stderr(const rd_kafka_t* rk, int level, const char* fac, const char* buf);
void log_to_syslog(const rd_kafka_t* rk, int level, const char* fac, const char* buf);

}  // namespace rk
