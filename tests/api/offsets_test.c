/*
 * Goal: offsets are stored and committed as librdkafka does: which offset, when, whose callback,
 * and what is refused.
 * Method: an embedded broker that keeps a group's offsets; expectations were measured on
 * librdkafka 2.16.0.
 */
#include "api/support.h"

static char g_topic[32];
static int g_topics;

typedef struct {
  int count;
  rd_kafka_resp_err_t err;
  int64_t offset;
  void* opaque;
} commits_t;

static void on_commit(rd_kafka_t* rk, rd_kafka_resp_err_t err,
                      rd_kafka_topic_partition_list_t* offsets, void* opaque) {
  (void)rk;
  commits_t* c = opaque;
  c->count++;
  c->err = err;
  c->offset = offsets && offsets->cnt > 0 ? offsets->elems[0].offset : -1;
  c->opaque = opaque;
}

/* Each test has a topic of ten messages of its own, and so its own offsets. */
static int fresh_topic(void** state) {
  (void)state;
  snprintf(g_topic, sizeof g_topic, "offsets-%d", g_topics++);
  create_filled(g_topic, 2, 10);
  return 0;
}

static int64_t committed(rd_kafka_t* rk) {
  rd_kafka_topic_partition_list_t* list = list_of(g_topic, 0, 77);
  assert_int_equal(rd_kafka_committed(rk, list, kWaitMs), 0);
  assert_int_equal(list->elems[0].err, 0);
  const int64_t offset = list->elems[0].offset;
  rd_kafka_topic_partition_list_destroy(list);
  return offset;
}

static void given(void** state) {
  (void)state;
  rd_kafka_t* rk = CONSUMER("enable.auto.offset.store", "false");
  assert_int_equal(committed(rk), RD_KAFKA_OFFSET_INVALID);
  rd_kafka_topic_partition_list_t* list = list_of(g_topic, 0, 4);
  assert_int_equal(rd_kafka_commit(rk, list, 0), 0);
  assert_int_equal(list->elems[0].err, 0);
  assert_int_equal(committed(rk), 4);
  rd_kafka_topic_partition_list_destroy(list);
  /* the next consumer of the group goes on there */
  assign_one(rk, g_topic, 0, RD_KAFKA_OFFSET_STORED);
  assert_next(rk, 4, 4);
  rd_kafka_destroy(rk);
}

static void stored(void** state) {
  (void)state;
  rd_kafka_t* rk = CONSUMER("client.id", "c");
  assign_one(rk, g_topic, 0, 0);
  assert_int_equal(rd_kafka_commit(rk, NULL, 0), RD_KAFKA_RESP_ERR__NO_OFFSET);
  for (int i = 0; i < 3; i++) assert_next(rk, i, i);
  assert_int_equal(rd_kafka_commit(rk, NULL, 0), 0);
  assert_int_equal(committed(rk), 3);
  assert_int_equal(rd_kafka_commit(rk, NULL, 0), RD_KAFKA_RESP_ERR__NO_OFFSET);
  rd_kafka_destroy(rk);
}

static void of_a_message(void** state) {
  (void)state;
  rd_kafka_t* rk = CONSUMER("enable.partition.eof", "true");
  assign_one(rk, g_topic, 0, 8);
  rd_kafka_message_t* m = next_message(rk);
  assert_int_equal(rd_kafka_commit_message(rk, m, 0), 0);
  assert_int_equal(committed(rk), 9);
  rd_kafka_message_destroy(m);
  assert_next(rk, 9, 9);
  m = next_message(rk);
  assert_int_equal(m->err, RD_KAFKA_RESP_ERR__PARTITION_EOF);
  assert_int_equal(rd_kafka_commit_message(rk, m, 0), RD_KAFKA_RESP_ERR__INVALID_ARG);
  rd_kafka_message_destroy(m);
  rd_kafka_destroy(rk);
}

