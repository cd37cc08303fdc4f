/*
 * Goal: queues carry what they are said to, can be forwarded and taken apart again, tell once when
 * they get something, and let a poll go when asked.
 * Method: an embedded broker; expectations were measured on librdkafka 2.16.0.
 */
#include <fcntl.h>
#include <poll.h>
#include <stdatomic.h>

#include "api/support.h"

static int start(void** state) {
  start_broker(state);
  create_filled("t", 2, 10);
  return 0;
}

/* Polls the queue until a message comes; its partition. */
static int32_t partition_from(rd_kafka_queue_t* queue) {
  const int64_t end = now_ms() + kWaitMs;
  rd_kafka_event_t* event = NULL;
  while (!event && now_ms() < end) event = rd_kafka_queue_poll(queue, 1000);
  assert_int_equal(rd_kafka_event_type(event), RD_KAFKA_EVENT_FETCH);
  const int32_t partition = rd_kafka_event_message_next(event)->partition;
  rd_kafka_event_destroy(event);
  return partition;
}

static void consumer_queue(void** state) {
  (void)state;
  rd_kafka_t* rk = CONSUMER("client.id", "c");
  rd_kafka_queue_t* queue = rd_kafka_queue_get_consumer(rk);
  assert_non_null(queue);
  assign_one(rk, "t", 1, 0);
  for (int i = 0; i < 10; i++) assert_int_equal(partition_from(queue), 1);
  rd_kafka_queue_destroy(queue);
  rd_kafka_destroy(rk);
}

/* A partition's queue, taken from the consumer's, is served for itself. */
static void partition_queue(void** state) {
  (void)state;
  rd_kafka_t* rk = CONSUMER("client.id", "c");
  rd_kafka_topic_partition_list_t* list = list_of("t", 0, 0);
  rd_kafka_topic_partition_list_add(list, "t", 1)->offset = 0;
  rd_kafka_queue_t* queue = rd_kafka_queue_get_partition(rk, "t", 1);
  assert_non_null(queue);
  rd_kafka_queue_forward(queue, NULL);
  assert_int_equal(rd_kafka_assign(rk, list), 0);
  /* forwarding may be set up by the assignment: it is taken apart for good now */
  rd_kafka_queue_forward(queue, NULL);
  rd_kafka_topic_partition_list_destroy(list);
  for (int i = 0; i < 10; i++) assert_next(rk, i, i); /* only partition 0 */
  for (int i = 0; i < 9; i++) assert_int_equal(partition_from(queue), 1);
  assert_null(rd_kafka_consumer_poll(rk, 50));
  rd_kafka_queue_t* consumer = rd_kafka_queue_get_consumer(rk);
  rd_kafka_queue_forward(queue, consumer);
  rd_kafka_queue_destroy(consumer);
  assert_next(rk, 9, 9);
  rd_kafka_queue_destroy(queue);
  rd_kafka_destroy(rk);
}

static void lengths(void** state) {
  (void)state;
  rd_kafka_t* rk = CONSUMER("client.id", "c");
  rd_kafka_queue_t* queue = rd_kafka_queue_get_partition(rk, "t", 1);
  rd_kafka_queue_t* mine = rd_kafka_queue_new(rk);
  assert_int_equal(rd_kafka_queue_length(mine), 0);
  assign_one(rk, "t", 1, 0);
  rd_kafka_queue_forward(queue, NULL);
  const int64_t end = now_ms() + kWaitMs;
  /* nobody polls, and yet it grows: to all that there is */
  while (rd_kafka_queue_length(queue) < 10 && now_ms() < end) usleep(1000);
  assert_int_equal(rd_kafka_queue_length(queue), 10);
  assert_int_equal(partition_from(queue), 1);
  assert_int_equal(rd_kafka_queue_length(queue), 9);
  rd_kafka_queue_destroy(mine);
  rd_kafka_queue_destroy(queue);
  rd_kafka_destroy(rk);
}

static rd_kafka_t* with_events(int mask, rd_kafka_queue_t** main_queue) {
  rd_kafka_conf_t* conf = PRODUCER_CONF("linger.ms", "0");
  rd_kafka_conf_set_events(conf, mask);
  rd_kafka_t* rk = new_handle(RD_KAFKA_PRODUCER, conf);
  *main_queue = rd_kafka_queue_get_main(rk);
  assert_non_null(*main_queue);
  return rk;
}

