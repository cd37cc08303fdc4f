/*
 * Goal: every kind of event and its accessors, what they answer for an event of another kind, and
 * for none; which events come at all; and the callbacks that stand in for events.
 * Method: an embedded broker; expectations were measured on librdkafka 2.16.0.
 */
#include "api/support.h"

static rd_kafka_t* g_rk;
static rd_kafka_queue_t* g_queue;

static int start(void** state) {
  start_broker(state);
  create_filled("t", 1, 5);
  return 0;
}

static void open_handle(rd_kafka_type_t type, rd_kafka_conf_t* conf) {
  g_rk = new_handle(type, conf);
  g_queue = rd_kafka_queue_get_main(g_rk);
}

static void close_handle(void) {
  rd_kafka_queue_destroy(g_queue);
  rd_kafka_destroy(g_rk);
}

/* The next event of that type; others in between are let go. */
static rd_kafka_event_t* next_event(rd_kafka_queue_t* queue, rd_kafka_event_type_t type) {
  const int64_t end = now_ms() + kWaitMs;
  while (now_ms() < end) {
    rd_kafka_event_t* event = rd_kafka_queue_poll(queue, 1000);
    if (rd_kafka_event_type(event) == type) return event;
    rd_kafka_event_destroy(event);
  }
  fail_msg("no event of type %d came", (int)type);
  return NULL;
}

/* What an event answers to questions that are not its own, where librdkafka looks at its kind. */
static void assert_nothing_but(rd_kafka_event_t* event, rd_kafka_event_type_t type) {
  const char* text = NULL;
  int level = 0;
  char contexts[64];
  if (type != RD_KAFKA_EVENT_DR && type != RD_KAFKA_EVENT_FETCH) {
    const rd_kafka_message_t* m = NULL;
    assert_int_equal(rd_kafka_event_message_count(event), 0);
    assert_null(rd_kafka_event_message_next(event));
    assert_int_equal(rd_kafka_event_message_array(event, &m, 1), 0);
  }
  if (type != RD_KAFKA_EVENT_LOG) {
    assert_int_equal(rd_kafka_event_log(event, &text, &text, &level), -1);
    assert_int_equal(rd_kafka_event_debug_contexts(event, contexts, sizeof contexts), -1);
  }
}

static void none(void** state) {
  (void)state;
  assert_int_equal(rd_kafka_event_type(NULL), RD_KAFKA_EVENT_NONE);
  assert_string_equal(rd_kafka_event_name(NULL), "(NONE)");
  rd_kafka_event_destroy(NULL);
}

static void produce(int count) {
  static char opaques[16];
  for (int i = 0; i < count; i++) {
    char key[] = {(char)('0' + i)};
    assert_int_equal(rd_kafka_producev(g_rk, RD_KAFKA_V_TOPIC("t"), RD_KAFKA_V_PARTITION(0),
                                       RD_KAFKA_V_KEY(key, 1), RD_KAFKA_V_VALUE("x", 1),
                                       RD_KAFKA_V_OPAQUE(&opaques[i]), RD_KAFKA_V_END),
                     0);
  }
}

static void delivery_reports(void** state) {
  (void)state;
  create_topic("many", 1);
  rd_kafka_conf_t* conf = PRODUCER_CONF("linger.ms", "100", "batch.num.messages", "3");
  rd_kafka_conf_set_events(conf, RD_KAFKA_EVENT_DR);
  open_handle(RD_KAFKA_PRODUCER, conf);
  produce(3);
  assert_int_equal(rd_kafka_flush(g_rk, 0), RD_KAFKA_RESP_ERR__TIMED_OUT);
  int seen = 0;
  while (seen < 3) {
    rd_kafka_event_t* event = next_event(g_queue, RD_KAFKA_EVENT_DR);
    assert_string_equal(rd_kafka_event_name(event), "DeliveryReport");
    assert_int_equal(rd_kafka_event_error(event), 0);
    assert_nothing_but(event, RD_KAFKA_EVENT_DR);
    const size_t count = rd_kafka_event_message_count(event);
    assert_in_range(count, 1, 3);
    const rd_kafka_message_t* m;
    while ((m = rd_kafka_event_message_next(event)) != NULL) {
      assert_int_equal(m->err, 0);
      assert_int_equal(*(const char*)m->key, '0' + seen);
      assert_string_equal(rd_kafka_topic_name(m->rkt), "t");
      seen++;
    }
    /* they count until the event goes */
    assert_true(rd_kafka_outq_len(g_rk) > 0);
    rd_kafka_event_destroy(event);
  }
  assert_int_equal(seen, 3);
  assert_int_equal(rd_kafka_outq_len(g_rk), 0);
  close_handle();
}

