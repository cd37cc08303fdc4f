/*
 * Goal: the consumer that assigns its own partitions: what it is given, where it stands, moving
 * about, pausing, closing, and the refusals without a group and on a producer.
 * Method: an embedded broker; expectations were measured on librdkafka 2.16.0.
 */
#include "api/support.h"

static int start(void** state) {
  start_broker(state);
  create_filled("t", 3, 10);
  return 0;
}

static rd_kafka_topic_partition_list_t* assigned(rd_kafka_t* rk) {
  rd_kafka_topic_partition_list_t* list = NULL;
  assert_int_equal(rd_kafka_assignment(rk, &list), 0);
  assert_non_null(list);
  return list;
}

static void assert_assigned(rd_kafka_t* rk, int count) {
  rd_kafka_topic_partition_list_t* list = assigned(rk);
  assert_int_equal(list->cnt, count);
  rd_kafka_topic_partition_list_destroy(list);
}

static void in_order(void** state) {
  (void)state;
  rd_kafka_t* rk = CONSUMER("client.id", "c");
  assert_null(rd_kafka_consumer_poll(rk, 0));
  assert_int_equal(rd_kafka_last_error(), RD_KAFKA_RESP_ERR__TIMED_OUT);
  assert_assigned(rk, 0);
  assign_one(rk, "t", 0, RD_KAFKA_OFFSET_STORED);
  rd_kafka_topic_partition_list_t* list = assigned(rk);
  assert_int_equal(list->cnt, 1);
  assert_string_equal(list->elems[0].topic, "t");
  assert_int_equal(list->elems[0].partition, 0);
  assert_int_equal(list->elems[0].offset, RD_KAFKA_OFFSET_STORED);
  rd_kafka_topic_partition_list_destroy(list);
  for (int i = 0; i < 10; i++) assert_next(rk, i, i);
  /* what is written now comes now */
  fill("t", 0, 1);
  assert_next(rk, 10, 0);
  assert_int_equal(rd_kafka_assign(rk, NULL), 0);
  assert_assigned(rk, 0);
  rd_kafka_destroy(rk);
}

static void start_offsets(void** state) {
  (void)state;
  const struct {
    int64_t from;
    int64_t first;
  } rows[] = {{RD_KAFKA_OFFSET_BEGINNING, 0},
              {4, 4},
              {RD_KAFKA_OFFSET_TAIL(3), 7},
              {RD_KAFKA_OFFSET_STORED, 0},
              {RD_KAFKA_OFFSET_INVALID, 0}};
  rd_kafka_t* rk = CONSUMER("client.id", "c");
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    assign_one(rk, "t", 1, rows[i].from);
    assert_next(rk, rows[i].first, (int)rows[i].first);
  }
  rd_kafka_destroy(rk);
  rk = CONSUMER("enable.partition.eof", "true");
  assign_one(rk, "t", 1, RD_KAFKA_OFFSET_END);
  rd_kafka_message_t* m = next_message(rk);
  assert_int_equal(m->err, RD_KAFKA_RESP_ERR__PARTITION_EOF);
  assert_int_equal(m->offset, 10);
  rd_kafka_message_destroy(m);
  rd_kafka_destroy(rk);
}

static void no_offset_no_reset(void** state) {
  (void)state;
  rd_kafka_t* rk = CONSUMER("auto.offset.reset", "error");
  assign_one(rk, "t", 1, 1000);
  rd_kafka_message_t* m = next_message(rk);
  assert_int_equal(m->err, RD_KAFKA_RESP_ERR__AUTO_OFFSET_RESET);
  assert_int_equal(m->partition, 1);
  assert_int_equal(m->len, strlen(m->payload));
  rd_kafka_message_destroy(m);
  rd_kafka_destroy(rk);
}

static void incremental(void** state) {
  (void)state;
  rd_kafka_t* rk = CONSUMER("client.id", "c");
  rd_kafka_topic_partition_list_t* one = list_of("t", 1, 8);
  rd_kafka_topic_partition_list_t* two = list_of("t", 2, 9);
  expect_error_object(rd_kafka_incremental_assign(rk, one), 0);
  assert_next(rk, 8, 8);
  expect_error_object(rd_kafka_incremental_assign(rk, two), 0);
  assert_assigned(rk, 2);
  rd_kafka_error_t* error = rd_kafka_incremental_assign(rk, two);
  assert_non_null(error);
  assert_non_null(strstr(rd_kafka_error_string(error), "t [2]"));
  expect_error_object(error, RD_KAFKA_RESP_ERR__CONFLICT);
  expect_error_object(rd_kafka_incremental_unassign(rk, one), 0);
  assert_assigned(rk, 1);
  assert_next(rk, 9, 9);
  error = rd_kafka_incremental_unassign(rk, one);
  expect_error_object(error, RD_KAFKA_RESP_ERR__INVALID_ARG);
  rd_kafka_topic_partition_list_destroy(one);
  rd_kafka_topic_partition_list_destroy(two);
  rd_kafka_destroy(rk);
}

