// Goal: the offset of a batch, which its checksum does not cover, is believed only as far as the
// answer bears it out: the batches around it, what was asked for, the end of the log. What is told
// to be sound then is a true beginning of the answer. Gaps of compaction, an end that is older than
// the records, and batches in front of what was asked for are no errors. Method: answers written by
// hand from the format's definition; each bit of each batch's offset flipped in turn.
//
// What no answer can show: a batch at the end of an answer, inside the log, whose offset leaves a
// gap in front (compaction may have made it); a first batch that still covers what was asked for.
#include "consumer/batches.h"
#include "consumer/fetcher.h"

#include "support/unit.h"

using namespace rk;
using namespace rk::test;

namespace {

struct Answer {
  void add(i64 base, i32 count, i32 last_delta = -1) {
    const std::vector<u8> b = make_batch({.base = base, .count = count, .last_delta = last_delta});
    starts.push_back(bytes.size());
    bases.push_back(base);
    counts.push_back(count);
    bytes.insert(bytes.end(), b.begin(), b.end());
  }
  // What it says with one bit of one batch's offset flipped; `moved`: to where.
  Walk with_flipped(size_t batch, int bit, i64 from, i64 end, i64* moved) {
    u8& byte = bytes[starts[batch] + 7 - static_cast<size_t>(bit) / 8];
    const u8 mask = static_cast<u8>(1 << bit % 8);
    byte ^= mask;
    *moved = batch_at(bytes.data() + starts[batch]).base_offset;
    const Walk w = walk_batches(bytes, from, end);
    byte ^= mask;
    return w;
  }
  std::vector<u8> bytes;
  std::vector<size_t> starts;
  std::vector<i64> bases;
  std::vector<i32> counts;
};

// That the walk ended in front of one of the batches up to `damaged`, with what lies there.
void assert_true_beginning(const Answer& a, const Walk& w, size_t damaged) {
  size_t k = 0;
  while (k <= damaged && a.starts[k] != w.size) ++k;
  assert_true(k <= damaged);
  assert_int_equal(w.next_offset, a.bases[k]);
  assert_true((k == 0) == (w.corrupt != nullptr));
}

void a_flipped_offset_is_noticed(void**) {
  u64 flips = 0, open = 0;
  for (const i64 first : {i64{0}, i64{100}, i64{1} << 40}) {
    Answer a;
    i64 next = first;
    for (const i32 count : {5, 1, 30, 7, 64, 2}) {
      a.add(next, count);
      next += count;
    }
    // The log ends where the answer does, or goes on for long.
    for (const i64 more : {0, 1000000}) {
      for (size_t k = 0; k < a.starts.size(); ++k) {
        for (int bit = 0; bit < 64; ++bit) {
          i64 moved = 0;
          const Walk w = a.with_flipped(k, bit, first, next + more, &moved);
          const bool covers = k == 0 && moved < first && moved + a.counts[0] > first;
          const bool gap =
              k + 1 == a.starts.size() && moved > a.bases[k] && moved + a.counts[k] <= next + more;
          ++flips;
          if (covers || gap)
            ++open;
          else
            assert_true_beginning(a, w, k);
        }
      }
    }
  }
  std::printf("%llu flips noticed, %llu that no answer can show\n",
              static_cast<unsigned long long>(flips - open), static_cast<unsigned long long>(open));
  assert_true(open < flips / 20);
}

void compaction_leaves_gaps(void**) {
  Answer a;
  a.add(3, 4);      // asked for from 0 on
  a.add(20, 2, 9);  // 22 to 29 are gone
  a.add(1000, 1);
  a.add(5000, 3);
  for (const i64 end : {i64{-1}, i64{5003}, i64{9000}}) {
    const Walk w = walk_batches(a.bytes, 0, end);
    assert_null(w.corrupt);
    assert_int_equal(w.size, a.bytes.size());
    assert_int_equal(w.next_offset, 5003);
    assert_int_equal(w.messages, 10);
  }
}

// A broker takes the end down before it reads: records that were appended meanwhile come along.
void records_may_be_newer_than_the_end(void**) {
  Answer a;
  a.add(10, 5);
  a.add(15, 5);
  a.add(20, 5);
  for (const i64 end : {10, 15, 20}) {
    const Walk w = walk_batches(a.bytes, 10, end);
    assert_null(w.corrupt);
    assert_int_equal(w.next_offset, 25);
  }
}

void batches_in_front_are_passed_over(void**) {
  Answer a;
  a.add(0, 10);
  a.add(10, 10);
  a.add(20, 10);
  const Walk w = walk_batches(a.bytes, 15, 30);
  assert_null(w.corrupt);
  assert_int_equal(w.next_offset, 30);
  // But not for what should have followed them, nor for ever.
  Answer hole;
  hole.add(0, 10);
  hole.add(20, 10);
  assert_non_null(walk_batches(hole.bytes, 15, 30).corrupt);
  assert_non_null(walk_batches(hole.bytes, 30, 40).corrupt);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(a_flipped_offset_is_noticed),
      cmocka_unit_test(compaction_leaves_gaps),
      cmocka_unit_test(records_may_be_newer_than_the_end),
      cmocka_unit_test(batches_in_front_are_passed_over),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
