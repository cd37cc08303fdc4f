// Statistics: every statistics.interval.ms it collects what the parts of the client know of
// themselves and puts it, as one JSON text, into the main queue, for stats_cb or as an event.
// While the application has not taken the last one it makes no other: who never polls gathers one
// text, not one per interval, and what is measured per interval then spans the longer time.
// Owned by the Client, only if it is asked for; after start() it runs on the control thread alone
// and ends with it.
#pragma once

#include <atomic>
#include <map>
#include <memory>

#include "base/json.h"
#include "client/stats_rows.h"

struct rd_kafka_s;

namespace rk {

class Statistics {
 public:
  explicit Statistics(rd_kafka_s& client);
  // Whether the application listens and gave an interval.
  static bool wanted(const Conf& conf);
  void start();

 private:
  void schedule();
  void tick();
  void write(JsonWriter& json, Micros now);
  void write_recoveries(JsonWriter& json);
  void write_group(JsonWriter& json, const StatsRows& rows, Micros now);
  void write_identity(JsonWriter& json, Micros now);

  rd_kafka_s& client_;
  const Micros interval_;
  const Micros started_;
  Micros due_ = 0;
  const std::shared_ptr<std::atomic<bool>> waiting_;
  // Since when each topic is part of the statistics.
  std::map<const Topic*, Micros> topic_since_;
  bool coordinator_known_ = false;
  Micros coordinator_since_;
};

}  // namespace rk
