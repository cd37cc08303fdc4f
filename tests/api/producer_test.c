/*
 * Goal: producing through the C API keeps librdkafka's contract: what is accepted is reported
 * exactly once and only from a poll, what is refused is refused with the documented code, and who
 * owns a payload is as the flags say.
 * Method: an embedded broker; expectations were measured on librdkafka 2.16.0 with these programs.
 */
#include "api/support.h"

typedef struct {
  int count;
  rd_kafka_resp_err_t err[64];
  void* opaque[64];
  const void* payload[64];
  int64_t offset[64];
  int32_t partition[64];
  rd_kafka_msg_status_t status[64];
  bool inside_produce;
} reports_t;

static bool g_producing;

static void on_report(rd_kafka_t* rk, const rd_kafka_message_t* m, void* opaque) {
  (void)rk;
  reports_t* r = opaque;
  const int i = r->count++ % 64;
  r->err[i] = m->err;
  r->opaque[i] = m->_private;
  r->payload[i] = m->payload;
  r->offset[i] = m->offset;
  r->partition[i] = m->partition;
  r->status[i] = rd_kafka_message_status(m);
  r->inside_produce |= g_producing;
}

static rd_kafka_t* reporting(reports_t* r, rd_kafka_conf_t* conf) {
  memset(r, 0, sizeof *r);
  rd_kafka_conf_set_opaque(conf, r);
  rd_kafka_conf_set_dr_msg_cb(conf, on_report);
  return new_handle(RD_KAFKA_PRODUCER, conf);
}

static int put(rd_kafka_topic_t* rkt, int32_t partition, int flags, void* payload, size_t size) {
  g_producing = true;
  const int result = rd_kafka_produce(rkt, partition, flags, payload, size, NULL, 0, NULL);
  g_producing = false;
  return result;
}

static void refused(int result, rd_kafka_resp_err_t code, int errnox) {
  const int seen = errno;
  assert_int_equal(result, -1);
  assert_int_equal(rd_kafka_last_error(), code);
  assert_int_equal(seen, errnox);
}

static void each_is_reported_once(void** state) {
  (void)state;
  create_topic("reported", 1);
  reports_t r;
  rd_kafka_t* rk = reporting(&r, PRODUCER_CONF("linger.ms", "5"));
  rd_kafka_topic_t* rkt = rd_kafka_topic_new(rk, "reported", NULL);
  char value[8] = "v";
  for (intptr_t i = 0; i < 5; i++) {
    g_producing = true;
    assert_int_equal(
        rd_kafka_produce(rkt, 0, RD_KAFKA_MSG_F_COPY, value, 1, "k", 1, (void*)(i + 1)), 0);
    g_producing = false;
    assert_int_equal(rd_kafka_last_error(), RD_KAFKA_RESP_ERR_NO_ERROR);
  }
  assert_true(rd_kafka_outq_len(rk) >= 5);
  assert_int_equal(rd_kafka_flush(rk, kWaitMs), 0);
  assert_int_equal(rd_kafka_outq_len(rk), 0);
  assert_int_equal(r.count, 5);
  for (intptr_t i = 0; i < 5; i++) {
    assert_int_equal(r.err[i], 0);
    assert_int_equal(r.offset[i], i);
    assert_int_equal(r.partition[i], 0);
    assert_int_equal(r.status[i], RD_KAFKA_MSG_STATUS_PERSISTED);
    assert_ptr_equal(r.opaque[i], (void*)(i + 1));
    assert_ptr_not_equal(r.payload[i], value);
  }
  assert_int_equal(rd_kafka_poll(rk, 0), 0);
  assert_int_equal(r.count, 5);
  assert_false(r.inside_produce);
  rd_kafka_topic_destroy(rkt);
  rd_kafka_destroy(rk);
}

/* A borrowed payload is reported at its own address; a given one is freed for the program. */
static void payload_ownership(void** state) {
  (void)state;
  create_topic("owned", 1);
  reports_t r;
  rd_kafka_t* rk = reporting(&r, PRODUCER_CONF("linger.ms", "0"));
  rd_kafka_topic_t* rkt = rd_kafka_topic_new(rk, "owned", NULL);
  char borrowed[] = "borrowed";
  char* given = strdup("given");
  assert_int_equal(put(rkt, 0, 0, borrowed, sizeof borrowed), 0);
  assert_int_equal(put(rkt, 0, RD_KAFKA_MSG_F_FREE, given, 5), 0);
  assert_int_equal(rd_kafka_flush(rk, kWaitMs), 0);
  assert_int_equal(r.count, 2);
  assert_ptr_equal(r.payload[0], borrowed);
  rd_kafka_topic_destroy(rkt);
  rd_kafka_destroy(rk);
}