static void report_arrays(void** state) {
  (void)state;
  rd_kafka_conf_t* conf = PRODUCER_CONF("linger.ms", "0");
  rd_kafka_conf_set_events(conf, RD_KAFKA_EVENT_DR);
  open_handle(RD_KAFKA_PRODUCER, conf);
  produce(5);
  size_t seen = 0;
  while (seen < 5) {
    rd_kafka_event_t* event = next_event(g_queue, RD_KAFKA_EVENT_DR);
    const rd_kafka_message_t* m[2];
    size_t n;
    while ((n = rd_kafka_event_message_array(event, m, 2)) > 0) {
      assert_in_range(n, 1, 2);
      for (size_t i = 0; i < n; i++) assert_int_equal(*(const char*)m[i]->key, '0' + (int)seen++);
    }
    rd_kafka_event_destroy(event);
  }
  close_handle();
}

static void messages(void** state) {
  (void)state;
  open_handle(RD_KAFKA_CONSUMER, CONSUMER_CONF("enable.partition.eof", "true"));
  rd_kafka_queue_t* queue = rd_kafka_queue_get_consumer(g_rk);
  assign_one(g_rk, "t", 0, 3);
  rd_kafka_event_t* event = next_event(queue, RD_KAFKA_EVENT_FETCH);
  assert_string_equal(rd_kafka_event_name(event), "Fetch");
  assert_int_equal(rd_kafka_event_message_count(event), 1);
  assert_int_equal(rd_kafka_event_error(event), 0);
  assert_nothing_but(event, RD_KAFKA_EVENT_FETCH);
  const rd_kafka_message_t* m = rd_kafka_event_message_next(event);
  assert_int_equal(m->offset, 3);
  assert_null(rd_kafka_event_message_next(event));
  rd_kafka_event_destroy(event);
  event = next_event(queue, RD_KAFKA_EVENT_FETCH);
  const rd_kafka_message_t* array[4];
  assert_int_equal(rd_kafka_event_message_array(event, array, 4), 1);
  assert_int_equal(array[0]->offset, 4);
  rd_kafka_event_destroy(event);
  rd_kafka_queue_destroy(queue);
  close_handle();
}

static void end_of_partition(void** state) {
  (void)state;
  create_filled("e", 1, 2);
  open_handle(RD_KAFKA_CONSUMER, CONSUMER_CONF("enable.partition.eof", "true"));
  rd_kafka_queue_t* queue = rd_kafka_queue_get_consumer(g_rk);
  assign_one(g_rk, "e", 0, 2);
  rd_kafka_event_t* event = next_event(queue, RD_KAFKA_EVENT_ERROR);
  assert_int_equal(rd_kafka_event_error(event), RD_KAFKA_RESP_ERR__PARTITION_EOF);
  assert_int_equal(rd_kafka_event_error_is_fatal(event), 0);
  assert_true(strlen(rd_kafka_event_error_string(event)) > 0);
  rd_kafka_topic_partition_t* where = rd_kafka_event_topic_partition(event);
  assert_non_null(where);
  assert_string_equal(where->topic, "e");
  assert_int_equal(where->partition, 0);
  assert_int_equal(where->offset, 2);
  rd_kafka_topic_partition_destroy(where);
  rd_kafka_event_destroy(event);
  rd_kafka_queue_destroy(queue);
  close_handle();
}

static void errors(void** state) {
  (void)state;
  rd_kafka_conf_t* conf = CONF("client.id", "e");
  rd_kafka_conf_set_events(conf, RD_KAFKA_EVENT_ERROR);
  open_handle(RD_KAFKA_PRODUCER, conf);
  assert_int_equal(
      rd_kafka_test_fatal_error(g_rk, RD_KAFKA_RESP_ERR_INVALID_PRODUCER_ID_MAPPING, "why"), 0);
  rd_kafka_event_t* event = next_event(g_queue, RD_KAFKA_EVENT_ERROR);
  assert_string_equal(rd_kafka_event_name(event), "Error");
  assert_int_equal(rd_kafka_event_error_is_fatal(event), 1);
  assert_non_null(strstr(rd_kafka_event_error_string(event), "why"));
  assert_null(rd_kafka_event_topic_partition(event));
  assert_nothing_but(event, RD_KAFKA_EVENT_ERROR);
  rd_kafka_event_destroy(event);
  close_handle();
}

