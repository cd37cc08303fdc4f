// Goal: who waits for a queue's notification instead of polling loses nothing: every wake-up finds
// something, what arrives while nobody polls wakes once, and a drained queue wakes again. Method:
// seeded scenarios in virtual time where the application polls only after a wake-up, by each of the
// ways in which programs drain a queue; then the same records through background_event_cb.
// `sim_notify <seed>` runs that seed.
#include <fcntl.h>
#include <unistd.h>

#include <map>

#include "queue/event.h"
#include "sim/world.h"

namespace rk::sim {
namespace {

u64 g_only = 0;
constexpr i32 kPartitions = 3;

class Scenario {
 public:
  explicit Scenario(u64 seed)
      : w_(seed, {100, 2000, seed % 4 ? size_t{0} : size_t{150}}, 2),
        by_pipe_(seed % 2 == 0),
        drain_(seed / 2 % 4),
        place_(seed / 8 % 3) {
    w_.create("t", kPartitions);
    EXPECT(w_, ::pipe2(pipe_, O_NONBLOCK) == 0);
  }
  ~Scenario() {
    ::close(pipe_[0]);
    ::close(pipe_[1]);
  }

  void run() {
    rk_ = w_.start({{"fetch.wait.max.ms", "100"}, {"enable.auto.commit", "false"}});
    queue_ = pick_queue();
    const bool before = w_.random.chance(2);
    if (before) listen();
    if (w_.random.chance(2)) produce();
    List list;
    for (i32 p = 0; p < kPartitions; ++p) list.add("t", p, RD_KAFKA_OFFSET_BEGINNING);
    EXPECT(w_, rd_kafka_assign(rk_, list) == 0);
    if (!before) {
      listen();
      drain(false);  // what came before the event was switched on
    }
    for (int round = 0; round < 25; ++round) {
      for (u64 i = 1 + w_.random.below(3); i > 0; --i) {
        produce();
        if (w_.random.chance(2)) w_.env.run_for(static_cast<Micros>(w_.random.below(200000)));
        if (w_.random.chance(8)) w_.env.cut_all();
        if (w_.random.chance(12))
          w_.set_leader("t", static_cast<i32>(w_.random.below(kPartitions)),
                        static_cast<i32>(1 + w_.random.below(2)));
      }
      const Micros deadline = w_.env.now() + 30 * kMicrosPerSecond;
      while (!all_read()) {
        EXPECT(w_, w_.env.run_until([this] { return woken(); }, deadline));
        // What came while the application drained may have been taken at once.
        EXPECT(w_, wakes_ == 1 || while_draining_ > 0);
        wakes_ = 0;
        EXPECT(w_, drain(true) > 0 || while_draining_ > 0);
        (void)woken();
        while_draining_ = wakes_;
      }
      if (while_draining_ == 0 && w_.random.chance(2))
        EXPECT(w_, !w_.env.run_until([this] { return woken(); }, w_.env.now() + kMicrosPerSecond));
    }
    if (place_ == 2)
      for (i32 p = 0; p < kPartitions; ++p) forward_partition(p, nullptr);
    if (w_.random.chance(2)) rd_kafka_queue_cb_event_enable(queue_, nullptr, nullptr);
    rd_kafka_queue_destroy(queue_);
    rd_kafka_destroy(rk_);
  }

