// Waiting: epoll for sockets, an eventfd for wake(), a futex for the event count.
#include <linux/futex.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <climits>
#include <ctime>
#include <vector>

#include "base/check.h"
#include "base/env_linux.h"

namespace rk {
namespace {

Micros monotonic_now() {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return Micros{t.tv_sec} * kMicrosPerSecond + t.tv_nsec / 1000;
}

// epoll counts in milliseconds: rounded up, so that a wait never ends before its deadline and
// makes its owner turn in circles for the rest of the millisecond.
int timeout_ms_until(Micros deadline) {
  if (deadline == kNever) return -1;
  const Micros left = deadline - monotonic_now();
  if (left <= 0) return 0;
  const Micros ms = (left + kMicrosPerMs - 1) / kMicrosPerMs;
  return ms > INT_MAX ? INT_MAX : static_cast<int>(ms);
}

u32 epoll_events(u8 interest) {
  u32 events = 0;
  if (interest & kReadable) events |= EPOLLIN | EPOLLRDHUP;
  if (interest & kWritable) events |= EPOLLOUT;
  return events;
}

u8 what_of(u32 events) {
  u8 what = 0;
  if (events & (EPOLLIN | EPOLLRDHUP)) what |= kReadable;
  if (events & EPOLLOUT) what |= kWritable;
  if (events & (EPOLLERR | EPOLLHUP)) what |= kBroken;
  return what;
}

class LinuxPoller final : public Poller {
 public:
  LinuxPoller()
      : epoll_(epoll_create1(EPOLL_CLOEXEC)), event_(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {
    if (epoll_ < 0 || event_ < 0) return;
    epoll_event e{};
    e.events = EPOLLIN;
    e.data.ptr = this;
    wakes_ = epoll_ctl(epoll_, EPOLL_CTL_ADD, event_, &e) == 0;
  }
  ~LinuxPoller() override {
    if (epoll_ >= 0) ::close(epoll_);
    if (event_ >= 0) ::close(event_);
  }
  // Has its descriptors and can be woken.
  bool valid() const { return wakes_; }

  void add(Socket s, u8 interest, void* tag) override {
    control({EPOLL_CTL_ADD, s, interest, tag});
  }
  void modify(Socket s, u8 interest, void* tag) override {
    const auto it = refused_of(s);
    if (it == refused_.end()) return control({EPOLL_CTL_MOD, s, interest, tag});
    it->interest = interest;
    it->tag = tag;
  }
  void remove(Socket s) override {
    const auto it = refused_of(s);
    const bool known = it == refused_.end() || it->operation == EPOLL_CTL_MOD;
    if (it != refused_.end()) refused_.erase(it);
    if (known) control({EPOLL_CTL_DEL, s, 0, nullptr});
  }

  // A wake while nobody waits only leaves a mark that the next wait picks up: no system call.
  // The eventfd is written only when the mark took the place of kWaiting, that is, when the waiter
  // is in (or about to enter) epoll_wait. If it comes back at that moment for another reason, the
  // written eventfd costs one empty turn of its next wait.
  int wait(Ready* out, int max, Micros deadline) override {
    u32 expected = kRunning;
    if (!state_.compare_exchange_strong(expected, kWaiting, std::memory_order_acq_rel)) {
      state_.store(kRunning, std::memory_order_release);
      deadline = 0;
    }
    if (!refused_.empty()) [[unlikely]]
      deadline = std::min(deadline, try_again());
    constexpr int kMost = 64;
    epoll_event events[kMost];
    const int n = epoll_wait(epoll_, events, max < kMost ? max : kMost,
                             deadline == 0 ? 0 : timeout_ms_until(deadline));
    state_.exchange(kRunning, std::memory_order_acq_rel);
    int count = 0;
    for (int i = 0; i < n; ++i) {
      if (events[i].data.ptr == this) {
        u64 ignored;
        while (::read(event_, &ignored, sizeof ignored) < 0 && errno == EINTR) {
        }
        continue;
      }
      out[count++] = {events[i].data.ptr, what_of(events[i].events)};
    }
    return count;
  }

  Socket descriptor() override { return epoll_; }

  void wake() override {
    if (state_.exchange(kWoken, std::memory_order_acq_rel) != kWaiting) return;
    const u64 one = 1;
    while (::write(event_, &one, sizeof one) < 0 && errno == EINTR) {
    }
  }

 private:
  struct Control {
    int operation;
    Socket socket;
    u8 interest;
    void* tag;
  };
  using Refused = std::vector<Control>;

  bool try_control(const Control& c) {
    epoll_event e{};
    e.events = epoll_events(c.interest);
    e.data.ptr = c.tag;
    return epoll_ctl(epoll_, c.operation, c.socket, &e) == 0;
  }
  // The kernel may be short of memory or of watches. Nobody would hear of that socket ever, so it
  // is tried again until it works.
  void control(const Control& c) {
    if (!try_control(c) && c.operation != EPOLL_CTL_DEL) refused_.push_back(c);
  }
  Refused::iterator refused_of(Socket s) {
    return std::find_if(refused_.begin(), refused_.end(),
                        [s](const Control& c) { return c.socket == s; });
  }
  // Until when to wait before the next try.
  Micros try_again() {
    std::erase_if(refused_, [this](const Control& c) { return try_control(c); });
    return refused_.empty() ? kNever : monotonic_now() + kTryAgain;
  }

  static constexpr Micros kTryAgain = 100 * kMicrosPerMs;

  static constexpr u32 kRunning = 0, kWaiting = 1, kWoken = 2;
  const int epoll_;
  const int event_;
  bool wakes_ = false;
  std::atomic<u32> state_{kRunning};
  Refused refused_;  // by the kernel; of the thread that waits
};

// An event count. The order that makes it safe: notify() bumps the count, then looks for sleepers;
// a sleeper announces itself, then lets the kernel compare the count. Whichever comes second sees
// the other's step, so either the sleeper is woken or it does not go to sleep.
class LinuxParker final : public Parker {
 public:
  u32 prepare() override { return count_.load(std::memory_order_acquire); }