static void logs(void** state) {
  (void)state;
  open_handle(RD_KAFKA_PRODUCER, CONF("log.queue", "true", "debug", "generic,broker"));
  assert_int_equal(rd_kafka_set_log_queue(g_rk, NULL), 0);
  rd_kafka_event_t* event = next_event(g_queue, RD_KAFKA_EVENT_LOG);
  const char* fac = NULL;
  const char* text = NULL;
  int level = -1;
  assert_string_equal(rd_kafka_event_name(event), "Log");
  assert_int_equal(rd_kafka_event_log(event, &fac, &text, &level), 0);
  assert_true(strlen(fac) > 0);
  assert_true(strlen(text) > 0);
  assert_in_range(level, 0, 7);
  assert_nothing_but(event, RD_KAFKA_EVENT_LOG);
  /* a line of level 7 belongs to one of the contexts that were asked for */
  while (level < 7) {
    rd_kafka_event_destroy(event);
    event = next_event(g_queue, RD_KAFKA_EVENT_LOG);
    assert_int_equal(rd_kafka_event_log(event, &fac, &text, &level), 0);
  }
  char contexts[64] = "";
  assert_int_equal(rd_kafka_event_debug_contexts(event, contexts, sizeof contexts), 0);
  assert_true(strstr(contexts, "generic") || strstr(contexts, "broker"));
  rd_kafka_event_destroy(event);
  close_handle();
}

static void statistics(void** state) {
  (void)state;
  rd_kafka_conf_t* conf = PRODUCER_CONF("statistics.interval.ms", "50");
  rd_kafka_conf_set_events(conf, RD_KAFKA_EVENT_STATS);
  open_handle(RD_KAFKA_PRODUCER, conf);
  rd_kafka_event_t* event = next_event(g_queue, RD_KAFKA_EVENT_STATS);
  assert_string_equal(rd_kafka_event_name(event), "Stats");
  const char* json = rd_kafka_event_stats(event);
  assert_non_null(json);
  assert_int_equal(json[0], '{');
  assert_non_null(strstr(json, rd_kafka_name(g_rk)));
  assert_nothing_but(event, RD_KAFKA_EVENT_STATS);
  rd_kafka_event_destroy(event);
  close_handle();
}

static void commits(void** state) {
  (void)state;
  rd_kafka_conf_t* conf = CONSUMER_CONF("client.id", "c");
  rd_kafka_conf_set_events(conf, RD_KAFKA_EVENT_OFFSET_COMMIT);
  open_handle(RD_KAFKA_CONSUMER, conf);
  int opaque;
  rd_kafka_topic_partition_list_t* list = list_of("t", 0, 2);
  assert_int_equal(rd_kafka_commit_queue(g_rk, list, g_queue, NULL, &opaque), 0);
  rd_kafka_event_t* event = next_event(g_queue, RD_KAFKA_EVENT_OFFSET_COMMIT);
  assert_string_equal(rd_kafka_event_name(event), "OffsetCommit");
  assert_int_equal(rd_kafka_event_error(event), 0);
  assert_ptr_equal(rd_kafka_event_opaque(event), &opaque);
  rd_kafka_topic_partition_list_t* committed = rd_kafka_event_topic_partition_list(event);
  assert_non_null(committed);
  assert_int_equal(committed->cnt, 1);
  assert_int_equal(committed->elems[0].offset, 2);
  assert_int_equal(committed->elems[0].err, 0);
  assert_nothing_but(event, RD_KAFKA_EVENT_OFFSET_COMMIT);
  rd_kafka_event_destroy(event);
  rd_kafka_topic_partition_list_destroy(list);
  close_handle();
}

static void on_report(rd_kafka_t* rk, const rd_kafka_message_t* m, void* opaque) {
  (void)rk;
  (void)m;
  ++*(int*)opaque;
}

/* An enabled event wins over a callback; poll_callback serves those that have one. */
static void events_or_callbacks(void** state) {
  (void)state;
  int count = 0;
  rd_kafka_conf_t* conf = PRODUCER_CONF("linger.ms", "0");
  rd_kafka_conf_set_opaque(conf, &count);
  rd_kafka_conf_set_dr_msg_cb(conf, on_report);
  rd_kafka_conf_set_events(conf, RD_KAFKA_EVENT_DR);
  open_handle(RD_KAFKA_PRODUCER, conf);
  produce(1);
  rd_kafka_event_destroy(next_event(g_queue, RD_KAFKA_EVENT_DR));
  assert_int_equal(count, 0);
  close_handle();

  conf = PRODUCER_CONF("linger.ms", "0");
  rd_kafka_conf_set_opaque(conf, &count);
  rd_kafka_conf_set_dr_msg_cb(conf, on_report);
  open_handle(RD_KAFKA_PRODUCER, conf);
  produce(1);
  const int64_t end = now_ms() + kWaitMs;
  int served = 0;
  while (served == 0 && now_ms() < end) served = rd_kafka_queue_poll_callback(g_queue, 1000);
  assert_int_equal(served, 1);
  assert_int_equal(count, 1);
  close_handle();
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(none),
      cmocka_unit_test(delivery_reports),
      cmocka_unit_test(report_arrays),
      cmocka_unit_test(messages),
      cmocka_unit_test(end_of_partition),
      cmocka_unit_test(errors),
      cmocka_unit_test(logs),
      cmocka_unit_test(statistics),
      cmocka_unit_test(commits),
      cmocka_unit_test(events_or_callbacks),
  };
  return cmocka_run_group_tests(tests, start, stop_broker);
}
