/*
 * Goal: a handle's life and its plain calls: names, types, opaques, topics, polling, fatal errors,
 * threads that end, and destruction with things still lying about.
 * Method: an embedded broker; expectations were measured on librdkafka 2.16.0.
 */
#include "api/support.h"

static void on_report(rd_kafka_t* rk, const rd_kafka_message_t* m, void* opaque) {
  (void)m;
  ++*(int*)opaque;
  rd_kafka_yield(rk);
}

typedef struct {
  int count;
  rd_kafka_resp_err_t err;
  char text[256];
} errors_t;

static void on_error(rd_kafka_t* rk, int err, const char* reason, void* opaque) {
  (void)rk;
  errors_t* e = opaque;
  e->err = err;
  e->count += err == RD_KAFKA_RESP_ERR__FATAL || err == RD_KAFKA_RESP_ERR__ALL_BROKERS_DOWN;
  snprintf(e->text, sizeof e->text, "%s", reason);
}

/* No broker yet: this must be the first test, before the process has a handle. */
static void nothing_is_left(void** state) {
  (void)state;
  assert_int_equal(rd_kafka_thread_cnt(), 0);
  assert_int_equal(rd_kafka_wait_destroyed(0), 0);
  rd_kafka_t* rk = new_handle(RD_KAFKA_PRODUCER, CONF("client.id", "a"));
  assert_true(rd_kafka_thread_cnt() > 0);
  assert_int_equal(rd_kafka_wait_destroyed(20), -1);
  assert_int_equal(rd_kafka_last_error(), RD_KAFKA_RESP_ERR__TIMED_OUT);
  rd_kafka_destroy(rk);
  assert_int_equal(rd_kafka_wait_destroyed(5000), 0);
  assert_int_equal(rd_kafka_thread_cnt(), 0);
  rk = new_handle(RD_KAFKA_CONSUMER, CONF("group.id", "g"));
  rd_kafka_destroy_flags(rk, RD_KAFKA_DESTROY_F_NO_CONSUMER_CLOSE);
  assert_int_equal(rd_kafka_wait_destroyed(5000), 0);
  assert_int_equal(rd_kafka_thread_cnt(), 0);
}

static void names(void** state) {
  (void)state;
  int opaque;
  rd_kafka_conf_t* conf = PRODUCER_CONF("client.id", "me");
  rd_kafka_conf_set_opaque(conf, &opaque);
  rd_kafka_t* producer = new_handle(RD_KAFKA_PRODUCER, conf);
  rd_kafka_t* consumer = new_handle(RD_KAFKA_CONSUMER, NULL);
  assert_int_equal(strncmp(rd_kafka_name(producer), "me#producer-", 12), 0);
  assert_int_equal(strncmp(rd_kafka_name(consumer), "rdkafka#consumer-", 17), 0);
  assert_int_equal(atoi(rd_kafka_name(consumer) + 17), atoi(rd_kafka_name(producer) + 12) + 1);
  assert_int_equal(rd_kafka_type(producer), RD_KAFKA_PRODUCER);
  assert_int_equal(rd_kafka_type(consumer), RD_KAFKA_CONSUMER);
  assert_ptr_equal(rd_kafka_opaque(producer), &opaque);
  assert_null(rd_kafka_opaque(consumer));
  rd_kafka_destroy(producer);
  rd_kafka_destroy(consumer);
}

static void refused_conf_stays(void** state) {
  (void)state;
  char text[256] = "";
  rd_kafka_conf_t* conf = CONF("message.timeout.ms", "10", "linger.ms", "2000");
  assert_null(rd_kafka_new(RD_KAFKA_PRODUCER, conf, text, sizeof text));
  assert_true(strstr(text, "message.timeout.ms") != NULL);
  rd_kafka_conf_destroy(conf);
}

static void topics(void** state) {
  (void)state;
  int opaque;
  rd_kafka_t* rk = PRODUCER("client.id", "t");
  rd_kafka_topic_conf_t* conf = rd_kafka_topic_conf_new();
  rd_kafka_topic_conf_set_opaque(conf, &opaque);
  rd_kafka_topic_t* first = rd_kafka_topic_new(rk, "name", conf);
  rd_kafka_topic_t* again = rd_kafka_topic_new(rk, "name", NULL);
  assert_ptr_equal(first, again);
  assert_string_equal(rd_kafka_topic_name(first), "name");
  assert_ptr_equal(rd_kafka_topic_opaque(again), &opaque);
  char name[514];
  memset(name, 'x', 513);
  name[513] = 0;
  assert_null(rd_kafka_topic_new(rk, name, NULL));
  assert_int_equal(errno, EINVAL);
  assert_int_equal(rd_kafka_last_error(), RD_KAFKA_RESP_ERR__INVALID_ARG);
  rd_kafka_topic_destroy(again);
  assert_string_equal(rd_kafka_topic_name(first), "name");
  rd_kafka_topic_destroy(first);
  rd_kafka_destroy(rk);
}

