// Goal: the producer's rules: what each answer, loss and deadline proves, what is sent next and
// what is reported.
// Method: one test per row of the event table in src/producer/sequencer.h's terms: drive a
// Sequencer by hand and compare with what brokers were seen to do (Kafka 4.4.0) and with what can
// be concluded from it. After every step the invariants are checked.
#include "producer/sequencer.h"

#include "support/unit.h"

using namespace rk;

namespace {
using Do = SequencerAction::Do;
constexpr auto kNot = RD_KAFKA_MSG_STATUS_NOT_PERSISTED;
constexpr auto kPossibly = RD_KAFKA_MSG_STATUS_POSSIBLY_PERSISTED;
constexpr auto kPersisted = RD_KAFKA_MSG_STATUS_PERSISTED;
constexpr Generation kOne{1, 5};
constexpr Generation kTwo{2, 5};
constexpr Micros kMs = kMicrosPerMs;
constexpr i64 kId = 4711;

ErrorCode code(int c) {
  return static_cast<ErrorCode>(c);
}

// A Sequencer with its clock and what it asked for last.
struct Rig {
  explicit Rig(u32 window = 1, u32 retries = 1000) : s(limits(window, retries)) {
    s.set_id(kId, 0);
  }
  static SequencerLimits limits(u32 window, u32 retries) {
    SequencerLimits l;
    l.window = window;
    l.retries_max = retries;
    return l;
  }
  void add(BatchId id, i32 count, Micros deadline = 1000 * kMs) { s.add(id, count, deadline); }
  Sequencer::Attempt send(Generation on = kOne) {
    Sequencer::Attempt a{};
    const Micros at = s.send_at(now, on);
    assert_true(at != kNever);
    if (at > now) now = at;
    assert_true(s.send(now, on, &a));
    assert_true(s.check());
    return a;
  }
  bool can_send(Generation on = kOne) const { return s.send_at(now, on) != kNever; }
  void answer(BatchId id, int error, i64 base = -1, Generation on = kOne) {
    actions.clear();
    s.answered(id, code(error), base, on, now, 0, actions);
    assert_true(s.check());
  }
  void lose(BatchId id, Generation on = kOne) {
    actions.clear();
    s.lost(id, RD_KAFKA_RESP_ERR__TRANSPORT, on, now, 0, actions);
    assert_true(s.check());
  }
  void step(Micros at) {
    actions.clear();
    now = at;
    s.step(now, actions);
    assert_true(s.check());
  }
  // The report of `id` among the last actions; exactly one.
  const SequencerAction& report(BatchId id) const {
    const SequencerAction* found = nullptr;
    for (const SequencerAction& a : actions) {
      if (a.what != Do::report || a.id != id) continue;
      assert_null(found);
      found = &a;
    }
    assert_non_null(found);
    return *found;
  }
  size_t reports() const {
    size_t n = 0;
    for (const SequencerAction& a : actions) n += a.what == Do::report;
    return n;
  }
  bool asked(Do what) const {
    for (const SequencerAction& a : actions) {
      if (a.what == what) return true;
    }
    return false;
  }
  void expect(BatchId id, rd_kafka_msg_status_t status, ErrorCode error, i64 base = -1) const {
    const SequencerAction& r = report(id);
    assert_int_equal(r.status, status);
    assert_int_equal(r.error, error);
    assert_int_equal(r.base_offset, base);
  }

  Sequencer s;
  Micros now = 1 * kMs;
  Sequencer::Actions actions;
};

void expect_attempt(const Sequencer::Attempt& a, BatchId id, i16 epoch, i32 sequence) {
  assert_int_equal(a.id, id);
  assert_int_equal(a.producer_id, kId);
  assert_int_equal(a.epoch, epoch);
  assert_int_equal(a.base_sequence, sequence);
}
}  // namespace

