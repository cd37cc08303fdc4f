// Goal: what users of other clients met when a Produce answer was lost, late or an error: fatal
// errors, duplicates, reordering, false reports. Method: a virtual broker that does what the report
// describes, in virtual time; the requests, the log and the reports are compared. README.md lists
// the public reports.
#include "sim_producer/case_world.h"

using namespace rk;
using namespace rk::sim;

// librdkafka #3584: the same batch goes again under the same number, and both an ok and 46 mean
// that it is there.
static void a_lost_answer_is_asked_for_again(void**) {
  struct Script {
    Kind kind;
    int code;
    int then;  // what the retry is told although it is in the log; 0: the broker's own answer
  };
  const Script scripts[] = {
      {Kind::cut, 0, 0},
      {Kind::do_then_cut, 0, 0},
      {Kind::refuse, 6, 0},
      {Kind::do_then_refuse, 6, 0},
      {Kind::do_then_refuse, 7, 46},
      {Kind::do_then_refuse, 20, 46},
      {Kind::do_then_cut, 0, 46},
  };
  for (const Script& script : scripts) {
    CaseWorld w;
    w.start({{"linger.ms", "20"}});
    w.fault(script.kind, script.code);
    if (script.then) w.fault(Kind::do_then_refuse, script.then);
    w.produce_many(3);
    w.poll_all(10 * kMicrosPerSecond);
    // What is cut before the broker looks at it is not seen there.
    assert_int_equal(w.attempts.size(), script.kind == Kind::cut ? 1 : 2);
    assert_true(w.attempts.front().bytes == w.attempts.back().bytes);
    assert_int_equal(w.attempts.back().sequence, 0);
    if (script.then) {
      for (auto& m : w.messages) {
        CaseWorld::expect(*m, kPersisted, 0);
        assert_int_equal(m->offset, RD_KAFKA_OFFSET_INVALID);
        m->offset = &m - w.messages.data();
      }
    }
    w.produce_many(3);
    w.poll_all(10 * kMicrosPerSecond);
    w.expect_all_arrived();
    assert_int_equal(w.answers(45), 0);
  }
}

// librdkafka #4736: while the application goes on producing, a retry is the first attempt again,
// byte by byte.
static void a_retried_batch_is_the_same_batch(void**) {
  for (const char* codec : {"none", "gzip", "snappy", "lz4", "zstd"}) {
    for (const int code : {19, 7, 2, 14, -1}) {
      CaseWorld w;
      w.start({{"linger.ms", "5"}, {"compression.codec", codec}});
      for (int i = 0; i < 3; ++i) w.fault(Kind::refuse, code == 2 && i > 0 ? 19 : code);
      for (int i = 0; i < 60; ++i) {
        w.produce(50);
        w.poll_for(kMs);
      }
      w.poll_all(20 * kMicrosPerSecond);
      assert_true(w.attempts.size() > 4);
      assert_true(w.attempts[0].count > 1);
      for (size_t i = 1; i < 4; ++i) assert_true(w.attempts[i].bytes == w.attempts[0].bytes);
      w.expect_all_arrived();
    }
  }
}

// librdkafka #1476: what was on the wire is "possibly persisted" and not sent again after the
// report. (The mock does a stalled request even when its connection is gone by then.)
static void a_message_that_timed_out_on_the_wire_is_possibly_there(void**) {
  CaseWorld w;
  w.start({{"message.timeout.ms", "2000"}});
  w.fault(Kind::cut_then_do, 0, 5 * kMicrosPerSecond);
  for (int i = 0; i < 20; ++i) w.fault(Kind::refuse, 7);
  Message& m = w.produce();
  w.poll_all(4 * kMicrosPerSecond);
  CaseWorld::expect(m, kPossibly, RD_KAFKA_RESP_ERR__MSG_TIMED_OUT);
  assert_in_range(m.took(), 1800 * kMs, 3000 * kMs);
  const size_t sent = w.attempts.size();
  w.clear_faults();
  w.poll_for(10 * kMicrosPerSecond);
  assert_int_equal(w.attempts.size(), sent + 1);  // the late one itself
  assert_int_equal(w.values().size(), 1);
  assert_int_equal(m.reports, 1);
}

