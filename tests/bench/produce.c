// Produces COUNT messages, the partitions in turn, and waits until all are reported.
// Idempotent and acks=all in every library: the same promise is measured. Options:
//   bench.size=100      bytes of a message          bench.partitions=3
//   bench.threads=1     that produce at the same time
//   bench.api=produce   or producev
//   bench.reports=callback  dr_msg_cb; or events; or none (an error would still be counted)
#include <pthread.h>

#include "bench.h"
#include "texts.h"

typedef struct {
  rd_kafka_t* rk;
  rd_kafka_topic_t* topic;
  const char* name;
  rd_kafka_queue_t* events;  // NULL: reports come by callback
  const texts_t* texts;
  unsigned long first, step, count;
  int partitions, varargs;
  pthread_t thread;
} sender_t;

// Reports may be served by whichever thread polls.
static unsigned long stored;

static void count_report(rd_kafka_resp_err_t err) {
  if (err != RD_KAFKA_RESP_ERR_NO_ERROR) fail("report", rd_kafka_err2str(err));
  __atomic_fetch_add(&stored, 1, __ATOMIC_RELAXED);
}

static void on_report(rd_kafka_t* rk, const rd_kafka_message_t* message, void* opaque) {
  (void)rk;
  (void)opaque;
  count_report(message->err);
}

static void serve_events(rd_kafka_queue_t* queue, int wait_ms) {
  rd_kafka_event_t* event;
  while ((event = rd_kafka_queue_poll(queue, wait_ms)) != NULL) {
    if (rd_kafka_event_type(event) == RD_KAFKA_EVENT_DR) {
      const rd_kafka_message_t* message;
      while ((message = rd_kafka_event_message_next(event)) != NULL) count_report(message->err);
    }
    rd_kafka_event_destroy(event);
    wait_ms = 0;
  }
}

static void serve(sender_t* s, int wait_ms) {
  if (s->events != NULL) {
    serve_events(s->events, wait_ms);
  } else {
    rd_kafka_poll(s->rk, wait_ms);
  }
}

static rd_kafka_resp_err_t send_one(sender_t* s, unsigned long i) {
  const int32_t partition = (int32_t)(i % (unsigned long)s->partitions);
  char* text = text_of(s->texts, i);
  if (s->varargs) {
    return rd_kafka_producev(s->rk, RD_KAFKA_V_TOPIC(s->name), RD_KAFKA_V_PARTITION(partition),
                             RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_COPY),
                             RD_KAFKA_V_VALUE(text, s->texts->size), RD_KAFKA_V_END);
  }
  if (rd_kafka_produce(s->topic, partition, RD_KAFKA_MSG_F_COPY, text, s->texts->size, NULL, 0,
                       NULL) == 0) {
    return RD_KAFKA_RESP_ERR_NO_ERROR;
  }
  return rd_kafka_last_error();
}

static void* send_all(void* argument) {
  sender_t* s = argument;
  for (unsigned long n = 0, i = s->first; n < s->count; n++, i += s->step) {
    rd_kafka_resp_err_t err;
    while ((err = send_one(s, i)) != RD_KAFKA_RESP_ERR_NO_ERROR) {
      if (err != RD_KAFKA_RESP_ERR__QUEUE_FULL) fail("produce", rd_kafka_err2str(err));
      serve(s, 10);
    }
    if (n % 64 == 0) serve(s, 0);
  }
  return NULL;
}

static void run_threads(const sender_t* pattern, unsigned long count, int threads) {
  sender_t* all = calloc((size_t)threads, sizeof(*all));
  for (int t = 0; t < threads; t++) {
    all[t] = *pattern;
    all[t].first = (unsigned long)t;
    all[t].step = (unsigned long)threads;
    all[t].count = (count + all[t].step - 1 - all[t].first) / all[t].step;
    if (pthread_create(&all[t].thread, NULL, send_all, &all[t]) != 0) fail("thread", "not started");
  }
  for (int t = 0; t < threads; t++) pthread_join(all[t].thread, NULL);
  free(all);
}

int main(int argc, char** argv) {
  if (argc < 4) fail("usage", "produce BOOTSTRAP TOPIC COUNT [NAME=VALUE ...]");
  const texts_t texts = make_texts((size_t)number(argc, argv, "bench.size", MESSAGE_SIZE));
  const int threads = number(argc, argv, "bench.threads", 1);
  const char* reports = option(argc, argv, "bench.reports", "callback");
  const unsigned long count = strtoul(argv[3], NULL, 10);
  char why[512];
  const double start = now_s();
  rd_kafka_conf_t* conf = rd_kafka_conf_new();
  set(conf, "bootstrap.servers", argv[1]);
  set(conf, "enable.idempotence", "true");
  set_from(conf, argc, argv, 4);
  if (strcmp(reports, "callback") == 0) rd_kafka_conf_set_dr_msg_cb(conf, on_report);
  if (strcmp(reports, "events") == 0) rd_kafka_conf_set_events(conf, RD_KAFKA_EVENT_DR);
  sender_t s = {0};
  s.rk = rd_kafka_new(RD_KAFKA_PRODUCER, conf, why, sizeof(why));
  if (s.rk == NULL) fail("rd_kafka_new", why);
  s.topic = rd_kafka_topic_new(s.rk, argv[2], NULL);
  s.name = argv[2];
  s.texts = &texts;
  s.partitions = number(argc, argv, "bench.partitions", PARTITIONS);
  s.varargs = strcmp(option(argc, argv, "bench.api", "produce"), "producev") == 0;
  if (strcmp(reports, "events") == 0) s.events = rd_kafka_queue_get_main(s.rk);
  if (threads > 1) {
    run_threads(&s, count, threads);
  } else {
    s.step = 1;
    s.count = count;
    send_all(&s);
  }
  // with events somebody has to take them while the rest is sent
  while (s.events != NULL && stored < count && now_s() - start < 120) serve_events(s.events, 100);
  const rd_kafka_resp_err_t err = rd_kafka_flush(s.rk, 120000);
  if (err != RD_KAFKA_RESP_ERR_NO_ERROR) fail("flush", rd_kafka_err2str(err));
  if (strcmp(reports, "none") != 0 && stored != count) {
    fail("produce", "reports and messages differ in number");
  }
  report("produce", count, count * texts.size, now_s() - start);
  if (s.events != NULL) rd_kafka_queue_destroy(s.events);
  rd_kafka_topic_destroy(s.topic);
  rd_kafka_destroy(s.rk);
  return 0;
}
