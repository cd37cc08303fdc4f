/*
 * Goal: a message is what was produced: key, value, headers, time, with null and empty kept apart;
 * and its accessors tell the same for consumed messages, errors and delivery reports.
 * Method: an embedded broker; expectations were measured on librdkafka 2.16.0.
 */
#include "api/support.h"

enum { kTime = 1234567 };

static void fill_odd(void) {
  create_topic("odd", 1);
  const rd_kafka_resp_err_t errs[] = {
      rd_kafka_producev(g_owner, RD_KAFKA_V_TOPIC("odd"), RD_KAFKA_V_PARTITION(0),
                        RD_KAFKA_V_KEY(NULL, 0), RD_KAFKA_V_VALUE(NULL, 0), RD_KAFKA_V_END),
      rd_kafka_producev(g_owner, RD_KAFKA_V_TOPIC("odd"), RD_KAFKA_V_PARTITION(0),
                        RD_KAFKA_V_KEY("", 0), RD_KAFKA_V_VALUE("", 0), RD_KAFKA_V_END),
      rd_kafka_producev(g_owner, RD_KAFKA_V_TOPIC("odd"), RD_KAFKA_V_PARTITION(0),
                        RD_KAFKA_V_KEY("key", 3), RD_KAFKA_V_VALUE("value", 5),
                        RD_KAFKA_V_TIMESTAMP(kTime), RD_KAFKA_V_HEADER("a", "1", 1),
                        RD_KAFKA_V_HEADER("b", NULL, 0), RD_KAFKA_V_HEADER("a", "", 0),
                        RD_KAFKA_V_HEADER("c", "len", -1), RD_KAFKA_V_END)};
  for (int i = 0; i < 3; i++) assert_int_equal(errs[i], 0);
  assert_int_equal(rd_kafka_flush(g_owner, kWaitMs), 0);
}

static int start(void** state) {
  start_broker(state);
  fill_odd();
  return 0;
}

static rd_kafka_t* at(int64_t offset) {
  rd_kafka_t* rk = CONSUMER("enable.partition.eof", "true");
  assign_one(rk, "odd", 0, offset);
  return rk;
}

static void null_and_empty(void** state) {
  (void)state;
  rd_kafka_t* rk = at(0);
  rd_kafka_message_t* m = next_message(rk);
  assert_null(m->payload);
  assert_null(m->key);
  assert_int_equal(m->len, 0);
  assert_int_equal(m->key_len, 0);
  rd_kafka_message_destroy(m);
  m = next_message(rk);
  assert_non_null(m->payload);
  assert_non_null(m->key);
  assert_int_equal(m->len, 0);
  assert_int_equal(m->key_len, 0);
  rd_kafka_message_destroy(m);
  rd_kafka_destroy(rk);
}

static void accessors(void** state) {
  (void)state;
  const int64_t now = (int64_t)time(NULL) * 1000;
  rd_kafka_t* rk = at(1);
  rd_kafka_timestamp_type_t type = RD_KAFKA_TIMESTAMP_NOT_AVAILABLE;
  rd_kafka_message_t* m = next_message(rk);
  /* produced just now, though the clock may have been set meanwhile */
  const int64_t age = now - rd_kafka_message_timestamp(m, NULL);
  assert_true(age > -3600000 && age < 3600000);
  rd_kafka_message_destroy(m);
  m = next_message(rk);
  assert_int_equal(m->err, 0);
  assert_string_equal(rd_kafka_topic_name(m->rkt), "odd");
  assert_int_equal(m->partition, 0);
  assert_int_equal(m->offset, 2);
  assert_memory_equal(m->key, "key", 3);
  assert_memory_equal(m->payload, "value", 5);
  assert_int_equal(rd_kafka_message_timestamp(m, &type), kTime);
  assert_int_equal(type, RD_KAFKA_TIMESTAMP_CREATE_TIME);
  errno = 0;
  assert_int_equal(rd_kafka_message_broker_id(m), 1);
  assert_int_equal(rd_kafka_message_status(m), RD_KAFKA_MSG_STATUS_PERSISTED);
  assert_int_equal(rd_kafka_message_leader_epoch(m), 0);
  assert_null(rd_kafka_message_errstr(m));
  assert_null(rd_kafka_message_produce_errstr(m));
  assert_int_equal(errno, 0);
  rd_kafka_message_destroy(m);
  rd_kafka_destroy(rk);
}

static void end_of_partition(void** state) {
  (void)state;
  rd_kafka_t* rk = at(3);
  rd_kafka_message_t* m = next_message(rk);
  assert_int_equal(m->err, RD_KAFKA_RESP_ERR__PARTITION_EOF);
  assert_int_equal(m->offset, 3);
  assert_string_equal(rd_kafka_topic_name(m->rkt), "odd");
  assert_non_null(rd_kafka_message_errstr(m));
  assert_true(strlen(rd_kafka_message_errstr(m)) > 0);
  assert_int_equal(rd_kafka_message_timestamp(m, NULL), -1);
  rd_kafka_headers_t* headers = NULL;
  assert_int_equal(rd_kafka_message_headers(m, &headers), RD_KAFKA_RESP_ERR__NOENT);
  rd_kafka_message_destroy(m);
  rd_kafka_destroy(rk);
}

