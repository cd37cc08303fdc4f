// Goal: whatever happens to connections and leaders, and whatever the application does meanwhile, a
// consumer hands out every record from where it was told to begin exactly once, in order within its
// partition. Method: seeded random scenarios in virtual time over the virtual broker; the test's
// own book says which offset of each partition must come next. `sim_consumer <seed>` runs that
// seed.
#include <map>

#include "consumer/consumer.h"
#include "queue/event.h"
#include "sim/world.h"

namespace rk::sim {
namespace {

u64 g_only = 0;

using Key = std::pair<std::string, i32>;

// What the application may expect of one partition.
struct Book {
  bool assigned = false;
  bool paused = false;
  i64 next = 0;
  i64 eof_at = -1;
  rd_kafka_queue_t* own_queue = nullptr;  // detached from the consumer's
};

class Scenario {
 public:
  explicit Scenario(u64 seed)
      : w_(seed, net(seed), static_cast<i32>(1 + seed % 3)), eof_(seed % 2 == 0) {
    for (i32 t = 0; t < static_cast<i32>(1 + w_.random.below(2)); ++t) {
      const std::string topic = "t" + std::to_string(t);
      const auto partitions = static_cast<i32>(1 + w_.random.below(4));
      w_.create(topic, partitions);
      for (i32 p = 0; p < partitions; ++p) {
        books_[{topic, p}] = {};
        for (u64 i = w_.random.below(6); i > 0; --i) produce({topic, p});
      }
    }
  }

  void run() {
    rk_ = w_.start({{"enable.partition.eof", eof_ ? "true" : "false"},
                    {"queued.min.messages", w_.random.chance(2) ? "20" : "100000"},
                    {"fetch.message.max.bytes", w_.random.chance(2) ? "600" : "1048576"},
                    {"fetch.wait.max.ms", w_.random.chance(2) ? "10" : "500"},
                    {"enable.auto.commit", "false"},
                    {"topic.metadata.refresh.interval.ms", "5000"}});
    consumer_queue_ = rd_kafka_queue_get_consumer(rk_);
    assign_some();
    const u64 actions = 30 + w_.random.below(120);
    for (u64 i = 0; i < actions; ++i) act();
    settle();
    const bool committed = commit();
    stop();
    if (committed) resume_from_committed();
  }

 private:
  static NetOptions net(u64 seed) {
    static constexpr size_t kChunks[] = {0, 90, 1400};
    return {100, static_cast<Micros>(seed % 5 == 0 ? 40000 : 2000), kChunks[seed % 3]};
  }
  Key any() {
    auto it = books_.begin();
    std::advance(it, w_.random.below(books_.size()));
    return it->first;
  }
  void produce(const Key& k) {
    static constexpr Codec kCodecs[] = {Codec::none, Codec::none, Codec::lz4, Codec::gzip};
    w_.append(k.first, k.second,
              static_cast<i32>(1 + w_.random.below(w_.random.chance(4) ? 150 : 9)),
              kCodecs[w_.random.below(4)]);
  }

  // From the beginning, an offset or the end, in the way that assign, seek and their kin take it.
  i64 begin_at(const Key& k, Book& b) {
    const i64 end = w_.end_of(k.first, k.second);
    b.eof_at = -1;
    switch (w_.random.below(3)) {
      case 0:
        b.next = 0;
        return RD_KAFKA_OFFSET_BEGINNING;
      case 1:
        b.next = static_cast<i64>(w_.random.below(static_cast<u64>(end) + 1));
        return b.next;
      default: {
        // What the end is will be known when the broker answers, so nothing may be appended before:
        // the tail of a log that rests is as good as an offset.
        const i64 tail = static_cast<i64>(w_.random.below(static_cast<u64>(end) + 1));
        b.next = end - tail;
        return b.next;
      }
    }
  }

