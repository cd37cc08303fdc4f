/*
 * Goal: many threads on one handle, and calls from inside callbacks: everything is still told once,
 * and nothing waits for itself.
 * Method: an embedded broker; the same programs pass on librdkafka 2.16.0. Run under TSan too.
 */
#include <stdatomic.h>

#include "api/support.h"

enum { kThreads = 4, kEach = 2000 };

static rd_kafka_t* g_rk;
static atomic_int g_reports;
static unsigned char g_seen[kThreads * kEach];
static unsigned char g_offsets[kThreads * kEach];

static void on_report(rd_kafka_t* rk, const rd_kafka_message_t* m, void* opaque) {
  (void)rk;
  (void)opaque;
  assert_int_equal(m->err, 0);
  g_seen[(intptr_t)m->_private - 1]++;
  assert_in_range(m->offset, 0, kThreads * kEach - 1);
  g_offsets[m->offset]++;
  atomic_fetch_add(&g_reports, 1);
}

static void* produce(void* arg) {
  const intptr_t first = (intptr_t)arg * kEach;
  rd_kafka_topic_t* rkt = rd_kafka_topic_new(g_rk, "shared", NULL);
  for (intptr_t i = first; i < first + kEach; i++) {
    while (rd_kafka_produce(rkt, 0, RD_KAFKA_MSG_F_COPY, "value", 5, NULL, 0, (void*)(i + 1)) ==
           -1) {
      if (rd_kafka_last_error() != RD_KAFKA_RESP_ERR__QUEUE_FULL) return (void*)1;
      usleep(100);
    }
  }
  rd_kafka_topic_destroy(rkt);
  return NULL;
}

static void producing(void** state) {
  (void)state;
  create_topic("shared", 1);
  rd_kafka_conf_t* conf = PRODUCER_CONF("linger.ms", "1", "queue.buffering.max.messages", "1000");
  rd_kafka_conf_set_dr_msg_cb(conf, on_report);
  g_rk = new_handle(RD_KAFKA_PRODUCER, conf);
  pthread_t threads[kThreads];
  for (intptr_t i = 0; i < kThreads; i++) pthread_create(&threads[i], NULL, produce, (void*)i);
  const int64_t end = now_ms() + 3 * kWaitMs;
  while (g_reports < kThreads * kEach && now_ms() < end) rd_kafka_poll(g_rk, 100);
  for (int i = 0; i < kThreads; i++) {
    void* result = NULL;
    pthread_join(threads[i], &result);
    assert_null(result);
  }
  assert_int_equal(rd_kafka_flush(g_rk, kWaitMs), 0);
  assert_int_equal(g_reports, kThreads * kEach);
  for (int i = 0; i < kThreads * kEach; i++) {
    assert_int_equal(g_seen[i], 1);
    assert_int_equal(g_offsets[i], 1);
  }
  rd_kafka_destroy(g_rk);
}

static atomic_int g_got;
static void* consume(void* arg) {
  (void)arg;
  const int64_t end = now_ms() + kWaitMs;
  while (g_got < 500 && now_ms() < end) {
    rd_kafka_message_t* m = rd_kafka_consumer_poll(g_rk, 50);
    if (!m) continue;
    if (!m->err) {
      g_seen[m->offset]++;
      atomic_fetch_add(&g_got, 1);
    }
    rd_kafka_message_destroy(m);
  }
  return NULL;
}

/* Each message goes to one of the threads that poll. */
static void consuming(void** state) {
  (void)state;
  create_filled("many", 1, 500);
  memset(g_seen, 0, sizeof g_seen);
  g_rk = CONSUMER("client.id", "c");
  assign_one(g_rk, "many", 0, 0);
  pthread_t threads[kThreads];
  for (int i = 0; i < kThreads; i++) pthread_create(&threads[i], NULL, consume, NULL);
  for (int i = 0; i < kThreads; i++) pthread_join(threads[i], NULL);
  assert_int_equal(g_got, 500);
  for (int i = 0; i < 500; i++) assert_int_equal(g_seen[i], 1);
  rd_kafka_destroy(g_rk);
}

