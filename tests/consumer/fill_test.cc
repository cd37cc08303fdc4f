// Goal: what a broker sends is delivered whole and in order, or not at all: answers may be cut
// anywhere, batches may be corrupt anywhere, positions may lie inside batches.
// Method: answers written by hand from the format's definition; every byte of a batch flipped,
// every cut tried; the expected offsets are those written.

#include "consumer/batches.h"
#include "consumer/fetcher.h"

#include "support/unit.h"

using namespace rk;
using namespace rk::test;

namespace {

std::vector<u8> two_batches() {
  std::vector<u8> all = make_batch({.base = 10, .count = 5});
  const std::vector<u8> second = make_batch({.base = 15, .count = 100});
  all.insert(all.end(), second.begin(), second.end());
  return all;
}

void assert_run(const std::vector<i64>& got, i64 first, i64 end) {
  assert_int_equal(got.size(), end - first);
  for (size_t i = 0; i < got.size(); ++i) assert_int_equal(got[i], first + static_cast<i64>(i));
}

void the_next_fetch_begins_after_the_last_whole_batch(void**) {
  const std::vector<u8> all = two_batches();
  const size_t first = make_batch({.base = 10, .count = 5}).size();
  for (size_t cut = 1; cut <= all.size(); ++cut) {
    const Walk w = walk_batches({all.data(), cut}, 10, 115);
    if (cut < first) {
      assert_non_null(w.corrupt);  // a broker sends the first batch whole
      assert_int_equal(w.next_offset, 10);
      assert_int_equal(w.size, 0);
    } else if (cut < all.size()) {
      assert_null(w.corrupt);
      assert_int_equal(w.next_offset, 15);
      assert_int_equal(w.size, first);
      assert_int_equal(w.messages, 5);
    } else {
      assert_int_equal(w.next_offset, 115);
      assert_int_equal(w.messages, 105);
    }
  }
}

void an_empty_answer_moves_nothing(void**) {
  const Walk w = walk_batches({}, 42, 42);
  assert_null(w.corrupt);
  assert_int_equal(w.next_offset, 42);
}

void everything_comes_in_order_across_chunks(void**) {
  Rig rig;
  rig.reader.deliver_from = 10;
  rig.append(two_batches());
  assert_run(rig.drain(), 10, 115);
  i32 epoch;
  PartitionLock lock(rig.reader);
  assert_int_equal(rig.feeder->position(rig.reader, &epoch), 115);
}

void a_position_inside_a_batch_skips_what_is_before(void**) {
  for (i64 from = 10; from < 115; from += 7) {
    Rig rig;
    rig.reader.deliver_from = from;
    rig.append(two_batches());
    assert_run(rig.drain(), from, 115);
  }
}

void a_compacted_batch_keeps_its_gaps(void**) {
  Rig rig;
  rig.append(make_batch({.base = 20, .count = 3, .first_delta = 4}));
  assert_run(rig.drain(), 24, 27);
  assert_int_equal(rig.reader.deliver_from, 27);
}

// Every byte that the CRC covers, and the CRC itself: nothing of the batch may come.
void a_flipped_byte_stops_before_the_batch(void**) {
  const std::vector<u8> whole = two_batches();
  const size_t second = make_batch({.base = 10, .count = 5}).size();
  for (size_t at = second + 16; at < whole.size(); at += (at < second + 120 ? 1 : 37)) {
    std::vector<u8> broken = whole;
    broken[at] ^= 0x41;
    Rig rig;
    rig.reader.deliver_from = 10;
    rig.append(broken);
    assert_run(rig.drain(), 10, 15);
    assert_int_equal(rig.host.corrupt_count, 1);
    assert_int_equal(rig.reader.fetch_offset, 15);
    assert_false(rig.reader.has_data());
  }
}

// With a right CRC around it: the records themselves are checked before the first one is shown.
void a_malformed_record_late_in_a_batch_hides_all_of_it(void**) {
  std::vector<u8> b = make_batch({.base = 0, .count = 50});
  b[b.size() - 1] = 9;  // the last record's header count
  BatchFields f;
  f.count = 50;
  f.base_timestamp = f.max_timestamp = 1000;
  finish_header(b.data(), b.size(), f);
  for (const bool crcs : {true, false}) {
    Rig rig;
    rig.host.crcs = crcs;
    rig.append(b);
    assert_int_equal(rig.drain().size(), 0);
    assert_int_equal(rig.host.corrupt_count, 1);
  }
}

void taking_back_leaves_the_first_that_was_not_handed_out(void**) {
  Rig rig;
  rig.reader.deliver_from = 10;
  rig.append(two_batches());
  for (int i = 0; i < 9; ++i) Rig::destroy(rig.take());
  {
    PartitionLock lock(rig.reader);
    rig.feeder->take_back(rig.reader);
    assert_int_equal(rig.reader.fetch_offset, 19);
    i32 epoch;
    assert_int_equal(rig.feeder->position(rig.reader, &epoch), 19);
  }
  assert_null(rig.take());
}

void a_message_outlives_everything(void**) {
  Message* kept;
  {
    Rig rig;
    rig.append(make_batch({.base = 3, .count = 2}));
    kept = rig.take();
  }
  assert_int_equal(kept->pub.offset, 3);
  assert_memory_equal(kept->pub.payload, "v3", 2);
  Rig::destroy(kept);
}

void empty_and_null_are_told_apart(void**) {
  std::vector<u8> b(kBatchHeaderSize + 100);
  u8* at = b.data() + kBatchHeaderSize;
  RecordInput empty;
  empty.key = empty.value = "";
  at = append_record(at, empty);
  RecordInput null;
  null.offset_delta = 1;
  at = append_record(at, null);
  b.resize(static_cast<size_t>(at - b.data()));
  BatchFields f;
  f.count = 2;
  f.base_timestamp = f.max_timestamp = 1000;
  finish_header(b.data(), b.size(), f);
  Rig rig;
  rig.append(b);
  Message* m = rig.take();
  assert_non_null(m->pub.key);
  assert_non_null(m->pub.payload);
  assert_int_equal(m->pub.len + m->pub.key_len, 0);
  Rig::destroy(m);
  m = rig.take();
  assert_null(m->pub.key);
  assert_null(m->pub.payload);
  assert_int_equal(m->timestamp, 1000);
  Rig::destroy(m);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(the_next_fetch_begins_after_the_last_whole_batch),
      cmocka_unit_test(an_empty_answer_moves_nothing),
      cmocka_unit_test(everything_comes_in_order_across_chunks),
      cmocka_unit_test(a_position_inside_a_batch_skips_what_is_before),
      cmocka_unit_test(a_compacted_batch_keeps_its_gaps),
      cmocka_unit_test(a_flipped_byte_stops_before_the_batch),
      cmocka_unit_test(a_malformed_record_late_in_a_batch_hides_all_of_it),
      cmocka_unit_test(taking_back_leaves_the_first_that_was_not_handed_out),
      cmocka_unit_test(a_message_outlives_everything),
      cmocka_unit_test(empty_and_null_are_told_apart),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
