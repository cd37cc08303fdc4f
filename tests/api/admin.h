/*
 * For the tests of the administration calls: a client and a queue for results, against the embedded
 * broker, or the one that ADMIN_TEST_BOOTSTRAP names. What is expected of bad arguments was
 * measured on librdkafka 2.16.0, of the brokers on Kafka 4.4.0.
 */
#pragma once

#include "api/support.h"

static rd_kafka_t* g_rk;
static rd_kafka_queue_t* g_queue;
static bool g_embedded;
static char g_prefix[32];
static char g_name[4][64];

/* A topic name that no earlier run has used; a few may be in use at once. */
static inline const char* named(const char* suffix) {
  static int turn;
  char* name = g_name[turn++ % 4];
  snprintf(name, sizeof g_name[0], "%s%s", g_prefix, suffix);
  return name;
}

static inline int start(void** state) {
  (void)state;
  const char* bootstrap = getenv("ADMIN_TEST_BOOTSTRAP");
  g_embedded = !bootstrap;
  rd_kafka_conf_t* conf = CONF("linger.ms", "0", "client.id", "admin");
  char text[256];
  assert_int_equal(
      rd_kafka_conf_set(conf, bootstrap ? "bootstrap.servers" : "test.mock.num.brokers",
                        bootstrap ? bootstrap : "2", text, sizeof text),
      0);
  g_rk = new_handle(RD_KAFKA_PRODUCER, conf);
  g_queue = rd_kafka_queue_new(g_rk);
  snprintf(g_prefix, sizeof g_prefix, "admin-%d-%d-", (int)getpid(), (int)(now_ms() % 100000));
  if (g_embedded) {
    rd_kafka_mock_cluster_t* cluster = rd_kafka_handle_mock_cluster(g_rk);
    assert_int_equal(rd_kafka_mock_broker_set_rack(cluster, 1, "north"), 0);
    assert_int_equal(rd_kafka_mock_broker_set_rack(cluster, 9, "north"),
                     RD_KAFKA_RESP_ERR__UNKNOWN_BROKER);
  }
  return 0;
}

static inline int end(void** state) {
  (void)state;
  rd_kafka_queue_destroy(g_queue);
  rd_kafka_destroy(g_rk);
  return 0;
}

static inline rd_kafka_event_t* event_of(rd_kafka_event_type_t type, rd_kafka_resp_err_t error) {
  rd_kafka_event_t* event = rd_kafka_queue_poll(g_queue, kWaitMs);
  assert_non_null(event);
  assert_int_equal(rd_kafka_event_type(event), type);
  if (rd_kafka_event_error(event) != error) fail_msg("%s", rd_kafka_event_error_string(event));
  return event;
}

static inline rd_kafka_AdminOptions_t* options_for(rd_kafka_admin_op_t op, int* opaque) {
  rd_kafka_AdminOptions_t* options = rd_kafka_AdminOptions_new(g_rk, op);
  rd_kafka_AdminOptions_set_opaque(options, opaque);
  return options;
}

static inline void expect_topic(const rd_kafka_topic_result_t* row, const char* name,
                                rd_kafka_resp_err_t error) {
  assert_string_equal(rd_kafka_topic_result_name(row), name);
  if (rd_kafka_topic_result_error(row) != error)
    fail_msg("%s: %s", name, rd_kafka_err2name(rd_kafka_topic_result_error(row)));
  if (error) {
    assert_true(rd_kafka_topic_result_error_string(row)[0] != '\0');
  } else {
    assert_null(rd_kafka_topic_result_error_string(row));
  }
}

