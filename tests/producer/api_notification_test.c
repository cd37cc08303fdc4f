/* Goal: a callback of the application's may wait for another thread that uses the client, and may
 * use it itself: nobody holds a lock of the client's meanwhile. Method: a notification callback of
 * the reports' queue, and a partitioner, which make another thread purge, produce and ask, and wait
 * for it. The reports come from a purgeand from a timeout. */
#include "abi/api.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>

enum { kPatienceS = 20 };

static rd_kafka_t* rk;
static rd_kafka_topic_t* rkt;
static sem_t wanted, done;
static atomic_int notified, stuck, over, reports;

/* What another thread of the program may be at. */
static void use_the_client(void) {
  rd_kafka_purge(rk, RD_KAFKA_PURGE_F_QUEUE | RD_KAFKA_PURGE_F_INFLIGHT);
  rd_kafka_produce(rkt, RD_KAFKA_PARTITION_UA, RD_KAFKA_MSG_F_COPY, "x", 1, NULL, 0, NULL);
  rd_kafka_outq_len(rk);
  rd_kafka_purge(rk, RD_KAFKA_PURGE_F_QUEUE | RD_KAFKA_PURGE_F_INFLIGHT);
}

static void* other_thread(void* unused) {
  while (sem_wait(&wanted) == 0 && !atomic_load(&over)) {
    use_the_client();
    sem_post(&done);
  }
  return unused;
}

static void wait_for_the_other(void) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += kPatienceS;
  sem_post(&wanted);
  if (sem_timedwait(&done, &until) != 0) atomic_fetch_add(&stuck, 1);
}

/* The first call is the one that counts: what the other thread does may notify again. */
static void on_queue(rd_kafka_t* client, void* opaque) {
  (void)client, (void)opaque;
  if (atomic_fetch_add(&notified, 1) > 0) return;
  wait_for_the_other();
  if (!atomic_load(&stuck)) use_the_client();
}

static int32_t asks_another(const rd_kafka_topic_t* topic, const void* key, size_t key_size,
                            int32_t count, void* opaque, void* msg_opaque) {
  (void)topic, (void)key, (void)key_size, (void)count, (void)opaque, (void)msg_opaque;
  on_queue(rk, NULL);
  return 0;
}

static void on_report(rd_kafka_t* client, const rd_kafka_message_t* m, void* opaque) {
  (void)client, (void)m, (void)opaque;
  atomic_fetch_add(&reports, 1);
}

static void start(const char* bootstrap, const char* timeout_ms, const char* partitioned) {
  char why[256];
  rd_kafka_conf_t* conf = rd_kafka_conf_new();
  rd_kafka_conf_set_log_cb(conf, NULL);
  rd_kafka_conf_set_dr_msg_cb(conf, on_report);
  if (bootstrap) rd_kafka_conf_set(conf, "bootstrap.servers", bootstrap, why, sizeof why);
  assert_int_equal(rd_kafka_conf_set(conf, "linger.ms", "0", why, sizeof why), 0);
  rk = rd_kafka_new(RD_KAFKA_PRODUCER, conf, why, sizeof why);
  assert_non_null(rk);
  rd_kafka_topic_conf_t* topic_conf = rd_kafka_topic_conf_new();
  assert_int_equal(
      rd_kafka_topic_conf_set(topic_conf, "message.timeout.ms", timeout_ms, why, sizeof why), 0);
  if (partitioned) rd_kafka_topic_conf_set_partitioner_cb(topic_conf, asks_another);
  rkt = rd_kafka_topic_new(rk, partitioned ? partitioned : "topic", topic_conf);
  atomic_store(&notified, 0);
  atomic_store(&stuck, 0);
  atomic_store(&over, 0);
  atomic_store(&reports, 0);
  sem_init(&wanted, 0, 0);
  sem_init(&done, 0, 0);
}

static void produce_one(void) {
  assert_int_equal(
      rd_kafka_produce(rkt, RD_KAFKA_PARTITION_UA, RD_KAFKA_MSG_F_COPY, "x", 1, "k", 1, NULL), 0);
}

static void run(void (*cause)(void), int notifies) {
  rd_kafka_queue_t* queue = rd_kafka_queue_get_main(rk);
  if (notifies) rd_kafka_queue_cb_event_enable(queue, on_queue, NULL);
  pthread_t other;
  assert_int_equal(pthread_create(&other, NULL, other_thread, NULL), 0);
  produce_one();
  cause();
  const struct timespec ms = {0, 1000000};
  for (int i = 0; i < 60000 && !atomic_load(&notified); i++) nanosleep(&ms, NULL);
  assert_true(atomic_load(&notified) > 0);
  for (int i = 0; i < 600 && rd_kafka_outq_len(rk) > 0; i++) {
    rd_kafka_purge(rk, RD_KAFKA_PURGE_F_QUEUE | RD_KAFKA_PURGE_F_INFLIGHT);
    rd_kafka_poll(rk, 100);
  }
  assert_int_equal(atomic_load(&stuck), 0);
  assert_int_equal(rd_kafka_outq_len(rk), 0);
  assert_true(atomic_load(&reports) > 0);
  atomic_store(&over, 1);
  sem_post(&wanted);
  pthread_join(other, NULL);
  rd_kafka_queue_cb_event_enable(queue, NULL, NULL);
  rd_kafka_queue_destroy(queue);
  rd_kafka_topic_destroy(rkt);
  rd_kafka_destroy(rk);
}

static void purge_queue(void) {
  assert_int_equal(rd_kafka_purge(rk, RD_KAFKA_PURGE_F_QUEUE), 0);
}
static void nothing(void) {}

static void a_purge_notifies_without_a_lock(void** state) {
  (void)state;
  start(NULL, "60000", NULL);
  run(purge_queue, 1);
}

static void a_timeout_notifies_without_a_lock(void** state) {
  (void)state;
  start(NULL, "100", NULL);
  run(nothing, 1);
}

static void a_partitioner_runs_without_a_lock(void** state) {
  (void)state;
  char why[256], bootstrap[256];
  size_t size = sizeof bootstrap;
  rd_kafka_conf_t* brokers = rd_kafka_conf_new();
  rd_kafka_conf_set_log_cb(brokers, NULL);
  assert_int_equal(rd_kafka_conf_set(brokers, "test.mock.num.brokers", "1", why, sizeof why), 0);
  rd_kafka_t* host = rd_kafka_new(RD_KAFKA_PRODUCER, brokers, why, sizeof why);
  assert_int_equal(rd_kafka_conf_get(rd_kafka_conf(host), "bootstrap.servers", bootstrap, &size),
                   0);
  start(bootstrap, "60000", "chosen");
  run(nothing, 0);
  rd_kafka_destroy(host);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_purge_notifies_without_a_lock),
      cmocka_unit_test(a_timeout_notifies_without_a_lock),
      cmocka_unit_test(a_partitioner_runs_without_a_lock),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