static void asynchronous(void** state) {
  (void)state;
  commits_t seen = {0};
  rd_kafka_conf_t* conf = CONSUMER_CONF("client.id", "c");
  rd_kafka_conf_set_opaque(conf, &seen);
  rd_kafka_conf_set_offset_commit_cb(conf, on_commit);
  rd_kafka_t* rk = new_handle(RD_KAFKA_CONSUMER, conf);
  rd_kafka_poll_set_consumer(rk);
  rd_kafka_topic_partition_list_t* list = list_of(g_topic, 0, 5);
  assert_int_equal(rd_kafka_commit(rk, list, 1), 0);
  assert_int_equal(seen.count, 0);
  const int64_t end = now_ms() + kWaitMs;
  while (seen.count == 0 && now_ms() < end) assert_null(rd_kafka_consumer_poll(rk, 50));
  assert_int_equal(seen.count, 1);
  assert_int_equal(seen.err, 0);
  assert_int_equal(seen.offset, 5);
  assert_int_equal(committed(rk), 5);
  rd_kafka_topic_partition_list_destroy(list);
  rd_kafka_destroy(rk);
}

static void by_queue(void** state) {
  (void)state;
  rd_kafka_t* rk = CONSUMER("client.id", "c");
  rd_kafka_topic_partition_list_t* list = list_of(g_topic, 0, 6);
  commits_t seen = {0};
  /* without a queue the callback runs inside */
  assert_int_equal(rd_kafka_commit_queue(rk, list, NULL, on_commit, &seen), 0);
  assert_int_equal(seen.count, 1);
  assert_int_equal(seen.err, 0);
  assert_int_equal(seen.offset, 6);
  assert_ptr_equal(seen.opaque, &seen);
  list->elems[0].offset = 7;
  rd_kafka_queue_t* queue = rd_kafka_queue_new(rk);
  assert_int_equal(rd_kafka_commit_queue(rk, list, queue, NULL, NULL), 0);
  rd_kafka_event_t* event = rd_kafka_queue_poll(queue, kWaitMs);
  assert_int_equal(rd_kafka_event_type(event), RD_KAFKA_EVENT_OFFSET_COMMIT);
  assert_int_equal(rd_kafka_event_error(event), 0);
  assert_int_equal(rd_kafka_event_topic_partition_list(event)->elems[0].offset, 7);
  rd_kafka_event_destroy(event);
  assert_int_equal(committed(rk), 7);
  list->elems[0].offset = 8;
  assert_int_equal(rd_kafka_commit_queue(rk, list, NULL, NULL, NULL), 0);
  assert_int_equal(committed(rk), 8);
  rd_kafka_topic_partition_list_destroy(list);
  rd_kafka_queue_destroy(queue);
  rd_kafka_destroy(rk);
}

static void storing_is_refused(void** state) {
  (void)state;
  rd_kafka_t* rk = CONSUMER("client.id", "c");
  assign_one(rk, g_topic, 0, 0);
  rd_kafka_topic_partition_list_t* list = list_of(g_topic, 0, 4);
  assert_int_equal(rd_kafka_offsets_store(rk, list), RD_KAFKA_RESP_ERR__INVALID_ARG);
  rd_kafka_topic_partition_list_destroy(list);
  rd_kafka_destroy(rk);
}

static void storing(void** state) {
  (void)state;
  rd_kafka_t* rk = CONSUMER("enable.auto.offset.store", "false");
  assign_one(rk, g_topic, 0, 0);
  rd_kafka_message_t* m = next_message(rk);
  assert_int_equal(rd_kafka_commit(rk, NULL, 0), RD_KAFKA_RESP_ERR__NO_OFFSET);
  expect_error_object(rd_kafka_offset_store_message(m), 0);
  assert_int_equal(rd_kafka_commit(rk, NULL, 0), 0);
  assert_int_equal(committed(rk), 1); /* behind the message */
  rd_kafka_message_destroy(m);
  rd_kafka_topic_partition_list_t* list = list_of(g_topic, 0, 4);
  assert_int_equal(rd_kafka_offsets_store(rk, list), 0);
  assert_int_equal(list->elems[0].err, 0);
  assert_int_equal(rd_kafka_commit(rk, NULL, 0), 0);
  assert_int_equal(committed(rk), 4); /* as given */
  rd_kafka_topic_partition_list_destroy(list);
  list = list_of(g_topic, 1, 4);
  assert_int_equal(rd_kafka_offsets_store(rk, list), RD_KAFKA_RESP_ERR__STATE);
  assert_int_equal(list->elems[0].err, RD_KAFKA_RESP_ERR__STATE);
  rd_kafka_topic_partition_list_destroy(list);
  rd_kafka_destroy(rk);
}

