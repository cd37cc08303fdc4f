// Goal: whatever strings and numbers are written, the text is valid JSON and says the same; a
// window's numbers are those of the values put into it.
// Method: JsonWriter against the reader of json_tree.h (RFC 8259, RFC 3629), with every byte value,
// the edges of UTF-8 and random bytes; Histogram against the same figures computed from the sorted
// values.
#include "base/json.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>

#include "base/histogram.h"
#include "client/json_tree.h"
#include "support/unit.h"

namespace {

struct Free {
  void operator()(char* p) const { std::free(p); }
};

std::string round_trip(std::string_view value) {
  rk::JsonWriter w;
  w.open();
  w.string(value, value);
  w.close();
  size_t size = 0;
  const std::unique_ptr<char, Free> text(w.take(&size));
  assert_non_null(text.get());
  assert_int_equal(text.get()[size], 0);
  Json tree;
  if (!JsonReader::read({text.get(), size}, &tree)) fail_msg("not valid: %s", text.get());
  assert_int_equal(tree.members.size(), 1);
  assert_true(tree.members[0].first == tree.members[0].second.text);
  return tree.members[0].second.text;
}

void strings_come_back(void**) {
  const std::string_view good[] = {"",
                                   "plain",
                                   "a\"b\\c/",
                                   "\x01\x1f\x7f\t\n",
                                   "gr\xC3\xBC\xC3\x9F",
                                   "\xE2\x82\xAC",
                                   "\xF0\x9F\x98\x80",
                                   "\xF4\x8F\xBF\xBF",
                                   std::string_view("nul\0in it", 9)};
  for (const auto& s : good) assert_true(round_trip(s) == s);
}

void other_bytes_are_replaced(void**) {
  const std::string r = "\xEF\xBF\xBD";
  assert_true(round_trip("a\xFFz") == "a" + r + "z");
  assert_true(round_trip("\xC3") == r);                          // cut off
  assert_true(round_trip("\xC0\xAF") == r + r);                  // overlong
  assert_true(round_trip("\xE0\x80\xAF") == r + r + r);          // overlong
  assert_true(round_trip("\xED\xA0\x80") == r + r + r);          // a surrogate
  assert_true(round_trip("\xF4\x90\x80\x80") == r + r + r + r);  // beyond the last code point
  TestRandom random(7);
  for (int i = 0; i < 2000; ++i) {
    std::string s;
    for (size_t n = random.below(40); n > 0; --n) s += static_cast<char>(random.next());
    (void)round_trip(s);
  }
}

void numbers_and_nesting(void**) {
  rk::JsonWriter w;
  w.open();
  w.number("least", std::numeric_limits<int64_t>::min());
  w.count("most", std::numeric_limits<uint64_t>::max());
  w.open("empty");
  w.close();
  w.open("in");
  w.boolean("yes", true);
  w.boolean("no", false);
  w.close();
  w.number("last", 0);
  w.close();
  size_t size = 0;
  const std::unique_ptr<char, Free> text(w.take(&size));
  assert_string_equal(text.get(),
                      "{\"least\":-9223372036854775808,\"most\":9223372036854775807,\"empty\":{},"
                      "\"in\":{\"yes\":true,\"no\":false},\"last\":0}");
  assert_int_equal(size, strlen(text.get()));
}

void check(const rk::Histogram& h, std::vector<uint64_t> values) {
  std::sort(values.begin(), values.end());
  const double n = static_cast<double>(values.size());
  double sum = 0, squares = 0;
  for (const uint64_t v : values) sum += static_cast<double>(v);
  for (const uint64_t v : values) squares += std::pow(static_cast<double>(v) - sum / n, 2);
  assert_int_equal(h.count(), values.size());
  assert_int_equal(h.min(), values.front());
  assert_int_equal(h.max(), values.back());
  assert_true(std::abs(static_cast<double>(h.sum()) - sum) < 1);
  assert_true(std::abs(static_cast<double>(h.average()) - sum / n) <= 1);
  const double deviation = std::sqrt(squares / n);
  assert_true(std::abs(static_cast<double>(h.deviation()) - deviation) <= 1 + deviation / 1000);
  for (const double p : {50.0, 75.0, 90.0, 95.0, 99.0, 99.99}) {
    const auto rank = static_cast<size_t>(std::max(1.0, std::ceil(p / 100 * n)));
    const double exact = static_cast<double>(values[rank - 1]);
    const double got = static_cast<double>(h.percentile(p));
    if (got < exact || got > exact * 1.033) fail_msg("p%g: %g for %g", p, got, exact);
  }
}

void histogram_figures(void**) {
  TestRandom random(3);
  for (const uint64_t span : {1u, 60u, 65u, 1000u, 1000000u, 2000000000u}) {
    rk::Window window;
    std::vector<uint64_t> values;
    for (int i = 0; i < 5000; ++i) {
      values.push_back(random.below(span) * random.below(3) / 2);
      window.add(static_cast<int64_t>(values.back()));
    }
    rk::Histogram h;
    window.take(h);
    check(h, values);
    window.take(h);  // nothing is left in it
    check(h, values);
    window.add(5);
    values.push_back(5);
    window.take(h);
    check(h, values);
  }
}

void histogram_edges(void**) {
  rk::Histogram none;
  assert_int_equal(none.count() + none.min() + none.max() + none.average() + none.deviation() +
                       none.percentile(50),
                   0);
  rk::Window window;
  window.add(-1);  // a clock that was read in another order
  window.add(std::numeric_limits<int64_t>::max());
  rk::Histogram h;
  window.take(h);
  assert_int_equal(h.min(), 0);
  assert_int_equal(h.max(), std::numeric_limits<int64_t>::max());
  assert_int_equal(h.out_of_range(), 1);
  assert_int_equal(h.percentile(50), 0);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(strings_come_back),   cmocka_unit_test(other_bytes_are_replaced),
      cmocka_unit_test(numbers_and_nesting), cmocka_unit_test(histogram_figures),
      cmocka_unit_test(histogram_edges),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
