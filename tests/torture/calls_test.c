/* Goal (B7): whichever call to the system fails, and whenever: the client says so or recovers. No
 * accepted message is without its one report, no call takes longer than it was given, nothing
 * crashes or hangs, and after destroy there are as many descriptors and threads as before.
 * Method: a producer, a consumer and an administration client on a fastka-broker of their own; each
 * runs through once for each n, in which the n-th call of a kind fails, until none is left or n is
 * large. `torture_calls KIND SCENARIO N` runs one. A table shows how many failed. */
#include "torture/calls.h"

#include <dirent.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>

#include "api/support.h"

enum { kMessages = 20, kMostPerKind = 12, kSlackMs = 20000 };

static char g_bootstrap[64];
static int g_reports, g_errors;

static void on_report(rd_kafka_t* rk, const rd_kafka_message_t* m, void* opaque) {
  (void)rk;
  (void)opaque;
  ++g_reports;
  g_errors += m->err != 0;
}

static int entries(const char* folder) {
  DIR* d = opendir(folder);
  int n = 0;
  while (readdir(d)) ++n;
  closedir(d);
  return n;
}

static void quiet(const rd_kafka_t* rk, int level, const char* facility, const char* text) {
  (void)rk;
  (void)level;
  (void)facility;
  (void)text;
}

/* NULL with a reason: creation may fail. */
static rd_kafka_t* begin(rd_kafka_type_t type) {
  char text[256] = "";
  rd_kafka_conf_t* conf = CONF("bootstrap.servers", g_bootstrap, "reconnect.backoff.ms", "10",
                               "reconnect.backoff.max.ms", "50", "retry.backoff.ms", "10");
  rd_kafka_conf_set_log_cb(conf, quiet);
  if (type == RD_KAFKA_PRODUCER) {
    rd_kafka_conf_set_dr_msg_cb(conf, on_report);
    assert_int_equal(rd_kafka_conf_set(conf, "message.timeout.ms", "5000", text, sizeof text), 0);
    assert_int_equal(rd_kafka_conf_set(conf, "linger.ms", "0", text, sizeof text), 0);
  } else {
    assert_int_equal(rd_kafka_conf_set(conf, "group.id", "g", text, sizeof text), 0);
    assert_int_equal(rd_kafka_conf_set(conf, "enable.auto.commit", "false", text, sizeof text), 0);
  }
  rd_kafka_t* rk = rd_kafka_new(type, conf, text, sizeof text);
  if (!rk) {
    assert_true(text[0] != '\0');
    rd_kafka_conf_destroy(conf);
  }
  return rk;
}

static void produce(void) {
  static char payload[3000];
  rd_kafka_t* rk = begin(RD_KAFKA_PRODUCER);
  if (!rk) return;
  int accepted = 0;
  g_reports = g_errors = 0;
  for (int i = 0; i < kMessages; i++)
    accepted += rd_kafka_producev(rk, RD_KAFKA_V_TOPIC("t"), RD_KAFKA_V_PARTITION(0),
                                  RD_KAFKA_V_VALUE(payload, sizeof payload),
                                  RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_COPY), RD_KAFKA_V_END) == 0;
  assert_true(accepted >= kMessages - 1);
  assert_int_equal(rd_kafka_flush(rk, 30000), 0);
  assert_int_equal(g_reports, accepted);
  rd_kafka_destroy(rk);
  assert_int_equal(g_reports, accepted);
}

static void consume(void) {
  rd_kafka_t* rk = begin(RD_KAFKA_CONSUMER);
  if (!rk) return;
  rd_kafka_topic_partition_list_t* list = rd_kafka_topic_partition_list_new(1);
  rd_kafka_topic_partition_list_add(list, "t", 0)->offset = 0;
  assert_int_equal(rd_kafka_assign(rk, list), 0);
  rd_kafka_topic_partition_list_destroy(list);
  const int64_t deadline = now_ms() + 40000;
  int64_t next = 0;
  while (next < kMessages) {
    assert_true(now_ms() < deadline);
    rd_kafka_message_t* m = rd_kafka_consumer_poll(rk, 100);
    if (!m) continue;
    if (!m->err) assert_int_equal(m->offset, next++);
    rd_kafka_message_destroy(m);
  }
  rd_kafka_destroy(rk);
}

