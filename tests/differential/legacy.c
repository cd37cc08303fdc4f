/* The topic-handle consumer: consume_start() to consume_stop(). */
#include "calls.h"

static struct {
  int count;
  char line[512];
} g_seen;

static void on_message(rd_kafka_message_t* m, void* opaque) {
  g_seen.count++;
  snprintf(g_seen.line + strlen(g_seen.line), sizeof g_seen.line - strlen(g_seen.line),
           " %s[%d]@%lld/%ld/%s", name_of(m->err), (int)m->partition, (long long)m->offset,
           (long)opaque, thread_name());
}

static void say_errno(const char* name, int result) {
  say(name, "%d %s errno %s", result, name_of(rd_kafka_last_error()),
      result < 0 ? strerror(errno) : "-");
}

void legacy(void) {
  const char* topic = new_topic("legacy", 2);
  fill(topic, 2, 6);
  rd_kafka_t* rk = client(RD_KAFKA_CONSUMER, CONF("enable.partition.eof", "true"));
  rd_kafka_topic_t* rkt = rd_kafka_topic_new(rk, topic, NULL);
  say_errno("legacy.start.bad", rd_kafka_consume_start(rkt, 0, -99));
  say_errno("legacy.start", rd_kafka_consume_start(rkt, 0, RD_KAFKA_OFFSET_BEGINNING));
  rd_kafka_message_t* m = rd_kafka_consume(rkt, 0, kWaitMs);
  say_message("legacy.consume", m);
  if (m) rd_kafka_message_destroy(m);
  m = rd_kafka_consume(rkt, 1, 10);
  say("legacy.consume.not.started", "%s %s %s", m ? "message" : "NULL",
      name_of(rd_kafka_last_error()), strerror(errno));
  rd_kafka_message_t* many[4];
  int got = 0;
  for (int i = 0; i < 50 && got < 2; i++) {
    const ssize_t n = rd_kafka_consume_batch(rkt, 0, 500, many + got, 2 - got);
    if (n > 0) got += (int)n;
  }
  for (int i = 0; i < got; i++) {
    char key[32];
    snprintf(key, sizeof key, "legacy.batch.%d", i);
    say_message(key, many[i]);
    rd_kafka_message_destroy(many[i]);
  }
  g_seen.count = 0;
  g_seen.line[0] = '\0';
  for (int i = 0; i < 50 && g_seen.count < 4; i++)
    rd_kafka_consume_callback(rkt, 0, 500, on_message, (void*)3);
  say("legacy.callback", "%d%s", g_seen.count, g_seen.line);
  say("legacy.seek", "%s", name_of(rd_kafka_seek(rkt, 0, 4, kWaitMs)));
  m = rd_kafka_consume(rkt, 0, kWaitMs);
  say_message("legacy.after.seek", m);
  if (m) rd_kafka_message_destroy(m);
  say_errno("legacy.stop", rd_kafka_consume_stop(rkt, 0));
  say_errno("legacy.stop.again", rd_kafka_consume_stop(rkt, 1));

  rd_kafka_queue_t* queue = rd_kafka_queue_new(rk);
  say_errno("legacy.start.queue", rd_kafka_consume_start_queue(rkt, 1, 3, queue));
  m = rd_kafka_consume_queue(queue, kWaitMs);
  say_message("legacy.queue", m);
  if (m) rd_kafka_message_destroy(m);
  g_seen.count = 0;
  g_seen.line[0] = '\0';
  for (int i = 0; i < 50 && g_seen.count < 3; i++)
    rd_kafka_consume_callback_queue(queue, 500, on_message, (void*)4);
  say("legacy.queue.callback", "%d%s", g_seen.count, g_seen.line);
  say("legacy.queue.empty", "%zd", rd_kafka_consume_batch_queue(queue, 100, many, 4));
  rd_kafka_consume_stop(rkt, 1);
  rd_kafka_queue_destroy(queue);
  rd_kafka_topic_destroy(rkt);
  rd_kafka_destroy(rk);
  rk = PRODUCER("client.id", "p");
  rkt = rd_kafka_topic_new(rk, topic, NULL);
  rd_kafka_topic_destroy(rkt);
  rkt = rd_kafka_topic_new(rk, "", NULL);
  say("topic.empty", "%s", rkt ? "made" : name_of(rd_kafka_last_error()));
  if (rkt) rd_kafka_topic_destroy(rkt);
  char longest[600];
  memset(longest, 'x', sizeof longest);
  longest[599] = '\0';
  rkt = rd_kafka_topic_new(rk, longest, NULL);
  say("topic.long", "%s", rkt ? "made" : name_of(rd_kafka_last_error()));
  rd_kafka_destroy(rk);
}
