// Goal: brokers that are away, move, hang or come back: requests keep their deadlines, attempts
// back off, and the application is told what librdkafka would tell it. Method: as control_test.cc.
#include "cluster/stage.h"
#include "support/unit.h"

using namespace rk;

namespace {

void swallow_error(rd_kafka_t*, int, const char*, void*) {}

void ask(Stage& s, Micros deadline, std::optional<Error>* answer) {
  Cluster::MetadataAsk a;
  a.all = true;
  a.deadline = deadline;
  a.done = [answer](Result<SnapshotPtr> r) { *answer = r.ok() ? Error() : r.error(); };
  s.cluster->ask_metadata(std::move(a));
}

// rd_kafka_metadata() without a broker answers _TRANSPORT.
void metadata_of_nobody_is_a_transport_error_in_time(void**) {
  Stage s;
  s.broker(1).down();
  s.start();
  std::optional<Error> answer;
  const Micros begin = s.env.now();
  ask(s, begin + 200 * kMicrosPerMs, &answer);
  assert_true(s.run([&] { return answer.has_value(); }));
  assert_int_equal(answer->code(), RD_KAFKA_RESP_ERR__TRANSPORT);
  const Micros took = s.env.now() - begin;
  assert_true(took >= 200 * kMicrosPerMs && took < 300 * kMicrosPerMs);
}

void failed_connects_are_reported_and_all_down_once(void**) {
  Stage s(2);
  s.conf.values.metadata_broker_list = s.address(0) + "," + s.address(1);
  s.conf.callbacks.error_cb = swallow_error;
  s.broker(1).down();
  s.broker(2).down();
  s.start();
  std::vector<ErrorCode> errors;
  std::string text;
  assert_true(s.run([&] {
    for (ErrorCode e : s.take_errors(&text)) errors.push_back(e);
    return errors.size() >= 7;
  }));
  std::vector<ErrorCode> expected(errors.size(), RD_KAFKA_RESP_ERR__TRANSPORT);
  expected[2] = RD_KAFKA_RESP_ERR__ALL_BROKERS_DOWN;
  assert_true(errors == expected);
  assert_true(text.find("/bootstrap: Connect to ipv4#127.0.0.1:") != text.npos);
  // and each of the two leaves one line in the log, however often it is tried
  assert_int_equal(s.sink.lines.size(), 2);
  assert_string_equal(s.sink.lines[0].facility.c_str(), "FAIL");
  assert_true(s.sink.lines[0].text.find("Connection refused") != std::string::npos);
  // one is back, and goes again: worth saying again
  s.broker(1).up();
  assert_true(s.run([&] { return s.cluster->generation() > 0; }));
  s.take_errors();
  s.broker(1).down();
  std::optional<Error> answer;
  s.settle();
  ask(s, s.env.now() + 2 * kMicrosPerSecond, &answer);
  assert_true(s.run([&] {
    for (ErrorCode e : s.take_errors())
      if (e == RD_KAFKA_RESP_ERR__ALL_BROKERS_DOWN) return true;
    return false;
  }));
}

void without_a_listener_errors_are_logged(void**) {
  Stage s;
  s.broker(1).down();
  s.start();
  assert_true(s.run([&] { return s.sink.lines.size() >= 2; }));
  assert_int_equal(s.sink.lines[0].level, 3);
  assert_string_equal(s.sink.lines[0].facility.c_str(), "FAIL");
  assert_true(s.sink.lines[0].text.find("Connection refused") != std::string::npos);
  assert_string_equal(s.sink.lines[1].facility.c_str(), "ERROR");
  assert_null(s.queue->pop());
}

void reconnects_back_off_up_to_the_maximum(void**) {
  Stage s;
  s.broker(1).down();
  s.conf.values.reconnect_backoff_max_ms = 2000;
  s.conf.callbacks.error_cb = swallow_error;
  size_t failures = 0;
  const auto count = [&] {
    for (ErrorCode e : s.take_errors()) failures += e == RD_KAFKA_RESP_ERR__TRANSPORT;
    return failures;
  };
  s.start();
  std::vector<Micros> gaps;
  assert_true(s.run([&] { return count() >= 1; }));
  while (gaps.size() < 12) {
    const size_t before = count();
    assert_true(s.due > s.env.now());
    gaps.push_back(s.due - s.env.now());
    s.leap();
    assert_true(s.run([&] { return count() > before; }));
  }
  // 100 ms doubling, -25 % to +50 %, at most 2 s of the same
  assert_true(gaps[0] <= 150 * kMicrosPerMs);
  for (size_t i = 6; i < gaps.size(); ++i)
    assert_true(gaps[i] >= 1400 * kMicrosPerMs && gaps[i] <= 3000 * kMicrosPerMs);
}

void a_dead_bootstrap_server_is_passed_over(void**) {
  for (int i = 0; i < 8; ++i) {  // whichever is tried first
    Stage s(2);
    s.broker(1).down();
    s.conf.values.metadata_broker_list = s.address(0) + "," + s.address(1);
    s.start();
    assert_true(s.run([&] { return s.cluster->generation() > 0; }));
  }
}

void a_broker_that_is_not_known_is_waited_for_in_vain(void**) {
  Stage s;
  s.start();
  const Micros begin = s.env.now();
  Reply* r =
      s.call(Target::to_broker(77), wire::ApiKey::kListOffsets, 5, begin + 300 * kMicrosPerMs);
  assert_non_null(r);
  assert_int_equal(r->error.code(), RD_KAFKA_RESP_ERR__TIMED_OUT);
  assert_false(r->bytes_sent);
  assert_true(std::string(r->error.text()).find("broker 77") != std::string::npos);
  const Micros took = s.env.now() - begin;
  assert_true(took >= 300 * kMicrosPerMs && took < 400 * kMicrosPerMs);
}

void a_silent_broker_costs_a_request_its_deadline(void**) {
  Stage s;
  s.on_request = [](FakeBroker& b, const SeenRequest& r) -> Raw {
    if (r.api == wire::ApiKey::kListOffsets) b.keys.clear(), b.requests[r.api] += 100;
    return {};
  };
  s.start();
  assert_true(s.run([&] { return s.cluster->generation() > 0; }));
  s.broker(1).handler = [](FakeBroker&, const SeenRequest&) { return Raw(); };
  const Micros begin = s.env.now();
  Reply* r =
      s.call(Target::to_broker(1), wire::ApiKey::kListOffsets, 5, begin + 200 * kMicrosPerMs);
  assert_non_null(r);
  assert_int_equal(r->error.code(), RD_KAFKA_RESP_ERR__TIMED_OUT);
  assert_true(r->bytes_sent);
  assert_true(s.env.now() - begin < 300 * kMicrosPerMs);
}

void a_restarted_broker_is_found_again(void**) {
  Stage s;
  s.start();
  Reply* r = s.call(Target::to_broker(1), wire::ApiKey::kListOffsets, 5,
                    s.env.now() + 3 * kMicrosPerSecond);
  assert_true(r && r->error.ok());
  s.broker(1).down();
  s.settle();
  s.broker(1).up();
  r = s.call(Target::to_broker(1), wire::ApiKey::kListOffsets, 5,
             s.env.now() + 3 * kMicrosPerSecond);
  assert_true(r && r->error.ok());
  assert_int_equal(s.broker(1).accepted, 2);
}

// A close while nothing is asked is no error, but worth a line unless log.connection.close says no.
void a_quiet_close_is_a_log_line_at_most(void**) {
  for (const bool wanted : {true, false}) {
    Stage s;
    s.conf.values.log_connection_close = wanted;
    s.conf.callbacks.error_cb = swallow_error;
    s.start();
    assert_true(s.run([&] { return s.cluster->generation() > 0; }));
    s.settle();
    s.broker(1).peers.clear();
    s.settle();
    assert_int_equal(s.sink.lines.size(), wanted ? 1 : 0);
    if (wanted) {
      assert_int_equal(s.sink.lines[0].level, kLogInfo);
      assert_true(s.sink.lines[0].text.find("Disconnected (after ") != std::string::npos);
      assert_true(s.sink.lines[0].text.find("in state UP)") != std::string::npos);
    }
    assert_true(s.take_errors().empty());
  }
}

// Broker 2 changes its port: what waits for it goes to the new one.
void a_moved_broker_is_followed(void**) {
  Stage s(2);
  s.start();
  Reply* r = s.call(Target::to_broker(2), wire::ApiKey::kListOffsets, 5,
                    s.env.now() + 3 * kMicrosPerSecond);
  assert_true(r && r->error.ok());
  auto old = std::move(s.brokers[1]);
  s.brokers[1] = std::make_unique<FakeBroker>(
      2, [&s](FakeBroker& b, const SeenRequest& q) { return s.answer(b, q); });
  const u64 generation = s.cluster->generation();
  s.cluster->refresh_all("test");
  assert_true(s.run([&] { return s.cluster->generation() > generation; }));
  r = s.call(Target::to_broker(2), wire::ApiKey::kListOffsets, 5,
             s.env.now() + 3 * kMicrosPerSecond);
  assert_true(r && r->error.ok());
  assert_int_equal(s.broker(2).accepted, 1);
}

void a_moved_coordinator_is_looked_up_when_the_old_one_is_away(void**) {
  Stage s(2);
  s.coordinator = 2;
  s.start();
  const Target group = Target::to_group_coordinator("g");
  Reply* r = s.call(group, wire::ApiKey::kOffsetCommit, 7, s.env.now() + 3 * kMicrosPerSecond);
  assert_true(r && r->error.ok());
  s.broker(2).down();
  s.settle();
  s.coordinator = 1;
  r = s.call(group, wire::ApiKey::kOffsetCommit, 7, s.env.now() + 3 * kMicrosPerSecond);
  assert_true(r && r->error.ok());
  assert_int_equal(Stage::answered_by(*r), 1);
}

// All known brokers are away; the bootstrap list leads to one that metadata did not tell of.
void bootstrap_servers_are_the_last_resort(void**) {
  Stage s(3);
  s.hidden = {2, 3};
  s.conf.values.metadata_broker_list = s.address(0) + "," + s.address(2);
  s.broker(3).down();
  s.start();
  assert_true(s.run([&] { return s.cluster->generation() > 0; }));
  s.broker(1).down();
  s.broker(3).up();
  s.hidden = {1, 2};
  s.settle();
  std::optional<Error> answer;
  ask(s, s.env.now() + 5 * kMicrosPerSecond, &answer);
  assert_true(s.run([&] { return answer.has_value(); }));
  assert_true(answer->ok());
  assert_true(s.cluster->snapshot()->brokers.contains(3));
}

void failed_connections_for_others_tell_why_and_back_off(void**) {
  Stage s;
  s.start();
  assert_true(s.run([&] { return s.cluster->generation() > 0; }));
  s.broker(1).down();
  s.settle();
  std::optional<Error> why;
  const auto done = [&](Result<std::unique_ptr<Connection>> r) {
    assert_false(r.ok());
    why = r.error();
  };
  s.cluster->connect(1, done);
  assert_true(s.run([&] { return why.has_value(); }));
  assert_int_equal(why->code(), RD_KAFKA_RESP_ERR__TRANSPORT);
  const Micros wait = s.cluster->reconnect_backoff(1);
  assert_true(wait > 60 * kMicrosPerMs && wait <= 150 * kMicrosPerMs);
  why.reset();
  s.cluster->connect(99, done);
  assert_true(s.run([&] { return why.has_value(); }));
  assert_int_equal(why->code(), RD_KAFKA_RESP_ERR__UNKNOWN_BROKER);
}

void the_first_fatal_error_stays(void**) {
  Stage s;
  s.conf.callbacks.error_cb = swallow_error;
  s.start();
  assert_int_equal(s.cluster->fatal(nullptr), kOk);
  assert_true(s.cluster->set_fatal(RD_KAFKA_RESP_ERR_OUT_OF_ORDER_SEQUENCE_NUMBER, "first"));
  assert_false(s.cluster->set_fatal(RD_KAFKA_RESP_ERR_UNKNOWN_PRODUCER_ID, "second"));
  std::string text;
  assert_int_equal(s.cluster->fatal(&text), RD_KAFKA_RESP_ERR_OUT_OF_ORDER_SEQUENCE_NUMBER);
  assert_string_equal(text.c_str(), "first");
  Op* op = s.queue->pop();
  assert_non_null(op);
  assert_int_equal(op->error(), RD_KAFKA_RESP_ERR__FATAL);
  assert_true(op->error_is_fatal());
  assert_non_null(std::strstr(op->error_string(), "first"));
  delete op;
  assert_null(s.queue->pop());
}

struct Throttled {
  std::string broker;
  int id, ms;
};
void note_throttle(rd_kafka_t*, const char* broker, int32_t id, int ms, void* opaque) {
  static_cast<std::vector<Throttled>*>(opaque)->push_back({broker, id, ms});
}

// As librdkafka does with throttle_cb: each time that is not zero, and the first zero behind one.
void throttling_is_told_until_it_ends(void**) {
  Stage s(2);
  std::vector<Throttled> told;
  s.conf.callbacks.throttle_cb = note_throttle;
  s.conf.callbacks.opaque = &told;
  s.start();
  assert_true(s.run([&] { return s.cluster->generation() > 0; }));
  for (i32 ms : {0, 50, 70, 0, 0}) s.cluster->report_throttle(1, ms);
  s.cluster->report_throttle(2, 0);
  while (Op* op = s.queue->pop()) {
    assert_false(op->as_event());
    assert_true(op->call_back(nullptr));
    delete op;
  }
  assert_int_equal(told.size(), 3);
  const int expected[] = {50, 70, 0};
  for (size_t i = 0; i < 3; ++i) {
    assert_string_equal(told[i].broker.c_str(), s.address(0).c_str());
    assert_int_equal(told[i].id, 1);
    assert_int_equal(told[i].ms, expected[i]);
  }
}

void garbage_metadata_is_survived(void**) {
  Stage s;
  int bad = 0;
  s.on_request = [&](FakeBroker&, const SeenRequest& r) -> Raw {
    if (r.api != wire::ApiKey::kMetadata || ++bad > 3) return {};
    wire::Writer w;
    const auto mark = wire::begin_response(w, r.api, r.version, r.correlation_id);
    w.write_i32(0);  // not throttled
    for (int i = 0; i < bad * 5; ++i) w.write_i32(0x7f7f7f7f);
    wire::end_frame(w, mark);
    return raw_of(w);
  };
  s.start();
  assert_true(s.run([&] { return s.cluster->generation() > 0; }, 20 * kMicrosPerSecond));
  assert_true(bad > 3);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(metadata_of_nobody_is_a_transport_error_in_time),
      cmocka_unit_test(failed_connects_are_reported_and_all_down_once),
      cmocka_unit_test(without_a_listener_errors_are_logged),
      cmocka_unit_test(reconnects_back_off_up_to_the_maximum),
      cmocka_unit_test(a_dead_bootstrap_server_is_passed_over),
      cmocka_unit_test(a_broker_that_is_not_known_is_waited_for_in_vain),
      cmocka_unit_test(a_silent_broker_costs_a_request_its_deadline),
      cmocka_unit_test(a_restarted_broker_is_found_again),
      cmocka_unit_test(a_quiet_close_is_a_log_line_at_most),
      cmocka_unit_test(a_moved_broker_is_followed),
      cmocka_unit_test(a_moved_coordinator_is_looked_up_when_the_old_one_is_away),
      cmocka_unit_test(bootstrap_servers_are_the_last_resort),
      cmocka_unit_test(failed_connections_for_others_tell_why_and_back_off),
      cmocka_unit_test(the_first_fatal_error_stays),
      cmocka_unit_test(throttling_is_told_until_it_ends),
      cmocka_unit_test(garbage_metadata_is_survived),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
