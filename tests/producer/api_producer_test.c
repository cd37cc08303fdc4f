/* Goal: the calls that produce, and the reports that follow, answer as librdkafka's.
 * Method: a program like any other, against the embedded broker (test.mock.num.brokers), which
 * librdkafka has as well: this source runs on librdkafka 2.0.2 with the same results, but for two
 * assertions about timestamps (its embedded broker stamps a constant one). */
#include "abi/api.h"

#include <pthread.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static struct {
  int count, errors, last_status;
  rd_kafka_resp_err_t last_err;
  void* opaque;
  const void* payload;
  size_t len, key_len;
  int64_t offset, timestamp, offsets[64];
  int32_t partition;
  int yields, header_count, null_payload, null_key;
} seen;

static void on_report(rd_kafka_t* rk, const rd_kafka_message_t* m, void* opaque) {
  assert_ptr_equal(opaque, &seen);
  rd_kafka_headers_t* headers = NULL;
  rd_kafka_timestamp_type_t type;
  if (seen.count < 64) seen.offsets[seen.count] = m->offset;
  seen.count++;
  seen.errors += m->err != 0;
  seen.last_err = m->err;
  seen.last_status = rd_kafka_message_status(m);
  seen.opaque = m->_private;
  seen.payload = m->payload;
  seen.len = m->len;
  seen.key_len = m->key_len;
  seen.null_payload = m->payload == NULL;
  seen.null_key = m->key == NULL;
  seen.offset = m->offset;
  seen.partition = m->partition;
  seen.timestamp = rd_kafka_message_timestamp(m, &type);
  if (!rd_kafka_message_headers(m, &headers)) seen.header_count = (int)rd_kafka_header_cnt(headers);
  if (seen.yields) rd_kafka_yield(rk);
}

static rd_kafka_t* producer(const char* name, const char* value, int events) {
  char why[256];
  memset(&seen, 0, sizeof seen);
  rd_kafka_conf_t* conf = rd_kafka_conf_new();
  rd_kafka_conf_set_log_cb(conf, NULL);
  assert_int_equal(rd_kafka_conf_set(conf, "test.mock.num.brokers", "1", why, sizeof why), 0);
  if (name) assert_int_equal(rd_kafka_conf_set(conf, name, value, why, sizeof why), 0);
  rd_kafka_conf_set_opaque(conf, &seen);
  if (events)
    rd_kafka_conf_set_events(conf, RD_KAFKA_EVENT_DR);
  else
    rd_kafka_conf_set_dr_msg_cb(conf, on_report);
  rd_kafka_t* rk = rd_kafka_new(RD_KAFKA_PRODUCER, conf, why, sizeof why);
  if (!rk) fail_msg("%s", why);
  return rk;
}

static rd_kafka_topic_t* known_topic(rd_kafka_t* rk) {
  rd_kafka_topic_t* rkt = rd_kafka_topic_new(rk, "topic", NULL);
  const struct rd_kafka_metadata* md;
  assert_int_equal(rd_kafka_metadata(rk, 0, rkt, &md, 10000), 0);
  assert_true(md->topics[0].partition_cnt > 1);
  rd_kafka_metadata_destroy(md);
  return rkt;
}

static void done(rd_kafka_t* rk, rd_kafka_topic_t* rkt) {
  rd_kafka_topic_destroy(rkt);
  rd_kafka_destroy(rk);
}

