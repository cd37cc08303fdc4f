// Goal: the producer's rules beyond single answers: deadlines, budgets, leaders, purges, ids and
// numbers that run out, windows. Method: as in sequencer_test.cc.
#include "producer/sequencer_rig.h"

using namespace rk;
using namespace rk::sequencer_test;

static void a_queued_batch_times_out_unsent(void**) {
  Rig r;
  r.add(1, 3);
  r.step(999 * kMs);
  assert_int_equal(r.reports(), 0);
  r.step(1000 * kMs);
  r.expect(1, kNot, RD_KAFKA_RESP_ERR__MSG_TIMED_OUT);
  assert_false(r.s.hole());
}

// Its request may still be appended: the next epoch's first batch fences it, so nobody waits.
static void an_expired_batch_in_flight_is_reported_once_and_nobody_waits_for_it(void**) {
  for (const int late : {0, 6, 19, 45, 47, -1}) {
    Rig r;
    r.add(1, 3);
    r.add(2, 1, 9000 * kMs);
    r.add(3, 1, 9000 * kMs);
    r.send();
    const Micros sent = r.now;
    r.step(1000 * kMs);
    r.expect(1, kPossibly, RD_KAFKA_RESP_ERR__MSG_TIMED_OUT);
    assert_int_equal(r.s.in_flight(), 0);
    assert_int_equal(r.s.send_at(r.now, kTwo), sent + kMicrosPerSecond);  // a moment's patience
    expect_attempt(r.send(kTwo), 2, 1, 0);
    if (late >= 0) {
      r.answer(1, late, 50);
    } else {
      r.lose(1);
    }
    assert_int_equal(r.reports(), 0);  // too late for it, and of no meaning for the next
    assert_int_equal(r.s.in_flight(), 1);
    r.answer(2, 0, 53, kTwo);
    r.expect(2, kPersisted, kOk, 53);
    expect_attempt(r.send(kTwo), 3, 1, 1);
    assert_false(r.s.empty());
    r.answer(3, 0, 54, kTwo);
    assert_true(r.s.empty());
  }
}

// Without a report of its own left to make, the answer still proves what was before it.
static void the_answer_for_a_purged_batch_proves_the_lower_ones(void**) {
  Rig r(5);
  for (BatchId id = 1; id <= 3; ++id) r.add(id, 1);
  r.send();
  r.answer(1, 0, 0);
  r.send();
  r.send();
  r.answer(2, 7);
  r.actions.clear();
  r.s.purge(false, true, r.actions);
  r.expect(3, kPossibly, RD_KAFKA_RESP_ERR__PURGE_INFLIGHT);
  r.answer(3, 0, 2);
  r.expect(2, kPersisted, kOk, -1);
  assert_int_equal(r.reports(), 1);
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

// Another id fences nothing: while a request is out there is no telling what it will do.
static void a_new_id_waits_for_the_end_of_every_request(void**) {
  Rig r;
  r.s.set_id(kId, 32767);
  r.add(1, 3, 2000 * kMs);
  r.add(2, 3, kNever);
  r.send();
  r.step(2000 * kMs);
  r.expect(1, kPossibly, RD_KAFKA_RESP_ERR__MSG_TIMED_OUT);
  assert_false(r.can_send());
  r.step(90000 * kMs);
  assert_false(r.asked(Do::new_id));
  r.answer(1, 0, 0);
  r.step(90001 * kMs);
  assert_true(r.asked(Do::new_id));
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
  assert_int_equal(a.s.digest(a.now), b.s.digest(b.now));
  Sequencer copy = a.s;
  a.send();
  assert_int_not_equal(a.s.digest(a.now), copy.digest(a.now));
  b.send();
  assert_int_equal(a.s.digest(a.now), b.s.digest(b.now));
}

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(a_queued_batch_times_out_unsent),
      cmocka_unit_test(an_expired_batch_in_flight_is_reported_once_and_nobody_waits_for_it),
      cmocka_unit_test(the_answer_for_a_purged_batch_proves_the_lower_ones),
      cmocka_unit_test(no_attempt_starts_after_the_deadline),
      cmocka_unit_test(the_retry_budget_ends_it_with_the_last_code),
      cmocka_unit_test(another_leader_ends_the_back_off),
      cmocka_unit_test(a_replaced_topic_never_sees_old_bytes),
      cmocka_unit_test(purge_tells_the_queued_from_those_in_flight),
      cmocka_unit_test(purge_of_a_queued_but_unresolved_batch_is_possibly),
      cmocka_unit_test(nothing_is_sent_without_an_id),
      cmocka_unit_test(the_last_epoch_asks_for_a_new_id_once_nothing_can_be_under_way),
      cmocka_unit_test(a_new_id_waits_for_the_end_of_every_request),
      cmocka_unit_test(sequences_wrap_at_two_to_the_31),
      cmocka_unit_test(a_window_opens_behind_an_ok),
      cmocka_unit_test(an_ok_of_another_generation_proves_nothing),
      cmocka_unit_test(equal_states_have_equal_digests),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