// Its partition goes on at once, and the late request, if a later message passed it, is refused.
static void a_late_request_never_lands_behind_later_messages(void**) {
  CaseWorld w;
  w.start({{"message.timeout.ms", "2000"}, {"request.timeout.ms", "30000"}});
  w.produce();
  w.poll_all(kMicrosPerSecond);
  w.fault(Kind::cut_then_do, 0, 5 * kMicrosPerSecond);
  for (int i = 0; i < 20; ++i) w.fault(Kind::refuse, 7);
  Message& late = w.produce();
  w.poll_all(4 * kMicrosPerSecond);
  CaseWorld::expect(late, kPossibly, RD_KAFKA_RESP_ERR__MSG_TIMED_OUT);
  w.clear_faults();
  Message& next = w.produce();
  w.poll_all(kMicrosPerSecond);
  CaseWorld::expect(next, kPersisted, 0);
  assert_int_equal(next.offset, 1);
  w.poll_for(10 * kMicrosPerSecond);
  assert_int_equal(w.answers(47), 1);
  assert_int_equal(w.values().size(), 2);
  assert_int_equal(w.attempts.back().epoch, 0);  // the late one
}

// A broker that holds a request back holds up neither the partition nor, for long, the connection:
// even with only one.
static void a_stalled_request_blocks_its_partition_only_until_the_deadline(void**) {
  for (const char* in_flight : {"1", "5"}) {
    CaseWorld w;
    w.start({{"message.timeout.ms", "2000"},
             {"request.timeout.ms", "30000"},
             {"max.in.flight", in_flight}});
    w.produce();
    w.poll_all(kMicrosPerSecond);
    w.fault(Kind::stall, 0, 20 * kMicrosPerSecond);
    Message& held = w.produce();
    w.poll_for(1500 * kMs);
    Message& next = w.produce();
    w.poll_all(3500 * kMs);
    CaseWorld::expect(held, kPossibly, RD_KAFKA_RESP_ERR__MSG_TIMED_OUT);
    CaseWorld::expect(next, kPersisted, 0);
    if (*in_flight == '5') assert_true(next.took() < 700 * kMs);
    w.poll_for(30 * kMicrosPerSecond);
    assert_int_equal(w.values().size(), 2);
    assert_int_equal(w.answers(45), 0);
  }
}

// A broker that is only slow never sees a number out of order: for a moment its answer is waited
// for although the report is made.
static void a_slow_broker_has_nothing_to_refuse(void**) {
  CaseWorld w;
  w.start({{"message.timeout.ms", "1000"}, {"batch.num.messages", "1"}});
  w.produce();
  w.poll_all(kMicrosPerSecond);
  for (int i = 0; i < 2; ++i) w.fault(Kind::stall, 0, 700 * kMs);
  Message& first = w.produce();
  Message& second = w.produce();
  w.poll_for(900 * kMs);
  Message& third = w.produce();
  w.poll_all(2 * kMicrosPerSecond);
  CaseWorld::expect(first, kPersisted, 0);
  CaseWorld::expect(second, kPossibly, RD_KAFKA_RESP_ERR__MSG_TIMED_OUT);
  assert_in_range(second.took(), 1000 * kMs, 1100 * kMs);
  CaseWorld::expect(third, kPersisted, 0);
  assert_int_equal(w.values().size(), 4);
  for (const i16 code : {45, 47, 59}) assert_int_equal(w.answers(code), 0);
}

// librdkafka #2163: batches that expire one after the other while the leader is away leave no gap.
static void expired_batches_leave_no_gap(void**) {
  CaseWorld w;
  w.start({{"message.timeout.ms", "1000"}, {"batch.num.messages", "3"}});
  w.produce_many(3);
  w.poll_all(kMicrosPerSecond);
  for (int i = 0; i < 200; ++i) w.fault(i % 2 ? Kind::stall : Kind::cut, 0, 600 * kMicrosPerSecond);
  for (int i = 0; i < 60; ++i) {
    w.produce();
    w.poll_for(50 * kMs);
  }
  w.clear_faults();
  w.env.cut_all();
  w.poll_for(1100 * kMs);
  const size_t before = w.messages.size();
  w.produce_many(10);
  w.poll_all(2 * kMicrosPerSecond);
  int unsent = 0, maybe = 0;
  for (size_t i = 3; i < before; ++i) {
    const Message& m = *w.messages[i];
    assert_int_equal(m.reports, 1);
    unsent += m.error && m.status == kNot;
    maybe += m.error && m.status == kPossibly;
  }
  assert_true(unsent > 0 && maybe > 0);
  for (size_t i = before; i < w.messages.size(); ++i)
    CaseWorld::expect(*w.messages[i], kPersisted, 0);
  assert_int_equal(w.answers(45), 0);
  assert_int_equal(w.answers(47), 0);
  const std::vector<std::string> log = w.values();
  assert_true(std::is_sorted(log.begin(), log.end()));
  assert_true(std::adjacent_find(log.begin(), log.end()) == log.end());
  w.expect_no_fatal_error();
}

