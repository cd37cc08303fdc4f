/* Stored and committed offsets, in all forms. */
#include "calls.h"

static void say_committed(const char* name, rd_kafka_t* rk, const char* topic) {
  rd_kafka_topic_partition_list_t* list = list_of(topic, 0, RD_KAFKA_OFFSET_INVALID);
  const rd_kafka_resp_err_t err = rd_kafka_committed(rk, list, kWaitMs);
  char key[96];
  snprintf(key, sizeof key, "%s.call", name);
  say(key, "%s", name_of(err));
  say_list(name, list);
  rd_kafka_topic_partition_list_destroy(list);
}

static struct {
  int count;
  char line[256];
} g_commit;

static void on_commit(rd_kafka_t* rk, rd_kafka_resp_err_t err,
                      rd_kafka_topic_partition_list_t* list, void* opaque) {
  (void)rk;
  g_commit.count++;
  snprintf(g_commit.line, sizeof g_commit.line,
           "%s %d elements, first @%lld:%s opaque %ld thread %s", name_of(err),
           list ? list->cnt : -1, list && list->cnt ? (long long)list->elems[0].offset : -1,
           list && list->cnt ? name_of(list->elems[0].err) : "-", (long)opaque, thread_name());
}

static void in_three_forms(const char* topic) {
  rd_kafka_t* rk = CONSUMER("enable.auto.offset.store", "false");
  assign(rk, topic, 0, 0);
  say_committed("commit.nothing.yet", rk, topic);
  say("commit.nothing", "%s", name_of(rd_kafka_commit(rk, NULL, 0)));
  rd_kafka_message_t* m = next(rk);
  say("store.object", "%s", name_of(rd_kafka_offset_store(m->rkt, 0, 0)));
  say("commit.stored", "%s", name_of(rd_kafka_commit(rk, NULL, 0)));
  say_committed("store.object.committed", rk, topic);
  rd_kafka_topic_partition_list_t* list = list_of(topic, 0, 3);
  say("store.list", "%s", name_of(rd_kafka_offsets_store(rk, list)));
  say("store.list.commit", "%s", name_of(rd_kafka_commit(rk, NULL, 0)));
  say_committed("store.list.committed", rk, topic);
  rd_kafka_error_t* (*store)(rd_kafka_message_t*) =
      newer("store.message", "rd_kafka_offset_store_message");
  if (store) {
    say_error("store.message", store(m));
    say("store.message.commit", "%s", name_of(rd_kafka_commit(rk, NULL, 0)));
    say_committed("store.message.committed", rk, topic);
  }
  rd_kafka_topic_partition_list_add(list, topic, 1)->offset = 3;
  say("store.unassigned", "%s", name_of(rd_kafka_offsets_store(rk, list)));
  say_list("store.unassigned.list", list);
  rd_kafka_topic_partition_list_destroy(list);
  say("commit.message", "%s", name_of(rd_kafka_commit_message(rk, m, 0)));
  say_committed("commit.message.committed", rk, topic);
  list = list_of(topic, 0, 4);
  list->elems[0].metadata = strdup("meta");
  list->elems[0].metadata_size = 4;
  say("commit.list", "%s", name_of(rd_kafka_commit(rk, list, 0)));
  say_committed("commit.list.committed", rk, topic);
  say("commit.async", "%s", name_of(rd_kafka_commit(rk, list, 1)));
  say("commit.queue.null", "%s",
      name_of(rd_kafka_commit_queue(rk, list, NULL, on_commit, (void*)5)));
  say("commit.queue.null.cb", "%d %s", g_commit.count, g_commit.line);
  rd_kafka_queue_t* queue = rd_kafka_queue_new(rk);
  say("commit.queue", "%s", name_of(rd_kafka_commit_queue(rk, list, queue, NULL, (void*)6)));
  rd_kafka_event_t* event = rd_kafka_queue_poll(queue, kWaitMs);
  say("commit.queue.event", "%s %s opaque %ld", rd_kafka_event_name(event),
      name_of(rd_kafka_event_error(event)), (long)rd_kafka_event_opaque(event));
  say_list("commit.queue.event.list", rd_kafka_event_topic_partition_list(event));
  rd_kafka_event_destroy(event);
  g_commit.count = 0;
  rd_kafka_commit_queue(rk, list, queue, on_commit, (void*)7);
  say("commit.queue.callback", "%d served", rd_kafka_queue_poll_callback(queue, kWaitMs));
  say("commit.queue.callback.cb", "%d %s", g_commit.count, g_commit.line);
  rd_kafka_queue_destroy(queue);
  rd_kafka_topic_partition_list_destroy(list);
  rd_kafka_message_destroy(m);
  rd_kafka_consumer_close(rk);
  rd_kafka_destroy(rk);
}

static void automatic(const char* topic) {
  g_commit.count = 0;
  rd_kafka_conf_t* conf = CONF("group.id", topic_named("auto"), "auto.offset.reset", "earliest",
                               "auto.commit.interval.ms", "60000");
  rd_kafka_conf_set_offset_commit_cb(conf, on_commit);
  rd_kafka_t* rk = client(RD_KAFKA_CONSUMER, conf);
  assign(rk, topic, 0, 0);
  for (int i = 0; i < 3; i++) rd_kafka_message_destroy(next(rk));
  rd_kafka_topic_partition_list_t* list = list_of(topic, 0, 1);
  say("store.while.automatic", "%s", name_of(rd_kafka_offsets_store(rk, list)));
  say_list("store.while.automatic.list", list);
  rd_kafka_topic_partition_list_destroy(list);
  say("auto.async", "%s", name_of(rd_kafka_commit(rk, NULL, 1)));
  for (int i = 0; i < 100 && !g_commit.count; i++) {
    rd_kafka_message_t* m = rd_kafka_consumer_poll(rk, 100);
    if (m) rd_kafka_message_destroy(m);
  }
  say("auto.async.cb", "%d callbacks", g_commit.count > 0);
  rd_kafka_consumer_close(rk);
  rd_kafka_destroy(rk);
  rk = client(RD_KAFKA_CONSUMER, CONF("group.id", topic_named("auto")));
  rd_kafka_topic_partition_list_t* at = list_of(topic, 0, -1);
  rd_kafka_committed(rk, at, kWaitMs);
  say("auto.on.close", "%s", at->elems[0].offset >= 3 ? "what was read" : "less");
  rd_kafka_topic_partition_list_destroy(at);
  rd_kafka_destroy(rk);
}

void committing(void) {
  const char* topic = new_topic("commit", 1);
  fill(topic, 1, 5);
  in_three_forms(topic);
  automatic(topic);
}