/* key + value + headers as they are written + 36 may not exceed message.max.bytes. */
static void size_limit(void** state) {
  (void)state;
  reports_t r;
  rd_kafka_t* rk =
      reporting(&r, CONF("message.max.bytes", "1000", "queue.buffering.max.messages", "4"));
  rd_kafka_topic_t* rkt = rd_kafka_topic_new(rk, "sized", NULL);
  static char value[2000];
  const int copy = RD_KAFKA_MSG_F_COPY;
  assert_int_equal(rd_kafka_produce(rkt, 0, copy, value, 1000 - 36, NULL, 0, NULL), 0);
  refused(rd_kafka_produce(rkt, 0, copy, value, 1000 - 36 + 1, NULL, 0, NULL),
          RD_KAFKA_RESP_ERR_MSG_SIZE_TOO_LARGE, EMSGSIZE);
  assert_int_equal(rd_kafka_produce(rkt, 0, copy, value, 1000 - 36 - 10, value, 10, NULL), 0);
  refused(rd_kafka_produce(rkt, 0, copy, value, 1000 - 36 - 9, value, 10, NULL),
          RD_KAFKA_RESP_ERR_MSG_SIZE_TOO_LARGE, EMSGSIZE);
  /* a header of 1 + 2 + 1 + 3 bytes */
  for (int extra = 0; extra < 2; extra++) {
    assert_int_equal(
        rd_kafka_producev(rk, RD_KAFKA_V_TOPIC("sized"), RD_KAFKA_V_PARTITION(0),
                          RD_KAFKA_V_HEADER("hh", "abc", 3), RD_KAFKA_V_MSGFLAGS(copy),
                          RD_KAFKA_V_VALUE(value, (size_t)(1000 - 36 - 7 + extra)), RD_KAFKA_V_END),
        extra ? RD_KAFKA_RESP_ERR_MSG_SIZE_TOO_LARGE : 0);
  }
  assert_int_equal(put(rkt, 0, copy, value, 1), 0);
  /* now it is full, and the size is looked at first */
  refused(put(rkt, 0, copy, value, 1), RD_KAFKA_RESP_ERR__QUEUE_FULL, ENOBUFS);
  refused(put(rkt, 0, copy, value, 1000), RD_KAFKA_RESP_ERR_MSG_SIZE_TOO_LARGE, EMSGSIZE);
  assert_int_equal(rd_kafka_purge(rk, RD_KAFKA_PURGE_F_QUEUE), 0);
  poll_until(rk, &r.count, 4);
  rd_kafka_topic_destroy(rkt);
  rd_kafka_destroy(rk);
}

static void queue_full_and_purge(void** state) {
  (void)state;
  reports_t r;
  rd_kafka_t* rk = reporting(&r, CONF("queue.buffering.max.messages", "2"));
  rd_kafka_topic_t* rkt = rd_kafka_topic_new(rk, "full", NULL);
  char* mine = strdup("mine");
  assert_int_equal(put(rkt, 0, RD_KAFKA_MSG_F_FREE, strdup("a"), 1), 0);
  assert_int_equal(put(rkt, RD_KAFKA_PARTITION_UA, RD_KAFKA_MSG_F_FREE, strdup("b"), 1), 0);
  refused(put(rkt, 0, RD_KAFKA_MSG_F_FREE, mine, 4), RD_KAFKA_RESP_ERR__QUEUE_FULL, ENOBUFS);
  free(mine); /* it stayed ours */
  assert_int_equal(rd_kafka_flush(rk, 10), RD_KAFKA_RESP_ERR__TIMED_OUT);
  assert_int_equal(rd_kafka_purge(rk, 8), RD_KAFKA_RESP_ERR__INVALID_ARG);
  assert_int_equal(r.count, 0);
  assert_int_equal(rd_kafka_purge(rk, RD_KAFKA_PURGE_F_QUEUE), 0);
  poll_until(rk, &r.count, 2);
  for (int i = 0; i < 2; i++) {
    assert_int_equal(r.err[i], RD_KAFKA_RESP_ERR__PURGE_QUEUE);
    assert_int_equal(r.status[i], RD_KAFKA_MSG_STATUS_NOT_PERSISTED);
  }
  assert_int_equal(put(rkt, 0, RD_KAFKA_MSG_F_COPY, "c", 1), 0); /* there is room again */
  assert_int_equal(rd_kafka_purge(rk, RD_KAFKA_PURGE_F_QUEUE | RD_KAFKA_PURGE_F_INFLIGHT |
                                          RD_KAFKA_PURGE_F_NON_BLOCKING),
                   0);
  poll_until(rk, &r.count, 3);
  rd_kafka_topic_destroy(rkt);
  rd_kafka_destroy(rk);
}