  void assign_some() {
    List list;
    for (auto& [k, b] : books_) {
      b.assigned = w_.random.chance(4) ? false : true;
      b.paused = false;
      if (b.assigned) list.add(k.first, k.second, begin_at(k, b));
    }
    EXPECT(w_, rd_kafka_assign(rk_, list) == 0);
  }
  void toggle(const Key& k) {
    Book& b = books_[k];
    List list;
    b.assigned = !b.assigned;
    if (b.assigned) b.paused = false;
    list.add(k.first, k.second, b.assigned ? begin_at(k, b) : 0);
    EXPECT(w_, (b.assigned ? rd_kafka_incremental_assign(rk_, list)
                           : rd_kafka_incremental_unassign(rk_, list)) == nullptr);
  }
  void pause(const Key& k, bool on) {
    Book& b = books_[k];
    if (!b.assigned) return;
    b.paused = on;
    List list;
    list.add(k.first, k.second);
    EXPECT(w_, (on ? rd_kafka_pause_partitions(rk_, list)
                   : rd_kafka_resume_partitions(rk_, list)) == 0);
  }
  void seek(const Key& k) {
    Book& b = books_[k];
    if (!b.assigned) return;
    List list;
    list.add(k.first, k.second, begin_at(k, b));
    EXPECT(w_, rd_kafka_seek_partitions(rk_, list, 1000) == nullptr);
    EXPECT(w_, list.list->elems[0].err == 0);
  }
  void reroute(const Key& k) {
    Book& b = books_[k];
    if (b.own_queue) {
      rd_kafka_queue_forward(b.own_queue, consumer_queue_);
      rd_kafka_queue_destroy(b.own_queue);
      b.own_queue = nullptr;
    } else {
      b.own_queue = rd_kafka_queue_get_partition(rk_, k.first.c_str(), k.second);
      rd_kafka_queue_forward(b.own_queue, nullptr);
    }
  }

  void act() {
    const Key k = any();
    switch (w_.random.below(16)) {
      case 0:
        return w_.env.cut_all();
      case 1:
        return w_.set_leader(
            k.first, k.second,
            static_cast<i32>(1 + w_.random.below(w_.server.cluster().brokers().size())));
      case 2:
        return w_.random.chance(3) ? assign_some() : toggle(k);
      case 3:
        return pause(k, w_.random.chance(2));
      case 4:
        return seek(k);
      case 5:
        return reroute(k);
      case 6:
        return w_.env.run_for(static_cast<Micros>(w_.random.below(30000)));
      case 7:
        (void)rd_kafka_commit(rk_, nullptr, 1);
        return;
      case 8:
      case 9:
        return produce(k);
      default:
        return poll(static_cast<int>(w_.random.below(3) * w_.random.below(40)));
    }
  }

  void poll(int timeout_ms) {
    const Key k = any();
    rd_kafka_queue_t* q = books_[k].own_queue ? books_[k].own_queue : consumer_queue_;
    switch (w_.random.below(3)) {
      case 0:
        for (u64 i = w_.random.below(50); i > 0; --i)
          if (rd_kafka_message_t* m = q == consumer_queue_ ? rd_kafka_consumer_poll(rk_, timeout_ms)
                                                           : rd_kafka_consume_queue(q, timeout_ms))
            check(m, q);
        return;
      case 1: {
        rd_kafka_message_t* batch[64];
        const ssize_t n =
            rd_kafka_consume_batch_queue(q, timeout_ms, batch, 1 + w_.random.below(64));
        for (ssize_t i = 0; i < n; ++i) check(batch[i], q);
        return;
      }
      default:
        for (u64 i = w_.random.below(50); i > 0; --i) {
          rd_kafka_event_t* e = rd_kafka_queue_poll(q, timeout_ms);
          if (!e) continue;
          EXPECT(w_, message_in(e));
          check(message_in(e), q);
        }
    }
  }

