/* Queues: forwarding, batches, notifications, yield, and events of every kind. */
#include <poll.h>

#include "calls.h"

static void partition_queues(const char* topic) {
  rd_kafka_t* rk = CONSUMER("client.id", "queues");
  rd_kafka_queue_t* own = rd_kafka_queue_get_partition(rk, topic, 1);
  rd_kafka_queue_t* none = rd_kafka_queue_get_partition(rk, "no-such-topic", 7);
  say("queue.of.no.partition", "%s", none ? "given" : "NULL");
  if (none) rd_kafka_queue_destroy(none);
  rd_kafka_topic_partition_list_t* list = rd_kafka_topic_partition_list_new(2);
  rd_kafka_topic_partition_list_add(list, topic, 0)->offset = 0;
  rd_kafka_topic_partition_list_add(list, topic, 1)->offset = 0;
  rd_kafka_assign(rk, list);
  rd_kafka_queue_forward(own, NULL);
  for (int i = 0; i < 3; i++) {
    char key[48];
    rd_kafka_message_t* m = next(rk);
    snprintf(key, sizeof key, "queue.consumer.%d", i);
    say_message(key, m);
    if (m) rd_kafka_message_destroy(m);
  }
  rd_kafka_message_t* many[8];
  int got = 0;
  for (int i = 0; i < 60 && got < 3; i++) {
    const ssize_t n = rd_kafka_consume_batch_queue(own, 500, many + got, 8 - got);
    if (n > 0) got += (int)n;
  }
  for (int i = 0; i < got; i++) {
    char key[48];
    snprintf(key, sizeof key, "queue.partition.%d", i);
    say_message(key, many[i]);
    rd_kafka_message_destroy(many[i]);
  }
  rd_kafka_position(rk, list);
  say_list("queue.position", list);
  rd_kafka_topic_partition_list_destroy(list);
  rd_kafka_queue_destroy(own);
  rd_kafka_consumer_close(rk);
  rd_kafka_destroy(rk);
}

static int g_calls;
static void on_event(rd_kafka_t* rk, void* opaque) {
  (void)rk;
  (void)opaque;
  __atomic_add_fetch(&g_calls, 1, __ATOMIC_RELAXED);
}

static void notifications(const char* topic) {
  rd_kafka_t* rk = CONSUMER("client.id", "notified");
  rd_kafka_queue_t* queue = rd_kafka_queue_get_consumer(rk);
  int fds[2];
  if (pipe(fds)) exit(2);
  rd_kafka_queue_io_event_enable(queue, fds[1], "x", 1);
  assign(rk, topic, 0, 0);
  struct pollfd p = {.fd = fds[0], .events = POLLIN};
  say("notify.io", "%d", poll(&p, 1, kWaitMs));
  char bytes[64];
  say("notify.io.bytes", "%zd", read(fds[0], bytes, sizeof bytes));
  int got = 0;
  for (int i = 0; i < 60 && got < 3; i++) {
    rd_kafka_event_t* event = rd_kafka_queue_poll(queue, 500);
    if (event) got += (int)rd_kafka_event_message_count(event);  // 2.16.0 looks behind NULL
    rd_kafka_event_destroy(event);
  }
  say("notify.io.messages", "%d", got);
  rd_kafka_queue_io_event_enable(queue, -1, NULL, 0);
  rd_kafka_queue_cb_event_enable(queue, on_event, NULL);
  rd_kafka_event_destroy(rd_kafka_queue_poll(queue, 0));
  fill(topic, 1, 1);
  for (int i = 0; i < 3000 && !__atomic_load_n(&g_calls, __ATOMIC_RELAXED); i++) usleep(10000);
  say("notify.cb", "%d", __atomic_load_n(&g_calls, __ATOMIC_RELAXED) > 0);
  rd_kafka_queue_cb_event_enable(queue, NULL, NULL);
  rd_kafka_queue_destroy(queue);
  rd_kafka_consumer_close(rk);
  rd_kafka_destroy(rk);
  close(fds[0]);
  close(fds[1]);
}

static int g_yielded;
static void yielding(rd_kafka_t* rk, const rd_kafka_message_t* m, void* opaque) {
  (void)m;
  (void)opaque;
  g_yielded++;
  rd_kafka_yield(rk);
}

static void yields(const char* topic) {
  rd_kafka_conf_t* conf = CONF("linger.ms", "0");
  rd_kafka_conf_set_dr_msg_cb(conf, yielding);
  rd_kafka_t* rk = client(RD_KAFKA_PRODUCER, conf);
  for (int i = 0; i < 3; i++)
    rd_kafka_producev(rk, RD_KAFKA_V_TOPIC(topic), RD_KAFKA_V_PARTITION(0),
                      RD_KAFKA_V_VALUE("y", 1), RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_COPY),
                      RD_KAFKA_V_END);
  for (int i = 0; i < 300 && g_yielded < 1; i++) rd_kafka_poll(rk, 100);
  say("yield.first.poll", "%d", g_yielded);
  rd_kafka_flush(rk, kWaitMs);
  for (int i = 0; i < 300 && g_yielded < 3; i++) rd_kafka_poll(rk, 100);
  say("yield.all", "%d", g_yielded);
  rd_kafka_destroy(rk);
}

