// Goal: what users of other clients met around metadata: first messages a second late, odd stalls,
// partitions that nobody leads, leaders that freeze. Method: the public calls against virtual
// brokers in virtual time. README.md lists the public reports.
#include <map>

#include "sim_producer/case_world.h"

using namespace rk;
using namespace rk::sim;

// librdkafka #5032: metadata is asked for at once, for the first topic and for later ones.
static void the_first_message_of_a_topic_is_not_late(void**) {
  CaseWorld w;
  w.start({{"linger.ms", "0"}});
  for (const char* topic : {"t", "u", "v"}) {
    Message& m = w.produce(0, -1, topic);
    w.poll_all(10 * kMicrosPerSecond);
    CaseWorld::expect(m, kPersisted, 0);
    assert_true(m.took() < 100 * kMs);
    w.poll_for(10 * kMicrosPerSecond);
  }
}

// librdkafka #2912: bursts with pauses, at any linger: no message waits for anything but linger and
// the network.
static void no_burst_has_an_outlier(void**) {
  for (const char* linger : {"0", "0.5", "1", "5"}) {
    CaseWorld w;
    w.start({{"linger.ms", linger}});
    w.produce();
    w.poll_all(5 * kMicrosPerSecond);
    TestRandom random(11);
    for (int burst = 0; burst < 300; ++burst) {
      w.produce_many(static_cast<int>(1 + random.below(30)));
      w.poll_for(static_cast<Micros>(random.below(burst % 10 ? 8000 : 1200000)));
    }
    w.poll_all(5 * kMicrosPerSecond);
    w.expect_all_arrived();
    for (size_t i = 1; i < w.messages.size(); ++i) assert_true(w.messages[i]->took() < 40 * kMs);
  }
}

// librdkafka #3545, #929; confluent-kafka-go #363: messages without a key go where there is a
// leader; for a partition without one they wait, and time out with a report if none comes.
static void partitions_without_a_leader(void**) {
  mock::ClusterOptions options = one_partition();
  options.default_partitions = 3;
  CaseWorld w(options);
  w.start({{"message.timeout.ms", "3000"},
           {"sticky.partitioning.linger.ms", "0"},
           {"topic.metadata.refresh.interval.ms", "100"}});
  rd_kafka_topic_t* topic = rd_kafka_topic_new(w.rk, "t", nullptr);
  w.produce();
  w.poll_all(5 * kMicrosPerSecond);
  assert_int_equal(rd_kafka_topic_partition_available(topic, 1), 1);
  w.set_leader(1, -1);
  w.poll_for(kMicrosPerSecond);
  assert_int_equal(rd_kafka_topic_partition_available(topic, 1), 0);
  for (int i = 0; i < 100; ++i) w.produce(0, -1);
  w.poll_all(kMicrosPerSecond);
  for (auto& m : w.messages) {
    CaseWorld::expect(*m, kPersisted, 0);
    assert_int_not_equal(m->partition, 1);
  }

  Message& waits = w.produce(0, 1);
  w.poll_for(1500 * kMs);
  assert_int_equal(waits.reports, 0);
  w.set_leader(1, 1);
  w.poll_all(kMicrosPerSecond);
  CaseWorld::expect(waits, kPersisted, 0);

  w.set_leader(1, -1);
  w.poll_for(kMicrosPerSecond);
  Message& never = w.produce(0, 1);
  w.poll_all(4 * kMicrosPerSecond);
  CaseWorld::expect(never, kNot, RD_KAFKA_RESP_ERR__MSG_TIMED_OUT);
  rd_kafka_topic_destroy(topic);
}

// A leader that freezes with a request of ours: once another leads, it gets the same bytes, long
// before the request would time out. (The cluster moves the leader after some seconds.)
static void a_frozen_leader_is_left_behind(void**) {
  for (u64 seed = 1; seed <= 20; ++seed) {
    CaseWorld w(one_partition(2), seed);
    w.start({{"request.timeout.ms", "30000"}});
    w.produce();
    w.poll_all(5 * kMicrosPerSecond);
    w.fault(Kind::stall, 0, 600 * kMicrosPerSecond);
    const size_t sent = w.attempts.size();
    w.produce();
    w.poll_for(kMicrosPerSecond);
    const i32 old = w.messages[0]->broker;
    w.set_leader(0, 3 - old);
    w.produce();
    w.poll_all(9 * kMicrosPerSecond);
    w.expect_all_arrived();
    assert_int_equal(w.messages[1]->broker, 3 - old);
    assert_int_equal(w.attempts[sent].broker, 3 - old);
    assert_int_equal(w.attempts[sent].sequence, 1);
    assert_int_equal(w.answers(45), 0);
  }
}

