// Goal: no header field is believed before it was checked against the rules of the record batch
// format. Method: one sound batch; each row breaks one field and names the verdict.
#include "record/record_support.h"
#include "support/unit.h"

using namespace record_support;

namespace {
struct Sound {
  Sound() {
    pool = BufferPool::create(1 << 20);
    const std::vector<golden::Record> records = {{100, 5, "k", "v", {}}, {101, 6, "k", "v", {}}};
    bytes = build(records, BatchFields(), 0, codecs, pool);
  }
  ~Sound() { pool->release(); }
  BatchHeader& header() { return *reinterpret_cast<BatchHeader*>(bytes.data()); }
  BatchCheck check(size_t size) const { return check_batch(as_bytes(bytes).first(size)); }
  BatchCheck check() const { return check(bytes.size()); }
  BufferPool* pool;
  CodecContext codecs;
  std::string bytes;
};

void a_sound_batch_passes(void**) {
  Sound s;
  assert_int_equal(s.check().state, BatchState::whole);
  assert_int_equal(s.check().size, s.bytes.size());
  assert_true(verify_crc(s.header()));
  assert_int_equal(s.header().last_offset(), 101);
}

void a_cut_batch_is_no_error(void**) {
  Sound s;
  for (size_t n = 0; n < s.bytes.size(); ++n) {
    // a copy of exactly n bytes: AddressSanitizer sees a read too far
    const std::vector<u8> part(s.bytes.begin(), s.bytes.begin() + static_cast<long>(n));
    const BatchCheck check = check_batch(part);
    assert_int_equal(check.state, BatchState::cut);
    assert_int_equal(check.size, 0);
  }
}

template <typename Break>
void expect(BatchState state, Break break_it) {
  Sound s;
  break_it(s.header());
  const BatchCheck check = s.check();
  assert_int_equal(check.state, state);
  if (state == BatchState::corrupt || state == BatchState::unsupported) {
    assert_non_null(check.why);
    assert_int_equal(check.size, 0);
  }
}

void lengths(void**) {
  expect(BatchState::corrupt, [](BatchHeader& h) { h.length = 48; });
  expect(BatchState::corrupt, [](BatchHeader& h) { h.length = 0; });
  expect(BatchState::corrupt, [](BatchHeader& h) { h.length = -1; });
  expect(BatchState::corrupt, [](BatchHeader& h) { h.length = std::numeric_limits<i32>::min(); });
  expect(BatchState::cut, [](BatchHeader& h) { h.length = h.length + 1; });
  expect(BatchState::cut, [](BatchHeader& h) { h.length = std::numeric_limits<i32>::max(); });
}

void counts_and_offsets(void**) {
  constexpr i64 kTop = std::numeric_limits<i64>::max();
  expect(BatchState::corrupt, [](BatchHeader& h) { h.count = -1; });
  expect(BatchState::corrupt, [](BatchHeader& h) { h.count = 3; });  // two offsets
  expect(BatchState::corrupt, [](BatchHeader& h) {
    h.count = std::numeric_limits<i32>::max();
    h.last_offset_delta = std::numeric_limits<i32>::max();
  });  // more records than bytes
  expect(BatchState::corrupt, [](BatchHeader& h) { h.last_offset_delta = -1; });
  expect(BatchState::corrupt, [](BatchHeader& h) { h.last_offset_delta = 0; });
  expect(BatchState::corrupt, [](BatchHeader& h) { h.base_offset = -1; });
  expect(BatchState::corrupt, [](BatchHeader& h) { h.base_offset = kTop; });
  expect(BatchState::corrupt, [](BatchHeader& h) { h.base_offset = kTop - 1; });
  expect(BatchState::whole, [](BatchHeader& h) { h.base_offset = kTop - 2; });
  // Compaction leaves gaps and empty batches.
  expect(BatchState::whole, [](BatchHeader& h) { h.last_offset_delta = 5000; });
  expect(BatchState::whole, [](BatchHeader& h) { h.count = 0; });
}

void formats(void**) {
  expect(BatchState::unsupported, [](BatchHeader& h) { h.magic = 3; });
  expect(BatchState::unsupported, [](BatchHeader& h) { h.magic = -1; });
  expect(BatchState::legacy, [](BatchHeader& h) { h.magic = 1; });
  expect(BatchState::legacy, [](BatchHeader& h) { h.magic = 0; });
  for (i16 codec = 5; codec <= 7; ++codec) {
    expect(BatchState::unsupported, [=](BatchHeader& h) { h.attributes = codec; });
  }
}

void control_records(void**) {
  const u8 abort_key[] = {0, 0, 0, 0}, commit_key[] = {0, 0, 0, 1}, other[] = {0, 0, 0, 2};
  const u8 newer[] = {0, 1, 0, 0, 9, 9}, negative[] = {0xff, 0xff, 0, 0};
  assert_int_equal(control_type(abort_key, 4), ControlType::abort);
  assert_int_equal(control_type(commit_key, 4), ControlType::commit);
  assert_int_equal(control_type(other, 4), ControlType::none);
  assert_int_equal(control_type(newer, 6), ControlType::abort);
  assert_int_equal(control_type(negative, 4), ControlType::none);
  assert_int_equal(control_type(abort_key, 3), ControlType::none);
  assert_int_equal(control_type(nullptr, 0), ControlType::none);
}

void times(void**) {
  Sound s;
  BatchHeader& h = s.header();
  assert_int_equal(h.timestamp(1), 6);
  h.attributes = kLogAppendTimeBit;
  h.max_timestamp = 77;
  assert_int_equal(h.timestamp(1), 77);
  h.attributes = 0;
  h.base_timestamp = std::numeric_limits<i64>::max();
  assert_true(h.timestamp(1) == std::numeric_limits<i64>::min());  // wraps, no trap
}

void stamping_changes_three_fields_and_the_crc(void**) {
  Sound s;
  const std::string before = s.bytes;
  stamp(reinterpret_cast<u8*>(s.bytes.data()), s.bytes.size(), 99, 7, 2147483647);
  assert_true(verify_crc(s.header()));
  assert_int_equal(s.header().producer_id, 99);
  assert_int_equal(s.header().producer_epoch, 7);
  assert_int_equal(s.header().base_sequence, 2147483647);
  for (size_t i = 0; i < before.size(); ++i) {
    if ((i >= 17 && i < 21) || (i >= 43 && i < 57)) continue;
    assert_int_equal(before[i], s.bytes[i]);
  }
  stamp(reinterpret_cast<u8*>(s.bytes.data()), s.bytes.size(), -1, -1, -1);
  assert_true(s.bytes == before);
  assert_int_equal(sequence_after(2147483647, 1), 0);
  assert_int_equal(sequence_after(2147483600, 100), 52);
  assert_int_equal(sequence_after(5, 3), 8);
}
}  // namespace

int main() {
  const CMUnitTest tests[] = {cmocka_unit_test(a_sound_batch_passes),
                              cmocka_unit_test(a_cut_batch_is_no_error),
                              cmocka_unit_test(lengths),
                              cmocka_unit_test(counts_and_offsets),
                              cmocka_unit_test(formats),
                              cmocka_unit_test(control_records),
                              cmocka_unit_test(times),
                              cmocka_unit_test(stamping_changes_three_fields_and_the_crc)};
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
