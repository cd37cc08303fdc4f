// Goal: a topic that is missing is told when it had time to come; offsets that are gone reset once,
// as auto.offset.reset says; a batch that arrives corrupt is fetched again on a new connection,
// nothing of it is handed out, and the application is told when that does not help. Method: seeded
// scenarios in virtual time; the virtual broker's logs are trimmed and their bytes flipped.
// `sim_recovery <seed>` runs that seed.
#include "sim/world.h"

namespace rk::sim {
namespace {

u64 g_only = 0;

struct Reader {
  Reader(World& world, rd_kafka_t* client, i64 first) : w(world), rk(client), next(first) {}
  // The next message; checks it when it is a record.
  rd_kafka_resp_err_t poll(int timeout_ms, bool* got) {
    rd_kafka_message_t* m = rd_kafka_consumer_poll(rk, timeout_ms);
    *got = m != nullptr;
    if (!m) return RD_KAFKA_RESP_ERR_NO_ERROR;
    const rd_kafka_resp_err_t err = m->err;
    if (!err) {
      EXPECT(w, m->offset == next);
      const std::string value = value_of("t", 0, next);
      EXPECT(w, m->len == value.size() && std::memcmp(m->payload, value.data(), m->len) == 0);
      ++next;
    }
    rd_kafka_message_destroy(m);
    return err;
  }
  void read_to(i64 end) {
    const Micros deadline = w.env.now() + 30 * kMicrosPerSecond;
    while (next < end) {
      bool got;
      EXPECT(w, poll(100, &got) == 0);
      EXPECT(w, w.env.now() < deadline);
    }
    EXPECT(w, next == end);
  }
  void expect_nothing(int ms) {
    bool got;
    EXPECT(w, poll(ms, &got) == 0 && !got);
  }
  World& w;
  rd_kafka_t* rk;
  i64 next;
};

void fill_log(World& w, int batches) {
  for (int i = 0; i < batches; ++i)
    w.append("t", 0, static_cast<i32>(1 + w.random.below(20)),
             w.random.chance(3) ? Codec::lz4 : Codec::none);
}

void begin(World& w, rd_kafka_t* rk, i64 offset) {
  List list;
  list.add("t", 0, offset);
  EXPECT(w, rd_kafka_assign(rk, list) == 0);
}

void reset_once(void**) {
  each_seed(g_only, 480, [](u64 seed) {
    World w(seed, {100, 2000, 0}, 1);
    w.create("t", 1);
    fill_log(w, 8);
    const i64 end = w.end_of("t", 0);
    const i64 start = static_cast<i64>(1 + w.random.below(static_cast<u64>(end)));
    w.trim("t", 0, start);
    static const char* const kPolicies[] = {"earliest", "latest", "error"};
    const char* policy = kPolicies[seed % 3];
    rd_kafka_t* rk = w.start({{"auto.offset.reset", policy}});
    const bool beyond = w.random.chance(2);
    begin(w, rk, beyond ? end + 5 : start - 1);
    Reader r(w, rk, seed % 3 == 0 ? start : end);
    if (seed % 3 == 2) {
      bool got = false;
      EXPECT(w, r.poll(10000, &got) == RD_KAFKA_RESP_ERR__AUTO_OFFSET_RESET && got);
      r.expect_nothing(5000);
      begin(w, rk, start);
      r.next = start;
      r.read_to(end);
    } else {
      r.read_to(end);
      r.expect_nothing(2000);
    }
    w.append("t", 0, 3);
    r.read_to(end + 3);
    rd_kafka_destroy(rk);
  });
}

// The log's start passes a consumer that has something at hand: what it has is handed out, then it
// goes on from the new start.
void trimmed_while_reading(void**) {
  each_seed(g_only, 240, [](u64 seed) {
    World w(seed, {100, 2000, 0}, 1);
    w.create("t", 1);
    fill_log(w, 10);
    rd_kafka_t* rk = w.start({{"fetch.message.max.bytes", "300"}, {"queued.min.messages", "5"}});
    begin(w, rk, RD_KAFKA_OFFSET_BEGINNING);
    Reader r(w, rk, 0);
    r.read_to(static_cast<i64>(1 + w.random.below(5)));
    const i64 end = w.end_of("t", 0);
    w.trim("t", 0, end);
    w.append("t", 0, 5);
    for (;;) {
      rd_kafka_message_t* m = rd_kafka_consumer_poll(rk, 5000);
      EXPECT(w, m && m->err == 0);
      EXPECT(w, m->offset == r.next || m->offset == end);
      r.next = m->offset + 1;
      rd_kafka_message_destroy(m);
      if (r.next == end + 5) break;
    }
    rd_kafka_destroy(rk);
  });
}

// Any byte that the checksum covers, the checksum itself, the magic byte, the length; those of the
// batch's own offset that lead beyond the end of this log.
size_t damaged_byte(World& w) {
  if (w.random.chance(5)) return w.random.below(6);
  if (w.random.chance(4)) return 23 + w.random.below(4);  // the last offset
  return w.random.chance(4) ? 8 + w.random.below(4) : 16 + w.random.below(70);
}

void a_batch_that_was_damaged_on_the_way(void**) {
  each_seed(g_only, 800, [](u64 seed) {
    World w(seed, {100, 2000, 0}, 1);
    w.create("t", 1);
    fill_log(w, 10);
    const i64 end = w.end_of("t", 0);
    const i64 at = static_cast<i64>(w.random.below(static_cast<u64>(end)));
    const size_t byte = damaged_byte(w);
    w.damage("t", 0, at, byte);
    rd_kafka_t* rk = w.start({{"auto.offset.reset", seed % 2 ? "earliest" : "error"},
                              {"check.crcs", "true"},
                              {"fetch.message.max.bytes", w.random.chance(2) ? "500" : "1048576"}});
    begin(w, rk, 0);
    Reader r(w, rk, 0);
    // What is in front is read while the answer is under way or complete.
    w.env.run_for(static_cast<Micros>(w.random.below(100000)));
    const u64 connections = w.env.connections();
    bool got = true;
    rd_kafka_resp_err_t err = RD_KAFKA_RESP_ERR_NO_ERROR;
    const Micros deadline = w.env.now() + 20 * kMicrosPerSecond;
    while (!err && w.env.now() < deadline) err = r.poll(100, &got);
    EXPECT(w, err == RD_KAFKA_RESP_ERR__BAD_MSG);
    EXPECT(w, r.next <= at);
    EXPECT(w, w.env.connections() >= connections + 2);
    List position;
    EXPECT(w, rd_kafka_position(rk, position.add("t", 0)) == 0);
    EXPECT(w, position.list->elems[0].offset == (r.next ? r.next : RD_KAFKA_OFFSET_INVALID));
    r.expect_nothing(3000);  // told once
    w.damage("t", 0, at, byte);
    r.read_to(end);
    rd_kafka_destroy(rk);
  });
}

// Healed before the application was told: it never learns.
void a_batch_that_was_damaged_once(void**) {
  each_seed(g_only, 400, [](u64 seed) {
    World w(seed, {100, 2000, 0}, 1);
    w.create("t", 1);
    fill_log(w, 10);
    const i64 end = w.end_of("t", 0);
    const i64 at = static_cast<i64>(w.random.below(static_cast<u64>(end)));
    const size_t byte = damaged_byte(w);
    w.damage("t", 0, at, byte);
    rd_kafka_t* rk = w.start({{"check.crcs", "true"}, {"auto.offset.reset", "error"}});
    begin(w, rk, 0);
    Reader r(w, rk, 0);
    rd_kafka_queue_t* q = rd_kafka_queue_get_consumer(rk);
    const Micros deadline = w.env.now() + 90 * kMicrosPerMs;  // of three tries
    while (rd_kafka_queue_length(q) == 0 && w.env.now() < deadline) w.env.run_for(1000);
    // Perhaps what follows it, by what it says, is asked for too.
    for (u64 i = w.random.below(10); i > 0; --i) {
      w.env.run_for(1000);
      (void)rd_kafka_queue_length(q);
    }
    w.damage("t", 0, at, byte);
    r.read_to(end);
    rd_kafka_queue_destroy(q);
    rd_kafka_destroy(rk);
  });
}

// The leader epoch in a batch's header is not under its checksum either. One that cannot be is not
// told, and asked about at no broker: a clean election resets nothing.
void an_epoch_that_cannot_be(void**) {
  each_seed(g_only, 80, [](u64 seed) {
    mock::ClusterOptions o = World::options(2);
    o.version_max = {{wire::ApiKey::kFetch, seed % 2 ? i16{17} : i16{11}}};
    World w(seed, {100, 2000, 0}, o);
    w.create("t", 1);
    fill_log(w, 5);
    const i64 end = w.end_of("t", 0);
    w.damage("t", 0, end - 1, 12 + w.random.below(3));
    rd_kafka_t* rk = w.start({{"auto.offset.reset", "error"}});
    begin(w, rk, end - 1);
    rd_kafka_message_t* m = rd_kafka_consumer_poll(rk, 5000);
    EXPECT(w, m && m->err == 0 && rd_kafka_message_leader_epoch(m) == -1);
    rd_kafka_message_destroy(m);
    Reader r(w, rk, end);
    w.set_leader("t", 0, 2);
    w.append("t", 0, 3);
    r.read_to(end + 3);
    rd_kafka_destroy(rk);
  });
}

struct Told {
  World* w = nullptr;
  int count = 0;
  int err = 0;
  std::string reason;
  Micros at = 0;
};
rd_kafka_t* start_told(World& w, Told& told, const Settings& settings) {
  return w.start(
      settings,
      [](Conf& conf, void* opaque) {
        conf.callbacks.opaque = opaque;
        conf.callbacks.error_cb = [](rd_kafka_t*, int err, const char* reason, void* self) {
          auto& to = *static_cast<Told*>(self);
          ++to.count;
          to.err = err;
          to.reason = reason;
          to.at = to.w->env.now();
        };
      },
      &told);
}

// As librdkafka 2.16 does it: error_cb with the broker's code, topic.metadata.propagation.max.ms
// (30 s) after the topic was first missing. A topic that is created meanwhile is simply read.
void a_missing_topic_is_told_in_time(void**) {
  for (const i64 limit_ms : {30000, 3000}) {
    World w(1, {100, 2000, 0}, 1);
    Told told;
    told.w = &w;
    rd_kafka_t* rk =
        start_told(w, told, {{"topic.metadata.propagation.max.ms", std::to_string(limit_ms)}});
    const Micros began = w.env.now();
    begin(w, rk, 0);
    Reader r(w, rk, 0);
    while (!told.count && w.env.now() - began < 60 * kMicrosPerSecond) r.expect_nothing(100);
    EXPECT(w, told.count == 1 && told.err == RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART);
    EXPECT(w, told.reason == "t [0]: topic does not exist (Broker: Unknown topic or partition)");
    EXPECT(w, told.at - began >= limit_ms * kMicrosPerMs);
    EXPECT(w, told.at - began < (limit_ms + 500) * kMicrosPerMs);
    rd_kafka_destroy(rk);
  }
  World w(2, {100, 2000, 0}, 1);
  Told told;
  told.w = &w;
  rd_kafka_t* rk = start_told(w, told, {});
  begin(w, rk, 0);
  Reader r(w, rk, 0);
  r.expect_nothing(10000);
  w.create("t", 1);
  w.append("t", 0, 5);
  r.read_to(5);
  r.expect_nothing(60000);
  EXPECT(w, told.count == 0);
  rd_kafka_destroy(rk);
}

}  // namespace
}  // namespace rk::sim

int main(int argc, char** argv) {
  if (argc > 1) rk::sim::g_only = std::strtoull(argv[1], nullptr, 10);
  const CMUnitTest tests[] = {
      cmocka_unit_test(rk::sim::reset_once),
      cmocka_unit_test(rk::sim::trimmed_while_reading),
      cmocka_unit_test(rk::sim::a_batch_that_was_damaged_on_the_way),
      cmocka_unit_test(rk::sim::a_batch_that_was_damaged_once),
      cmocka_unit_test(rk::sim::an_epoch_that_cannot_be),
      cmocka_unit_test(rk::sim::a_missing_topic_is_told_in_time),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