// KIP-951: the answer that refuses says who leads now; nobody has to be asked.
static void the_answer_names_the_new_leader(void**) {
  CaseWorld w(one_partition(2));
  w.start();
  w.produce();
  w.poll_all(5 * kMicrosPerSecond);
  const i32 old = w.messages[0]->broker;
  w.set_leader(0, 3 - old);
  for (int i = 0; i < 20; ++i)
    w.fault(Kind::stall, 0, 600 * kMicrosPerSecond, wire::ApiKey::kMetadata);
  Message& m = w.produce();
  w.poll_all(kMicrosPerSecond);
  CaseWorld::expect(m, kPersisted, 0);
  assert_int_equal(m.broker, 3 - old);
  assert_int_equal(w.attempts.size(), 3);
}

// max.in.flight is the number of requests out to a broker, at most 5, each on a connection of its
// own that is opened when it is needed.
static void requests_in_flight_are_limited(void**) {
  const std::pair<const char*, size_t> limits[] = {{"1", 1}, {"3", 3}, {"5", 5}, {"1000", 5}};
  for (const auto& [in_flight, expected] : limits) {
    mock::ClusterOptions options = one_partition();
    options.default_partitions = 8;
    CaseWorld w(options);
    w.start({{"max.in.flight", in_flight}, {"linger.ms", "0"}});
    w.produce();
    w.poll_all(5 * kMicrosPerSecond);
    const u64 connections = w.env.connections();
    for (int i = 0; i < 8; ++i) w.fault(Kind::do_then_stall, 0, 2 * kMicrosPerSecond);
    w.attempts.clear();
    for (i32 p = 0; p < 8; ++p) {
      w.produce(0, p);
      w.poll_for(50 * kMs);
    }
    assert_int_equal(w.attempts.size(), expected);
    assert_int_equal(w.env.connections(), connections + expected - 1);
    w.poll_all(20 * kMicrosPerSecond);
    for (auto& m : w.messages) CaseWorld::expect(*m, kPersisted, 0);
  }
}

// One partition that always has more than a request takes does not starve the others: who waited
// longest goes first, so that nobody waits longer than the busy one's own messages. No request is
// larger than message.max.bytes, and each is filled as far as the order allows.
static void no_partition_starves(void**) {
  constexpr size_t kMax = 3000;
  mock::ClusterOptions options = one_partition();
  options.default_partitions = 20;
  CaseWorld w(options);
  w.start({{"message.max.bytes", std::to_string(kMax)},
           {"max.in.flight", "1"},
           {"linger.ms", "0"},
           {"message.timeout.ms", "300000"}});
  w.produce();
  w.poll_all(5 * kMicrosPerSecond);
  w.attempts.clear();
  std::vector<Message*> busy, rare;
  for (i32 p = 1; p < 20; ++p) rare.push_back(&w.produce(400, p));
  for (int i = 0; i < 300; ++i) {
    for (int k = 0; k < 12; ++k) busy.push_back(&w.produce(900));
    rare.push_back(&w.produce(400, 1 + i % 19));
    w.poll_for(5 * kMs);
  }
  w.poll_all(60 * kMicrosPerSecond);
  // A request's batches are appended at the same moment, and only one request is out.
  std::map<Micros, std::pair<size_t, size_t>> requests;
  for (const Attempt& a : w.attempts) {
    auto& [batches, bytes] = requests[a.at];
    ++batches;
    bytes += a.bytes.size();
  }
  size_t most = 0;
  for (const auto& [at, request] : requests) {
    most = std::max(most, request.first);
    assert_true(request.second <= kMax);
  }
  assert_int_equal(most, 6);  // of 476 bytes
  Micros longest_busy = 0, longest_rare = 0;
  for (const Message* m : busy) longest_busy = std::max(longest_busy, m->took());
  for (const Message* m : rare) longest_rare = std::max(longest_rare, m->took());
  assert_true(longest_busy > kMicrosPerSecond);  // there was a queue
  assert_true(longest_rare <= longest_busy + 20 * kMs);
  for (auto& m : w.messages) CaseWorld::expect(*m, kPersisted, 0);
}

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(the_first_message_of_a_topic_is_not_late),
      cmocka_unit_test(no_burst_has_an_outlier),
      cmocka_unit_test(partitions_without_a_leader),
      cmocka_unit_test(a_frozen_leader_is_left_behind),
      cmocka_unit_test(the_answer_names_the_new_leader),
      cmocka_unit_test(requests_in_flight_are_limited),
      cmocka_unit_test(no_partition_starves),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
