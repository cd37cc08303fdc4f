/* Producing: what the calls answer, and what the delivery reports say. */
#include "calls.h"

enum { kReportsMax = 64 };
static struct {
  int count;
  char lines[kReportsMax][160];
  bool foreign;
} g_reports;

static void on_report(rd_kafka_t* rk, const rd_kafka_message_t* m, void* opaque) {
  (void)rk;
  (void)opaque;
  if (strcmp(thread_name(), "main")) g_reports.foreign = true;
  rd_kafka_timestamp_type_t type;
  const int64_t timestamp = rd_kafka_message_timestamp(m, &type);
  if (g_reports.count < kReportsMax)
    snprintf(
        g_reports.lines[g_reports.count++], sizeof g_reports.lines[0],
        "%s [%d] @%lld status %d opaque %ld len %zu key %zu time %s type %d latency %s broker %s",
        name_of(m->err), (int)m->partition, (long long)m->offset, rd_kafka_message_status(m),
        (long)m->_private, m->len, m->key_len,
        timestamp < 100000 ? (timestamp == 5000 ? "5000" : "none") : "now", (int)type,
        rd_kafka_message_latency(m) >= 0 ? "given" : "none",
        rd_kafka_message_broker_id(m) >= 0 ? "given" : "none");
}

static void say_reports(const char* name) {
  char key[96];
  for (int i = 0; i < g_reports.count; i++) {
    snprintf(key, sizeof key, "%s.report.%d", name, i);
    say(key, "%s", g_reports.lines[i]);
  }
  snprintf(key, sizeof key, "%s.reports", name);
  say(key, "%d on thread %s", g_reports.count, g_reports.foreign ? "another" : "main");
  g_reports.count = 0;
  g_reports.foreign = false;
}

static rd_kafka_t* reporting(const char* const* pairs) {
  rd_kafka_conf_t* conf = conf_of(pairs);
  rd_kafka_conf_set_dr_msg_cb(conf, on_report);
  return client(RD_KAFKA_PRODUCER, conf);
}
#define REPORTING(...) \
  reporting((const char* const[]){"bootstrap.servers", g_bootstrap, __VA_ARGS__, NULL})

static void say_produce(const char* name, int result) {
  const int number = errno;
  say(name, "%d %s errno %s", result, name_of(rd_kafka_last_error()),
      result ? strerror(number) : "-");
}

static void legacy_produce(void) {
  const char* topic = new_topic("produce", 3);
  rd_kafka_t* rk = REPORTING("linger.ms", "0", "message.max.bytes", "2000");
  rd_kafka_topic_t* rkt = rd_kafka_topic_new(rk, topic, NULL);
  const struct rd_kafka_metadata* m = NULL;
  rd_kafka_metadata(rk, 0, rkt, &m, kWaitMs);
  rd_kafka_metadata_destroy(m);
  const int copy = RD_KAFKA_MSG_F_COPY;
  for (long i = 0; i < 3; i++) {
    say_produce("produce.plain", rd_kafka_produce(rkt, 0, copy, "value", 5, "key", 3, (void*)i));
    rd_kafka_flush(rk, kWaitMs);
  }
  say_reports("produce.plain");
  say_produce("produce.null", rd_kafka_produce(rkt, 1, copy, NULL, 0, NULL, 0, NULL));
  rd_kafka_flush(rk, kWaitMs);
  say_reports("produce.null");
  char big[3000] = "";
  say_produce("produce.too.large", rd_kafka_produce(rkt, 0, copy, big, 3000, NULL, 0, NULL));
  for (int size = 1950; size <= 1970; size++) {
    char key[48];
    snprintf(key, sizeof key, "produce.size.%d", size);
    say_produce(key, rd_kafka_produce(rkt, 2, copy, big, size, NULL, 0, NULL));
  }
  rd_kafka_flush(rk, kWaitMs);
  g_reports.count = 0;
  say_produce("produce.no.such.partition", rd_kafka_produce(rkt, 7, copy, "v", 1, NULL, 0, NULL));
  rd_kafka_message_t batch[3] = {
      {.payload = "a", .len = 1}, {.payload = big, .len = 3000}, {.payload = "c", .len = 1}};
  say("produce.batch", "%d", rd_kafka_produce_batch(rkt, 0, copy, batch, 3));
  say("produce.batch.errors", "%s %s %s", name_of(batch[0].err), name_of(batch[1].err),
      name_of(batch[2].err));
  say("produce.flush", "%s", name_of(rd_kafka_flush(rk, kWaitMs)));
  say("produce.flush.left", "%d", rd_kafka_outq_len(rk));
  g_reports.count = 0;
  say("produce.same.topic", "%d", rd_kafka_topic_new(rk, topic, NULL) == rkt);
  rd_kafka_topic_destroy(rkt);
  rd_kafka_topic_destroy(rkt);
  rd_kafka_destroy(rk);
}