// sarama #2860, #2619, #1430; vector #7277: five at a time, the first refused and the others told
// that they are out of order.
static void refusals_do_not_reorder(void**) {
  mock::ClusterOptions options = one_partition();
  options.default_partitions = 5;
  for (const int first : {19, 6, 7, 14}) {
    CaseWorld w(options);
    w.start({{"max.in.flight", "5"}, {"batch.num.messages", "4"}});
    w.fault(Kind::refuse, first);
    for (int i = 0; i < 4; ++i) w.fault(Kind::refuse, 45);
    for (int i = 0; i < 200; ++i) w.produce(0, i % 5);
    w.poll_all(20 * kMicrosPerSecond);
    size_t in_log = 0;
    for (i32 p = 0; p < 5; ++p) {
      const std::vector<std::string> log = w.values(p);
      assert_true(std::is_sorted(log.begin(), log.end()));
      assert_true(std::adjacent_find(log.begin(), log.end()) == log.end());
      in_log += log.size();
    }
    assert_int_equal(in_log, 200);
    for (auto& m : w.messages) CaseWorld::expect(*m, kPersisted, 0);
    w.expect_no_fatal_error();
  }
}

// A partition whose epochs are used up gets a new producer id, when nothing of it can be under way
// any more; the others keep theirs.
static void the_last_epoch_is_followed_by_a_new_id(void**) {
  mock::ClusterOptions options = one_partition();
  options.default_partitions = 2;
  options.producer_epoch = 32767;
  CaseWorld w(options);
  w.start({{"message.timeout.ms", "2000"}, {"request.timeout.ms", "5000"}, {"linger.ms", "0"}});
  w.produce(0, 0);
  w.produce(0, 1);
  w.poll_all(kMicrosPerSecond);
  const i64 first_id = w.attempts.back().producer_id;
  assert_int_equal(w.attempts.back().epoch, 32767);
  // Refused for good: nothing is under way, the new id is there at once.
  w.fault(Kind::refuse, 44);
  Message& refused = w.produce();
  w.poll_all(kMicrosPerSecond);
  CaseWorld::expect(refused, kNot, 44);
  Message& next = w.produce();
  w.poll_all(kMicrosPerSecond);
  CaseWorld::expect(next, kPersisted, 0);
  const i64 second_id = w.attempts.back().producer_id;
  assert_true(second_id != first_id);
  assert_int_equal(w.attempts.back().sequence, 0);
  // Possibly under way: it waits for request.timeout.ms.
  for (int i = 0; i < 50; ++i) w.fault(Kind::cut);
  Message& lost = w.produce();
  w.poll_all(3 * kMicrosPerSecond);
  CaseWorld::expect(lost, kPossibly, RD_KAFKA_RESP_ERR__MSG_TIMED_OUT);
  w.clear_faults();
  const Micros ended = w.env.now();
  const size_t attempts = w.attempts.size();
  while (w.attempts.size() == attempts) {
    w.produce();
    w.poll_for(100 * kMs);
    assert_true(w.env.now() - ended < 7 * kMicrosPerSecond);
  }
  assert_true(w.env.now() - ended > 4 * kMicrosPerSecond);
  assert_true(w.attempts.back().producer_id != second_id);
  Message& other = w.produce(0, 1);
  w.poll_all(5 * kMicrosPerSecond);
  CaseWorld::expect(other, kPersisted, 0);
  assert_int_equal(w.attempts.back().producer_id, first_id);
  assert_int_equal(w.attempts.back().sequence, 1);
  assert_int_equal(w.answers(45) + w.answers(47), 0);
}

// librdkafka #488, #1356, #1716 and many more: one message too large for the broker fails alone.
static void one_large_message_fails_alone(void**) {
  mock::ClusterOptions options = one_partition();
  options.batch_bytes_max = 2000;
  CaseWorld w(options);
  w.start({{"linger.ms", "50"}});
  for (int i = 0; i < 10; ++i) w.produce(i == 4 ? 3000 : 100);
  w.poll_all(10 * kMicrosPerSecond);
  for (int i = 0; i < 10; ++i) {
    if (i == 4) {
      CaseWorld::expect(*w.messages[4], kNot, RD_KAFKA_RESP_ERR_MSG_SIZE_TOO_LARGE);
    } else {
      CaseWorld::expect(*w.messages[static_cast<size_t>(i)], kPersisted, 0);
    }
  }
  assert_int_equal(w.values().size(), 9);
  assert_int_equal(w.answers(45), 0);
}

