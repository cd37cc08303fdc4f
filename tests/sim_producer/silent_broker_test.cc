// Goal: a broker that keeps its connection and says nothing more (SIGSTOP, a dead host) does not
// keep the client from learning from the others where the leaders are. Seen on three real nodes:
// the connection that Metadata was asked on was the paused leader's, and nothing moved for a
// minute. Method: a virtual broker that sits on one Metadata request, and on all that comes behind
// it on the same connection, while the leader moves; virtual time.
#include "sim_producer/case_world.h"

using namespace rk;
using namespace rk::sim;

namespace {

constexpr Micros kSilence = 55 * kMicrosPerSecond;  // socket.timeout.ms is 60 s

void leaders_are_learned_from_others(void**) {
  for (u64 seed = 1; seed <= 20; ++seed) {
    CaseWorld w(one_partition(3), seed);
    w.start({{"topic.metadata.refresh.interval.ms", "-1"}});
    w.produce();
    w.poll_all(5 * kMicrosPerSecond);
    const i32 old = w.messages[0]->broker;
    {
      const Lock lock = w.server->cluster().lock();
      w.server->cluster().faults().add(wire::ApiKey::kMetadata, {Kind::stall, kOk, kSilence});
    }
    w.set_leader(0, old % 3 + 1);
    w.produce();
    w.poll_all(20 * kMicrosPerSecond);
    w.expect_all_arrived();
    assert_int_equal(w.messages[1]->broker, old % 3 + 1);
    // what the silent one says at last is old news
    w.poll_for(kSilence);
    w.produce();
    w.poll_all(kMicrosPerSecond);
    w.expect_all_arrived();
  }
}

// With nobody else to ask, the one that is slow is waited for.
void the_only_broker_is_waited_for(void**) {
  CaseWorld w(one_partition(1));
  {
    const Lock lock = w.server->cluster().lock();
    for (int i = 0; i < 3; ++i)
      w.server->cluster().faults().add(wire::ApiKey::kMetadata,
                                       {Kind::stall, kOk, 8 * kMicrosPerSecond});
  }
  w.start({{"topic.metadata.refresh.interval.ms", "-1"}});
  w.produce();
  w.poll_all(30 * kMicrosPerSecond);
  w.expect_all_arrived();
  assert_true(w.env.connections() <= 6);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {cmocka_unit_test(leaders_are_learned_from_others),
                              cmocka_unit_test(the_only_broker_is_waited_for)};
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
