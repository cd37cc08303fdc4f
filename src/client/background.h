// Background: the background queue and the thread that serves it, calling background_event_cb with
// every event. Started with the client only when that callback is set; owned by the client.
#pragma once

#include <atomic>
#include <memory>

#include "base/env.h"
#include "config/conf.h"
#include "queue/queue.h"

namespace rk {

class Background final : public Worker {
 public:
  Background(Env& env, rd_kafka_t* owner, const Conf& conf);
  ~Background() override;
  Error start();
  void stop();
  QueueRef queue() const { return queue_; }

  Poller& poller() override { return *poller_; }
  Micros step(Micros now, const Poller::Ready* ready, int count) override;
  const char* name() const override { return "fastka-bg"; }

 private:
  static void wake(rd_kafka_t* rk, void* self);
  Env& env_;
  rd_kafka_t* const owner_;
  const Conf& conf_;
  std::unique_ptr<Poller> poller_;
  QueueRef queue_;
  bool started_ = false;
};

}  // namespace rk