static void* polls(void* arg) {
  rd_kafka_t* rk = arg;
  reports_t* r = rd_kafka_opaque(rk);
  poll_until(rk, &r->count, 40);
  return NULL;
}

/* F_BLOCK waits until another thread has served reports. */
static void blocking(void** state) {
  (void)state;
  create_topic("blocking", 1);
  reports_t r;
  rd_kafka_t* rk =
      reporting(&r, PRODUCER_CONF("queue.buffering.max.messages", "2", "linger.ms", "0"));
  rd_kafka_topic_t* rkt = rd_kafka_topic_new(rk, "blocking", NULL);
  pthread_t thread;
  pthread_create(&thread, NULL, polls, rk);
  for (int i = 0; i < 40; i++) {
    assert_int_equal(
        rd_kafka_produce(rkt, 0, RD_KAFKA_MSG_F_COPY | RD_KAFKA_MSG_F_BLOCK, "x", 1, NULL, 0, NULL),
        0);
  }
  pthread_join(thread, NULL);
  assert_int_equal(r.count, 40);
  rd_kafka_topic_destroy(rkt);
  rd_kafka_destroy(rk);
}

static void unknown_partition(void** state) {
  (void)state;
  create_topic("two", 2);
  reports_t r;
  rd_kafka_t* rk = reporting(&r, PRODUCER_CONF("linger.ms", "0"));
  rd_kafka_topic_t* rkt = rd_kafka_topic_new(rk, "two", NULL);
  assert_int_equal(put(rkt, 1, RD_KAFKA_MSG_F_COPY, "x", 1), 0);
  assert_int_equal(rd_kafka_flush(rk, kWaitMs), 0);
  refused(put(rkt, 2, RD_KAFKA_MSG_F_COPY, "x", 1), RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION, ESRCH);
  assert_int_equal(r.count, 1);
  assert_int_equal(r.partition[0], 1);
  rd_kafka_topic_destroy(rkt);
  rd_kafka_destroy(rk);
}

static void by_arguments(void** state) {
  (void)state;
  create_topic("args", 1);
  reports_t r;
  rd_kafka_t* rk = reporting(&r, PRODUCER_CONF("linger.ms", "0"));
  rd_kafka_headers_t* headers = rd_kafka_headers_new(1);
  rd_kafka_header_add(headers, "n", -1, "v", -1);
  char value[] = "value";
  assert_int_equal(rd_kafka_producev(rk, RD_KAFKA_V_VALUE(value, 5), RD_KAFKA_V_END),
                   RD_KAFKA_RESP_ERR__INVALID_ARG);
  assert_int_equal(rd_kafka_producev(rk, RD_KAFKA_V_TOPIC("args"), 99, RD_KAFKA_V_END),
                   RD_KAFKA_RESP_ERR__INVALID_ARG);
  assert_int_equal(rd_kafka_producev(rk, RD_KAFKA_V_TOPIC("args"), RD_KAFKA_V_HEADER("a", "b", 1),
                                     RD_KAFKA_V_HEADERS(headers), RD_KAFKA_V_END),
                   RD_KAFKA_RESP_ERR__CONFLICT);
  assert_int_equal(rd_kafka_header_cnt(headers), 1); /* it stayed ours */
  assert_int_equal(
      rd_kafka_producev(rk, RD_KAFKA_V_TOPIC("args"), RD_KAFKA_V_PARTITION(0),
                        RD_KAFKA_V_VALUE(value, 5), RD_KAFKA_V_HEADERS(headers),
                        RD_KAFKA_V_OPAQUE(&r), RD_KAFKA_V_TIMESTAMP(1234567), RD_KAFKA_V_END),
      0);
  assert_int_equal(rd_kafka_flush(rk, kWaitMs), 0);
  assert_int_equal(r.count, 1);
  assert_ptr_equal(r.payload[0], value); /* no flags: borrowed */
  assert_ptr_equal(r.opaque[0], &r);
  rd_kafka_destroy(rk);
}