static inline rd_kafka_resp_err_t create(const char* name, int partitions, int replicas, bool dry) {
  char text[256];
  int mine = 0;
  rd_kafka_NewTopic_t* topic = rd_kafka_NewTopic_new(name, partitions, replicas, text, sizeof text);
  rd_kafka_AdminOptions_t* options = options_for(RD_KAFKA_ADMIN_OP_CREATETOPICS, &mine);
  assert_int_equal(rd_kafka_AdminOptions_set_validate_only(options, dry, text, sizeof text), 0);
  rd_kafka_CreateTopics(g_rk, &topic, 1, options, g_queue);
  rd_kafka_AdminOptions_destroy(options);
  rd_kafka_NewTopic_destroy(topic);
  rd_kafka_event_t* event = event_of(RD_KAFKA_EVENT_CREATETOPICS_RESULT, 0);
  assert_ptr_equal(rd_kafka_event_opaque(event), &mine);
  const rd_kafka_CreateTopics_result_t* result = rd_kafka_event_CreateTopics_result(event);
  assert_ptr_equal(result, event);
  assert_null(rd_kafka_event_DeleteTopics_result(event));
  size_t count = 0;
  const rd_kafka_topic_result_t** topics = rd_kafka_CreateTopics_result_topics(result, &count);
  assert_int_equal(count, 1);
  const rd_kafka_resp_err_t error = rd_kafka_topic_result_error(topics[0]);
  expect_topic(topics[0], name, error);
  rd_kafka_event_destroy(event);
  return error;
}

static inline rd_kafka_resp_err_t delete (const char* name) {
  rd_kafka_DeleteTopic_t* topic = rd_kafka_DeleteTopic_new(name);
  rd_kafka_DeleteTopics(g_rk, &topic, 1, NULL, g_queue);
  rd_kafka_DeleteTopic_destroy(topic);
  rd_kafka_event_t* event = event_of(RD_KAFKA_EVENT_DELETETOPICS_RESULT, 0);
  size_t count = 0;
  const rd_kafka_topic_result_t** topics =
      rd_kafka_DeleteTopics_result_topics(rd_kafka_event_DeleteTopics_result(event), &count);
  assert_int_equal(count, 1);
  const rd_kafka_resp_err_t error = rd_kafka_topic_result_error(topics[0]);
  expect_topic(topics[0], name, error);
  rd_kafka_event_destroy(event);
  return error;
}

static inline rd_kafka_event_t* describe_topics(const char** names, size_t count, int authorized) {
  rd_kafka_TopicCollection_t* topics = rd_kafka_TopicCollection_of_topic_names(names, count);
  rd_kafka_AdminOptions_t* options = options_for(RD_KAFKA_ADMIN_OP_DESCRIBETOPICS, NULL);
  expect_error_object(rd_kafka_AdminOptions_set_include_authorized_operations(options, authorized),
                      0);
  rd_kafka_DescribeTopics(g_rk, topics, options, g_queue);
  rd_kafka_AdminOptions_destroy(options);
  rd_kafka_TopicCollection_destroy(topics);
  return event_of(RD_KAFKA_EVENT_DESCRIBETOPICS_RESULT, 0);
}

/* The partitions that the topic has: 0 when it does not exist. Metadata may lag behind a moment. */
static inline size_t partitions_of(const char* name) {
  rd_kafka_event_t* event = describe_topics(&name, 1, 0);
  size_t count = 0;
  const rd_kafka_TopicDescription_t** topics =
      rd_kafka_DescribeTopics_result_topics(rd_kafka_event_DescribeTopics_result(event), &count);
  assert_int_equal(count, 1);
  const rd_kafka_error_t* error = rd_kafka_TopicDescription_error(topics[0]);
  if (error) assert_int_equal(rd_kafka_error_code(error), RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART);
  rd_kafka_TopicDescription_partitions(topics[0], &count);
  rd_kafka_event_destroy(event);
  return count;
}

static inline void wait_partitions(const char* name, size_t wanted) {
  const int64_t give_up = now_ms() + kWaitMs;
  while (partitions_of(name) != wanted) {
    if (now_ms() > give_up) fail_msg("%s never had %d partitions", name, (int)wanted);
    usleep(20000);
  }
}