static void every_message_gets_one_report(void** state) {
  (void)state;
  rd_kafka_t* rk = producer(NULL, NULL, 0);
  rd_kafka_topic_t* rkt = rd_kafka_topic_new(rk, "topic", NULL);
  int mark;
  for (int i = 0; i < 50; i++) {
    assert_int_equal(rd_kafka_produce(rkt, 0, RD_KAFKA_MSG_F_COPY, "hello", 5, "key", 3, &mark), 0);
    assert_int_equal(rd_kafka_last_error(), 0);
  }
  assert_true(rd_kafka_outq_len(rk) >= 50);
  assert_int_equal(rd_kafka_flush(rk, 20000), 0);
  assert_int_equal(rd_kafka_outq_len(rk), 0);
  assert_int_equal(seen.count, 50);
  assert_int_equal(seen.errors, 0);
  assert_int_equal(seen.last_status, RD_KAFKA_MSG_STATUS_PERSISTED);
  assert_ptr_equal(seen.opaque, &mark);
  assert_int_equal(seen.len, 5);
  assert_int_equal(seen.key_len, 3);
  assert_int_equal(seen.partition, 0);
  for (int i = 0; i < 50; i++) assert_int_equal(seen.offsets[i], i);
  assert_true(llabs(seen.timestamp - (int64_t)time(NULL) * 1000) < 60000);
  done(rk, rkt);
}

static void refusals_say_why_and_keep_the_payload_the_callers(void** state) {
  (void)state;
  rd_kafka_t* rk = producer(NULL, NULL, 0);
  rd_kafka_topic_t* rkt = known_topic(rk);
  errno = 0;
  assert_int_equal(rd_kafka_produce(rkt, 99, RD_KAFKA_MSG_F_COPY, "x", 1, NULL, 0, NULL), -1);
  assert_int_equal(rd_kafka_last_error(), RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION);
  assert_int_equal(errno, ESRCH);
  /* key + value + headers + 36 <= message.max.bytes (1000000) */
  char* big = calloc(1, 1000000);
  assert_int_equal(rd_kafka_produce(rkt, 0, RD_KAFKA_MSG_F_FREE, big, 999965, NULL, 0, NULL), -1);
  assert_int_equal(rd_kafka_last_error(), RD_KAFKA_RESP_ERR_MSG_SIZE_TOO_LARGE);
  assert_int_equal(errno, EMSGSIZE);
  assert_int_equal(rd_kafka_produce(rkt, 0, RD_KAFKA_MSG_F_COPY, big, 999964, NULL, 0, NULL), 0);
  assert_int_equal(rd_kafka_last_error(), 0);
  assert_int_equal(rd_kafka_produce(rkt, 0, RD_KAFKA_MSG_F_COPY, big, 999960, "keys!", 5, NULL),
                   -1);
  assert_int_equal(rd_kafka_flush(rk, 20000), 0);
  assert_int_equal(seen.count, 1);
  free(big);
  done(rk, rkt);
}

static void the_queue_limits_hold_exactly(void** state) {
  (void)state;
  rd_kafka_t* rk = producer("queue.buffering.max.messages", "10", 0);
  rd_kafka_topic_t* rkt = known_topic(rk);
  for (int i = 0; i < 10; i++)
    assert_int_equal(rd_kafka_produce(rkt, i % 2, RD_KAFKA_MSG_F_COPY, "x", 1, NULL, 0, NULL), 0);
  errno = 0;
  assert_int_equal(rd_kafka_produce(rkt, 0, RD_KAFKA_MSG_F_COPY, "x", 1, NULL, 0, NULL), -1);
  assert_int_equal(rd_kafka_last_error(), RD_KAFKA_RESP_ERR__QUEUE_FULL);
  assert_int_equal(errno, ENOBUFS);
  while (seen.count == 0) rd_kafka_poll(rk, 100);
  assert_int_equal(rd_kafka_produce(rkt, 0, RD_KAFKA_MSG_F_COPY, "x", 1, NULL, 0, NULL), 0);
  rd_kafka_flush(rk, 20000);
  assert_int_equal(seen.count, 11);
  done(rk, rkt);

  rk = producer("queue.buffering.max.kbytes", "1", 0);
  rkt = known_topic(rk);
  char buf[100] = "";
  for (int i = 0; i < 10; i++)
    assert_int_equal(rd_kafka_produce(rkt, 0, RD_KAFKA_MSG_F_COPY, buf, 100, buf, 100, NULL), 0);
  assert_int_equal(rd_kafka_produce(rkt, 0, RD_KAFKA_MSG_F_COPY, buf, 100, NULL, 0, NULL), -1);
  assert_int_equal(rd_kafka_last_error(), RD_KAFKA_RESP_ERR__QUEUE_FULL);
  assert_int_equal(rd_kafka_produce(rkt, 0, RD_KAFKA_MSG_F_COPY, buf, 24, NULL, 0, NULL), 0);
  rd_kafka_flush(rk, 20000);
  done(rk, rkt);
}

