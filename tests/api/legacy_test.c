/*
 * Goal: the consumer that starts and stops partitions by hand: one message, batches, callbacks,
 * from a partition or a queue of several; stopping and yielding also from inside the callback.
 * Method: an embedded broker; expectations were measured on librdkafka 2.16.0.
 */
#include "api/support.h"

static rd_kafka_t* g_rk;
static rd_kafka_topic_t* g_topic;

static int start(void** state) {
  start_broker(state);
  create_filled("t", 3, 10);
  return 0;
}

static int open_consumer(void** state) {
  (void)state;
  g_rk = CONSUMER("enable.partition.eof", "true");
  g_topic = rd_kafka_topic_new(g_rk, "t", NULL);
  return 0;
}

static int close_consumer(void** state) {
  (void)state;
  rd_kafka_topic_destroy(g_topic);
  rd_kafka_destroy(g_rk);
  return 0;
}

static rd_kafka_message_t* consume_next(int32_t partition) {
  const int64_t end = now_ms() + kWaitMs;
  rd_kafka_message_t* m = NULL;
  while (!m && now_ms() < end) m = rd_kafka_consume(g_topic, partition, 1000);
  if (!m) fail_msg("no message came");
  return m;
}

static void expect_next(int32_t partition, int64_t offset) {
  rd_kafka_message_t* m = consume_next(partition);
  assert_int_equal(m->err, 0);
  assert_int_equal(m->partition, partition);
  assert_int_equal(m->offset, offset);
  rd_kafka_message_destroy(m);
}

static void one_by_one(void** state) {
  (void)state;
  assert_int_equal(rd_kafka_consume_start(g_topic, 0, 0), 0);
  for (int i = 0; i < 10; i++) expect_next(0, i);
  rd_kafka_message_t* m = consume_next(0);
  assert_int_equal(m->err, RD_KAFKA_RESP_ERR__PARTITION_EOF);
  rd_kafka_message_destroy(m);
  assert_null(rd_kafka_consume(g_topic, 0, 10));
  assert_int_equal(rd_kafka_last_error(), RD_KAFKA_RESP_ERR__TIMED_OUT);
  assert_int_equal(rd_kafka_consume_stop(g_topic, 0), 0);
  assert_int_equal(rd_kafka_consume_stop(g_topic, 0), 0); /* twice does no harm */
  /* and again from elsewhere */
  assert_int_equal(rd_kafka_consume_start(g_topic, 0, RD_KAFKA_OFFSET_TAIL(2)), 0);
  expect_next(0, 8);
  assert_int_equal(rd_kafka_consume_stop(g_topic, 0), 0);
}

static void refusals(void** state) {
  (void)state;
  errno = 0;
  assert_null(rd_kafka_consume(g_topic, 2, 10)); /* never started */
  assert_int_equal(errno, ESRCH);
  assert_int_equal(rd_kafka_last_error(), RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION);
  rd_kafka_message_t* m = NULL;
  assert_int_equal(rd_kafka_consume_batch(g_topic, 2, 10, &m, 1), -1);
  assert_int_equal(rd_kafka_last_error(), RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION);
  assert_int_equal(rd_kafka_consume_callback(g_topic, 2, 10, NULL, NULL), -1);
  assert_int_equal(rd_kafka_last_error(), RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION);
  assert_int_equal(rd_kafka_consume_start(g_topic, -1, 0), -1);
  assert_int_equal(rd_kafka_last_error(), RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION);
  assert_int_equal(rd_kafka_consume_stop(g_topic, -1), -1);
  assert_int_equal(rd_kafka_last_error(), RD_KAFKA_RESP_ERR__INVALID_ARG);
  /* which of the two depends on whether the topic's metadata has come yet */
  const rd_kafka_resp_err_t err = rd_kafka_seek(g_topic, 2, 0, 1000);
  assert_true(err == RD_KAFKA_RESP_ERR__STATE || err == RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION);
}