static void administer(void) {
  rd_kafka_t* rk = begin(RD_KAFKA_PRODUCER);
  if (!rk) return;
  const struct rd_kafka_metadata* metadata = NULL;
  int64_t start = now_ms();
  if (!rd_kafka_metadata(rk, 1, NULL, &metadata, 2000)) rd_kafka_metadata_destroy(metadata);
  int64_t low, high;
  (void)rd_kafka_query_watermark_offsets(rk, "t", 0, &low, &high, 2000);
  assert_true(now_ms() - start < 4000 + kSlackMs);
  rd_kafka_queue_t* q = rd_kafka_queue_new(rk);
  rd_kafka_AdminOptions_t* options = rd_kafka_AdminOptions_new(rk, RD_KAFKA_ADMIN_OP_ANY);
  assert_int_equal(rd_kafka_AdminOptions_set_request_timeout(options, 3000, NULL, 0), 0);
  rd_kafka_NewTopic_t* topic = rd_kafka_NewTopic_new("t", 1, 1, NULL, 0);
  rd_kafka_CreateTopics(rk, &topic, 1, options, q);
  rd_kafka_event_t* event = rd_kafka_queue_poll(q, 3000 + kSlackMs);
  assert_non_null(event);
  rd_kafka_event_destroy(event);
  rd_kafka_NewTopic_destroy(topic);
  rd_kafka_AdminOptions_destroy(options);
  rd_kafka_queue_destroy(q);
  rd_kafka_destroy(rk);
}

static const struct {
  const char* name;
  void (*run)(void);
} kScenarios[] = {{"produce", produce}, {"consume", consume}, {"administer", administer}};

/* Whether the call came. */
static int run_once(enum call which, int scenario, int n) {
  alarm(200);
  const int descriptors = entries("/proc/self/fd"), threads = entries("/proc/self/task");
  if (n > 0) fail_call(which, n);
  kScenarios[scenario].run();
  const int came = failed_call();
  if (n == 0) return 0;
  /* A look-up of a name ends by itself. */
  const int64_t deadline = now_ms() + 5000;
  while ((entries("/proc/self/fd") != descriptors || entries("/proc/self/task") != threads) &&
         now_ms() < deadline)
    usleep(1000);
  if (entries("/proc/self/fd") != descriptors || entries("/proc/self/task") != threads)
    fail_msg("something is left: %d descriptors, were %d; %d threads, were %d",
             entries("/proc/self/fd"), descriptors, entries("/proc/self/task"), threads);
  alarm(0);
  return came;
}

static int g_only_call = -1, g_only_scenario, g_only_n;

static void every_call_fails_once(void** state) {
  (void)state;
  int all = 0;
  if (g_only_call >= 0) {
    (void)run_once((enum call)g_only_call, g_only_scenario, g_only_n);
    return;
  }
  for (int s = 0; s < 3; s++) (void)run_once(kSocket, s, 0); /* what is made once and stays */
  for (int c = 0; c < kCalls; c++) {
    printf("%28s:", kCallNames[c]);
    for (int s = 0; s < 3; s++) {
      int n = 1;
      for (;; ++n) {
        if (n > kMostPerKind || !run_once((enum call)c, s, n)) break;
      }
      printf(" %s %d", kScenarios[s].name, n - 1);
      all += n - 1;
    }
    printf("\n");
    fflush(stdout);
  }
  printf("%d calls failed\n", all);
  assert_true(all > 100);
}

static pid_t start_process(void) {
  int out[2];
  assert_int_equal(pipe(out), 0);
  const pid_t pid = fork();
  if (pid == 0) {
    dup2(out[1], 1);
    close(out[0]);
    execl(BROKER, "fastka-broker", "--listen", "127.0.0.1:0", "--partitions", "1", (char*)NULL);
    _exit(127);
  }
  close(out[1]);
  FILE* f = fdopen(out[0], "r");
  char line[256] = "";
  int port = 0;
  while (port == 0 && fgets(line, sizeof line, f))
    (void)sscanf(line, "fastka-broker: ready on 127.0.0.1:%d", &port);
  if (port == 0) fail_msg("no broker: %s", line);
  snprintf(g_bootstrap, sizeof g_bootstrap, "localhost:%d", port); /* a name, to be looked up */
  return pid;
}

int main(int argc, char** argv) {
  if (argc > 3) {
    g_only_call = atoi(argv[1]);
    g_only_scenario = atoi(argv[2]);
    g_only_n = atoi(argv[3]);
  }
  const pid_t broker = start_process();
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_call_fails_once)};
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  kill(broker, SIGTERM);
  (void)waitpid(broker, NULL, 0);
  return failed;
}
