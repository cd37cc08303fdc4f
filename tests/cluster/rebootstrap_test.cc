// Goal: a client whose brokers give no metadata, or send it away, begins again with the bootstrap
// servers (KIP-899, KIP-1102), and neither storms them nor waits for one that is silent. Method: as
// control_test.cc.
#include "cluster/stage.h"
#include "support/unit.h"

using namespace rk;

namespace {

// KIP-899's other half: the connections are up, but no metadata comes. KIP-1102: a broker asks for
// it. In both cases the bootstrap server is asked on a connection of its own, and only with the
// strategy "rebootstrap".
void no_metadata_leads_back_to_the_bootstrap_servers(void**) {
  for (const bool asked : {false, true}) {
    for (const bool allowed : {true, false}) {
      Stage s(2);
      s.conf.values.metadata_recovery_strategy =
          allowed ? MetadataRecovery::rebootstrap : MetadataRecovery::none;
      s.conf.values.metadata_recovery_rebootstrap_trigger_ms = asked ? 300000 : 8000;
      s.hidden = {1};  // the bootstrap server is none of the brokers
      for (auto& b : s.brokers) b->keys[0].max_version = 13;
      s.start();
      assert_true(s.run([&] { return s.cluster->snapshot()->brokers.contains(2); }));
      s.settle();
      const int bootstrap_before = s.broker(1).requests[wire::ApiKey::kMetadata];
      s.on_request = [&](FakeBroker& b, const SeenRequest& r) -> Raw {
        if (!asked || r.api != wire::ApiKey::kMetadata || b.id != 2) return {};
        wire::MetadataResponse m;
        m.error_code = RD_KAFKA_RESP_ERR_REBOOTSTRAP_REQUIRED;
        return response(r, m);
      };
      if (!asked) s.silent = {2};
      // Nothing but broker 2 is connected now.
      s.broker(1).peers.clear();
      s.settle();
      s.cluster->refresh_all("test");
      const bool again = s.run(
          [&] {
            if (s.due != kNever && s.due - s.env.now() < 20 * kMicrosPerSecond) s.leap();
            return s.broker(1).requests[wire::ApiKey::kMetadata] > bootstrap_before;
          },
          allowed ? kPatience : 300 * kMicrosPerMs);
      assert_int_equal(again, allowed);
      assert_int_equal(s.cluster->recoveries().rebootstraps > 0, allowed);
    }
  }
}

// Turns until `span` has passed or `done`; a wait that is longer than what an answer takes is leapt
// over.
bool play(Stage& s, Micros span, const std::function<bool()>& done) {
  const Micros end = s.env.now() + span;
  while (!done() && s.env.now() < end) {
    s.settle();
    if (s.due != kNever) s.leap();
  }
  return done();
}

// The bootstrap server asks for the same: a failure like any other, asked again with pauses.
void sent_back_twice_it_backs_off(void**) {
  Stage s(2);
  s.conf.values.metadata_recovery_strategy = MetadataRecovery::rebootstrap;
  s.conf.values.metadata_recovery_rebootstrap_trigger_ms = 300000;
  s.hidden = {1};
  for (auto& b : s.brokers) b->keys[0].max_version = 13;
  s.start();
  assert_true(s.run([&] { return s.cluster->snapshot()->brokers.contains(2); }));
  s.settle();
  bool refusing = true;
  s.on_request = [&](FakeBroker&, const SeenRequest& r) -> Raw {
    if (!refusing || r.api != wire::ApiKey::kMetadata) return {};
    wire::MetadataResponse m;
    m.error_code = RD_KAFKA_RESP_ERR_REBOOTSTRAP_REQUIRED;
    return response(r, m);
  };
  s.cluster->refresh_all("test");
  (void)play(s, 20 * kMicrosPerSecond, [] { return false; });
  assert_int_equal(s.cluster->recoveries().rebootstraps, 1);
  assert_true(s.broker(1).requests[wire::ApiKey::kMetadata] < 60);
  refusing = false;
  const u64 before = s.cluster->generation();
  assert_true(play(s, 20 * kMicrosPerSecond, [&] { return s.cluster->generation() > before; }));
}

// Of two bootstrap servers one takes requests and answers none: the other is asked, long before the
// first one's request has timed out.
void a_silent_bootstrap_server_is_passed_over(void**) {
  for (int round = 0; round < 6; ++round) {  // with which it begins is drawn
    Stage s(3);
    s.conf.values.metadata_broker_list = s.address(0) + "," + s.address(2);
    s.conf.values.metadata_recovery_strategy = MetadataRecovery::rebootstrap;
    s.conf.values.metadata_recovery_rebootstrap_trigger_ms = 8000;
    s.hidden = {1, 3};
    s.start();
    assert_true(s.run([&] { return s.cluster->snapshot()->brokers.contains(2); }));
    s.settle();
    s.silent = {1, 2};
    for (i32 id : {1, 3}) s.broker(id).peers.clear();
    s.settle();
    const u64 before = s.cluster->generation();
    s.cluster->refresh_all("test");
    assert_true(play(s, 30 * kMicrosPerSecond, [&] { return s.cluster->generation() > before; }));
    assert_true(s.cluster->recoveries().rebootstraps > 0);
  }
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(no_metadata_leads_back_to_the_bootstrap_servers),
      cmocka_unit_test(sent_back_twice_it_backs_off),
      cmocka_unit_test(a_silent_bootstrap_server_is_passed_over),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