// librdkafka #3530: just below the limit a message is either refused by produce or sent.
static void every_size_up_to_the_limit_is_refused_or_sent(void**) {
  constexpr int kMax = 2000;
  for (const char* codec : {"none", "lz4"}) {
    CaseWorld w;
    w.start({{"message.max.bytes", std::to_string(kMax)},
             {"compression.codec", codec},
             {"message.timeout.ms", "5000"}});
    int refused = 0;
    for (size_t size = kMax - 200; size <= kMax + 1; ++size) {
      auto& m = *w.messages.emplace_back(std::make_unique<Message>());
      m.value.assign(size, 'y');
      const ErrorCode error = w.try_produce(&m);
      if (error == kOk) continue;
      assert_int_equal(error, RD_KAFKA_RESP_ERR_MSG_SIZE_TOO_LARGE);
      ++refused;
      w.messages.pop_back();
    }
    w.poll_all(10 * kMicrosPerSecond);
    w.expect_all_arrived();
    assert_int_equal(refused, 37);  // 36 bytes are counted beside the value
  }
}

// KIP-467: the records that the broker names get its error, their neighbours another one.
static void one_bad_record_is_named(void**) {
  for (const int code : {87, 32}) {
    CaseWorld w;
    w.start({{"linger.ms", "20"}});
    mock::Fault fault{Kind::refuse, static_cast<ErrorCode>(code), 0};
    fault.blamed = {1, 3};
    fault.blame = "no such century";
    w.add(fault);
    w.produce_many(5);
    w.poll_all(5 * kMicrosPerSecond);
    for (size_t i = 0; i < 5; ++i) {
      const bool bad = i == 1 || i == 3;
      CaseWorld::expect(*w.messages[i], kNot,
                        bad ? code : RD_KAFKA_RESP_ERR__INVALID_DIFFERENT_RECORD);
      assert_int_equal(w.messages[i]->text == "no such century", bad);
      assert_int_equal(w.messages[i]->broker, 1);
    }
    // Nobody named: all share it.
    w.fault(Kind::refuse, code);
    w.produce_many(2);
    w.poll_all(5 * kMicrosPerSecond);
    for (size_t i = 5; i < 7; ++i) CaseWorld::expect(*w.messages[i], kNot, code);
    // A batch that was damaged on the way is sent once more instead.
    w.fault(Kind::refuse, 2);
    w.produce_many(2);
    w.poll_all(5 * kMicrosPerSecond);
    for (size_t i = 7; i < 9; ++i) CaseWorld::expect(*w.messages[i], kPersisted, 0);
    assert_int_equal(w.values().size(), 2);
    assert_int_equal(w.answers(45), 0);
  }
}

// What a report says beside its verdict.
static void reports_tell_where_and_when(void**) {
  CaseWorld w(one_partition(2));
  w.start({{"linger.ms", "10"}});
  for (int round = 0; round < 2; ++round) {
    if (round) w.fault(Kind::do_then_cut);  // a duplicate's answer must not change them
    const i64 from = w.env.wall_ms();
    const size_t first = w.messages.size();
    w.produce_many(3);
    w.poll_all(5 * kMicrosPerSecond);
    for (size_t i = first; i < first + 3; ++i) {
      const Message& m = *w.messages[i];
      CaseWorld::expect(m, kPersisted, 0);
      assert_int_equal(m.offset, i);
      assert_int_equal(m.broker, w.attempts.back().broker);
      assert_int_equal(m.timestamp_type, RD_KAFKA_TIMESTAMP_CREATE_TIME);
      assert_in_range(m.timestamp, from, from + 1);
      // The batch waited for linger; the call returned to poll within a slice of it.
      assert_in_range(m.latency, 10 * kMs, m.took());
    }
  }
}

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(a_lost_answer_is_asked_for_again),
      cmocka_unit_test(a_retried_batch_is_the_same_batch),
      cmocka_unit_test(a_message_that_timed_out_on_the_wire_is_possibly_there),
      cmocka_unit_test(a_late_request_never_lands_behind_later_messages),
      cmocka_unit_test(a_stalled_request_blocks_its_partition_only_until_the_deadline),
      cmocka_unit_test(a_slow_broker_has_nothing_to_refuse),
      cmocka_unit_test(expired_batches_leave_no_gap),
      cmocka_unit_test(refusals_do_not_reorder),
      cmocka_unit_test(the_last_epoch_is_followed_by_a_new_id),
      cmocka_unit_test(one_large_message_fails_alone),
      cmocka_unit_test(every_size_up_to_the_limit_is_refused_or_sent),
      cmocka_unit_test(one_bad_record_is_named),
      cmocka_unit_test(reports_tell_where_and_when),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
