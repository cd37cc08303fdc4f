// What the application is told of errors and throttling that belong to no call of its.
#include "base/error_names.h"
#include "cluster/control.h"
#include "cluster/ops.h"

namespace rk {

bool Cluster::Impl::errors_are_listened_to() const {
  return conf_.callbacks.error_cb || (conf_.values.enabled_events & RD_KAFKA_EVENT_ERROR) != 0;
}

// As an Op for error_cb or as an event, whichever the application asked for; else as a log line.
void Cluster::Impl::report_error(ErrorCode code, const std::string& text) {
  if (!errors_are_listened_to()) return log_.log(kLogError, "ERROR", "%s", text.c_str());
  main_queue_.push(new ErrorOp(conf_, code, text));
}

void Cluster::Impl::report_throttle(i32 broker_id, i32 throttle_ms) {
  if (!conf_.callbacks.throttle_cb) return;
  const std::shared_ptr<BrokerShared> broker = shared(broker_id);
  const bool throttled = throttle_ms > 0;
  if (!broker->throttled.exchange(throttled, std::memory_order_relaxed) && !throttled) return;
  std::string name;
  {
    Lock lock(shared_mutex_);
    name = broker->name.substr(0, broker->name.find('/'));  // librdkafka leaves the id out here
  }
  main_queue_.push(new ThrottleOp(conf_, std::move(name), broker_id, throttle_ms));
}

bool Cluster::Impl::set_fatal(ErrorCode code, const std::string& text) {
  {
    Lock lock(fatal_mutex_);
    if (fatal_ != kOk) return false;
    fatal_ = code;
    fatal_text_ = text;
  }
  const std::string full = stringf("Fatal error: %s: %s", error_text(code), text.c_str());
  if (errors_are_listened_to())
    main_queue_.push(new ErrorOp(conf_, RD_KAFKA_RESP_ERR__FATAL, full, true));
  else
    log_.log(kLogError, "FATAL", "%s", full.c_str());
  return true;
}

ErrorCode Cluster::Impl::fatal(std::string* text) {
  Lock lock(fatal_mutex_);
  if (text) *text = fatal_text_;
  return fatal_;
}

}  // namespace rk