static void produce_one(rd_kafka_t* rk) {
  assert_int_equal(rd_kafka_producev(rk, RD_KAFKA_V_TOPIC("t"), RD_KAFKA_V_PARTITION(0),
                                     RD_KAFKA_V_VALUE("x", 1), RD_KAFKA_V_END),
                   0);
}

static void assert_dr(rd_kafka_queue_t* queue) {
  rd_kafka_event_t* event = rd_kafka_queue_poll(queue, kWaitMs);
  assert_int_equal(rd_kafka_event_type(event), RD_KAFKA_EVENT_DR);
  rd_kafka_event_destroy(event);
}

static void main_queue(void** state) {
  (void)state;
  rd_kafka_queue_t* queue;
  rd_kafka_t* rk = with_events(RD_KAFKA_EVENT_DR, &queue);
  assert_null(rd_kafka_queue_poll(queue, 0));
  produce_one(rk);
  assert_dr(queue);
  /* forwarded, it comes out there */
  rd_kafka_queue_t* mine = rd_kafka_queue_new(rk);
  rd_kafka_queue_forward(queue, mine);
  produce_one(rk);
  assert_dr(mine);
  rd_kafka_queue_forward(queue, NULL);
  produce_one(rk);
  assert_dr(queue);
  assert_int_equal(rd_kafka_queue_length(mine), 0);
  rd_kafka_queue_destroy(mine);
  rd_kafka_queue_destroy(queue);
  rd_kafka_destroy(rk);
}

static bool readable(int fd, int timeout_ms) {
  struct pollfd p = {.fd = fd, .events = POLLIN};
  return poll(&p, 1, timeout_ms) == 1;
}

static void wait_length(rd_kafka_queue_t* queue, size_t length) {
  const int64_t end = now_ms() + kWaitMs;
  while (rd_kafka_queue_length(queue) < length && now_ms() < end) usleep(1000);
  assert_true(rd_kafka_queue_length(queue) >= length);
}

static void drain(rd_kafka_queue_t* queue) {
  rd_kafka_event_t* event;
  while ((event = rd_kafka_queue_poll(queue, 0)) != NULL) rd_kafka_event_destroy(event);
}

/* One payload for each time that the queue goes from empty to not empty. */
static void io_event(void** state) {
  (void)state;
  int fds[2];
  char text[16];
  assert_int_equal(pipe2(fds, O_NONBLOCK), 0);
  rd_kafka_queue_t* queue;
  rd_kafka_t* rk = with_events(RD_KAFKA_EVENT_DR, &queue);
  rd_kafka_queue_io_event_enable(queue, fds[1], "ev", 2);
  for (int round = 0; round < 2; round++) {
    for (size_t i = 1; i <= 3; i++) {
      produce_one(rk);
      wait_length(queue, i);
    }
    assert_true(readable(fds[0], kWaitMs));
    assert_int_equal(read(fds[0], text, sizeof text), 2);
    assert_memory_equal(text, "ev", 2);
    drain(queue);
  }
  rd_kafka_queue_io_event_enable(queue, -1, NULL, 0);
  produce_one(rk);
  wait_length(queue, 1);
  assert_false(readable(fds[0], 20));
  rd_kafka_queue_destroy(queue);
  rd_kafka_destroy(rk);
  close(fds[0]);
  close(fds[1]);
}

static atomic_int g_calls;
static void on_event(rd_kafka_t* rk, void* opaque) {
  (void)rk;
  atomic_fetch_add((atomic_int*)opaque, 1);
}

static void wait_calls(int count) {
  const int64_t end = now_ms() + kWaitMs;
  while (g_calls < count && now_ms() < end) usleep(1000);
  assert_int_equal(g_calls, count);
}

static void cb_event(void** state) {
  (void)state;
  g_calls = 0;
  rd_kafka_queue_t* queue;
  rd_kafka_t* rk = with_events(RD_KAFKA_EVENT_DR, &queue);
  rd_kafka_queue_cb_event_enable(queue, on_event, &g_calls);
  for (int round = 1; round <= 2; round++) {
    for (size_t i = 1; i <= 3; i++) {
      produce_one(rk);
      wait_length(queue, i);
    }
    wait_calls(round);
    drain(queue);
  }
  rd_kafka_queue_cb_event_enable(queue, NULL, NULL);
  produce_one(rk);
  wait_length(queue, 1);
  usleep(20000);
  assert_int_equal(g_calls, 2);
  rd_kafka_queue_destroy(queue);
  rd_kafka_destroy(rk);
}

