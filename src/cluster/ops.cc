// The application's exception may pass through each call_back: none holds anything of its own while
// it calls.
#include "cluster/ops.h"

#include <cstdlib>

namespace rk {

bool ErrorOp::call_back(rd_kafka_t* rk) {
  if (!conf_.callbacks.error_cb) return false;
  conf_.callbacks.error_cb(rk, code_, text_.c_str(), conf_.callbacks.opaque);
  return true;
}

bool LogOp::call_back(rd_kafka_t* rk) {
  if (!conf_.callbacks.log_cb) return false;
  conf_.callbacks.log_cb(rk, level_, facility_.c_str(), text_.c_str());
  return true;
}

bool LogOp::log(const char** fac, const char** text, int* level) {
  if (fac) *fac = facility_.c_str();
  if (text) *text = text_.c_str();
  if (level) *level = level_;
  return true;
}

StatsOp::~StatsOp() {
  std::free(json_);
  waiting_->store(false);
}

bool StatsOp::call_back(rd_kafka_t* rk) {
  if (!conf_.callbacks.stats_cb) return false;
  if (conf_.callbacks.stats_cb(rk, json_, size_, conf_.callbacks.opaque) == 1) json_ = nullptr;
  return true;
}

bool ThrottleOp::call_back(rd_kafka_t* rk) {
  if (!conf_.callbacks.throttle_cb) return false;
  conf_.callbacks.throttle_cb(rk, broker_.c_str(), broker_id_, throttle_ms_,
                              conf_.callbacks.opaque);
  return true;
}

}  // namespace rk
