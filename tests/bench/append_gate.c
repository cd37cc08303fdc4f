// The program under append_gate.sh: COUNT messages of 100 B to one partition of the embedded broker
// inside the library, so that rd_kafka_produce runs as it does in earnest: partition known, batch
// open. What happens on other threads and outside rd_kafka_produce is not counted.
// With a BOOTSTRAP and a TOPIC (tests/instructions/whole_process.sh): the same to a broker outside,
// with a report for each message.
#include "bench.h"

static unsigned long reported;

static void on_report(rd_kafka_t* rk, const rd_kafka_message_t* message, void* opaque) {
  (void)rk;
  (void)opaque;
  if (message->err != RD_KAFKA_RESP_ERR_NO_ERROR) fail("report", rd_kafka_err2str(message->err));
  reported++;
}

int main(int argc, char** argv) {
  static char value[MESSAGE_SIZE];
  char why[512];
  if (argc != 2 && argc != 4) fail("usage", "append_gate COUNT | BOOTSTRAP TOPIC COUNT");
  const int outside = argc == 4;
  const unsigned long count = strtoul(argv[argc - 1], NULL, 10);
  rd_kafka_conf_t* conf = rd_kafka_conf_new();
  if (outside) {
    set(conf, "bootstrap.servers", argv[1]);
    rd_kafka_conf_set_dr_msg_cb(conf, on_report);
  } else {
    set(conf, "test.mock.num.brokers", "1");
  }
  set(conf, "queue.buffering.max.messages", "1000000");
  rd_kafka_t* rk = rd_kafka_new(RD_KAFKA_PRODUCER, conf, why, sizeof(why));
  if (rk == NULL) fail("rd_kafka_new", why);
  rd_kafka_topic_t* topic = rd_kafka_topic_new(rk, outside ? argv[2] : "gate", NULL);
  const struct rd_kafka_metadata* metadata;
  const rd_kafka_resp_err_t err = rd_kafka_metadata(rk, 0, topic, &metadata, 60000);
  if (err != RD_KAFKA_RESP_ERR_NO_ERROR) fail("metadata", rd_kafka_err2str(err));
  rd_kafka_metadata_destroy(metadata);
  for (unsigned long i = 0; i < count; i++) {
    if (rd_kafka_produce(topic, 0, RD_KAFKA_MSG_F_COPY, value, MESSAGE_SIZE, NULL, 0, NULL) != 0) {
      fail("produce", rd_kafka_err2str(rd_kafka_last_error()));
    }
    if (outside && i % 64 == 0) rd_kafka_poll(rk, 0);
  }
  if (rd_kafka_flush(rk, 120000) != RD_KAFKA_RESP_ERR_NO_ERROR) fail("flush", "not in two minutes");
  if (outside && reported != count) fail("flush", "reports and messages differ in number");
  rd_kafka_topic_destroy(topic);
  rd_kafka_destroy(rk);
  return 0;
}
