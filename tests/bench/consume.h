// What the consumers share. Each counts COUNT messages of TOPIC's partitions and
// touches the first and last byte of each value, as a program that looks at its messages does.
#pragma once

#include "bench.h"

typedef struct {
  unsigned long messages;
  unsigned long bytes;
  unsigned long sum;
} tally_t;

static inline void count_message(tally_t* tally, const rd_kafka_message_t* message) {
  if (message->err != RD_KAFKA_RESP_ERR_NO_ERROR) {
    // an error of the cluster while it starts up is no message and no failure
    if (message->rkt != NULL) fail("consume", rd_kafka_err2str(message->err));
    return;
  }
  const unsigned char* value = message->payload;
  tally->messages++;
  tally->bytes += message->len;
  if (message->len > 0) tally->sum += (unsigned long)value[0] + value[message->len - 1];
}

static inline rd_kafka_t* open_consumer(int argc, char** argv) {
  rd_kafka_conf_t* conf = rd_kafka_conf_new();
  char why[512];
  if (argc < 4) fail("usage", "PROGRAM BOOTSTRAP TOPIC COUNT [NAME=VALUE ...]");
  set(conf, "bootstrap.servers", argv[1]);
  set(conf, "group.id", "bench");
  set(conf, "enable.auto.commit", "false");
  set(conf, "auto.offset.reset", "earliest");
  set_from(conf, argc, argv, 4);
  rd_kafka_t* rk = rd_kafka_new(RD_KAFKA_CONSUMER, conf, why, sizeof(why));
  if (rk == NULL) fail("rd_kafka_new", why);
  rd_kafka_poll_set_consumer(rk);
  const int partitions = number(argc, argv, "bench.partitions", PARTITIONS);
  rd_kafka_topic_partition_list_t* list = rd_kafka_topic_partition_list_new(partitions);
  const int at_end = strcmp(option(argc, argv, "bench.from", "beginning"), "end") == 0;
  for (int i = 0; i < partitions; i++) {
    rd_kafka_topic_partition_list_add(list, argv[2], i)->offset =
        at_end ? RD_KAFKA_OFFSET_END : RD_KAFKA_OFFSET_BEGINNING;
  }
  const rd_kafka_resp_err_t err = rd_kafka_assign(rk, list);
  if (err != RD_KAFKA_RESP_ERR_NO_ERROR) fail("rd_kafka_assign", rd_kafka_err2str(err));
  rd_kafka_topic_partition_list_destroy(list);
  return rk;
}

static inline void close_consumer(rd_kafka_t* rk) {
  rd_kafka_consumer_close(rk);
  rd_kafka_destroy(rk);
}
