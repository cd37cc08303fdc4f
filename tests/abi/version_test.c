/*
 * Goal: what bindings check when they load (API level, its text) and the allocator for what they
 * free. Method: the numbers of librdkafka 2.16.0; .NET demands at least 0x010502ff, Go 0x020b0100.
 */
#include "abi/api.h"

static void versions(void** state) {
  (void)state;
  assert_int_equal(RD_KAFKA_VERSION, 0x021000ff);
  assert_int_equal(rd_kafka_version(), RD_KAFKA_VERSION);
  assert_string_equal(rd_kafka_version_str(), "2.16.0");
  assert_string_equal(rd_kafka_get_debug_contexts(), RD_KAFKA_DEBUG_CONTEXTS);
  /* ours: three numbers, and not the API level */
  int major = -1, minor = -1, patch = -1;
  assert_int_equal(sscanf(fastka_version(), "%d.%d.%d", &major, &minor, &patch), 3);
  assert_string_not_equal(fastka_version(), rd_kafka_version_str());
}

static void one_block(void) {
  rd_kafka_mem_free(NULL, rd_kafka_mem_malloc(NULL, 1000));
}

static void memory(void** state) {
  (void)state;
  char* zeroed = rd_kafka_mem_calloc(NULL, 3, 7);
  assert_non_null(zeroed);
  for (int i = 0; i < 21; i++) assert_int_equal(zeroed[i], 0);
  free(zeroed); /* many programs do */
  void* plain = rd_kafka_mem_malloc(NULL, 100);
  assert_non_null(plain);
  memset(plain, 1, 100);
  rd_kafka_mem_free(NULL, plain);
  assert_no_leak(one_block);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(versions), cmocka_unit_test(memory)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
