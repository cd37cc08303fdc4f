// Goal: a read_committed reader delivers exactly what Kafka's rule says: nothing of aborted
// transactions, no control batches, everything else.
// Method: logs written by hand, with the aborted list that a broker would send; the expected
// offsets follow from the rule in Kafka's CompletedFetch: an id is aborted from the first batch
// whose last offset reaches the transaction's first offset until the ABORT marker;
// non-transactional batches of the same id are delivered.

#include "consumer/batches.h"

#include "support/unit.h"

using namespace rk;
using namespace rk::test;

namespace {

std::vector<u8> log_of(const std::vector<BatchSpec>& specs) {
  std::vector<u8> all;
  for (const BatchSpec& s : specs) {
    const std::vector<u8> one = make_batch(s);
    all.insert(all.end(), one.begin(), one.end());
  }
  return all;
}

void expect(const std::vector<BatchSpec>& specs, std::vector<AbortedTransaction> aborted,
            const std::vector<i64>& offsets) {
  Rig rig;
  rig.append(log_of(specs), AbortFilter(std::move(aborted)));
  const std::vector<i64> got = rig.drain();
  assert_int_equal(got.size(), offsets.size());
  for (size_t i = 0; i < got.size(); ++i) assert_int_equal(got[i], offsets[i]);
  // What was skipped is not counted as waiting: the fetcher would stop one day.
  assert_int_equal(rig.reader.queued_messages, 0);
  assert_int_equal(rig.reader.queued_bytes, 0);
}

constexpr i16 kAbort = 0, kCommit = 1;

void an_aborted_transaction_between_two_committed_ones(void**) {
  expect({{.base = 0, .count = 2, .producer_id = 7, .transactional = true},
          {.base = 2, .producer_id = 7, .control = true, .control_type = kCommit},
          {.base = 3, .count = 2, .producer_id = 7, .transactional = true},
          {.base = 5, .producer_id = 7, .control = true, .control_type = kAbort},
          {.base = 6, .count = 2, .producer_id = 7, .transactional = true},
          {.base = 8, .producer_id = 7, .control = true, .control_type = kCommit}},
         {{7, 3}}, {0, 1, 6, 7});
}

void two_producers_interleaved(void**) {
  expect({{.base = 0, .count = 1, .producer_id = 1, .transactional = true},
          {.base = 1, .count = 1, .producer_id = 2, .transactional = true},
          {.base = 2, .count = 1, .producer_id = 1, .transactional = true},
          {.base = 3, .producer_id = 1, .control = true, .control_type = kAbort},
          {.base = 4, .count = 1, .producer_id = 2, .transactional = true},
          {.base = 5, .producer_id = 2, .control = true, .control_type = kCommit},
          {.base = 6, .count = 1}},
         {{1, 0}}, {1, 4, 6});
}

void the_list_may_come_in_any_order(void**) {
  expect({{.base = 0, .count = 1, .producer_id = 1, .transactional = true},
          {.base = 1, .producer_id = 1, .control = true, .control_type = kAbort},
          {.base = 2, .count = 1, .producer_id = 2, .transactional = true},
          {.base = 3, .producer_id = 2, .control = true, .control_type = kAbort},
          {.base = 4, .count = 1, .producer_id = 1, .transactional = true},
          {.base = 5, .producer_id = 1, .control = true, .control_type = kCommit}},
         {{2, 2}, {1, 0}}, {4});
}

// The first record of the aborted batch was compacted away: the entry's first offset lies inside
// the batch, and the batch's last offset decides.
void a_first_offset_inside_a_batch(void**) {
  expect({{.base = 10, .count = 3, .producer_id = 3, .transactional = true},
          {.base = 13, .producer_id = 3, .control = true, .control_type = kAbort}},
         {{3, 11}}, {});
}

void plain_batches_of_an_aborted_id_are_delivered(void**) {
  expect({{.base = 0, .count = 1, .producer_id = 5, .transactional = true},
          {.base = 1, .count = 2, .producer_id = 5},
          {.base = 3, .producer_id = 5, .control = true, .control_type = kAbort}},
         {{5, 0}}, {1, 2});
}

void unknown_control_types_are_skipped_and_change_nothing(void**) {
  expect({{.base = 0, .count = 1, .producer_id = 5, .transactional = true},
          {.base = 1, .producer_id = 5, .control = true, .control_type = 6},
          {.base = 2, .count = 1, .producer_id = 5, .transactional = true},
          {.base = 3, .producer_id = 5, .control = true, .control_type = kAbort}},
         {{5, 0}}, {});
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(an_aborted_transaction_between_two_committed_ones),
      cmocka_unit_test(two_producers_interleaved),
      cmocka_unit_test(the_list_may_come_in_any_order),
      cmocka_unit_test(a_first_offset_inside_a_batch),
      cmocka_unit_test(plain_batches_of_an_aborted_id_are_delivered),
      cmocka_unit_test(unknown_control_types_are_skipped_and_change_nothing),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
