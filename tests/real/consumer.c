// Goal: a program whose every message can be held against the log afterwards.
// Method: knows rdkafka.h only, so that LD_LIBRARY_PATH chooses whose library it tells about.
//
//   consumer BOOTSTRAP TOPIC/FIRST-LAST@OFFSET[,...] [NAME=VALUE ...]
//
// OFFSET: a number, -2 the beginning, -1 the end, -1000 what is committed.
// Reads from stdin: pause|resume TOPIC PARTITION, seek TOPIC PARTITION OFFSET, add
// TOPIC/FIRST-LAST@OFFSET, store TOPIC PARTITION OFFSET, commit (what is stored), commit TOPIC
// PARTITION OFFSET METADATA, committed TOPIC PARTITION, stats, end.
// Writes to stdout, a line each:
//   m TOPIC PARTITION OFFSET TIMESTAMP N BROKER     eof TOPIC PARTITION OFFSET
//   error TOPIC PARTITION CODE TEXT                 error - -1 CODE TEXT (error_cb)
//   log LEVEL TEXT                                  throttle BROKER MS
//   did COMMAND CODE                                committed TOPIC PARTITION OFFSET METADATA
//   stats JSON                                      end messages=..
// N is -1 when the value is not what producer.c wrote.
#include <librdkafka/rdkafka.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "commands.h"
#include "value.h"

static rd_kafka_t* client;
static char* statistics;
static uint64_t messages;
static int ending;

static int64_t now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void fail(const char* what, const char* why) {
  fprintf(stderr, "consumer: %s: %s\n", what, why);
  exit(1);
}

static void on_error(rd_kafka_t* rk, int err, const char* reason, void* opaque) {
  (void)rk;
  (void)opaque;
  printf("error - -1 %s %s\n", rd_kafka_err2name((rd_kafka_resp_err_t)err), reason);
}

static void on_throttle(rd_kafka_t* rk, const char* broker, int32_t id, int ms, void* opaque) {
  (void)rk;
  (void)broker;
  (void)opaque;
  printf("throttle %d %d\n", (int)id, ms);
}

static int on_stats(rd_kafka_t* rk, char* json, size_t size, void* opaque) {
  (void)rk;
  (void)opaque;
  free(statistics);
  statistics = strndup(json, size);
  return 0;
}

// Comes from threads of the library, too: one call, one line.
static void on_log(const rd_kafka_t* rk, int level, const char* facility, const char* text) {
  (void)rk;
  printf("log %d %s %s\n", level, facility, text);
}

static void open_client(int argc, char** argv) {
  rd_kafka_conf_t* conf = rd_kafka_conf_new();
  char why[512];
  if (rd_kafka_conf_set(conf, "bootstrap.servers", argv[1], why, sizeof(why)) ||
      rd_kafka_conf_set(conf, "group.id", "reading", why, sizeof(why)) ||
      rd_kafka_conf_set(conf, "enable.auto.commit", "false", why, sizeof(why))) {
    fail("conf", why);
  }
  rd_kafka_conf_set_error_cb(conf, on_error);
  rd_kafka_conf_set_throttle_cb(conf, on_throttle);
  rd_kafka_conf_set_stats_cb(conf, on_stats);
  rd_kafka_conf_set_log_cb(conf, on_log);
  for (int i = 3; i < argc; i++) {
    char* equals = strchr(argv[i], '=');
    if (equals == NULL) fail(argv[i], "not NAME=VALUE");
    *equals = '\0';
    if (rd_kafka_conf_set(conf, argv[i], equals + 1, why, sizeof(why))) fail(argv[i], why);
  }
  client = rd_kafka_new(RD_KAFKA_CONSUMER, conf, why, sizeof(why));
  if (client == NULL) fail("rd_kafka_new", why);
  rd_kafka_poll_set_consumer(client);
}

static void assign(const char* text, int incremental) {
  rd_kafka_topic_partition_list_t* list = rd_kafka_topic_partition_list_new(8);
  for (const char* at = text; at != NULL; at = strchr(at, ',')) {
    char topic[128];
    int first, last;
    long long offset;
    if (*at == ',') at++;
    if (sscanf(at, "%127[^/]/%d-%d@%lld", topic, &first, &last, &offset) != 4) fail("assign", text);
    for (int p = first; p <= last; p++) {
      rd_kafka_topic_partition_list_add(list, topic, p)->offset = offset;
    }
  }
  if (incremental) {
    rd_kafka_error_t* error = rd_kafka_incremental_assign(client, list);
    if (error != NULL) fail("incremental_assign", rd_kafka_error_string(error));
  } else {
    const rd_kafka_resp_err_t err = rd_kafka_assign(client, list);
    if (err) fail("assign", rd_kafka_err2str(err));
  }
  rd_kafka_topic_partition_list_destroy(list);
}

static rd_kafka_resp_err_t seek(rd_kafka_topic_partition_list_t* one) {
  rd_kafka_error_t* error = rd_kafka_seek_partitions(client, one, 10000);
  rd_kafka_resp_err_t err = one->elems[0].err;
  if (error != NULL) {
    err = rd_kafka_error_code(error);
    rd_kafka_error_destroy(error);
  }
  return err;
}

