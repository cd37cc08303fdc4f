// Goal: varints are read and written as the Kafka protocol guide and Protocol Buffers' encoding
// define them, and nothing malformed, overlong or cut is accepted.
// Method: published examples (Protocol Buffers, "Encoding": 150 is 96 01; zigzag table), borders of
// every width, all overlong forms, all cuts; then random values there and back.
#include "base/varint.h"

#include <cstring>
#include <vector>

#include "support/unit.h"

using namespace rk;

namespace {
struct Example {
  i64 value;
  std::vector<u8> bytes;
};

// Zigzag maps 0, -1, 1, -2 to 0, 1, 2, 3; 2147483647 to 4294967294.
const std::vector<Example>& signed_examples() {
  static const std::vector<Example> examples = {{0, {0x00}},
                                                {-1, {0x01}},
                                                {1, {0x02}},
                                                {-2, {0x03}},
                                                {63, {0x7e}},
                                                {-64, {0x7f}},
                                                {64, {0x80, 0x01}},
                                                {-65, {0x81, 0x01}},
                                                {75, {0x96, 0x01}},
                                                {8191, {0xfe, 0x7f}},
                                                {-8192, {0xff, 0x7f}},
                                                {8192, {0x80, 0x80, 0x01}},
                                                {2147483647, {0xfe, 0xff, 0xff, 0xff, 0x0f}},
                                                {-2147483648ll, {0xff, 0xff, 0xff, 0xff, 0x0f}}};
  return examples;
}

void examples_are_written_and_read(void**) {
  for (const Example& e : signed_examples()) {
    u8 out[32] = {};
    const i32 v32 = static_cast<i32>(e.value);
    assert_int_equal(varint32_size(v32), e.bytes.size());
    assert_int_equal(varint64_size(e.value), e.bytes.size());
    assert_ptr_equal(write_varint32(out, v32), out + e.bytes.size());
    assert_memory_equal(out, e.bytes.data(), e.bytes.size());
    assert_ptr_equal(write_varint64(out, e.value), out + e.bytes.size());
    assert_memory_equal(out, e.bytes.data(), e.bytes.size());
    i32 got32 = 0;
    i64 got64 = 0;
    assert_ptr_equal(read_varint32(out, out + e.bytes.size(), &got32), out + e.bytes.size());
    assert_int_equal(got32, v32);
    assert_ptr_equal(read_varint32_padded(out, &got32), out + e.bytes.size());
    assert_int_equal(got32, v32);
    assert_ptr_equal(read_varint64_padded(out, &got64), out + e.bytes.size());
    assert_int_equal(got64, e.value);
  }
}

void longest_64_bit_values(void**) {
  const u8 most[10] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01};
  u8 padded[32] = {};
  std::memcpy(padded, most, 10);
  i64 v = 0;
  assert_ptr_equal(read_varint64_padded(padded, &v), padded + 10);
  assert_true(v == std::numeric_limits<i64>::min());
  assert_int_equal(varint64_size(v), 10);
  padded[9] = 0x02;  // bit 64
  assert_null(read_varint64_padded(padded, &v));
  assert_null(read_varint64(padded, padded + 10, &v));
}

void overlong_and_overflowing_are_refused(void**) {
  const u8 sixth[16] = {0x80, 0x80, 0x80, 0x80, 0x80, 0x01};
  const u8 overflow[16] = {0xff, 0xff, 0xff, 0xff, 0x10};
  const u8 eleventh[32] = {0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01};
  u32 v32;
  u64 v64;
  assert_null(read_uvarint32_padded(sixth, &v32));
  assert_null(read_uvarint32(sixth, sixth + 16, &v32));
  assert_null(read_uvarint32_padded(overflow, &v32));
  assert_null(read_uvarint32(overflow, overflow + 16, &v32));
  assert_null(read_uvarint64_padded(eleventh, &v64));
  assert_null(read_uvarint64(eleventh, eleventh + 32, &v64));
}

void cut_ones_are_refused(void**) {
  for (const Example& e : signed_examples()) {
    for (size_t n = 0; n < e.bytes.size(); ++n) {
      // exactly n bytes on the heap: AddressSanitizer sees a step too far
      std::vector<u8> cut(e.bytes.begin(), e.bytes.begin() + static_cast<long>(n));
      i32 v = 0;
      i64 w = 0;
      assert_null(read_varint32(cut.data(), cut.data() + n, &v));
      assert_null(read_varint64(cut.data(), cut.data() + n, &w));
    }
  }
}

void random_values_return(void**) {
  TestRandom random(2);
  for (int i = 0; i < 200000; ++i) {
    const i64 v = static_cast<i64>(random.next() >> random.below(64));
    const i64 value = random.chance(2) ? v : -v;
    u8 out[32];
    std::memset(out, 0xee, sizeof out);
    u8* const end = write_varint64(out, value);
    assert_int_equal(end - out, varint64_size(value));
    i64 back = 0;
    assert_ptr_equal(read_varint64(out, end, &back), end);
    assert_true(back == value);
    const u32 u = static_cast<u32>(random.next() >> random.below(64));
    u8* const end32 = write_uvarint32(out, u);
    assert_int_equal(end32 - out, uvarint32_size(u));
    u32 back32 = 0;
    assert_ptr_equal(read_uvarint32_padded(out, &back32), end32);
    assert_int_equal(back32, u);
  }
}
}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(examples_are_written_and_read), cmocka_unit_test(longest_64_bit_values),
      cmocka_unit_test(overlong_and_overflowing_are_refused),
      cmocka_unit_test(cut_ones_are_refused), cmocka_unit_test(random_values_return)};
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
