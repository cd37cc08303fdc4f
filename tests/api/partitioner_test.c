/*
 * Goal: a key goes to the partition that librdkafka and, for murmur2, Java send it to; what has no
 * key goes to any partition; a program's own partitioner is asked, and may ask which are available.
 * Method: tests/producer/partitioner_vectors.tsv, measured on librdkafka 2.0.2 and 2.16.0 and equal
 * to zlib's crc32 and Java's murmur2; and messages through an embedded broker.
 */
#include "api/support.h"

typedef int32_t partitioner_t(const rd_kafka_topic_t*, const void*, size_t, int32_t, void*, void*);

static void vectors(void** state) {
  (void)state;
  FILE* file = fopen(VECTORS, "r");
  assert_non_null(file);
  char line[512];
  int rows = 0;
  while (fgets(line, sizeof line, file)) {
    char* fields[6];
    char* rest = line;
    int n = 0;
    while (n < 6 && rest) fields[n++] = strsep(&rest, "\t\n");
    if (n < 6 || strcmp(fields[0], "key_hex") == 0) continue;
    unsigned char key[128];
    const size_t size = strlen(fields[0]) / 2;
    for (size_t i = 0; i < size; i++) {
      unsigned byte = 0;
      assert_int_equal(sscanf(fields[0] + 2 * i, "%2x", &byte), 1);
      key[i] = (unsigned char)byte;
    }
    assert_int_equal(size, atoi(fields[1]));
    const int32_t count = atoi(fields[2]);
    partitioner_t* const ask[] = {rd_kafka_msg_partitioner_consistent,
                                  rd_kafka_msg_partitioner_murmur2, rd_kafka_msg_partitioner_fnv1a};
    partitioner_t* const ask_random[] = {rd_kafka_msg_partitioner_consistent_random,
                                         rd_kafka_msg_partitioner_murmur2_random,
                                         rd_kafka_msg_partitioner_fnv1a_random};
    for (int i = 0; i < 3; i++) {
      assert_int_equal(ask[i](NULL, key, size, count, NULL, NULL), atoi(fields[3 + i]));
      if (size > 0) {
        assert_int_equal(ask_random[i](NULL, key, size, count, NULL, NULL), atoi(fields[3 + i]));
      }
    }
    rows++;
  }
  fclose(file);
  assert_int_equal(rows, 180);
}

/* Keyless: every partition gets its share. */
static bool spreads(partitioner_t* ask, const rd_kafka_topic_t* rkt, const void* key, size_t size) {
  int seen[4] = {0};
  for (int i = 0; i < 400; i++) {
    const int32_t p = ask(rkt, key, size, 4, NULL, NULL);
    assert_in_range(p, 0, 3);
    seen[p]++;
  }
  return seen[0] && seen[1] && seen[2] && seen[3];
}

static void keyless(void** state) {
  (void)state;
  create_topic("four", 4);
  rd_kafka_t* rk = PRODUCER("client.id", "p");
  rd_kafka_topic_t* rkt = rd_kafka_topic_new(rk, "four", NULL);
  const struct rd_kafka_metadata* m = NULL;
  assert_int_equal(rd_kafka_metadata(rk, 0, rkt, &m, kWaitMs), 0);
  rd_kafka_metadata_destroy(m);
  assert_true(spreads(rd_kafka_msg_partitioner_random, rkt, "key", 3));
  assert_true(spreads(rd_kafka_msg_partitioner_consistent_random, rkt, NULL, 0));
  assert_true(spreads(rd_kafka_msg_partitioner_consistent_random, rkt, "", 0));
  assert_true(spreads(rd_kafka_msg_partitioner_murmur2_random, rkt, NULL, 0));
  assert_true(spreads(rd_kafka_msg_partitioner_fnv1a_random, rkt, NULL, 0));
  assert_false(spreads(rd_kafka_msg_partitioner_murmur2_random, rkt, "", 0));
  assert_false(spreads(rd_kafka_msg_partitioner_fnv1a_random, rkt, "", 0));
  assert_false(spreads(rd_kafka_msg_partitioner_consistent, rkt, NULL, 0));
  assert_false(spreads(rd_kafka_msg_partitioner_murmur2, rkt, NULL, 0));
  assert_false(spreads(rd_kafka_msg_partitioner_fnv1a, rkt, NULL, 0));
  rd_kafka_topic_destroy(rkt);
  rd_kafka_destroy(rk);
}

static void on_report(rd_kafka_t* rk, const rd_kafka_message_t* m, void* opaque) {
  (void)rk;
  (void)opaque;
  assert_int_equal(m->err, 0);
  *(int32_t*)m->_private = m->partition;
}

