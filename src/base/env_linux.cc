// LinuxEnv: the real world. There is one per process, made on first use and never destroyed: no
// destructor of ours may run while a thread of ours, or an application's exit handler, still uses
// it.
#include <pthread.h>
#include <sys/random.h>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>
#include <map>

#include "base/check.h"
#include "base/env_linux.h"
#include "base/lock.h"

namespace rk {
namespace {

// How many fork()s lie between the process that loaded us and this one. A counter rather than a
// page that the kernel wipes, since a child may fork again and must tell its own from its parent's.
std::atomic<u32> fork_count{0};

struct ThreadStart {
  char name[16];
  void (*body)(void*);
  void* argument;
};

void* thread_main(void* p) {
  const ThreadStart start = *static_cast<ThreadStart*>(p);
  delete static_cast<ThreadStart*>(p);
  pthread_setname_np(pthread_self(), start.name);
  start.body(start.argument);
  linux_thread_count().fetch_sub(1, std::memory_order_relaxed);
  return nullptr;
}

struct Runner {
  Env* env;
  Worker* worker;
  unsigned long thread = 0;
  u32 fork_generation = 0;
  std::atomic<bool> stop{false};
};

void run_worker(void* p) {
  Runner& r = *static_cast<Runner*>(p);
  Poller::Ready ready[64];
  int count = 0;
  while (!r.stop.load(std::memory_order_acquire)) {
    const Micros deadline = r.worker->step(r.env->now(), ready, count);
    if (r.stop.load(std::memory_order_acquire)) break;
    count = r.worker->poller().wait(ready, 64, deadline);
  }
}

struct Xoshiro {
  u64 s[4];
  u32 fork_generation;
  bool seeded;
};
thread_local Xoshiro generator;

void seed(Xoshiro& g, u32 generation) {
  if (getrandom(g.s, sizeof g.s, 0) != sizeof g.s) {
    // Early boot or a filtered system call: jitter is what this is used for, time will do.
    timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    g.s[0] = static_cast<u64>(t.tv_nsec) * 0x9e3779b97f4a7c15u + static_cast<u64>(t.tv_sec);
    g.s[1] = reinterpret_cast<std::uintptr_t>(&g) | 1;
    g.s[2] = g.s[0] ^ 0xbf58476d1ce4e5b9u;
    g.s[3] = g.s[1] * 0x94d049bb133111ebu;
  }
  g.fork_generation = generation;
  g.seeded = true;
}

u64 rotate_left(u64 x, int k) {
  return (x << k) | (x >> (64 - k));
}

// xoshiro256** (Blackman and Vigna, public domain).
u64 next_random(Xoshiro& g) {
  const u64 result = rotate_left(g.s[1] * 5, 7) * 9;
  const u64 t = g.s[1] << 17;
  g.s[2] ^= g.s[0];
  g.s[3] ^= g.s[1];
  g.s[1] ^= g.s[2];
  g.s[0] ^= g.s[3];
  g.s[2] ^= t;
  g.s[3] = rotate_left(g.s[3], 45);
  return result;
}

class LinuxEnv final : public Env {
 public:
  LinuxEnv() : fork_generation_(fork_count.load()) {}

  Micros now() override {
    timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return Micros{t.tv_sec} * kMicrosPerSecond + t.tv_nsec / 1000;
  }
  WallMs wall_ms() override {
    timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return WallMs{t.tv_sec} * 1000 + t.tv_nsec / 1000000;
  }
  u64 random() override {
    Xoshiro& g = generator;
    const u32 generation = fork_count.load(std::memory_order_relaxed);
    if (!g.seeded || g.fork_generation != generation) seed(g, generation);
    return next_random(g);
  }
  Net& net() override { return linux_net(); }
  std::unique_ptr<Poller> new_poller() override { return linux_new_poller(); }
  std::unique_ptr<Parker> new_parker() override { return linux_new_parker(); }

  Error start(Worker& worker) override {
    auto runner = std::make_unique<Runner>();
    runner->env = this;
    runner->worker = &worker;
    runner->fork_generation = fork_generation();
    Lock lock(mutex_);
    const int r = linux_start_thread(worker.name(), run_worker, runner.get(), &runner->thread);
    if (r != 0) {
      char text[128];
      return errorf(RD_KAFKA_RESP_ERR__CRIT_SYS_RESOURCE, "Failed to create a thread: %s",
                    strerror_r(r, text, sizeof text));
    }
    runners_.emplace(&worker, std::move(runner));
    return {};
  }

  void stop(Worker& worker) override {
    std::unique_ptr<Runner> runner;
    {
      Lock lock(mutex_);
      auto it = runners_.find(&worker);
      if (it == runners_.end()) return;
      runner = std::move(it->second);
      runners_.erase(it);
    }
    // In a child process the thread does not exist, and what it was in the middle of stays so.
    if (runner->fork_generation != fork_generation()) return;
    runner->stop.store(true, std::memory_order_release);
    worker.poller().wake();
    pthread_join(runner->thread, nullptr);
  }

  int thread_count() override { return linux_thread_count().load(std::memory_order_relaxed); }
  void resolve(std::string host, u16 port, Family family, ResolveDone done) override {
    linux_resolve(std::move(host), port, family, std::move(done));
  }
  bool forked() override { return fork_generation() != fork_generation_; }
  u32 fork_generation() override { return fork_count.load(std::memory_order_relaxed); }

  void before_fork() { mutex_.lock(); }
  void after_fork_in_parent() { mutex_.unlock(); }
  void after_fork_in_child() {
    fork_count.fetch_add(1, std::memory_order_relaxed);
    linux_thread_count().store(0, std::memory_order_relaxed);
    mutex_.unlock();
  }

 private:
  const u32 fork_generation_;
  Mutex mutex_;
  std::map<Worker*, std::unique_ptr<Runner>> runners_;  // guarded by mutex_
};

LinuxEnv& the_env() {
  static LinuxEnv* env = [] {
    auto* made = new LinuxEnv;
    pthread_atfork([] { the_env().before_fork(); }, [] { the_env().after_fork_in_parent(); },
                   [] { the_env().after_fork_in_child(); });
    return made;
  }();
  return *env;
}

}  // namespace

std::atomic<int>& linux_thread_count() {
  static std::atomic<int> count{0};
  return count;
}

int linux_start_thread(const char* name, void (*body)(void*), void* argument,
                       unsigned long* handle) {
  auto* start = new ThreadStart{{}, body, argument};
  std::strncpy(start->name, name, sizeof start->name - 1);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  if (!handle) pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  // The application's signals are for its own threads: a new thread inherits the mask.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  linux_thread_count().fetch_add(1, std::memory_order_relaxed);
  pthread_t thread;
  const int r = pthread_create(&thread, &attributes, thread_main, start);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  pthread_attr_destroy(&attributes);
  if (r != 0) {
    linux_thread_count().fetch_sub(1, std::memory_order_relaxed);
    delete start;
    return r;
  }
  if (handle) *handle = thread;
  return 0;
}

Env& linux_env() {
  return the_env();
}

}  // namespace rk
