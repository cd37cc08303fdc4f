/* Goal: a purge reaches every message, also those on their way from the wait for metadata to their
 * partitions. Method: ten messages wait without a broker; then metadata comes, and the
 * application's partitioner, which is asked for each on the way, makes another thread purge
 * meanwhile. */
#include "abi/api.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

static atomic_int asked, purged, reports, purge_reports;
static pthread_t main_thread;

static void nap(void) {
  const struct timespec ms = {0, 1000000};
  nanosleep(&ms, NULL);
}

static int32_t slowly(const rd_kafka_topic_t* rkt, const void* key, size_t key_size, int32_t count,
                      void* opaque, void* msg_opaque) {
  (void)rkt, (void)key, (void)key_size, (void)count, (void)opaque, (void)msg_opaque;
  /* The purge has to wait for the messages to arrive, so it cannot be waited for, only given time.
   */
  if (!pthread_equal(pthread_self(), main_thread) && atomic_fetch_add(&asked, 1) == 0)
    for (int i = 0; i < 300 && !atomic_load(&purged); i++) nap();
  return 0;
}

static void on_report(rd_kafka_t* rk, const rd_kafka_message_t* m, void* opaque) {
  (void)rk, (void)opaque;
  atomic_fetch_add(&reports, 1);
  if (m->err == RD_KAFKA_RESP_ERR__PURGE_QUEUE) atomic_fetch_add(&purge_reports, 1);
}

static void messages_on_their_way_are_purged(void** state) {
  (void)state;
  main_thread = pthread_self();
  char why[256];
  rd_kafka_conf_t* brokers = rd_kafka_conf_new();
  rd_kafka_conf_set_log_cb(brokers, NULL);
  assert_int_equal(rd_kafka_conf_set(brokers, "test.mock.num.brokers", "1", why, sizeof why), 0);
  rd_kafka_t* host = rd_kafka_new(RD_KAFKA_PRODUCER, brokers, why, sizeof why);
  char bootstrap[256];
  size_t size = sizeof bootstrap;
  assert_int_equal(rd_kafka_conf_get(rd_kafka_conf(host), "bootstrap.servers", bootstrap, &size),
                   0);

  rd_kafka_conf_t* conf = rd_kafka_conf_new();
  rd_kafka_conf_set_log_cb(conf, NULL);
  rd_kafka_conf_set_dr_msg_cb(conf, on_report);
  assert_int_equal(rd_kafka_conf_set(conf, "linger.ms", "60000", why, sizeof why), 0);
  rd_kafka_t* rk = rd_kafka_new(RD_KAFKA_PRODUCER, conf, why, sizeof why);
  rd_kafka_topic_conf_t* topic_conf = rd_kafka_topic_conf_new();
  rd_kafka_topic_conf_set_partitioner_cb(topic_conf, slowly);
  rd_kafka_topic_t* rkt = rd_kafka_topic_new(rk, "topic", topic_conf);
  for (int i = 0; i < 10; i++)
    assert_int_equal(
        rd_kafka_produce(rkt, RD_KAFKA_PARTITION_UA, RD_KAFKA_MSG_F_COPY, "x", 1, "k", 1, NULL), 0);
  assert_int_equal(rd_kafka_brokers_add(rk, bootstrap), 1);
  for (int i = 0; i < 20000 && !atomic_load(&asked); i++) nap();
  assert_true(atomic_load(&asked) > 0);
  assert_int_equal(rd_kafka_purge(rk, RD_KAFKA_PURGE_F_QUEUE), 0);
  atomic_store(&purged, 1);
  for (int i = 0; i < 500 && atomic_load(&reports) < 10; i++) rd_kafka_poll(rk, 10);
  assert_int_equal(atomic_load(&reports), 10);
  assert_int_equal(atomic_load(&purge_reports), 10);
  assert_int_equal(rd_kafka_outq_len(rk), 0);
  rd_kafka_topic_destroy(rkt);
  rd_kafka_destroy(rk);
  rd_kafka_destroy(host);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(messages_on_their_way_are_purged)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
