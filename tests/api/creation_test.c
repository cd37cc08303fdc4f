/*
 * Goal (cases "Failed creation and the conf object", "Log callbacks"; B11): a creation that fails
 * leaves the configuration with the caller, with its callbacks, and nothing else anywhere, however
 * often; log_cb gets every line that stderr would have got, none after destroy has returned, and
 * none of them tells a secret.
 * Method: 50,000 creations that each fail, counting descriptors, threads and resident memory; then
 * handles with `debug=all` in a process whose stderr goes to a file.
 */
#include <dirent.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "api/support.h"

#if FASTKA_SANITIZED
enum { kTries = 5000 };
#else
enum { kTries = 50000 };
#endif

static int entries(const char* folder) {
  DIR* d = opendir(folder);
  int n = 0;
  while (readdir(d)) ++n;
  closedir(d);
  return n;
}

static long resident_kb(void) {
  long pages = 0, resident = 0;
  FILE* f = fopen("/proc/self/statm", "r");
  if (fscanf(f, "%ld %ld", &pages, &resident) != 2) resident = 0;
  fclose(f);
  return resident * (sysconf(_SC_PAGESIZE) / 1024);
}

static void on_report(rd_kafka_t* rk, const rd_kafka_message_t* m, void* opaque) {
  (void)rk;
  (void)m;
  (void)opaque;
}
static atomic_int g_lines, g_secrets, g_done, g_late;
static void on_log(const rd_kafka_t* rk, int level, const char* facility, const char* text) {
  (void)rk;
  (void)level;
  (void)facility;
  atomic_fetch_add(&g_lines, 1);
  if (strstr(text, "hunter2")) atomic_fetch_add(&g_secrets, 1);
  if (atomic_load(&g_done)) atomic_fetch_add(&g_late, 1);
}
static void on_error(rd_kafka_t* rk, int err, const char* reason, void* opaque) {
  (void)rk;
  (void)err;
  (void)opaque;
  if (strstr(reason, "hunter2")) atomic_fetch_add(&g_secrets, 1);
}

static void fail_once(int which) {
  char text[512] = "";
  const rd_kafka_type_t type = which % 2 ? RD_KAFKA_PRODUCER : RD_KAFKA_CONSUMER;
  rd_kafka_conf_t* conf =
      which % 2 ? CONF("bootstrap.servers", "127.0.0.1:1", "message.timeout.ms", "10", "linger.ms",
                       "2000")
                : CONF("bootstrap.servers", "127.0.0.1:1", "group.id", "g", "reconnect.backoff.ms",
                       "600", "reconnect.backoff.max.ms", "500");
  rd_kafka_conf_set_opaque(conf, text);
  rd_kafka_conf_set_dr_msg_cb(conf, on_report);
  rd_kafka_conf_set_log_cb(conf, on_log);
  rd_kafka_conf_set_error_cb(conf, on_error);
  assert_null(rd_kafka_new(type, conf, text, sizeof text));
  assert_true(text[0] != 0);
  char value[64];
  size_t size = sizeof value;
  assert_int_equal(rd_kafka_conf_get(conf, "bootstrap.servers", value, &size), RD_KAFKA_CONF_OK);
  assert_string_equal(value, "127.0.0.1:1");
  rd_kafka_conf_destroy(conf);
}

static void failed_creations_leave_nothing(void** state) {
  (void)state;
  for (int i = 0; i < kTries / 10; i++) fail_once(i);
  const int descriptors = entries("/proc/self/fd"), threads = entries("/proc/self/task");
  const long before = resident_kb();
  for (int i = 0; i < kTries; i++) fail_once(i);
  const long more = resident_kb() - before;
  printf("%d failed creations: %d descriptors, %d threads, %ld kB more\n", kTries,
         entries("/proc/self/fd") - descriptors, entries("/proc/self/task") - threads, more);
  assert_int_equal(entries("/proc/self/fd"), descriptors);
  assert_int_equal(entries("/proc/self/task"), threads);
#if !FASTKA_SANITIZED
  /* Ten bytes for each would be 500 kB. */
  assert_true(more < 400);
#endif
}

/* What cannot be honoured is refused by its name, without its value when that is a secret. */
static void secrets_are_not_repeated(void** state) {
  (void)state;
  static const char* const kSecret[] = {"sasl.password", "ssl.key.password",
                                        "ssl.keystore.password", "sasl.oauthbearer.client.secret"};
  for (size_t i = 0; i < sizeof kSecret / sizeof *kSecret; i++) {
    char text[512] = "";
    rd_kafka_conf_t* conf = rd_kafka_conf_new();
    const rd_kafka_conf_res_t r = rd_kafka_conf_set(conf, kSecret[i], "hunter2", text, sizeof text);
    if (strstr(text, "hunter2")) fail_msg("%s: \"%s\"", kSecret[i], text);
    if (r == RD_KAFKA_CONF_OK) {
      size_t count = 0;
      const char** pairs = rd_kafka_conf_dump(conf, &count);
      for (size_t k = 0; k < count; k++)
        if (strstr(pairs[k], "hunter2")) fail_msg("%s is in the dump", kSecret[i]);
      rd_kafka_conf_dump_free(pairs, count);
      rd_kafka_conf_set_log_cb(conf, on_log);
      rd_kafka_t* rk = rd_kafka_new(RD_KAFKA_PRODUCER, conf, text, sizeof text);
      if (strstr(text, "hunter2")) fail_msg("%s: \"%s\"", kSecret[i], text);
      rk ? rd_kafka_destroy(rk) : rd_kafka_conf_destroy(conf);
    } else {
      assert_non_null(strstr(text, kSecret[i]));
      rd_kafka_conf_destroy(conf);
    }
  }
}

static void log_lines_end_with_the_handle(void** state) {
  (void)state;
  FILE* file = tmpfile();
  fflush(stderr);
  const int saved = dup(2);
  dup2(fileno(file), 2);
  for (int i = 0; i < 40; i++) {
    atomic_store(&g_done, 0);
    rd_kafka_conf_t* conf =
        CONF("bootstrap.servers", "127.0.0.1:1,localhost:1", "debug", "all", "reconnect.backoff.ms",
             "1", "reconnect.backoff.max.ms", "2", "log_level", "7");
    rd_kafka_conf_set_log_cb(conf, on_log);
    rd_kafka_conf_set_error_cb(conf, on_error);
    rd_kafka_t* rk = new_handle(i % 2 ? RD_KAFKA_PRODUCER : RD_KAFKA_CONSUMER, conf);
    rd_kafka_poll(rk, i % 7);
    rd_kafka_destroy(rk);
    atomic_store(&g_done, 1);
    usleep(2000);
  }
  fflush(stderr);
  dup2(saved, 2);
  close(saved);
  char printed[256] = "";
  rewind(file);
  printed[fread(printed, 1, sizeof printed - 1, file)] = 0;
  fclose(file);
  printf("%d lines, %d after destroy, %d with a secret\n", atomic_load(&g_lines),
         atomic_load(&g_late), atomic_load(&g_secrets));
  assert_true(atomic_load(&g_lines) > 100);
  assert_int_equal(atomic_load(&g_late), 0);
  assert_int_equal(atomic_load(&g_secrets), 0);
  assert_string_equal(printed, "");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(failed_creations_leave_nothing),
      cmocka_unit_test(secrets_are_not_repeated),
      cmocka_unit_test(log_lines_end_with_the_handle),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
