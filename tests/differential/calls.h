/*
 * The differential program: every supported call made once, what it answers as lines of
 * "case<TAB>value". Built once, against Debian's librdkafka, and run with each library in turn
 * (run.sh); values hold nothing that may differ from run to run. One application thread.
 */
#pragma once

#include <dlfcn.h>
#include <errno.h>
#include <librdkafka/rdkafka.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { kWaitMs = 30000 };

extern const char* g_bootstrap;
extern pthread_t g_main_thread;

/* One line. */
void say(const char* name, const char* format, ...) __attribute__((format(printf, 2, 3)));
/* A function that 2.0.2 does not have; says "absent" for `name` and answers NULL without it. */
void* newer(const char* name, const char* function);

const char* name_of(rd_kafka_resp_err_t err);
/* "main" or "another", as seen from a callback. */
const char* thread_name(void);
/* The topic's name in this run: "<run>-<suffix>"; ends with the program. */
const char* topic_named(const char* suffix);
/* The same without the part that is this run's. */
const char* topic_said(const char* topic);
/* Creates it and waits until the brokers know it. */
const char* new_topic(const char* suffix, int partitions);

int64_t now_ms(void);
/* name, value, ... NULL. */
rd_kafka_conf_t* conf_of(const char* const* pairs);
#define CONF(...) \
  conf_of((const char* const[]){"bootstrap.servers", g_bootstrap, __VA_ARGS__, NULL})
rd_kafka_t* client(rd_kafka_type_t type, rd_kafka_conf_t* conf);
#define PRODUCER(...) client(RD_KAFKA_PRODUCER, CONF("linger.ms", "0", __VA_ARGS__))
#define CONSUMER(...)                                                                         \
  client(RD_KAFKA_CONSUMER, CONF("group.id", topic_named("g"), "enable.auto.commit", "false", \
                                 "auto.offset.reset", "earliest", __VA_ARGS__))

/* `count` messages into each partition: keys k0.., values "<partition>/0".., timestamps 1000.. */
void fill(const char* topic, int partitions, int count);
rd_kafka_topic_partition_list_t* list_of(const char* topic, int32_t partition, int64_t offset);
void assign(rd_kafka_t* rk, const char* topic, int32_t partition, int64_t offset);
/* The next message or error of a consumer; NULL after kWaitMs. */
rd_kafka_message_t* next(rd_kafka_t* rk);
void say_message(const char* name, const rd_kafka_message_t* m);
void say_next(const char* name, rd_kafka_t* rk);
void say_list(const char* name, const rd_kafka_topic_partition_list_t* list);
void say_error(const char* name, rd_kafka_error_t* error); /* destroys it */

void configuration(void);
void objects(void);
void producing(void);
void delivery_failures(void);
void consuming(void);
void positions(void);
void committing(void);
void legacy(void);
void queues(void);
void events(void);
void failures(void);
void cluster(void);
void administration(void);