static void by_array(void** state) {
  (void)state;
  create_topic("array", 1);
  reports_t r;
  rd_kafka_t* rk = reporting(&r, PRODUCER_CONF("linger.ms", "0"));
  rd_kafka_vu_t vus[4] = {{.vtype = RD_KAFKA_VTYPE_TOPIC, .u.cstr = "array"},
                          {.vtype = RD_KAFKA_VTYPE_VALUE, .u.mem = {"abc", 3}},
                          {.vtype = RD_KAFKA_VTYPE_MSGFLAGS, .u.i = RD_KAFKA_MSG_F_COPY},
                          {.vtype = RD_KAFKA_VTYPE_PARTITION, .u.i32 = 0}};
  assert_null(rd_kafka_produceva(rk, vus, 4));
  assert_int_equal(rd_kafka_flush(rk, kWaitMs), 0);
  assert_int_equal(r.count, 1);
  assert_int_equal(r.err[0], 0);
  rd_kafka_error_t* error = rd_kafka_produceva(rk, vus + 1, 3);
  assert_non_null(error);
  assert_true(strlen(rd_kafka_error_string(error)) > 0);
  expect_error_object(error, RD_KAFKA_RESP_ERR__INVALID_ARG);
  rd_kafka_destroy(rk);
}

static void batches(void** state) {
  (void)state;
  create_topic("batch", 2);
  reports_t r;
  rd_kafka_t* rk = reporting(&r, PRODUCER_CONF("linger.ms", "0", "message.max.bytes", "1000"));
  rd_kafka_topic_t* rkt = rd_kafka_topic_new(rk, "batch", NULL);
  static char big[1000];
  rd_kafka_message_t m[3];
  memset(m, 0, sizeof m);
  for (int i = 0; i < 3; i++) {
    m[i].payload = i == 1 ? big : "x";
    m[i].len = i == 1 ? sizeof big : 1;
    m[i].partition = i == 2;
    m[i].err = RD_KAFKA_RESP_ERR__FAIL;
    m[i]._private = &m[i];
  }
  assert_int_equal(
      rd_kafka_produce_batch(rkt, 0, RD_KAFKA_MSG_F_COPY | RD_KAFKA_MSG_F_PARTITION, m, 3), 2);
  assert_int_equal(m[0].err, 0);
  assert_int_equal(m[1].err, RD_KAFKA_RESP_ERR_MSG_SIZE_TOO_LARGE);
  assert_int_equal(m[2].err, 0);
  m[2].partition = 0;
  assert_int_equal(rd_kafka_produce_batch(rkt, 1, RD_KAFKA_MSG_F_COPY, &m[2], 1), 1);
  assert_int_equal(rd_kafka_flush(rk, kWaitMs), 0);
  assert_int_equal(r.count, 3);
  int on_second = 0;
  for (int i = 0; i < 3; i++) {
    on_second += r.partition[i] == 1;
    assert_int_equal(r.err[i], 0);
    assert_int_equal(r.partition[i], r.opaque[i] == &m[2]);
  }
  assert_int_equal(on_second, 2);
  rd_kafka_topic_destroy(rkt);
  rd_kafka_destroy(rk);
}

static void times_out(void** state) {
  (void)state;
  reports_t r;
  rd_kafka_t* rk = reporting(&r, CONF("message.timeout.ms", "100", "linger.ms", "0"));
  rd_kafka_topic_t* rkt = rd_kafka_topic_new(rk, "nowhere", NULL);
  assert_int_equal(put(rkt, 0, RD_KAFKA_MSG_F_COPY, "x", 1), 0);
  poll_until(rk, &r.count, 1);
  assert_int_equal(r.err[0], RD_KAFKA_RESP_ERR__MSG_TIMED_OUT);
  assert_int_equal(r.status[0], RD_KAFKA_MSG_STATUS_NOT_PERSISTED);
  rd_kafka_topic_destroy(rkt);
  rd_kafka_destroy(rk);
}

