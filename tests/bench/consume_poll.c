// Consumes with rd_kafka_consumer_poll, one message a call: the commonest loop.
#include "consume.h"

int main(int argc, char** argv) {
  const double start = now_s();
  rd_kafka_t* rk = open_consumer(argc, argv);
  const unsigned long wanted = strtoul(argv[3], NULL, 10);
  tally_t tally = {0};
  while (tally.messages < wanted) {
    rd_kafka_message_t* message = rd_kafka_consumer_poll(rk, 10000);
    if (message == NULL) fail("consume_poll", "no message for 10 s");
    count_message(&tally, message);
    rd_kafka_message_destroy(message);
  }
  report("consume_poll", tally.messages, tally.bytes, now_s() - start);
  close_consumer(rk);
  return 0;
}