  void check(rd_kafka_message_t* m, rd_kafka_queue_t* q) {
    const Key k{rd_kafka_topic_name(m->rkt), m->partition};
    EXPECT(w_, books_.contains(k));
    Book& b = books_[k];
    EXPECT(w_, b.assigned && !b.paused);
    EXPECT(w_, (b.own_queue ? b.own_queue : consumer_queue_) == q);
    EXPECT(w_, m->offset == b.next);
    if (m->err == RD_KAFKA_RESP_ERR__PARTITION_EOF) {
      EXPECT(w_, eof_);
      EXPECT(w_, b.eof_at != m->offset);
      b.eof_at = m->offset;
    } else {
      EXPECT(w_, m->err == 0);
      const std::string value = value_of(k.first, k.second, m->offset);
      EXPECT(w_, m->len == value.size() && std::memcmp(m->payload, value.data(), m->len) == 0);
      ++b.next;
    }
    rd_kafka_message_destroy(m);
  }

  bool all_read() {
    for (auto& [k, b] : books_) {
      if (!b.assigned) continue;
      const i64 end = w_.end_of(k.first, k.second);
      if (b.next != end || (eof_ && b.eof_at != end)) return false;
    }
    return true;
  }
  void show() {
    for (const auto& s : rk_->consumer->stats())
      std::fprintf(stderr, "%s [%d]: broker %d, fetching %d, locating %d, at %lld, queued %zu\n",
                   s.topic->name.c_str(), s.partition, s.broker_id, s.fetching, s.locating,
                   static_cast<long long>(s.next_offset), s.queued_count);
    for (auto& [k, b] : books_)
      std::fprintf(stderr, "%s [%d]: assigned %d, next %lld, eof at %lld, end %lld\n",
                   k.first.c_str(), k.second, b.assigned, static_cast<long long>(b.next),
                   static_cast<long long>(b.eof_at),
                   static_cast<long long>(w_.end_of(k.first, k.second)));
  }
  // No more trouble: everything must come, and soon.
  void settle() {
    for (auto& [k, b] : books_) {
      if (b.paused) pause(k, false);
      if (b.own_queue) reroute(k);
    }
    // An end that was told and then taken back by pause or seek is not owed anew.
    for (auto& [k, b] : books_) {
      if (!eof_ || !b.assigned) continue;
      if (b.eof_at == w_.end_of(k.first, k.second)) produce(k);
    }
    const Micros began = w_.env.now();
    while (!all_read()) {
      if (w_.env.now() - began >= 30 * kMicrosPerSecond) show();
      EXPECT(w_, w_.env.now() - began < 30 * kMicrosPerSecond);
      if (rd_kafka_message_t* m = rd_kafka_consumer_poll(rk_, 100)) check(m, consumer_queue_);
    }
    EXPECT(w_, !rd_kafka_consumer_poll(rk_, 1500));
  }

  bool commit() {
    bool any_read = false;
    List positions;
    for (auto& [k, b] : books_) {
      if (!b.assigned || b.next == 0) continue;
      positions.add(k.first, k.second, b.next);
      any_read = true;
    }
    if (!any_read) return false;
    EXPECT(w_, rd_kafka_commit(rk_, positions, 0) == 0);
    for (auto& [k, b] : books_) {
      if (!b.assigned || b.next == 0) continue;
      List list;
      list.add(k.first, k.second);
      EXPECT(w_, rd_kafka_committed(rk_, list, 10000) == 0);
      EXPECT(w_, list.list->elems[0].offset == b.next);
    }
    return true;
  }
  void stop() {
    rd_kafka_queue_destroy(consumer_queue_);
    if (w_.random.chance(2)) EXPECT(w_, rd_kafka_consumer_close(rk_) == 0);
    rd_kafka_destroy(rk_);
  }

  void resume_from_committed() {
    rk_ = w_.start({{"enable.partition.eof", eof_ ? "true" : "false"}});
    consumer_queue_ = rd_kafka_queue_get_consumer(rk_);
    List list;
    for (auto& [k, b] : books_) {
      if (b.next == 0) b.assigned = false;
      if (!b.assigned) continue;
      b.eof_at = -1;
      list.add(k.first, k.second, RD_KAFKA_OFFSET_INVALID);
    }
    EXPECT(w_, rd_kafka_assign(rk_, list) == 0);
    for (auto& [k, b] : books_)
      if (b.assigned) produce(k);
    settle();
    stop();
  }