typedef struct {
  int count;
  rd_kafka_topic_t* rkt;
} inside_t;

/* A program that does everything in its callback. */
static void from_inside(rd_kafka_t* rk, const rd_kafka_message_t* m, void* opaque) {
  inside_t* in = opaque;
  assert_int_equal(m->err, 0);
  in->count++;
  if (in->count > 5) return;
  assert_int_equal(rd_kafka_produce(in->rkt, 0, RD_KAFKA_MSG_F_COPY, "again", 5, NULL, 0, NULL), 0);
  assert_true(rd_kafka_outq_len(rk) > 0);
  rd_kafka_poll(rk, 0);
  int64_t low = -1, high = -1;
  assert_int_equal(rd_kafka_query_watermark_offsets(rk, "inside", 0, &low, &high, kWaitMs), 0);
  assert_true(high >= in->count);
  if (in->count == 5) assert_int_equal(rd_kafka_flush(rk, 0), RD_KAFKA_RESP_ERR__TIMED_OUT);
}

static void inside_callbacks(void** state) {
  (void)state;
  create_topic("inside", 1);
  inside_t in = {0};
  rd_kafka_conf_t* conf = PRODUCER_CONF("linger.ms", "0");
  rd_kafka_conf_set_opaque(conf, &in);
  rd_kafka_conf_set_dr_msg_cb(conf, from_inside);
  rd_kafka_t* rk = new_handle(RD_KAFKA_PRODUCER, conf);
  in.rkt = rd_kafka_topic_new(rk, "inside", NULL);
  assert_int_equal(rd_kafka_produce(in.rkt, 0, RD_KAFKA_MSG_F_COPY, "first", 5, NULL, 0, NULL), 0);
  const int64_t end = now_ms() + kWaitMs;
  while (in.count < 6 && now_ms() < end) rd_kafka_poll(rk, 100);
  assert_int_equal(in.count, 6);
  rd_kafka_topic_destroy(in.rkt);
  rd_kafka_destroy(rk);
}

static void* polls(void* arg) {
  const int64_t end = now_ms() + kWaitMs;
  while (now_ms() < end) {
    rd_kafka_message_t* m = rd_kafka_consumer_poll(arg, 100);
    if (m) rd_kafka_message_destroy(m);
    if (rd_kafka_consumer_closed(arg)) break;
  }
  return NULL;
}

/* One thread polls while another assigns, seeks, pauses and closes. */
static void steering(void** state) {
  (void)state;
  create_filled("steered", 2, 50);
  rd_kafka_t* rk = CONSUMER("client.id", "s");
  pthread_t thread;
  pthread_create(&thread, NULL, polls, rk);
  for (int i = 0; i < 50; i++) {
    rd_kafka_topic_partition_list_t* list = list_of("steered", i % 2, i % 50);
    rd_kafka_topic_partition_list_add(list, "steered", 1 - i % 2)->offset = 0;
    assert_int_equal(rd_kafka_assign(rk, list), 0);
    assert_int_equal(rd_kafka_pause_partitions(rk, list), 0);
    assert_int_equal(rd_kafka_resume_partitions(rk, list), 0);
    rd_kafka_error_destroy(rd_kafka_seek_partitions(rk, list, 100));
    assert_int_equal(rd_kafka_position(rk, list), 0);
    rd_kafka_topic_partition_list_destroy(list);
  }
  assert_int_equal(rd_kafka_consumer_close(rk), 0);
  pthread_join(thread, NULL);
  rd_kafka_destroy(rk);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(producing),
      cmocka_unit_test(consuming),
      cmocka_unit_test(inside_callbacks),
      cmocka_unit_test(steering),
  };
  return cmocka_run_group_tests(tests, start_broker, stop_broker);
}
