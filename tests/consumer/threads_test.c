/*
 * Goal: threads that poll different queues of one consumer serve each other, and survive whatever
 * another thread does to the consumer meanwhile; afterwards it still hands out everything once.
 * Method: an embedded broker; the clock only tells "at once" from "when somebody polls again". Run
 * under TSan and ASan too.
 */
#include <stdatomic.h>

#include "api/support.h"

enum { kPartitions = 3, kRecords = 300 };

static rd_kafka_queue_t* partition_queue(rd_kafka_t* rk, const char* topic, int32_t p) {
  rd_kafka_queue_t* q = rd_kafka_queue_get_partition(rk, topic, p);
  rd_kafka_queue_forward(q, NULL);
  return q;
}

static void assign_all(rd_kafka_t* rk, const char* topic) {
  rd_kafka_topic_partition_list_t* list = rd_kafka_topic_partition_list_new(kPartitions);
  for (int32_t p = 0; p < kPartitions; p++)
    rd_kafka_topic_partition_list_add(list, topic, p)->offset = 0;
  assert_int_equal(rd_kafka_assign(rk, list), 0);
  rd_kafka_topic_partition_list_destroy(list);
}

/* --- whoever fetched and goes away leaves the fetching to those who still wait */

typedef struct {
  rd_kafka_queue_t* queue;
  rd_kafka_message_t* message;
  int64_t at;
} wait_t;

static void* wait_for_one(void* arg) {
  wait_t* w = arg;
  w->message = rd_kafka_consume_queue(w->queue, kWaitMs / 2);
  w->at = now_ms();
  return NULL;
}

static void the_last_one_still_gets_his(void** state) {
  (void)state;
  create_topic("three", kPartitions);
  rd_kafka_t* rk = CONSUMER("fetch.wait.max.ms", "20");
  wait_t waits[kPartitions] = {0};
  for (int32_t p = 0; p < kPartitions; p++) waits[p].queue = partition_queue(rk, "three", p);
  assign_all(rk, "three");
  rd_kafka_topic_partition_list_t* two = rd_kafka_topic_partition_list_new(2);
  rd_kafka_topic_partition_list_add(two, "three", 0);
  rd_kafka_topic_partition_list_add(two, "three", 1);
  for (int round = 0; round < 12; round++) {
    pthread_t threads[kPartitions];
    /* Of two messages that come in one answer, one is for a thread that only waits. */
    assert_int_equal(rd_kafka_pause_partitions(rk, two), 0);
    fill("three", 0, 1);
    fill("three", 1, 1);
    for (int p = 0; p < kPartitions; p++) {
      pthread_create(&threads[p], NULL, wait_for_one, &waits[(p + round) % kPartitions]);
      usleep(5000);
    }
    assert_int_equal(rd_kafka_resume_partitions(rk, two), 0);
    for (int p = 0; p < kPartitions; p++)
      if ((p + round) % kPartitions != 2) pthread_join(threads[p], NULL);
    const int64_t began = now_ms();
    fill("three", 2, 1);
    for (int p = 0; p < kPartitions; p++)
      if ((p + round) % kPartitions == 2) pthread_join(threads[p], NULL);
    for (int p = 0; p < kPartitions; p++) {
      assert_non_null(waits[p].message);
      assert_int_equal(waits[p].message->err, 0);
      assert_int_equal(waits[p].message->offset, round);
      rd_kafka_message_destroy(waits[p].message);
    }
    assert_true(waits[2].at - began < kWaitMs / 4);
  }
  rd_kafka_topic_partition_list_destroy(two);
  for (int p = 0; p < kPartitions; p++) rd_kafka_queue_destroy(waits[p].queue);
  rd_kafka_destroy(rk);
}

/* --- everything at once */

typedef struct {
  rd_kafka_t* rk;
  rd_kafka_queue_t* queue; /* null: the consumer's */
  atomic_int* stop;
  atomic_int* got;
  atomic_int* wrong;
} poller_t;

static void look_at(const poller_t* p, rd_kafka_message_t* m) {
  char text[16];
  const int size = snprintf(text, sizeof text, "%d", (int)m->offset);
  if (m->err || (int)m->len != size || memcmp(m->payload, text, size))
    atomic_fetch_add(p->wrong, 1);
  atomic_fetch_add(p->got, 1);
  rd_kafka_message_destroy(m);
}