static void an_ok_reports_the_offset_and_the_next_number_follows(void**) {
  Rig r;
  r.add(1, 3);
  r.add(2, 2);
  expect_attempt(r.send(), 1, 0, 0);
  assert_false(r.can_send());  // one of the partition in flight
  r.answer(1, 0, 100);
  r.expect(1, kPersisted, kOk, 100);
  expect_attempt(r.send(), 2, 0, 3);
  r.answer(2, 0, 103);
  assert_true(r.s.empty());
}

static void an_ok_without_an_offset_is_persisted_with_none(void**) {
  Rig r;
  r.add(1, 3);
  r.send();
  r.answer(1, 0, -1);
  r.expect(1, kPersisted, kOk, -1);
}

static void a_duplicates_ok_counts(void**) {
  Rig r;
  r.add(1, 3);
  const auto first = r.send();
  r.lose(1);
  assert_int_equal(r.reports(), 0);
  const auto again = r.send(kTwo);
  assert_true(again.retry);
  assert_int_equal(again.base_sequence, first.base_sequence);
  assert_int_equal(again.epoch, first.epoch);
  r.answer(1, 0, 41, kTwo);
  r.expect(1, kPersisted, kOk, 41);
}

static void duplicate_sequence_number_means_appended(void**) {
  Rig r;
  r.add(1, 3);
  r.send();
  r.lose(1);
  r.send(kTwo);
  r.answer(1, 46, -1, kTwo);
  r.expect(1, kPersisted, kOk, -1);
}

static void what_was_not_written_is_no_attempt(void**) {
  Rig r;
  r.add(1, 3);
  r.send();
  r.s.not_written(1, r.now, 0);
  assert_true(r.s.check());
  assert_int_equal(r.s.unresolved(), 0);
  r.step(1000 * kMs);
  r.expect(1, kNot, RD_KAFKA_RESP_ERR__MSG_TIMED_OUT);
  // Its number was never used: no hole, the next batch takes it.
  r.add(2, 1, 5000 * kMs);
  expect_attempt(r.send(), 2, 0, 0);
}

static void a_lost_connection_leaves_it_unresolved_until_the_deadline(void**) {
  Rig r;
  r.add(1, 3);
  r.add(2, 1, 9000 * kMs);
  r.send();
  r.lose(1);
  assert_int_equal(r.s.unresolved(), 1);
  assert_int_equal(r.send(kTwo).id, 1);  // nothing overtakes it
  r.lose(1, kTwo);
  r.step(1000 * kMs);
  r.expect(1, kPossibly, RD_KAFKA_RESP_ERR__MSG_TIMED_OUT);
  // The hole: epoch + 1 of the same id, from 0.
  expect_attempt(r.send(kTwo), 2, 1, 0);
}

static void corrupt_message_is_tried_once_more_on_another_connection(void**) {
  Rig r;
  r.add(1, 3);
  r.send();
  r.answer(1, 2);
  assert_true(r.asked(Do::drop_connection));
  assert_int_equal(r.reports(), 0);
  expect_attempt(r.send(kTwo), 1, 0, 0);
  r.answer(1, 2, -1, kTwo);
  r.expect(1, kNot, code(2));
}

static void codes_that_may_follow_the_append_leave_it_unresolved(void**) {
  const int codes[] = {3, 5, 6, 7, 8, 9, 13, 20, 42, 56, 74, 89, 103, -1, 999};
  for (int c : codes) {
    Rig r;
    r.add(1, 3);
    r.add(2, 1, 9000 * kMs);
    r.send();
    r.answer(1, c);
    assert_int_equal(r.reports(), 0);
    assert_int_equal(r.s.unresolved(), 1);
    assert_int_equal(r.asked(Do::refresh_metadata), c != 7 && c != 20);
    expect_attempt(r.send(), 1, 0, 0);  // the same bytes
    r.answer(1, c);
    r.step(1000 * kMs);
    r.expect(1, kPossibly, RD_KAFKA_RESP_ERR__MSG_TIMED_OUT);
    expect_attempt(r.send(), 2, 1, 0);
  }
}

