// Goal: Ops come out once and in order, follow forwards, and no wake-up is lost, whichever of the
// three ways an application waits: a blocking poll, a file descriptor, a callback.
// Method: a counting Op; threads that push while another follows the documented loop (wait for the
// signal, poll until nothing is there). A lost wake-up would be a wait without end: the alarm.
#include <poll.h>
#include <unistd.h>

#include <thread>

#include "queue/poll.h"
#include "queue/queue.h"

#include "support/unit.h"

using namespace rk;

namespace {

std::atomic<int> g_alive{0};

struct CountOp final : Op {
  explicit CountOp(int v) : Op(RD_KAFKA_EVENT_STATS), value(v) { ++g_alive; }
  ~CountOp() override { --g_alive; }
  bool call_back(rd_kafka_t*) override {
    if (on_call) on_call();
    return true;
  }
  bool as_event() const override { return true; }
  const int value;
  void (*on_call)() = nullptr;
};

QueueRef make(const char* name) {
  return QueueRef(new Queue(linux_env(), nullptr, name));
}

void ops_come_out_in_order(void**) {
  QueueRef q = make("a");
  for (int i = 0; i < 3; ++i) q->push(new CountOp(i));
  q->push_front(new CountOp(9));
  assert_int_equal(q->length(), 4);
  for (const int want : {9, 0, 1, 2}) {
    const Event e = poll_event(*q, 0);
    assert_int_equal(static_cast<CountOp*>(e.op)->value, want);
    delete e.op;
  }
  assert_false(bool(poll_event(*q, 0)));
  assert_int_equal(g_alive.load(), 0);
}

void the_last_reference_drops_what_waits(void**) {
  QueueRef q = make("a");
  q->push(new CountOp(1));
  q = {};
  assert_int_equal(g_alive.load(), 0);
}

void forwards_carry_what_waits_and_what_comes(void**) {
  QueueRef a = make("a"), b = make("b"), c = make("c");
  a->push(new CountOp(1));
  a->forward_to(b.get());
  b->forward_to(c.get());
  a->push(new CountOp(2));
  assert_int_equal(c->length(), 2);
  assert_int_equal(a->length(), 2);  // a forwarded queue answers for its destination
  c->forward_to(a.get());            // would be a cycle
  assert_false(c->forwarded());
  a->forward_to(nullptr);
  a->push(new CountOp(3));
  assert_int_equal(a->length(), 1);
  assert_int_equal(poll_callbacks(*c, 0), 2);
  assert_int_equal(poll_callbacks(*a, 0), 1);
  assert_int_equal(g_alive.load(), 0);
}

void yield_ends_the_dispatch_after_one_callback(void**) {
  QueueRef q = make("a");
  for (int i = 0; i < 3; ++i) {
    auto* op = new CountOp(i);
    op->on_call = yield_this_thread;
    q->push(op);
  }
  assert_int_equal(poll_callbacks(*q, 0), 1);
  assert_int_equal(poll_callbacks(*q, 0), 1);
  q->yield();
  assert_int_equal(poll_callbacks(*q, 0), 1);
  assert_int_equal(poll_callbacks(*q, -1), 0);  // yielded before: returns, once
}

// One byte for four entries; the next one only after a poll that found nothing.
void one_signal_per_period_without_polls(void**) {
  int fd[2];
  assert_int_equal(pipe(fd), 0);
  QueueRef q = make("a");
  q->set_io_event(fd[1], "x", 1);
  for (int i = 0; i < 4; ++i) q->push(new CountOp(i));
  char bytes[16];
  assert_int_equal(read(fd[0], bytes, sizeof bytes), 1);
  assert_int_equal(poll_callbacks(*q, 0), 4);
  assert_int_equal(poll_callbacks(*q, 0), 0);
  q->push(new CountOp(5));
  assert_int_equal(read(fd[0], bytes, sizeof bytes), 1);
  q->set_io_event(-1, nullptr, 0);
  q->purge();
  q->push(new CountOp(6));
  pollfd p{fd[0], POLLIN, 0};
  assert_int_equal(::poll(&p, 1, 0), 0);
  close(fd[0]);
  close(fd[1]);
}

#if FASTKA_SANITIZED
constexpr int kOps = 20'000;
#else
constexpr int kOps = 50'000;
#endif

void no_signal_is_lost_on_a_descriptor(void**) {
  int fd[2];
  assert_int_equal(pipe(fd), 0);
  QueueRef q = make("a");
  q->set_io_event(fd[1], "x", 1);
  alarm(120);
  std::thread pusher([&q] {
    for (int i = 0; i < kOps; ++i) {
      q->push(new CountOp(i));
      if (i % 3 == 0) std::this_thread::yield();
    }
  });
  int next = 0;
  while (next < kOps) {
    char byte;
    assert_int_equal(read(fd[0], &byte, 1), 1);
    while (const Event e = poll_event(*q, 0)) {
      assert_int_equal(static_cast<CountOp*>(e.op)->value, next);
      ++next;
      delete e.op;
    }
  }
  pusher.join();
  q->set_io_event(-1, nullptr, 0);
  alarm(0);
  close(fd[0]);
  close(fd[1]);
}

void no_push_is_lost_on_blocking_pollers(void**) {
  QueueRef q = make("a");
  std::atomic<int> got{0};
  alarm(120);
  std::vector<std::thread> pollers;
  for (int i = 0; i < 3; ++i) {
    pollers.emplace_back([&] {
      while (const Event e = poll_event(*q, -1)) {
        const bool last = static_cast<CountOp*>(e.op)->value < 0;
        delete e.op;
        if (last) return;
        ++got;
      }
    });
  }
  for (int i = 0; i < kOps; ++i) q->push(new CountOp(i));
  for (int i = 0; i < 3; ++i) q->push(new CountOp(-1));
  for (std::thread& t : pollers) t.join();
  alarm(0);
  assert_int_equal(got.load(), kOps);
  assert_int_equal(g_alive.load(), 0);
}

// After the callback was removed it does not run: its opaque may be gone.
void a_removed_callback_is_not_running(void**) {
  struct Opaque {
    std::atomic<int> inside{0};
  };
  QueueRef q = make("a");
  std::atomic<bool> stop{false};
  alarm(120);
  std::thread pusher([&] {
    while (!stop) {
      q->push(new CountOp(0));
      poll_callbacks(*q, 0);
      poll_callbacks(*q, 0);
    }
  });
  for (int i = 0; i < 300; ++i) {
    auto* o = new Opaque;
    q->set_cb_event(
        [](rd_kafka_t*, void* p) {
          auto* opaque = static_cast<Opaque*>(p);
          ++opaque->inside;
          std::this_thread::yield();
          --opaque->inside;
        },
        o);
    std::this_thread::yield();
    q->set_cb_event(nullptr, nullptr);
    assert_int_equal(o->inside.load(), 0);
    delete o;
  }
  stop = true;
  pusher.join();
  alarm(0);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(ops_come_out_in_order),
      cmocka_unit_test(the_last_reference_drops_what_waits),
      cmocka_unit_test(forwards_carry_what_waits_and_what_comes),
      cmocka_unit_test(yield_ends_the_dispatch_after_one_callback),
      cmocka_unit_test(one_signal_per_period_without_polls),
      cmocka_unit_test(no_signal_is_lost_on_a_descriptor),
      cmocka_unit_test(no_push_is_lost_on_blocking_pollers),
      cmocka_unit_test(a_removed_callback_is_not_running),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
