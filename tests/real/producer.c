// Goal: a program whose every message and every report can be held against the log afterwards.
// Method: knows rdkafka.h only, so that LD_LIBRARY_PATH chooses whose library it tells about.
// Message n (0, 1, ...) has the value "n " and filler, and goes to partition n % PARTITIONS, or
// where the library likes when PARTITIONS is 0.
//
//   producer BOOTSTRAP TOPIC PARTITIONS SIZE [NAME=VALUE ...]
//
// Reads from stdin: send COUNT [GAP-MS], big BYTES (one message), rate N (a second, 0: none),
// purge, end [MS] (of input: no more messages; leave when all is reported, or after MS).
// Writes to stdout, a line each:
//   report N PARTITION STATUS ERROR OFFSET TIMESTAMP LATENCY-MS BROKER
//   error CODE TEXT       throttle BROKER MS
//   end sent=.. reports=.. unreported=.. fatal=.. poll_gap_ms=.. full=..
#include <inttypes.h>
#include <librdkafka/rdkafka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "commands.h"
#include "value.h"

static int64_t* produced_at;  // by message: monotonic ms
static uint64_t sent, sent_room, reports, queue_full;
static uint64_t to_send;   // of the current `send`
static int64_t gap_ms;     // between two of them
static int64_t next_send;  // not before
static double rate;        // a second
static int64_t rate_since;
static uint64_t rate_sent;
static int64_t big;
static int64_t leave_at = -1;
static int ending, purging;

static int64_t now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void fail(const char* what, const char* why) {
  fprintf(stderr, "producer: %s: %s\n", what, why);
  exit(1);
}

static void on_report(rd_kafka_t* rk, const rd_kafka_message_t* message, void* opaque) {
  static const char* const statuses[] = {"NOT_PERSISTED", "POSSIBLY_PERSISTED", "PERSISTED"};
  const uint64_t number = (uint64_t)(uintptr_t)message->_private;
  rd_kafka_timestamp_type_t type;
  (void)rk;
  (void)opaque;
  reports++;
  printf("report %" PRIu64 " %d %s %s %" PRId64 " %" PRId64 " %" PRId64 " %d\n", number,
         (int)message->partition, statuses[rd_kafka_message_status(message)],
         rd_kafka_err2name(message->err), message->offset,
         rd_kafka_message_timestamp(message, &type), now_ms() - produced_at[number],
         (int)rd_kafka_message_broker_id(message));
}

static void on_error(rd_kafka_t* rk, int err, const char* reason, void* opaque) {
  (void)rk;
  (void)opaque;
  printf("error %s %s\n", rd_kafka_err2name((rd_kafka_resp_err_t)err), reason);
}

static void on_throttle(rd_kafka_t* rk, const char* broker, int32_t id, int ms, void* opaque) {
  (void)rk;
  (void)broker;
  (void)opaque;
  printf("throttle %d %d\n", (int)id, ms);
}

static rd_kafka_t* open_client(int argc, char** argv) {
  rd_kafka_conf_t* conf = rd_kafka_conf_new();
  char why[512];
  if (rd_kafka_conf_set(conf, "bootstrap.servers", argv[1], why, sizeof(why)) ||
      rd_kafka_conf_set(conf, "enable.idempotence", "true", why, sizeof(why))) {
    fail("conf", why);
  }
  rd_kafka_conf_set_dr_msg_cb(conf, on_report);
  rd_kafka_conf_set_error_cb(conf, on_error);
  rd_kafka_conf_set_throttle_cb(conf, on_throttle);
  for (int i = 5; i < argc; i++) {
    char* equals = strchr(argv[i], '=');
    if (equals == NULL) fail(argv[i], "not NAME=VALUE");
    *equals = '\0';
    if (rd_kafka_conf_set(conf, argv[i], equals + 1, why, sizeof(why))) fail(argv[i], why);
  }
  rd_kafka_t* rk = rd_kafka_new(RD_KAFKA_PRODUCER, conf, why, sizeof(why));
  if (rk == NULL) fail("rd_kafka_new", why);
  return rk;
}

