/* Goal: the partitioner functions that programs may call, and the partitioner of a topic, choose
 * as librdkafka's.
 * Method: the functions against values measured on librdkafka; a partitioner callback against the
 * embedded broker, in a program that runs on librdkafka 2.0.2 with the same results. */
#include "abi/api.h"

#include <stdio.h>

static void the_hashes_are_librdkafkas(void** state) {
  (void)state;
  /* key "a" over 1000 partitions, and the empty key */
  assert_int_equal(rd_kafka_msg_partitioner_consistent(NULL, "a", 1, 1000, NULL, NULL), 907);
  assert_int_equal(rd_kafka_msg_partitioner_murmur2(NULL, "a", 1, 1000, NULL, NULL), 524);
  assert_int_equal(rd_kafka_msg_partitioner_fnv1a(NULL, "a", 1, 1000, NULL, NULL), 76);
  assert_int_equal(rd_kafka_msg_partitioner_consistent_random(NULL, "a", 1, 1000, NULL, NULL), 907);
  assert_int_equal(rd_kafka_msg_partitioner_murmur2_random(NULL, "a", 1, 1000, NULL, NULL), 524);
  assert_int_equal(rd_kafka_msg_partitioner_fnv1a_random(NULL, "a", 1, 1000, NULL, NULL), 76);
  assert_int_equal(rd_kafka_msg_partitioner_consistent(NULL, "", 0, 1000, NULL, NULL), 0);
  assert_int_equal(rd_kafka_msg_partitioner_murmur2(NULL, "", 0, 1000, NULL, NULL), 681);
  assert_int_equal(rd_kafka_msg_partitioner_fnv1a(NULL, "", 0, 1000, NULL, NULL), 35);
}

struct calls {
  int with_key, empty_key, no_key, available, opaques;
};

static int32_t chooses_one(const rd_kafka_topic_t* rkt, const void* key, size_t keylen,
                           int32_t count, void* rkt_opaque, void* msg_opaque) {
  struct calls* calls = rkt_opaque;
  calls->available += rd_kafka_topic_partition_available(rkt, count - 1);
  calls->opaques += msg_opaque == calls;
  *(!key ? &calls->no_key : keylen == 0 ? &calls->empty_key : &calls->with_key) += 1;
  return 1;
}

static void a_callback_chooses_for_keys_and_random_ones_are_available(void** state) {
  (void)state;
  char why[256];
  struct calls calls = {0, 0, 0, 0, 0};
  rd_kafka_conf_t* conf = rd_kafka_conf_new();
  rd_kafka_conf_set_log_cb(conf, NULL);
  rd_kafka_conf_set(conf, "test.mock.num.brokers", "1", why, sizeof why);
  rd_kafka_t* rk = rd_kafka_new(RD_KAFKA_PRODUCER, conf, why, sizeof why);
  rd_kafka_topic_conf_t* topic_conf = rd_kafka_topic_conf_new();
  rd_kafka_topic_conf_set_opaque(topic_conf, &calls);
  rd_kafka_topic_conf_set_partitioner_cb(topic_conf, chooses_one);
  rd_kafka_topic_t* rkt = rd_kafka_topic_new(rk, "topic", topic_conf);
  const struct rd_kafka_metadata* md;
  assert_int_equal(rd_kafka_metadata(rk, 0, rkt, &md, 10000), 0);
  const int count = md->topics[0].partition_cnt;
  rd_kafka_metadata_destroy(md);
  for (int i = 0; i < 3; i++) {
    assert_int_equal(rd_kafka_produce(rkt, -1, RD_KAFKA_MSG_F_COPY, "v", 1, "key", 3, &calls), 0);
    assert_int_equal(rd_kafka_produce(rkt, -1, RD_KAFKA_MSG_F_COPY, "v", 1, "", 0, &calls), 0);
    assert_int_equal(rd_kafka_produce(rkt, -1, RD_KAFKA_MSG_F_COPY, "v", 1, NULL, 0, &calls), 0);
  }
  assert_int_equal(rd_kafka_flush(rk, 20000), 0);
  assert_int_equal(calls.with_key, 3);
  assert_int_equal(calls.empty_key, 3);
  assert_int_equal(calls.no_key, 0); /* without a key messages stick to a partition */
  assert_int_equal(calls.available, 6);
  assert_int_equal(calls.opaques, 6);
  for (int i = 0; i < 100; i++) {
    const int p = rd_kafka_msg_partitioner_random(rkt, NULL, 0, count, NULL, NULL);
    assert_true(p >= 0 && p < count);
    assert_true(rd_kafka_topic_partition_available(rkt, p));
  }
  rd_kafka_topic_destroy(rkt);
  rd_kafka_destroy(rk);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_hashes_are_librdkafkas),
      cmocka_unit_test(a_callback_chooses_for_keys_and_random_ones_are_available),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
