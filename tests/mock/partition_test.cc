// Goal: the virtual broker's log answers as real brokers were measured to answer (Kafka 4.4.0):
// sequence numbers, epochs, duplicates, refusals, offsets by time. Method: batches appended to one
// Partition; each expectation is one of the measured rules, named at the test.
#include "mock/partition.h"

#include "mock/batches.h"
#include "support/unit.h"

namespace {

using rk::mock_test::make_batch;
using rk::mock_test::Wanted;
constexpr size_t kBig = 1 << 20;

rk::mock::AppendResult append(rk::mock::Partition& p, const Wanted& w) {
  return p.append(make_batch(w), kBig);
}

void offsets_follow_each_other(void**) {
  rk::mock::Partition p(1, kBig);
  assert_int_equal(append(p, {.sequence = 0, .count = 3}).base_offset, 0);
  assert_int_equal(append(p, {.sequence = 3, .count = 2}).base_offset, 3);
  assert_int_equal(p.end_offset(), 5);
}

// A retry of one of the last five batches: success, the first offset, nothing written, and the
// batch's greatest timestamp as log append time.
void a_duplicate_is_recognized_and_not_written(void**) {
  rk::mock::Partition p(1, kBig);
  for (int i = 0; i < 5; ++i) append(p, {.sequence = 2 * i, .count = 2, .timestamp = 1000 + i});
  const auto r = append(p, {.sequence = 0, .count = 2, .timestamp = 1000});
  assert_int_equal(r.error, rk::kOk);
  assert_int_equal(r.base_offset, 0);
  assert_int_equal(r.log_append_time, 1010);
  assert_int_equal(p.end_offset(), 10);
}

void a_duplicate_older_than_five_batches_is_out_of_order(void**) {
  rk::mock::Partition p(1, kBig);
  for (int i = 0; i < 6; ++i) append(p, {.sequence = i});
  assert_int_equal(append(p, {.sequence = 0}).error,
                   RD_KAFKA_RESP_ERR_OUT_OF_ORDER_SEQUENCE_NUMBER);
}

void a_recut_batch_is_out_of_order(void**) {
  rk::mock::Partition p(1, kBig);
  append(p, {.sequence = 0, .count = 4});
  assert_int_equal(append(p, {.sequence = 0, .count = 2}).error,
                   RD_KAFKA_RESP_ERR_OUT_OF_ORDER_SEQUENCE_NUMBER);
}

void a_gap_is_out_of_order(void**) {
  rk::mock::Partition p(1, kBig);
  append(p, {.sequence = 0});
  assert_int_equal(append(p, {.sequence = 2}).error,
                   RD_KAFKA_RESP_ERR_OUT_OF_ORDER_SEQUENCE_NUMBER);
  assert_int_equal(p.end_offset(), 1);
}

// Kafka 2.5 and later take any first sequence of a producer they do not know.
void an_unknown_producer_may_start_anywhere(void**) {
  rk::mock::Partition p(1, kBig);
  assert_int_equal(append(p, {.sequence = 77}).error, rk::kOk);
}

void a_newer_epoch_starts_at_zero_and_fences_the_old(void**) {
  rk::mock::Partition p(1, kBig);
  append(p, {.epoch = 0, .sequence = 0});
  assert_int_equal(append(p, {.epoch = 1, .sequence = 1}).error,
                   RD_KAFKA_RESP_ERR_OUT_OF_ORDER_SEQUENCE_NUMBER);
  assert_int_equal(append(p, {.epoch = 6, .sequence = 0}).error, rk::kOk);
  // Also a retry of what is in the log.
  assert_int_equal(append(p, {.epoch = 0, .sequence = 0}).error,
                   RD_KAFKA_RESP_ERR_INVALID_PRODUCER_EPOCH);
}

void the_sequence_wraps_to_zero(void**) {
  rk::mock::Partition p(1, kBig);
  append(p, {.sequence = 2147483646, .count = 2});
  assert_int_equal(append(p, {.sequence = 0}).error, rk::kOk);
  rk::mock::Partition inside(1, kBig);
  append(inside, {.sequence = 2147483646, .count = 4});
  assert_int_equal(append(inside, {.sequence = 2}).error, rk::kOk);
}

void two_batches_in_one_append_are_refused(void**) {
  rk::mock::Partition p(1, kBig);
  auto bytes = make_batch({.sequence = 0});
  const auto second = make_batch({.sequence = 1});
  bytes.insert(bytes.end(), second.begin(), second.end());
  assert_int_equal(p.append(bytes, kBig).error, RD_KAFKA_RESP_ERR_INVALID_RECORD);
}

void damaged_bytes_are_refused(void**) {
  const auto good = make_batch({.count = 3});
  for (size_t i = 0; i < good.size(); ++i) {
    // Base offset and leader epoch are the broker's to set and not covered by the CRC.
    if (i < 8 || (i >= 12 && i < 16)) continue;
    rk::mock::Partition p(1, kBig);
    auto bad = good;
    bad[i] ^= 0x40;
    assert_int_not_equal(p.append(bad, kBig).error, rk::kOk);
    assert_int_equal(p.end_offset(), 0);
  }
}

void a_batch_above_the_limit_is_too_large(void**) {
  rk::mock::Partition p(1, kBig);
  const auto bytes = make_batch({.count = 3});
  assert_int_equal(p.append(bytes, bytes.size() - 1).error, RD_KAFKA_RESP_ERR_MSG_SIZE_TOO_LARGE);
  assert_int_equal(p.append(bytes, bytes.size()).error, rk::kOk);
}

void reads_start_with_the_batch_that_holds_the_offset(void**) {
  rk::mock::Partition p(1, kBig);
  for (int i = 0; i < 4; ++i) append(p, {.sequence = 5 * i, .count = 5});
  std::vector<const rk::mock::StoredBatch*> got;
  assert_int_equal(p.read(7, kBig, &got), rk::kOk);
  assert_int_equal(got.size(), 3);
  assert_int_equal(got[0]->base_offset, 5);
  got.clear();
  assert_int_equal(p.read(0, 1, &got), rk::kOk);  // the first batch whatever its size
  assert_int_equal(got.size(), 1);
  got.clear();
  assert_int_equal(p.read(20, kBig, &got), rk::kOk);
  assert_int_equal(got.size(), 0);
  assert_int_equal(p.read(21, kBig, &got), RD_KAFKA_RESP_ERR_OFFSET_OUT_OF_RANGE);
  assert_int_equal(p.read(-1, kBig, &got), RD_KAFKA_RESP_ERR_OFFSET_OUT_OF_RANGE);
}

void the_first_record_at_or_after_a_time_is_found(void**) {
  rk::mock::Partition p(1, kBig);
  append(p, {.sequence = 0, .count = 3, .timestamp = 1000});  // 1000, 1010, 1020
  append(p, {.sequence = 3, .count = 3, .timestamp = 2000});
  struct {
    rk::i64 at, offset, timestamp;
  } cases[] = {{0, 0, 1000},    {1000, 0, 1000}, {1001, 1, 1010}, {1020, 2, 1020},
               {1021, 3, 2000}, {2020, 5, 2020}, {2021, -1, -1}};
  for (const auto& c : cases) {
    rk::i64 offset = 0, timestamp = 0;
    p.find_time(c.at, &offset, &timestamp);
    assert_int_equal(offset, c.offset);
    assert_int_equal(timestamp, c.timestamp);
  }
}

void a_full_log_loses_its_oldest_batches(void**) {
  const size_t one = make_batch({}).size();
  rk::mock::Partition p(1, 3 * one);
  for (int i = 0; i < 5; ++i) append(p, {.sequence = i});
  assert_int_equal(p.start_offset(), 2);
  std::vector<const rk::mock::StoredBatch*> got;
  assert_int_equal(p.read(1, kBig, &got), RD_KAFKA_RESP_ERR_OFFSET_OUT_OF_RANGE);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(offsets_follow_each_other),
      cmocka_unit_test(a_duplicate_is_recognized_and_not_written),
      cmocka_unit_test(a_duplicate_older_than_five_batches_is_out_of_order),
      cmocka_unit_test(a_recut_batch_is_out_of_order),
      cmocka_unit_test(a_gap_is_out_of_order),
      cmocka_unit_test(an_unknown_producer_may_start_anywhere),
      cmocka_unit_test(a_newer_epoch_starts_at_zero_and_fences_the_old),
      cmocka_unit_test(the_sequence_wraps_to_zero),
      cmocka_unit_test(two_batches_in_one_append_are_refused),
      cmocka_unit_test(damaged_bytes_are_refused),
      cmocka_unit_test(a_batch_above_the_limit_is_too_large),
      cmocka_unit_test(reads_start_with_the_batch_that_holds_the_offset),
      cmocka_unit_test(the_first_record_at_or_after_a_time_is_found),
      cmocka_unit_test(a_full_log_loses_its_oldest_batches),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