static void stored_needs_a_group(void** state) {
  (void)state;
  rd_kafka_t* rk = new_handle(RD_KAFKA_CONSUMER, CONF("bootstrap.servers", bootstraps()));
  rd_kafka_topic_t* rkt = rd_kafka_topic_new(rk, "t", NULL);
  assert_int_equal(rd_kafka_consume_start(rkt, 0, RD_KAFKA_OFFSET_STORED), -1);
  assert_int_equal(errno, EINVAL);
  assert_int_equal(rd_kafka_last_error(), RD_KAFKA_RESP_ERR__INVALID_ARG);
  assert_int_equal(rd_kafka_consume_start(rkt, 0, 9), 0);
  rd_kafka_message_t* m = rd_kafka_consume(rkt, 0, kWaitMs);
  assert_non_null(m);
  assert_int_equal(m->offset, 9);
  rd_kafka_message_destroy(m);
  assert_int_equal(rd_kafka_consume_stop(rkt, 0), 0);
  rd_kafka_topic_destroy(rkt);
  rd_kafka_destroy(rk);
}

static void batches(void** state) {
  (void)state;
  rd_kafka_message_t* m[32];
  assert_int_equal(rd_kafka_consume_start(g_topic, 1, 0), 0);
  int got = 0;
  const int64_t end = now_ms() + kWaitMs;
  while (got < 10 && now_ms() < end) {
    const ssize_t n = rd_kafka_consume_batch(g_topic, 1, 200, m, 4);
    assert_in_range(n, 0, 4);
    for (ssize_t i = 0; i < n; i++) {
      if (!m[i]->err) assert_int_equal(m[i]->offset, got++);
      rd_kafka_message_destroy(m[i]);
    }
  }
  assert_int_equal(got, 10);
  while (rd_kafka_consume_batch(g_topic, 1, 200, m, 1) > 0) rd_kafka_message_destroy(m[0]);
  assert_int_equal(rd_kafka_consume_batch(g_topic, 1, 10, m, 32), 0);
  assert_int_equal(rd_kafka_consume_stop(g_topic, 1), 0);
}

typedef struct {
  int count;
  int64_t next;
  int seen[3];
  enum { kJustCount, kYield, kStop } then;
} seen_t;

static void on_message(rd_kafka_message_t* m, void* opaque) {
  seen_t* s = opaque;
  if (m->err) return;
  s->count++;
  s->seen[m->partition]++;
  s->next = m->offset + 1;
  if (s->then == kYield) rd_kafka_yield(g_rk);
  if (s->then == kStop) assert_int_equal(rd_kafka_consume_stop(m->rkt, m->partition), 0);
}

static void callbacks(void** state) {
  (void)state;
  seen_t s = {.then = kJustCount};
  assert_int_equal(rd_kafka_consume_start(g_topic, 1, 0), 0);
  const int64_t end = now_ms() + kWaitMs;
  int served = 0;
  while (s.count < 10 && now_ms() < end) {
    const int n = rd_kafka_consume_callback(g_topic, 1, 200, on_message, &s);
    assert_true(n >= 0);
    served += n;
  }
  assert_int_equal(s.count, 10);
  assert_true(served >= 10);
  /* a yield gives the program its thread back after each */
  assert_int_equal(rd_kafka_seek(g_topic, 1, 3, kWaitMs), 0);
  s = (seen_t){.then = kYield};
  for (int i = 1; i <= 5 && now_ms() < end; i++) {
    while (s.count < i && now_ms() < end) {
      rd_kafka_consume_callback(g_topic, 1, 200, on_message, &s);
    }
    assert_int_equal(s.count, i);
    assert_int_equal(s.next, 3 + i);
  }
  assert_int_equal(s.count, 5);
  assert_int_equal(rd_kafka_consume_stop(g_topic, 1), 0);
}

/* After a stop from inside nothing more of the partition comes. */
static void stop_from_inside(void** state) {
  (void)state;
  seen_t s = {.then = kStop};
  assert_int_equal(rd_kafka_consume_start(g_topic, 1, 0), 0);
  const int64_t end = now_ms() + kWaitMs;
  while (s.count == 0 && now_ms() < end) {
    rd_kafka_consume_callback(g_topic, 1, 200, on_message, &s);
  }
  assert_int_equal(s.seen[1], s.count);
  const int count = s.count;
  rd_kafka_consume_callback(g_topic, 1, 100, on_message, &s);
  assert_int_equal(s.count, count);
  assert_int_equal(rd_kafka_consume_start(g_topic, 1, 0), 0);
  expect_next(1, 0);
  assert_int_equal(rd_kafka_consume_stop(g_topic, 1), 0);
}

