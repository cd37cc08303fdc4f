/*
 * Goal: topics are made, grown and deleted, each call telling so in one result event; and a call
 * that nobody answers ends with its time.
 */
#include "api/admin.h"

static void topics_come_and_go(void** state) {
  (void)state;
  const char* name = named("topic");
  assert_int_equal(create(name, 3, 1, true), 0);
  assert_int_equal(partitions_of(name), 0); /* only validated */
  assert_int_equal(create(name, 3, 1, false), 0);
  wait_partitions(name, 3);
  assert_int_equal(create(name, 3, 1, false), RD_KAFKA_RESP_ERR_TOPIC_ALREADY_EXISTS);
  assert_int_equal(create("no such name!", 1, 1, false), RD_KAFKA_RESP_ERR_TOPIC_EXCEPTION);
  assert_int_equal(create(named("none"), 0, 1, false), RD_KAFKA_RESP_ERR_INVALID_PARTITIONS);
  assert_int_equal(create(named("many"), 1, 99, false),
                   RD_KAFKA_RESP_ERR_INVALID_REPLICATION_FACTOR);
  assert_int_equal(delete (name), 0);
  wait_partitions(name, 0);
  assert_int_equal(delete (name), RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART);
  name = named("default");
  assert_int_equal(create(name, -1, -1, false), 0);
  assert_int_equal(delete (name), 0);
}

static void many_topics_in_a_call(void** state) {
  (void)state;
  char text[256];
  const char* first = named("first");
  const char* second = named("second");
  rd_kafka_NewTopic_t* topics[3] = {rd_kafka_NewTopic_new(first, 1, 1, text, sizeof text),
                                    rd_kafka_NewTopic_new(second, 2, -1, text, sizeof text),
                                    rd_kafka_NewTopic_new("bad name", 1, 1, text, sizeof text)};
  rd_kafka_CreateTopics(g_rk, topics, 3, NULL, g_queue);
  rd_kafka_NewTopic_destroy_array(topics, 3);
  rd_kafka_event_t* event = event_of(RD_KAFKA_EVENT_CREATETOPICS_RESULT, 0);
  size_t count = 0;
  const rd_kafka_topic_result_t** rows =
      rd_kafka_CreateTopics_result_topics(rd_kafka_event_CreateTopics_result(event), &count);
  assert_int_equal(count, 3);
  for (size_t i = 0; i < 3; i++) {
    const bool bad = strcmp(rd_kafka_topic_result_name(rows[i]), "bad name") == 0;
    expect_topic(rows[i], rd_kafka_topic_result_name(rows[i]),
                 bad ? RD_KAFKA_RESP_ERR_TOPIC_EXCEPTION : 0);
  }
  rd_kafka_event_destroy(event);
  wait_partitions(first, 1);
  wait_partitions(second, 2);
}

static rd_kafka_resp_err_t grow(const char* name, size_t count) {
  char text[256];
  rd_kafka_NewPartitions_t* more = rd_kafka_NewPartitions_new(name, count, text, sizeof text);
  rd_kafka_CreatePartitions(g_rk, &more, 1, NULL, g_queue);
  rd_kafka_NewPartitions_destroy(more);
  rd_kafka_event_t* event = event_of(RD_KAFKA_EVENT_CREATEPARTITIONS_RESULT, 0);
  size_t rows = 0;
  const rd_kafka_topic_result_t** topics =
      rd_kafka_CreatePartitions_result_topics(rd_kafka_event_CreatePartitions_result(event), &rows);
  assert_int_equal(rows, 1);
  const rd_kafka_resp_err_t error = rd_kafka_topic_result_error(topics[0]);
  expect_topic(topics[0], name, error);
  rd_kafka_event_destroy(event);
  return error;
}

static void topics_grow(void** state) {
  (void)state;
  const char* name = named("grow");
  assert_int_equal(create(name, 2, 1, false), 0);
  wait_partitions(name, 2);
  assert_int_equal(grow(name, 5), 0);
  wait_partitions(name, 5);
  assert_int_equal(grow(name, 5), RD_KAFKA_RESP_ERR_INVALID_PARTITIONS);
  assert_int_equal(grow(name, 1), RD_KAFKA_RESP_ERR_INVALID_PARTITIONS);
  assert_int_equal(grow(named("nowhere"), 5), RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART);
}

static int g_background;
static void in_background(rd_kafka_t* rk, rd_kafka_event_t* event, void* opaque) {
  (void)rk;
  (void)opaque;
  if (rd_kafka_event_DescribeCluster_result(event))
    __atomic_add_fetch(&g_background, 1, __ATOMIC_RELEASE);
  rd_kafka_event_destroy(event);
}

/* Results may go to any queue; and nobody answering is told when the time is over. */
static void nobody_answers(void** state) {
  (void)state;
  char text[256];
  rd_kafka_conf_t* conf = CONF("bootstrap.servers", "127.0.0.1:1", "log_level", "0");
  rd_kafka_conf_set_background_event_cb(conf, in_background);
  rd_kafka_t* rk = new_handle(RD_KAFKA_CONSUMER, conf);
  rd_kafka_queue_t* background = rd_kafka_queue_get_background(rk);
  rd_kafka_AdminOptions_t* options = rd_kafka_AdminOptions_new(rk, RD_KAFKA_ADMIN_OP_ANY);
  assert_int_equal(rd_kafka_AdminOptions_set_request_timeout(options, 100, text, sizeof text), 0);
  rd_kafka_DescribeCluster(rk, options, background);
  rd_kafka_NewTopic_t* topic = rd_kafka_NewTopic_new("t", 1, 1, text, sizeof text);
  rd_kafka_CreateTopics(rk, &topic, 1, options, g_queue);
  rd_kafka_NewTopic_destroy(topic);
  rd_kafka_event_t* event =
      event_of(RD_KAFKA_EVENT_CREATETOPICS_RESULT, RD_KAFKA_RESP_ERR__TIMED_OUT);
  size_t count = 7;
  assert_null(
      rd_kafka_CreateTopics_result_topics(rd_kafka_event_CreateTopics_result(event), &count));
  assert_int_equal(count, 0);
  rd_kafka_event_destroy(event);
  const int64_t give_up = now_ms() + kWaitMs;
  while (!__atomic_load_n(&g_background, __ATOMIC_ACQUIRE) && now_ms() < give_up) usleep(1000);
  assert_int_equal(g_background, 1);
  rd_kafka_AdminOptions_destroy(options);

  /* One that is under way when the client goes is told so. */
  options = rd_kafka_AdminOptions_new(rk, RD_KAFKA_ADMIN_OP_ANY);
  rd_kafka_DescribeCluster(rk, options, g_queue);
  rd_kafka_AdminOptions_destroy(options);
  rd_kafka_queue_destroy(background);
  rd_kafka_destroy(rk);
  rd_kafka_event_destroy(
      event_of(RD_KAFKA_EVENT_DESCRIBECLUSTER_RESULT, RD_KAFKA_RESP_ERR__DESTROY));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(topics_come_and_go),
      cmocka_unit_test(many_topics_in_a_call),
      cmocka_unit_test(topics_grow),
      cmocka_unit_test(nobody_answers),
  };
  return cmocka_run_group_tests(tests, start, end);
}