void queues(void) {
  const char* topic = new_topic("queues", 2);
  fill(topic, 2, 3);
  partition_queues(topic);
  notifications(topic);
  yields(topic);
}

static void event_line(const char* name, rd_kafka_event_t* event) {
  if (!event) {
    say(name, "none");
    return;
  }
  say(name, "type %d %s error %s messages %zu", (int)rd_kafka_event_type(event),
      rd_kafka_event_name(event), name_of(rd_kafka_event_error(event)),
      rd_kafka_event_message_count(event));
}

static void producer_events(const char* topic) {
  rd_kafka_conf_t* conf = CONF("linger.ms", "0", "statistics.interval.ms", "200");
  rd_kafka_conf_set_events(conf, RD_KAFKA_EVENT_DR | RD_KAFKA_EVENT_STATS | RD_KAFKA_EVENT_ERROR);
  rd_kafka_t* rk = client(RD_KAFKA_PRODUCER, conf);
  rd_kafka_queue_t* queue = rd_kafka_queue_get_main(rk);
  rd_kafka_producev(rk, RD_KAFKA_V_TOPIC(topic), RD_KAFKA_V_PARTITION(0), RD_KAFKA_V_VALUE("e", 1),
                    RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_COPY), RD_KAFKA_V_END);
  bool reports = false, stats = false;
  const int64_t end = now_ms() + kWaitMs;
  while (!(reports && stats) && now_ms() < end) {
    rd_kafka_event_t* event = rd_kafka_queue_poll(queue, 500);
    if (rd_kafka_event_type(event) == RD_KAFKA_EVENT_DR && !reports) {
      reports = true;
      event_line("event.dr", event);
      const rd_kafka_message_t* m = rd_kafka_event_message_next(event);
      say("event.dr.message", "%s [%d]", m ? name_of(m->err) : "NULL", m ? (int)m->partition : -1);
      say("event.dr.next", "%s", rd_kafka_event_message_next(event) ? "more" : "NULL");
    } else if (rd_kafka_event_type(event) == RD_KAFKA_EVENT_STATS && !stats) {
      stats = true;
      event_line("event.stats", event);
      const char* json = rd_kafka_event_stats(event);
      say("event.stats.json", "%.1s", json ? json : "none");
    }
    rd_kafka_event_destroy(event);
  }
  say("event.null", "%d %s", (int)rd_kafka_event_type(NULL), rd_kafka_event_name(NULL));
  rd_kafka_event_destroy(NULL);
  rd_kafka_queue_destroy(queue);
  rd_kafka_flush(rk, 1000);
  rd_kafka_destroy(rk);
}

static void consumer_events(const char* topic) {
  rd_kafka_conf_t* conf = CONF("group.id", topic_named("events"), "enable.auto.commit", "false",
                               "auto.offset.reset", "error", "enable.partition.eof", "true");
  rd_kafka_conf_set_events(conf, RD_KAFKA_EVENT_OFFSET_COMMIT | RD_KAFKA_EVENT_ERROR);
  rd_kafka_t* rk = client(RD_KAFKA_CONSUMER, conf);
  rd_kafka_poll_set_consumer(rk);
  rd_kafka_queue_t* queue = rd_kafka_queue_get_consumer(rk);
  assign(rk, topic, 1, 0);
  for (int i = 0; i < 4; i++) {
    char key[48];
    rd_kafka_event_t* event = NULL;
    for (int k = 0; k < 60 && !event; k++) event = rd_kafka_queue_poll(queue, 500);
    snprintf(key, sizeof key, "event.fetch.%d", i);
    event_line(key, event);
    snprintf(key, sizeof key, "event.fetch.%d.message", i);
    const rd_kafka_message_t* m = rd_kafka_event_message_next(event);
    say(key, "%s", m ? topic_said(rd_kafka_topic_name(m->rkt)) : "none");
    snprintf(key, sizeof key, "event.fetch.%d.partition", i);
    rd_kafka_topic_partition_t* at = rd_kafka_event_topic_partition(event);
    say(key, "%s", at ? topic_said(at->topic) : "NULL");
    if (at) rd_kafka_topic_partition_destroy(at);
    rd_kafka_event_destroy(event);
  }
  rd_kafka_topic_partition_list_t* list = list_of(topic, 1, 2);
  rd_kafka_commit(rk, list, 1);
  rd_kafka_topic_partition_list_destroy(list);
  rd_kafka_event_t* event = NULL;
  for (int k = 0; k < 60 && !event; k++) event = rd_kafka_queue_poll(queue, 500);
  event_line("event.commit", event);
  say_list("event.commit.list", event ? rd_kafka_event_topic_partition_list(event) : NULL);
  rd_kafka_event_destroy(event);
  rd_kafka_queue_destroy(queue);
  rd_kafka_consumer_close(rk);
  rd_kafka_destroy(rk);
}

void events(void) {
  const char* topic = topic_named("queues");
  producer_events(topic);
  consumer_events(topic);
}
