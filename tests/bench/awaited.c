// Produces COUNT messages, each only after the report of the one before it: what a program feels
// that waits for every message. Idempotent; linger.ms is an argument.
#include "bench.h"
#include "samples.h"

static unsigned long reported;

static void on_report(rd_kafka_t* rk, const rd_kafka_message_t* message, void* opaque) {
  (void)rk;
  (void)opaque;
  if (message->err != RD_KAFKA_RESP_ERR_NO_ERROR) fail("report", rd_kafka_err2str(message->err));
  reported++;
}

int main(int argc, char** argv) {
  char value[MESSAGE_SIZE] = {0};
  char why[512];
  if (argc < 4) fail("usage", "awaited BOOTSTRAP TOPIC COUNT [NAME=VALUE ...]");
  const unsigned long count = strtoul(argv[3], NULL, 10);
  samples_t samples = samples_new(count);
  rd_kafka_conf_t* conf = rd_kafka_conf_new();
  set(conf, "bootstrap.servers", argv[1]);
  set(conf, "enable.idempotence", "true");
  set_from(conf, argc, argv, 4);
  rd_kafka_conf_set_dr_msg_cb(conf, on_report);
  rd_kafka_t* rk = rd_kafka_new(RD_KAFKA_PRODUCER, conf, why, sizeof(why));
  if (rk == NULL) fail("rd_kafka_new", why);
  rd_kafka_topic_t* topic = rd_kafka_topic_new(rk, argv[2], NULL);
  const double start = now_s();
  double first = 0;
  for (unsigned long i = 0; i <= count; i++) {
    const double sent = now_s();
    if (rd_kafka_produce(topic, 0, RD_KAFKA_MSG_F_COPY, value, sizeof(value), NULL, 0, NULL) != 0) {
      fail("produce", rd_kafka_err2str(rd_kafka_last_error()));
    }
    while (reported <= i) {
      rd_kafka_poll(rk, 1000);
      if (now_s() - sent > 30) fail("awaited", "no report for 30 s");
    }
    // the first one finds its broker: that is another job's figure
    if (i == 0) {
      first = now_s();
    } else {
      sample(&samples, now_s() - sent);
    }
  }
  print_server("awaited");
  print_percentiles(&samples);
  printf(",\"messages\":%lu,\"first_ms\":%.3f,\"seconds\":%.6f}\n", count, (first - start) * 1e3,
         now_s() - first);
  rd_kafka_topic_destroy(topic);
  rd_kafka_destroy(rk);
  return 0;
}
