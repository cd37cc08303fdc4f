// Goal: every key lands on the partition on which librdkafka and the Java client put it.
// Method: 180 keys and partition counts with the results measured on librdkafka 2.0.2 and 2.16.0
// (they agree with each other, with zlib's CRC-32 and with the Java client's murmur2).
#include "producer/partitioner.h"

#include <fstream>
#include <sstream>
#include <string>

#include "support/unit.h"

using namespace rk;

static std::string from_hex(const std::string& hex) {
  std::string bytes;
  for (size_t i = 0; i + 1 < hex.size(); i += 2)
    bytes += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
  return bytes;
}

static void keys_land_where_librdkafka_puts_them(void**) {
  std::ifstream in(FASTKA_VECTORS);
  std::string line;
  std::getline(in, line);
  assert_string_equal(line.c_str(),
                      "key_hex\tkey_len\tpartition_count\tconsistent\tmurmur2\tfnv1a");
  int rows = 0;
  while (std::getline(in, line)) {
    std::string field[6];
    std::istringstream fields(line);
    for (std::string& f : field) std::getline(fields, f, '\t');
    const std::string key = from_hex(field[0]);
    const i32 n = std::stoi(field[2]);
    assert_int_equal(key.size(), std::stoi(field[1]));
    struct {
      PartitionerKind kind, with_random;
      int column;
    } kinds[] = {{PartitionerKind::consistent, PartitionerKind::consistent_random, 3},
                 {PartitionerKind::murmur2, PartitionerKind::murmur2_random, 4},
                 {PartitionerKind::fnv1a, PartitionerKind::fnv1a_random, 5}};
    for (const auto& k : kinds) {
      const int expected = std::stoi(field[k.column]);
      assert_int_equal(hashed_partition(k.kind, key.data(), key.size(), n), expected);
      if (!is_keyless(k.with_random, key.data(), key.size()))
        assert_int_equal(hashed_partition(k.with_random, key.data(), key.size(), n), expected);
    }
    ++rows;
  }
  assert_int_equal(rows, 180);
}

// librdkafka's rule: the default partitioner takes an empty key for none, the others hash it.
static void empty_keys_are_keys_but_for_the_default(void**) {
  assert_true(is_keyless(PartitionerKind::consistent_random, "", 0));
  assert_true(is_keyless(PartitionerKind::consistent_random, nullptr, 0));
  assert_false(is_keyless(PartitionerKind::murmur2_random, "", 0));
  assert_true(is_keyless(PartitionerKind::murmur2_random, nullptr, 0));
  assert_false(is_keyless(PartitionerKind::fnv1a_random, "", 0));
  assert_false(is_keyless(PartitionerKind::consistent, nullptr, 0));
  assert_true(is_keyless(PartitionerKind::random, "key", 3));
}

static void names_are_librdkafkas(void**) {
  assert_int_equal(partitioner_kind("random"), PartitionerKind::random);
  assert_int_equal(partitioner_kind("consistent"), PartitionerKind::consistent);
  assert_int_equal(partitioner_kind("consistent_random"), PartitionerKind::consistent_random);
  assert_int_equal(partitioner_kind("murmur2"), PartitionerKind::murmur2);
  assert_int_equal(partitioner_kind("murmur2_random"), PartitionerKind::murmur2_random);
  assert_int_equal(partitioner_kind("fnv1a"), PartitionerKind::fnv1a);
  assert_int_equal(partitioner_kind("fnv1a_random"), PartitionerKind::fnv1a_random);
}

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(keys_land_where_librdkafka_puts_them),
      cmocka_unit_test(empty_keys_are_keys_but_for_the_default),
      cmocka_unit_test(names_are_librdkafkas),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