static int64_t position_of(rd_kafka_t* rk, int32_t partition) {
  rd_kafka_topic_partition_list_t* list = list_of("t", partition, 77);
  assert_int_equal(rd_kafka_position(rk, list), 0);
  assert_int_equal(list->elems[0].err, 0);
  const int64_t offset = list->elems[0].offset;
  rd_kafka_topic_partition_list_destroy(list);
  return offset;
}

static void seek_to(rd_kafka_t* rk, int32_t partition, int64_t offset, rd_kafka_resp_err_t err) {
  rd_kafka_topic_partition_list_t* list = list_of("t", partition, offset);
  expect_error_object(rd_kafka_seek_partitions(rk, list, kWaitMs), 0);
  assert_int_equal(list->elems[0].err, err);
  rd_kafka_topic_partition_list_destroy(list);
}

static void position_and_seek(void** state) {
  (void)state;
  rd_kafka_t* rk = CONSUMER("client.id", "c");
  assert_int_equal(position_of(rk, 1), RD_KAFKA_OFFSET_INVALID);
  assign_one(rk, "t", 1, 2);
  assert_next(rk, 2, 2);
  assert_int_equal(position_of(rk, 1), 3);
  seek_to(rk, 1, 7, 0);
  assert_next(rk, 7, 7);
  assert_int_equal(position_of(rk, 1), 8);
  seek_to(rk, 1, 0, 0);
  for (int i = 0; i < 10; i++) assert_next(rk, i, i);
  /* of a known topic, but not consumed; and of one that nobody has heard of */
  seek_to(rk, 99, 0, RD_KAFKA_RESP_ERR__STATE);
  seek_to(rk, 2, 0, RD_KAFKA_RESP_ERR__STATE);
  rd_kafka_topic_partition_list_t* list = list_of("unheard of", 0, 0);
  expect_error_object(rd_kafka_seek_partitions(rk, list, kWaitMs), 0);
  assert_int_equal(list->elems[0].err, RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION);
  assert_int_equal(rd_kafka_pause_partitions(rk, list), 0);
  assert_int_equal(list->elems[0].err, RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION);
  assert_int_equal(rd_kafka_position(rk, list), 0);
  assert_int_equal(list->elems[0].err, 0);
  assert_int_equal(list->elems[0].offset, RD_KAFKA_OFFSET_INVALID);
  rd_kafka_topic_partition_list_destroy(list);
  rd_kafka_destroy(rk);
}

static void set_paused(rd_kafka_t* rk, int32_t partition, bool paused) {
  rd_kafka_topic_partition_list_t* list = list_of("t", partition, 0);
  list->elems[0].err = RD_KAFKA_RESP_ERR__FAIL;
  assert_int_equal(
      paused ? rd_kafka_pause_partitions(rk, list) : rd_kafka_resume_partitions(rk, list), 0);
  assert_int_equal(list->elems[0].err, 0);
  rd_kafka_topic_partition_list_destroy(list);
}

static void pause_and_resume(void** state) {
  (void)state;
  rd_kafka_t* rk = CONSUMER("client.id", "c");
  assign_one(rk, "t", 1, 0);
  assert_next(rk, 0, 0);
  set_paused(rk, 1, true);
  assert_null(rd_kafka_consumer_poll(rk, 300));
  set_paused(rk, 1, false);
  assert_next(rk, 1, 1);
  assert_next(rk, 2, 2);
  rd_kafka_destroy(rk);
}

static void subscriptions(void** state) {
  (void)state;
  rd_kafka_t* rk = CONSUMER("client.id", "c");
  rd_kafka_topic_partition_list_t* list = NULL;
  assert_int_equal(rd_kafka_subscription(rk, &list), 0);
  assert_int_equal(list->cnt, 0);
  rd_kafka_topic_partition_list_destroy(list);
  assign_one(rk, "t", 1, 0);
  assert_int_equal(rd_kafka_unsubscribe(rk), 0);
  assert_assigned(rk, 1); /* a manual assignment is left alone */
  assert_int_equal(rd_kafka_assignment_lost(rk), 0);
  assert_string_equal(rd_kafka_rebalance_protocol(rk), "NONE");
  char* id = rd_kafka_memberid(rk);
  assert_string_equal(id, "");
  free(id);
  rd_kafka_destroy(rk);
}

