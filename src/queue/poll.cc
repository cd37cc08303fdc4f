#include "queue/poll.h"

#include <memory>

namespace rk {
namespace {

thread_local bool t_yield = false;

// When the wait ends; the clock is read at the first need of it, since a poll that finds something
// at hand has none.
class Deadline {
 public:
  Deadline(Env& env, i64 timeout_ms) : env_(env), timeout_ms_(timeout_ms) {}
  Micros at() {
    if (!known_) at_ = deadline_after_ms(env_.now(), timeout_ms_);
    known_ = true;
    return at_;
  }

  // Sleeps until something may be there; false when the time was up before. The first call always
  // looks, without sleeping if there is no time: that look may be what brings messages.
  bool wait(Queue& q) {
    if (looked_ && (timeout_ms_ == 0 || (timeout_ms_ > 0 && env_.now() >= at()))) return false;
    looked_ = true;
    q.wait(timeout_ms_ == 0 ? 0 : at());
    return true;
  }

 private:
  Env& env_;  // the queue that the poll began with may be gone before it ends
  const i64 timeout_ms_;
  Micros at_ = 0;
  bool known_ = false;
  bool looked_ = false;
};

// However the poll ends: if it left nothing behind, the next arrival is to wake the application.
struct AfterPoll {
  const QueueRef& q;
  ~AfterPoll() { q->polled(); }
};

// Runs one Op's callback. An Op that a yield interrupted half way goes back to the front; the guard
// also returns or destroys it when the application's exception passes through.
void call_back(Queue& q, Op* op) {
  struct Guard {
    Queue& q;
    Op* op;
    ~Guard() {
      if (op->finished())
        delete op;
      else
        q.push_front(op);
    }
  } guard{q, op};
  op->call_back(q.owner());
}

}  // namespace

void yield_this_thread() {
  t_yield = true;
}

const bool& thread_yield() {
  return t_yield;
}

bool take_thread_yield() {
  const bool was = t_yield;
  t_yield = false;
  return was;
}

int poll_callbacks(Queue& start, i64 timeout_ms, int max) {
  QueueRef q(start.destination());
  const AfterPoll after{q};
  Deadline deadline(q->env(), timeout_ms);
  t_yield = false;
  int served = 0;
  for (;;) {
    while (Op* op = q->pop()) {
      call_back(*q, op);
      ++served;
      if (take_thread_yield() || (max > 0 && served >= max)) return served;
    }
    Feed* feed = q->feed();
    if (feed && feed->has_consume_callback()) {
      while (rd_kafka_message_t* m = feed->take(*q)) {
        feed->consume_callback(m);
        ++served;
        if (take_thread_yield() || q->has_ops() || (max > 0 && served >= max)) return served;
      }
    }
    if (served > 0 || q->take_yield()) return served;
    if (!deadline.wait(*q)) return served;
    q = QueueRef(start.destination());
  }
}

Event poll_event(Queue& start, i64 timeout_ms) {
  QueueRef q(start.destination());
  const AfterPoll after{q};
  Deadline deadline(q->env(), timeout_ms);
  t_yield = false;
  for (;;) {
    while (Op* op = q->pop()) {
      if (op->as_event()) return {op, nullptr};
      call_back(*q, op);
      if (take_thread_yield()) return {};
    }
    if (Feed* feed = q->feed()) {
      if (rd_kafka_message_t* m = feed->take(*q)) return {nullptr, m};
    }
    if (q->take_yield()) return {};
    if (!deadline.wait(*q)) return {};
    q = QueueRef(start.destination());
  }
}

rd_kafka_message_t* poll_message_slow(Queue& start, i64 timeout_ms) {
  rd_kafka_message_t* m = nullptr;
  poll_messages(start, timeout_ms, &m, 1);
  return m;
}

size_t poll_messages(Queue& start, i64 timeout_ms, rd_kafka_message_t** to, size_t size) {
  QueueRef q(start.destination());
  const AfterPoll after{q};
  Deadline deadline(q->env(), timeout_ms);
  t_yield = false;
  size_t got = 0;
  for (;;) {
    while (Op* op = q->pop()) {
      call_back(*q, op);
      if (take_thread_yield()) return got;
    }
    if (Feed* feed = q->feed()) got += feed->take_many(*q, to + got, size - got);
    if (got == size || q->take_yield()) return got;
    if (!deadline.wait(*q)) return got;
    q = QueueRef(start.destination());
  }
}

int poll_message_callbacks(Queue& start, i64 timeout_ms, int max, MessageSink sink, void* opaque,
                           void (*destroy)(rd_kafka_message_t*)) {
  struct Guard {
    rd_kafka_message_t* m;
    void (*destroy)(rd_kafka_message_t*);
    ~Guard() { destroy(m); }
  };
  QueueRef q(start.destination());
  const AfterPoll after{q};
  Deadline deadline(q->env(), timeout_ms);
  t_yield = false;
  int served = 0;
  for (;;) {
    while (Op* op = q->pop()) {
      call_back(*q, op);
      if (take_thread_yield()) return served;
    }
    Feed* feed = q->feed();
    rd_kafka_message_t* m = nullptr;
    while (feed && (m = feed->take(*q)) != nullptr) {
      {
        Guard guard{m, destroy};
        sink(m, opaque);
      }
      ++served;
      if (take_thread_yield() || (max > 0 && served >= max)) return served;
      if (q->has_ops()) break;
    }
    if (q->has_ops()) continue;
    if (served > 0 || q->take_yield()) return served;
    if (!deadline.wait(*q)) return served;
    q = QueueRef(start.destination());
  }
}

}  // namespace rk
