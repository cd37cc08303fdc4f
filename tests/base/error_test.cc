// Goal: Error and Result carry code and text through copies and moves; success is small.
// Method: make, copy, move, assign; compare.
#include "base/error.h"

#include "support/unit.h"

using namespace rk;

namespace {
void an_empty_error_is_success(void**) {
  const Error none;
  assert_true(none.ok());
  assert_false(static_cast<bool>(none));
  assert_true(none.text().empty());
  assert_int_equal(sizeof(Error), 2 * sizeof(void*));
}

void texts_survive_copies_and_moves(void**) {
  Error a = errorf(RD_KAFKA_RESP_ERR__BAD_MSG, "batch at %d of %s", 42, "orders");
  assert_true(static_cast<bool>(a));
  Error b = a;
  Error c = std::move(a);
  assert_int_equal(b.code(), RD_KAFKA_RESP_ERR__BAD_MSG);
  assert_true(b.text() == "batch at 42 of orders");
  assert_true(c.text() == b.text());
  b = Error(RD_KAFKA_RESP_ERR__TIMED_OUT);
  assert_true(b.text().empty());
  assert_true(c.text() == "batch at 42 of orders");
  b = c;
  c = b;
  assert_true(c.text() == "batch at 42 of orders");
}

void long_texts_are_whole(void**) {
  const std::string text(5000, 'x');
  const Error e = errorf(RD_KAFKA_RESP_ERR__FAIL, "%s!", text.c_str());
  assert_int_equal(e.text().size(), 5001);
  assert_true(stringf("%d%%", 7) == "7%");
}

void results_hold_either(void**) {
  Result<std::string> good(std::string("value"));
  assert_true(static_cast<bool>(good));
  assert_true(good.take() == "value");
  Result<std::string> bad(errorf(RD_KAFKA_RESP_ERR__RESOLVE, "no such host"));
  assert_false(bad.ok());
  assert_true(bad.error().text() == "no such host");
  assert_int_equal(bad.take_error().code(), RD_KAFKA_RESP_ERR__RESOLVE);
}
}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(an_empty_error_is_success), cmocka_unit_test(texts_survive_copies_and_moves),
      cmocka_unit_test(long_texts_are_whole), cmocka_unit_test(results_hold_either)};
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
