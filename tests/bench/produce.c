// Produces COUNT messages of 100 bytes to three partitions in turn, with a report for each.
// Idempotent and acks=all in every library: the same promise is measured. The text of a message is
// a number and words from a short list, so that lz4 has something to find.
#include "bench.h"

static unsigned long stored;

static void on_report(rd_kafka_t* rk, const rd_kafka_message_t* message, void* opaque) {
  (void)rk;
  (void)opaque;
  if (message->err != RD_KAFKA_RESP_ERR_NO_ERROR) fail("report", rd_kafka_err2str(message->err));
  stored++;
}

// 4096 texts, made before the clock starts: what is measured is the library.
#define TEXTS 4096
static char texts[TEXTS][MESSAGE_SIZE];

static void make_texts(void) {
  static const char* words[] = {"order ",  "paid ",  "user ",   "click ", "north ", "amber ",
                                "seven ",  "river ", "stone ",  "cloud ", "early ", "signal ",
                                "packet ", "lemon ", "harbor ", "quiet "};
  unsigned long state = 88172645463325252UL;
  for (int i = 0; i < TEXTS; i++) {
    char line[MESSAGE_SIZE + 16];
    int size = snprintf(line, sizeof(line), "%09d ", i);
    while (size < MESSAGE_SIZE) {
      state ^= state << 13;
      state ^= state >> 7;
      state ^= state << 17;
      size += snprintf(line + size, sizeof(line) - (size_t)size, "%s", words[state % 16]);
    }
    memcpy(texts[i], line, MESSAGE_SIZE);
  }
}

static rd_kafka_t* open_producer(int argc, char** argv) {
  rd_kafka_conf_t* conf = rd_kafka_conf_new();
  char why[512];
  if (argc < 4) fail("usage", "produce BOOTSTRAP TOPIC COUNT [NAME=VALUE ...]");
  set(conf, "bootstrap.servers", argv[1]);
  set(conf, "enable.idempotence", "true");
  set_from(conf, argc, argv, 4);
  rd_kafka_conf_set_dr_msg_cb(conf, on_report);
  rd_kafka_t* rk = rd_kafka_new(RD_KAFKA_PRODUCER, conf, why, sizeof(why));
  if (rk == NULL) fail("rd_kafka_new", why);
  return rk;
}

static void send_all(rd_kafka_t* rk, rd_kafka_topic_t* topic, unsigned long count) {
  for (unsigned long i = 0; i < count; i++) {
    while (rd_kafka_produce(topic, (int32_t)(i % PARTITIONS), RD_KAFKA_MSG_F_COPY, texts[i % TEXTS],
                            MESSAGE_SIZE, NULL, 0, NULL) != 0) {
      if (rd_kafka_last_error() != RD_KAFKA_RESP_ERR__QUEUE_FULL) {
        fail("produce", rd_kafka_err2str(rd_kafka_last_error()));
      }
      rd_kafka_poll(rk, 10);
    }
    if (i % 64 == 0) rd_kafka_poll(rk, 0);
  }
}

int main(int argc, char** argv) {
  make_texts();
  const double start = now_s();
  rd_kafka_t* rk = open_producer(argc, argv);
  rd_kafka_topic_t* topic = rd_kafka_topic_new(rk, argv[2], NULL);
  const unsigned long count = strtoul(argv[3], NULL, 10);
  send_all(rk, topic, count);
  const rd_kafka_resp_err_t err = rd_kafka_flush(rk, 60000);
  if (err != RD_KAFKA_RESP_ERR_NO_ERROR) fail("flush", rd_kafka_err2str(err));
  if (stored != count) fail("produce", "reports and messages differ in number");
  report("produce", stored, stored * MESSAGE_SIZE, now_s() - start);
  rd_kafka_topic_destroy(topic);
  rd_kafka_destroy(rk);
  return 0;
}
