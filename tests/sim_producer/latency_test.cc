// Goal: the latency in a delivery report is its own message's, from the produce call to the
// broker's answer, however many messages share the batch, and whatever the wall clock does. Never
// too short, and at most a millisecond too long. Method: messages produced at different moments
// within one linger, in virtual time; the answer comes for all of them at one moment.
#include "sim_producer/case_world.h"

using namespace rk;
using namespace rk::sim;

namespace {

constexpr Micros kExact = kMs;

// All messages from there on ended at one moment: whether each of them was told its own time to it.
void expect_one_end(const CaseWorld& w, size_t first, Micros sent_at) {
  for (size_t i = first; i < w.messages.size(); ++i) {
    const Message& m = *w.messages[i];
    assert_int_equal(m.reports, 1);
    assert_in_range(m.latency, sent_at - m.produced_at, m.took() + kExact);
  }
  // The first one opened the batch, whose time is exact.
  const Micros end = w.messages[first]->produced_at + w.messages[first]->latency;
  for (size_t i = first; i < w.messages.size(); ++i) {
    const Message& m = *w.messages[i];
    assert_in_range(m.latency, end - m.produced_at, end - m.produced_at + kExact - 1);
  }
}

void produce_over_time(CaseWorld& w, i64 wall_jump_ms) {
  for (const Micros pause : {0, 300, 900, 7'000, 400, 50'000, 90'000}) {
    w.env.run_for(pause);
    w.produce();
    w.env.jump_wall_clock(wall_jump_ms);
  }
}

void messages_of_one_batch_have_their_own_latency(void**) {
  for (const i64 wall_jump_ms : {0, 3'600'000, -3'600'000}) {
    CaseWorld w;
    w.start({{"linger.ms", "200"}});
    w.produce();  // from here on the partition is known
    w.poll_all(5 * kMicrosPerSecond);
    produce_over_time(w, wall_jump_ms);
    w.poll_all(5 * kMicrosPerSecond);
    assert_int_equal(w.attempts.size(), 2);
    assert_int_equal(w.attempts.back().count, 7);
    expect_one_end(w, 1, w.attempts.back().at);
  }
}

void also_those_that_waited_for_metadata(void**) {
  CaseWorld w;
  w.fault(Kind::stall, 0, 400 * kMs, wire::ApiKey::kMetadata);
  w.start({{"linger.ms", "1000"}});
  produce_over_time(w, 0);
  assert_true(w.attempts.empty());
  w.poll_all(5 * kMicrosPerSecond);
  assert_int_equal(w.attempts.size(), 1);
  expect_one_end(w, 0, w.attempts.back().at);
}

// Halves keep it too, and an end without an answer counts as well.
void also_those_whose_batch_was_split_or_ended_unsent(void**) {
  CaseWorld w;
  w.start({{"linger.ms", "200"}, {"message.timeout.ms", "3000"}});
  w.produce();
  w.poll_all(5 * kMicrosPerSecond);
  w.fault(Kind::refuse, RD_KAFKA_RESP_ERR_MSG_SIZE_TOO_LARGE);
  for (int i = 0; i < 8; ++i) {
    w.produce(50);
    w.env.run_for(20 * kMs);
  }
  w.poll_all(5 * kMicrosPerSecond);
  for (size_t i = 1; i < w.messages.size(); ++i) {
    const Message& m = *w.messages[i];
    CaseWorld::expect(m, kPersisted, 0);
    assert_in_range(m.latency, w.attempts[2].at - m.produced_at, m.took() + kExact);
  }
  const size_t first = w.messages.size();
  for (int i = 0; i < 8; ++i) {
    w.produce(50);
    w.env.run_for(20 * kMs);
  }
  assert_int_equal(rd_kafka_purge(w.rk, RD_KAFKA_PURGE_F_QUEUE), 0);
  const Micros purged_at = w.env.now();
  w.poll_all(kMicrosPerSecond);
  for (size_t i = first; i < w.messages.size(); ++i) {
    const Message& m = *w.messages[i];
    CaseWorld::expect(m, kNot, RD_KAFKA_RESP_ERR__PURGE_QUEUE);
    assert_in_range(m.latency, purged_at - m.produced_at, purged_at - m.produced_at + kExact);
  }
}

// The statistics' int_latency counts messages, each from its own call to its first request.
// (librdkafka 2.16.0: eleven messages in two batches make a count of eleven, and the sum fits.)
u64 counted, summed;
u64 number_behind(const char* text, const char* key) {
  const char* at = strstr(text, key);
  assert_non_null(at);
  return strtoull(at + strlen(key), nullptr, 10);
}
int on_stats(rd_kafka_t*, char* json, size_t, void*) {
  for (const char* at = json; (at = strstr(at, "\"int_latency\"")); ++at) {
    counted += number_behind(at, "\"cnt\":");
    summed += number_behind(at, "\"sum\":");
  }
  return 0;
}
void statistics_count_each_message_s_wait(void**) {
  CaseWorld w;
  w.start({{"linger.ms", "200"}, {"statistics.interval.ms", "1000"}},
          [](Conf& conf) { conf.callbacks.stats_cb = on_stats; });
  w.produce();
  w.poll_for(1500 * kMs);
  counted = summed = 0;
  produce_over_time(w, 0);
  w.poll_for(1500 * kMs);
  assert_int_equal(w.attempts.back().count, 7);
  assert_int_equal(counted, 7);
  // The request was made a moment before it arrived: 3 ms at most.
  u64 least = 0;
  for (size_t i = 1; i < w.messages.size(); ++i)
    least += static_cast<u64>(w.attempts.back().at - w.messages[i]->produced_at - 3 * kMs);
  assert_in_range(summed, least, least + 4 * 7 * kMs);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(messages_of_one_batch_have_their_own_latency),
      cmocka_unit_test(also_those_that_waited_for_metadata),
      cmocka_unit_test(also_those_whose_batch_was_split_or_ended_unsent),
      cmocka_unit_test(statistics_count_each_message_s_wait),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
