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
        together_(messages_max_ <= kMessagesTogether && bytes_max_ <= kBytesTogether),
        parker_(env.new_parker()) {}

  // One more message; false when that would exceed a limit. Counts first and looks afterwards, so
  // the limit is never exceeded however many threads come at once.
  bool take(u64 bytes) {
    u64 messages, total;
    if (together_) [[likely]] {
      const u64 more = kOneMessage | bytes;
      const u64 now = both_.fetch_add(more, std::memory_order_relaxed) + more;
      messages = now >> kByteBits;
      total = now & kByteMask;
    } else {
      messages = messages_.fetch_add(1, std::memory_order_relaxed) + 1;
      total = both_.fetch_add(bytes, std::memory_order_relaxed) + bytes;
    }
    if (messages <= messages_max_ + FASTKA_PLANTED(one_too_many) && total <= bytes_max_) [[likely]]
      return true;
    give(1, bytes);
    return false;
  }
  void give(u64 messages, u64 bytes) {
    if (together_) [[likely]] {
      both_.fetch_sub(messages << kByteBits | bytes, std::memory_order_seq_cst);
    } else {
      both_.fetch_sub(bytes, std::memory_order_seq_cst);
      messages_.fetch_sub(messages, std::memory_order_seq_cst);
    }
    if (waiters_.load(std::memory_order_seq_cst) > 0) [[unlikely]]
      parker_->notify();
  }

  // Whether one more fits, at present; and into an empty queue. Whoever waits asks this first: a
  // take() that fails wakes the waiters.
  bool has_room(u64 bytes_more) const {
    return messages() < messages_max_ && bytes() + bytes_more <= bytes_max_;
  }
  bool fits(u64 bytes) const { return bytes <= bytes_max_; }

  // In one order with give(): who is told 0 sees what the callbacks did, and who waits is not
  // missed.
  u64 messages() const {
    return together_ ? both_.load(std::memory_order_seq_cst) >> kByteBits
                     : messages_.load(std::memory_order_seq_cst);
  }
  u64 bytes() const {
    const u64 both = both_.load(std::memory_order_seq_cst);
    return together_ ? both & kByteMask : both;
  }

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
  // One addition for both counts, where they fit one word: half the price of the account, which a
  // message pays twice. What threads count too much before they look (a message is below 2^30
  // bytes) stays within the bits that the limits leave.
  static constexpr int kByteBits = 41;
  static constexpr u64 kByteMask = (u64{1} << kByteBits) - 1;
  static constexpr u64 kOneMessage = u64{1} << kByteBits;
  static constexpr u64 kBytesTogether = u64{1} << (kByteBits - 1);
  static constexpr u64 kMessagesTogether = u64{1} << (63 - kByteBits);

  const u64 messages_max_;
  const u64 bytes_max_;
  const bool together_;
  alignas(64) std::atomic<u64> both_{0};  // bytes below messages, or the bytes alone
  std::atomic<u64> messages_{0};          // apart, when they do not fit
  std::atomic<u32> waiters_{0};
  std::unique_ptr<Parker> parker_;
};

}  // namespace rk
