// Goal: the cursor shows exactly the records that are there, and nothing of a malformed one; the
// builder's records come back as they were put in, at every width of every length.
// Method: random and border-size records there and back; each rule of the format broken by hand;
// then every byte of a batch changed to every value that differs in one bit, and every truncation:
// whatever the cursor shows must lie inside the batch, its offsets must rise, and its count must
// hold (AddressSanitizer and UBSan watch in the asan profile).
#include <map>

#include "record/record_support.h"
#include "support/unit.h"

using namespace record_support;

namespace {
golden::MaybeBytes random_bytes(TestRandom& random, size_t size) {
  std::string s(size, '\0');
  for (char& c : s) c = static_cast<char>(random.next());
  return s;
}

std::vector<golden::Record> random_records(TestRandom& random, size_t count) {
  std::vector<golden::Record> records;
  i64 offset = static_cast<i64>(random.below(1u << 30));
  for (size_t i = 0; i < count; ++i) {
    golden::Record r{offset, static_cast<i64>(random.next() >> random.below(64)), {}, {}, {}};
    if (!random.chance(3)) r.key = random_bytes(random, random.below(random.chance(9) ? 300 : 20));
    if (!random.chance(5))
      r.value = random_bytes(random, random.below(random.chance(9) ? 9000 : 90));
    for (u64 h = random.chance(3) ? random.below(5) : 0; h; --h) {
      r.headers.push_back({*random_bytes(random, random.below(9)), {}});
      if (!random.chance(3)) r.headers.back().value = random_bytes(random, random.below(200));
    }
    records.push_back(r);
    offset += 1 + static_cast<i64>(random.chance(10) ? random.below(100000) : 0);
  }
  return records;
}

void random_records_return(void** state) {
  auto* f = static_cast<Fixture*>(*state);
  TestRandom random(4);
  for (int round = 0; round < 300; ++round) {
    const auto records = random_records(random, 1 + random.below(40));
    BufferRef b = to_buffer(f->pool, build(records, BatchFields(), 0, f->codecs, f->pool));
    assert_int_equal(check_batch({b->data(), b->size()}).state, BatchState::whole);
    assert_true(verify_crc(batch_at(b->data())));
    const auto back = take_apart(batch_at(b->data()), f->pool, f->codecs);
    assert_true(back.has_value());
    assert_true(same(*back, records));
  }
}

// The record's own length sits in front of it in a varint: sizes where its width changes.
void border_sizes_return(void** state) {
  auto* f = static_cast<Fixture*>(*state);
  for (const size_t border : {size_t{64}, size_t{8192}, size_t{1048576}}) {
    for (size_t size = border - 45; size < border + 5; ++size) {
      const std::vector<golden::Record> records = {
          {0, 0, {}, std::string(size, 'a'), {}},
          {1, 0, std::string(size, 'k'), {}, {}},
          {2, 1000000000000, std::string(size / 2, 'k'), std::string(size / 2, 'v'), {{"h", "i"}}}};
      BufferRef b = to_buffer(f->pool, build(records, BatchFields(), 0, f->codecs, f->pool));
      const auto back = take_apart(batch_at(b->data()), f->pool, f->codecs);
      assert_true(back.has_value() && same(*back, records));
    }
  }
}

// One record by hand: { field bytes } with the length in front.
std::string record(const std::string& body) {
  u8 length[8];
  const size_t n =
      static_cast<size_t>(write_varint32(length, static_cast<i32>(body.size())) - length);
  return std::string(reinterpret_cast<char*>(length), n) + body;
}

bool sound(Fixture* f, const std::string& records, i32 count, i32 last) {
  BufferRef b = to_buffer(f->pool, records);
  return validate_records({b->data(), b->size()}, count, last);
}

void broken_rules_are_found(void** state) {
  auto* f = static_cast<Fixture*>(*state);
  using std::string;
  // attributes, time delta 0, offset delta 0, key null, value "v", no headers
  const string good("\0\0\0\x01\x02v\0", 7);
  assert_true(sound(f, record(good), 1, 0));
  assert_true(sound(f, "", 0, 0));
  assert_true(sound(f, "", 0, 10));
  const std::map<string, string> broken = {
      {"key length -2", string("\0\0\0\x03\x02v\0", 7)},
      {"value length -2", string("\0\0\0\x01\x03v\0", 7)},
      {"header count -1", string("\0\0\0\x01\x02v\x01", 7)},
      {"key beyond the record", string("\0\0\0\x0e\x02v\0", 7)},
      {"value beyond the record", string("\0\0\0\x01\x06v\0", 7)},
      {"bytes after the headers", string("\0\0\0\x01\x02v\0\0", 8)},
      {"header count cut off", string("\0\0\0\x01\x02v", 6)},
      {"header missing", string("\0\0\0\x01\x02v\x02", 7)},
      {"header key null", string("\0\0\0\x01\x02v\x02\x01\0", 9)},
      {"header value length -2", string("\0\0\0\x01\x02v\x02\x02h\x03", 10)},
      {"header value beyond the record", string("\0\0\0\x01\x02v\x02\x02h\x04i", 11)},
      {"more headers than counted", string("\0\0\0\x01\x02v\x02\x02h\x01\x02h\x01", 13)},
      {"offset delta -1", string("\0\0\x01\x01\x02v\0", 7)},
      {"offset delta above the last", string("\0\0\x02\x01\x02v\0", 7)},
      {"overlong varint", string("\0\0\x80\x80\x80\x80\x80\0\x01\x02v\0", 12)},
      {"overlong time", string("\0\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\0\0\x01\x02v\0", 17)},
      {"empty body", ""},
      {"attributes only", string("\0", 1)},
  };
  for (const auto& [what, body] : broken) {
    if (sound(f, record(body), 1, 0)) fail_msg("accepted: %s", what.c_str());
  }
  assert_false(sound(f, record(good) + record(good), 2, 1));  // the same offset twice
  assert_false(sound(f, record(good) + record(good), 1, 1));  // bytes left over
  assert_false(sound(f, record(good), 2, 1));                 // a record missing
  assert_false(sound(f, string("\x01", 1), 1, 0));            // record length -1
  assert_false(sound(f, string("\xfe\xff\xff\xff\x0f", 5), 1, 0));
  // a corrupt cursor stays corrupt
  BufferRef b = to_buffer(f->pool, string("\x01", 1));
  RecordCursor cursor({b->data(), 1}, 1, 0);
  RecordView view;
  assert_false(cursor.next(view));
  assert_false(cursor.next(view));
  assert_true(cursor.corrupt());
}

bool inside(const u8* p, size_t size, const u8* begin, const u8* end) {
  return !p || (p >= begin && p <= end && size <= static_cast<size_t>(end - p));
}

void same_without_checks(Bytes records, i32 count, i32 last) {
  RecordCursor checked(records, count, last), quick(records, count, last);
  RecordView a, b;
  while (checked.next(a)) {
    assert_true(quick.next_sound(b));
    assert_ptr_equal(a.key, b.key);
    assert_ptr_equal(a.value, b.value);
    assert_ptr_equal(a.header_block, b.header_block);
    assert_int_equal(a.key_size, b.key_size);
    assert_int_equal(a.value_size, b.value_size);
    assert_int_equal(a.header_block_size, b.header_block_size);
    assert_int_equal(a.timestamp_delta, b.timestamp_delta);
    assert_int_equal(a.offset_delta, b.offset_delta);
    assert_int_equal(a.header_count, b.header_count);
  }
  assert_false(quick.next_sound(b));
}

// Reads all that the cursor shows and checks what must hold for any bytes.
void walk(Bytes records, i32 count, i32 last) {
  RecordCursor cursor(records, count, last);
  RecordView v;
  i32 seen = 0, offset = -1;
  const u8* const end = records.data() + records.size();
  u8 sum = 0;
  while (cursor.next(v)) {
    ++seen;
    assert_true(v.offset_delta > offset && v.offset_delta <= last);
    offset = v.offset_delta;
    assert_true(inside(v.key, v.key_size, records.data(), end));
    assert_true(inside(v.value, v.value_size, records.data(), end));
    for (u32 i = 0; i < v.key_size; ++i) sum ^= v.key[i];
    for (u32 i = 0; i < v.value_size; ++i) sum ^= v.value[i];
    HeaderCursor headers(v.header_block);
    HeaderView h;
    while (headers.next(h)) {
      assert_true(inside(reinterpret_cast<const u8*>(h.key), h.key_size, records.data(), end));
      assert_true(inside(h.value, h.value_size, records.data(), end));
      for (u32 i = 0; i < h.value_size; ++i) sum ^= h.value[i];
    }
  }
  assert_true(seen <= count);
  if (!cursor.corrupt()) assert_int_equal(seen, count);
  // The quick ways: the same judgement, and the same records once they are judged.
  assert_int_equal(validate_records(records, count, last), !cursor.corrupt());
  if (!cursor.corrupt()) same_without_checks(records, count, last);
  asm volatile("" : : "r"(sum));  // the reads above happen
}

void any_bytes_are_survived(void** state) {
  auto* f = static_cast<Fixture*>(*state);
  TestRandom random(5);
  for (int round = 0; round < 20; ++round) {
    const auto records = random_records(random, 8);
    const std::string batch = build(records, BatchFields(), 0, f->codecs, f->pool);
    const BatchHeader h = batch_at(reinterpret_cast<const u8*>(batch.data()));
    const std::string body = batch.substr(kBatchHeaderSize);
    const size_t limit = body.size() > 1500 ? 1500 : body.size();
    for (size_t at = 0; at < limit; ++at) {
      BufferRef b = to_buffer(f->pool, body);
      for (int bit = 0; bit < 8; ++bit) {
        b->data()[at] ^= static_cast<u8>(1 << bit);
        walk({b->data(), body.size()}, h.count, h.last_offset_delta);
        b->data()[at] ^= static_cast<u8>(1 << bit);
      }
      BufferRef cut = to_buffer(f->pool, body.substr(0, at));
      assert_false(validate_records({cut->data(), at}, h.count, h.last_offset_delta));
      walk({cut->data(), at}, h.count, h.last_offset_delta);
    }
  }
}
}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(random_records_return, set_up<>, tear_down<>),
      cmocka_unit_test_setup_teardown(border_sizes_return, set_up<>, tear_down<>),
      cmocka_unit_test_setup_teardown(broken_rules_are_found, set_up<>, tear_down<>),
      cmocka_unit_test_setup_teardown(any_bytes_are_survived, set_up<>, tear_down<>)};
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
