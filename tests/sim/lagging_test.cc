// Goal: brokers that know less than others, or say less, lead nobody astray: a replica that has not
// heard of its leader, one whose own log ends early, one that serves old metadata, one that
// throttles, one whose offsets a transaction is about to replace. Method: scenarios in virtual time
// over the virtual broker, whose brokers can be held back one by one. `sim_lagging <seed>` runs
// that seed.
#include "sim/world.h"

namespace rk::sim {
namespace {

u64 g_only = 0;
constexpr NetOptions kNet{100, 2000, 0};

mock::ClusterOptions brokers(i32 n, i16 fetch_max) {
  mock::ClusterOptions o = World::options(n);
  o.version_max = {{wire::ApiKey::kFetch, fetch_max}};
  return o;
}

mock::Partition& log_of(World& w) {
  return *w.server.cluster().partition("t", 0);
}

void assign(World& w, rd_kafka_t* rk, i64 offset) {
  List list;
  EXPECT(w, rd_kafka_assign(rk, list.add("t", 0, offset)) == 0);
}

// Reads "t [0]" from `next` to `end`, in no more than `limit` of virtual time; the last one's
// broker.
i32 read_to(World& w, rd_kafka_t* rk, i64& next, i64 end, Micros limit) {
  i32 broker = -1;
  const Micros deadline = w.env.now() + limit;
  while (next < end) {
    EXPECT(w, w.env.now() < deadline);
    rd_kafka_message_t* m = rd_kafka_consumer_poll(rk, 20);
    if (!m) continue;
    EXPECT(w, m->err == 0 && m->offset == next);
    ++next;
    broker = rd_kafka_message_broker_id(m);
    rd_kafka_message_destroy(m);
  }
  return broker;
}

// A consumer in the rack of broker 3, which has read ten records there. The leader is 1.
struct NearReplica {
  NearReplica(u64 seed, i16 fetch_max, const char* policy) : w(seed, kNet, options(fetch_max)) {
    {
      const Lock lock = w.server.cluster().lock();
      for (mock::BrokerAddress& b : w.server.cluster().brokers())
        b.rack = "rack" + std::to_string(b.id);
    }
    w.create("t", 1);
    w.append("t", 0, 10);
    rk = w.start({{"client.rack", "rack3"},
                  {"auto.offset.reset", policy},
                  {"topic.metadata.refresh.interval.ms", "1000"}});
    assign(w, rk, 0);
    EXPECT(w, read_to(w, rk, next, 10, 10 * kMicrosPerSecond) == 3);
  }
  ~NearReplica() { rd_kafka_destroy(rk); }
  static mock::ClusterOptions options(i16 fetch_max) {
    mock::ClusterOptions o = brokers(3, fetch_max);
    o.follower_fetching = true;
    return o;
  }
  World w;
  rd_kafka_t* rk = nullptr;
  i64 next = 0;
};

// The leader is read meanwhile; it names the replica each time that it may, and the replica refuses
// each time: a pause lies in between.
void a_replica_that_has_not_heard_of_the_leader(void**) {
  each_seed(g_only, 30, [](u64 seed) {
    NearReplica n(seed, seed % 2 ? 17 : 11, "error");
    World& w = n.w;
    const auto fetches = [&] {
      const Lock lock = w.server.cluster().lock();
      return w.server.cluster().fetch_sessions().requests;
    };
    {
      const Lock lock = w.server.cluster().lock();
      log_of(w).set_follower_epoch(0);
    }
    w.set_leader("t", 0, 2);
    n.w.env.run_for(2 * kMicrosPerSecond);  // until metadata tells
    const u64 before = fetches();
    i64 end = 10;
    for (int i = 0; i < 50; ++i) {
      w.append("t", 0, 1);
      EXPECT(w, read_to(w, n.rk, n.next, ++end, kMicrosPerSecond) == 2);
      w.env.run_for(200000);
    }
    EXPECT(w, fetches() - before < 300);
    {
      const Lock lock = w.server.cluster().lock();
      log_of(w).set_follower_epoch(-1);
    }
    i32 broker = 2;
    for (int i = 0; i < 60 && broker != 3; ++i) {
      w.append("t", 0, 1);
      broker = read_to(w, n.rk, n.next, ++end, kMicrosPerSecond);
      w.env.run_for(kMicrosPerSecond);
    }
    EXPECT(w, broker == 3);
  });
}

// A log was not truncated because a follower has not fetched the end of an epoch yet.
void a_replica_whose_log_ends_early(void**) {
  each_seed(g_only, 30, [](u64 seed) {
    NearReplica n(seed, seed % 2 ? 17 : 12, seed / 2 % 2 ? "error" : "earliest");
    {
      const Lock lock = n.w.server.cluster().lock();
      log_of(n.w).set_follower_end(5);
    }
    n.w.set_leader("t", 0, 2);
    n.w.append("t", 0, 5);
    EXPECT(n.w, read_to(n.w, n.rk, n.next, 15, 5 * kMicrosPerSecond) == 2);
    EXPECT(n.w, n.rk->cluster->recoveries().offset_resets == 0);
  });
}

// Broker 1 tells for half a minute who led before. Whoever has heard of the new leader does not go
// back; with a broker that says so in its answer (KIP-951) or without.
void a_broker_with_old_leaders(void**) {
  u64 stale = 0;
  each_seed(g_only, 40, [&stale](u64 seed) {
    World w(seed, kNet, brokers(3, seed % 2 ? 17 : 12));
    w.create("t", 1);
    w.append("t", 0, 5);
    rd_kafka_t* rk = w.start({{"topic.metadata.refresh.interval.ms", "300"}});
    assign(w, rk, 0);
    i64 next = 0, end = 5;
    read_to(w, rk, next, end, 10 * kMicrosPerSecond);
    {
      const Lock lock = w.server.cluster().lock();
      w.server.cluster().freeze_metadata(1);
    }
    w.set_leader("t", 0, 2);
    w.append("t", 0, 1);
    read_to(w, rk, next, ++end, 10 * kMicrosPerSecond);
    for (int i = 0; i < 100; ++i) {
      w.append("t", 0, 1);
      EXPECT(w, read_to(w, rk, next, ++end, kMicrosPerSecond) == 2);
      w.env.run_for(static_cast<Micros>(w.random.below(600000)));
    }
    EXPECT(w, rk->cluster->recoveries().leader_moves == 1);
    {
      const Lock lock = w.server.cluster().lock();
      stale += w.server.cluster().stale_answers;
    }
    rd_kafka_destroy(rk);
  });
  std::printf("%llu stale answers\n", static_cast<unsigned long long>(stale));
  assert_true(stale >= 40);
}

// It knows the topic of before, or none of this name: the consumer begins once with the new one.
void a_broker_with_old_topics(void**) {
  u64 stale = 0;
  each_seed(g_only, 40, [&stale](u64 seed) {
    const bool again = seed / 2 % 2;  // which only ids tell for certain
    World w(seed, kNet, brokers(3, again || seed % 2 ? 17 : 12));
    if (again) {
      w.create("t", 1);
      w.append("t", 0, 5);
    }
    rd_kafka_t* rk = w.start({{"topic.metadata.refresh.interval.ms", "300"}});
    i64 next = 0;
    if (again) {
      assign(w, rk, 0);
      read_to(w, rk, next, 5, 10 * kMicrosPerSecond);
    }
    {
      const Lock lock = w.server.cluster().lock();
      w.server.cluster().freeze_metadata(static_cast<i32>(1 + seed / 4 % 3));
      w.server.cluster().delete_topic("t");
    }
    w.create("t", 2);
    w.append("t", 0, 3);
    if (!again) assign(w, rk, 0);
    next = 0;
    i64 end = 3;
    for (int i = 0; i < 100; ++i) {
      read_to(w, rk, next, end, i ? kMicrosPerSecond : 15 * kMicrosPerSecond);
      w.append("t", 0, 1);
      ++end;
      w.env.run_for(static_cast<Micros>(w.random.below(600000)));
    }
    EXPECT(w, rk->cluster->recoveries().offset_resets == (again ? 1 : 0));
    {
      const Lock lock = w.server.cluster().lock();
      stale += w.server.cluster().stale_answers;
    }
    rd_kafka_destroy(rk);
  });
  std::printf("%llu stale answers\n", static_cast<unsigned long long>(stale));
  assert_true(stale >= 40);
}

// A broker that throttles answers nothing of what it read. That it says nothing of a partition does
// not mean that this one's end is where it was.
void a_throttled_answer_says_nothing_of_the_end(void**) {
  each_seed(g_only, 30, [](u64 seed) {
    World w(seed, kNet, brokers(1, seed % 2 ? 17 : 12));
    w.create("t", 2);
    w.append("t", 0, 5);
    rd_kafka_t* rk = w.start({{"enable.partition.eof", "true"}});
    List both, first, back;
    EXPECT(w, rd_kafka_assign(rk, both.add("t", 0, 0).add("t", 1, 0)) == 0);
    std::string told;  // of partition 0
    const auto listen = [&](Micros span) {
      for (const Micros until = w.env.now() + span; w.env.now() < until;) {
        rd_kafka_message_t* m = rd_kafka_consumer_poll(rk, 50);
        if (!m) continue;
        if (m->partition == 0) told += (m->err ? "E" : "") + std::to_string(m->offset) + " ";
        rd_kafka_message_destroy(m);
      }
    };
    listen(2 * kMicrosPerSecond);
    EXPECT(w, told == "0 1 2 3 4 E5 ");
    told.clear();
    EXPECT(w, rd_kafka_pause_partitions(rk, first.add("t", 0)) == 0);
    listen(2 * kMicrosPerSecond);
    w.append("t", 0, 3);
    {
      const Lock lock = w.server.cluster().lock();
      for (int i = 0; i < 20; ++i)
        w.server.cluster().faults().add(wire::ApiKey::kFetch,
                                        {mock::Fault::Kind::throttle, kOk, 50 * kMicrosPerMs});
    }
    EXPECT(w, rd_kafka_seek_partitions(rk, back.add("t", 0, 5), 1000) == nullptr);
    EXPECT(w, rd_kafka_resume_partitions(rk, first) == 0);
    listen(20 * kMicrosPerSecond);
    EXPECT(w, told == "5 6 7 E8 ");
    rd_kafka_destroy(rk);
  });
}

// KIP-447.
void offsets_that_a_transaction_will_replace(void**) {
  for (const i16 version : {i16{7}, i16{8}, i16{9}}) {
    for (const bool committed : {false, true}) {
      mock::ClusterOptions o = World::options(1);
      o.version_max = {{wire::ApiKey::kOffsetFetch, version}};
      World w(1, kNet, o);
      w.create("t", 1);
      w.append("t", 0, 20);
      const auto set = [&](i64 offset, bool pending) {
        const Lock lock = w.server.cluster().lock();
        w.server.cluster().group("g")[{"t", 0}].offset = offset;
        w.server.cluster().offsets_are_pending = pending;
      };
      set(5, true);
      rd_kafka_t* rk =
          w.start({{"isolation.level", committed ? "read_committed" : "read_uncommitted"}});
      assign(w, rk, RD_KAFKA_OFFSET_STORED);
      i64 next = 5;
      if (committed) {
        EXPECT(w, !rd_kafka_consumer_poll(rk, 3000));
        set(12, false);
        next = 12;
      }
      (void)read_to(w, rk, next, 20, 3 * kMicrosPerSecond);
      rd_kafka_destroy(rk);
    }
  }
}

}  // namespace
}  // namespace rk::sim

int main(int argc, char** argv) {
  if (argc > 1) rk::sim::g_only = std::strtoull(argv[1], nullptr, 10);
  const CMUnitTest tests[] = {
      cmocka_unit_test(rk::sim::a_replica_that_has_not_heard_of_the_leader),
      cmocka_unit_test(rk::sim::a_replica_whose_log_ends_early),
      cmocka_unit_test(rk::sim::a_broker_with_old_leaders),
      cmocka_unit_test(rk::sim::a_broker_with_old_topics),
      cmocka_unit_test(rk::sim::a_throttled_answer_says_nothing_of_the_end),
      cmocka_unit_test(rk::sim::offsets_that_a_transaction_will_replace),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