/* A consumer that only reacts: told of messages, it takes all that are there, until all came. */
static void told_of_messages(void** state) {
  (void)state;
  int fds[2];
  assert_int_equal(pipe2(fds, O_NONBLOCK), 0);
  rd_kafka_t* rk = CONSUMER("client.id", "c");
  rd_kafka_queue_t* queue = rd_kafka_queue_get_consumer(rk);
  rd_kafka_queue_io_event_enable(queue, fds[1], "x", 1);
  assign_one(rk, "t", 1, 0);
  drain(queue);
  int got = 0;
  char text[16];
  while (got < 10) {
    assert_true(readable(fds[0], kWaitMs));
    assert_true(read(fds[0], text, sizeof text) > 0);
    rd_kafka_event_t* event;
    while ((event = rd_kafka_queue_poll(queue, 0)) != NULL) {
      got += (int)rd_kafka_event_message_count(event);
      rd_kafka_event_destroy(event);
    }
  }
  assert_int_equal(got, 10);
  rd_kafka_queue_destroy(queue);
  rd_kafka_destroy(rk);
  close(fds[0]);
  close(fds[1]);
}

static void yielding(void** state) {
  (void)state;
  rd_kafka_queue_t* queue;
  rd_kafka_t* rk = with_events(RD_KAFKA_EVENT_DR, &queue);
  rd_kafka_queue_yield(queue);
  const int64_t start_at = now_ms();
  assert_null(rd_kafka_queue_poll(queue, 10000));
  assert_true(now_ms() - start_at < 8000);
  rd_kafka_queue_destroy(queue);
  rd_kafka_destroy(rk);
}

static void on_background(rd_kafka_t* rk, rd_kafka_event_t* event, void* opaque) {
  (void)rk;
  if (rd_kafka_event_type(event) == RD_KAFKA_EVENT_DR) {
    atomic_fetch_add((atomic_int*)opaque, (int)rd_kafka_event_message_count(event));
  }
  rd_kafka_event_destroy(event);
}

/* What goes to the background queue is served by a thread that is not the program's. */
static void background(void** state) {
  (void)state;
  g_calls = 0;
  rd_kafka_conf_t* conf = PRODUCER_CONF("linger.ms", "0");
  rd_kafka_conf_set_events(conf, RD_KAFKA_EVENT_DR);
  rd_kafka_conf_set_opaque(conf, &g_calls);
  rd_kafka_conf_set_background_event_cb(conf, on_background);
  rd_kafka_t* rk = new_handle(RD_KAFKA_PRODUCER, conf);
  rd_kafka_queue_t* queue = rd_kafka_queue_get_background(rk);
  rd_kafka_queue_t* from = rd_kafka_queue_get_main(rk);
  assert_non_null(queue);
  rd_kafka_queue_forward(from, queue);
  produce_one(rk);
  produce_one(rk);
  wait_calls(2);
  rd_kafka_queue_destroy(from);
  rd_kafka_queue_destroy(queue);
  rd_kafka_destroy(rk);
}

static rd_kafka_t* g_rk;
static void one_queue(void) {
  rd_kafka_queue_destroy(rd_kafka_queue_new(g_rk));
  rd_kafka_queue_destroy(rd_kafka_queue_get_main(g_rk));
}

static void are_freed(void** state) {
  (void)state;
  /* without a broker: nothing else moves in the heap meanwhile */
  g_rk = new_handle(RD_KAFKA_CONSUMER, CONF("client.id", "quiet"));
  assert_no_leak(one_queue);
  rd_kafka_destroy(g_rk);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(consumer_queue),   cmocka_unit_test(partition_queue),
      cmocka_unit_test(lengths),          cmocka_unit_test(main_queue),
      cmocka_unit_test(io_event),         cmocka_unit_test(cb_event),
      cmocka_unit_test(told_of_messages), cmocka_unit_test(yielding),
      cmocka_unit_test(background),       cmocka_unit_test(are_freed),
  };
  return cmocka_run_group_tests(tests, start, stop_broker);
}
