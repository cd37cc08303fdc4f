// Goal: on a healthy cluster, metadata is learned and kept fresh and every request reaches the
// broker it is for. Method: brokers played by the test, the control worker stepped by hand with a
// clock that can be put forward (tests/cluster/stage.h).
#include "cluster/stage.h"
#include "support/unit.h"

using namespace rk;

namespace {

Micros soon(Stage& s) {
  return s.env.now() + 3 * kMicrosPerSecond;
}

void the_first_answer_makes_the_snapshot(void**) {
  Stage s(2);
  s.start();
  assert_int_equal(s.cluster->generation(), 0);
  assert_true(s.run([&] { return s.cluster->generation() > 0; }));
  const SnapshotPtr snapshot = s.cluster->snapshot();
  assert_int_equal(snapshot->brokers.size(), 2);
  assert_string_equal(snapshot->cluster_id.c_str(), "fake");
  assert_int_equal(snapshot->answered_by, -1);
  assert_string_equal(snapshot->answered_by_name.c_str(), (s.address(0) + "/bootstrap").c_str());
}

// Host and port of the bootstrap server are those of broker 1: one connection is enough.
void the_bootstrap_connection_becomes_the_brokers(void**) {
  Stage s;
  s.start();
  assert_true(s.run([&] { return s.cluster->generation() > 0; }));
  Reply* r = s.call(Target::to_broker(1), wire::ApiKey::kListOffsets, 5, soon(s));
  assert_non_null(r);
  assert_true(r->error.ok());
  assert_int_equal(r->broker_id, 1);
  assert_int_equal(s.broker(1).accepted, 1);
  SnapshotPtr answer;
  Cluster::MetadataAsk ask;
  ask.all = true;
  ask.deadline = soon(s);
  ask.done = [&](Result<SnapshotPtr> got) { answer = got.ok() ? *got : nullptr; };
  s.cluster->ask_metadata(std::move(ask));
  assert_true(s.run([&] { return answer != nullptr; }));
  assert_int_equal(answer->answered_by, 1);
  assert_string_equal(answer->answered_by_name.c_str(), (s.address(0) + "/1").c_str());
}

void requests_reach_the_broker_they_are_for(void**) {
  Stage s(3);
  s.controller = 3;
  s.start();
  for (i32 id : {2, 1, 3}) {
    Reply* r = s.call(Target::to_broker(id), wire::ApiKey::kListOffsets, 5, soon(s));
    assert_true(r && r->error.ok());
    assert_int_equal(Stage::answered_by(*r), id);
  }
  Reply* r = s.call(Target::to_controller(), wire::ApiKey::kListOffsets, 5, soon(s));
  assert_true(r && r->error.ok());
  assert_int_equal(Stage::answered_by(*r), 3);
  for (i32 id : {1, 2, 3}) assert_int_equal(s.broker(id).accepted, 1);
  assert_int_equal(s.cluster->counters(2)->requests[2].load(), 1);
}

void a_coordinator_is_found_retried_and_forgotten(void**) {
  Stage s(2);
  s.coordinator = 2;
  int asked = 0;
  s.on_request = [&](FakeBroker&, const SeenRequest& r) -> Raw {
    if (r.api != wire::ApiKey::kFindCoordinator) return {};
    assert_int_equal(r.version, 2);
    const i16 errors[] = {15, 14, 16, 0, 0, 0};
    s.coordinator_error = errors[asked++];
    return {};
  };
  s.start();
  const Target group = Target::to_group_coordinator("g");
  Reply* r = s.call(group, wire::ApiKey::kOffsetCommit, 7, soon(s));
  assert_true(r && r->error.ok());
  assert_int_equal(Stage::answered_by(*r), 2);
  assert_int_equal(asked, 4);
  r = s.call(group, wire::ApiKey::kOffsetCommit, 7, soon(s));
  assert_true(r && r->error.ok());
  assert_int_equal(asked, 4);  // known by now
  s.coordinator = 1;
  s.cluster->forget_coordinator("g");
  r = s.call(group, wire::ApiKey::kOffsetCommit, 7, soon(s));
  assert_true(r && r->error.ok());
  assert_int_equal(Stage::answered_by(*r), 1);
  assert_int_equal(asked, 5);
}

void a_refused_group_says_why(void**) {
  Stage s;
  s.coordinator_error = RD_KAFKA_RESP_ERR_GROUP_AUTHORIZATION_FAILED;
  s.start();
  Reply* r = s.call(Target::to_group_coordinator("g"), wire::ApiKey::kOffsetCommit, 7, soon(s));
  assert_non_null(r);
  assert_int_equal(r->error.code(), RD_KAFKA_RESP_ERR_GROUP_AUTHORIZATION_FAILED);
}

void an_unsupported_request_is_answered_not_sent(void**) {
  Stage s;
  s.start();
  Reply* r = s.call(Target::to_any(), wire::ApiKey::kListOffsets, 7, soon(s));
  assert_non_null(r);
  assert_int_equal(r->error.code(), RD_KAFKA_RESP_ERR__UNSUPPORTED_FEATURE);
  assert_non_null(std::strstr(std::string(r->error.text()).c_str(), "ListOffsets"));
  assert_int_equal(s.broker(1).requests[wire::ApiKey::kListOffsets], 0);
}

void followed_topics_are_asked_for_until_they_have_leaders(void**) {
  Stage s;
  s.topics["t"].partitions = {{1, 0, 0}, {-1, 0, 5}};
  s.start();
  s.cluster->follow("t");
  const auto asks = [&] { return s.broker(1).requests[wire::ApiKey::kMetadata]; };
  assert_true(s.run([&] { return s.cluster->snapshot()->partition("t", 1) != nullptr; }));
  const int before = asks();
  assert_true(s.run([&] { return asks() >= before + 3; }));
  assert_true(s.asked_topics == std::vector<std::string>{"t"});
  s.topics["t"].partitions[1] = {1, 1, 0};
  assert_true(s.run([&] { return s.cluster->snapshot()->partition("t", 1)->leader == 1; }));
  s.settle();
  // nothing is missing: the next is the periodic one, five minutes after the last of its kind
  assert_true(s.due - s.env.now() > 290 * kMicrosPerSecond);
  const int asked = asks();
  s.leap();
  assert_true(s.run([&] { return asks() == asked + 1; }));
  assert_true(s.asked_topics == std::vector<std::string>{"t"});
}

// KIP-580's growth, in the cluster's own time.
void asking_again_backs_off(void**) {
  Stage s;
  s.topics["t"].partitions = {{-1, 0, 5}};
  s.start();
  s.cluster->follow("t");
  const auto asks = [&] { return s.broker(1).requests[wire::ApiKey::kMetadata]; };
  assert_true(s.run([&] { return asks() >= 2; }));
  s.settle();
  std::vector<Micros> gaps;
  while (gaps.size() < 8) {
    const int before = asks();
    assert_true(s.due > s.env.now());
    gaps.push_back(s.due - s.env.now());
    s.leap();
    assert_true(s.run([&] { return asks() == before + 1; }));
    s.settle();
  }
  // capped at retry.backoff.max.ms, never in a hurry again
  assert_true(gaps.back() > 700 * kMicrosPerMs && gaps.back() <= 1200 * kMicrosPerMs);
  assert_true(gaps.front() <= 500 * kMicrosPerMs);
}

void an_unknown_topic_is_not_asked_for_fast_for_ever(void**) {
  Stage s;
  s.start();
  s.cluster->follow("t");
  assert_true(s.run([&] {
    const SnapshotPtr now = s.cluster->snapshot();
    return now->topic("t") && now->topic("t")->error == RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART;
  }));
  const Micros begin = s.env.now();
  while (s.env.now() - begin < 29 * kMicrosPerSecond) {
    const int before = s.broker(1).requests[wire::ApiKey::kMetadata];
    s.leap();
    assert_true(s.run([&] { return s.broker(1).requests[wire::ApiKey::kMetadata] > before; }));
    s.settle();
    assert_true(s.env.now() - begin < 33 * kMicrosPerSecond);
  }
  while (s.due - s.env.now() < 10 * kMicrosPerSecond) {
    assert_true(s.env.now() - begin < 40 * kMicrosPerSecond);
    s.leap();
    s.settle();
  }
}

void refresh_asks_at_once_and_takes_what_is_newer(void**) {
  Stage s(2);
  s.topics["t"].partitions = {{1, 4, 0}};
  s.start();
  s.cluster->follow("t");
  assert_true(s.run([&] { return s.cluster->snapshot()->partition("t", 0) != nullptr; }));
  s.settle();
  s.topics["t"].partitions = {{2, 5, 0}};
  s.cluster->refresh("t", "test");
  assert_true(s.run([&] { return s.cluster->snapshot()->partition("t", 0)->leader == 2; }));
  s.topics["t"].partitions = {{1, 4, 0}};  // a broker that lags behind
  s.cluster->refresh("t", "test");
  const u64 generation = s.cluster->generation();
  assert_true(s.run([&] { return s.cluster->generation() > generation; }));
  assert_int_equal(s.cluster->snapshot()->partition("t", 0)->leader, 2);
  // it goes on asking for a while, then believes it
  s.settle();
  for (int i = 0; i < 10; ++i) {
    s.leap();
    s.settle();
  }
  assert_true(s.due - s.env.now() > 100 * kMicrosPerSecond);
}

void listeners_hear_of_each_snapshot_until_removed(void**) {
  struct Listening final : MetadataListener {
    void metadata_changed(const SnapshotPtr& now) override { heard.push_back(now->generation); }
    std::vector<u64> heard;
  } l;
  Stage s;
  s.topics["t"].partitions = {{1, 0, 0}};
  s.start();
  s.cluster->add_listener(&l);
  assert_true(s.run([&] { return !l.heard.empty(); }));
  s.cluster->follow("t");
  assert_true(s.run([&] { return s.cluster->snapshot()->topic("t") != nullptr; }));
  assert_int_equal(l.heard.back(), s.cluster->generation());
  s.cluster->learn_leaders({{.topic = "t", .partition = 0, .leader = 1, .leader_epoch = 3}});
  assert_true(s.run([&] { return s.cluster->snapshot()->partition("t", 0)->leader_epoch == 3; }));
  assert_int_equal(l.heard.back(), s.cluster->generation());
  s.cluster->remove_listener(&l);
  const size_t heard = l.heard.size();
  s.cluster->refresh("t", "test");
  const u64 generation = s.cluster->generation();
  assert_true(s.run([&] { return s.cluster->generation() > generation; }));
  assert_int_equal(l.heard.size(), heard);
}

void creation_is_asked_for_by_producers_unless_set(void**) {
  const struct {
    bool producer;
    const char* value;
    bool expected;
  } cases[] = {{true, nullptr, true},
               {false, nullptr, false},
               {true, "false", false},
               {false, "true", true}};
  for (const auto& c : cases) {
    Stage s;
    if (c.value) {
      std::string why;
      assert_int_equal(conf_set(s.conf, "allow.auto.create.topics", c.value, &why),
                       RD_KAFKA_CONF_OK);
    }
    s.start(c.producer);
    s.cluster->follow("t");
    assert_true(s.run([&] { return s.cluster->snapshot()->topic("t") != nullptr; }));
    assert_int_equal(s.asked_auto_create, c.expected);
  }
}

void connections_for_others_arrive_ready_and_unattached(void**) {
  Stage s;
  s.start();
  assert_true(s.run([&] { return s.cluster->generation() > 0; }));
  auto poller = s.env.new_poller();
  std::unique_ptr<Connection> mine;
  s.cluster->connect(1, [&](Result<std::unique_ptr<Connection>> r) {
    assert_true(r.ok());
    mine = r.take();
  });
  assert_true(s.run([&] { return mine != nullptr; }));
  assert_true(mine->state() == Connection::State::ready);
  assert_string_equal(mine->name().c_str(), (s.address(0) + "/1").c_str());
  assert_int_equal(s.broker(1).accepted, 2);
  mine->attach(*poller);
  bool answered = false;
  Request r;
  r.api = wire::ApiKey::kListOffsets;
  r.version_min = r.version_max = 5;
  r.done = [&](Reply&& reply) { answered = reply.error.ok(); };
  assert_true(mine->send(std::move(r), s.env.now()).ok());
  assert_true(s.run([&] {
    Poller::Ready ready[4];
    const int n = poller->wait(ready, 4, 0);
    for (int i = 0; i < n; ++i) mine->on_ready(ready[i].what, s.env.now());
    return answered;
  }));
}

void posted_functions_run_once_and_in_time(void**) {
  Stage s;
  s.start();
  std::vector<int> order;
  const Micros begin = s.env.now();
  s.cluster->post_at(begin + 40 * kMicrosPerMs, [&](bool) { order.push_back(2); });
  s.cluster->post_at(begin + 20 * kMicrosPerMs, [&](bool) { order.push_back(1); });
  s.cluster->post([&](bool) { order.push_back(0); });
  assert_true(s.run([&] { return order.size() == 3; }));
  assert_true(s.env.now() >= begin + 40 * kMicrosPerMs);
  assert_true(order == (std::vector<int>{0, 1, 2}));
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(the_first_answer_makes_the_snapshot),
      cmocka_unit_test(the_bootstrap_connection_becomes_the_brokers),
      cmocka_unit_test(requests_reach_the_broker_they_are_for),
      cmocka_unit_test(a_coordinator_is_found_retried_and_forgotten),
      cmocka_unit_test(a_refused_group_says_why),
      cmocka_unit_test(an_unsupported_request_is_answered_not_sent),
      cmocka_unit_test(followed_topics_are_asked_for_until_they_have_leaders),
      cmocka_unit_test(asking_again_backs_off),
      cmocka_unit_test(an_unknown_topic_is_not_asked_for_fast_for_ever),
      cmocka_unit_test(refresh_asks_at_once_and_takes_what_is_newer),
      cmocka_unit_test(listeners_hear_of_each_snapshot_until_removed),
      cmocka_unit_test(creation_is_asked_for_by_producers_unless_set),
      cmocka_unit_test(connections_for_others_arrive_ready_and_unattached),
      cmocka_unit_test(posted_functions_run_once_and_in_time),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