static int g_held;
static void on_log(const rd_kafka_t* rk, int level, const char* fac, const char* text) {
  (void)rk;
  (void)level;
  (void)fac;
  g_held += strstr(text, "handles the application did not destroy") != NULL;
}

/* One destroy for each topic_new: a handle that is left is told of when debugging. */
static void topics_are_given_back(void** state) {
  (void)state;
  g_held = 0;
  rd_kafka_conf_t* conf = PRODUCER_CONF("debug", "generic");
  rd_kafka_conf_set_log_cb(conf, on_log);
  rd_kafka_t* rk = new_handle(RD_KAFKA_PRODUCER, conf);
  rd_kafka_topic_t* first = rd_kafka_topic_new(rk, "name", NULL);
  rd_kafka_topic_t* again = rd_kafka_topic_new(rk, "name", NULL);
  rd_kafka_topic_destroy(first);
  rd_kafka_topic_destroy(again);
  rd_kafka_destroy(rk);
  assert_int_equal(g_held, 0);
}

/* A callback that yields gets the program back: one report a poll. */
static void poll_and_yield(void** state) {
  (void)state;
  create_topic("yield", 1);
  int count = 0;
  rd_kafka_conf_t* conf = PRODUCER_CONF("linger.ms", "0");
  rd_kafka_conf_set_opaque(conf, &count);
  rd_kafka_conf_set_dr_msg_cb(conf, on_report);
  rd_kafka_t* rk = new_handle(RD_KAFKA_PRODUCER, conf);
  assert_int_equal(rd_kafka_poll(rk, 0), 0);
  for (int i = 0; i < 3; i++) {
    assert_int_equal(
        rd_kafka_producev(rk, RD_KAFKA_V_TOPIC("yield"), RD_KAFKA_V_VALUE("x", 1), RD_KAFKA_V_END),
        0);
  }
  assert_int_equal(rd_kafka_poll(rk, kWaitMs), 1);
  assert_int_equal(count, 1);
  assert_true(rd_kafka_outq_len(rk) >= 2);
  assert_int_equal(rd_kafka_poll(rk, kWaitMs), 1);
  assert_int_equal(count, 2);
  assert_int_equal(rd_kafka_poll(rk, kWaitMs), 1);
  assert_int_equal(count, 3);
  assert_int_equal(rd_kafka_outq_len(rk), 0);
  rd_kafka_destroy(rk);
}

static void brokers_are_added(void** state) {
  (void)state;
  create_topic("added", 1);
  rd_kafka_t* rk = new_handle(RD_KAFKA_PRODUCER, CONF("linger.ms", "0"));
  const struct rd_kafka_metadata* found = NULL;
  assert_int_equal(rd_kafka_brokers_add(rk, ""), 0);
  assert_int_equal(rd_kafka_brokers_add(rk, bootstraps()), 1);
  assert_int_equal(rd_kafka_brokers_add(rk, "127.0.0.1:1,127.0.0.1:2"), 2);
  assert_int_equal(rd_kafka_metadata(rk, 1, NULL, &found, kWaitMs), 0);
  rd_kafka_metadata_destroy(found);
  rd_kafka_destroy(rk);
}

static void fatal_error(void** state) {
  (void)state;
  errors_t seen = {0};
  char text[256] = "untouched";
  rd_kafka_conf_t* conf = CONF("client.id", "fatal");
  rd_kafka_conf_set_opaque(conf, &seen);
  rd_kafka_conf_set_error_cb(conf, on_error);
  rd_kafka_t* rk = new_handle(RD_KAFKA_PRODUCER, conf);
  assert_int_equal(rd_kafka_fatal_error(rk, text, sizeof text), 0);
  assert_string_equal(text, "untouched");
  const rd_kafka_resp_err_t code = RD_KAFKA_RESP_ERR_OUT_OF_ORDER_SEQUENCE_NUMBER;
  assert_int_equal(rd_kafka_test_fatal_error(rk, code, "why"), 0);
  assert_int_equal(rd_kafka_test_fatal_error(rk, RD_KAFKA_RESP_ERR__FAIL, "second"),
                   RD_KAFKA_RESP_ERR__PREV_IN_PROGRESS);
  assert_int_equal(rd_kafka_fatal_error(rk, text, sizeof text), code);
  assert_string_equal(text, "test_fatal_error: why");
  assert_int_equal(rd_kafka_fatal_error(rk, NULL, 0), code);
  poll_until(rk, &seen.count, 1);
  assert_int_equal(seen.err, RD_KAFKA_RESP_ERR__FATAL);
  rd_kafka_destroy(rk);
}