 private:
  rd_kafka_queue_t* pick_queue() {
    if (place_ == 0) return rd_kafka_queue_get_consumer(rk_);
    if (place_ == 1) {
      rd_kafka_poll_set_consumer(rk_);
      return rd_kafka_queue_get_consumer(rk_);
    }
    rd_kafka_queue_t* q = rd_kafka_queue_new(rk_);
    for (i32 p = 0; p < kPartitions; ++p) forward_partition(p, q);
    return q;
  }
  void forward_partition(i32 p, rd_kafka_queue_t* to) {
    rd_kafka_queue_t* own = rd_kafka_queue_get_partition(rk_, "t", p);
    rd_kafka_queue_forward(own, to);
    rd_kafka_queue_destroy(own);
  }
  void listen() {
    if (by_pipe_)
      rd_kafka_queue_io_event_enable(queue_, pipe_[1], "x", 1);
    else
      rd_kafka_queue_cb_event_enable(
          queue_, [](rd_kafka_t*, void* self) { ++static_cast<Scenario*>(self)->wakes_; }, this);
  }
  bool woken() {
    char bytes[16];
    const ssize_t n = ::read(pipe_[0], bytes, sizeof bytes);
    if (n > 0) wakes_ += static_cast<int>(n);
    return wakes_ > 0;
  }
  void produce() {
    w_.append("t", static_cast<i32>(w_.random.below(kPartitions)),
              static_cast<i32>(1 + w_.random.below(w_.random.chance(5) ? 150 : 4)));
  }
  void check(rd_kafka_message_t* m) {
    EXPECT(w_, m->err == 0);
    EXPECT(w_, m->offset == next_[m->partition]);
    ++next_[m->partition];
    rd_kafka_message_destroy(m);
  }
  bool all_read() {
    for (i32 p = 0; p < kPartitions; ++p)
      if (next_[p] != w_.end_of("t", p)) return false;
    return true;
  }

  // How many messages. The ways of real programs; all but the last leave an empty queue behind,
  // not all of them by finding it empty.
  int drain(bool strict) {
    int n = 0;
    switch (strict ? drain_ : 0) {
      case 0:
        while (rd_kafka_event_t* e = rd_kafka_queue_poll(queue_, 0)) {
          EXPECT(w_, message_in(e));
          check(message_in(e));
          ++n;
        }
        return n;
      case 1:
        while (rd_kafka_queue_length(queue_) > 0) {
          rd_kafka_message_t* m = rd_kafka_consume_queue(queue_, 0);
          EXPECT(w_, m);
          check(m);
          ++n;
        }
        return n;
      case 2:
        for (;;) {
          rd_kafka_message_t* batch[500];
          const ssize_t got = rd_kafka_consume_batch_queue(queue_, 0, batch, 500);
          for (ssize_t i = 0; i < got; ++i) check(batch[i]);
          n += static_cast<int>(got);
          if (got < 500) return n;
        }
      default:
        return rd_kafka_consume_callback_queue(
            queue_, 0,
            [](rd_kafka_message_t* m, void* self) {
              auto* s = static_cast<Scenario*>(self);
              EXPECT(s->w_, m->err == 0 && m->offset == s->next_[m->partition]);
              ++s->next_[m->partition];
            },
            this);
    }
  }

