// Goal: a consumer follows its partitions: to the leader that an answer names (KIP-951), to the
// replica in its rack and back (KIP-392), past an unclean election (KIP-320), from a deleted topic
// to the one of the same name (KIP-516); each leaves one line in the log and counts. Method: seeded
// scenarios in virtual time over the virtual broker, with and without the protocol versions that
// help. `sim_follow <seed>` runs that seed.
#include "consumer/consumer.h"
#include "sim/world.h"

namespace rk::sim {
namespace {

u64 g_only = 0;

using Logged = std::vector<std::string>;  // of level 5

rd_kafka_t* start_logged(World& w, Logged& lines, const Settings& settings) {
  return w.start(
      settings,
      [](Conf& conf, void* opaque) {
        conf.callbacks.opaque = opaque;
        conf.callbacks.log_cb = [](const rd_kafka_t* rk, int level, const char* facility,
                                   const char* text) {
          if (level != 5 || std::strcmp(facility, "FAIL") == 0) return;
          static_cast<Logged*>(rd_kafka_opaque(rk))->push_back(text);
        };
      },
      &lines);
}

int count(const Logged& lines, const std::string& part) {
  int n = 0;
  for (const std::string& l : lines) n += l.find(part) != std::string::npos;
  return n;
}

void assign(World& w, rd_kafka_t* rk, i64 offset) {
  List list;
  list.add("t", 0, offset);
  EXPECT(w, rd_kafka_assign(rk, list) == 0);
}

// Reads "t [0]" from `next` to `end`; in no more than `limit` of virtual time.
bool read_to(World& w, rd_kafka_t* rk, i64& next, i64 end, Micros limit, i32* broker = nullptr) {
  const Micros deadline = w.env.now() + limit;
  while (next < end && w.env.now() < deadline) {
    rd_kafka_message_t* m = rd_kafka_consumer_poll(rk, 20);
    if (!m) continue;
    if (m->err) std::fprintf(stderr, "%s\n", rd_kafka_message_errstr(m));
    EXPECT(w, m->err == 0);
    EXPECT(w, m->offset == next);
    ++next;
    if (broker) *broker = rd_kafka_message_broker_id(m);
    rd_kafka_message_destroy(m);
  }
  return next == end;
}

// The next error within ten seconds.
rd_kafka_resp_err_t next_error(World& w, rd_kafka_t* rk) {
  const Micros deadline = w.env.now() + 10 * kMicrosPerSecond;
  while (w.env.now() < deadline) {
    rd_kafka_message_t* m = rd_kafka_consumer_poll(rk, 100);
    if (!m) continue;
    const rd_kafka_resp_err_t err = m->err;
    rd_kafka_message_destroy(m);
    if (err) return err;
  }
  return RD_KAFKA_RESP_ERR_NO_ERROR;
}

mock::ClusterOptions brokers(i32 n, i16 fetch_max = wire::FetchRequest::versions.max) {
  mock::ClusterOptions o = World::options(n);
  o.version_max = {{wire::ApiKey::kFetch, fetch_max}};
  return o;
}

constexpr NetOptions kNet{100, 2000, 0};

// Metadata is not to be had: only the answer of the old leader can say where to go.
void the_leader_is_where_the_answer_says(void**) {
  each_seed(g_only, 30, [](u64 seed) {
    for (const i16 fetch : {i16{17}, i16{16}, i16{15}}) {
      World w(seed, kNet, brokers(3, fetch));
      w.create("t", 1);
      w.append("t", 0, 5);
      Logged lines;
      rd_kafka_t* rk = start_logged(w, lines, {});
      assign(w, rk, 0);
      i64 next = 0;
      EXPECT(w, read_to(w, rk, next, 5, 10 * kMicrosPerSecond));
      {
        const Lock lock = w.server.cluster().lock();
        for (int i = 0; i < 50; ++i)
          w.server.cluster().faults().add(wire::ApiKey::kMetadata,
                                          {mock::Fault::Kind::stall, kOk, 20 * kMicrosPerSecond});
      }
      w.set_leader("t", 0, static_cast<i32>(2 + seed % 2));
      w.append("t", 0, 5);
      const bool soon = read_to(w, rk, next, 10, kMicrosPerSecond);
      EXPECT(w, soon == (fetch >= 16));
      EXPECT(w, read_to(w, rk, next, 10, 120 * kMicrosPerSecond));
      EXPECT(w, count(lines, "t [0]: leader moved from broker 1 to") == 1);
      EXPECT(w, rk->cluster->recoveries().leader_moves == 1);
      rd_kafka_destroy(rk);
    }
  });
}

// Half of the log goes with its leader. What was read of it is read again in the new leader's
// words, whether that has less, as much or more by now; auto.offset.reset=error is asked instead.
void a_truncated_log_is_noticed(void**) {
  each_seed(g_only, 60, [](u64 seed) {
    static constexpr i16 kFetch[] = {17, 12, 11};
    static const char* const kPolicies[] = {"earliest", "latest", "error"};
    World w(seed, kNet, brokers(2, kFetch[seed % 3]));
    const char* policy = kPolicies[seed / 3 % 3];
    w.create("t", 1);
    for (int i = 0; i < 6; ++i) w.append("t", 0, 5);
    Logged lines;
    rd_kafka_t* rk = start_logged(w, lines, {{"auto.offset.reset", policy}});
    assign(w, rk, 0);
    i64 next = 0;
    EXPECT(w, read_to(w, rk, next, 30, 10 * kMicrosPerSecond));
    const i64 cut = static_cast<i64>(5 * w.random.below(6));
    {
      const Lock lock = w.server.cluster().lock();
      w.server.cluster().partition("t", 0)->lose_from(cut);
    }
    w.set_leader("t", 0, 2);
    for (u64 i = 1 + w.random.below(10); i > 0; --i) w.append("t", 0, 5);
    const i64 end = w.end_of("t", 0);
    if (std::strcmp(policy, "error") == 0) {
      EXPECT(w, next_error(w, rk) == RD_KAFKA_RESP_ERR__AUTO_OFFSET_RESET);
      EXPECT(w, rk->cluster->recoveries().offset_resets == 0);
      assign(w, rk, cut);
    } else {
      List position;
      position.add("t", 0);
      next = cut;
      EXPECT(w, read_to(w, rk, next, std::min(end, cut + 1), 10 * kMicrosPerSecond));
      EXPECT(w, rd_kafka_position(rk, position) == 0);
      EXPECT(w, position.list->elems[0].offset == next);
      EXPECT(w, count(lines, "t [0]: offset 30 reset to " + std::to_string(cut) +
                                 ": log truncated: epoch 0 ends at " + std::to_string(cut)) == 1);
      EXPECT(w, rk->cluster->recoveries().offset_resets == 1);
    }
    if (std::strcmp(policy, "error") == 0) next = cut;
    EXPECT(w, read_to(w, rk, next, end, 10 * kMicrosPerSecond));
    rd_kafka_destroy(rk);
  });
}

// Elections that lose nothing: each epoch is checked, and nothing happens.
void clean_elections_reset_nothing(void**) {
  each_seed(g_only, 60, [](u64 seed) {
    static constexpr i16 kFetch[] = {17, 12, 11};
    World w(seed, kNet, brokers(2, kFetch[seed % 3]));
    w.create("t", 1);
    Logged lines;
    rd_kafka_t* rk = start_logged(w, lines, {{"auto.offset.reset", "error"}});
    assign(w, rk, 0);
    i64 next = 0;
    for (int i = 0; i < 12; ++i) {
      if (w.random.chance(2)) w.append("t", 0, static_cast<i32>(1 + w.random.below(8)));
      w.set_leader("t", 0, static_cast<i32>(1 + w.random.below(2)));
      if (w.random.chance(3)) w.env.cut_all();
      if (w.random.chance(2)) w.append("t", 0, static_cast<i32>(1 + w.random.below(8)));
      if (w.random.chance(2)) w.env.run_for(static_cast<Micros>(w.random.below(400000)));
      const i64 to = w.random.chance(2) ? w.end_of("t", 0) : next;
      EXPECT(w, read_to(w, rk, next, to, 10 * kMicrosPerSecond));
    }
    EXPECT(w, read_to(w, rk, next, w.end_of("t", 0), 10 * kMicrosPerSecond));
    EXPECT(w, rk->cluster->recoveries().offset_resets == 0);
    rd_kafka_destroy(rk);
  });
}

// The new topic of the old name is longer than what was read: its offsets would do, and only its id
// tells. With ids in Fetch at once, by name with the next metadata.
void a_topic_created_again_is_read_anew(void**) {
  each_seed(g_only, 40, [](u64 seed) {
    static const char* const kPolicies[] = {"earliest", "latest", "error"};
    const i16 fetch = seed % 2 ? 17 : 12;
    const char* policy = kPolicies[seed / 2 % 3];
    World w(seed, kNet, brokers(2, fetch));
    w.create("t", 1);
    w.append("t", 0, 10);
    Logged lines;
    rd_kafka_t* rk =
        start_logged(w, lines,
                     {{"auto.offset.reset", policy},
                      {"topic.metadata.refresh.interval.ms", fetch == 17 ? "300000" : "2000"}});
    assign(w, rk, 0);
    i64 next = 0;
    EXPECT(w, read_to(w, rk, next, 10, 10 * kMicrosPerSecond));
    {
      const Lock lock = w.server.cluster().lock();
      w.server.cluster().delete_topic("t");
    }
    w.create("t", 1);
    w.append("t", 0, fetch == 17 ? 40 : 10);  // by name all would be read until it is noticed
    if (std::strcmp(policy, "error") == 0) {
      EXPECT(w, next_error(w, rk) == RD_KAFKA_RESP_ERR__AUTO_OFFSET_RESET);
      assign(w, rk, 0);
      next = 0;
    } else {
      // Until it has noticed there is nothing to be handed out.
      rd_kafka_queue_t* q = rd_kafka_queue_get_consumer(rk);
      const Micros deadline = w.env.now() + 10 * kMicrosPerSecond;
      while (count(lines, "reset to") == 0 && w.env.now() < deadline) {
        EXPECT(w, rd_kafka_queue_length(q) == 0);
        w.env.run_for(10000);
      }
      rd_kafka_queue_destroy(q);
      next = std::strcmp(policy, "earliest") == 0 ? 0 : w.end_of("t", 0);
      EXPECT(w, count(lines, "t [0]: offset 10 reset to " + std::to_string(next) +
                                 ": the topic was deleted and created again") == 1);
      EXPECT(w, rk->cluster->recoveries().offset_resets == 1);
    }
    w.append("t", 0, 5);
    EXPECT(w, read_to(w, rk, next, w.end_of("t", 0), 10 * kMicrosPerSecond));
    rd_kafka_destroy(rk);
  });
}

// A broker that speaks Fetch 17 but whose metadata has no ids: topics are named (a broker would
// answer 100 to each request that gives a zero id).
void topics_without_ids_are_named(void**) {
  mock::ClusterOptions o = World::options(1);
  o.topic_ids = false;
  World w(1, kNet, o);
  w.create("t", 1);
  w.append("t", 0, 10);
  rd_kafka_t* rk = w.start({});
  assign(w, rk, 0);
  i64 next = 0;
  EXPECT(w, read_to(w, rk, next, 10, 10 * kMicrosPerSecond));
  rd_kafka_destroy(rk);
}

// In its rack it reads from the replica there, beyond what that has from the leader, and nothing is
// reset for that.
void a_near_replica_is_read_from(void**) {
  each_seed(g_only, 30, [](u64 seed) {
    mock::ClusterOptions o = brokers(3, seed % 2 ? 17 : 11);
    o.follower_fetching = true;
    World w(seed, kNet, o);
    {
      const Lock lock = w.server.cluster().lock();
      for (mock::BrokerAddress& b : w.server.cluster().brokers())
        b.rack = "rack" + std::to_string(b.id);
    }
    w.create("t", 1);
    w.append("t", 0, 10);
    rd_kafka_t* rk = w.start({{"client.rack", "rack3"}, {"auto.offset.reset", "error"}});
    assign(w, rk, 0);
    i64 next = 0;
    i32 broker = -1;
    EXPECT(w, read_to(w, rk, next, 10, 10 * kMicrosPerSecond, &broker));
    EXPECT(w, broker == 3);
    EXPECT(w, rk->consumer->stats().at(0).broker_id == 3);  // "broker" beside "leader"
    // The replica falls behind: the offset is out of its range.
    {
      const Lock lock = w.server.cluster().lock();
      w.server.cluster().partition("t", 0)->set_follower_end(5);
    }
    w.append("t", 0, 10);
    EXPECT(w, read_to(w, rk, next, 20, 3 * kMicrosPerSecond, &broker));
    EXPECT(w, broker == 1);
    EXPECT(w, rk->consumer->stats().at(0).broker_id == 1);
    // It has caught up; the leader names it again after a while.
    {
      const Lock lock = w.server.cluster().lock();
      w.server.cluster().partition("t", 0)->set_follower_end(-1);
    }
    i64 end = 20;
    for (int i = 0; i < 60 && broker != 3; ++i) {
      w.append("t", 0, 1);
      EXPECT(w, read_to(w, rk, next, ++end, 3 * kMicrosPerSecond, &broker));
      w.env.run_for(kMicrosPerSecond);
    }
    EXPECT(w, broker == 3);
    // A new leader: it is asked, and names the replica once more.
    w.set_leader("t", 0, 2);
    w.append("t", 0, 5);
    EXPECT(w, read_to(w, rk, next, end + 5, 3 * kMicrosPerSecond, &broker));
    EXPECT(w, broker == 3);
    rd_kafka_destroy(rk);
  });
}

// Who does not say where he is reads from the leader.
void without_a_rack_the_leader_is_read_from(void**) {
  mock::ClusterOptions o = brokers(2);
  o.follower_fetching = true;
  World w(1, kNet, o);
  {
    const Lock lock = w.server.cluster().lock();
    w.server.cluster().brokers()[1].rack = "far";
  }
  w.create("t", 1);
  w.append("t", 0, 10);
  rd_kafka_t* rk = w.start({});
  assign(w, rk, 0);
  i64 next = 0;
  i32 broker = -1;
  EXPECT(w, read_to(w, rk, next, 10, 10 * kMicrosPerSecond, &broker));
  EXPECT(w, broker == 1);
  rd_kafka_destroy(rk);
}

}  // namespace
}  // namespace rk::sim

int main(int argc, char** argv) {
  if (argc > 1) rk::sim::g_only = std::strtoull(argv[1], nullptr, 10);
  const CMUnitTest tests[] = {
      cmocka_unit_test(rk::sim::the_leader_is_where_the_answer_says),
      cmocka_unit_test(rk::sim::a_truncated_log_is_noticed),
      cmocka_unit_test(rk::sim::clean_elections_reset_nothing),
      cmocka_unit_test(rk::sim::a_topic_created_again_is_read_anew),
      cmocka_unit_test(rk::sim::topics_without_ids_are_named),
      cmocka_unit_test(rk::sim::a_near_replica_is_read_from),
      cmocka_unit_test(rk::sim::without_a_rack_the_leader_is_read_from),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
