#include "calls.h"

const char* g_bootstrap;
pthread_t g_main_thread;
static const char* g_run;

void say(const char* name, const char* format, ...) {
  va_list ap;
  va_start(ap, format);
  printf("%s\t", name);
  vprintf(format, ap);
  putchar('\n');
  fflush(stdout);
  va_end(ap);
}

void* newer(const char* name, const char* function) {
  void* f = dlsym(RTLD_DEFAULT, function);
  if (!f) say(name, "absent");
  return f;
}

const char* name_of(rd_kafka_resp_err_t err) {
  return rd_kafka_err2name(err);
}

const char* thread_name(void) {
  return pthread_equal(pthread_self(), g_main_thread) ? "main" : "another";
}

const char* topic_named(const char* suffix) {
  char* name = malloc(strlen(g_run) + strlen(suffix) + 2);
  sprintf(name, "%s-%s", g_run, suffix);
  return name;
}

const char* topic_said(const char* topic) {
  const size_t n = strlen(g_run);
  return topic && strncmp(topic, g_run, n) == 0 ? topic + n + 1 : topic ? topic : "(null)";
}

int64_t now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

rd_kafka_conf_t* conf_of(const char* const* pairs) {
  rd_kafka_conf_t* conf = rd_kafka_conf_new();
  char text[512];
  for (; *pairs; pairs += 2)
    if (rd_kafka_conf_set(conf, pairs[0], pairs[1], text, sizeof text)) {
      fprintf(stderr, "%s\n", text);
      exit(2);
    }
  return conf;
}

rd_kafka_t* client(rd_kafka_type_t type, rd_kafka_conf_t* conf) {
  char text[512];
  rd_kafka_t* rk = rd_kafka_new(type, conf, text, sizeof text);
  if (!rk) {
    fprintf(stderr, "%s\n", text);
    exit(2);
  }
  return rk;
}

const char* new_topic(const char* suffix, int partitions) {
  const char* name = topic_named(suffix);
  char text[256];
  rd_kafka_t* rk = PRODUCER("client.id", "maker");
  rd_kafka_queue_t* queue = rd_kafka_queue_new(rk);
  rd_kafka_NewTopic_t* topic = rd_kafka_NewTopic_new(name, partitions, 1, text, sizeof text);
  rd_kafka_CreateTopics(rk, &topic, 1, NULL, queue);
  rd_kafka_NewTopic_destroy(topic);
  rd_kafka_event_destroy(rd_kafka_queue_poll(queue, kWaitMs));
  rd_kafka_topic_t* handle = rd_kafka_topic_new(rk, name, NULL);
  for (int i = 0; i < 300; i++) {
    const struct rd_kafka_metadata* m = NULL;
    bool there = false;
    if (!rd_kafka_metadata(rk, 0, handle, &m, 5000)) {
      there = m->topic_cnt == 1 && m->topics[0].partition_cnt == partitions;
      for (int p = 0; there && p < partitions; p++) there = m->topics[0].partitions[p].leader >= 0;
      rd_kafka_metadata_destroy(m);
    }
    if (there) break;
    usleep(50000);
  }
  rd_kafka_topic_destroy(handle);
  rd_kafka_queue_destroy(queue);
  rd_kafka_destroy(rk);
  return name;
}

void fill(const char* topic, int partitions, int count) {
  rd_kafka_t* rk = PRODUCER("client.id", "filler");
  for (int p = 0; p < partitions; p++)
    for (int i = 0; i < count; i++) {
      char key[16], value[32];
      snprintf(key, sizeof key, "k%d", i);
      snprintf(value, sizeof value, "%d/%d", p, i);
      rd_kafka_producev(rk, RD_KAFKA_V_TOPIC(topic), RD_KAFKA_V_PARTITION(p),
                        RD_KAFKA_V_KEY(key, strlen(key)), RD_KAFKA_V_VALUE(value, strlen(value)),
                        RD_KAFKA_V_TIMESTAMP(1000 * (i + 1)), RD_KAFKA_V_HEADER("h", key, -1),
                        RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_COPY), RD_KAFKA_V_END);
    }
  if (rd_kafka_flush(rk, kWaitMs)) exit(2);
  rd_kafka_destroy(rk);
}

