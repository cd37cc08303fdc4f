// Consumes with rd_kafka_queue_poll and fetch events: what bindings with an event loop do.
#include "consume.h"

int main(int argc, char** argv) {
  const double start = now_s();
  rd_kafka_t* rk = open_consumer(argc, argv);
  rd_kafka_queue_t* queue = rd_kafka_queue_get_consumer(rk);
  const unsigned long wanted = strtoul(argv[3], NULL, 10);
  tally_t tally = {0};
  while (tally.messages < wanted) {
    rd_kafka_event_t* event = rd_kafka_queue_poll(queue, 10000);
    if (event == NULL) fail("consume_queue_poll", "no event for 10 s");
    if (rd_kafka_event_type(event) == RD_KAFKA_EVENT_FETCH) {
      const rd_kafka_message_t* message;
      while ((message = rd_kafka_event_message_next(event)) != NULL) count_message(&tally, message);
    }
    rd_kafka_event_destroy(event);
  }
  report("consume_queue_poll", tally.messages, tally.bytes, now_s() - start);
  rd_kafka_queue_destroy(queue);
  close_consumer(rk);
  return 0;
}
