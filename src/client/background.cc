#include "client/background.h"

#include "queue/event.h"

namespace rk {

Background::Background(Env& env, rd_kafka_t* owner, const Conf& conf)
    : env_(env),
      owner_(owner),
      conf_(conf),
      poller_(env.new_poller()),
      queue_(new Queue(env, owner, "background")) {}

Background::~Background() {
  stop();
}

void Background::wake(rd_kafka_t*, void* self) {
  static_cast<Background*>(self)->poller_->wake();
}

Error Background::start() {
  if (!poller_) return Error(RD_KAFKA_RESP_ERR__CRIT_SYS_RESOURCE, kNoPoller);
  queue_->set_cb_event(&Background::wake, this);
  Error error = env_.start(*this);
  started_ = error.ok();
  return error;
}

void Background::stop() {
  if (!started_) return;
  started_ = false;
  queue_->set_cb_event(nullptr, nullptr);
  env_.stop(*this);
  queue_->purge();
}

Micros Background::step(Micros, const Poller::Ready*, int) {
  while (Event event = poll_event(*queue_.get(), 0)) {
    // The event is the application's from here on (it owes rd_kafka_event_destroy).
    conf_.callbacks.background_event_cb(owner_, event_of(event), conf_.callbacks.opaque);
  }
  return kNever;
}

}  // namespace rk
