// Latency from rd_kafka_produce to rd_kafka_consumer_poll: one thread produces at a steady pace
// (bench.rate=5000 a second), another consumes; the time stands in the message. COUNT messages
// count, after one second's worth that only warms up. Producer: linger 0, idempotent; otherwise
// defaults. Settings of the arguments go to both clients, so they are of those that both know.
#include <pthread.h>

#include "consume.h"
#include "samples.h"

typedef struct {
  rd_kafka_t* rk;
  rd_kafka_topic_t* topic;
  unsigned long count;
  double rate;
} sender_t;

static void on_report(rd_kafka_t* rk, const rd_kafka_message_t* message, void* opaque) {
  (void)rk;
  (void)opaque;
  if (message->err != RD_KAFKA_RESP_ERR_NO_ERROR) fail("report", rd_kafka_err2str(message->err));
}

static void* send_all(void* argument) {
  sender_t* s = argument;
  const double start = now_s();
  for (unsigned long i = 0; i < s->count; i++) {
    char value[MESSAGE_SIZE] = {0};
    const double due = start + (double)i / s->rate;
    const struct timespec until = {(time_t)due, (long)((due - (double)(time_t)due) * 1e9)};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) != 0) {
    }
    const double now = now_s();
    memcpy(value, &now, sizeof(now));
    if (rd_kafka_produce(s->topic, (int32_t)(i % PARTITIONS), RD_KAFKA_MSG_F_COPY, value,
                         sizeof(value), NULL, 0, NULL) != 0) {
      fail("produce", rd_kafka_err2str(rd_kafka_last_error()));
    }
    rd_kafka_poll(s->rk, 0);
  }
  if (rd_kafka_flush(s->rk, 30000) != RD_KAFKA_RESP_ERR_NO_ERROR) fail("flush", "not in 30 s");
  return NULL;
}

static rd_kafka_t* open_producer(char** argv) {
  rd_kafka_conf_t* conf = rd_kafka_conf_new();
  char why[512];
  set(conf, "bootstrap.servers", argv[1]);
  set(conf, "enable.idempotence", "true");
  set(conf, "linger.ms", "0");
  rd_kafka_conf_set_dr_msg_cb(conf, on_report);
  rd_kafka_t* rk = rd_kafka_new(RD_KAFKA_PRODUCER, conf, why, sizeof(why));
  if (rk == NULL) fail("rd_kafka_new", why);
  return rk;
}

int main(int argc, char** argv) {
  if (argc < 4) fail("usage", "latency BOOTSTRAP TOPIC COUNT [NAME=VALUE ...]");
  const unsigned long count = strtoul(argv[3], NULL, 10);
  const unsigned long warm_up = (unsigned long)number(argc, argv, "bench.rate", 5000);
  samples_t samples = samples_new(count);
  rd_kafka_t* consumer = open_consumer(argc, argv);
  sender_t sender = {open_producer(argv), NULL, count + warm_up, (double)warm_up};
  sender.topic = rd_kafka_topic_new(sender.rk, argv[2], NULL);
  pthread_t thread;
  const double start = now_s();
  if (pthread_create(&thread, NULL, send_all, &sender) != 0) fail("thread", "not started");
  for (unsigned long seen = 0; seen < sender.count;) {
    rd_kafka_message_t* message = rd_kafka_consumer_poll(consumer, 10000);
    if (message == NULL) fail("latency", "no message for 10 s");
    const double now = now_s();
    double sent = 0;
    if (message->err == RD_KAFKA_RESP_ERR_NO_ERROR && message->len == MESSAGE_SIZE) {
      memcpy(&sent, message->payload, sizeof(sent));
      // what an earlier run left in the topic is not this run's
      if (sent >= start && ++seen > warm_up) sample(&samples, now - sent);
    }
    rd_kafka_message_destroy(message);
  }
  pthread_join(thread, NULL);
  print_server("latency");
  print_percentiles(&samples);
  printf(",\"messages\":%lu,\"seconds\":%.6f}\n", count, now_s() - start);
  rd_kafka_topic_destroy(sender.topic);
  rd_kafka_destroy(sender.rk);
  close_consumer(consumer);
  return 0;
}