static void refused_attempts_retry_with_the_same_number(void**) {
  const int codes[] = {14, 15, 16, 19, 51, 100};
  for (int c : codes) {
    Rig r;
    r.add(1, 3);
    r.send();
    r.answer(1, c);
    assert_int_equal(r.s.unresolved(), 0);
    assert_int_equal(r.asked(Do::refresh_metadata), c == 100);
    assert_true(r.s.send_at(r.now, kOne) > r.now);  // backed off
    expect_attempt(r.send(), 1, 0, 0);
    r.answer(1, c);
    r.step(1000 * kMs);
    r.expect(1, kNot, RD_KAFKA_RESP_ERR__MSG_TIMED_OUT);
  }
}

static void a_refusal_resolves_only_its_own_attempt(void**) {
  Rig r;
  r.add(1, 3);
  r.send();
  r.lose(1);
  r.send(kTwo);
  r.answer(1, 19, -1, kTwo);
  r.step(1000 * kMs);
  r.expect(1, kPossibly, RD_KAFKA_RESP_ERR__MSG_TIMED_OUT);
}

static void permanent_refusals_fail_it_and_leave_a_hole(void**) {
  const int codes[] = {17, 29, 31, 32, 35, 43, 44, 48, 53, 76, 87, 90, 120, 21};
  for (int c : codes) {
    Rig r;
    r.add(1, 3);
    r.add(2, 1);
    r.send();
    r.answer(1, c);
    r.expect(1, kNot, code(c));
    expect_attempt(r.send(), 2, 1, 0);
  }
}

static void a_permanent_refusal_of_an_unresolved_batch_is_possibly(void**) {
  Rig r;
  r.add(1, 3);
  r.send();
  r.lose(1);
  r.send(kTwo);
  r.answer(1, 29, -1, kTwo);
  r.expect(1, kPossibly, code(29));
}

static void a_too_large_batch_is_split_and_numbered_anew(void**) {
  for (int c : {10, 18}) {
    Rig r;
    r.add(1, 10);
    r.send();
    r.answer(1, c);
    assert_true(r.asked(Do::split));
    assert_int_equal(r.reports(), 0);
    r.s.split(1, 11, 5, 12, 5);
    assert_true(r.s.check());
    expect_attempt(r.send(), 11, 0, 0);
    r.answer(11, 0, 7);
    expect_attempt(r.send(), 12, 0, 5);
    r.answer(12, 0, 12);
    assert_true(r.s.empty());
  }
}

static void a_too_large_message_alone_fails(void**) {
  Rig r;
  r.add(1, 1);
  r.send();
  r.answer(1, 10);
  r.expect(1, kNot, code(10));
}

static void an_unresolved_batch_is_never_split(void**) {
  Rig r;
  r.add(1, 10);
  r.send();
  r.lose(1);
  r.send(kTwo);
  r.answer(1, 10, -1, kTwo);
  assert_false(r.asked(Do::split));
  r.expect(1, kPossibly, code(10));
}

static void a_gap_on_a_first_attempt_bumps_the_epoch(void**) {
  Rig r;
  r.add(1, 3);
  r.send();
  r.answer(1, 0, 0);
  r.add(2, 2);
  r.send();
  r.answer(2, 45);
  assert_int_equal(r.reports(), 0);
  expect_attempt(r.send(), 2, 1, 0);
  r.answer(2, 0, 3);
  r.expect(2, kPersisted, kOk, 3);
}

static void gaps_are_spaced_and_warned_of_after_five(void**) {
  Rig r;
  r.add(1, 3, kNever);
  for (int i = 0; i < 8; ++i) {
    const Micros before = r.now;
    expect_attempt(r.send(), 1, static_cast<i16>(i), 0);
    if (i >= 2) assert_true(r.now - before >= 100 * kMs);
    r.answer(1, 45);
    assert_int_equal(r.asked(Do::warn_gaps), i >= 5);
  }
}

