// Goal: every one of COUNT messages of 100 B gets to Kafka and back byte for byte, in order within
// its partition, with exactly one report each.
// Method: message i goes to partition i % 3 and its bytes follow from i alone, so that both ways
// can be checked without a copy of what was sent.
//
//   million produce BOOTSTRAP TOPIC COUNT [NAME=VALUE ...]
//   million consume BOOTSTRAP TOPIC COUNT [NAME=VALUE ...]
#include <inttypes.h>
#include <librdkafka/rdkafka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PARTITIONS 3
#define SIZE 100

static unsigned char* reported;  // by message number: how many reports
static int64_t offset_last[PARTITIONS];
static uint64_t number_next[PARTITIONS];  // the message that a partition's next report is about
static uint64_t reports;

static void fail(const char* what, const char* why) {
  fprintf(stderr, "million: %s: %s\n", what, why);
  exit(1);
}

static void fail_at(uint64_t number, const char* why) {
  fprintf(stderr, "million: message %" PRIu64 ": %s\n", number, why);
  exit(1);
}

static void text_of(uint64_t number, unsigned char* out) {
  uint64_t state = number * 0x9e3779b97f4a7c15u + 1;
  char digits[24];
  for (int i = 20; i < SIZE; i++) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    // half of it all byte values, half of it text: neither incompressible nor empty work for a
    // codec
    out[i] = i % 2 ? (unsigned char)state : (unsigned char)("etaoin s"[state & 7]);
  }
  snprintf(digits, sizeof(digits), "%020" PRIu64, number);
  memcpy(out, digits, 20);
}

static void on_report(rd_kafka_t* rk, const rd_kafka_message_t* message, void* opaque) {
  const uint64_t number = (uint64_t)(uintptr_t)message->_private;
  const int partition = (int)(number % PARTITIONS);
  (void)rk;
  (void)opaque;
  if (message->err) fail_at(number, rd_kafka_err2str(message->err));
  if (rd_kafka_message_status(message) != RD_KAFKA_MSG_STATUS_PERSISTED) {
    fail_at(number, "reported without PERSISTED");
  }
  if (reported[number]++) fail_at(number, "reported twice");
  if (message->partition != partition) fail_at(number, "reported for another partition");
  if (number != number_next[partition]) fail_at(number, "reported out of order");
  if (message->offset <= offset_last[partition]) fail_at(number, "offsets do not rise");
  number_next[partition] += PARTITIONS;
  offset_last[partition] = message->offset;
  reports++;
}

static rd_kafka_t* open_client(rd_kafka_type_t type, int argc, char** argv) {
  rd_kafka_conf_t* conf = rd_kafka_conf_new();
  char why[512];
  if (rd_kafka_conf_set(conf, "bootstrap.servers", argv[2], why, sizeof(why))) fail("conf", why);
  if (type == RD_KAFKA_CONSUMER) {
    if (rd_kafka_conf_set(conf, "group.id", "million", why, sizeof(why)) ||
        rd_kafka_conf_set(conf, "enable.auto.commit", "false", why, sizeof(why)) ||
        rd_kafka_conf_set(conf, "enable.partition.eof", "true", why, sizeof(why))) {
      fail("conf", why);
    }
  } else {
    rd_kafka_conf_set_dr_msg_cb(conf, on_report);
  }
  for (int i = 5; i < argc; i++) {
    char* equals = strchr(argv[i], '=');
    if (equals == NULL) fail(argv[i], "not NAME=VALUE");
    *equals = '\0';
    if (rd_kafka_conf_set(conf, argv[i], equals + 1, why, sizeof(why))) fail(argv[i], why);
  }
  rd_kafka_t* rk = rd_kafka_new(type, conf, why, sizeof(why));
  if (rk == NULL) fail("rd_kafka_new", why);
  return rk;
}

