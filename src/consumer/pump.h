// Pump: who does a consumer's network I/O. Of all threads that wait for messages one is the leader:
// it runs the fetcher and sleeps in the poller; the others sleep on their queue's parker. When the
// leader has what it came for, it wakes one of them, which leads on. Nobody leads when nobody
// polls, except the control thread while a queue has an io/cb event (Cluster::watch).
//
// Any thread. The driver's calls come from the leader only. Application code never runs while
// leading, except a queue's cb_event.
//
// Why no wake-up is lost: a follower enters itself in waiters_ before it tries to lead; a leader
// clears leading_ before it looks at waiters_. So either the follower gets the lead or the leader
// sees it. A follower that was woken but has something to return passes the wake-up on. Pushers
// look at leading_ after they made their Op visible; a leader looks for Ops after it set leading_.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <vector>

#include "base/env.h"
#include "base/lock.h"
#include "consumer/feeder.h"
#include "queue/queue.h"

namespace rk {

class PumpDriver {
 public:
  virtual ~PumpDriver() = default;
  // Sends what can be sent, looks at time-outs; when it next needs to be called.
  virtual Micros step(Micros now) = 0;
  // A tag of the poller is ready.
  virtual void on_ready(void* tag, u8 what, Micros now) = 0;
};

class Pump {
 public:
  Pump(Env& env, PumpDriver& driver);

  Poller& poller() { return *poller_; }
  bool valid() const { return poller_ != nullptr; }
  // Waits until `q` has a message or an Op, was yielded, or the deadline.
  void wait(Queue& q, Feeder& f, Micros deadline);
  // One step without sleeping, if nobody leads; the control thread's way to lead. When the driver
  // next needs one.
  Micros step_once();
  // Makes the leader look around.
  void interrupt();
  // Runs f on the next leader's thread.
  void post(std::function<void()> f);
  // The control thread leads when nobody else does. `nudge` makes it call watched_step() soon.
  void set_nudge(std::function<void()> nudge) { nudge_ = std::move(nudge); }
  void set_watched(bool on) { watched_.store(on, std::memory_order_seq_cst); }
  // One step of the control thread; negative: no need of it now, the next nudge will come.
  Micros watched_step();

 private:
  bool try_lead() { return !leading_.exchange(true, std::memory_order_seq_cst); }
  void lead(Queue& q, Feeder& f, Micros deadline);
  void leave();
  void pass_on();
  Micros drive(Micros now);
  int look(Micros until);

  Env& env_;
  PumpDriver& driver_;
  const std::unique_ptr<Poller> poller_;
  std::atomic<bool> leading_{false};
  std::atomic<bool> watched_{false};
  std::atomic<bool> interrupted_{false};  // since the control thread's turn began
  std::atomic<bool> has_posted_{false};
  std::function<void()> nudge_;
  Mutex mutex_;
  // guarded by mutex_
  std::vector<Queue*> waiters_;
  std::vector<std::function<void()>> posted_;
};

}  // namespace rk
