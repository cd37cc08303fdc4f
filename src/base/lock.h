// Mutex and its guard. A Mutex is a leaf unless src/README.md ("Lock order") says otherwise; no
// lock is held while application code runs: where it may, check_no_lock_is_held() looks, in builds
// with FASTKA_ASSERTS. Any thread.
#pragma once

#include <atomic>
#include <mutex>

#include "base/check.h"
#include "base/types.h"

namespace rk {
#if FASTKA_ASSERTS
inline thread_local int locks_held = 0;  // by this thread
inline void count_lock(int more) {
  locks_held += more;
}
inline void check_no_lock_is_held() {
  DCHECK(locks_held == 0);
}

class Mutex {
 public:
  void lock() {
    mutex_.lock();
    count_lock(1);
  }
  void unlock() {
    count_lock(-1);
    mutex_.unlock();
  }
  bool try_lock() {
    const bool got = mutex_.try_lock();
    if (got) count_lock(1);
    return got;
  }

 private:
  std::mutex mutex_;
};
#else
inline void count_lock(int) {}
inline void check_no_lock_is_held() {}
using Mutex = std::mutex;
#endif
using Lock = std::unique_lock<Mutex>;

// Held over whole calls, the application's code included: only what has to wait for the end of such
// a call takes one, as stopping does.
using CallMutex = std::mutex;
using CallLock = std::unique_lock<CallMutex>;

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
    count_lock(1);
  }
  void unlock() {
    count_lock(-1);
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
