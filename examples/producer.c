/* Sends each line of standard input to a topic and tells where it was stored.
 *
 *   producer BOOTSTRAP TOPIC [NAME=VALUE ...]
 *
 * A line "key:value" is sent with that key; any other line has none. The program exits with 0
 * only when every line has been reported as stored.
 *
 * What to see here: produce never waits for the network; the answer for each message comes later,
 * as a delivery report, from rd_kafka_poll() on this very thread. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <librdkafka/rdkafka.h>

struct totals {
  unsigned long stored;
  unsigned long failed;
};

/* Runs inside rd_kafka_poll() and rd_kafka_flush(), once for each message. */
static void on_report(rd_kafka_t* rk, const rd_kafka_message_t* message, void* opaque) {
  struct totals* totals = opaque;
  (void)rk;
  if (message->err == RD_KAFKA_RESP_ERR_NO_ERROR) {
    totals->stored++;
    printf("stored in partition %d at offset %lld\n", (int)message->partition,
           (long long)message->offset);
    return;
  }
  totals->failed++;
  /* The status says whether it may be in the log all the same. */
  fprintf(stderr, "not stored: %s (%s)\n", rd_kafka_err2str(message->err),
          rd_kafka_message_status(message) == RD_KAFKA_MSG_STATUS_POSSIBLY_PERSISTED
              ? "it may have been written"
              : "it was not written");
}

static void set(rd_kafka_conf_t* conf, const char* name, const char* value) {
  char why[512];
  if (rd_kafka_conf_set(conf, name, value, why, sizeof(why)) != RD_KAFKA_CONF_OK) {
    fprintf(stderr, "producer: %s\n", why);
    exit(2);
  }
}

static rd_kafka_t* open_producer(int argc, char** argv, struct totals* totals) {
  rd_kafka_conf_t* conf = rd_kafka_conf_new();
  char why[512];
  rd_kafka_t* rk;
  int i;
  set(conf, "bootstrap.servers", argv[1]);
  for (i = 3; i < argc; i++) {
    char* equals = strchr(argv[i], '=');
    if (equals == NULL) {
      fprintf(stderr, "producer: %s is not NAME=VALUE\n", argv[i]);
      exit(2);
    }
    *equals = '\0';
    set(conf, argv[i], equals + 1);
  }
  rd_kafka_conf_set_dr_msg_cb(conf, on_report);
  rd_kafka_conf_set_opaque(conf, totals);
  rk = rd_kafka_new(RD_KAFKA_PRODUCER, conf, why, sizeof(why));
  if (rk == NULL) {
    fprintf(stderr, "producer: %s\n", why);
    exit(2);
  }
  return rk; /* conf belongs to it now */
}

/* Waits for room while the queue is full: polling is what makes room. */
static rd_kafka_resp_err_t send_line(rd_kafka_t* rk, const char* topic, char* line, size_t size) {
  char* colon = memchr(line, ':', size);
  const size_t key_size = colon == NULL ? 0 : (size_t)(colon - line);
  char* value = colon == NULL ? line : colon + 1;
  const size_t value_size = colon == NULL ? size : size - key_size - 1;
  rd_kafka_resp_err_t err;
  do {
    err = rd_kafka_producev(rk, RD_KAFKA_V_TOPIC(topic),
                            RD_KAFKA_V_KEY((colon ? line : NULL), key_size),
                            RD_KAFKA_V_VALUE(value, value_size),
                            RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_COPY), RD_KAFKA_V_END);
    rd_kafka_poll(rk, err == RD_KAFKA_RESP_ERR__QUEUE_FULL ? 100 : 0);
  } while (err == RD_KAFKA_RESP_ERR__QUEUE_FULL);
  return err;
}

int main(int argc, char** argv) {
  struct totals totals = {0, 0};
  char* line = NULL;
  size_t capacity = 0;
  ssize_t size;
  rd_kafka_t* rk;

  if (argc < 3) {
    fprintf(stderr, "usage: producer BOOTSTRAP TOPIC [NAME=VALUE ...] < LINES\n");
    return 2;
  }
  rk = open_producer(argc, argv, &totals);
  while ((size = getline(&line, &capacity, stdin)) != -1) {
    rd_kafka_resp_err_t err;
    if (size > 0 && line[size - 1] == '\n') size--;
    err = send_line(rk, argv[2], line, (size_t)size);
    if (err != RD_KAFKA_RESP_ERR_NO_ERROR) {
      fprintf(stderr, "producer: %s\n", rd_kafka_err2str(err));
      totals.failed++;
    }
  }
  free(line);
  /* All reports come in here, or the messages run into their message.timeout.ms. */
  while (rd_kafka_flush(rk, 1000) == RD_KAFKA_RESP_ERR__TIMED_OUT) {
    fprintf(stderr, "producer: %d to go\n", rd_kafka_outq_len(rk));
  }
  rd_kafka_destroy(rk);
  printf("%lu stored, %lu failed\n", totals.stored, totals.failed);
  return totals.failed == 0 ? 0 : 1;
}
