// Logger: level and context filter in front of a sink. One per client handle, outliving all that
// logs to it. log() from any thread; the sink is called on the calling thread with no lock held.
#pragma once

#include <atomic>
#include <string>

#include "base/types.h"

namespace rk {

// The `debug` contexts; a line of a context is written (at level 7) only when it is switched on.
enum class Debug : u32 {
  generic = 1u << 0,
  broker = 1u << 1,
  topic = 1u << 2,
  metadata = 1u << 3,
  feature = 1u << 4,
  queue = 1u << 5,
  msg = 1u << 6,
  protocol = 1u << 7,
  cgrp = 1u << 8,
  security = 1u << 9,
  fetch = 1u << 10,
  interceptor = 1u << 11,
  plugin = 1u << 12,
  consumer = 1u << 13,
  admin = 1u << 14,
  eos = 1u << 15,
  mock = 1u << 16,
  assignor = 1u << 17,
  conf = 1u << 18,
  telemetry = 1u << 19,
  all = (1u << 20) - 1,
};

// syslog's levels, as librdkafka's log_level counts them.
constexpr int kLogError = 3;
constexpr int kLogWarning = 4;
constexpr int kLogNotice = 5;
constexpr int kLogInfo = 6;
constexpr int kLogDebug = 7;

class LogSink {
 public:
  virtual ~LogSink() = default;
  // `facility` is a short upper-case word ("FAIL", "CONFWARN"); `contexts` the Debug bits or 0.
  virtual void write(int level, const char* facility, const std::string& text, u32 contexts) = 0;
};

class Logger {
 public:
  void set_sink(LogSink* sink) { sink_ = sink; }  // before any other thread logs
  void set_level(int level) { level_.store(level, std::memory_order_relaxed); }
  int level() const { return level_.load(std::memory_order_relaxed); }
  void set_contexts(u32 mask) { contexts_ = mask; }
  bool debug(Debug context) const { return contexts_ & static_cast<u32>(context); }

  void log(int level, const char* facility, const char* format, ...)
      __attribute__((format(printf, 4, 5)));
  // For lines of a debug context; check debug(context) first where the arguments cost something.
  void trace(Debug context, const char* facility, const char* format, ...)
      __attribute__((format(printf, 4, 5)));

 private:
  LogSink* sink_ = nullptr;
  std::atomic<int> level_{kLogInfo};
  u32 contexts_ = 0;
};

}  // namespace rk
