// Goal: the scalar encodings of Kafka's protocol, read and written, at their borders; and that no
// byte string makes a Reader leave its bytes. Method: byte strings and values from the protocol
// guide (big-endian integers, LEB128 varints, zigzag, length rules) spelled out by hand; heap
// copies of exact size so that AddressSanitizer sees a read past the end.
#include "wire/primitives.h"

#include <list>
#include <string>

#include "wire/cmocka_glue.h"

using namespace rk;
using namespace rk::wire;

namespace {

using Raw = std::vector<u8>;

// Reads a copy of exactly the bytes given, which lives until the end of the program.
Reader reader_of(Raw raw) {
  static std::list<Raw> kept;
  raw.shrink_to_fit();
  const Raw& copy = kept.emplace_back(std::move(raw));
  return Reader(Bytes(copy.data(), copy.size()));
}

Raw written(const Writer& w) {
  Raw out(w.size());
  w.copy_to(out.data());
  return out;
}

void integers_are_big_endian(void**) {
  const Raw raw{0xff, 0x80, 0x01, 0x7f, 0xff, 0xff, 0xfe, 0x80, 0, 0, 0, 0, 0, 0, 0, 1};
  Reader r = reader_of(raw);
  assert_int_equal(r.read_i8(), -1);
  assert_int_equal(r.read_i16(), -32767);
  assert_int_equal(r.read_i32(), 0x7ffffffe);
  assert_true(r.read_i64() == std::numeric_limits<i64>::min());
  assert_true(r.ok());
  assert_int_equal(r.remaining(), 1);
}

void a_failure_sticks(void**) {
  const Raw raw{1, 2, 3};
  Reader r = reader_of(raw);
  assert_int_equal(r.read_i32(), 0);
  assert_false(r.ok());
  assert_int_equal(r.read_i8(), 0);
  assert_true(r.take(0).empty());
  assert_false(r.ok());
}

void copies_are_independent(void**) {
  const Raw raw{1, 2, 3, 4};
  Reader r = reader_of(raw);
  Reader peek = r;
  assert_int_equal(peek.read_i32(), 0x01020304);
  assert_int_equal(peek.position(), 4);
  assert_int_equal(r.position(), 0);
  peek.read_i8();
  assert_false(peek.ok());
  assert_true(r.ok());
}

void uvarints_have_limits(void**) {
  const struct {
    Raw raw;
    bool ok;
    u32 value;
  } cases[] = {
      {{0x00}, true, 0},
      {{0x7f}, true, 127},
      {{0x80, 0x01}, true, 128},
      {{0xff, 0xff, 0xff, 0xff, 0x0f}, true, 0xffffffff},
      {{0x80, 0x80, 0x80, 0x80, 0x00}, true, 0},   // longer than needed, which Kafka accepts
      {{0xff, 0xff, 0xff, 0xff, 0x1f}, false, 0},  // 33 bits
      {{0x80, 0x80, 0x80, 0x80, 0x80, 0x00}, false, 0},
      {{0x80}, false, 0},
      {{}, false, 0},
  };
  for (const auto& c : cases) {
    Reader r = reader_of(c.raw);
    assert_int_equal(r.read_uvarint(), c.value);
    assert_int_equal(r.ok(), c.ok);
  }
}

void uvarlongs_have_limits(void**) {
  const Raw most{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01};
  Reader r = reader_of(most);
  assert_true(r.read_uvarlong() == std::numeric_limits<u64>::max() && r.ok());
  Raw over = most;
  over[9] = 0x02;
  Reader r2 = reader_of(over);
  assert_true(r2.read_uvarlong() == 0 && !r2.ok());
  Raw longer(10, 0x80);
  longer.push_back(0);
  Reader r3 = reader_of(longer);
  assert_true(r3.read_uvarlong() == 0 && !r3.ok());
}

void signed_varints_are_zigzag(void**) {
  const i64 values[] = {
      0, -1, 1, -64, 64, 300, std::numeric_limits<i64>::min(), std::numeric_limits<i64>::max()};
  for (const i64 each : values) {
    Writer w;
    w.write_varlong(each);
    Reader r(w.bytes());
    assert_true(r.read_varlong() == each && r.ok() && r.remaining() == 0);
  }
  Writer w;
  w.write_varint(-1);
  w.write_varint(-64);
  w.write_varint(64);
  w.write_varint(std::numeric_limits<i32>::min());
  const Raw expected{0x01, 0x7f, 0x80, 0x01, 0xff, 0xff, 0xff, 0xff, 0x0f};
  assert_true(written(w) == expected);
  Reader r(w.bytes());
  assert_int_equal(r.read_varint(), -1);
  assert_int_equal(r.read_varint(), -64);
  assert_int_equal(r.read_varint(), 64);
  assert_true(r.read_varint() == std::numeric_limits<i32>::min() && r.ok());
}

void strings_in_both_layouts(void**) {
  Writer w;
  w.write_string("ab", false, false);
  w.write_string("ab", true, false);
  w.write_string("", false, true);
  w.write_string({}, false, true);
  w.write_string({}, true, true);
  w.write_string({}, false, false);  // no null allowed: empty
  const Raw expected{0, 2, 'a', 'b', 3, 'a', 'b', 0, 0, 0xff, 0xff, 0, 0, 0};
  assert_true(written(w) == expected);
  Reader r(w.bytes());
  assert_true(r.read_string(false, false) == "ab");
  assert_true(r.read_string(true, false) == "ab");
  const Str empty = r.read_string(false, true);
  assert_true(empty.data() != nullptr && empty.empty());
  assert_true(r.read_string(false, true).data() == nullptr);
  assert_true(r.read_string(true, true).data() == nullptr);
  assert_true(r.ok());
}

void bad_lengths_are_refused(void**) {
  const struct {
    Raw raw;
    bool flexible;
    bool nullable;
  } cases[] = {
      {{0xff, 0xff}, false, false},                       // null where it is not allowed
      {{0x00}, true, false},                              // the same, compact
      {{0xff, 0xfe, 0, 0}, false, true},                  // -2
      {{0, 3, 'a', 'b'}, false, true},                    // longer than what is left
      {{4, 'a', 'b'}, true, true},                        // the same, compact
      {{0xff, 0xff, 0xff, 0xff, 0x0f, 'a'}, true, true},  // 4 GiB
  };
  for (const auto& c : cases) {
    Reader r = reader_of(c.raw);
    assert_true(r.read_string(c.flexible, c.nullable).data() == nullptr);
    assert_false(r.ok());
  }
  Reader r = reader_of({0x7f, 0xff, 0xff, 0xff, 1});
  assert_true(r.read_bytes(false, true).empty() && !r.ok());
  Reader negative = reader_of({0x80, 0, 0, 0, 1});
  assert_true(negative.read_bytes(false, true).empty() && !negative.ok());
}

void array_sizes_fit_what_is_left(void**) {
  const Raw raw{0, 0, 0, 3, 1, 2, 3, 4, 5, 6};
  Reader fits = reader_of(raw);
  assert_int_equal(fits.read_array_size(false, false, 2), 3);
  Reader too_many = reader_of(raw);
  assert_int_equal(too_many.read_array_size(false, false, 3), 0);
  assert_false(too_many.ok());
  Reader null = reader_of({0xff, 0xff, 0xff, 0xff});
  assert_int_equal(null.read_array_size(false, true, 1), -1);
  Reader not_null = reader_of({0xff, 0xff, 0xff, 0xff});
  assert_int_equal(not_null.read_array_size(false, false, 1), 0);
  assert_false(not_null.ok());
  // Above the cap although the bytes are there.
  Writer w;
  w.write_i32(1'000'001);
  Raw big = written(w);
  big.resize(big.size() + 1'000'001);
  Reader over = reader_of(big);
  assert_int_equal(over.read_array_size(false, false, 1), 0);
  assert_false(over.ok());
  big[3] = 0x40;  // 1000000
  Reader at_cap = reader_of(big);
  assert_int_equal(at_cap.read_array_size(false, false, 1), 1'000'000);
}

void tags_are_skipped_and_checked(void**) {
  Reader good = reader_of({2, 0, 1, 0xaa, 5, 2, 0xbb, 0xcc, 0x11});
  u32 seen = 0;
  good.read_tags([&](u32 tag, Reader field) {
    seen += tag * 100 + static_cast<u32>(field.remaining());
    return true;
  });
  assert_true(good.ok());
  assert_int_equal(seen, 1 + 502);
  assert_int_equal(good.read_i8(), 0x11);
  const Raw bad[] = {
      {2, 5, 0, 5, 0},  // the same tag twice
      {2, 5, 0, 4, 0},  // descending
      {1, 0, 9, 1},     // longer than what is left
      {0x91, 0x4e},     // 10001 fields
      {1, 0},           // no size
      {},
  };
  for (const Raw& raw : bad) {
    Reader r = reader_of(raw);
    r.skip_tags();
    assert_false(r.ok());
  }
  Raw many{0x91, 0x4e};
  many.resize(40'000, 0);
  Reader r = reader_of(many);
  r.skip_tags();
  assert_false(r.ok());
}

void sizes_are_patched(void**) {
  Writer w;
  const Writer::Mark frame = w.reserve_size();
  w.write_i16(7);
  const std::vector<u8> big(600, 0x5a);
  w.append_external({big.data(), big.size()});
  w.write_i8(1);
  w.patch_size(frame);
  const Raw out = written(w);
  assert_int_equal(out.size(), 4 + 2 + 600 + 1);
  Reader r = reader_of(out);
  assert_int_equal(r.read_i32(), 603);
  assert_int_equal(r.read_i16(), 7);
  r.skip(600);
  assert_int_equal(r.read_i8(), 1);
}

// A size put in front of bytes that are already there moves what was taken by reference with them.
void sizes_are_inserted(void**) {
  Writer w;
  w.write_i8(9);
  const Writer::Mark m = w.mark();
  const std::vector<u8> big(600, 0x5a);
  w.write_i8(1);
  w.append_external({big.data(), big.size()});
  w.write_i8(2);
  w.insert_size(m);
  const Raw out = written(w);
  Reader r = reader_of(out);
  assert_int_equal(r.read_i8(), 9);
  assert_int_equal(r.read_uvarint(), 602);
  assert_int_equal(r.read_i8(), 1);
  const Bytes middle = r.take(600);
  assert_memory_equal(middle.data(), big.data(), 600);
  assert_int_equal(r.read_i8(), 2);
  assert_true(r.ok() && r.remaining() == 0);
}

void large_content_is_not_copied(void**) {
  const std::vector<u8> big(100'000, 0x5a);
  Writer w;
  w.write_external({big.data(), big.size()}, false, true);
  w.write_external({big.data(), 3}, false, true);  // small: copying is cheaper than another piece
  std::vector<iovec> pieces;
  w.append_iovecs(pieces);
  assert_int_equal(pieces.size(), 3);
  assert_ptr_equal(pieces[1].iov_base, big.data());
  assert_int_equal(pieces[0].iov_len, 4);
  assert_int_equal(pieces[2].iov_len, 7);
  assert_int_equal(w.size(), 100'011);
  w.clear();
  assert_int_equal(w.size(), 0);
  assert_false(w.has_external());
}

void what_has_no_encoding_fails(void**) {
  const std::string longest(32767, 'x');
  Writer w;
  w.write_string(longest, false, false);
  assert_true(w.ok());
  const std::string longer(32768, 'x');
  w.write_string(longer, false, false);
  assert_false(w.ok());
  w.write_i32(1);
  assert_false(w.ok());
  w.clear();
  assert_true(w.ok());
  w.write_array_size(1'000'001, true);
  assert_false(w.ok());
}

void empty_views_are_not_null(void**) {
  const std::vector<i32> none;
  assert_false(Array<i32>(none).is_null());
  assert_false(Array<i32>().is_null());
  assert_true(Array<i32>(nullptr).is_null());
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(integers_are_big_endian),
      cmocka_unit_test(a_failure_sticks),
      cmocka_unit_test(copies_are_independent),
      cmocka_unit_test(uvarints_have_limits),
      cmocka_unit_test(uvarlongs_have_limits),
      cmocka_unit_test(signed_varints_are_zigzag),
      cmocka_unit_test(strings_in_both_layouts),
      cmocka_unit_test(bad_lengths_are_refused),
      cmocka_unit_test(array_sizes_fit_what_is_left),
      cmocka_unit_test(tags_are_skipped_and_checked),
      cmocka_unit_test(sizes_are_patched),
      cmocka_unit_test(sizes_are_inserted),
      cmocka_unit_test(large_content_is_not_copied),
      cmocka_unit_test(what_has_no_encoding_fails),
      cmocka_unit_test(empty_views_are_not_null),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
