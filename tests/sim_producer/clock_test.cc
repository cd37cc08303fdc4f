// Goal (case "Clock jumps"): the wall clock may jump by an hour and back at any time: linger,
// message time-outs, poll and flush last as long as they would have, to the microsecond; only the
// messages' own timestamps follow it. Method: one script twice, in virtual time, with and without
// jumps before each step and whenever a request reaches the broker.
#include "sim_producer/case_world.h"

namespace rk::sim {
namespace {

constexpr i64 kHourMs = 3600 * 1000;

struct Times {
  std::vector<Micros> steps;
  std::vector<i64> stamps;  // of the messages, against the clock at the script's start
};

Times play(bool jumping, u64 seed) {
  CaseWorld w(one_partition(), seed);
  Times times;
  i64 hours = 0;
  const auto jump = [&] {
    if (!jumping) return;
    const i64 by = hours <= 0 ? 2 : -2;  // -1 h, +1 h, ...
    w.env.jump_wall_clock((hours == 0 ? -1 : by) * kHourMs);
    hours += hours == 0 ? -1 : by;
  };
  const WallMs clock = w.env.wall_ms();
  w.start({{"linger.ms", "300"}, {"message.timeout.ms", "2000"}});
  auto record = w.server->cluster().faults().on_produce;
  w.server->cluster().faults().on_produce = [&, record](i32 broker, std::string_view topic,
                                                        i32 partition, Bytes records) {
    jump();
    record(broker, topic, partition, records);
  };
  const auto step = [&](auto call) {
    jump();
    const Micros begin = w.env.now();
    call();
    times.steps.push_back(w.env.now() - begin);
  };
  step([&] { (void)rd_kafka_poll(w.rk, 1000); });  // nothing comes
  for (int i = 0; i < 3; ++i) {
    w.produce();
    step([&] { (void)rd_kafka_poll(w.rk, 100); });  // while it lingers
    step([&] { w.poll_all(5 * kMicrosPerSecond); });
  }
  w.produce();
  step([&] { assert_int_equal(rd_kafka_flush(w.rk, 5000), kOk); });
  for (int i = 0; i < 100; ++i) w.fault(Kind::stall, 0, 60 * kMicrosPerSecond);
  w.produce();
  step([&] { assert_int_equal(rd_kafka_flush(w.rk, 700), RD_KAFKA_RESP_ERR__TIMED_OUT); });
  step([&] { w.poll_all(5 * kMicrosPerSecond); });  // it times out
  for (const auto& m : w.messages) {
    times.steps.push_back(m->took());
    times.stamps.push_back(m->timestamp - clock);
  }
  assert_int_equal(w.messages.back()->error, RD_KAFKA_RESP_ERR__MSG_TIMED_OUT);
  return times;
}

void only_timestamps_follow_the_clock(void**) {
  u64 compared = 0;
  for (u64 seed = 1; seed <= 50; ++seed) {
    const Times still = play(false, seed), jumping = play(true, seed);
    assert_int_equal(still.steps.size(), jumping.steps.size());
    for (size_t i = 0; i < still.steps.size(); ++i) {
      if (still.steps[i] != jumping.steps[i])
        fail_msg("seed %llu, step %zu: %lld us became %lld us",
                 static_cast<unsigned long long>(seed), i, static_cast<long long>(still.steps[i]),
                 static_cast<long long>(jumping.steps[i]));
      ++compared;
    }
    i64 shifted = 0;
    for (size_t i = 0; i < still.stamps.size(); ++i)
      shifted += std::abs(jumping.stamps[i] - still.stamps[i]) >= kHourMs;
    assert_true(shifted >= 3);
  }
  std::printf("%llu spans of time are the same with jumps\n",
              static_cast<unsigned long long>(compared));
}

}  // namespace
}  // namespace rk::sim

int main() {
  const CMUnitTest tests[] = {cmocka_unit_test(rk::sim::only_timestamps_follow_the_clock)};
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