static void* polls(void* rk) {
  while (seen.count < 30) rd_kafka_poll(rk, 50);
  return NULL;
}

static void a_blocking_produce_waits_for_room(void** state) {
  (void)state;
  rd_kafka_t* rk = producer("queue.buffering.max.messages", "10", 0);
  rd_kafka_topic_t* rkt = known_topic(rk);
  pthread_t thread;
  pthread_create(&thread, NULL, polls, rk);
  for (int i = 0; i < 30; i++)
    assert_int_equal(
        rd_kafka_produce(rkt, 0, RD_KAFKA_MSG_F_COPY | RD_KAFKA_MSG_F_BLOCK, "x", 1, NULL, 0, NULL),
        0);
  pthread_join(thread, NULL);
  assert_int_equal(seen.count, 30);
  done(rk, rkt);
}

static void payloads_stay_whose_they_are(void** state) {
  (void)state;
  rd_kafka_t* rk = producer(NULL, NULL, 0);
  rd_kafka_topic_t* rkt = known_topic(rk);
  char mine[] = "mine";
  assert_int_equal(rd_kafka_produce(rkt, 0, 0, mine, 4, NULL, 0, NULL), 0);
  rd_kafka_flush(rk, 20000);
  assert_ptr_equal(seen.payload, mine);
  char* theirs = strdup("theirs");
  assert_int_equal(rd_kafka_produce(rkt, 0, RD_KAFKA_MSG_F_FREE, theirs, 6, NULL, 0, NULL), 0);
  rd_kafka_flush(rk, 20000);
  assert_int_equal(seen.len, 6);
  char copied[] = "copied";
  assert_int_equal(rd_kafka_produce(rkt, 0, RD_KAFKA_MSG_F_COPY, copied, 6, NULL, 0, NULL), 0);
  rd_kafka_flush(rk, 20000);
  assert_ptr_not_equal(seen.payload, copied);
  /* With both flags it is copied and not freed, whatever the manual says (librdkafka 2.0, 2.16). */
  const int both = RD_KAFKA_MSG_F_COPY | RD_KAFKA_MSG_F_FREE;
  assert_int_equal(rd_kafka_produce(rkt, 0, both, copied, 6, NULL, 0, NULL), 0);
  rd_kafka_flush(rk, 20000);
  assert_ptr_not_equal(seen.payload, copied);
  assert_int_equal(rd_kafka_produce(rkt, 0, RD_KAFKA_MSG_F_COPY, NULL, 0, "k", 1, NULL), 0);
  rd_kafka_flush(rk, 20000);
  assert_true(seen.null_payload && !seen.null_key);
  assert_int_equal(rd_kafka_produce(rkt, 0, RD_KAFKA_MSG_F_COPY, "", 0, NULL, 0, NULL), 0);
  rd_kafka_flush(rk, 20000);
  assert_true(!seen.null_payload && seen.null_key);
  assert_int_equal(seen.count, 6);
  done(rk, rkt);
}