// Whether the library took it.
static int produce(rd_kafka_t* rk, const char* topic, int partitions, size_t size) {
  char* value = malloc(size);
  fill(value, size, sent);
  if (sent == sent_room) {
    sent_room = sent_room ? sent_room * 2 : 1024;
    produced_at = realloc(produced_at, sent_room * sizeof(*produced_at));
  }
  produced_at[sent] = now_ms();
  const int32_t partition =
      partitions ? (int32_t)(sent % (uint64_t)partitions) : RD_KAFKA_PARTITION_UA;
  const rd_kafka_resp_err_t err =
      rd_kafka_producev(rk, RD_KAFKA_V_TOPIC(topic), RD_KAFKA_V_PARTITION(partition),
                        RD_KAFKA_V_VALUE(value, size), RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_FREE),
                        RD_KAFKA_V_OPAQUE((void*)(uintptr_t)sent), RD_KAFKA_V_END);
  if (!err) {
    sent++;
    return 1;
  }
  free(value);
  if (err != RD_KAFKA_RESP_ERR__QUEUE_FULL) {
    // a producer that went fatal takes nothing: the reports of what it had are what is left to see
    printf("error %s refused by produce\n", rd_kafka_err2name(err));
    to_send = 0;
    rate = 0;
    ending = 1;
    if (leave_at < 0) leave_at = now_ms() + 5000;
  } else {
    queue_full++;
  }
  return 0;
}

static void obey(const char* line) {
  char verb[16] = "";
  double first = 0, second = 0;
  const int n = sscanf(line, "%15s %lf %lf", verb, &first, &second);
  if (!strcmp(verb, "send")) {
    to_send += (uint64_t)first;
    gap_ms = (int64_t)second;
  } else if (!strcmp(verb, "big")) {
    big = (int64_t)first;
  } else if (!strcmp(verb, "rate")) {
    rate = first;
    rate_since = now_ms();
    rate_sent = 0;
  } else if (!strcmp(verb, "purge")) {
    purging = 1;
  } else if (!strcmp(verb, "end")) {
    ending = 1;
    rate = 0;
    if (n > 1) leave_at = now_ms() + (int64_t)first;
  } else {
    fail("no such command", line);
  }
}

// Sends what is due; whether something is left that could go at once.
static int send_due(rd_kafka_t* rk, const char* topic, int partitions, size_t size) {
  const int64_t now = now_ms();
  int budget = 200;
  if (big > 0 && produce(rk, topic, partitions, (size_t)big)) big = 0;
  while (to_send > 0 && now >= next_send && budget-- > 0) {
    if (!produce(rk, topic, partitions, size)) return 0;
    to_send--;
    if (gap_ms > 0) next_send = now + gap_ms;
  }
  while (rate > 0 && (double)rate_sent < rate * (double)(now - rate_since) / 1000 && budget > 0) {
    budget--;
    if (!produce(rk, topic, partitions, size)) return 0;
    rate_sent++;
  }
  return budget <= 0;
}

int main(int argc, char** argv) {
  if (argc < 5) fail("usage", "producer BOOTSTRAP TOPIC PARTITIONS SIZE [NAME=VALUE ...]");
  const int partitions = atoi(argv[3]);
  const size_t size = (size_t)atoll(argv[4]);
  char why[512];
  int64_t poll_gap = 0;
  setvbuf(stdout, NULL, _IOLBF, 1 << 16);
  rd_kafka_t* rk = open_client(argc, argv);
  int64_t polled = now_ms();
  printf("ready %s\n", rd_kafka_version_str());
  while (!(ending && to_send == 0 && big == 0 && rd_kafka_outq_len(rk) == 0)) {
    if (leave_at >= 0 && now_ms() > leave_at) break;
    if (!read_commands(obey)) {
      ending = 1;
      rate = 0;
    }
    const int more = send_due(rk, argv[2], partitions, size);
    if (purging) {
      purging = 0;
      rd_kafka_purge(rk, RD_KAFKA_PURGE_F_QUEUE | RD_KAFKA_PURGE_F_INFLIGHT);
    }
    rd_kafka_poll(rk, more ? 0 : 2);
    const int64_t now = now_ms();
    if (now - polled > poll_gap) poll_gap = now - polled;
    polled = now;
  }
  const rd_kafka_resp_err_t fatal = rd_kafka_fatal_error(rk, why, sizeof(why));
  printf("end sent=%" PRIu64 " reports=%" PRIu64 " unreported=%" PRIu64
         " fatal=%s poll_gap_ms=%" PRId64 " full=%" PRIu64 "\n",
         sent, reports, sent - reports, fatal ? rd_kafka_err2name(fatal) : "none", poll_gap,
         queue_full);
  fflush(stdout);
  // what is unreported may hang the closing of some libraries for as long as it lives
  if (reports != sent) _exit(0);
  rd_kafka_destroy(rk);
  free(produced_at);
  return 0;
}
