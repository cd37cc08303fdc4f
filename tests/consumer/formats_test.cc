// Goal: the consumer hands out what Kafka's own producers wrote, in every message format and codec:
// message sets v0 and v1, plain and compressed, batches v2, whatever offset it begins at. Method:
// the batches of tests/golden, made by the Java client with what is in them; each is read from the
// offset of each of its records on, alone and in front of a batch that is cut off.
#include "consumer/batches.h"
#include "record/golden.h"
#include "support/unit.h"

using namespace rk;
using namespace rk::test;

namespace {

std::vector<golden::Batch> g_batches;

bool same_bytes(const golden::MaybeBytes& expected, const void* data, size_t size) {
  if (!expected) return data == nullptr && size == 0;
  return data != nullptr && std::string_view(static_cast<const char*>(data), size) == *expected;
}

void check(const golden::Batch& b, size_t first, size_t tail) {
  Rig rig;
  std::vector<u8> bytes(b.bytes.begin(), b.bytes.end());
  const Walk whole = walk_batches(bytes, b.records[first].offset, -1);
  assert_null(whole.corrupt);
  assert_int_equal(whole.size, bytes.size());
  assert_true(whole.next_offset > b.records.back().offset);
  const std::vector<u8> next = make_batch({.base = whole.next_offset, .count = 90});
  bytes.insert(bytes.end(), next.begin(), next.begin() + static_cast<long>(tail));
  const Walk cut = walk_batches(bytes, b.records[first].offset, -1);
  assert_int_equal(cut.size, whole.size);
  assert_int_equal(cut.next_offset, whole.next_offset);
  bytes.resize(cut.size);
  rig.reader.deliver_from = b.records[first].offset;
  rig.append(bytes);
  size_t at = first;
  while (Message* m = rig.take()) {
    assert_true(at < b.records.size());
    const golden::Record& r = b.records[at++];
    assert_int_equal(m->pub.err, 0);
    assert_int_equal(m->pub.offset, r.offset);
    assert_int_equal(m->timestamp, r.timestamp);
    assert_true(same_bytes(r.key, m->pub.key, m->pub.key_len));
    assert_true(same_bytes(r.value, m->pub.payload, m->pub.len));
    assert_int_equal(m->headers != 0, !r.headers.empty());
    Rig::destroy(m);
  }
  assert_int_equal(at, b.records.size());
  assert_int_equal(rig.host.corrupt_count, 0);
  assert_int_equal(rig.reader.queued_bytes, 0);
}

void every_format_from_every_offset(void**) {
  size_t old = 0, records = 0;
  for (const golden::Batch& b : g_batches) {
    old += b.name.rfind("v2", 0) != 0;
    for (size_t first = 0; first < b.records.size(); ++first, ++records)
      for (const size_t tail : {size_t{0}, size_t{1}, size_t{17}, size_t{60}, size_t{200}})
        check(b, first, tail);
  }
  print_message("%zu batches, %zu of them message sets, %zu starts\n", g_batches.size(), old,
                records);
  assert_int_equal(g_batches.size(), 26);
  assert_int_equal(old, 12);
}

}  // namespace

int main() {
  g_batches = golden::read_file(FASTKA_GOLDEN "/java_batches.hex");
  const CMUnitTest tests[] = {
      cmocka_unit_test(every_format_from_every_offset),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
