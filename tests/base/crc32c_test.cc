// Goal: CRC-32C is the standard's, whichever implementation runs.
// Method: the vectors of RFC 3720 B.4 and the check value of the CRC catalogue; then all
// implementations against the definition (bit by bit) on random bytes of every length up to 1100
// and some lengths around the joins of the three streams, at every alignment, in one piece and cut
// anywhere.
#include "base/crc32c.h"

#include <vector>

#include "base/crc32c_tables.h"
#include "support/unit.h"

using namespace rk;

namespace {
// The definition: reflected polynomial division.
u32 by_definition(const u8* p, size_t size) {
  u32 crc = 0xffffffff;
  for (size_t i = 0; i < size; ++i) {
    crc ^= p[i];
    for (int bit = 0; bit < 8; ++bit) crc = crc & 1 ? (crc >> 1) ^ 0x82f63b78u : crc >> 1;
  }
  return ~crc;
}

std::vector<Crc32cFunction> implementations() {
  std::vector<Crc32cFunction> all = {crc32c_extend, crc32c_portable};
  if (crc32c_hardware()) all.push_back(crc32c_hardware());
  return all;
}

void rfc_3720_vectors(void**) {
  u8 rising[32], falling[32], zeros[32] = {}, ones[32];
  for (u8 i = 0; i < 32; ++i) {
    rising[i] = i;
    falling[i] = static_cast<u8>(31 - i);
    ones[i] = 0xff;
  }
  // an iSCSI SCSI Read (10) command
  const u8 iscsi_read[48] = {0x01, 0xc0, 0x00, 0x00, 0,    0, 0, 0,    0,    0, 0,    0,
                             0,    0,    0,    0,    0x14, 0, 0, 0,    0,    0, 0x04, 0x00,
                             0,    0,    0,    0x14, 0,    0, 0, 0x18, 0x28, 0, 0,    0,
                             0,    0,    0,    0,    0x02, 0, 0, 0,    0,    0, 0,    0};
  for (Crc32cFunction f : implementations()) {
    assert_int_equal(f(0, zeros, 32), 0x8a9136aa);
    assert_int_equal(f(0, ones, 32), 0x62a8ab43);
    assert_int_equal(f(0, rising, 32), 0x46dd794e);
    assert_int_equal(f(0, falling, 32), 0x113fdb5c);
    assert_int_equal(f(0, iscsi_read, 48), 0xd9963a56);
    assert_int_equal(f(0, "123456789", 9), 0xe3069283);
    assert_int_equal(f(0, nullptr, 0), 0);
  }
}

void every_length_and_alignment(void**) {
  TestRandom random(1);
  std::vector<u8> bytes(3 * crc32c_detail::kLong + 3 * crc32c_detail::kShort + 100 + 8);
  for (u8& b : bytes) b = static_cast<u8>(random.next());
  std::vector<size_t> lengths;
  for (size_t n = 0; n <= 1100; ++n) lengths.push_back(n);
  for (size_t join : {3 * crc32c_detail::kShort, 3 * crc32c_detail::kLong,
                      3 * crc32c_detail::kLong + 3 * crc32c_detail::kShort}) {
    for (size_t n = join - 9; n <= join + 9; ++n) lengths.push_back(n);
  }
  for (size_t n : lengths) {
    const size_t at = n % 8;
    const u32 expected = by_definition(bytes.data() + at, n);
    for (Crc32cFunction f : implementations()) {
      assert_int_equal(f(0, bytes.data() + at, n), expected);
      const size_t cut = random.below(n + 1);
      const u32 first = f(0, bytes.data() + at, cut);
      assert_int_equal(f(first, bytes.data() + at + cut, n - cut), expected);
    }
  }
}
}  // namespace

int main() {
  const CMUnitTest tests[] = {cmocka_unit_test(rfc_3720_vectors),
                              cmocka_unit_test(every_length_and_alignment)};
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