  World w_;
  const bool by_pipe_;
  const u64 drain_;
  const u64 place_;
  int pipe_[2];
  rd_kafka_t* rk_ = nullptr;
  rd_kafka_queue_t* queue_ = nullptr;
  int wakes_ = 0;
  int while_draining_ = 0;
  std::map<i32, i64> next_;
};

void no_wake_up_is_lost(void**) {
  each_seed(g_only, 1200, [](u64 seed) { Scenario(seed).run(); });
}

// What follows while nobody polls is fetched all the same, and waits behind what woke us: one edge
// from empty to not empty, one wake-up, as in librdkafka. Each batch comes with an answer of its
// own.
void what_is_fetched_late_wakes_nobody_again(void**) {
  each_seed(g_only, 60, [](u64 seed) {
    World w(seed, {100, 2000, 0}, 1);
    w.create("t", 1);
    rd_kafka_t* rk = w.start({{"fetch.wait.max.ms", "100"}});
    List list;
    EXPECT(w, rd_kafka_assign(rk, list.add("t", 0, RD_KAFKA_OFFSET_BEGINNING)) == 0);
    rd_kafka_queue_t* q = rd_kafka_queue_get_partition(rk, "t", 0);
    rd_kafka_queue_forward(q, nullptr);
    int wakes = 0;
    rd_kafka_queue_cb_event_enable(
        q, [](rd_kafka_t*, void* count) { ++*static_cast<int*>(count); }, &wakes);
    i64 next = 0;
    const auto read = [&](i64 count) {
      for (; count > 0; --count) {
        rd_kafka_message_t* m = rd_kafka_consume_queue(q, 0);
        EXPECT(w, m && m->err == 0 && m->offset == next);
        ++next;
        rd_kafka_message_destroy(m);
      }
    };
    EXPECT(w, !rd_kafka_consume_queue(q, 0));
    for (int round = 1; round <= 5; ++round) {
      const u64 batches = 2 + w.random.below(3);
      for (u64 i = 0; i < batches; ++i) {
        w.append("t", 0, 1);
        w.env.run_for(kMicrosPerSecond + static_cast<Micros>(w.random.below(300000)));
        EXPECT(w, wakes == round);
      }
      for (u64 i = 0; i < batches; ++i) {
        read(1);
        if (i + 1 == batches) break;
        w.env.run_for(static_cast<Micros>(w.random.below(kMicrosPerSecond)));
        EXPECT(w, wakes == round);
      }
      // It is empty now, and stays so, whether that is looked at or not.
      if (w.random.chance(2)) EXPECT(w, !rd_kafka_consume_queue(q, 0));
      w.env.run_for(kMicrosPerSecond);
      EXPECT(w, wakes == round);
    }
    rd_kafka_queue_cb_event_enable(q, nullptr, nullptr);
    w.append("t", 0, 1);
    w.env.run_for(kMicrosPerSecond);
    EXPECT(w, wakes == 5);
    rd_kafka_queue_destroy(q);
    rd_kafka_destroy(rk);
  });
}

struct Counted {
  World* w;
  std::map<i32, i64> next;
};
void on_background(rd_kafka_t*, rd_kafka_event_t* e, void* opaque) {
  auto& c = *static_cast<Counted*>(opaque);
  if (rd_kafka_event_type(e) == RD_KAFKA_EVENT_FETCH) {
    while (const rd_kafka_message_t* m = rd_kafka_event_message_next(e)) {
      EXPECT(*c.w, m->err == 0 && m->offset == c.next[m->partition]);
      ++c.next[m->partition];
    }
  }
  rd_kafka_event_destroy(e);
}

void messages_reach_the_background_callback(void**) {
  each_seed(g_only, 200, [](u64 seed) {
    World w(seed, {100, 2000, 0}, 2);
    w.create("t", kPartitions);
    Counted counted{&w, {}};
    rd_kafka_t* rk = w.start(
        {{"fetch.wait.max.ms", "100"}},
        [](Conf& conf, void* opaque) {
          conf.callbacks.background_event_cb = on_background;
          conf.callbacks.opaque = opaque;
        },
        &counted);
    rd_kafka_queue_t* background = rd_kafka_queue_get_background(rk);
    rd_kafka_queue_t* consumer = rd_kafka_queue_get_consumer(rk);
    rd_kafka_queue_forward(consumer, background);
    List list;
    for (i32 p = 0; p < kPartitions; ++p) list.add("t", p, RD_KAFKA_OFFSET_BEGINNING);
    EXPECT(w, rd_kafka_assign(rk, list) == 0);
    for (int round = 0; round < 10; ++round) {
      w.append("t", static_cast<i32>(w.random.below(kPartitions)),
               static_cast<i32>(1 + w.random.below(150)));
      if (w.random.chance(2)) w.env.run_for(static_cast<Micros>(w.random.below(300000)));
    }
    const auto all = [&] {
      for (i32 p = 0; p < kPartitions; ++p)
        if (counted.next[p] != w.end_of("t", p)) return false;
      return true;
    };
    EXPECT(w, w.env.run_until(all, w.env.now() + 10 * kMicrosPerSecond));
    rd_kafka_queue_destroy(consumer);
    rd_kafka_queue_destroy(background);
    rd_kafka_destroy(rk);
  });
}

}  // namespace
}  // namespace rk::sim

int main(int argc, char** argv) {
  if (argc > 1) rk::sim::g_only = std::strtoull(argv[1], nullptr, 10);
  const CMUnitTest tests[] = {
      cmocka_unit_test(rk::sim::no_wake_up_is_lost),
      cmocka_unit_test(rk::sim::what_is_fetched_late_wakes_nobody_again),
      cmocka_unit_test(rk::sim::messages_reach_the_background_callback),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