static void out_of_order_proves_nothing_of_an_unresolved_batch(void**) {
  Rig r;
  r.add(1, 3);
  r.add(2, 1, 9000 * kMs);
  r.send();
  r.lose(1);
  for (int i = 0; i < 3; ++i) {
    expect_attempt(r.send(kTwo), 1, 0, 0);  // never renumbered
    r.answer(1, 45, -1, kTwo);
    assert_int_equal(r.reports(), 0);
    assert_int_equal(r.s.epoch(), 0);
  }
  r.step(1000 * kMs);
  r.expect(1, kPossibly, RD_KAFKA_RESP_ERR__MSG_TIMED_OUT);
}

static void a_stale_epoch_bumps_above_it(void**) {
  for (int c : {47, 49}) {
    Rig r;
    r.add(1, 3);
    r.send();
    r.answer(1, c);
    assert_int_equal(r.reports(), 0);
    expect_attempt(r.send(), 1, 1, 0);
  }
}

static void a_stale_epoch_leaves_an_unresolved_batch_alone(void**) {
  Rig r;
  r.add(1, 3);
  r.send();
  r.lose(1);
  r.send(kTwo);
  r.answer(1, 47, -1, kTwo);
  assert_int_equal(r.reports(), 0);
  expect_attempt(r.send(kTwo), 1, 0, 0);
  r.step(1000 * kMs);
  r.actions.clear();
  r.answer(1, 47, -1, kTwo);  // of a batch already reported: ignored
  assert_int_equal(r.reports(), 0);
}

static void an_unknown_producer_starts_again_with_a_new_epoch(void**) {
  Rig r;
  r.add(1, 3);
  r.send();
  r.answer(1, 59);
  assert_int_equal(r.reports(), 0);
  expect_attempt(r.send(), 1, 1, 0);
}

static void an_unknown_producer_ends_an_unresolved_batch(void**) {
  Rig r;
  r.add(1, 3);
  r.add(2, 3);
  r.send();
  r.lose(1);
  r.send(kTwo);
  r.answer(1, 59, -1, kTwo);
  r.expect(1, kPossibly, code(59));
  expect_attempt(r.send(kTwo), 2, 1, 0);
}

static void a_queued_batch_times_out_unsent(void**) {
  Rig r;
  r.add(1, 3);
  r.step(999 * kMs);
  assert_int_equal(r.reports(), 0);
  r.step(1000 * kMs);
  r.expect(1, kNot, RD_KAFKA_RESP_ERR__MSG_TIMED_OUT);
  assert_false(r.s.hole());
}

static void an_expired_batch_in_flight_is_reported_once_and_blocks_until_its_end(void**) {
  Rig r;
  r.add(1, 3);
  r.add(2, 1, 9000 * kMs);
  r.send();
  r.step(1000 * kMs);
  r.expect(1, kPossibly, RD_KAFKA_RESP_ERR__MSG_TIMED_OUT);
  assert_false(r.can_send());
  r.answer(1, 0, 50);  // too late for a report
  assert_int_equal(r.reports(), 0);
  expect_attempt(r.send(), 2, 1, 0);
}

static void no_attempt_starts_after_the_deadline(void**) {
  Rig r;
  r.add(1, 3);
  r.now = 1000 * kMs;
  assert_int_equal(r.s.send_at(r.now, kOne), kNever);
}

static void the_retry_budget_ends_it_with_the_last_code(void**) {
  Rig refused(1, 2);
  refused.add(1, 3);
  for (int i = 0; i < 3; ++i) {
    refused.send();
    refused.answer(1, 19);
  }
  refused.expect(1, kNot, code(19));
  Rig lost(1, 1);
  lost.add(1, 3);
  lost.send();
  lost.lose(1);
  lost.send(kTwo);
  lost.lose(1, kTwo);
  lost.expect(1, kPossibly, RD_KAFKA_RESP_ERR__TRANSPORT);
}

static void another_leader_ends_the_back_off(void**) {
  Rig r;
  r.add(1, 3);
  r.send();
  r.answer(1, 6);
  assert_true(r.s.send_at(r.now, kTwo) > r.now);
  r.s.leader_changed();
  assert_true(r.s.send_at(r.now, kTwo) <= r.now);
}