static void flush_does_not_linger(void** state) {
  (void)state;
  create_topic("lingering", 1);
  reports_t r;
  rd_kafka_t* rk = reporting(&r, PRODUCER_CONF("linger.ms", "60000"));
  rd_kafka_topic_t* rkt = rd_kafka_topic_new(rk, "lingering", NULL);
  assert_int_equal(put(rkt, 0, RD_KAFKA_MSG_F_COPY, "x", 1), 0);
  const int64_t start = now_ms();
  assert_int_equal(rd_kafka_flush(rk, 50000), 0);
  assert_true(now_ms() - start < 40000);
  assert_int_equal(r.count, 1);
  assert_int_equal(rd_kafka_flush(rk, 0), 0);
  rd_kafka_topic_destroy(rkt);
  rd_kafka_destroy(rk);
}

static void on_old_report(rd_kafka_t* rk, void* payload, size_t size, rd_kafka_resp_err_t err,
                          void* opaque, void* msg_opaque) {
  (void)rk;
  assert_int_equal(err, 0);
  assert_int_equal(size, 3);
  assert_memory_equal(payload, "abc", 3);
  *(void**)opaque = msg_opaque;
}

static void the_older_callback(void** state) {
  (void)state;
  create_topic("older", 1);
  void* seen = NULL;
  rd_kafka_conf_t* conf = PRODUCER_CONF("linger.ms", "0");
  rd_kafka_conf_set_opaque(conf, &seen);
  rd_kafka_conf_set_dr_cb(conf, on_old_report);
  rd_kafka_t* rk = new_handle(RD_KAFKA_PRODUCER, conf);
  assert_int_equal(rd_kafka_producev(rk, RD_KAFKA_V_TOPIC("older"), RD_KAFKA_V_VALUE("abc", 3),
                                     RD_KAFKA_V_OPAQUE(rk), RD_KAFKA_V_END),
                   0);
  assert_int_equal(rd_kafka_flush(rk, kWaitMs), 0);
  assert_ptr_equal(seen, rk);
  rd_kafka_destroy(rk);
}

static void only_errors(void** state) {
  (void)state;
  create_topic("errors", 1);
  reports_t r;
  rd_kafka_t* rk =
      reporting(&r, PRODUCER_CONF("linger.ms", "0", "delivery.report.only.error", "true"));
  rd_kafka_topic_t* rkt = rd_kafka_topic_new(rk, "errors", NULL);
  assert_int_equal(put(rkt, 0, RD_KAFKA_MSG_F_COPY, "x", 1), 0);
  assert_int_equal(rd_kafka_flush(rk, kWaitMs), 0);
  assert_int_equal(r.count, 0);
  assert_int_equal(rd_kafka_outq_len(rk), 0);
  rd_kafka_topic_destroy(rkt);
  rd_kafka_destroy(rk);
}

static void not_on_consumers(void** state) {
  (void)state;
  rd_kafka_t* rk = CONSUMER("client.id", "c");
  assert_int_equal(rd_kafka_flush(rk, 0), RD_KAFKA_RESP_ERR__NOT_IMPLEMENTED);
  assert_int_equal(rd_kafka_purge(rk, 1), RD_KAFKA_RESP_ERR__NOT_IMPLEMENTED);
  rd_kafka_destroy(rk);
}

/* After a fatal error an idempotent producer takes no more. */
static void fatal_refuses(void** state) {
  (void)state;
  reports_t r;
  rd_kafka_t* rk = reporting(&r, PRODUCER_CONF("enable.idempotence", "true"));
  rd_kafka_topic_t* rkt = rd_kafka_topic_new(rk, "fatal", NULL);
  assert_int_equal(
      rd_kafka_test_fatal_error(rk, RD_KAFKA_RESP_ERR_CLUSTER_AUTHORIZATION_FAILED, "t"), 0);
  refused(put(rkt, 0, RD_KAFKA_MSG_F_COPY, "x", 1), RD_KAFKA_RESP_ERR__FATAL, ECANCELED);
  rd_kafka_topic_destroy(rkt);
  rd_kafka_destroy(rk);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(each_is_reported_once),
      cmocka_unit_test(payload_ownership),
      cmocka_unit_test(size_limit),
      cmocka_unit_test(queue_full_and_purge),
      cmocka_unit_test(blocking),
      cmocka_unit_test(unknown_partition),
      cmocka_unit_test(by_arguments),
      cmocka_unit_test(by_array),
      cmocka_unit_test(batches),
      cmocka_unit_test(times_out),
      cmocka_unit_test(flush_does_not_linger),
      cmocka_unit_test(only_errors),
      cmocka_unit_test(the_older_callback),
      cmocka_unit_test(not_on_consumers),
      cmocka_unit_test(fatal_refuses),
  };
  return cmocka_run_group_tests(tests, start_broker, stop_broker);
}
