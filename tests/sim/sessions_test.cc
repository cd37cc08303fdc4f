// Goal: fetch sessions (KIP-227) keep requests small and lose nothing: whatever ends a session, all
// partitions are asked for again. Method: scenarios in virtual time; the virtual broker counts the
// partitions that requests name. `sim_sessions <seed>` runs that seed.
#include <map>

#include "sim/world.h"

namespace rk::sim {
namespace {

u64 g_only = 0;
constexpr NetOptions kNet{100, 2000, 0};

struct Asked {
  u64 requests, partitions;
};
Asked asked(World& w) {
  const Lock lock = w.server.cluster().lock();
  const mock::FetchSessions& s = w.server.cluster().fetch_sessions();
  return {s.requests, s.partitions_asked};
}
Asked operator-(const Asked& a, const Asked& b) {
  return {a.requests - b.requests, a.partitions - b.partitions};
}

void read_one(World& w, rd_kafka_t* rk, i32 partition, i64 offset) {
  rd_kafka_message_t* m = rd_kafka_consumer_poll(rk, 5000);
  EXPECT(w, m && m->err == 0);
  EXPECT(w, m->partition == partition && m->offset == offset);
  rd_kafka_message_destroy(m);
}

// The requests of a consumer at rest name nothing; one message is two small requests.
void a_thousand_idle_partitions(void**) {
  for (const i16 fetch : {i16{17}, i16{12}, i16{11}}) {
    mock::ClusterOptions o = World::options(1);
    o.version_max = {{wire::ApiKey::kFetch, fetch}};
    World w(1, kNet, o);
    w.create("t", 1000);
    rd_kafka_t* rk = w.start({});
    List list;
    for (i32 p = 0; p < 1000; ++p) list.add("t", p, 0);
    EXPECT(w, rd_kafka_assign(rk, list) == 0);
    EXPECT(w, !rd_kafka_consumer_poll(rk, 5000));
    const Asked first = asked(w);
    EXPECT(w, first.partitions >= 1000 && first.partitions <= 2000);
    EXPECT(w, !rd_kafka_consumer_poll(rk, 10000));
    const Asked idle = asked(w) - first;
    EXPECT(w, idle.partitions == 0);
    EXPECT(w, idle.requests >= 15 && idle.requests <= 25);  // fetch.wait.max.ms is 500
    w.append("t", 700, 1);
    read_one(w, rk, 700, 0);
    EXPECT(w, !rd_kafka_consumer_poll(rk, 3000));
    EXPECT(w, (asked(w) - first).partitions == 1);
    // Paused ones are forgotten, and named again.
    List some;
    for (i32 p = 0; p < 10; ++p) some.add("t", p);
    EXPECT(w, rd_kafka_pause_partitions(rk, some) == 0);
    EXPECT(w, !rd_kafka_consumer_poll(rk, 2000));
    w.append("t", 3, 1);
    EXPECT(w, !rd_kafka_consumer_poll(rk, 2000));
    EXPECT(w, (asked(w) - first).partitions == 1);
    EXPECT(w, rd_kafka_resume_partitions(rk, some) == 0);
    read_one(w, rk, 3, 0);
    EXPECT(w, !rd_kafka_consumer_poll(rk, 2000));
    EXPECT(w, (asked(w) - first).partitions == 12);
    rd_kafka_destroy(rk);
  }
}

// The broker forgets sessions (70), an answer is lost (71), connections go, there is no room for a
// session: every record comes once all the same.
void a_session_may_end_at_any_time(void**) {
  each_seed(g_only, 150, [](u64 seed) {
    mock::ClusterOptions o = World::options(2);
    o.fetch_sessions = seed % 5 != 0;
    o.version_max = {{wire::ApiKey::kFetch, seed % 2 ? i16{17} : i16{12}}};
    World w(seed, kNet, o);
    w.create("t", 6);
    rd_kafka_t* rk = w.start({{"fetch.wait.max.ms", w.random.chance(2) ? "20" : "500"},
                              {"queued.min.messages", w.random.chance(2) ? "3" : "1000"}});
    List list;
    std::map<i32, i64> next;
    for (i32 p = 0; p < 6; ++p) {
      list.add("t", p, 0);
      next[p] = 0;
    }
    EXPECT(w, rd_kafka_assign(rk, list) == 0);
    const auto poll = [&](int timeout_ms) {
      rd_kafka_message_t* m = rd_kafka_consumer_poll(rk, timeout_ms);
      if (!m) return false;
      EXPECT(w, m->err == 0 && m->offset == next[m->partition]);
      ++next[m->partition];
      rd_kafka_message_destroy(m);
      return true;
    };
    for (int i = 0; i < 120; ++i) {
      switch (w.random.below(8)) {
        case 0: {
          const Lock lock = w.server.cluster().lock();
          w.server.cluster().fetch_sessions().forget_all();
          break;
        }
        case 1: {
          const Lock lock = w.server.cluster().lock();
          w.server.cluster().faults().add(
              wire::ApiKey::kFetch,
              {w.random.chance(2) ? mock::Fault::Kind::do_then_cut : mock::Fault::Kind::cut, kOk,
               0});
          break;
        }
        case 2:
          w.set_leader("t", static_cast<i32>(w.random.below(6)),
                       static_cast<i32>(1 + w.random.below(2)));
          break;
        case 3:
          w.env.run_for(static_cast<Micros>(w.random.below(200000)));
          break;
        case 4:
        case 5:
          w.append("t", static_cast<i32>(w.random.below(6)),
                   static_cast<i32>(1 + w.random.below(5)));
          break;
        default:
          (void)poll(static_cast<int>(w.random.below(30)));
      }
    }
    const Micros deadline = w.env.now() + 30 * kMicrosPerSecond;
    while (w.env.now() < deadline) (void)poll(100);
    for (i32 p = 0; p < 6; ++p) EXPECT(w, next[p] == w.end_of("t", p));
    rd_kafka_destroy(rk);
  });
}

}  // namespace
}  // namespace rk::sim

int main(int argc, char** argv) {
  if (argc > 1) rk::sim::g_only = std::strtoull(argv[1], nullptr, 10);
  const CMUnitTest tests[] = {
      cmocka_unit_test(rk::sim::a_thousand_idle_partitions),
      cmocka_unit_test(rk::sim::a_session_may_end_at_any_time),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
