/* Metadata, watermarks, offsets by time, and the administration calls. */
#include "calls.h"

static void say_metadata(const char* name, rd_kafka_t* rk, const char* topic) {
  rd_kafka_topic_t* rkt = rd_kafka_topic_new(rk, topic, NULL);
  const struct rd_kafka_metadata* m = NULL;
  const rd_kafka_resp_err_t err = rd_kafka_metadata(rk, 0, rkt, &m, kWaitMs);
  if (err) {
    say(name, "%s", name_of(err));
  } else {
    say(name, "brokers %d topics %d %s %s partitions %d", m->broker_cnt, m->topic_cnt,
        m->topic_cnt ? topic_said(m->topics[0].topic) : "-",
        m->topic_cnt ? name_of(m->topics[0].err) : "-",
        m->topic_cnt ? m->topics[0].partition_cnt : -1);
    for (int p = 0; m->topic_cnt && p < m->topics[0].partition_cnt; p++) {
      const rd_kafka_metadata_partition_t* at = &m->topics[0].partitions[p];
      char key[96];
      snprintf(key, sizeof key, "%s.%d", name, p);
      say(key, "id %d %s leader %d replicas %d isr %d", (int)at->id, name_of(at->err),
          (int)at->leader, at->replica_cnt, at->isr_cnt);
    }
    rd_kafka_metadata_destroy(m);
  }
  rd_kafka_topic_destroy(rkt);
}

static void offsets_by_time(rd_kafka_t* rk, const char* topic) {
  static const int64_t times[] = {0, 1000, 2500, 5000, 5001, -1, -2};
  for (size_t i = 0; i < sizeof times / sizeof times[0]; i++) {
    char key[48];
    rd_kafka_topic_partition_list_t* list = list_of(topic, 0, times[i]);
    const rd_kafka_resp_err_t err = rd_kafka_offsets_for_times(rk, list, kWaitMs);
    snprintf(key, sizeof key, "times.%lld", (long long)times[i]);
    say(key, "%s", name_of(err));
    strcat(key, ".list");
    say_list(key, list);
    rd_kafka_topic_partition_list_destroy(list);
  }
  rd_kafka_topic_partition_list_t* list = list_of(topic, 9, 0);
  say("times.no.partition", "%s", name_of(rd_kafka_offsets_for_times(rk, list, kWaitMs)));
  say_list("times.no.partition.list", list);
  rd_kafka_topic_partition_list_destroy(list);
}

void cluster(void) {
  const char* topic = new_topic("cluster", 2);
  fill(topic, 1, 5);
  rd_kafka_t* rk = CONSUMER("client.id", "cluster");
  say_metadata("metadata.topic", rk, topic);
  say_metadata("metadata.missing", rk, topic_named("missing"));
  say_metadata("metadata.bad.name", rk, "no such name!");
  int64_t low = 42, high = 43;
  say("watermarks.cached", "%s",
      name_of(rd_kafka_get_watermark_offsets(rk, topic, 0, &low, &high)));
  say("watermarks.cached.values", "%lld %lld", (long long)low, (long long)high);
  say("watermarks", "%s",
      name_of(rd_kafka_query_watermark_offsets(rk, topic, 0, &low, &high, kWaitMs)));
  say("watermarks.values", "%lld %lld", (long long)low, (long long)high);
  low = 42;
  high = 43;
  say("watermarks.no.partition", "%s",
      name_of(rd_kafka_query_watermark_offsets(rk, topic, 9, &low, &high, kWaitMs)));
  say("watermarks.no.partition.values", "%lld %lld", (long long)low, (long long)high);
  offsets_by_time(rk, topic);
  char* id = rd_kafka_clusterid(rk, kWaitMs);
  say("clusterid", "%zu characters", id ? strlen(id) : 0);
  rd_kafka_mem_free(rk, id);
  say("controllerid", "%d", (int)rd_kafka_controllerid(rk, kWaitMs));
  rd_kafka_destroy(rk);
}

static rd_kafka_queue_t* g_queue;

static void say_topics(const char* name, rd_kafka_event_t* event) {
  size_t count = 0;
  const rd_kafka_topic_result_t** rows = NULL;
  const rd_kafka_CreateTopics_result_t* created = rd_kafka_event_CreateTopics_result(event);
  const rd_kafka_DeleteTopics_result_t* deleted = rd_kafka_event_DeleteTopics_result(event);
  const rd_kafka_CreatePartitions_result_t* grown = rd_kafka_event_CreatePartitions_result(event);
  if (created) rows = rd_kafka_CreateTopics_result_topics(created, &count);
  if (deleted) rows = rd_kafka_DeleteTopics_result_topics(deleted, &count);
  if (grown) rows = rd_kafka_CreatePartitions_result_topics(grown, &count);
  say(name, "%s %s rows %zu", rd_kafka_event_name(event), name_of(rd_kafka_event_error(event)),
      count);
  for (size_t i = 0; i < count; i++) {
    char key[96];
    snprintf(key, sizeof key, "%s.%zu", name, i);
    say(key, "%s %s text %s", topic_said(rd_kafka_topic_result_name(rows[i])),
        name_of(rd_kafka_topic_result_error(rows[i])),
        rd_kafka_topic_result_error_string(rows[i]) ? "given" : "NULL");
  }
  rd_kafka_event_destroy(event);
}