static void producev_takes_every_argument(void** state) {
  (void)state;
  rd_kafka_t* rk = producer(NULL, NULL, 0);
  rd_kafka_topic_t* rkt = known_topic(rk);
  int mark;
  assert_int_equal(
      rd_kafka_producev(rk, RD_KAFKA_V_TOPIC("topic"), RD_KAFKA_V_PARTITION(1),
                        RD_KAFKA_V_VALUE("value", 5), RD_KAFKA_V_KEY("key", 3),
                        RD_KAFKA_V_OPAQUE(&mark), RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_COPY),
                        RD_KAFKA_V_TIMESTAMP(1700000000000), RD_KAFKA_V_HEADER("a", "1", 1),
                        RD_KAFKA_V_HEADER("b", NULL, 0), RD_KAFKA_V_END),
      0);
  rd_kafka_flush(rk, 20000);
  assert_int_equal(seen.partition, 1);
  assert_int_equal(seen.timestamp, 1700000000000);
  assert_ptr_equal(seen.opaque, &mark);
  assert_int_equal(seen.header_count, 2);

  rd_kafka_headers_t* list = rd_kafka_headers_new(2);
  rd_kafka_header_add(list, "c", -1, "3", -1);
  assert_int_equal(rd_kafka_producev(rk, RD_KAFKA_V_RKT(rkt), RD_KAFKA_V_HEADERS(list),
                                     RD_KAFKA_V_HEADER("d", "4", 1), RD_KAFKA_V_END),
                   RD_KAFKA_RESP_ERR__CONFLICT);
  assert_int_equal(rd_kafka_producev(rk, RD_KAFKA_V_RKT(rkt), RD_KAFKA_V_PARTITION(77),
                                     RD_KAFKA_V_HEADERS(list), RD_KAFKA_V_END),
                   RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION);
  /* still ours: only a success takes it over */
  assert_int_equal(rd_kafka_header_cnt(list), 1);
  assert_int_equal(
      rd_kafka_producev(rk, RD_KAFKA_V_RKT(rkt), RD_KAFKA_V_HEADERS(list), RD_KAFKA_V_END), 0);
  assert_int_equal(rd_kafka_producev(rk, RD_KAFKA_V_VALUE("a", 1), RD_KAFKA_V_END),
                   RD_KAFKA_RESP_ERR__INVALID_ARG);
  rd_kafka_vu_t vus[2];
  vus[0].vtype = RD_KAFKA_VTYPE_TOPIC;
  vus[0].u.cstr = "topic";
  vus[1].vtype = RD_KAFKA_VTYPE_VALUE;
  vus[1].u.mem.ptr = "v";
  vus[1].u.mem.size = 1;
  assert_null(rd_kafka_produceva(rk, vus, 2));
  rd_kafka_error_t* error = rd_kafka_produceva(rk, vus + 1, 1);
  assert_int_equal(rd_kafka_error_code(error), RD_KAFKA_RESP_ERR__INVALID_ARG);
  rd_kafka_error_destroy(error);
  assert_int_equal(rd_kafka_flush(rk, 20000), 0);
  assert_int_equal(seen.count, 3);
  done(rk, rkt);
}

static void a_batch_reports_each_elements_fate(void** state) {
  (void)state;
  rd_kafka_t* rk = producer(NULL, NULL, 0);
  rd_kafka_topic_t* rkt = known_topic(rk);
  rd_kafka_message_t messages[3];
  memset(messages, 0, sizeof messages);
  for (int i = 0; i < 3; i++) {
    messages[i].payload = "value";
    messages[i].len = 5;
    messages[i].partition = i == 1 ? 77 : 1;
  }
  assert_int_equal(
      rd_kafka_produce_batch(rkt, -1, RD_KAFKA_MSG_F_COPY | RD_KAFKA_MSG_F_PARTITION, messages, 3),
      2);
  assert_int_equal(messages[0].err, 0);
  assert_int_equal(messages[1].err, RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION);
  assert_int_equal(messages[2].err, 0);
  rd_kafka_flush(rk, 20000);
  assert_int_equal(seen.count, 2);
  done(rk, rkt);
}

