#include "consumer/pump.h"

#include <algorithm>

#include "base/planted.h"

namespace rk {
namespace {
constexpr int kReadyMax = 16;

bool has_something(Queue& q, Feeder& f) {
  return f.ready() || q.has_ops() || q.yielded() || q.forwarded();
}
}  // namespace

Pump::Pump(Env& env, PumpDriver& driver) : env_(env), driver_(driver), poller_(env.new_poller()) {}

void Pump::wait(Queue& q, Feeder& f, Micros deadline) {
  const u32 ticket = q.parker().prepare();
  {
    Lock lock(mutex_);
    waiters_.push_back(&q);
  }
  const bool leader = try_lead();
  if (!leader && !has_something(q, f)) q.parker().wait(ticket, deadline);
  {
    Lock lock(mutex_);
    waiters_.erase(std::find(waiters_.begin(), waiters_.end(), &q));
  }
  if (leader) {
    lead(q, f, deadline);
    leave();
  } else if (!leading_.load(std::memory_order_seq_cst)) {
    pass_on();  // it may be us whom the last leader woke, and we go to our caller instead
  }
}

void Pump::lead(Queue& q, Feeder& f, Micros deadline) {
  for (;;) {
    const Micros next = drive(env_.now());
    if (has_something(q, f)) return;
    look(std::min({next, deadline, FASTKA_PLANTED(looks_too_often) ? env_.now() + 10000 : kNever}));
    if (has_something(q, f)) return;
    if (deadline != kNever && env_.now() >= deadline) return;
  }
}

Micros Pump::drive(Micros now) {
  if (has_posted_.load(std::memory_order_acquire)) {
    std::vector<std::function<void()>> todo;
    {
      Lock lock(mutex_);
      todo.swap(posted_);
      has_posted_.store(false, std::memory_order_relaxed);
    }
    for (auto& f : todo) f();
  }
  return driver_.step(now);
}

int Pump::look(Micros until) {
  Poller::Ready ready[kReadyMax];
  const int n = poller_->wait(ready, kReadyMax, until);
  if (n > 0) {
    const Micros now = env_.now();
    for (int i = 0; i < n; ++i) driver_.on_ready(ready[i].tag, ready[i].what, now);
  }
  return n;
}

void Pump::leave() {
  leading_.store(false, std::memory_order_seq_cst);
  pass_on();
}

// Nobody leads: somebody who waits is to take over.
void Pump::pass_on() {
  {
    Lock lock(mutex_);
    if (!waiters_.empty()) return waiters_.front()->parker().notify();
  }
  if (watched_.load(std::memory_order_seq_cst)) nudge_();
}

Micros Pump::watched_step() {
  if (!watched_.load(std::memory_order_seq_cst)) return -1;
  if (!try_lead()) return -1;  // who leads nudges when leaving
  interrupted_.store(false, std::memory_order_seq_cst);
  drive(env_.now());
  look(0);
  const Micros next = drive(env_.now());
  leading_.store(false, std::memory_order_seq_cst);
  {
    Lock lock(mutex_);
    if (!waiters_.empty()) waiters_.front()->parker().notify();
  }
  if (!watched_.load(std::memory_order_seq_cst)) return -1;
  // A wake of our poller shows nowhere once we have looked.
  return interrupted_.load(std::memory_order_seq_cst) ? env_.now() : next;
}

Micros Pump::step_once() {
  if (!try_lead()) return kNever;
  drive(env_.now());
  look(0);
  const Micros next = drive(env_.now());
  leave();
  return next;
}

void Pump::interrupt() {
  interrupted_.store(true, std::memory_order_seq_cst);
  if (leading_.load(std::memory_order_seq_cst)) {
    poller_->wake();
  } else if (!FASTKA_PLANTED(wakes_nobody) && watched_.load(std::memory_order_seq_cst)) {
    nudge_();
  }
}

void Pump::post(std::function<void()> f) {
  {
    Lock lock(mutex_);
    posted_.push_back(std::move(f));
    has_posted_.store(true, std::memory_order_seq_cst);
  }
  interrupt();
}

}  // namespace rk
