#include "sim/life.h"

#include "consumer/consumer.h"
#include "queue/event.h"

namespace rk::sim {
namespace {

constexpr i64 kNothing = RD_KAFKA_OFFSET_INVALID;

NetOptions draw_net(u64 seed) {
  TestRandom r(seed * 13 + 3);
  NetOptions net;
  net.delay_max = r.chance(5) ? 40000 : 2000;
  static constexpr size_t kChunks[] = {0, 0, 90, 1400};
  net.chunk_max = kChunks[r.below(4)];
  if (r.chance(5)) net.call_max = 30 + r.below(3000);
  if (r.chance(5)) net.again_one_in = 2 + r.below(4);
  return net;
}

}  // namespace

Life::Life(u64 seed, Counters& counters)
    : counters_(counters),
      net_(draw_net(seed)),
      w_(seed, net_, static_cast<i32>(1 + seed % 3)),
      committed_(w_.random.chance(2)) {
  for (i32 t = 0; t < static_cast<i32>(1 + w_.random.below(2)); ++t) {
    const std::string topic = "t" + std::to_string(t);
    const auto partitions = static_cast<i32>(1 + w_.random.below(4));
    w_.create(topic, partitions);
    for (i32 p = 0; p < partitions; ++p) {
      books_[{topic, p}].log = std::make_unique<LogModel>(w_, topic, p);
      for (u64 i = w_.random.below(6); i > 0; --i) produce({topic, p});
    }
  }
}

void Life::start() {
  TestRandom& r = w_.random;
  eof_ = r.chance(2);
  auto_store_ = !r.chance(3);
  auto_commit_ = r.chance(4);
  crcs_ = r.chance(2);
  static const char* const kResets[] = {"earliest", "latest", "error"};
  reset_ = kResets[r.below(3)];
  if (r.chance(3)) queued_kbytes_ = 4;
  if (r.chance(2)) fetch_bytes_ = 600;
  if (r.chance(2)) fetch_wait_ms_ = 10;
  const Settings settings = {
      {"enable.partition.eof", eof_ ? "true" : "false"},
      {"enable.auto.offset.store", auto_store_ ? "true" : "false"},
      {"enable.auto.commit", auto_commit_ ? "true" : "false"},
      {"auto.commit.interval.ms", "1000"},
      {"check.crcs", crcs_ ? "true" : "false"},
      {"auto.offset.reset", reset_},
      {"isolation.level", committed_ ? "read_committed" : "read_uncommitted"},
      {"queued.min.messages", r.chance(2) ? "20" : "100000"},
      {"queued.max.messages.kbytes", std::to_string(queued_kbytes_)},
      {"fetch.message.max.bytes", std::to_string(fetch_bytes_)},
      {"fetch.wait.max.ms", std::to_string(fetch_wait_ms_)},
      {"socket.timeout.ms", "3000"},
      {"topic.metadata.refresh.interval.ms", "5000"}};
  rk_ = w_.start(
      settings,
      [](Conf& conf, void* self) {
        conf.callbacks.opaque = self;
        conf.callbacks.log_cb = [](const rd_kafka_t* rk, int, const char* facility, const char*) {
          auto* life = static_cast<Life*>(rd_kafka_opaque(rk));
          if (!std::strcmp(facility, "OFFSET")) ++life->resets_logged_;
        };
        conf.callbacks.error_cb = [](rd_kafka_t*, int, const char*, void* opaque) {
          auto* life = static_cast<Life*>(opaque);
          life->expect(life->in_call_, "B10: error_cb outside of a call");
        };
        conf.callbacks.offset_commit_cb = [](rd_kafka_t*, rd_kafka_resp_err_t,
                                             rd_kafka_topic_partition_list_t*, void* opaque) {
          auto* life = static_cast<Life*>(opaque);
          life->expect(life->in_call_, "B10: offset_commit_cb outside of a call");
          ++life->counters_["offset_commit_cb"];
        };
      },
      this);
  consumer_queue_ = rd_kafka_queue_get_consumer(rk_);
}

Life::Key Life::any() {
  auto it = books_.begin();
  std::advance(it, w_.random.below(books_.size()));
  return it->first;
}

// From the beginning, the end, an offset or what is committed, as assign, seek and their kin take
// it; and what may be expected then.
i64 Life::begin_at(Book& b, bool may_be_stored) {
  b.eof_at = -1;
  b.anywhere = b.failed = b.from_committed = b.from_beginning = false;
  const i64 end = b.log->end_for(committed_);
  switch (w_.random.below(may_be_stored ? 6 : 4)) {
    case 0:
      ++counters_["begins: beginning"];
      b.next = b.log->start();
      b.from_beginning = true;  // of what is left when the broker looks
      return RD_KAFKA_OFFSET_BEGINNING;
    case 1:
      // Where the end is will be known when the broker answers.
      ++counters_["begins: end"];
      b.next = end;
      b.anywhere = true;
      return RD_KAFKA_OFFSET_END;
    case 4:
    case 5:
      // Whatever is not known for sure, or would be reset, is not expected of the call.
      if (!auto_commit_ && b.committed >= b.log->start()) {
        ++counters_["begins: committed"];
        b.next = b.known_max = b.committed;
        b.from_committed = true;
        return RD_KAFKA_OFFSET_STORED;
      }
      [[fallthrough]];
    default:
      ++counters_["begins: offset"];
      b.next = b.log->start() +
               static_cast<i64>(w_.random.below(static_cast<u64>(end - b.log->start()) + 1));
      return b.next;
  }
}

void Life::assign_some() {
  List list;
  for (auto& [k, b] : books_) {
    b.assigned = !w_.random.chance(4);
    b.paused = false;
    if (!b.assigned) continue;
    b.consumed = b.stored = b.known_min = b.known_max = kNothing;
    list.add(k.first, k.second, begin_at(b, true));
  }
  within(0, "B1: assign waits", [&] { EXPECT(w_, rd_kafka_assign(rk_, list) == 0); });
  ++counters_["assign"];
}

void Life::toggle(const Key& k) {
  Book& b = books_[k];
  List list;
  b.assigned = !b.assigned;
  if (b.assigned) {
    b.paused = false;
    b.consumed = b.stored = b.known_min = b.known_max = kNothing;
  }
  list.add(k.first, k.second, b.assigned ? begin_at(b, true) : 0);
  within(0, "B1: incremental assign waits", [&] {
    EXPECT(w_, (b.assigned ? rd_kafka_incremental_assign(rk_, list)
                           : rd_kafka_incremental_unassign(rk_, list)) == nullptr);
  });
  ++counters_[b.assigned ? "incremental assign" : "incremental unassign"];
}

void Life::seek(const Key& k) {
  Book& b = books_[k];
  if (!b.assigned) return;
  List list;
  list.add(k.first, k.second, begin_at(b, false));
  within(1000, "B1: seek waits",
         [&] { EXPECT(w_, rd_kafka_seek_partitions(rk_, list, 1000) == nullptr); });
  EXPECT(w_, list.list->elems[0].err == 0);
  ++counters_["seek"];
}

void Life::pause(const Key& k, bool on) {
  Book& b = books_[k];
  if (!b.assigned) return;
  b.paused = on;
  List list;
  list.add(k.first, k.second);
  within(0, "B1: pause waits", [&] {
    EXPECT(w_, (on ? rd_kafka_pause_partitions(rk_, list)
                   : rd_kafka_resume_partitions(rk_, list)) == 0);
  });
  ++counters_[on ? "pause" : "resume"];
}

void Life::reroute(const Key& k) {
  Book& b = books_[k];
  if (b.own_queue) {
    rd_kafka_queue_forward(b.own_queue, consumer_queue_);
    rd_kafka_queue_destroy(std::exchange(b.own_queue, nullptr));
  } else {
    b.own_queue = rd_kafka_queue_get_partition(rk_, k.first.c_str(), k.second);
    rd_kafka_queue_forward(b.own_queue, nullptr);
  }
  ++counters_["queue forwarded"];
}

void Life::poll(int timeout_ms) {
  const Key k = any();
  rd_kafka_queue_t* q = books_[k].own_queue ? books_[k].own_queue : consumer_queue_;
  switch (w_.random.below(3)) {
    case 0:
      for (u64 i = w_.random.below(50); i > 0; --i) {
        rd_kafka_message_t* m = nullptr;
        within(timeout_ms, "B1: poll waits longer", [&] {
          m = q == consumer_queue_ ? rd_kafka_consumer_poll(rk_, timeout_ms)
                                   : rd_kafka_consume_queue(q, timeout_ms);
        });
        if (m) check(m, q);
      }
      ++counters_["poll: one by one"];
      break;
    case 1: {
      rd_kafka_message_t* batch[64];
      ssize_t n = 0;
      within(timeout_ms, "B1: consume_batch_queue waits longer", [&] {
        n = rd_kafka_consume_batch_queue(q, timeout_ms, batch, 1 + w_.random.below(64));
      });
      for (ssize_t i = 0; i < n; ++i) check(batch[i], q);
      ++counters_["poll: in batches"];
      break;
    }
    default:
      for (u64 i = w_.random.below(50); i > 0; --i) {
        rd_kafka_event_t* e = nullptr;
        within(timeout_ms, "B1: queue_poll waits longer",
               [&] { e = rd_kafka_queue_poll(q, timeout_ms); });
        if (!e) continue;
        if (message_in(e))
          check(message_in(e), q);
        else
          rd_kafka_event_destroy(e);
      }
      ++counters_["poll: events"];
  }
  check_positions();
}

void Life::act() {
  const Key k = any();
  switch (w_.random.below(20)) {
    case 0:
      return w_.random.chance(3) ? assign_some() : toggle(k);
    case 1:
      return pause(k, w_.random.chance(2));
    case 2:
      return seek(k);
    case 3:
      return reroute(k);
    case 4:
      return w_.env.run_for(static_cast<Micros>(w_.random.below(30000)));
    case 5:
      return w_.random.chance(3) ? ask(k) : store_and_commit();
    case 6:
    case 7:
    case 8:
      return produce(k);
    case 9:
    case 10:
    case 11:
      return trouble();
    default:
      return poll(static_cast<int>(w_.random.below(3) * w_.random.below(40)));
  }
}

bool Life::all_read() const {
  for (const auto& [k, b] : books_) {
    if (!b.assigned || b.failed) continue;
    if (b.anywhere || b.next < b.log->start()) return false;
    if (b.log->next_visible(b.next, committed_) >= 0) return false;
    if (eof_ && b.eof_at != b.log->end_for(committed_)) return false;
  }
  return true;
}

// No more trouble: everything must come, and soon.
void Life::settle() {
  calm();
  for (auto& [k, b] : books_) {
    if (b.paused) pause(k, false);
    if (b.own_queue) reroute(k);
    repair(b);
    b.log->end_all();
  }
  // Whoever began at the end, or was reset, waits for something new; so does an end that was told
  // and then taken back.
  w_.env.run_for(8 * kMicrosPerSecond);
  const Micros began = w_.env.now();
  for (Micros more = began; !all_read();) {
    expect(w_.env.now() - began < 40 * kMicrosPerSecond, "C1: not everything comes");
    if (w_.env.now() >= more) {
      for (auto& [k, b] : books_)
        while (b.log->append(-1) == 0) {
        }
      more = w_.env.now() + 15 * kMicrosPerSecond;
    }
    rd_kafka_message_t* m = nullptr;
    within(100, "B1: poll waits longer", [&] { m = rd_kafka_consumer_poll(rk_, 100); });
    if (m) check(m, consumer_queue_);
  }
  check_positions();
  check_idle();
  expect(resets_logged_ >= jumps_, "C6: a reset that is in no log line");
  expect(trims_ > 0 || resets_logged_ == 0, "C6: reset without cause");
}

void Life::stop() {
  for (auto& [k, b] : books_)
    if (b.own_queue) rd_kafka_queue_destroy(std::exchange(b.own_queue, nullptr));
  rd_kafka_queue_destroy(consumer_queue_);
  const bool hole = w_.random.chance(4);
  w_.env.set_black_hole(hole);
  counters_["destroy with a black hole"] += hole;
  if (w_.random.chance(2)) {
    within(10000, "B1: close takes longer", [&] { (void)rd_kafka_consumer_close(rk_); });
    ++counters_["close"];
  }
  within(1900, "B2: destroy takes longer", [&] { rd_kafka_destroy(std::exchange(rk_, nullptr)); });
  expect(w_.env.thread_count() == 1 && w_.env.client_sockets() == 0, "B3: something is left");
  for (const auto& [topic, m] : kept_) {
    const i64 offset = m->offset;
    const std::string value = value_of(topic, m->partition, offset);
    expect(m->len == value.size() && !std::memcmp(m->payload, value.data(), m->len),
           "C4: a kept message changed");
    rd_kafka_message_destroy(m);
  }
  counters_["messages kept"] += kept_.size();
}

void Life::go() {
  start();
  assign_some();
  for (u64 i = 30 + w_.random.below(100); i > 0; --i) act();
  if (w_.random.chance(8))
    ++counters_["destroyed in the middle"];
  else
    settle();
  stop();
  count_all();
  checked_.add_to(counters_);
  checked_both_.add_to(counters_);
}

}  // namespace rk::sim
