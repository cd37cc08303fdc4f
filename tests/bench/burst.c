// Fifty producers' worth of load on one handle: bench.threads=50 threads that sleep, then all
// produce their share of a burst at once, every bench.every_s=10 seconds, COUNT messages a burst,
// bench.bursts=3 times. Who starts it puts a slow network in between (burst.py). A full queue is
// counted and waited out. Then the log is read back, past the slow network
// (bench.direct=HOST:PORT): each thread's messages in order, each once. Latency: from
// rd_kafka_produce to the report.
#include <pthread.h>

#include "consume.h"
#include "samples.h"

typedef struct {
  unsigned int thread, number;
  double sent;
  char padding[MESSAGE_SIZE - 16];
} record_t;

typedef struct {
  rd_kafka_t* rk;
  rd_kafka_topic_t* topic;
  unsigned int index, share, bursts;
  double start, every_s;
  unsigned long full;
  pthread_t thread;
} sender_t;

static samples_t samples;
static unsigned long reported;
static int over;

// one thread at a time serves the reports: first serve(), then rd_kafka_flush
static void on_report(rd_kafka_t* rk, const rd_kafka_message_t* message, void* opaque) {
  (void)rk;
  (void)opaque;
  if (message->err != RD_KAFKA_RESP_ERR_NO_ERROR) fail("report", rd_kafka_err2str(message->err));
  record_t record;
  memcpy(&record, message->payload, sizeof(record));
  sample(&samples, now_s() - record.sent);
  reported++;
}

static void* serve(void* argument) {
  while (!__atomic_load_n(&over, __ATOMIC_ACQUIRE)) rd_kafka_poll(argument, 100);
  return NULL;
}

static void sleep_until(double due) {
  const struct timespec until = {(time_t)due, (long)((due - (double)(time_t)due) * 1e9)};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) != 0) {
  }
}

static void send_one(sender_t* s, unsigned int n) {
  record_t record = {s->index, n, now_s(), {0}};
  const int32_t partition = (int32_t)(s->index % PARTITIONS);
  while (rd_kafka_produce(s->topic, partition, RD_KAFKA_MSG_F_COPY, &record, sizeof(record), NULL,
                          0, NULL) != 0) {
    if (rd_kafka_last_error() != RD_KAFKA_RESP_ERR__QUEUE_FULL) {
      fail("produce", rd_kafka_err2str(rd_kafka_last_error()));
    }
    s->full++;
    const struct timespec pause = {0, 1000000};
    nanosleep(&pause, NULL);
  }
}

static void* send_bursts(void* argument) {
  sender_t* s = argument;
  for (unsigned int burst = 0; burst < s->bursts; burst++) {
    sleep_until(s->start + burst * s->every_s);
    for (unsigned int i = 0; i < s->share; i++) send_one(s, burst * s->share + i);
  }
  return NULL;
}

static rd_kafka_t* open_producer(int argc, char** argv) {
  char why[512];
  rd_kafka_conf_t* conf = rd_kafka_conf_new();
  set(conf, "bootstrap.servers", argv[1]);
  set(conf, "enable.idempotence", "true");
  set_from(conf, argc, argv, 4);
  rd_kafka_conf_set_dr_msg_cb(conf, on_report);
  rd_kafka_t* rk = rd_kafka_new(RD_KAFKA_PRODUCER, conf, why, sizeof(why));
  if (rk == NULL) fail("rd_kafka_new", why);
  return rk;
}

// The number of messages that are twice, out of order or missing.
static unsigned long read_back(int argc, char** argv, unsigned long wanted, unsigned int threads) {
  unsigned int* next = calloc(threads, sizeof(*next));
  unsigned long wrong = 0, seen = 0;
  char* settings[4] = {argv[0], (char*)option(argc, argv, "bench.direct", argv[1]), argv[2], "0"};
  rd_kafka_t* rk = open_consumer(4, settings);
  // more than the wanted number would be duplicates: two seconds without one end it
  for (int idle = 0; seen < wanted ? idle < 20 : idle < 2;) {
    rd_kafka_message_t* message = rd_kafka_consumer_poll(rk, 1000);
    if (message == NULL) {
      idle++;
      continue;
    }
    idle = 0;
    record_t record;
    if (message->err == RD_KAFKA_RESP_ERR_NO_ERROR && message->len == sizeof(record)) {
      memcpy(&record, message->payload, sizeof(record));
      if (record.thread >= threads || record.number != next[record.thread]) wrong++;
      if (record.thread < threads) next[record.thread] = record.number + 1;
      seen++;
    }
    rd_kafka_message_destroy(message);
  }
  close_consumer(rk);
  free(next);
  return wrong + (seen > wanted ? seen - wanted : wanted - seen);
}

int main(int argc, char** argv) {
  if (argc < 4) fail("usage", "burst BOOTSTRAP TOPIC COUNT [NAME=VALUE ...]");
  const unsigned int threads = (unsigned int)number(argc, argv, "bench.threads", 50);
  const unsigned int bursts = (unsigned int)number(argc, argv, "bench.bursts", 3);
  const unsigned int share = (unsigned int)strtoul(argv[3], NULL, 10) / threads;
  const unsigned long count = (unsigned long)share * bursts * threads;
  sender_t* all = calloc(threads, sizeof(*all));
  samples = samples_new(count);
  rd_kafka_t* rk = open_producer(argc, argv);
  rd_kafka_topic_t* topic = rd_kafka_topic_new(rk, argv[2], NULL);
  pthread_t server;
  pthread_create(&server, NULL, serve, rk);
  const double start = now_s() + 0.5;
  for (unsigned int i = 0; i < threads; i++) {
    all[i] = (sender_t){
        rk, topic, i, share, bursts, start, (double)number(argc, argv, "bench.every_s", 10), 0, 0};
    pthread_create(&all[i].thread, NULL, send_bursts, &all[i]);
  }
  unsigned long full = 0;
  for (unsigned int i = 0; i < threads; i++) {
    pthread_join(all[i].thread, NULL);
    full += all[i].full;
  }
  __atomic_store_n(&over, 1, __ATOMIC_RELEASE);
  pthread_join(server, NULL);
  if (rd_kafka_flush(rk, 120000) != RD_KAFKA_RESP_ERR_NO_ERROR) fail("flush", "not in 2 minutes");
  const double seconds = now_s() - start;
  if (reported != count) fail("burst", "reports and messages differ in number");
  const unsigned long wrong = read_back(argc, argv, count, threads);
  print_server("burst");
  print_percentiles(&samples);
  printf(",\"messages\":%lu,\"seconds\":%.6f,\"queue_full\":%lu,\"wrong_in_log\":%lu}\n", count,
         seconds, full, wrong);
  rd_kafka_topic_destroy(topic);
  rd_kafka_destroy(rk);
  return wrong != 0;
}