static void check_header(const rd_kafka_headers_t* headers, size_t i, const char* wanted_name,
                         const char* wanted) {
  const char* name = NULL;
  const void* value = NULL;
  size_t size = 77;
  assert_int_equal(rd_kafka_header_get_all(headers, i, &name, &value, &size), 0);
  assert_string_equal(name, wanted_name);
  if (!wanted) {
    assert_null(value);
    assert_int_equal(size, 0);
  } else {
    assert_int_equal(size, strlen(wanted));
    assert_string_equal(value, wanted); /* terminated behind its size */
  }
}

static void headers(void** state) {
  (void)state;
  rd_kafka_t* rk = at(1);
  rd_kafka_message_t* without = next_message(rk);
  rd_kafka_headers_t* list = NULL;
  assert_int_equal(rd_kafka_message_detach_headers(without, &list), RD_KAFKA_RESP_ERR__NOENT);
  assert_int_equal(rd_kafka_message_headers(without, &list), RD_KAFKA_RESP_ERR__NOENT);
  rd_kafka_message_t* m = next_message(rk);
  assert_int_equal(rd_kafka_message_headers(m, &list), 0);
  assert_int_equal(rd_kafka_header_cnt(list), 4);
  check_header(list, 0, "a", "1");
  check_header(list, 1, "b", NULL);
  check_header(list, 2, "a", "");
  check_header(list, 3, "c", "len");
  assert_int_equal(rd_kafka_header_add(list, "d", 1, "4", 1), 0);
  rd_kafka_headers_t* again = NULL;
  assert_int_equal(rd_kafka_message_headers(m, &again), 0);
  assert_ptr_equal(again, list);
  assert_int_equal(rd_kafka_header_cnt(again), 5);

  /* detached: the list outlives its message */
  rd_kafka_headers_t* mine = NULL;
  assert_int_equal(rd_kafka_message_detach_headers(m, &mine), 0);
  assert_ptr_equal(mine, list);
  rd_kafka_message_destroy(m);
  rd_kafka_message_set_headers(without, mine); /* and the message's own from here */
  assert_int_equal(rd_kafka_message_headers(without, &again), 0);
  assert_ptr_equal(again, mine);
  check_header(again, 4, "d", "4");
  rd_kafka_message_destroy(without);
  rd_kafka_destroy(rk);
}

/* Headers that were read but left to the message go with it. */
static void headers_are_freed(void** state) {
  (void)state;
  rd_kafka_t* rk = at(2);
  rd_kafka_message_t* m = next_message(rk);
  rd_kafka_headers_t* list = NULL;
  assert_int_equal(rd_kafka_message_headers(m, &list), 0);
  rd_kafka_headers_t* other = rd_kafka_headers_new(1);
  rd_kafka_header_add(other, "x", 1, "y", 1);
  rd_kafka_message_set_headers(m, other);
  rd_kafka_message_destroy(m);
  rd_kafka_destroy(rk);
}

/* What a program keeps is there until it gives it back, and then it goes. */
static void are_freed(void** state) {
  (void)state;
  enum { kSize = 100000, kCount = 40 };
  create_topic("big", 1);
  char* value = calloc(1, kSize);
  rd_kafka_t* producer = PRODUCER("linger.ms", "0");
  for (int i = 0; i < kCount; i++) {
    value[0] = (char)i;
    assert_int_equal(rd_kafka_producev(producer, RD_KAFKA_V_TOPIC("big"), RD_KAFKA_V_PARTITION(0),
                                       RD_KAFKA_V_VALUE(value, kSize),
                                       RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_COPY), RD_KAFKA_V_END),
                     0);
  }
  assert_int_equal(rd_kafka_flush(producer, kWaitMs), 0);
  free(value);
  rd_kafka_destroy(producer);

  rd_kafka_t* rk = CONSUMER("client.id", "f");
  size_t before = 0;
  for (int round = 0; round < 12; round++) {
    rd_kafka_message_t* kept[kCount];
    assign_one(rk, "big", 0, 0);
    for (int i = 0; i < kCount; i++) {
      kept[i] = next_message(rk);
      assert_int_equal(kept[i]->err, 0);
    }
    for (int i = 0; i < kCount; i++) assert_int_equal(*(char*)kept[i]->payload, i);
    for (int i = 0; i < kCount; i++) rd_kafka_message_destroy(kept[i]);
    if (round == 1) before = heap_in_use();
  }
  /* 40 MB more were consumed; up to 16 MB may be kept for what comes */
  const size_t after = heap_in_use();
  if (after > before + 20000000) fail_msg("%zu bytes became %zu", before, after);
  rd_kafka_destroy(rk);
}