static void settings(rd_kafka_t* rk, const char* topic) {
  rd_kafka_ConfigResource_t* asked[2] = {
      rd_kafka_ConfigResource_new(RD_KAFKA_RESOURCE_TOPIC, topic),
      rd_kafka_ConfigResource_new(RD_KAFKA_RESOURCE_TOPIC, topic_named("missing"))};
  rd_kafka_DescribeConfigs(rk, asked, 2, NULL, g_queue);
  rd_kafka_ConfigResource_destroy_array(asked, 2);
  rd_kafka_event_t* event = rd_kafka_queue_poll(g_queue, kWaitMs);
  size_t count = 0, n = 0, synonyms = 0;
  const rd_kafka_ConfigResource_t** rows = rd_kafka_DescribeConfigs_result_resources(
      rd_kafka_event_DescribeConfigs_result(event), &count);
  say("configs", "%s %s %zu", rd_kafka_event_name(event), name_of(rd_kafka_event_error(event)),
      count);
  for (size_t i = 0; i < count; i++) {
    char key[160];
    const rd_kafka_ConfigEntry_t** entries = rd_kafka_ConfigResource_configs(rows[i], &n);
    snprintf(key, sizeof key, "configs.%zu", i);
    say(key, "%s %d %s text %s entries %d", topic_said(rd_kafka_ConfigResource_name(rows[i])),
        (int)rd_kafka_ConfigResource_type(rows[i]), name_of(rd_kafka_ConfigResource_error(rows[i])),
        rd_kafka_ConfigResource_error_string(rows[i]) ? "given" : "NULL", n > 0);
    for (size_t k = 0; k < n; k++) {
      const rd_kafka_ConfigEntry_t* e = entries[k];
      rd_kafka_ConfigEntry_synonyms(e, &synonyms);
      snprintf(key, sizeof key, "configs.%zu.%s", i, rd_kafka_ConfigEntry_name(e));
      say(key, "%s source %d default %d read only %d sensitive %d synonym %d synonyms %zu",
          rd_kafka_ConfigEntry_value(e) ? rd_kafka_ConfigEntry_value(e) : "NULL",
          (int)rd_kafka_ConfigEntry_source(e), rd_kafka_ConfigEntry_is_default(e),
          rd_kafka_ConfigEntry_is_read_only(e), rd_kafka_ConfigEntry_is_sensitive(e),
          rd_kafka_ConfigEntry_is_synonym(e), synonyms);
    }
  }
  rd_kafka_event_destroy(event);
}

void administration(void) {
  char text[256];
  const char* name = topic_named("made");
  rd_kafka_t* rk = PRODUCER("client.id", "admin");
  g_queue = rd_kafka_queue_new(rk);
  rd_kafka_NewTopic_t* made[2] = {rd_kafka_NewTopic_new(name, 2, 1, text, sizeof text),
                                  rd_kafka_NewTopic_new("bad name", 1, 1, text, sizeof text)};
  rd_kafka_NewTopic_set_config(made[0], "retention.ms", "123456");
  for (int i = 0; i < 2; i++) {
    rd_kafka_CreateTopics(rk, made, 2, NULL, g_queue);
    say_topics(i ? "create.again" : "create", rd_kafka_queue_poll(g_queue, kWaitMs));
  }
  rd_kafka_NewTopic_destroy_array(made, 2);
  sleep(1);
  settings(rk, name);
  for (int i = 0; i < 2; i++) {
    rd_kafka_NewPartitions_t* more = rd_kafka_NewPartitions_new(name, 4, text, sizeof text);
    rd_kafka_CreatePartitions(rk, &more, 1, NULL, g_queue);
    rd_kafka_NewPartitions_destroy(more);
    say_topics(i ? "grow.again" : "grow", rd_kafka_queue_poll(g_queue, kWaitMs));
  }
  for (int i = 0; i < 2; i++) {
    rd_kafka_DeleteTopic_t* topic = rd_kafka_DeleteTopic_new(name);
    rd_kafka_DeleteTopics(rk, &topic, 1, NULL, g_queue);
    rd_kafka_DeleteTopic_destroy(topic);
    say_topics(i ? "delete.again" : "delete", rd_kafka_queue_poll(g_queue, kWaitMs));
  }
  rd_kafka_queue_destroy(g_queue);
  rd_kafka_destroy(rk);
}
