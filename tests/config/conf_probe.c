/* Asks a librdkafka about configuration objects, one line of answer per question, without texts, so
 * that the answers of two libraries can be compared. conf_probe_main.c makes a program of it.
 * Fields are separated by tabs; "-" alone is a NULL value, "." alone an empty one:
 *   reset | set NAME VALUE | tset NAME VALUE | get NAME | tget NAME | short NAME SIZE
 *   dumped NAME (is it in the dump?) | tdumped NAME | new producer|consumer [NAME] (the effective
 * value of NAME) | topic producer|consumer | dup | dupf PREFIX | default Every answer starts with
 * the question. */
#include "conf_probe.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rdkafka.h"

static rd_kafka_conf_t* conf;
static rd_kafka_topic_conf_t* tconf;
static char buf[4096];
static char last_text[512];
static char answer[6000];

static void say(const char* format, ...) {
  size_t used = strlen(answer);
  va_list args;
  va_start(args, format);
  vsnprintf(answer + used, sizeof(answer) - used, format, args);
  va_end(args);
}

static const char* show_get(int topic, const char* name) {
  static char out[4400];
  size_t size = sizeof(buf);
  buf[0] = 0;
  rd_kafka_conf_res_t res = topic ? rd_kafka_topic_conf_get(tconf, name, buf, &size)
                                  : rd_kafka_conf_get(conf, name, buf, &size);
  if (res == RD_KAFKA_CONF_OK)
    snprintf(out, sizeof(out), "%d [%s] %zu", res, buf, size);
  else
    snprintf(out, sizeof(out), "%d", res);
  return out;
}

static void reset(void) {
  if (conf) rd_kafka_conf_destroy(conf);
  if (tconf) rd_kafka_topic_conf_destroy(tconf);
  conf = rd_kafka_conf_new();
  tconf = rd_kafka_topic_conf_new();
}

static void set(int topic, const char* name, const char* value) {
  if (value && !strcmp(value, "-")) value = NULL;
  if (value && !strcmp(value, ".")) value = "";
  last_text[0] = 0;
  rd_kafka_conf_res_t res =
      topic ? rd_kafka_topic_conf_set(tconf, name, value, last_text, sizeof(last_text))
            : rd_kafka_conf_set(conf, name, value, last_text, sizeof(last_text));
  const char* got = show_get(topic, name);
  say("%d get %s", res, got);
}

static void dumped(int topic, const char* name) {
  size_t count = 0;
  const char** all =
      topic ? rd_kafka_topic_conf_dump(tconf, &count) : rd_kafka_conf_dump(conf, &count);
  const char* found = "no";
  for (size_t i = 0; i + 1 < count; i += 2)
    if (!strcmp(all[i], name)) found = "yes";
  rd_kafka_conf_dump_free(all, count);
  say("%s", found);
}

static rd_kafka_type_t type_of(const char* role) {
  return !strcmp(role, "producer") ? RD_KAFKA_PRODUCER : RD_KAFKA_CONSUMER;
}

static void show_effective(rd_kafka_t* rk, const char* name) {
  size_t size = sizeof(buf);
  buf[0] = 0;
  rd_kafka_conf_res_t res = rd_kafka_conf_get(rd_kafka_conf(rk), name, buf, &size);
  say(" %d [%s]", res, res == RD_KAFKA_CONF_OK ? buf : "");
}

static void make(const char* role, int with_topic, const char* show) {
  rd_kafka_conf_t* copy = rd_kafka_conf_dup(conf);
  rd_kafka_conf_set_log_cb(copy, NULL);
  rd_kafka_t* rk = rd_kafka_new(type_of(role), copy, last_text, sizeof(last_text));
  if (!rk) {
    say("refused %d", (int)rd_kafka_last_error());
    rd_kafka_conf_destroy(copy);
    return;
  }
  say("made");
  if (show) show_effective(rk, show);
  if (with_topic) {
    rd_kafka_topic_t* rkt = rd_kafka_topic_new(rk, "t", rd_kafka_topic_conf_dup(tconf));
    say(" topic %s", rkt ? "made" : "refused");
    if (!rkt) say(" %d", (int)rd_kafka_last_error());
    if (rkt) rd_kafka_topic_destroy(rkt);
  }
  rd_kafka_destroy(rk);
}

static void short_get(const char* name, size_t size) {
  memset(buf, '#', 64);
  size_t given = size;
  rd_kafka_conf_res_t res = rd_kafka_conf_get(conf, name, size ? buf : NULL, &given);
  say("%d %zu [", res, given);
  for (size_t i = 0; i < size && i < 64; i++) say("%c", buf[i] ? buf[i] : '0');
  say("]");
}

static void ask(char** f) {
  if (!strcmp(f[0], "reset"))
    reset();
  else if (!strcmp(f[0], "set"))
    set(0, f[1], f[2]);
  else if (!strcmp(f[0], "tset"))
    set(1, f[1], f[2]);
  else if (!strcmp(f[0], "get"))
    say("%s", show_get(0, f[1]));
  else if (!strcmp(f[0], "tget"))
    say("%s", show_get(1, f[1]));
  else if (!strcmp(f[0], "short"))
    short_get(f[1], (size_t)atoi(f[2]));
  else if (!strcmp(f[0], "new"))
    make(f[1], 0, f[2]);
  else if (!strcmp(f[0], "topic"))
    make(f[1], 1, NULL);
  else if (!strcmp(f[0], "dumped"))
    dumped(0, f[1]);
  else if (!strcmp(f[0], "tdumped"))
    dumped(1, f[1]);
  else if (!strcmp(f[0], "default")) {
    rd_kafka_conf_set_default_topic_conf(conf, tconf);
    tconf = rd_kafka_topic_conf_new();
  } else if (!strcmp(f[0], "dup") || !strcmp(f[0], "dupf")) {
    const char* filter = f[1];
    rd_kafka_conf_t* copy =
        filter ? rd_kafka_conf_dup_filter(conf, 1, &filter) : rd_kafka_conf_dup(conf);
    rd_kafka_conf_destroy(conf);
    conf = copy;
  } else
    say("what?");
}

const char* probe_answer(const char* question) {
  static char line[8192];
  char* f[4] = {0};
  int n = 0;
  if (!conf) reset();
  answer[0] = 0;
  snprintf(line, sizeof(line), "%s", question);
  for (char* p = strtok(line, "\t"); p && n < 4; p = strtok(NULL, "\t")) f[n++] = p;
  if (n) ask(f);
  return answer;
}

void probe_end(void) {
  if (conf) rd_kafka_conf_destroy(conf);
  if (tconf) rd_kafka_topic_conf_destroy(tconf);
  conf = NULL;
  tconf = NULL;
}
