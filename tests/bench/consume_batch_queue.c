// Consumes with rd_kafka_consume_batch_queue, up to 1000 messages a call: what batch loops do.
#include "consume.h"

#define BATCH 1000

int main(int argc, char** argv) {
  const double start = now_s();
  rd_kafka_t* rk = open_consumer(argc, argv);
  rd_kafka_queue_t* queue = rd_kafka_queue_get_consumer(rk);
  const unsigned long wanted = strtoul(argv[3], NULL, 10);
  static rd_kafka_message_t* messages[BATCH];
  tally_t tally = {0};
  double last = start;
  while (tally.messages < wanted) {
    // a short wait: this call returns when the batch is full or the time is over
    const ssize_t count = rd_kafka_consume_batch_queue(queue, 10, messages, BATCH);
    if (count < 0) fail("consume_batch_queue", rd_kafka_err2str(rd_kafka_last_error()));
    for (ssize_t i = 0; i < count; i++) {
      count_message(&tally, messages[i]);
      rd_kafka_message_destroy(messages[i]);
    }
    if (count > 0) last = now_s();
    if (now_s() - last > 10) fail("consume_batch_queue", "no message for 10 s");
  }
  report("consume_batch_queue", tally.messages, tally.bytes, now_s() - start);
  rd_kafka_queue_destroy(queue);
  close_consumer(rk);
  return 0;
}