static void* keep_polling(void* arg) {
  poller_t* p = arg;
  for (int i = 0; !*p->stop; i++) {
    if (i % 3 == 0) {
      rd_kafka_message_t* batch[32];
      rd_kafka_queue_t* q = p->queue ? p->queue : rd_kafka_queue_get_consumer(p->rk);
      const ssize_t n = rd_kafka_consume_batch_queue(q, i % 20, batch, 32);
      for (ssize_t k = 0; k < n; k++) look_at(p, batch[k]);
      if (!p->queue) rd_kafka_queue_destroy(q);
      continue;
    }
    rd_kafka_message_t* m =
        p->queue ? rd_kafka_consume_queue(p->queue, i % 20) : rd_kafka_consumer_poll(p->rk, i % 20);
    if (m) look_at(p, m);
  }
  return NULL;
}

static void on_wake(rd_kafka_t* rk, void* opaque) {
  (void)rk;
  atomic_fetch_add((atomic_int*)opaque, 1);
}

static void disturb(rd_kafka_t* rk, unsigned* random, atomic_int* wakes) {
  const int32_t p = rand_r(random) % kPartitions;
  rd_kafka_topic_partition_list_t* one = list_of("busy", p, rand_r(random) % kRecords);
  rd_kafka_queue_t* own = rd_kafka_queue_get_partition(rk, "busy", p);
  switch (rand_r(random) % 8) {
    case 0:
      rd_kafka_pause_partitions(rk, one);
      break;
    case 1:
      rd_kafka_resume_partitions(rk, one);
      break;
    case 2:
      assign_all(rk, "busy");
      break;
    case 3: { /* a queue that comes and goes, with a partition */
      rd_kafka_queue_t* q = rd_kafka_queue_new(rk);
      rd_kafka_queue_forward(own, q);
      rd_kafka_message_t* m = rd_kafka_consume_queue(q, 1);
      if (m) rd_kafka_message_destroy(m);
      rd_kafka_queue_forward(own, NULL);
      rd_kafka_queue_destroy(q);
      break;
    }
    case 4: {
      rd_kafka_queue_t* all = rd_kafka_queue_get_consumer(rk);
      rd_kafka_queue_forward(own, all);
      rd_kafka_queue_destroy(all);
      break;
    }
    case 5:
      rd_kafka_queue_cb_event_enable(own, rand_r(random) % 2 ? on_wake : NULL, wakes);
      break;
    case 6:
      (void)rd_kafka_position(rk, one);
      (void)rd_kafka_queue_length(own);
      (void)rd_kafka_commit(rk, NULL, 1);
      break;
    default:
      rd_kafka_error_destroy(rd_kafka_seek_partitions(rk, one, 0));
  }
  rd_kafka_queue_destroy(own);
  rd_kafka_topic_partition_list_destroy(one);
}

static void everything_at_once(void** state) {
  (void)state;
  create_filled("busy", kPartitions, kRecords);
  rd_kafka_t* rk = CONSUMER("fetch.wait.max.ms", "5", "fetch.message.max.bytes", "700",
                            "statistics.interval.ms", "20", "auto.commit.interval.ms", "10");
  atomic_int stop = 0, got = 0, wrong = 0, wakes = 0;
  poller_t pollers[4] = {0};
  pthread_t threads[4];
  for (int i = 0; i < 4; i++) {
    pollers[i] =
        (poller_t){rk, i < 2 ? NULL : partition_queue(rk, "busy", i - 2), &stop, &got, &wrong};
    pthread_create(&threads[i], NULL, keep_polling, &pollers[i]);
  }
  assign_all(rk, "busy");
  unsigned random = 20;
  for (int i = 0; i < 1500; i++) {
    disturb(rk, &random, &wakes);
    if (i % 16 == 0) usleep(1000);
  }
  stop = 1;
  for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
  assert_int_equal(wrong, 0);
  assert_true(got > 0);
  rd_kafka_queue_t* all = rd_kafka_queue_get_consumer(rk);
  for (int p = 0; p < kPartitions; p++) {
    rd_kafka_queue_t* own = rd_kafka_queue_get_partition(rk, "busy", p);
    rd_kafka_queue_cb_event_enable(own, NULL, NULL);
    rd_kafka_queue_forward(own, all);
    rd_kafka_queue_destroy(own);
  }
  rd_kafka_queue_destroy(all);
  assign_all(rk, "busy");
  int64_t next[kPartitions] = {0};
  for (int i = 0; i < kPartitions * kRecords; i++) {
    rd_kafka_message_t* m = next_message(rk);
    assert_int_equal(m->err, 0);
    assert_int_equal(m->offset, next[m->partition]++);
    rd_kafka_message_destroy(m);
  }
  for (int i = 2; i < 4; i++) rd_kafka_queue_destroy(pollers[i].queue);
  rd_kafka_destroy(rk);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_last_one_still_gets_his),
      cmocka_unit_test(everything_at_once),
  };
  return cmocka_run_group_tests(tests, start_broker, stop_broker);
}