static void a_replaced_topic_never_sees_old_bytes(void**) {
  Rig r;
  r.add(1, 3);
  r.add(2, 2);
  r.send();
  r.lose(1);
  r.actions.clear();
  r.s.topic_replaced(r.actions);
  r.expect(1, kPossibly, RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_ID);
  assert_true(r.s.check());
  expect_attempt(r.send(kTwo), 2, 1, 0);
}

static void purge_tells_the_queued_from_those_in_flight(void**) {
  Rig r;
  r.add(1, 3);
  r.add(2, 2);
  r.send();
  r.s.purge(true, false, r.actions);
  assert_int_equal(r.reports(), 1);
  r.expect(2, kNot, RD_KAFKA_RESP_ERR__PURGE_QUEUE);
  r.actions.clear();
  r.s.purge(true, true, r.actions);
  r.expect(1, kPossibly, RD_KAFKA_RESP_ERR__PURGE_INFLIGHT);
  r.answer(1, 0, 0);
  assert_int_equal(r.reports(), 0);
  assert_true(r.s.empty());
}

static void purge_of_a_queued_but_unresolved_batch_is_possibly(void**) {
  Rig r;
  r.add(1, 3);
  r.send();
  r.lose(1);
  r.actions.clear();
  r.s.purge(true, false, r.actions);
  r.expect(1, kPossibly, RD_KAFKA_RESP_ERR__PURGE_QUEUE);
}

static void nothing_is_sent_without_an_id(void**) {
  Sequencer s{SequencerLimits{}};
  s.add(1, 3, kNever);
  assert_int_equal(s.send_at(1, kOne), kNever);
  s.set_id(kId, 0);
  assert_true(s.send_at(1, kOne) <= 1);
}

static void the_last_epoch_asks_for_a_new_id_once_nothing_can_be_under_way(void**) {
  Rig r;
  r.s.set_id(kId, 32767);
  r.add(1, 3, 2000 * kMs);
  r.add(2, 3, kNever);
  r.send();
  r.lose(1);
  r.step(2000 * kMs);
  r.expect(1, kPossibly, RD_KAFKA_RESP_ERR__MSG_TIMED_OUT);
  assert_false(r.asked(Do::new_id));
  assert_false(r.can_send());
  r.step(31000 * kMs);  // request.timeout.ms after the attempt
  assert_true(r.asked(Do::new_id));
  r.s.set_id(kId + 1, 0);
  const auto a = r.send(kTwo);
  assert_int_equal(a.producer_id, kId + 1);
  assert_int_equal(a.epoch, 0);
  assert_int_equal(a.base_sequence, 0);
}

static void sequences_wrap_at_two_to_the_31(void**) {
  Rig r;
  r.add(1, 2147483647, kNever);
  r.send();
  r.answer(1, 0, 0);
  r.add(2, 3, kNever);
  expect_attempt(r.send(), 2, 0, 2147483647);
  r.answer(2, 0, 0);
  r.add(3, 1, kNever);
  expect_attempt(r.send(), 3, 0, 2);
}

// More than one in flight (not used yet): opens only behind an ok of this connection; a later ok
// proves earlier ones only within the same generation.
static void a_window_opens_behind_an_ok(void**) {
  Rig r(5);
  for (BatchId id = 1; id <= 4; ++id) r.add(id, 1);
  r.send();
  assert_false(r.can_send());
  r.answer(1, 0, 0);
  r.send();
  r.send();
  r.send();
  assert_int_equal(r.s.in_flight(), 3);
  // 2 and 3 unresolved by answers of one generation, then 4's ok of it.
  r.answer(2, 7);
  r.answer(3, 7);
  r.answer(4, 0, 3);
  r.expect(2, kPersisted, kOk, -1);
  r.expect(3, kPersisted, kOk, -1);
  r.expect(4, kPersisted, kOk, 3);
}