  World w_;
  const bool eof_;
  std::map<Key, Book> books_;
  rd_kafka_t* rk_ = nullptr;
  rd_kafka_queue_t* consumer_queue_ = nullptr;
};

void every_record_exactly_once(void**) {
  each_seed(g_only, 2000, [](u64 seed) { Scenario(seed).run(); });
}

// Gone at any moment, with messages kept and calls under way: nothing hangs, nothing is touched
// that is gone (which the sanitizers see).
void destroyed_in_any_state(void**) {
  each_seed(g_only, 1000, [](u64 seed) {
    World w(seed, {100, 2000, seed % 2 ? size_t{0} : size_t{200}}, 2);
    w.create("t", 3);
    for (i32 p = 0; p < 3; ++p) w.append("t", p, 200);
    rd_kafka_t* rk = w.start({});
    List list;
    for (i32 p = 0; p < 3; ++p)
      list.add("t", p, w.random.chance(2) ? RD_KAFKA_OFFSET_INVALID : RD_KAFKA_OFFSET_BEGINNING);
    EXPECT(w, rd_kafka_assign(rk, list) == 0);
    rd_kafka_queue_t* own = nullptr;
    if (w.random.chance(2)) {
      own = rd_kafka_queue_get_partition(rk, "t", 0);
      rd_kafka_queue_forward(own, nullptr);
    }
    std::vector<rd_kafka_message_t*> kept;
    for (u64 i = w.random.below(12); i > 0; --i) {
      rd_kafka_message_t* m = rd_kafka_consumer_poll(rk, static_cast<int>(w.random.below(4)));
      if (m) kept.push_back(m);
      w.env.run_for(static_cast<Micros>(w.random.below(3000)));
      if (w.random.chance(4)) (void)rd_kafka_commit(rk, nullptr, 1);
      if (w.random.chance(6)) w.env.cut_all();
    }
    const Micros began = w.env.now();
    if (w.random.chance(3)) {
      for (rd_kafka_message_t* m : kept) rd_kafka_message_destroy(m);
      kept.clear();
    }
    if (own) rd_kafka_queue_destroy(own);
    if (w.random.chance(2)) EXPECT(w, rd_kafka_consumer_close(rk) == 0);
    rd_kafka_destroy(rk);
    EXPECT(w, w.env.now() - began < 15 * kMicrosPerSecond);
    for (rd_kafka_message_t* m : kept) {
      EXPECT(w, m->len == value_of("t", m->partition, m->offset).size());
      rd_kafka_message_destroy(m);
    }
  });
}

// A consumer whose last commit reaches nobody: destroy gives up in time, however long the machine
// has been up (a deadline was taken for a time-out once).
void destroyed_while_nobody_answers(void**) {
  for (const i64 uptime_s : {0, 100000}) {
    World w(1, {100, 2000, 0}, 1);
    w.env.run_for(uptime_s * kMicrosPerSecond);
    w.create("t", 1);
    w.append("t", 0, 20);
    rd_kafka_t* rk = w.start({{"enable.auto.commit", "true"}});
    List list;
    EXPECT(w, rd_kafka_assign(rk, list.add("t", 0, 0)) == 0);
    rd_kafka_message_t* m = rd_kafka_consumer_poll(rk, 5000);
    EXPECT(w, m && m->err == 0);
    rd_kafka_message_destroy(m);
    w.env.set_black_hole(true);
    const Micros began = w.env.now();
    rd_kafka_destroy(rk);
    EXPECT(w, w.env.now() - began < 2 * kMicrosPerSecond);
  }
}

}  // namespace
}  // namespace rk::sim

int main(int argc, char** argv) {
  if (argc > 1) rk::sim::g_only = std::strtoull(argv[1], nullptr, 10);
  const CMUnitTest tests[] = {
      cmocka_unit_test(rk::sim::every_record_exactly_once),
      cmocka_unit_test(rk::sim::destroyed_in_any_state),
      cmocka_unit_test(rk::sim::destroyed_while_nobody_answers),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
