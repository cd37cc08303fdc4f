// Account: how many messages and payload bytes wait for their report to be served, against
// queue.buffering.max.*. Shared by the producer and by every Batch, because a batch of reports may
// outlive the producer in a queue or as an event. Any thread.
#pragma once

#include <atomic>
#include <memory>

#include "base/env.h"
#include "base/planted.h"

namespace rk {

class Account {
 public:
  // messages_max 0: no limit.
  Account(Env& env, u64 messages_max, u64 bytes_max)
      : messages_max_(messages_max ? messages_max : std::numeric_limits<u64>::max()),
        bytes_max_(bytes_max),
        parker_(env.new_parker()) {}

  // One more message; false when that would exceed a limit. Counts first and looks afterwards, so
  // the limit is never exceeded however many threads come at once.
  bool take(u64 bytes) {
    const u64 messages = messages_.fetch_add(1, std::memory_order_relaxed) + 1;
    const u64 total = bytes_.fetch_add(bytes, std::memory_order_relaxed) + bytes;
    if (messages <= messages_max_ + FASTKA_PLANTED(one_too_many) && total <= bytes_max_) [[likely]]
      return true;
    give(1, bytes);
    return false;
  }
  void give(u64 messages, u64 bytes) {
    bytes_.fetch_sub(bytes, std::memory_order_relaxed);
    messages_.fetch_sub(messages, std::memory_order_seq_cst);
    if (waiters_.load(std::memory_order_seq_cst) > 0) [[unlikely]]
      parker_->notify();
  }

  // Whether one more fits, at present; and into an empty queue. Whoever waits asks this first: a
  // take() that fails wakes the waiters.
  bool has_room(u64 bytes_more) const {
    return messages() < messages_max_ && bytes() + bytes_more <= bytes_max_;
  }
  bool fits(u64 bytes) const { return bytes <= bytes_max_; }

  u64 messages() const { return messages_.load(std::memory_order_relaxed); }
  u64 bytes() const { return bytes_.load(std::memory_order_relaxed); }

  // Sleeps until done() holds, looked at whenever something was given back, or the deadline.
  template <typename F>
  bool wait(Micros deadline, F&& done) {
    waiters_.fetch_add(1, std::memory_order_seq_cst);
    bool is_done = false;
    for (;;) {
      const u32 ticket = parker_->prepare();
      is_done = done();
      if (is_done || !parker_->wait(ticket, deadline)) break;
    }
    waiters_.fetch_sub(1, std::memory_order_seq_cst);
    return is_done || done();
  }
  void wake_all() { parker_->notify(); }

 private:
  const u64 messages_max_;
  const u64 bytes_max_;
  alignas(64) std::atomic<u64> messages_{0};
  std::atomic<u64> bytes_{0};
  std::atomic<u32> waiters_{0};
  std::unique_ptr<Parker> parker_;
};

}  // namespace rk