static void events_carry_the_reports(void** state) {
  (void)state;
  rd_kafka_t* rk = producer("linger.ms", "200", 1);
  rd_kafka_topic_t* rkt = known_topic(rk);
  for (int i = 0; i < 5; i++)
    assert_int_equal(rd_kafka_produce(rkt, 0, RD_KAFKA_MSG_F_COPY, "hello", 5, NULL, 0, NULL), 0);
  /* flush does not serve events, and what is not served counts */
  assert_int_equal(rd_kafka_flush(rk, 1000), RD_KAFKA_RESP_ERR__TIMED_OUT);
  rd_kafka_queue_t* q = rd_kafka_queue_get_main(rk);
  int got = 0;
  while (got < 5) {
    rd_kafka_event_t* event = rd_kafka_queue_poll(q, 10000);
    assert_non_null(event);
    if (rd_kafka_event_type(event) == RD_KAFKA_EVENT_DR) {
      assert_string_equal(rd_kafka_event_name(event), "DeliveryReport");
      const rd_kafka_message_t* m;
      while ((m = rd_kafka_event_message_next(event))) {
        assert_int_equal(m->err, 0);
        assert_int_equal(m->offset, got);
        assert_memory_equal(m->payload, "hello", 5);
        got++;
      }
    }
    rd_kafka_event_destroy(event);
  }
  assert_int_equal(rd_kafka_flush(rk, 1000), 0);
  rd_kafka_queue_destroy(q);
  done(rk, rkt);
}

static void a_yield_ends_the_poll_after_one_report(void** state) {
  (void)state;
  rd_kafka_t* rk = producer(NULL, NULL, 0);
  rd_kafka_topic_t* rkt = known_topic(rk);
  seen.yields = 1;
  for (int i = 0; i < 3; i++)
    assert_int_equal(rd_kafka_produce(rkt, 0, RD_KAFKA_MSG_F_COPY, "x", 1, NULL, 0, NULL), 0);
  for (int i = 1; i <= 3; i++) {
    for (int n = 0; n < 100 && seen.count < i; n++) rd_kafka_poll(rk, 100);
    assert_int_equal(seen.count, i);
  }
  done(rk, rkt);
}

static void a_long_linger_gives_way_to_flush(void** state) {
  (void)state;
  rd_kafka_t* rk = producer("linger.ms", "60000", 0);
  rd_kafka_topic_t* rkt = rd_kafka_topic_new(rk, "topic", NULL);
  assert_int_equal(rd_kafka_produce(rkt, 0, RD_KAFKA_MSG_F_COPY, "x", 1, NULL, 0, NULL), 0);
  assert_int_equal(rd_kafka_flush(rk, 10000), 0);
  assert_int_equal(seen.count, 1);
  done(rk, rkt);
}

static void purge_reports_what_it_drops(void** state) {
  (void)state;
  rd_kafka_t* rk = producer("linger.ms", "60000", 0);
  rd_kafka_topic_t* rkt = known_topic(rk);
  for (int i = 0; i < 3; i++)
    assert_int_equal(rd_kafka_produce(rkt, 0, RD_KAFKA_MSG_F_COPY, "x", 1, NULL, 0, NULL), 0);
  assert_int_equal(rd_kafka_purge(rk, 64), RD_KAFKA_RESP_ERR__INVALID_ARG);
  assert_int_equal(rd_kafka_purge(rk, RD_KAFKA_PURGE_F_QUEUE | RD_KAFKA_PURGE_F_INFLIGHT), 0);
  rd_kafka_poll(rk, 1000);
  assert_int_equal(seen.count, 3);
  assert_int_equal(seen.last_err, RD_KAFKA_RESP_ERR__PURGE_QUEUE);
  assert_int_equal(seen.last_status, RD_KAFKA_MSG_STATUS_NOT_PERSISTED);
  assert_int_equal(rd_kafka_outq_len(rk), 0);
  done(rk, rkt);
}

