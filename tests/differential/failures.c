/* What is told when brokers cannot be reached, and on which thread; logs. */
#include "calls.h"

static struct {
  int transport, all_down, other;
  bool foreign;
} g_errors;

static void on_error(rd_kafka_t* rk, int err, const char* reason, void* opaque) {
  (void)rk;
  (void)opaque;
  (void)reason;
  if (strcmp(thread_name(), "main")) g_errors.foreign = true;
  if (err == RD_KAFKA_RESP_ERR__TRANSPORT)
    g_errors.transport++;
  else if (err == RD_KAFKA_RESP_ERR__ALL_BROKERS_DOWN)
    g_errors.all_down++;
  else
    g_errors.other++;
}

static int g_log_main, g_log_another;
static void on_log(const rd_kafka_t* rk, int level, const char* fac, const char* text) {
  (void)rk;
  (void)level;
  (void)fac;
  (void)text;
  __atomic_add_fetch(strcmp(thread_name(), "main") ? &g_log_another : &g_log_main, 1,
                     __ATOMIC_RELAXED);
}

static void unreachable(void) {
  rd_kafka_conf_t* conf = CONF("bootstrap.servers", "127.0.0.1:1", "reconnect.backoff.ms", "100");
  rd_kafka_conf_set_error_cb(conf, on_error);
  rd_kafka_conf_set_log_cb(conf, on_log);
  rd_kafka_t* rk = client(RD_KAFKA_PRODUCER, conf);
  const struct rd_kafka_metadata* m = (void*)8;
  const int64_t end = now_ms() + kWaitMs;
  while (!(g_errors.transport && g_errors.all_down) && now_ms() < end) rd_kafka_poll(rk, 100);
  say("unreachable.errors", "transport %d all down %d other %d thread %s", g_errors.transport > 0,
      g_errors.all_down, g_errors.other, g_errors.foreign ? "another" : "main");
  rd_kafka_resp_err_t e = rd_kafka_metadata(rk, 1, NULL, &m, 200);
  say("unreachable.metadata", "%s%s", name_of(e), m == (void*)8 ? ", output left alone" : "");
  int64_t low = 42, high = 43;
  e = rd_kafka_query_watermark_offsets(rk, "t", 0, &low, &high, 200);
  say("unreachable.watermarks", "%s%s", name_of(e),
      low == 42 && high == 43 ? ", outputs left alone" : "");
  char* id = rd_kafka_clusterid(rk, 100);
  say("unreachable.clusterid", "%s %d", id ? id : "NULL", (int)rd_kafka_controllerid(rk, 100));
  rd_kafka_destroy(rk);
  say("unreachable.logs", "from another thread %d",
      __atomic_load_n(&g_log_another, __ATOMIC_RELAXED) > 0);
}

static void log_queue(void) {
  rd_kafka_t* rk = PRODUCER("log_level", "0");
  say("log.queue.unset", "%s", name_of(rd_kafka_set_log_queue(rk, NULL)));
  rd_kafka_destroy(rk);
  rd_kafka_conf_t* conf = CONF("log.queue", "true", "debug", "all");
  rk = client(RD_KAFKA_PRODUCER, conf);
  rd_kafka_queue_t* queue = rd_kafka_queue_new(rk);
  say("log.queue.set", "%s", name_of(rd_kafka_set_log_queue(rk, queue)));
  rd_kafka_event_t* event = rd_kafka_queue_poll(queue, kWaitMs);
  const char *fac = NULL, *text = NULL;
  int level = -1;
  say("log.queue.event", "%s", rd_kafka_event_name(event));
  const int got = rd_kafka_event_log(event, &fac, &text, &level);
  say("log.queue.line", "%d %s", got, fac && text && level >= 0 ? "given" : "none");
  rd_kafka_event_destroy(event);
  rd_kafka_queue_destroy(queue);
  rd_kafka_destroy(rk);
}

static void unsupported(void) {
  rd_kafka_t* rk = PRODUCER("log_level", "0");
  say_error("transactions.init", rd_kafka_init_transactions(rk, 100));
  say_error("transactions.begin", rd_kafka_begin_transaction(rk));
  rd_kafka_topic_partition_list_t* list = list_of("t", 0, 0);
  say("producer.subscribe", "%s", name_of(rd_kafka_subscribe(rk, list)));
  say("producer.assign", "%s", name_of(rd_kafka_assign(rk, list)));
  say("producer.commit", "%s", name_of(rd_kafka_commit(rk, list, 0)));
  rd_kafka_topic_partition_list_destroy(list);
  rd_kafka_destroy(rk);
}

void failures(void) {
  unreachable();
  log_queue();
  unsupported();
}