static int32_t partition_by(const char* partitioner, const char* key) {
  rd_kafka_conf_t* conf = PRODUCER_CONF("linger.ms", "0", "partitioner", partitioner);
  rd_kafka_conf_set_dr_msg_cb(conf, on_report);
  rd_kafka_t* rk = new_handle(RD_KAFKA_PRODUCER, conf);
  int32_t partition = -1;
  assert_int_equal(rd_kafka_producev(rk, RD_KAFKA_V_TOPIC("ten"), RD_KAFKA_V_VALUE("x", 1),
                                     RD_KAFKA_V_KEY(key, strlen(key)),
                                     RD_KAFKA_V_OPAQUE(&partition), RD_KAFKA_V_END),
                   0);
  assert_int_equal(rd_kafka_flush(rk, kWaitMs), 0);
  rd_kafka_destroy(rk);
  return partition;
}

static void by_configuration(void** state) {
  (void)state;
  create_topic("ten", 10);
  const struct {
    const char* name;
    partitioner_t* ask;
  } rows[] = {{"consistent", rd_kafka_msg_partitioner_consistent},
              {"consistent_random", rd_kafka_msg_partitioner_consistent},
              {"murmur2", rd_kafka_msg_partitioner_murmur2},
              {"murmur2_random", rd_kafka_msg_partitioner_murmur2},
              {"fnv1a", rd_kafka_msg_partitioner_fnv1a},
              {"fnv1a_random", rd_kafka_msg_partitioner_fnv1a}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    for (int k = 0; k < 5; k++) {
      char key[8];
      const int size = snprintf(key, sizeof key, "key-%d", k);
      assert_int_equal(partition_by(rows[i].name, key),
                       rows[i].ask(NULL, key, (size_t)size, 10, NULL, NULL));
    }
  }
}

typedef struct {
  int calls;
  int available;
  int available_beyond;
  int32_t count;
  bool arguments;
} asked_t;

static int32_t own(const rd_kafka_topic_t* rkt, const void* key, size_t size, int32_t count,
                   void* topic_opaque, void* msg_opaque) {
  asked_t* a = topic_opaque;
  (void)msg_opaque;
  a->calls++;
  a->count = count;
  a->available = rd_kafka_topic_partition_available(rkt, 3);
  a->available_beyond = rd_kafka_topic_partition_available(rkt, 1000);
  a->arguments = size == 3 && memcmp(key, "key", 3) == 0;
  return 3;
}

static void by_the_program(void** state) {
  (void)state;
  create_topic("own", 5);
  asked_t asked = {0};
  int32_t partition = -1;
  rd_kafka_conf_t* conf = PRODUCER_CONF("linger.ms", "0");
  rd_kafka_conf_set_dr_msg_cb(conf, on_report);
  rd_kafka_t* rk = new_handle(RD_KAFKA_PRODUCER, conf);
  rd_kafka_topic_conf_t* topic_conf = rd_kafka_topic_conf_new();
  rd_kafka_topic_conf_set_opaque(topic_conf, &asked);
  rd_kafka_topic_conf_set_partitioner_cb(topic_conf, own);
  rd_kafka_topic_t* rkt = rd_kafka_topic_new(rk, "own", topic_conf);
  /* a partition that has just taken a message is available */
  assert_int_equal(rd_kafka_produce(rkt, 3, RD_KAFKA_MSG_F_COPY, "x", 1, "key", 3, &partition), 0);
  assert_int_equal(rd_kafka_flush(rk, kWaitMs), 0);
  assert_int_equal(asked.calls, 0);
  partition = -1;
  assert_int_equal(rd_kafka_produce(rkt, RD_KAFKA_PARTITION_UA, RD_KAFKA_MSG_F_COPY, "x", 1, "key",
                                    3, &partition),
                   0);
  assert_int_equal(rd_kafka_flush(rk, kWaitMs), 0);
  assert_int_equal(partition, 3);
  assert_true(asked.calls > 0);
  assert_true(asked.arguments);
  assert_int_equal(asked.count, 5);
  assert_int_equal(asked.available, 1);
  assert_int_equal(asked.available_beyond, 0);
  rd_kafka_topic_destroy(rkt);
  rd_kafka_destroy(rk);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(vectors),
      cmocka_unit_test(keyless),
      cmocka_unit_test(by_configuration),
      cmocka_unit_test(by_the_program),
  };
  return cmocka_run_group_tests(tests, start_broker, stop_broker);
}