/*
 * By time and at the end, without the program doing anything for it; never backwards (measured on
 * 2.0.2 and 2.16.0 with Kafka 4.4.0).
 */
static void automatic(void** state) {
  (void)state;
  commits_t seen = {0};
  rd_kafka_conf_t* conf = CONF("bootstrap.servers", bootstraps(), "group.id", "g",
                               "auto.offset.reset", "earliest", "auto.commit.interval.ms", "100");
  rd_kafka_conf_set_opaque(conf, &seen);
  rd_kafka_conf_set_offset_commit_cb(conf, on_commit);
  rd_kafka_t* rk = new_handle(RD_KAFKA_CONSUMER, conf);
  rd_kafka_poll_set_consumer(rk);
  rd_kafka_t* other = CONSUMER("client.id", "other");
  assign_one(rk, g_topic, 0, RD_KAFKA_OFFSET_STORED);
  for (int i = 0; i < 4; i++) assert_next(rk, i, i);
  const int64_t end = now_ms() + kWaitMs;
  while (committed(other) != 4 && now_ms() < end) usleep(20000);
  assert_int_equal(committed(other), 4);
  assert_int_equal(seen.count, 0); /* the callback waits for a poll */
  rd_kafka_topic_partition_list_t* list = list_of(g_topic, 0, 0);
  assert_int_equal(rd_kafka_pause_partitions(rk, list), 0);
  while (seen.count == 0 && now_ms() < end) {
    rd_kafka_message_t* m = rd_kafka_consumer_poll(rk, 50);
    if (m) rd_kafka_message_destroy(m);
  }
  assert_int_equal(seen.err, 0);
  list->elems[0].offset = 0;
  expect_error_object(rd_kafka_seek_partitions(rk, list, kWaitMs), 0);
  assert_int_equal(rd_kafka_resume_partitions(rk, list), 0);
  rd_kafka_topic_partition_list_destroy(list);
  assert_next(rk, 0, 0);
  assert_int_equal(rd_kafka_commit(rk, NULL, 0), RD_KAFKA_RESP_ERR__NO_OFFSET);
  assert_int_equal(rd_kafka_consumer_close(rk), 0);
  assert_int_equal(committed(other), 4);
  rd_kafka_destroy(rk);
  rd_kafka_destroy(other);
}

static void not_automatic(void** state) {
  (void)state;
  rd_kafka_t* rk = CONSUMER("auto.commit.interval.ms", "50");
  rd_kafka_t* other = CONSUMER("client.id", "other");
  assign_one(rk, g_topic, 0, 0);
  assert_next(rk, 0, 0);
  usleep(300000);
  assert_int_equal(rd_kafka_consumer_close(rk), 0);
  assert_int_equal(committed(other), RD_KAFKA_OFFSET_INVALID);
  rd_kafka_destroy(rk);
  rd_kafka_destroy(other);
}

int main(void) {
#define ONE(name) cmocka_unit_test_setup(name, fresh_topic)
  const struct CMUnitTest tests[] = {
      ONE(given),        ONE(stored),    ONE(of_a_message),
      ONE(asynchronous), ONE(by_queue),  ONE(storing_is_refused),
      ONE(storing),      ONE(automatic), ONE(not_automatic),
  };
  return cmocka_run_group_tests(tests, start_broker, stop_broker);
}
