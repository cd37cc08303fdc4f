/* Prints every message of a topic, from the start to the end of each partition.
 *
 *   consumer BOOTSTRAP TOPIC [NAME=VALUE ...]
 *
 * It finds the partitions in the metadata, assigns them all to itself and polls until each has
 * reported its end. No group is needed for that.
 *
 * What to see here: everything arrives through rd_kafka_consumer_poll() on this one thread:
 * messages, errors and the end of a partition, told apart by message->err. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <librdkafka/rdkafka.h>

static volatile sig_atomic_t stopping;

static void on_signal(int number) {
  (void)number;
  stopping = 1;
}

static void set(rd_kafka_conf_t* conf, const char* name, const char* value) {
  char why[512];
  if (rd_kafka_conf_set(conf, name, value, why, sizeof(why)) != RD_KAFKA_CONF_OK) {
    fprintf(stderr, "consumer: %s\n", why);
    exit(2);
  }
}

static rd_kafka_t* open_consumer(int argc, char** argv) {
  rd_kafka_conf_t* conf = rd_kafka_conf_new();
  char why[512];
  rd_kafka_t* rk;
  int i;
  set(conf, "bootstrap.servers", argv[1]);
  set(conf, "group.id", "fastka-example"); /* the API asks for one even where no group is used */
  set(conf, "enable.auto.commit", "false");
  set(conf, "enable.partition.eof", "true");
  for (i = 3; i < argc; i++) {
    char* equals = strchr(argv[i], '=');
    if (equals == NULL) {
      fprintf(stderr, "consumer: %s is not NAME=VALUE\n", argv[i]);
      exit(2);
    }
    *equals = '\0';
    set(conf, argv[i], equals + 1);
  }
  rk = rd_kafka_new(RD_KAFKA_CONSUMER, conf, why, sizeof(why));
  if (rk == NULL) {
    fprintf(stderr, "consumer: %s\n", why);
    exit(2);
  }
  rd_kafka_poll_set_consumer(rk); /* one queue for all: consumer_poll serves the rest too */
  return rk;
}

/* Assigns each partition of the topic from its beginning; returns how many there are. */
static int assign_all(rd_kafka_t* rk, const char* topic) {
  rd_kafka_topic_t* handle = rd_kafka_topic_new(rk, topic, NULL);
  rd_kafka_topic_partition_list_t* list = rd_kafka_topic_partition_list_new(8);
  const struct rd_kafka_metadata* metadata = NULL;
  rd_kafka_resp_err_t err = rd_kafka_metadata(rk, 0, handle, &metadata, 10000);
  int i, count = 0;
  if (err == RD_KAFKA_RESP_ERR_NO_ERROR) {
    err = metadata->topics[0].err;
    for (i = 0; i < metadata->topics[0].partition_cnt; i++) {
      rd_kafka_topic_partition_list_add(list, topic, metadata->topics[0].partitions[i].id)->offset =
          RD_KAFKA_OFFSET_BEGINNING;
    }
    rd_kafka_metadata_destroy(metadata);
  }
  if (err == RD_KAFKA_RESP_ERR_NO_ERROR) err = rd_kafka_assign(rk, list);
  if (err == RD_KAFKA_RESP_ERR_NO_ERROR) {
    count = list->cnt;
  } else {
    fprintf(stderr, "consumer: topic %s: %s\n", topic, rd_kafka_err2str(err));
  }
  rd_kafka_topic_partition_list_destroy(list);
  rd_kafka_topic_destroy(handle);
  return count;
}

static void print(const rd_kafka_message_t* message) {
  printf("%d %lld ", (int)message->partition, (long long)message->offset);
  if (message->key != NULL) printf("%.*s:", (int)message->key_len, (const char*)message->key);
  if (message->payload != NULL) printf("%.*s", (int)message->len, (const char*)message->payload);
  printf("\n");
}

int main(int argc, char** argv) {
  rd_kafka_t* rk;
  int open_partitions, failed = 0;

  if (argc < 3) {
    fprintf(stderr, "usage: consumer BOOTSTRAP TOPIC [NAME=VALUE ...]\n");
    return 2;
  }
  signal(SIGINT, on_signal);
  signal(SIGTERM, on_signal);
  rk = open_consumer(argc, argv);
  open_partitions = assign_all(rk, argv[2]);
  failed = open_partitions == 0;
  while (open_partitions > 0 && !stopping) {
    rd_kafka_message_t* message = rd_kafka_consumer_poll(rk, 500);
    if (message == NULL) continue;
    if (message->err == RD_KAFKA_RESP_ERR_NO_ERROR) {
      print(message);
    } else if (message->err == RD_KAFKA_RESP_ERR__PARTITION_EOF) {
      open_partitions--;
    } else {
      fprintf(stderr, "consumer: %s\n", rd_kafka_message_errstr(message));
      /* an error of the cluster is retried by the library, one of a partition ends this program */
      if (message->rkt != NULL) failed = stopping = 1;
    }
    rd_kafka_message_destroy(message);
  }
  rd_kafka_consumer_close(rk);
  rd_kafka_destroy(rk);
  return failed ? 1 : 0;
}