static void an_ok_of_another_generation_proves_nothing(void**) {
  Rig r(5);
  for (BatchId id = 1; id <= 3; ++id) r.add(id, 1);
  r.send();
  r.answer(1, 0, 0);
  r.send();
  r.send();
  r.lose(2);
  r.lose(3);
  assert_int_equal(r.send(kTwo).id, 2);  // lowest first, alone
  assert_false(r.can_send(kTwo));
  r.answer(2, 45, -1, kTwo);
  assert_int_equal(r.send(kTwo).id, 3);
  r.answer(3, 0, 2, Generation{3, 5});
  assert_int_equal(r.reports(), 1);
  assert_int_equal(r.send(kTwo).id, 2);
  r.answer(2, 0, 1, kTwo);
  r.expect(2, kPersisted, kOk, 1);
}

static void equal_states_have_equal_digests(void**) {
  Rig a, b;
  a.add(1, 3);
  b.add(77, 3);  // ids count by order
  assert_int_equal(a.s.digest(), b.s.digest());
  Sequencer copy = a.s;
  a.send();
  assert_int_not_equal(a.s.digest(), copy.digest());
  b.send();
  assert_int_equal(a.s.digest(), b.s.digest());
}

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(an_ok_reports_the_offset_and_the_next_number_follows),
      cmocka_unit_test(an_ok_without_an_offset_is_persisted_with_none),
      cmocka_unit_test(a_duplicates_ok_counts),
      cmocka_unit_test(duplicate_sequence_number_means_appended),
      cmocka_unit_test(what_was_not_written_is_no_attempt),
      cmocka_unit_test(a_lost_connection_leaves_it_unresolved_until_the_deadline),
      cmocka_unit_test(corrupt_message_is_tried_once_more_on_another_connection),
      cmocka_unit_test(codes_that_may_follow_the_append_leave_it_unresolved),
      cmocka_unit_test(refused_attempts_retry_with_the_same_number),
      cmocka_unit_test(a_refusal_resolves_only_its_own_attempt),
      cmocka_unit_test(permanent_refusals_fail_it_and_leave_a_hole),
      cmocka_unit_test(a_permanent_refusal_of_an_unresolved_batch_is_possibly),
      cmocka_unit_test(a_too_large_batch_is_split_and_numbered_anew),
      cmocka_unit_test(a_too_large_message_alone_fails),
      cmocka_unit_test(an_unresolved_batch_is_never_split),
      cmocka_unit_test(a_gap_on_a_first_attempt_bumps_the_epoch),
      cmocka_unit_test(gaps_are_spaced_and_warned_of_after_five),
      cmocka_unit_test(out_of_order_proves_nothing_of_an_unresolved_batch),
      cmocka_unit_test(a_stale_epoch_bumps_above_it),
      cmocka_unit_test(a_stale_epoch_leaves_an_unresolved_batch_alone),
      cmocka_unit_test(an_unknown_producer_starts_again_with_a_new_epoch),
      cmocka_unit_test(an_unknown_producer_ends_an_unresolved_batch),
      cmocka_unit_test(a_queued_batch_times_out_unsent),
      cmocka_unit_test(an_expired_batch_in_flight_is_reported_once_and_blocks_until_its_end),
      cmocka_unit_test(no_attempt_starts_after_the_deadline),
      cmocka_unit_test(the_retry_budget_ends_it_with_the_last_code),
      cmocka_unit_test(another_leader_ends_the_back_off),
      cmocka_unit_test(a_replaced_topic_never_sees_old_bytes),
      cmocka_unit_test(purge_tells_the_queued_from_those_in_flight),
      cmocka_unit_test(purge_of_a_queued_but_unresolved_batch_is_possibly),
      cmocka_unit_test(nothing_is_sent_without_an_id),
      cmocka_unit_test(the_last_epoch_asks_for_a_new_id_once_nothing_can_be_under_way),
      cmocka_unit_test(sequences_wrap_at_two_to_the_31),
      cmocka_unit_test(a_window_opens_behind_an_ok),
      cmocka_unit_test(an_ok_of_another_generation_proves_nothing),
      cmocka_unit_test(equal_states_have_equal_digests),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