static void seeking(void** state) {
  (void)state;
  assert_int_equal(rd_kafka_consume_start(g_topic, 1, 0), 0);
  expect_next(1, 0);
  assert_int_equal(rd_kafka_seek(g_topic, 1, 6, kWaitMs), 0);
  expect_next(1, 6);
  expect_next(1, 7);
  assert_int_equal(rd_kafka_seek(g_topic, 1, RD_KAFKA_OFFSET_BEGINNING, 0), 0);
  rd_kafka_message_t* m = consume_next(1);
  while (m->offset != 0) { /* without a time-out what was fetched may still come */
    rd_kafka_message_destroy(m);
    m = consume_next(1);
  }
  rd_kafka_message_destroy(m);
  assert_int_equal(rd_kafka_consume_stop(g_topic, 1), 0);
}

/* Several partitions into one queue of the program's. */
static void queues(void** state) {
  (void)state;
  rd_kafka_queue_t* queue = rd_kafka_queue_new(g_rk);
  for (int32_t p = 0; p < 3; p++) {
    assert_int_equal(rd_kafka_consume_start_queue(g_topic, p, 0, queue), 0);
  }
  const int64_t end = now_ms() + kWaitMs;
  rd_kafka_message_t* m = NULL;
  seen_t s = {.then = kJustCount};
  while (!m && now_ms() < end) m = rd_kafka_consume_queue(queue, 1000);
  assert_non_null(m);
  on_message(m, &s);
  rd_kafka_message_destroy(m);
  while (s.count < 4 && now_ms() < end) {
    rd_kafka_message_t* batch[3];
    const ssize_t n = rd_kafka_consume_batch_queue(queue, 200, batch, 3);
    assert_in_range(n, 0, 3);
    for (ssize_t i = 0; i < n; i++) {
      on_message(batch[i], &s);
      rd_kafka_message_destroy(batch[i]);
    }
  }
  assert_in_range(s.count, 4, 6);
  while (s.count < 30 && now_ms() < end) {
    assert_true(rd_kafka_consume_callback_queue(queue, 200, on_message, &s) >= 0);
  }
  for (int p = 0; p < 3; p++) assert_int_equal(s.seen[p], 10);
  while ((m = rd_kafka_consume_queue(queue, 100)) != NULL) rd_kafka_message_destroy(m);
  assert_int_equal(rd_kafka_last_error(), RD_KAFKA_RESP_ERR__TIMED_OUT);
  for (int32_t p = 0; p < 3; p++) assert_int_equal(rd_kafka_consume_stop(g_topic, p), 0);
  rd_kafka_queue_destroy(queue);
}

/* What is stored is the message's offset; what a commit then writes is the next one. */
static void storing(void** state) {
  (void)state;
  rd_kafka_t* rk = CONSUMER("enable.auto.offset.store", "false");
  rd_kafka_topic_t* rkt = rd_kafka_topic_new(rk, "t", NULL);
  assign_one(rk, "t", 0, 0);
  assert_next(rk, 0, 0);
  assert_int_equal(rd_kafka_offset_store(rkt, 99, 4), RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION);
  assert_int_equal(rd_kafka_offset_store(rkt, 1, 4), RD_KAFKA_RESP_ERR__STATE);
  assert_int_equal(rd_kafka_offset_store(rkt, 0, 4), 0);
  assert_int_equal(rd_kafka_commit(rk, NULL, 0), 0);
  rd_kafka_topic_partition_list_t* list = list_of("t", 0, 0);
  assert_int_equal(rd_kafka_committed(rk, list, kWaitMs), 0);
  assert_int_equal(list->elems[0].offset, 5);
  rd_kafka_topic_partition_list_destroy(list);
  rd_kafka_topic_destroy(rkt);
  rd_kafka_destroy(rk);
}

int main(void) {
#define ONE(name) cmocka_unit_test_setup_teardown(name, open_consumer, close_consumer)
  const struct CMUnitTest tests[] = {
      ONE(one_by_one), ONE(refusals),  cmocka_unit_test(stored_needs_a_group),
      ONE(batches),    ONE(callbacks), ONE(stop_from_inside),
      ONE(seeking),    ONE(queues),    cmocka_unit_test(storing),
  };
  return cmocka_run_group_tests(tests, start, stop_broker);
}
