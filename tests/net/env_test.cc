// Goal: the real Env keeps its contract: no lost wake-ups, no wait that ends early, threads with
// all signals blocked, forks told apart, no descriptor left. Method: real threads and sockets; what
// is waited for is always an event with a long deadline, never a guess at how long something takes.
#include <dirent.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstring>
#include <thread>

#include "base/env.h"
#include "support/unit.h"

using namespace rk;

namespace {

int open_descriptors() {
  int n = 0;
  DIR* d = opendir("/proc/self/fd");
  while (readdir(d)) ++n;
  closedir(d);
  return n;
}

void a_wake_before_the_wait_is_kept(void**) {
  auto poller = linux_env().new_poller();
  poller->wake();
  poller->wake();
  Poller::Ready ready[4];
  assert_int_equal(poller->wait(ready, 4, kNever), 0);
  // and only one wait was owed
  const Micros until = linux_env().now() + 20 * kMicrosPerMs;
  assert_int_equal(poller->wait(ready, 4, until), 0);
  assert_true(linux_env().now() >= until);
}

void wakes_from_other_threads_are_never_lost(void**) {
  auto poller = linux_env().new_poller();
  constexpr int kRounds = 20000;
  std::atomic<int> posted{0};
  std::thread other([&] {
    for (int i = 1; i <= kRounds; ++i) {
      posted.store(i);
      poller->wake();
    }
  });
  Poller::Ready ready[4];
  int seen = 0;
  while (seen < kRounds) {  // hangs, and so fails, when a wake is lost
    poller->wait(ready, 4, kNever);
    seen = posted.load();
  }
  other.join();
}

void notifications_of_a_parker_are_never_lost(void**) {
  auto parker = linux_env().new_parker();
  constexpr int kRounds = 20000;
  std::atomic<int> value{0}, taken{0};
  std::thread other([&] {
    for (int i = 1; i <= kRounds; ++i) {
      value.store(i);
      parker->notify();
      while (i % 4 == 0 && taken.load() < i) std::this_thread::yield();
    }
  });
  int seen = 0;
  while (seen < kRounds) {
    const u32 ticket = parker->prepare();
    const int now = value.load();
    if (now == seen) {
      assert_true(parker->wait(ticket, kNever));
      continue;
    }
    seen = now;
    taken.store(now);
  }
  other.join();
}

void a_parker_waits_until_its_deadline(void**) {
  auto parker = linux_env().new_parker();
  const Micros until = linux_env().now() + 20 * kMicrosPerMs;
  assert_false(parker->wait(parker->prepare(), until));
  assert_true(linux_env().now() >= until);
  assert_false(parker->wait(parker->prepare(), 0));
  const u32 old = parker->prepare();
  parker->notify();
  assert_true(parker->wait(old, kNever));
}

class Counting final : public Worker {
 public:
  Poller& poller() override { return *poller_; }
  Micros step(Micros, const Poller::Ready*, int) override {
    pthread_getname_np(pthread_self(), thread_name, sizeof thread_name);
    pthread_sigmask(SIG_SETMASK, nullptr, &mask);
    steps.fetch_add(1);
    parker->notify();
    return kNever;
  }
  const char* name() const override { return "fastka-test"; }
  std::unique_ptr<Poller> poller_ = linux_env().new_poller();
  std::unique_ptr<Parker> parker = linux_env().new_parker();
  std::atomic<int> steps{0};
  char thread_name[16] = {};
  sigset_t mask;
};

void a_worker_runs_named_with_signals_blocked_until_stopped(void**) {
  const int before = linux_env().thread_count();
  const int descriptors = open_descriptors();
  {
    Counting w;
    assert_true(linux_env().start(w).ok());
    assert_int_equal(linux_env().thread_count(), before + 1);
    for (u32 t = w.parker->prepare(); w.steps.load() < 1; t = w.parker->prepare())
      if (w.steps.load() < 1) w.parker->wait(t, kNever);
    const int steps = w.steps.load();
    w.poller().wake();
    for (u32 t = w.parker->prepare(); w.steps.load() <= steps; t = w.parker->prepare())
      if (w.steps.load() <= steps) w.parker->wait(t, kNever);
    linux_env().stop(w);
    assert_string_equal(w.thread_name, "fastka-test");
    for (int s : {SIGINT, SIGTERM, SIGPIPE, SIGUSR1, SIGALRM, SIGCHLD})
      assert_int_equal(sigismember(&w.mask, s), 1);
    const int last = w.steps.load();
    w.poller().wake();
    assert_int_equal(w.steps.load(), last);
  }
  assert_int_equal(linux_env().thread_count(), before);
  assert_int_equal(open_descriptors(), descriptors);
}

void a_child_process_knows_that_it_is_one(void**) {
  assert_false(linux_env().forked());
  const u32 generation = linux_env().fork_generation();
  Counting w;
  assert_true(linux_env().start(w).ok());
  const pid_t child = fork();
  if (child == 0) {
    const bool ok = linux_env().forked() && linux_env().fork_generation() == generation + 1 &&
                    linux_env().thread_count() == 0;
    linux_env().stop(w);  // its thread does not exist here: must not wait for it
    _exit(ok ? 0 : 1);
  }
  int status = -1;
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  assert_false(linux_env().forked());
  linux_env().stop(w);
}

void random_numbers_differ_after_a_fork(void**) {
  linux_env().random();
  int pipe_ends[2];
  assert_int_equal(pipe(pipe_ends), 0);
  const pid_t child = fork();
  if (child == 0) {
    const u64 r = linux_env().random();
    _exit(write(pipe_ends[1], &r, sizeof r) == sizeof r ? 0 : 1);
  }
  const u64 mine = linux_env().random();
  u64 theirs = 0;
  assert_int_equal(read(pipe_ends[0], &theirs, sizeof theirs), sizeof theirs);
  waitpid(child, nullptr, 0);
  close(pipe_ends[0]);
  close(pipe_ends[1]);
  assert_true(mine != theirs);
}

void literal_addresses_are_answered_at_once(void**) {
  const auto look = [](const char* host, Family f) {
    std::string text = "not answered";
    linux_env().resolve(host, 9092, f,
                        [&](Result<std::vector<Address>> r) { text = r ? (*r)[0].text : "error"; });
    return text;
  };
  assert_string_equal(look("127.0.0.1", Family::any).c_str(), "127.0.0.1:9092");
  assert_string_equal(look("::1", Family::any).c_str(), "[::1]:9092");
  assert_string_equal(look("[::1]", Family::v6).c_str(), "[::1]:9092");
  assert_string_equal(look("127.0.0.1", Family::v6).c_str(), "error");
  assert_string_equal(look("::1", Family::v4).c_str(), "error");
  assert_int_equal(linux_env().thread_count(), 0);
}

void sending_to_a_closed_peer_raises_no_signal(void**) {
  Net& net = linux_env().net();
  Address any;
  linux_env().resolve("127.0.0.1", 0, Family::any,
                      [&](Result<std::vector<Address>> r) { any = (*r)[0]; });
  Result<Socket> listener = net.listen(any);
  assert_true(listener.ok());
  Result<Address> at = net.local_address(*listener);
  assert_true(at.ok());
  Result<Socket> s = net.connect(*at, {});
  assert_true(s.ok());
  auto poller = linux_env().new_poller();
  int tag = 0;
  poller->add(*s, kWritable, &tag);
  Poller::Ready ready[4];
  assert_int_equal(poller->wait(ready, 4, kNever), 1);
  assert_true(ready[0].tag == &tag && (ready[0].what & kWritable));
  assert_int_equal(net.connect_result(*s), 0);
  const int peer = net.accept(*listener);
  assert_true(peer >= 0);
  net.close(peer);
  poller->modify(*s, kReadable, &tag);
  assert_int_equal(poller->wait(ready, 4, kNever), 1);
  char byte = 0;
  assert_int_equal(net.receive(*s, &byte, 1), 0);
  iovec part{&byte, 1};
  ssize_t n = 1;
  for (int i = 0; i < 1000 && n >= 0; ++i) n = net.send(*s, &part, 1);
  assert_true(n == -EPIPE || n == -ECONNRESET);
  poller->remove(*s);
  net.close(*s);
  net.close(*listener);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(a_wake_before_the_wait_is_kept),
      cmocka_unit_test(wakes_from_other_threads_are_never_lost),
      cmocka_unit_test(notifications_of_a_parker_are_never_lost),
      cmocka_unit_test(a_parker_waits_until_its_deadline),
      cmocka_unit_test(a_worker_runs_named_with_signals_blocked_until_stopped),
      cmocka_unit_test(a_child_process_knows_that_it_is_one),
      cmocka_unit_test(random_numbers_differ_after_a_fork),
      cmocka_unit_test(literal_addresses_are_answered_at_once),
      cmocka_unit_test(sending_to_a_closed_peer_raises_no_signal),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
