/* Goal: a producer may be used by several threads at once, in every way: each accepted message gets
 * one report, the counts return to zero, and nothing races (this test is meant for the sanitizers).
 * Method: four threads produce (copied, given away and borrowed payloads, with and without keys),
 * poll, flush and purge on one handle with several embedded brokers; then the handle is destroyed,
 * in every other round with messages still under way. */
#include "abi/api.h"

#include <pthread.h>

enum { kThreads = 4, kRounds = 6, kCalls = 3000 };

typedef struct {
  rd_kafka_t* rk;
  rd_kafka_topic_t* rkt;
  unsigned seed;
  long accepted;
} worker_t;

static long reports;
static char borrowed[64];

static void on_report(rd_kafka_t* rk, const rd_kafka_message_t* m, void* opaque) {
  (void)rk;
  (void)opaque;
  __atomic_fetch_add(&reports, 1, __ATOMIC_RELAXED);
  if (!m->err && m->offset < 0) abort();
}

static unsigned draw(worker_t* w) {
  w->seed = w->seed * 1664525u + 1013904223u;
  return w->seed >> 8;
}

static void produce(worker_t* w) {
  const unsigned kind = draw(w) % 4;
  const int32_t partition = draw(w) % 3 ? RD_KAFKA_PARTITION_UA : (int32_t)(draw(w) % 4);
  char name[8] = "topic-x";
  name[6] = (char)('a' + draw(w) % 3);
  int failed;
  if (kind == 0) {
    char* given = malloc(32);
    failed = rd_kafka_produce(w->rkt, partition, RD_KAFKA_MSG_F_FREE, given, 32, "k", 1, NULL);
    if (failed) free(given);
  } else if (kind == 1) {
    failed = rd_kafka_produce(w->rkt, partition, 0, borrowed, 40, NULL, 0, NULL);
  } else {
    failed = rd_kafka_producev(w->rk, RD_KAFKA_V_TOPIC(name), RD_KAFKA_V_VALUE(borrowed, 50),
                               RD_KAFKA_V_KEY(&kind, sizeof kind), RD_KAFKA_V_HEADER("h", "v", 1),
                               RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_COPY), RD_KAFKA_V_END);
  }
  w->accepted += failed == 0;
}

static void* work(void* arg) {
  worker_t* w = arg;
  for (int i = 0; i < kCalls; ++i) {
    const unsigned what = draw(w) % 1000;
    if (what < 960) {
      produce(w);
    } else if (what < 985) {
      rd_kafka_poll(w->rk, 0);
    } else if (what < 995) {
      rd_kafka_flush(w->rk, (int)(draw(w) % 10));
    } else if (what < 997) {
      rd_kafka_purge(w->rk, (int)(draw(w) % 8));
    } else {
      rd_kafka_outq_len(w->rk);
      rd_kafka_topic_t* again = rd_kafka_topic_new(w->rk, "topic-b", NULL);
      rd_kafka_topic_destroy(again);
    }
  }
  return NULL;
}

static void one_round(unsigned seed, int abandon) {
  char why[256];
  rd_kafka_conf_t* conf = rd_kafka_conf_new();
  rd_kafka_conf_set_log_cb(conf, NULL);
  rd_kafka_conf_set(conf, "test.mock.num.brokers", "3", why, sizeof why);
  rd_kafka_conf_set(conf, "queue.buffering.max.messages", "5000", why, sizeof why);
  rd_kafka_conf_set(conf, "statistics.interval.ms", "5", why, sizeof why);
  rd_kafka_conf_set(conf, "compression.codec", seed % 2 ? "lz4" : "none", why, sizeof why);
  rd_kafka_conf_set_dr_msg_cb(conf, on_report);
  rd_kafka_t* rk = rd_kafka_new(RD_KAFKA_PRODUCER, conf, why, sizeof why);
  assert_non_null(rk);
  rd_kafka_topic_t* rkt = rd_kafka_topic_new(rk, "topic-a", NULL);
  worker_t workers[kThreads];
  pthread_t threads[kThreads];
  long accepted = 0;
  reports = 0;
  for (int i = 0; i < kThreads; ++i) {
    workers[i] = (worker_t){rk, rkt, seed * 100 + (unsigned)i, 0};
    assert_int_equal(pthread_create(&threads[i], NULL, work, &workers[i]), 0);
  }
  for (int i = 0; i < kThreads; ++i) {
    pthread_join(threads[i], NULL);
    accepted += workers[i].accepted;
  }
  assert_true(accepted > kCalls);
  if (!abandon) {
    assert_int_equal(rd_kafka_flush(rk, 60000), 0);
    assert_int_equal(rd_kafka_outq_len(rk), 0);
    assert_int_equal(reports, accepted);
  }
  rd_kafka_topic_destroy(rkt);
  rd_kafka_destroy(rk);
  assert_true(reports <= accepted);
}

static void threads_do_everything_at_once(void** state) {
  (void)state;
  for (unsigned round = 0; round < kRounds; ++round) one_round(round + 1, round % 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(threads_do_everything_at_once)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
