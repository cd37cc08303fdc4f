// Ops that any part of a client puts into a queue: errors, log lines, statistics, throttling. Each
// carries what it says; which callback it calls is the Conf's. Owned like every Op (queue/op.h).
#pragma once

#include <atomic>
#include <memory>
#include <string>

#include "config/conf.h"
#include "queue/op.h"

namespace rk {

class ErrorOp final : public Op {
 public:
  ErrorOp(const Conf& conf, ErrorCode code, std::string text, bool fatal = false)
      : Op(RD_KAFKA_EVENT_ERROR), conf_(conf), code_(code), text_(std::move(text)), fatal_(fatal) {}
  bool call_back(rd_kafka_t* rk) override;
  bool as_event() const override { return true; }
  rd_kafka_resp_err_t error() override { return code_; }
  const char* error_string() override { return text_.c_str(); }
  bool error_is_fatal() override { return fatal_; }

 private:
  const Conf& conf_;
  const ErrorCode code_;
  const std::string text_;
  const bool fatal_;
};

class LogOp final : public Op {
 public:
  LogOp(const Conf& conf, int level, std::string facility, std::string text, u32 contexts)
      : Op(RD_KAFKA_EVENT_LOG),
        conf_(conf),
        level_(level),
        facility_(std::move(facility)),
        text_(std::move(text)),
        contexts_(contexts) {}
  bool call_back(rd_kafka_t* rk) override;
  bool as_event() const override { return true; }
  bool log(const char** fac, const char** text, int* level) override;
  u32 debug_contexts() override { return contexts_; }

 private:
  const Conf& conf_;
  const int level_;
  const std::string facility_;
  const std::string text_;
  const u32 contexts_;
};

class StatsOp final : public Op {
 public:
  // `json` comes from malloc, because stats_cb may keep it (and free() it later) by returning 1.
  // `waiting` becomes false when the application is done with it.
  StatsOp(const Conf& conf, char* json, size_t size, std::shared_ptr<std::atomic<bool>> waiting)
      : Op(RD_KAFKA_EVENT_STATS),
        conf_(conf),
        json_(json),
        size_(size),
        waiting_(std::move(waiting)) {}
  ~StatsOp() override;
  bool call_back(rd_kafka_t* rk) override;
  bool as_event() const override { return true; }
  const char* stats() override { return json_; }

 private:
  const Conf& conf_;
  char* json_;
  const size_t size_;
  const std::shared_ptr<std::atomic<bool>> waiting_;
};

// There is no event of this kind: queues call back whoever polls them.
class ThrottleOp final : public Op {
 public:
  ThrottleOp(const Conf& conf, std::string broker, i32 broker_id, i32 throttle_ms)
      : Op(RD_KAFKA_EVENT_NONE),
        conf_(conf),
        broker_(std::move(broker)),
        broker_id_(broker_id),
        throttle_ms_(throttle_ms) {}
  bool call_back(rd_kafka_t* rk) override;
  bool as_event() const override { return false; }

 private:
  const Conf& conf_;
  const std::string broker_;
  const i32 broker_id_;
  const i32 throttle_ms_;
};

}  // namespace rk