static void produce(rd_kafka_t* rk, const char* name, uint64_t count) {
  rd_kafka_topic_t* topic = rd_kafka_topic_new(rk, name, NULL);
  unsigned char text[SIZE];
  reported = calloc(count, 1);
  for (int i = 0; i < PARTITIONS; i++) {
    offset_last[i] = -1;
    number_next[i] = (uint64_t)i;
  }
  for (uint64_t number = 0; number < count; number++) {
    text_of(number, text);
    while (rd_kafka_produce(topic, (int32_t)(number % PARTITIONS), RD_KAFKA_MSG_F_COPY, text, SIZE,
                            NULL, 0, (void*)(uintptr_t)number)) {
      if (rd_kafka_last_error() != RD_KAFKA_RESP_ERR__QUEUE_FULL) {
        fail("produce", rd_kafka_err2str(rd_kafka_last_error()));
      }
      rd_kafka_poll(rk, 10);
    }
    if (number % 64 == 0) rd_kafka_poll(rk, 0);
  }
  const rd_kafka_resp_err_t err = rd_kafka_flush(rk, 120000);
  if (err) fail("flush", rd_kafka_err2str(err));
  if (reports != count) fail("produce", "not one report for each message");
  rd_kafka_topic_destroy(topic);
  free(reported);
}

static void check(const rd_kafka_message_t* message, uint64_t* next, uint64_t count) {
  const int partition = (int)message->partition;
  unsigned char text[SIZE];
  if (partition < 0 || partition >= PARTITIONS) fail("consume", "a partition out of range");
  const uint64_t number = next[partition] * PARTITIONS + (uint64_t)partition;
  if (number >= count) fail_at(number, "more than was sent");
  text_of(number, text);
  if (message->len != SIZE || memcmp(message->payload, text, SIZE) != 0) {
    fprintf(stderr, "million: [%d]@%" PRId64 " has %zu bytes and starts with \"%.*s\": ", partition,
            message->offset, message->len, message->len < 20 ? (int)message->len : 20,
            (const char*)message->payload);
    fail_at(number, "other bytes, or not its turn");
  }
  if (message->key != NULL) fail_at(number, "a key out of nowhere");
  // no transactions and no lost batches in this topic: offsets have no gaps
  if (message->offset != (int64_t)next[partition]) fail_at(number, "an offset with a gap");
  next[partition]++;
}

static void consume(rd_kafka_t* rk, const char* name, uint64_t count) {
  uint64_t next[PARTITIONS] = {0};
  int ends = 0;
  rd_kafka_topic_partition_list_t* list = rd_kafka_topic_partition_list_new(PARTITIONS);
  rd_kafka_poll_set_consumer(rk);
  for (int i = 0; i < PARTITIONS; i++) {
    rd_kafka_topic_partition_list_add(list, name, i)->offset = RD_KAFKA_OFFSET_BEGINNING;
  }
  if (rd_kafka_assign(rk, list)) fail("assign", rd_kafka_err2str(rd_kafka_last_error()));
  rd_kafka_topic_partition_list_destroy(list);
  while (ends < PARTITIONS) {
    rd_kafka_message_t* message = rd_kafka_consumer_poll(rk, 20000);
    if (message == NULL) fail("consume", "nothing for 20 s");
    if (message->err == RD_KAFKA_RESP_ERR__PARTITION_EOF) {
      ends++;
    } else if (message->err) {
      fail("consume", rd_kafka_message_errstr(message));
    } else {
      check(message, next, count);
    }
    rd_kafka_message_destroy(message);
  }
  if (next[0] + next[1] + next[2] != count) fail("consume", "fewer than were sent");
  rd_kafka_consumer_close(rk);
}

int main(int argc, char** argv) {
  if (argc < 5) fail("usage", "million produce|consume BOOTSTRAP TOPIC COUNT [NAME=VALUE ...]");
  const int producing = strcmp(argv[1], "produce") == 0;
  const uint64_t count = strtoull(argv[4], NULL, 10);
  rd_kafka_t* rk = open_client(producing ? RD_KAFKA_PRODUCER : RD_KAFKA_CONSUMER, argc, argv);
  if (producing) {
    produce(rk, argv[3], count);
  } else {
    consume(rk, argv[3], count);
  }
  rd_kafka_destroy(rk);
  printf("%s %" PRIu64 " ok\n", argv[1], count);
  return 0;
}
