/* Goal: a child of fork() cannot produce on its parent's handle, and does the parent no harm by
 * trying: the threads that would send stayed in the parent. Method: a program that forks with
 * messages under way and while another of its threads produces; the child must come back from every
 * call with an error, the parent's messages all get their report. */
#include "abi/api.h"

#include <pthread.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>

enum { kForks = 20 };
static int reports, errors;
static atomic_int stop;

static void on_report(rd_kafka_t* rk, const rd_kafka_message_t* m, void* opaque) {
  (void)rk;
  (void)opaque;
  ++reports;
  errors += m->err != 0;
}

/* 0, or which call was not refused. */
static int try_in_child(rd_kafka_t* rk, rd_kafka_topic_t* rkt) {
  rd_kafka_message_t m;
  memset(&m, 0, sizeof m);
  m.payload = (void*)"x";
  m.len = 1;
  alarm(10); /* a lock that nobody will ever release */
  if (rd_kafka_produce(rkt, 0, RD_KAFKA_MSG_F_COPY, "x", 1, NULL, 0, NULL) != -1) return 1;
  if (rd_kafka_last_error() != RD_KAFKA_RESP_ERR__STATE) return 2;
  if (rd_kafka_producev(rk, RD_KAFKA_V_TOPIC("another"), RD_KAFKA_V_VALUE((void*)"x", 1),
                        RD_KAFKA_V_END) != RD_KAFKA_RESP_ERR__STATE)
    return 3;
  if (rd_kafka_produce_batch(rkt, 0, RD_KAFKA_MSG_F_COPY, &m, 1) != 0) return 4;
  if (m.err != RD_KAFKA_RESP_ERR__STATE) return 5;
  if (rd_kafka_flush(rk, 1000) != RD_KAFKA_RESP_ERR__STATE) return 6;
  if (rd_kafka_purge(rk, RD_KAFKA_PURGE_F_QUEUE) != RD_KAFKA_RESP_ERR__STATE) return 7;
  rd_kafka_destroy(rk);
  return 0;
}

static void* produce_until_stopped(void* arg) {
  long* produced = arg;
  rd_kafka_topic_t* rkt = *(rd_kafka_topic_t**)(produced + 1);
  while (!stop)
    *produced += rd_kafka_produce(rkt, 0, RD_KAFKA_MSG_F_COPY, "x", 1, NULL, 0, NULL) == 0;
  return NULL;
}

static void a_child_is_refused_and_the_parent_goes_on(void** state) {
  (void)state;
  char why[256];
  rd_kafka_conf_t* conf = rd_kafka_conf_new();
  rd_kafka_conf_set_log_cb(conf, NULL);
  rd_kafka_conf_set(conf, "test.mock.num.brokers", "1", why, sizeof why);
  rd_kafka_conf_set_dr_msg_cb(conf, on_report);
  rd_kafka_t* rk = rd_kafka_new(RD_KAFKA_PRODUCER, conf, why, sizeof why);
  assert_non_null(rk);
  rd_kafka_topic_t* rkt = rd_kafka_topic_new(rk, "topic", NULL);
  struct {
    long produced;
    rd_kafka_topic_t* rkt;
  } other = {0, rkt};
  pthread_t thread;
  assert_int_equal(pthread_create(&thread, NULL, produce_until_stopped, &other), 0);
  for (int i = 0; i < kForks; ++i) {
    rd_kafka_poll(rk, 1);
    const pid_t child = fork();
    if (child == 0) _exit(try_in_child(rk, rkt));
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
  }
  stop = 1;
  pthread_join(thread, NULL);
  assert_int_equal(rd_kafka_flush(rk, 60000), 0);
  assert_int_equal(reports, other.produced);
  assert_int_equal(errors, 0);
  rd_kafka_topic_destroy(rkt);
  rd_kafka_destroy(rk);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_child_is_refused_and_the_parent_goes_on),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