rd_kafka_topic_partition_list_t* list_of(const char* topic, int32_t partition, int64_t offset) {
  rd_kafka_topic_partition_list_t* list = rd_kafka_topic_partition_list_new(1);
  rd_kafka_topic_partition_list_add(list, topic, partition)->offset = offset;
  return list;
}

void assign(rd_kafka_t* rk, const char* topic, int32_t partition, int64_t offset) {
  rd_kafka_topic_partition_list_t* list = list_of(topic, partition, offset);
  rd_kafka_assign(rk, list);
  rd_kafka_topic_partition_list_destroy(list);
}

rd_kafka_message_t* next(rd_kafka_t* rk) {
  const int64_t end = now_ms() + kWaitMs;
  rd_kafka_message_t* m = NULL;
  while (!m && now_ms() < end) m = rd_kafka_consumer_poll(rk, 500);
  return m;
}

static void say_headers(char* to, size_t size, const rd_kafka_message_t* m) {
  rd_kafka_headers_t* headers = NULL;
  to[0] = '\0';
  if (rd_kafka_message_headers(m, &headers)) return;
  const char* name;
  const void* value;
  size_t n;
  for (size_t i = 0; !rd_kafka_header_get_all(headers, i, &name, &value, &n); i++)
    snprintf(to + strlen(to), size - strlen(to), " %s=%.*s(%zu)", name, (int)n,
             value ? (const char*)value : "", n);
}

void say_message(const char* name, const rd_kafka_message_t* m) {
  if (!m) {
    say(name, "nothing, last error %s", name_of(rd_kafka_last_error()));
    return;
  }
  if (m->err && m->err != RD_KAFKA_RESP_ERR__PARTITION_EOF) {
    say(name, "%s %s [%d] text %s", name_of(m->err),
        m->rkt ? topic_said(rd_kafka_topic_name(m->rkt)) : "-", (int)m->partition,
        m->payload && m->len ? "given" : "none");
    return;
  }
  char headers[256];
  rd_kafka_timestamp_type_t type;
  const int64_t timestamp = rd_kafka_message_timestamp(m, &type);
  say_headers(headers, sizeof headers, m);
  const bool end = m->err;
  say(name, "%s %s [%d] @%lld key %s%.*s(%zu) value %s%.*s(%zu) time %lld type %d%s",
      name_of(m->err), topic_said(rd_kafka_topic_name(m->rkt)), (int)m->partition,
      (long long)m->offset, m->key ? "" : "NULL", (int)m->key_len,
      m->key ? (const char*)m->key : "", m->key_len, end || m->payload ? "" : "NULL",
      end ? 0 : (int)m->len, m->payload && !end ? (const char*)m->payload : "", end ? 0 : m->len,
      (long long)timestamp, (int)type, headers);
}

void say_next(const char* name, rd_kafka_t* rk) {
  rd_kafka_message_t* m = next(rk);
  say_message(name, m);
  if (m) rd_kafka_message_destroy(m);
}

void say_list(const char* name, const rd_kafka_topic_partition_list_t* list) {
  char text[1024] = "";
  for (int i = 0; list && i < list->cnt; i++)
    snprintf(text + strlen(text), sizeof text - strlen(text), " %s[%d]@%lld:%s%s%.*s",
             topic_said(list->elems[i].topic), (int)list->elems[i].partition,
             (long long)list->elems[i].offset, name_of(list->elems[i].err),
             list->elems[i].metadata_size ? " " : "", (int)list->elems[i].metadata_size,
             list->elems[i].metadata ? (const char*)list->elems[i].metadata : "");
  say(name, "%s", list ? text : "NULL");
}

void say_error(const char* name, rd_kafka_error_t* error) {
  if (!error) {
    say(name, "no error");
    return;
  }
  say(name, "%s%s%s%s", rd_kafka_error_name(error), rd_kafka_error_is_fatal(error) ? " fatal" : "",
      rd_kafka_error_is_retriable(error) ? " retriable" : "",
      rd_kafka_error_txn_requires_abort(error) ? " abort" : "");
  rd_kafka_error_destroy(error);
}

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  g_bootstrap = argv[1];
  g_run = argv[2];
  g_main_thread = pthread_self();
  configuration();
  objects();
  producing();
  delivery_failures();
  consuming();
  positions();
  committing();
  legacy();
  queues();
  events();
  failures();
  cluster();
  administration();
  say("handles.left", "%d", rd_kafka_wait_destroyed(5000));
  say("end", "reached");
  return 0;
}