  bool wait(u32 ticket, Micros deadline) override {
    timespec until{};
    if (deadline != kNever) {
      until.tv_sec = deadline / kMicrosPerSecond;
      until.tv_nsec = deadline % kMicrosPerSecond * 1000;
    }
    sleepers_.fetch_add(1, std::memory_order_seq_cst);
    bool in_time = true;
    while (count_.load(std::memory_order_seq_cst) == ticket) {
      const long r = syscall(SYS_futex, reinterpret_cast<u32*>(&count_),
                             FUTEX_WAIT_BITSET | FUTEX_PRIVATE_FLAG, ticket,
                             deadline == kNever ? nullptr : &until, nullptr, ~0u);
      if (r < 0 && errno == ETIMEDOUT) {
        in_time = false;
        break;
      }
    }
    sleepers_.fetch_sub(1, std::memory_order_relaxed);
    return in_time;
  }

  void notify() override {
    count_.fetch_add(1, std::memory_order_seq_cst);
    if (sleepers_.load(std::memory_order_seq_cst) == 0) return;
    syscall(SYS_futex, reinterpret_cast<u32*>(&count_), FUTEX_WAKE | FUTEX_PRIVATE_FLAG, INT_MAX,
            nullptr, nullptr, 0);
  }

 private:
  static_assert(sizeof(std::atomic<u32>) == sizeof(u32));
  std::atomic<u32> count_{0};
  std::atomic<u32> sleepers_{0};
};

}  // namespace

std::unique_ptr<Poller> linux_new_poller() {
  auto p = std::make_unique<LinuxPoller>();
  if (!p->valid()) return nullptr;  // out of file descriptors: the caller's error to report
  return p;
}

std::unique_ptr<Parker> linux_new_parker() {
  return std::make_unique<LinuxParker>();
}

}  // namespace rk
