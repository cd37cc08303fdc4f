/*
 * Goal: header lists behave as librdkafka 2.16.0's (answers measured on it): order and duplicates
 * kept, the last match by name, null and empty values apart, values terminated behind their size.
 */
#include "abi/api.h"

static rd_kafka_headers_t* some(void) {
  rd_kafka_headers_t* hdrs = rd_kafka_headers_new(2);
  assert_int_equal(rd_kafka_header_add(hdrs, "n", -1, "v1", -1), 0);
  assert_int_equal(rd_kafka_header_add(hdrs, "n", -1, NULL, 0), 0);
  assert_int_equal(rd_kafka_header_add(hdrs, "nn", 1, "v3xxx", 2), 0);
  assert_int_equal(rd_kafka_header_add(hdrs, "", 0, "", 0), 0);
  return hdrs;
}

static void check_some(const rd_kafka_headers_t* hdrs) {
  const char* name = NULL;
  const void* value = NULL;
  size_t size = 99;
  assert_int_equal(rd_kafka_header_cnt(hdrs), 4);
  assert_int_equal(rd_kafka_header_get_all(hdrs, 0, &name, &value, &size), 0);
  assert_string_equal(name, "n");
  assert_int_equal(size, 2);
  assert_string_equal(value, "v1");
  assert_int_equal(rd_kafka_header_get_all(hdrs, 1, &name, &value, &size), 0);
  assert_null(value);
  assert_int_equal(size, 0);
  assert_int_equal(rd_kafka_header_get_all(hdrs, 2, &name, &value, &size), 0);
  assert_string_equal(name, "n");
  assert_int_equal(size, 2);
  assert_string_equal(value, "v3"); /* terminated behind its two bytes */
  assert_int_equal(rd_kafka_header_get_all(hdrs, 3, &name, &value, &size), 0);
  assert_string_equal(name, "");
  assert_non_null(value);
  assert_int_equal(size, 0);
  assert_int_equal(rd_kafka_header_get_all(hdrs, 4, &name, &value, &size),
                   RD_KAFKA_RESP_ERR__NOENT);
}

static void order_and_values(void** state) {
  (void)state;
  rd_kafka_headers_t* hdrs = some();
  check_some(hdrs);
  rd_kafka_headers_t* copy = rd_kafka_headers_copy(hdrs);
  rd_kafka_headers_destroy(hdrs);
  check_some(copy);
  rd_kafka_headers_destroy(copy);
}

static void by_name(void** state) {
  (void)state;
  rd_kafka_headers_t* hdrs = some();
  const void* value = NULL;
  size_t size = 0;
  assert_int_equal(rd_kafka_header_get(hdrs, 0, "n", &value, &size), 0);
  assert_string_equal(value, "v1");
  assert_int_equal(rd_kafka_header_get(hdrs, 2, "n", &value, &size), 0);
  assert_string_equal(value, "v3");
  assert_int_equal(rd_kafka_header_get(hdrs, 3, "n", &value, &size), RD_KAFKA_RESP_ERR__NOENT);
  value = NULL;
  assert_int_equal(rd_kafka_header_get_last(hdrs, "n", &value, &size), 0);
  assert_string_equal(value, "v3");
  assert_int_equal(rd_kafka_header_get_last(hdrs, "N", &value, &size), RD_KAFKA_RESP_ERR__NOENT);
  assert_int_equal(rd_kafka_header_remove(hdrs, "n"), 0);
  assert_int_equal(rd_kafka_header_cnt(hdrs), 1);
  assert_int_equal(rd_kafka_header_remove(hdrs, "n"), RD_KAFKA_RESP_ERR__NOENT);
  rd_kafka_headers_destroy(hdrs);
}

static void one_list(void) {
  rd_kafka_headers_t* hdrs = some();
  rd_kafka_headers_t* copy = rd_kafka_headers_copy(hdrs);
  rd_kafka_header_remove(hdrs, "n");
  rd_kafka_headers_destroy(hdrs);
  rd_kafka_headers_destroy(copy);
}

static void everything_is_freed(void** state) {
  (void)state;
  assert_no_leak(one_list);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(order_and_values),
      cmocka_unit_test(by_name),
      cmocka_unit_test(everything_is_freed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
