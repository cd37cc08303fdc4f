// What a program waits for at its start: from before rd_kafka_new to the first message
// (bench.role=consumer, rd_kafka_consumer_poll) or to the first report (bench.role=producer:
// idempotent, linger 0). COUNT clients one after another in one process; the figure is the time
// each.
#include "consume.h"
#include "samples.h"

static int reported;

static void on_report(rd_kafka_t* rk, const rd_kafka_message_t* message, void* opaque) {
  (void)rk;
  (void)opaque;
  if (message->err != RD_KAFKA_RESP_ERR_NO_ERROR) fail("report", rd_kafka_err2str(message->err));
  reported = 1;
}

static double first_message(int argc, char** argv) {
  const double start = now_s();
  rd_kafka_t* rk = open_consumer(argc, argv);
  tally_t tally = {0};
  while (tally.messages == 0) {
    rd_kafka_message_t* message = rd_kafka_consumer_poll(rk, 10000);
    if (message == NULL) fail("first", "no message for 10 s");
    count_message(&tally, message);
    rd_kafka_message_destroy(message);
  }
  const double took = now_s() - start;
  close_consumer(rk);
  return took;
}

static double first_report(int argc, char** argv) {
  char value[MESSAGE_SIZE] = {0};
  char why[512];
  const double start = now_s();
  rd_kafka_conf_t* conf = rd_kafka_conf_new();
  set(conf, "bootstrap.servers", argv[1]);
  set(conf, "enable.idempotence", "true");
  set(conf, "linger.ms", "0");
  set_from(conf, argc, argv, 4);
  rd_kafka_conf_set_dr_msg_cb(conf, on_report);
  rd_kafka_t* rk = rd_kafka_new(RD_KAFKA_PRODUCER, conf, why, sizeof(why));
  if (rk == NULL) fail("rd_kafka_new", why);
  rd_kafka_topic_t* topic = rd_kafka_topic_new(rk, argv[2], NULL);
  if (rd_kafka_produce(topic, 0, RD_KAFKA_MSG_F_COPY, value, sizeof(value), NULL, 0, NULL) != 0) {
    fail("produce", rd_kafka_err2str(rd_kafka_last_error()));
  }
  reported = 0;
  while (!reported) {
    rd_kafka_poll(rk, 1000);
    if (now_s() - start > 30) fail("first", "no report for 30 s");
  }
  const double took = now_s() - start;
  rd_kafka_topic_destroy(topic);
  rd_kafka_destroy(rk);
  return took;
}

int main(int argc, char** argv) {
  if (argc < 4) fail("usage", "first BOOTSTRAP TOPIC COUNT bench.role=consumer|producer");
  const int producer = strcmp(option(argc, argv, "bench.role", "consumer"), "producer") == 0;
  const unsigned long count = strtoul(argv[3], NULL, 10);
  samples_t samples = samples_new(count);
  const double start = now_s();
  for (unsigned long i = 0; i < count; i++) {
    sample(&samples, producer ? first_report(argc, argv) : first_message(argc, argv));
  }
  print_server("first");
  print_percentiles(&samples);
  printf(",\"messages\":%lu,\"seconds\":%.6f}\n", count, now_s() - start);
  return 0;
}
