/*
 * Goal: log lines go where the program wants them: its callback, its queue, stderr, syslog or
 * nowhere; at the level it wants; and a dump shows the handle.
 * Method: a producer destroyed with a message unsent logs one line of level 4 (measured on
 * librdkafka 2.16.0): one line, when we want it.
 */
#include <stdarg.h>
#include <syslog.h>

#include "api/support.h"

static struct {
  int count;
  int level;
  char fac[64];
  char text[256];
  const rd_kafka_t* rk;
} g_line;

static void keep(const rd_kafka_t* rk, int level, const char* fac, const char* text) {
  if (strcmp(fac, "TERMINATE") != 0 && strcmp(fac, "OTHER") != 0) return;
  g_line.count++;
  g_line.level = level;
  g_line.rk = rk;
  snprintf(g_line.fac, sizeof g_line.fac, "%s", fac);
  snprintf(g_line.text, sizeof g_line.text, "%s", text);
}

static void drop(const rd_kafka_t* rk, int level, const char* fac, const char* text) {
  (void)rk;
  (void)level;
  (void)fac;
  (void)text;
}

typedef void log_cb_t(const rd_kafka_t*, int, const char*, const char*);

static rd_kafka_t* unsent(log_cb_t* cb) {
  rd_kafka_conf_t* conf = CONF("client.id", "logs");
  rd_kafka_conf_set_log_cb(conf, cb);
  rd_kafka_t* rk = new_handle(RD_KAFKA_PRODUCER, conf);
  assert_int_equal(
      rd_kafka_producev(rk, RD_KAFKA_V_TOPIC("t"), RD_KAFKA_V_VALUE("x", 1), RD_KAFKA_V_END), 0);
  memset(&g_line, 0, sizeof g_line);
  return rk;
}

static void callback(void** state) {
  (void)state;
  rd_kafka_t* rk = unsent(keep);
  rd_kafka_destroy(rk);
  assert_int_equal(g_line.count, 1);
  assert_int_equal(g_line.level, 4);
  assert_string_equal(g_line.fac, "TERMINATE");
  assert_ptr_equal(g_line.rk, rk);
  assert_non_null(strchr(g_line.text, '1')); /* how many messages */
}

static void set_later(void** state) {
  (void)state;
  rd_kafka_t* rk = unsent(drop);
  rd_kafka_set_logger(rk, keep);
  rd_kafka_destroy(rk);
  assert_int_equal(g_line.count, 1);
}

static void level(void** state) {
  (void)state;
  rd_kafka_t* rk = unsent(keep);
  rd_kafka_set_log_level(rk, 3);
  rd_kafka_destroy(rk);
  assert_int_equal(g_line.count, 0);
  rk = unsent(keep);
  rd_kafka_set_log_level(rk, 3);
  rd_kafka_set_log_level(rk, 4);
  rd_kafka_destroy(rk);
  assert_int_equal(g_line.count, 1);
}

/* With log.queue lines wait until there is a queue, and then for a poll of it. */
static void queue(void** state) {
  (void)state;
  rd_kafka_t* rk = new_handle(RD_KAFKA_PRODUCER, CONF("client.id", "plain"));
  assert_int_equal(rd_kafka_set_log_queue(rk, NULL), RD_KAFKA_RESP_ERR__NOT_CONFIGURED);
  rd_kafka_destroy(rk);

  /* nowhere to connect to is worth a line */
  rk = new_handle(RD_KAFKA_PRODUCER, CONF("log.queue", "true"));
  rd_kafka_queue_t* queue = rd_kafka_queue_new(rk);
  assert_null(rd_kafka_queue_poll(queue, 0));
  assert_int_equal(rd_kafka_set_log_queue(rk, queue), 0);
  rd_kafka_event_t* event = rd_kafka_queue_poll(queue, kWaitMs);
  assert_int_equal(rd_kafka_event_type(event), RD_KAFKA_EVENT_LOG);
  const char *fac = NULL, *text = NULL;
  int found = 0;
  assert_int_equal(rd_kafka_event_log(event, &fac, &text, &found), 0);
  assert_non_null(strstr(text, "bootstrap.servers"));
  assert_int_equal(found, 5);
  rd_kafka_event_destroy(event);
  rd_kafka_queue_destroy(queue);
  rd_kafka_destroy(rk);
}

/* What `print` writes to stderr. */
static void captured(char* to, size_t size, const rd_kafka_t* rk,
                     void (*print)(const rd_kafka_t*, int, const char*, const char*)) {
  FILE* file = tmpfile();
  fflush(stderr);
  const int saved = dup(2);
  dup2(fileno(file), 2);
  print(rk, 6, "OTHER", "what happened");
  fflush(stderr);
  dup2(saved, 2);
  close(saved);
  rewind(file);
  to[fread(to, 1, size - 1, file)] = 0;
  fclose(file);
}

static void to_stderr(void** state) {
  (void)state;
  char text[512];
  rd_kafka_t* rk = new_handle(RD_KAFKA_PRODUCER, CONF("client.id", "printed"));
  captured(text, sizeof text, rk, rd_kafka_log_print);
  char tail[128];
  snprintf(tail, sizeof tail, "|OTHER|%s| ", rd_kafka_name(rk));
  assert_int_equal(strncmp(text, "%6|", 3), 0);
  assert_non_null(strstr(text, tail));
  assert_non_null(strstr(text, "what happened\n"));
  captured(text, sizeof text, NULL, rd_kafka_log_print);
  assert_non_null(strstr(text, "what happened\n"));
  rd_kafka_destroy(rk);
}

/* The program's own syslog(), which the library finds before the C library's. */
static char g_syslog[256];
static int g_priority;
static void written(int priority, const char* format, va_list arguments) {
  g_priority = priority;
  vsnprintf(g_syslog, sizeof g_syslog, format, arguments);
}
__attribute__((visibility("default"))) void syslog(int priority, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  written(priority, format, arguments);
  va_end(arguments);
}
__attribute__((visibility("default"))) void __syslog_chk(int priority, int flag, const char* format,
                                                         ...);
void __syslog_chk(int priority, int flag, const char* format, ...) {
  (void)flag;
  va_list arguments;
  va_start(arguments, format);
  written(priority, format, arguments);
  va_end(arguments);
}

static void to_syslog(void** state) {
  (void)state;
  rd_kafka_t* rk = new_handle(RD_KAFKA_PRODUCER, CONF("client.id", "system"));
  rd_kafka_log_syslog(rk, 6, "OTHER", "what happened");
  assert_int_equal(g_priority & 7, 6);
  char wanted[128];
  snprintf(wanted, sizeof wanted, "OTHER: %s: what happened", rd_kafka_name(rk));
  assert_string_equal(g_syslog, wanted);
  rd_kafka_destroy(rk);
}

static void dump(void** state) {
  (void)state;
  rd_kafka_t* rk = new_handle(RD_KAFKA_PRODUCER, CONF("client.id", "dumped"));
  char* text = NULL;
  size_t size = 0;
  FILE* file = open_memstream(&text, &size);
  rd_kafka_dump(file, rk);
  fclose(file);
  assert_non_null(strstr(text, rd_kafka_name(rk)));
  free(text);
  rd_kafka_destroy(rk);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(callback), cmocka_unit_test(set_later), cmocka_unit_test(level),
      cmocka_unit_test(queue),    cmocka_unit_test(to_stderr), cmocka_unit_test(to_syslog),
      cmocka_unit_test(dump),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