/* All brokers down is told once, when the last one fails. */
static void all_down(void** state) {
  (void)state;
  errors_t seen = {0};
  rd_kafka_conf_t* conf = CONF("bootstrap.servers", "127.0.0.1:1");
  rd_kafka_conf_set_opaque(conf, &seen);
  rd_kafka_conf_set_error_cb(conf, on_error);
  rd_kafka_t* rk = new_handle(RD_KAFKA_PRODUCER, conf);
  poll_until(rk, &seen.count, 1);
  assert_int_equal(seen.err, RD_KAFKA_RESP_ERR__ALL_BROKERS_DOWN);
  rd_kafka_destroy(rk);
}

/* Reports unserved, messages unsent, events armed: destroying does not wait for anybody. */
static void destroyed_as_it_is(void** state) {
  (void)state;
  create_topic("left", 1);
  int count = 0;
  rd_kafka_conf_t* conf = PRODUCER_CONF("linger.ms", "0");
  rd_kafka_conf_set_opaque(conf, &count);
  rd_kafka_conf_set_dr_msg_cb(conf, on_report);
  rd_kafka_t* rk = new_handle(RD_KAFKA_PRODUCER, conf);
  for (int i = 0; i < 100; i++) {
    char* value = strdup("given away");
    const rd_kafka_resp_err_t err = rd_kafka_producev(
        rk, RD_KAFKA_V_TOPIC((i % 2 ? "left" : "not there")), RD_KAFKA_V_VALUE(value, 10),
        RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_FREE), RD_KAFKA_V_END);
    if (err) { /* the brokers were quick to refuse the name */
      assert_int_equal(err, RD_KAFKA_RESP_ERR_TOPIC_EXCEPTION);
      assert_int_equal(i % 2, 0);
      free(value);
    }
  }
  rd_kafka_poll(rk, 200); /* one report, for it yields */
  const int before = count;
  rd_kafka_destroy(rk);
  assert_int_equal(count, before);
}

static void rounds_leave_nothing(void** state) {
  (void)state;
  create_filled("rounds", 1, 3);
  int files = 0;
  int threads = 0;
  for (int i = 0; i < 101; i++) {
    rd_kafka_t* producer = PRODUCER("linger.ms", "0");
    rd_kafka_t* consumer = CONSUMER("client.id", "r");
    assert_int_equal(
        rd_kafka_producev(producer, RD_KAFKA_V_TOPIC("rounds"), RD_KAFKA_V_PARTITION(0),
                          RD_KAFKA_V_VALUE("x", 1), RD_KAFKA_V_END),
        0);
    if (i % 10 == 0) {
      assert_int_equal(rd_kafka_flush(producer, kWaitMs), 0);
      assign_one(consumer, "rounds", 0, 0);
      assert_next(consumer, 0, 0);
    }
    rd_kafka_destroy(producer);
    rd_kafka_destroy(consumer);
    if (i == 0) {
      files = count_entries("/proc/$PPID/fd");
      threads = count_entries("/proc/$PPID/task");
    }
  }
  /* The broker's side of a connection goes a moment later, and the owner may have got one more;
   * a round that left something behind would have done so a hundred times. */
  files += 10;
  const int64_t end = now_ms() + 5000;
  while ((count_entries("/proc/$PPID/fd") > files || count_entries("/proc/$PPID/task") > threads) &&
         now_ms() < end) {
    usleep(10000);
  }
  const int files_after = count_entries("/proc/$PPID/fd");
  const int threads_after = count_entries("/proc/$PPID/task");
  if (files_after > files || threads_after > threads) {
    fail_msg("%d files became %d, %d threads became %d", files, files_after, threads,
             threads_after);
  }
}

int main(void) {
  const struct CMUnitTest alone[] = {cmocka_unit_test(nothing_is_left)};
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(names),
      cmocka_unit_test(refused_conf_stays),
      cmocka_unit_test(topics),
      cmocka_unit_test(topics_are_given_back),
      cmocka_unit_test(poll_and_yield),
      cmocka_unit_test(brokers_are_added),
      cmocka_unit_test(fatal_error),
      cmocka_unit_test(all_down),
      cmocka_unit_test(destroyed_as_it_is),
      cmocka_unit_test(rounds_leave_nothing),
  };
  const int failed = cmocka_run_group_tests(alone, NULL, NULL);
  return failed + cmocka_run_group_tests(tests, start_broker, stop_broker);
}