static void closing(void** state) {
  (void)state;
  rd_kafka_t* rk = CONSUMER("client.id", "c");
  assert_int_equal(rd_kafka_poll_set_consumer(rk), 0);
  assign_one(rk, "t", 1, 0);
  assert_next(rk, 0, 0);
  assert_int_equal(rd_kafka_consumer_closed(rk), 0);
  assert_int_equal(rd_kafka_consumer_close(rk), 0);
  assert_int_equal(rd_kafka_consumer_closed(rk), 1);
  assert_null(rd_kafka_consumer_poll(rk, 10));
  rd_kafka_destroy(rk);
}

static void closing_by_queue(void** state) {
  (void)state;
  rd_kafka_t* rk = CONSUMER("client.id", "c");
  rd_kafka_queue_t* queue = rd_kafka_queue_new(rk);
  assign_one(rk, "t", 1, 0);
  assert_next(rk, 0, 0);
  expect_error_object(rd_kafka_consumer_close_queue(rk, NULL), RD_KAFKA_RESP_ERR__INVALID_ARG);
  expect_error_object(rd_kafka_consumer_close_queue(rk, queue), 0);
  const int64_t end = now_ms() + kWaitMs;
  while (!rd_kafka_consumer_closed(rk) && now_ms() < end) {
    rd_kafka_event_destroy(rd_kafka_queue_poll(queue, 50));
  }
  assert_int_equal(rd_kafka_consumer_closed(rk), 1);
  rd_kafka_queue_destroy(queue);
  rd_kafka_destroy(rk);
}

static int g_errors;
static void on_error(rd_kafka_t* rk, int err, const char* reason, void* opaque) {
  (void)rk;
  (void)reason;
  (void)opaque;
  g_errors += err == RD_KAFKA_RESP_ERR__ALL_BROKERS_DOWN;
}

/* What waits in the main queue is served by consumer_poll from then on. */
static void main_queue_joins(void** state) {
  (void)state;
  rd_kafka_conf_t* conf = CONF("group.id", "g", "bootstrap.servers", "127.0.0.1:1");
  rd_kafka_conf_set_error_cb(conf, on_error);
  rd_kafka_t* rk = new_handle(RD_KAFKA_CONSUMER, conf);
  assert_int_equal(rd_kafka_poll_set_consumer(rk), 0);
  const int64_t end = now_ms() + kWaitMs;
  g_errors = 0;
  while (g_errors == 0 && now_ms() < end) assert_null(rd_kafka_consumer_poll(rk, 50));
  assert_int_equal(g_errors, 1);
  rd_kafka_destroy(rk);
}

static void refusals(rd_kafka_t* rk) {
  const rd_kafka_resp_err_t code = RD_KAFKA_RESP_ERR__UNKNOWN_GROUP;
  rd_kafka_topic_partition_list_t* list = list_of("t", 0, 0);
  rd_kafka_topic_partition_list_t* out = NULL;
  assert_int_equal(rd_kafka_subscribe(rk, list), code);
  assert_int_equal(rd_kafka_unsubscribe(rk), code);
  assert_int_equal(rd_kafka_assign(rk, list), code);
  assert_int_equal(rd_kafka_assignment(rk, &out), code);
  assert_int_equal(rd_kafka_subscription(rk, &out), code);
  assert_int_equal(rd_kafka_commit(rk, NULL, 0), code);
  assert_int_equal(rd_kafka_committed(rk, list, 10), code);
  assert_int_equal(rd_kafka_consumer_close(rk), code);
  assert_int_equal(rd_kafka_poll_set_consumer(rk), code);
  expect_error_object(rd_kafka_incremental_assign(rk, list), code);
  expect_error_object(rd_kafka_incremental_unassign(rk, list), code);
  assert_null(rd_kafka_queue_get_consumer(rk));
  rd_kafka_message_t* m = rd_kafka_consumer_poll(rk, 10);
  assert_int_equal(m->err, code);
  rd_kafka_message_destroy(m);
  rd_kafka_topic_partition_list_destroy(list);
  rd_kafka_destroy(rk);
}

static void without_a_group(void** state) {
  (void)state;
  refusals(new_handle(RD_KAFKA_CONSUMER, CONF("client.id", "c")));
}

static void on_a_producer(void** state) {
  (void)state;
  refusals(new_handle(RD_KAFKA_PRODUCER, CONF("client.id", "p")));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(in_order),           cmocka_unit_test(start_offsets),
      cmocka_unit_test(no_offset_no_reset), cmocka_unit_test(incremental),
      cmocka_unit_test(position_and_seek),  cmocka_unit_test(pause_and_resume),
      cmocka_unit_test(subscriptions),      cmocka_unit_test(closing),
      cmocka_unit_test(closing_by_queue),   cmocka_unit_test(main_queue_joins),
      cmocka_unit_test(without_a_group),    cmocka_unit_test(on_a_producer),
  };
  return cmocka_run_group_tests(tests, start, stop_broker);
}
