// Goal: the producer's rules: what each answer, loss and deadline proves, what is sent next and
// what is reported.
// Method: one test per row of the event table in src/producer/sequencer.h's terms: drive a
// Sequencer by hand and compare with what brokers were seen to do (Kafka 4.4.0) and with what can
// be concluded from it. After every step the invariants are checked.
#include "producer/sequencer_rig.h"

using namespace rk;
using namespace rk::sequencer_test;

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
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
