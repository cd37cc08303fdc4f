// Mutex and its guard. A Mutex is a leaf unless src/README.md ("Lock order") says otherwise; no
// lock is held while application code runs. Any thread.
#pragma once

#include <atomic>
#include <mutex>

#include "base/types.h"

namespace rk {
using Mutex = std::mutex;
using Lock = std::unique_lock<std::mutex>;

// For a section of a few dozen instructions that every message passes: when nobody else is there it
// is inline, where a std::mutex makes two calls of 75 instructions together. Who has to wait
// sleeps.
class ShortMutex {
 public:
  void lock() {
    u32 free = kFree;
    if (!state_.compare_exchange_strong(free, kHeld, std::memory_order_acquire,
                                        std::memory_order_relaxed)) [[unlikely]] {
      lock_slow();
    }
  }
  void unlock() {
    if (state_.exchange(kFree, std::memory_order_release) == kAwaited) [[unlikely]]
      state_.notify_one();
  }

 private:
  enum : u32 { kFree, kHeld, kAwaited };
  [[gnu::noinline]] void lock_slow() {
    while (state_.exchange(kAwaited, std::memory_order_acquire) != kFree) {
      state_.wait(kAwaited, std::memory_order_relaxed);
    }
  }
  std::atomic<u32> state_{kFree};
};
using ShortLock = std::unique_lock<ShortMutex>;
}  // namespace rk
