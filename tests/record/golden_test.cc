// Goal: what the Java client writes we read as Java meant it: magic 2, 1 and 0, every codec, nulls,
// headers, both kinds of time.
// Method: tests/golden/java_batches.hex, written by GoldenBatches.java with kafka-clients 4.4.0,
// states for each batch its bytes and its records; compare record by record. Then every byte of the
// CRC's range of each batch is changed: the CRC must notice.
#include "record/record_support.h"
#include "support/unit.h"

using namespace record_support;

namespace {
struct GoldenFixture : Fixture {
  std::vector<golden::Batch> batches = golden::read_file(FASTKA_GOLDEN "/java_batches.hex");
};

bool is_v2(const golden::Batch& b) {
  return b.name.compare(0, 2, "v2") == 0;
}

void magic_2(void** state) {
  auto* f = static_cast<GoldenFixture*>(*state);
  int seen = 0;
  for (const auto& b : f->batches) {
    if (!is_v2(b)) continue;
    ++seen;
    print_message("%s\n", b.name.c_str());
    BufferRef buffer = to_buffer(f->pool, b.bytes);
    const BatchCheck check = check_batch({buffer->data(), buffer->size()});
    assert_int_equal(check.state, BatchState::whole);
    assert_int_equal(check.size, b.bytes.size());
    const BatchHeader& h = batch_at(buffer->data());
    assert_true(verify_crc(h));
    assert_int_equal(h.leader_epoch, 7);
    assert_int_equal(h.count, b.records.size());
    assert_int_equal(h.base_offset, b.records[0].offset);
    assert_int_equal(h.next_offset(), b.records.back().offset + 1);
    const bool many = b.name.find("many") != std::string::npos;
    assert_int_equal(h.producer_id, many ? 4711 : -1);
    assert_int_equal(h.producer_epoch, many ? 3 : -1);
    assert_int_equal(h.base_sequence, many ? 2147483600 : -1);
    assert_int_equal(h.transactional(), many);
    assert_false(h.control());
    assert_int_equal(h.log_append_time(), b.name.find("append") != std::string::npos);
    const auto records = take_apart(h, f->pool, f->codecs);
    assert_true(records.has_value());
    assert_true(same(*records, b.records));
  }
  assert_int_equal(seen, 14);
}

void magic_0_and_1(void** state) {
  auto* f = static_cast<GoldenFixture*>(*state);
  int seen = 0;
  for (const auto& b : f->batches) {
    if (is_v2(b)) continue;
    ++seen;
    print_message("%s\n", b.name.c_str());
    BufferRef buffer = to_buffer(f->pool, b.bytes);
    std::vector<golden::Record> all;
    for (Bytes left(buffer->data(), buffer->size()); !left.empty();) {
      assert_int_equal(check_batch(left).state, BatchState::legacy);
      LegacyBatch batch;
      const Error error = upgrade_message_set(left, {}, f->codecs, *f->pool, &batch);
      assert_true(error.ok());
      const BatchHeader& h = batch.header();
      assert_int_equal(check_batch({batch.buffer->data(), batch.buffer->size()}).state,
                       BatchState::whole);
      assert_true(verify_crc(h));
      assert_int_equal(h.log_append_time(), b.name.find("append") != std::string::npos);
      const auto records = take_apart(h, f->pool, f->codecs);
      assert_true(records.has_value());
      all.insert(all.end(), records->begin(), records->end());
      left = left.subspan(batch.consumed);
    }
    assert_true(same(all, b.records));
  }
  assert_int_equal(seen, 12);
}

void every_changed_byte_is_noticed(void** state) {
  auto* f = static_cast<GoldenFixture*>(*state);
  for (const auto& b : f->batches) {
    if (!is_v2(b)) continue;
    BufferRef buffer = to_buffer(f->pool, b.bytes);
    const size_t step = b.bytes.size() > 4000 ? 37 : 1;
    for (size_t at = 17; at < b.bytes.size(); at += step) {
      buffer->data()[at] ^= static_cast<u8>(1u << (at % 8));
      assert_false(verify_crc(batch_at(buffer->data())));
      buffer->data()[at] ^= static_cast<u8>(1u << (at % 8));
    }
  }
}

// Our own bytes for the same records: uncompressed batches have one encoding only, so ours must be
// Java's, byte for byte.
void we_write_what_java_writes(void** state) {
  auto* f = static_cast<GoldenFixture*>(*state);
  for (const auto& b : f->batches) {
    if (b.name != "v2-mixed-none") continue;
    BatchFields fields;
    fields.leader_epoch = 7;
    assert_true(build(b.records, fields, 0, f->codecs, f->pool) == b.bytes);
    return;
  }
  fail();
}
}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(magic_2, set_up<GoldenFixture>, tear_down<GoldenFixture>),
      cmocka_unit_test_setup_teardown(magic_0_and_1, set_up<GoldenFixture>,
                                      tear_down<GoldenFixture>),
      cmocka_unit_test_setup_teardown(every_changed_byte_is_noticed, set_up<GoldenFixture>,
                                      tear_down<GoldenFixture>),
      cmocka_unit_test_setup_teardown(we_write_what_java_writes, set_up<GoldenFixture>,
                                      tear_down<GoldenFixture>)};
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
