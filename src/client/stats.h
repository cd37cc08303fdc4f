// Statistics: the JSON document of statistics.interval.ms, made on the control thread and handed to
// the application as a StatsOp on the main queue. At most one waits there: an application that does
// not poll costs one document, not one an interval. Owned by the client.
#pragma once

#include <atomic>
#include <string>

#include "base/types.h"

struct rd_kafka_s;

namespace rk {

class Statistics {
 public:
  explicit Statistics(rd_kafka_s& client) : client_(client) {}
  void start();
  std::string json();

 private:
  void tick();
  rd_kafka_s& client_;
  Micros started_ = 0;
};

}  // namespace rk