static void without_a_broker_a_message_times_out(void** state) {
  (void)state;
  char why[256];
  memset(&seen, 0, sizeof seen);
  rd_kafka_conf_t* conf = rd_kafka_conf_new();
  rd_kafka_conf_set_log_cb(conf, NULL);
  rd_kafka_conf_set(conf, "bootstrap.servers", "127.0.0.1:9", why, sizeof why);
  rd_kafka_conf_set(conf, "message.timeout.ms", "200", why, sizeof why);
  rd_kafka_conf_set_opaque(conf, &seen);
  rd_kafka_conf_set_dr_msg_cb(conf, on_report);
  rd_kafka_t* rk = rd_kafka_new(RD_KAFKA_PRODUCER, conf, why, sizeof why);
  assert_int_equal(
      rd_kafka_producev(rk, RD_KAFKA_V_TOPIC("topic"), RD_KAFKA_V_VALUE("v", 1), RD_KAFKA_V_END),
      0);
  for (int n = 0; n < 13 && seen.count == 0; n++) rd_kafka_poll(rk, 100);
  assert_int_equal(seen.count, 1);
  assert_int_equal(seen.last_err, RD_KAFKA_RESP_ERR__MSG_TIMED_OUT);
  assert_int_equal(seen.last_status, RD_KAFKA_MSG_STATUS_NOT_PERSISTED);
  assert_int_equal(rd_kafka_outq_len(rk), 0);
  rd_kafka_destroy(rk);
}

/* librdkafka's idempotent producer refuses after a fatal error; its default one does not. */
static void a_fatal_error_ends_producing(void** state) {
  (void)state;
  rd_kafka_t* rk = producer("enable.idempotence", "true", 0);
  rd_kafka_topic_t* rkt = known_topic(rk);
  assert_int_equal(
      rd_kafka_test_fatal_error(rk, RD_KAFKA_RESP_ERR_OUT_OF_ORDER_SEQUENCE_NUMBER, "a test"), 0);
  assert_int_equal(rd_kafka_produce(rkt, 0, RD_KAFKA_MSG_F_COPY, "x", 1, NULL, 0, NULL), -1);
  assert_int_equal(rd_kafka_last_error(), RD_KAFKA_RESP_ERR__FATAL);
  assert_int_equal(errno, ECANCELED);
  done(rk, rkt);
}

static void a_consumer_does_not_produce(void** state) {
  (void)state;
  char why[256];
  rd_kafka_conf_t* conf = rd_kafka_conf_new();
  rd_kafka_conf_set_log_cb(conf, NULL);
  rd_kafka_t* rk = rd_kafka_new(RD_KAFKA_CONSUMER, conf, why, sizeof why);
  assert_int_equal(rd_kafka_flush(rk, 0), RD_KAFKA_RESP_ERR__NOT_IMPLEMENTED);
  assert_int_equal(rd_kafka_purge(rk, 1), RD_KAFKA_RESP_ERR__NOT_IMPLEMENTED);
  rd_kafka_destroy(rk);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_message_gets_one_report),
      cmocka_unit_test(refusals_say_why_and_keep_the_payload_the_callers),
      cmocka_unit_test(the_queue_limits_hold_exactly),
      cmocka_unit_test(a_blocking_produce_waits_for_room),
      cmocka_unit_test(payloads_stay_whose_they_are),
      cmocka_unit_test(producev_takes_every_argument),
      cmocka_unit_test(a_batch_reports_each_elements_fate),
      cmocka_unit_test(events_carry_the_reports),
      cmocka_unit_test(a_yield_ends_the_poll_after_one_report),
      cmocka_unit_test(a_long_linger_gives_way_to_flush),
      cmocka_unit_test(purge_reports_what_it_drops),
      cmocka_unit_test(without_a_broker_a_message_times_out),
      cmocka_unit_test(a_fatal_error_ends_producing),
      cmocka_unit_test(a_consumer_does_not_produce),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
