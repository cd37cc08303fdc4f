// Goal: message sets of magic 0 and 1 become batches with the offsets, times, keys and values that
// their format gives them, and broken ones become errors.
// Method: sets built by hand from the published layout (checksums by zlib): relative inner offsets
// with gaps, runs that must be split, append time, wrong LZ4 header checksum, nesting; every
// truncation and bit flip (the sanitizers judge).
#include <zlib.h>

#include "record/record_support.h"
#include "support/unit.h"

using namespace record_support;

namespace {
template <typename T>
std::string big(T v) {
  char raw[sizeof v];
  store_be(raw, v);
  return std::string(raw, sizeof v);
}

std::string field(const golden::MaybeBytes& b) {
  return b ? big<i32>(static_cast<i32>(b->size())) + *b : big<i32>(-1);
}

// One entry of a message set.
std::string entry(i64 offset, i8 magic, int attributes, i64 timestamp, golden::MaybeBytes key,
                  golden::MaybeBytes value) {
  std::string body;
  body.push_back(static_cast<char>(magic));
  body.push_back(static_cast<char>(attributes));
  if (magic == 1) body += big(timestamp);
  body += field(key) + field(value);
  const auto crc =
      crc32(0, reinterpret_cast<const u8*>(body.data()), static_cast<u32>(body.size()));
  body = big(static_cast<u32>(crc)) + body;
  return big(offset) + big(static_cast<i32>(body.size())) + body;
}

std::string pack(Fixture* f, Codec codec, const std::string& in) {
  BufferRef out;
  assert_true(f->codecs.compress(codec, -1, as_bytes(in), 0, *f->pool, &out).ok());
  return std::string(reinterpret_cast<char*>(out->data()), out->size());
}

struct Upgraded {
  Error error;
  size_t consumed = 0;
  size_t batches = 0;
  std::vector<golden::Record> records;
};

Upgraded upgrade_all(Fixture* f, const std::string& set, bool check_crcs = true) {
  Upgraded u;
  LegacyOptions options;
  options.check_crcs = check_crcs;
  const std::vector<u8> exact(set.begin(), set.end());
  while (u.consumed < exact.size()) {
    const Bytes left = Bytes(exact).subspan(u.consumed);
    if (check_batch(left).state != BatchState::legacy) break;
    LegacyBatch batch;
    u.error = upgrade_message_set(left, options, f->codecs, *f->pool, &batch);
    if (!u.error.ok()) break;
    assert_in_range(batch.consumed, 1, left.size());
    assert_int_equal(check_batch({batch.buffer->data(), batch.buffer->size()}).state,
                     BatchState::whole);
    const auto records = take_apart(batch.header(), f->pool, f->codecs);
    assert_true(records.has_value());
    u.records.insert(u.records.end(), records->begin(), records->end());
    u.consumed += batch.consumed;
    ++u.batches;
  }
  return u;
}

void inner_offsets_of_magic_1_are_relative(void** state) {
  auto* f = static_cast<Fixture*>(*state);
  // Three of five messages are left after compaction; the outer offset is the last one's.
  const std::string inner =
      entry(0, 1, 0, 10, "a", "A") + entry(2, 1, 0, 12, "b", "B") + entry(4, 1, 0, 14, {}, {});
  for (Codec codec : {Codec::gzip, Codec::snappy, Codec::lz4}) {
    const auto u =
        upgrade_all(f, entry(1004, 1, static_cast<int>(codec), 14, {}, pack(f, codec, inner)));
    assert_true(u.error.ok());
    assert_true(same(u.records,
                     {{1000, 10, "a", "A", {}}, {1002, 12, "b", "B", {}}, {1004, 14, {}, {}, {}}}));
  }
}

void inner_offsets_of_magic_0_are_absolute(void** state) {
  auto* f = static_cast<Fixture*>(*state);
  const std::string inner = entry(70, 0, 0, 0, "a", "A") + entry(75, 0, 0, 0, {}, "B");
  const auto u = upgrade_all(f, entry(75, 0, 1, 0, {}, pack(f, Codec::gzip, inner)));
  assert_true(u.error.ok());
  assert_true(same(u.records, {{70, -1, "a", "A", {}}, {75, -1, {}, "B", {}}}));
}

void the_wrappers_append_time_counts(void** state) {
  auto* f = static_cast<Fixture*>(*state);
  const std::string inner = entry(0, 1, 0, 10, "a", "A") + entry(1, 1, 0, 99, "b", "B");
  const auto u = upgrade_all(f, entry(8, 1, 1 | 8, 5000, {}, pack(f, Codec::gzip, inner)));
  assert_true(same(u.records, {{7, 5000, "a", "A", {}}, {8, 5000, "b", "B", {}}}));
}

void lz4_of_old_clients(void** state) {
  auto* f = static_cast<Fixture*>(*state);
  std::string frame = pack(f, Codec::lz4, entry(3, 0, 0, 0, "k", std::string(500, 'v')));
  const size_t checksum = static_cast<u8>(frame[4]) & 0x08 ? 14 : 6;
  frame[checksum] = static_cast<char>(~frame[checksum]);
  const auto u = upgrade_all(f, entry(3, 0, 3, 0, {}, frame));
  assert_true(u.error.ok());
  assert_true(same(u.records, {{3, -1, "k", std::string(500, 'v'), {}}}));
}

void runs_end_where_they_must(void** state) {
  auto* f = static_cast<Fixture*>(*state);
  std::string set = entry(1, 0, 0, 0, "a", "0") + entry(2, 0, 0, 0, "b", "0");  // one run
  set += entry(3, 1, 0, 50, "c", "1") + entry(9, 1, 0, 40, "d", "1");           // gaps are fine
  set += entry(10, 1, 8, 60, "e", "t") + entry(11, 1, 8, 60, "f", "t");         // append time
  set += entry(12, 1, 8, 61, "g", "t");                                         // another one
  set += entry(3000000000, 1, 8, 61, "h", "t");                                 // too far off
  set += entry(3000000001, 1, 2, 0, {}, pack(f, Codec::snappy, entry(0, 1, 0, 1, "i", "p")));
  set += entry(3000000002, 1, 0, 7, "j", "1");
  const size_t whole = set.size();
  set += entry(3000000003, 1, 0, 7, "k", "cut").substr(0, 20);
  const auto u = upgrade_all(f, set);
  assert_true(u.error.ok());
  assert_int_equal(u.consumed, whole);
  assert_int_equal(u.batches, 7);
  assert_true(same(u.records, {{1, -1, "a", "0", {}},
                               {2, -1, "b", "0", {}},
                               {3, 50, "c", "1", {}},
                               {9, 40, "d", "1", {}},
                               {10, 60, "e", "t", {}},
                               {11, 60, "f", "t", {}},
                               {12, 61, "g", "t", {}},
                               {3000000000, 61, "h", "t", {}},
                               {3000000001, 1, "i", "p", {}},
                               {3000000002, 7, "j", "1", {}}}));
}

void a_corrupt_entry_stops_the_run_before_it(void** state) {
  auto* f = static_cast<Fixture*>(*state);
  std::string bad = entry(2, 1, 0, 5, "b", "B");
  bad.back() = 'X';
  const std::string good = entry(1, 1, 0, 5, "a", "A");
  auto u = upgrade_all(f, good + bad);
  assert_int_equal(u.consumed, good.size());
  assert_int_equal(u.error.code(), RD_KAFKA_RESP_ERR__BAD_MSG);
  assert_true(same(u.records, {{1, 5, "a", "A", {}}}));
  u = upgrade_all(f, good + bad, false);  // check.crcs off: as upstream, believed
  assert_true(u.error.ok());
  assert_int_equal(u.records.size(), 2);
}

void malformed_wrappers(void** state) {
  auto* f = static_cast<Fixture*>(*state);
  const std::string one = entry(0, 1, 0, 5, "a", "A");
  const std::string packed = pack(f, Codec::gzip, one);
  const std::string nested = entry(0, 1, 1, 5, {}, packed);
  const std::string sets[] = {
      entry(5, 1, 1, 0, {}, pack(f, Codec::gzip, nested)),
      entry(5, 1, 1, 0, {}, pack(f, Codec::gzip, entry(0, 0, 0, 0, "a", "A"))),  // mixed formats
      entry(5, 1, 1, 0, {}, pack(f, Codec::gzip, one + one)),  // offsets not rising
      entry(5, 1, 1, 0, {}, pack(f, Codec::gzip, one + "x")),
      entry(5, 1, 1, 0, {}, pack(f, Codec::gzip, "")),
      entry(5, 1, 1, 0, {}, {}),
      entry(5, 1, 4, 0, {}, packed),  // zstd came with magic 2
      entry(5, 1, 1, 0, {}, "not gzip"),
      // the outer offset is below the count of inner ones
      entry(0, 1, 1, 0, {}, pack(f, Codec::gzip, one + entry(1, 1, 0, 5, "b", "B"))),
      // inner offsets whose sum with the shift would overflow
      entry(9000000000000000000, 1, 1, 0, {},
            pack(f, Codec::gzip, entry(9000000000000000000, 1, 0, 5, "a", "A") + one)),
  };
  for (const std::string& set : sets) {
    const auto u = upgrade_all(f, set);
    assert_false(u.error.ok());
    assert_int_equal(u.consumed, 0);
    assert_int_equal(f->pool->bytes_out(), 0);
  }
}

void any_bytes_are_survived(void** state) {
  auto* f = static_cast<Fixture*>(*state);
  const std::string inner = entry(0, 1, 0, 10, "a", "A") + entry(2, 1, 0, 12, "b", "B");
  std::string set = entry(1, 1, 0, 10, "k", "v") + entry(4, 1, 0, 10, {}, {}) +
                    entry(9, 1, 1, 12, {}, pack(f, Codec::gzip, inner));
  for (size_t at = 0; at < set.size(); ++at) {
    (void)upgrade_all(f, set.substr(0, at));
    for (int bit = 0; bit < 8; ++bit) {
      set[at] = static_cast<char>(set[at] ^ (1 << bit));
      (void)upgrade_all(f, set, false);
      set[at] = static_cast<char>(set[at] ^ (1 << bit));
    }
  }
}
}  // namespace

#define LEGACY_TEST(name) cmocka_unit_test_setup_teardown(name, set_up<>, tear_down<>)
int main() {
  const CMUnitTest tests[] = {LEGACY_TEST(inner_offsets_of_magic_1_are_relative),
                              LEGACY_TEST(inner_offsets_of_magic_0_are_absolute),
                              LEGACY_TEST(the_wrappers_append_time_counts),
                              LEGACY_TEST(lz4_of_old_clients),
                              LEGACY_TEST(runs_end_where_they_must),
                              LEGACY_TEST(a_corrupt_entry_stops_the_run_before_it),
                              LEGACY_TEST(malformed_wrappers),
                              LEGACY_TEST(any_bytes_are_survived)};
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
