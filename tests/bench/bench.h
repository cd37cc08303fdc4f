// What the four benchmark programs share: settings, a clock, the result line.
// A program is built once and run against any librdkafka.so.1 (LD_LIBRARY_PATH chooses); it uses
// only what librdkafka 2.0 has. CPU and memory are measured from outside, by measure.py.
#pragma once

#include <dlfcn.h>
#include <librdkafka/rdkafka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define PARTITIONS 3
#define MESSAGE_SIZE 100

static inline double now_s(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static inline void fail(const char* what, const char* why) {
  fprintf(stderr, "bench: %s: %s\n", what, why);
  exit(1);
}

// NAME=VALUE arguments from argv[first] on.
static inline void set_from(rd_kafka_conf_t* conf, int argc, char** argv, int first) {
  char why[512];
  for (int i = first; i < argc; i++) {
    char* equals = strchr(argv[i], '=');
    if (equals == NULL) fail(argv[i], "not NAME=VALUE");
    *equals = '\0';
    if (rd_kafka_conf_set(conf, argv[i], equals + 1, why, sizeof(why)) != RD_KAFKA_CONF_OK) {
      fail(argv[i], why);
    }
  }
}

static inline void set(rd_kafka_conf_t* conf, const char* name, const char* value) {
  char why[512];
  if (rd_kafka_conf_set(conf, name, value, why, sizeof(why)) != RD_KAFKA_CONF_OK) fail(name, why);
}

// Only fastka exports fastka_version: the line says which library really served.
static inline void report(const char* job, unsigned long messages, unsigned long bytes,
                          double seconds) {
  printf(
      "{\"job\":\"%s\",\"served_by\":\"%s %s\",\"messages\":%lu,\"bytes\":%lu,\"seconds\":%.6f}\n",
      job, dlsym(RTLD_DEFAULT, "fastka_version") != NULL ? "fastka" : "librdkafka",
      rd_kafka_version_str(), messages, bytes, seconds);
}
