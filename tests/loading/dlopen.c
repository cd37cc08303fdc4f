/*
 * Goal: a program that opens the library itself (as bindings do) can bind everything at once, use
 * it and leave, while another librdkafka's names may be in the process. Method: dlopen with
 * RTLD_NOW | RTLD_LOCAL, a conf object made through it, exit with it open.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

static int failed(const char* what) {
  const char* why = dlerror();
  fprintf(stderr, "%s: %s\n", what, why ? why : "");
  return 1;
}

int main(int argc, char** argv) {
  if (argc != 2) return failed("usage: loading_dlopen LIBRARY");
  void* library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  if (!library) return failed("dlopen");
  const char* (*version)(void);
  int (*level)(void);
  void* (*conf_new)(void);
  void (*conf_destroy)(void*);
  *(void**)&version = dlsym(library, "rd_kafka_version_str");
  *(void**)&level = dlsym(library, "rd_kafka_version");
  *(void**)&conf_new = dlsym(library, "rd_kafka_conf_new");
  *(void**)&conf_destroy = dlsym(library, "rd_kafka_conf_destroy");
  if (!version || !level || !conf_new || !conf_destroy) return failed("dlsym");
  if (strcmp(version(), "2.16.0") != 0 || level() != 0x021000ff) return failed("version");
  void* conf = conf_new();
  if (!conf) return failed("conf_new");
  conf_destroy(conf);
  return 0;
}