static void on_report(rd_kafka_t* rk, const rd_kafka_message_t* m, void* opaque) {
  (void)rk;
  rd_kafka_timestamp_type_t type = RD_KAFKA_TIMESTAMP_NOT_AVAILABLE;
  assert_string_equal(rd_kafka_topic_name(m->rkt), "reports");
  assert_int_equal(m->len, 5);
  assert_int_equal(m->key_len, 3);
  assert_memory_equal(m->payload, "value", 5);
  assert_memory_equal(m->key, "key", 3);
  if (*(int*)opaque == 0) {
    assert_int_equal(m->err, 0);
    /* librdkafka's own embedded broker answers 1234 as the time of appending */
    if (rd_kafka_message_timestamp(m, &type) != 1234) {
      assert_int_equal(rd_kafka_message_timestamp(m, &type), kTime);
      assert_int_equal(type, RD_KAFKA_TIMESTAMP_CREATE_TIME);
    }
    assert_true(rd_kafka_message_latency(m) >= 0);
    assert_true(rd_kafka_message_latency(m) < (int64_t)kWaitMs * 1000);
    assert_int_equal(rd_kafka_message_broker_id(m), 1);
    assert_int_equal(rd_kafka_message_status(m), RD_KAFKA_MSG_STATUS_PERSISTED);
    assert_null(rd_kafka_message_produce_errstr(m));
    rd_kafka_headers_t* list = NULL;
    assert_int_equal(rd_kafka_message_headers(m, &list), 0);
    assert_int_equal(rd_kafka_header_cnt(list), 1);
    check_header(list, 0, "h", "v");
  } else {
    assert_int_equal(m->err, RD_KAFKA_RESP_ERR__PURGE_QUEUE);
    assert_int_equal(rd_kafka_message_status(m), RD_KAFKA_MSG_STATUS_NOT_PERSISTED);
    assert_int_equal(rd_kafka_message_broker_id(m), -1);
  }
  ++*(int*)opaque;
}

static void reported(void** state) {
  (void)state;
  create_topic("reports", 1);
  int count = 0;
  rd_kafka_conf_t* conf = PRODUCER_CONF("linger.ms", "0");
  rd_kafka_conf_set_opaque(conf, &count);
  rd_kafka_conf_set_dr_msg_cb(conf, on_report);
  rd_kafka_t* rk = new_handle(RD_KAFKA_PRODUCER, conf);
  assert_int_equal(rd_kafka_producev(rk, RD_KAFKA_V_TOPIC("reports"), RD_KAFKA_V_KEY("key", 3),
                                     RD_KAFKA_V_VALUE("value", 5), RD_KAFKA_V_HEADER("h", "v", 1),
                                     RD_KAFKA_V_TIMESTAMP(kTime), RD_KAFKA_V_END),
                   0);
  assert_int_equal(rd_kafka_flush(rk, kWaitMs), 0);
  assert_int_equal(count, 1);
  rd_kafka_destroy(rk);

  conf = CONF("client.id", "nowhere");
  rd_kafka_conf_set_opaque(conf, &count);
  rd_kafka_conf_set_dr_msg_cb(conf, on_report);
  rk = new_handle(RD_KAFKA_PRODUCER, conf);
  assert_int_equal(rd_kafka_producev(rk, RD_KAFKA_V_TOPIC("reports"), RD_KAFKA_V_KEY("key", 3),
                                     RD_KAFKA_V_VALUE("value", 5), RD_KAFKA_V_END),
                   0);
  assert_int_equal(rd_kafka_purge(rk, RD_KAFKA_PURGE_F_QUEUE), 0);
  poll_until(rk, &count, 2);
  rd_kafka_destroy(rk);
}

/* An error without a broker behind it: its text is the payload. */
static void errors(void** state) {
  (void)state;
  rd_kafka_t* rk = new_handle(RD_KAFKA_CONSUMER, CONF("client.id", "groupless"));
  rd_kafka_message_t* m = rd_kafka_consumer_poll(rk, 0);
  assert_non_null(m);
  assert_int_equal(m->err, RD_KAFKA_RESP_ERR__UNKNOWN_GROUP);
  assert_null(m->rkt);
  assert_int_equal(m->len, m->payload ? strlen(m->payload) : 0);
  assert_true(strlen(rd_kafka_message_errstr(m)) > 0);
  rd_kafka_message_destroy(m);
  rd_kafka_destroy(rk);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(null_and_empty),    cmocka_unit_test(accessors),
      cmocka_unit_test(end_of_partition),  cmocka_unit_test(headers),
      cmocka_unit_test(headers_are_freed), cmocka_unit_test(are_freed),
      cmocka_unit_test(reported),          cmocka_unit_test(errors),
  };
  return cmocka_run_group_tests(tests, start, stop_broker);
}