static void producev(void) {
  const char* topic = new_topic("producev", 2);
  rd_kafka_t* rk = REPORTING("linger.ms", "0");
  rd_kafka_headers_t* headers = rd_kafka_headers_new(1);
  rd_kafka_header_add(headers, "x", -1, "y", -1);
  const int copy = RD_KAFKA_MSG_F_COPY;
  say("producev.full", "%s",
      name_of(rd_kafka_producev(
          rk, RD_KAFKA_V_TOPIC(topic), RD_KAFKA_V_PARTITION(1), RD_KAFKA_V_VALUE("v", 1),
          RD_KAFKA_V_KEY("k", 1), RD_KAFKA_V_OPAQUE((void*)77), RD_KAFKA_V_TIMESTAMP(5000),
          RD_KAFKA_V_HEADERS(headers), RD_KAFKA_V_MSGFLAGS(copy), RD_KAFKA_V_END)));
  rd_kafka_flush(rk, kWaitMs);
  say_reports("producev.full");
  say("producev.no.topic", "%s",
      name_of(rd_kafka_producev(rk, RD_KAFKA_V_VALUE("v", 1), RD_KAFKA_V_END)));
  headers = rd_kafka_headers_new(1);
  say("producev.both.headers", "%s",
      name_of(rd_kafka_producev(rk, RD_KAFKA_V_TOPIC(topic), RD_KAFKA_V_HEADER("a", "b", 1),
                                RD_KAFKA_V_HEADERS(headers), RD_KAFKA_V_END)));
  rd_kafka_headers_destroy(headers);
  rd_kafka_vu_t tags[] = {{.vtype = RD_KAFKA_VTYPE_TOPIC, .u.cstr = topic},
                          {.vtype = RD_KAFKA_VTYPE_PARTITION, .u.i32 = 9}};
  rd_kafka_flush(rk, kWaitMs);
  say_error("produceva.partition", rd_kafka_produceva(rk, tags, 2));
  say("producev.flush", "%s", name_of(rd_kafka_flush(rk, kWaitMs)));
  say("producev.purge.flags", "%s", name_of(rd_kafka_purge(rk, 64)));
  rd_kafka_destroy(rk);
}

static void partitioners(void) {
  static const char* const names[] = {
      "consistent", "consistent_random", "murmur2", "murmur2_random", "fnv1a", "fnv1a_random"};
  const char* topic = new_topic("partitioners", 7);
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    rd_kafka_t* rk = REPORTING("linger.ms", "0", "partitioner", names[i]);
    char line[256] = "", key[64];
    for (int k = 0; k < 12; k++) {
      char text[16];
      snprintf(text, sizeof text, "key-%d", k * k);
      rd_kafka_producev(rk, RD_KAFKA_V_TOPIC(topic), RD_KAFKA_V_KEY(text, strlen(text)),
                        RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_COPY), RD_KAFKA_V_END);
      rd_kafka_flush(rk, kWaitMs);
      int partition = -1;
      if (g_reports.count) sscanf(g_reports.lines[0], "NO_ERROR [%d]", &partition);
      g_reports.count = 0;
      snprintf(line + strlen(line), sizeof line - strlen(line), " %d", partition);
    }
    snprintf(key, sizeof key, "partitioner.%s", names[i]);
    say(key, "%s", line);
    rd_kafka_destroy(rk);
  }
}

void producing(void) {
  legacy_produce();
  producev();
  partitioners();
}

/* Messages that cannot be delivered, and what a fatal error does. */
void delivery_failures(void) {
  rd_kafka_t* rk = REPORTING("bootstrap.servers", "127.0.0.1:1", "message.timeout.ms", "300",
                             "linger.ms", "0", "log_level", "0");
  rd_kafka_producev(rk, RD_KAFKA_V_TOPIC("t"), RD_KAFKA_V_VALUE("v", 1),
                    RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_COPY), RD_KAFKA_V_OPAQUE((void*)1),
                    RD_KAFKA_V_END);
  say("unreachable.flush.short", "%s", name_of(rd_kafka_flush(rk, 10)));
  say("unreachable.flush", "%s", name_of(rd_kafka_flush(rk, kWaitMs)));
  say_reports("unreachable");
  for (long i = 0; i < 2; i++)
    rd_kafka_producev(rk, RD_KAFKA_V_TOPIC("t"), RD_KAFKA_V_VALUE("v", 1),
                      RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_COPY), RD_KAFKA_V_OPAQUE((void*)i),
                      RD_KAFKA_V_END);
  say("purge", "%s",
      name_of(rd_kafka_purge(rk, RD_KAFKA_PURGE_F_QUEUE | RD_KAFKA_PURGE_F_INFLIGHT)));
  rd_kafka_flush(rk, kWaitMs);
  say_reports("purge");
  char text[128] = "";
  say("fatal.none", "%s", name_of(rd_kafka_fatal_error(rk, text, sizeof text)));
  say("fatal.test", "%s", name_of(rd_kafka_test_fatal_error(rk, 22, "why")));
  say("fatal.test.again", "%s", name_of(rd_kafka_test_fatal_error(rk, 22, "again")));
  say("fatal.code", "%s", name_of(rd_kafka_fatal_error(rk, text, sizeof text)));
  say("fatal.text", "%s", text);
  rd_kafka_destroy(rk);

  rk = REPORTING("bootstrap.servers", "127.0.0.1:1", "queue.buffering.max.messages", "2",
                 "log_level", "0");
  for (int i = 0; i < 3; i++) {
    char key[32];
    snprintf(key, sizeof key, "queue.full.%d", i);
    say(key, "%s",
        name_of(rd_kafka_producev(rk, RD_KAFKA_V_TOPIC("t"), RD_KAFKA_V_VALUE("v", 1),
                                  RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_COPY), RD_KAFKA_V_END)));
  }
  rd_kafka_purge(rk, RD_KAFKA_PURGE_F_QUEUE);
  rd_kafka_flush(rk, kWaitMs);
  g_reports.count = 0;
  rd_kafka_destroy(rk);
}