static rd_kafka_resp_err_t committed(rd_kafka_topic_partition_list_t* one) {
  const rd_kafka_topic_partition_t* p = &one->elems[0];
  const rd_kafka_resp_err_t err = rd_kafka_committed(client, one, 10000);
  if (!err) {
    printf("committed %s %d %" PRId64 " %.*s\n", p->topic, (int)p->partition, p->offset,
           (int)p->metadata_size, p->metadata == NULL ? "" : (const char*)p->metadata);
  }
  return err ? err : p->err;
}

static rd_kafka_resp_err_t do_with(const char* verb, rd_kafka_topic_partition_list_t* one) {
  if (!strcmp(verb, "pause")) return rd_kafka_pause_partitions(client, one);
  if (!strcmp(verb, "resume")) return rd_kafka_resume_partitions(client, one);
  if (!strcmp(verb, "seek")) return seek(one);
  if (!strcmp(verb, "store")) return rd_kafka_offsets_store(client, one);
  if (!strcmp(verb, "commit")) return rd_kafka_commit(client, one, 0);
  if (!strcmp(verb, "committed")) return committed(one);
  fail("no such command", verb);
  return 0;
}

static void obey(const char* line) {
  char verb[16] = "", topic[128] = "", metadata[64] = "";
  int partition = 0;
  long long offset = RD_KAFKA_OFFSET_INVALID;
  const int n = sscanf(line, "%15s %127s %d %lld %63s", verb, topic, &partition, &offset, metadata);
  if (!strcmp(verb, "end")) {
    ending = 1;
  } else if (!strcmp(verb, "stats")) {
    printf("stats %s\n", statistics == NULL ? "{}" : statistics);
  } else if (!strcmp(verb, "add")) {
    assign(line + 4, 1);
  } else if (!strcmp(verb, "commit") && n == 1) {
    printf("did commit %s\n", rd_kafka_err2name(rd_kafka_commit(client, NULL, 0)));
  } else {
    rd_kafka_topic_partition_list_t* one = rd_kafka_topic_partition_list_new(1);
    rd_kafka_topic_partition_t* p = rd_kafka_topic_partition_list_add(one, topic, partition);
    p->offset = offset;
    if (metadata[0] != '\0') {
      p->metadata = strdup(metadata);
      p->metadata_size = strlen(metadata);
    }
    printf("did %s %s\n", verb, rd_kafka_err2name(do_with(verb, one)));
    rd_kafka_topic_partition_list_destroy(one);
  }
}

// The message's number, when all of its value is what was written.
static long long number_of(const rd_kafka_message_t* message) {
  static char expected[4 << 20];
  const char* value = message->payload;
  if (message->len == 0 || message->len > sizeof(expected)) return -1;
  char* end;
  char head[24] = "";
  memcpy(head, value, message->len < sizeof(head) - 1 ? message->len : sizeof(head) - 1);
  const unsigned long long number = strtoull(head, &end, 10);
  if (end == head) return -1;
  fill(expected, message->len, number);
  return memcmp(expected, value, message->len) == 0 ? (long long)number : -1;
}

static void take(rd_kafka_message_t* message) {
  const char* topic = message->rkt == NULL ? "-" : rd_kafka_topic_name(message->rkt);
  rd_kafka_timestamp_type_t type;
  if (!message->err) {
    messages++;
    printf("m %s %d %" PRId64 " %" PRId64 " %lld %d\n", topic, (int)message->partition,
           message->offset, rd_kafka_message_timestamp(message, &type), number_of(message),
           (int)rd_kafka_message_broker_id(message));
  } else if (message->err == RD_KAFKA_RESP_ERR__PARTITION_EOF) {
    printf("eof %s %d %" PRId64 "\n", topic, (int)message->partition, message->offset);
  } else {
    printf("error %s %d %s %s\n", topic, (int)message->partition, rd_kafka_err2name(message->err),
           rd_kafka_message_errstr(message));
  }
  rd_kafka_message_destroy(message);
}

int main(int argc, char** argv) {
  if (argc < 3) fail("usage", "consumer BOOTSTRAP TOPIC/FIRST-LAST@OFFSET[,...] [NAME=VALUE ...]");
  open_client(argc, argv);
  printf("ready %s\n", rd_kafka_version_str());
  fflush(stdout);
  assign(argv[2], 0);
  for (int64_t flushed = now_ms(); !ending;) {
    rd_kafka_message_t* message = rd_kafka_consumer_poll(client, 20);
    if (message != NULL) take(message);
    const int64_t now = now_ms();
    if (message != NULL && now - flushed < 20) continue;
    if (!read_commands(obey)) ending = 1;
    fflush(stdout);
    flushed = now;
  }
  rd_kafka_consumer_close(client);
  rd_kafka_destroy(client);
  free(statistics);
  printf("end messages=%" PRIu64 "\n", messages);
  return 0;
}
