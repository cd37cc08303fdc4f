// What the benchmark programs share: settings, a clock, the result line.
// A program is built once and run against any librdkafka.so.1 (LD_LIBRARY_PATH chooses); it uses
// only what librdkafka 2.0 has. CPU and memory are measured from outside, by measure.py.
//   PROGRAM BOOTSTRAP TOPIC COUNT [NAME=VALUE ...]
// NAME is a setting of the library, or bench.WORD: an option of the program's own.
#pragma once

#include <dlfcn.h>
#include <librdkafka/rdkafka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define PARTITIONS 3  // unless bench.partitions says otherwise
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

// The value of NAME=VALUE among the arguments, or what it is without one.
static inline const char* option(int argc, char** argv, const char* name, const char* otherwise) {
  const size_t size = strlen(name);
  for (int i = 4; i < argc; i++) {
    if (strncmp(argv[i], name, size) == 0 && argv[i][size] == '=') return argv[i] + size + 1;
  }
  return otherwise;
}

static inline int number(int argc, char** argv, const char* name, int otherwise) {
  const char* text = option(argc, argv, name, NULL);
  return text == NULL ? otherwise : atoi(text);
}

// The library's own settings among NAME=VALUE arguments from argv[first] on.
static inline void set_from(rd_kafka_conf_t* conf, int argc, char** argv, int first) {
  char why[512];
  for (int i = first; i < argc; i++) {
    char name[128];
    const char* equals = strchr(argv[i], '=');
    if (equals == NULL) fail(argv[i], "not NAME=VALUE");
    if (strncmp(argv[i], "bench.", 6) == 0) continue;
    snprintf(name, sizeof(name), "%.*s", (int)(equals - argv[i]), argv[i]);
    if (rd_kafka_conf_set(conf, name, equals + 1, why, sizeof(why)) != RD_KAFKA_CONF_OK) {
      fail(argv[i], why);
    }
  }
}

static inline void set(rd_kafka_conf_t* conf, const char* name, const char* value) {
  char why[512];
  if (rd_kafka_conf_set(conf, name, value, why, sizeof(why)) != RD_KAFKA_CONF_OK) fail(name, why);
}

// Only fastka exports fastka_version: the line says which library really served.
static inline void print_server(const char* job) {
  printf("{\"program\":\"%s\",\"served_by\":\"%s %s\"", job,
         dlsym(RTLD_DEFAULT, "fastka_version") != NULL ? "fastka" : "librdkafka",
         rd_kafka_version_str());
}

static inline void report(const char* job, unsigned long messages, unsigned long bytes,
                          double seconds) {
  print_server(job);
  printf(",\"messages\":%lu,\"bytes\":%lu,\"seconds\":%.6f}\n", messages, bytes, seconds);
}
