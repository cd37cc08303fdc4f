// Goal: the fold over declarations obeys versions, nullability, tags and limits. Method: a message
// made up for the test, and bytes spelled out by hand from the protocol guide's rules.
#include "wire/cmocka_glue.h"
#include "wire/codec.h"

using namespace rk;
using namespace rk::wire;

namespace {

struct Sample {
  static constexpr VersionRange versions{0, 4};
  static constexpr i16 flexible_from = 2;

  struct Item {
    i32 id = 0;
    i16 late = -7;
    static constexpr auto fields =
        std::tuple{field<&Item::id>("id"), field<&Item::late>("late", v(1))};
  };
  struct Leader {
    i32 id = -1;
    static constexpr auto fields = std::tuple{field<&Leader::id>("id")};
  };

  Str name;
  i32 gone = 5;
  Array<Item> items;
  Leader leader;
  i64 first_tag = -1;

  // Declared against the order of the tags on purpose.
  static constexpr auto fields = std::tuple{
      field<&Sample::name>("name").nullable(v(1)), field<&Sample::gone>("gone", v(0, 1)),
      field<&Sample::items>("items").nullable(v(2)), tagged<&Sample::leader>("leader", 3, v(2)),
      tagged<&Sample::first_tag>("first_tag", 0, v(3))};
};

using Raw = std::vector<u8>;

bool decode_raw(const Raw& raw, Sample& out, i16 version, Arena& arena, size_t* left = nullptr) {
  Reader r(Bytes(raw.data(), raw.size()));
  const bool good = decode(r, out, version, arena);
  if (left) *left = r.remaining();
  return good;
}

Raw encode_raw(const Sample& s, i16 version) {
  Writer w;
  encode(w, s, version);
  assert_true(w.ok());
  Raw out(w.size());
  w.copy_to(out.data());
  return out;
}

void versions_select_members(void**) {
  Arena arena;
  Sample s;
  const Raw v0{0, 1, 'n', 0, 0, 0, 9, 0, 0, 0, 1, 0, 0, 0, 4};
  assert_true(decode_raw(v0, s, 0, arena));
  assert_true(s.name == "n");
  assert_int_equal(s.gone, 9);
  assert_int_equal(s.items.size(), 1);
  assert_int_equal(s.items[0].id, 4);
  assert_int_equal(s.items[0].late, -7);
  assert_true(encode_raw(s, 0) == v0);
  const Raw v1{0, 1, 'n', 0, 0, 0, 9, 0, 0, 0, 1, 0, 0, 0, 4, 0xff, 0xf9};
  assert_true(encode_raw(s, 1) == v1);
  const Raw v2{2, 'n', 2, 0, 0, 0, 4, 0xff, 0xf9, 0, 0};
  assert_true(encode_raw(s, 2) == v2);
  Sample back;
  assert_true(decode_raw(v2, back, 2, arena));
  assert_int_equal(back.gone, 5);
}

void nulls_only_where_they_may_be(void**) {
  Arena arena;
  Sample s;
  const Raw null_name_v0{0xff, 0xff, 0, 0, 0, 9, 0, 0, 0, 0};
  assert_false(decode_raw(null_name_v0, s, 0, arena));
  assert_true(decode_raw(null_name_v0, s, 1, arena));
  assert_true(s.name.data() == nullptr);
  const Raw null_items_v1{0, 0, 0, 0, 0, 9, 0xff, 0xff, 0xff, 0xff};
  assert_false(decode_raw(null_items_v1, s, 1, arena));
  const Raw null_items_v2{1, 0, 0};
  assert_true(decode_raw(null_items_v2, s, 2, arena));
  assert_true(s.items.is_null());
  assert_true(encode_raw(s, 2) == null_items_v2);
  const Raw as_empty{0, 0, 0, 0, 0, 5, 0, 0, 0, 0};
  assert_true(encode_raw(s, 1) == as_empty);
}

void tagged_members_only_when_not_default(void**) {
  Arena arena;
  Sample s;
  s.name = "";
  const Raw plain{1, 1, 0};
  assert_true(encode_raw(s, 3) == plain);
  s.leader.id = 2;
  s.first_tag = 1;
  const Raw both{1, 1, 2, 0, 8, 0, 0, 0, 0, 0, 0, 0, 1, 3, 5, 0, 0, 0, 2, 0};
  assert_true(encode_raw(s, 3) == both);
  const Raw v2{1, 1, 1, 3, 5, 0, 0, 0, 2, 0};
  assert_true(encode_raw(s, 2) == v2);
  Sample back;
  assert_true(decode_raw(both, back, 3, arena));
  assert_int_equal(back.leader.id, 2);
  assert_int_equal(back.first_tag, 1);
}

void unknown_tags_are_skipped(void**) {
  Arena arena;
  Sample s;
  const Raw raw{1, 1, 3, 1, 2, 0xde, 0xad, 3, 5, 0, 0, 0, 2, 0, 200, 1, 0, 0x77};
  size_t left = 0;
  assert_true(decode_raw(raw, s, 3, arena, &left));
  assert_int_equal(s.leader.id, 2);
  assert_int_equal(left, 1);
  // Tag 0 is not known before version 3: whatever it holds is skipped.
  const Raw early{1, 1, 1, 0, 1, 0xff};
  assert_true(decode_raw(early, s, 2, arena));
  assert_false(decode_raw(early, s, 3, arena));
}

void a_tag_must_fill_its_size(void**) {
  Arena arena;
  Sample s;
  const Raw longer{1, 1, 1, 0, 9, 0, 0, 0, 0, 0, 0, 0, 1, 0};
  assert_false(decode_raw(longer, s, 3, arena));
  const Raw shorter{1, 1, 1, 0, 7, 0, 0, 0, 0, 0, 0, 0, 1};
  assert_false(decode_raw(shorter, s, 3, arena));
}

// 500000 elements in 3 MB of frame would need 4 MB; the arena allows 1.
void the_arena_bounds_arrays(void**) {
  Writer w;
  w.write_string("", false, false);
  w.write_i32(0);
  w.write_i32(500'000);
  Raw raw(w.size());
  w.copy_to(raw.data());
  raw.resize(raw.size() + 500'000 * 6);
  Sample s;
  Arena small(size_t{1} << 20);
  assert_false(decode_raw(raw, s, 1, small));
  Arena large;
  assert_true(decode_raw(raw, s, 1, large));
  assert_int_equal(s.items.size(), 500'000);
}

void dumps_name_what_the_version_knows(void**) {
  Sample s;
  s.name = "a\"b\n";
  const Sample::Item items[] = {{1, 2}, {3, 4}};
  s.items = Array<Sample::Item>(items, 2);
  std::string text;
  dump(text, s, 0);
  assert_string_equal(text.c_str(),
                      R"({"name":"a\"b\u000a","gone":5,"items":[{"id":1},{"id":3}]})");
  s.items = nullptr;
  s.name = {};
  text.clear();
  dump(text, s, 3);
  assert_string_equal(text.c_str(),
                      R"({"name":null,"items":null,"leader":{"id":-1},"first_tag":-1})");
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(versions_select_members),
      cmocka_unit_test(nulls_only_where_they_may_be),
      cmocka_unit_test(tagged_members_only_when_not_default),
      cmocka_unit_test(unknown_tags_are_skipped),
      cmocka_unit_test(a_tag_must_fill_its_size),
      cmocka_unit_test(the_arena_bounds_arrays),
      cmocka_unit_test(dumps_name_what_the_version_knows),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
