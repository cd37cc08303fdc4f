/*
 * For the tests of the calls that need a broker: one embedded broker for the whole program, and
 * handles on it. Everything goes through rdkafka.h, so the same programs run against any
 * librdkafka.so.1: that is how their expectations were measured.
 */
#pragma once

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "abi/api.h"
#include "rdkafka_mock.h"

/* Longer than anything takes on a busy machine: the tests end sooner. */
enum { kWaitMs = 20000 };

static inline int64_t now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* A configuration of name, value, ... NULL. */
static inline rd_kafka_conf_t* conf_of(const char* const* pairs) {
  rd_kafka_conf_t* conf = rd_kafka_conf_new();
  char text[512];
  for (; *pairs; pairs += 2) {
    if (rd_kafka_conf_set(conf, pairs[0], pairs[1], text, sizeof text)) fail_msg("%s", text);
  }
  return conf;
}
#define CONF(...) conf_of((const char* const[]){__VA_ARGS__, NULL})

static inline rd_kafka_t* new_handle(rd_kafka_type_t type, rd_kafka_conf_t* conf) {
  char text[512] = "";
  rd_kafka_t* rk = rd_kafka_new(type, conf, text, sizeof text);
  if (!rk) fail_msg("%s", text);
  return rk;
}

/* The broker: belongs to a producer that the whole program keeps. */
static rd_kafka_t* g_owner;
static rd_kafka_mock_cluster_t* g_cluster;

static inline int start_broker(void** state) {
  (void)state;
  g_owner = new_handle(RD_KAFKA_PRODUCER, CONF("test.mock.num.brokers", "1", "linger.ms", "0"));
  g_cluster = rd_kafka_handle_mock_cluster(g_owner);
  assert_non_null(g_cluster);
  return 0;
}

static inline int stop_broker(void** state) {
  (void)state;
  rd_kafka_destroy(g_owner);
  return 0;
}

static inline const char* bootstraps(void) {
  return rd_kafka_mock_cluster_bootstraps(g_cluster);
}

#define PRODUCER_CONF(...) CONF("bootstrap.servers", bootstraps(), __VA_ARGS__)
/* Offsets are the test's business: nothing is committed unasked. */
#define CONSUMER_CONF(...)                                                                \
  CONF("bootstrap.servers", bootstraps(), "group.id", "g", "enable.auto.commit", "false", \
       "auto.offset.reset", "earliest", __VA_ARGS__)
#define PRODUCER(...) new_handle(RD_KAFKA_PRODUCER, PRODUCER_CONF(__VA_ARGS__))
#define CONSUMER(...) new_handle(RD_KAFKA_CONSUMER, CONSUMER_CONF(__VA_ARGS__))

static inline void create_topic(const char* topic, int partitions) {
  assert_int_equal(rd_kafka_mock_topic_create(g_cluster, topic, partitions, 1), 0);
}

/* `count` more messages with the values "0", "1", ... and as many keys "k0" ... */
static inline void fill(const char* topic, int32_t partition, int count) {
  for (int i = 0; i < count; i++) {
    char key[16], value[16];
    snprintf(key, sizeof key, "k%d", i);
    snprintf(value, sizeof value, "%d", i);
    assert_int_equal(
        rd_kafka_producev(g_owner, RD_KAFKA_V_TOPIC(topic), RD_KAFKA_V_PARTITION(partition),
                          RD_KAFKA_V_KEY(key, strlen(key)), RD_KAFKA_V_VALUE(value, strlen(value)),
                          RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_COPY), RD_KAFKA_V_END),
        0);
  }
  assert_int_equal(rd_kafka_flush(g_owner, kWaitMs), 0);
}

static inline void create_filled(const char* topic, int partitions, int count) {
  create_topic(topic, partitions);
  for (int32_t p = 0; p < partitions; p++) fill(topic, p, count);
}

static inline rd_kafka_topic_partition_list_t* list_of(const char* topic, int32_t partition,
                                                       int64_t offset) {
  rd_kafka_topic_partition_list_t* list = rd_kafka_topic_partition_list_new(1);
  rd_kafka_topic_partition_list_add(list, topic, partition)->offset = offset;
  return list;
}

static inline void assign_one(rd_kafka_t* rk, const char* topic, int32_t partition,
                              int64_t offset) {
  rd_kafka_topic_partition_list_t* list = list_of(topic, partition, offset);
  assert_int_equal(rd_kafka_assign(rk, list), 0);
  rd_kafka_topic_partition_list_destroy(list);
}

/* The next thing that the consumer hands out: a message, an end, an error. */
static inline rd_kafka_message_t* next_message(rd_kafka_t* rk) {
  const int64_t end = now_ms() + kWaitMs;
  rd_kafka_message_t* m = NULL;
  while (!m && now_ms() < end) m = rd_kafka_consumer_poll(rk, 1000);
  if (!m) fail_msg("no message came");
  return m;
}

/* The next message must be the one of that offset, whose value is that number as fill() wrote. */
static inline void assert_next(rd_kafka_t* rk, int64_t offset, int value) {
  rd_kafka_message_t* m = next_message(rk);
  char text[16];
  const int size = snprintf(text, sizeof text, "%d", value);
  if (m->err) fail_msg("%s instead of offset %d", rd_kafka_err2name(m->err), (int)offset);
  assert_int_equal(m->offset, offset);
  assert_int_equal(m->len, size);
  assert_memory_equal(m->payload, text, size);
  rd_kafka_message_destroy(m);
}

static inline void expect_error_object(rd_kafka_error_t* error, rd_kafka_resp_err_t code) {
  if (code == RD_KAFKA_RESP_ERR_NO_ERROR) {
    if (error) fail_msg("%s", rd_kafka_error_string(error));
    return;
  }
  assert_non_null(error);
  assert_int_equal(rd_kafka_error_code(error), code);
  rd_kafka_error_destroy(error);
}

/* Polls until `done`, which callbacks set, or the wait is over. */
static inline void poll_until(rd_kafka_t* rk, const int* done, int wanted) {
  const int64_t end = now_ms() + kWaitMs;
  while (*done < wanted && now_ms() < end) rd_kafka_poll(rk, 100);
  assert_int_equal(*done, wanted);
}

static inline int count_entries(const char* folder) {
  int count = 0;
  char command[64];
  snprintf(command, sizeof command, "ls %s | wc -l", folder);
  FILE* pipe = popen(command, "r");
  if (!pipe || fscanf(pipe, "%d", &count) != 1) fail_msg("cannot look into %s", folder);
  pclose(pipe);
  return count;
}
