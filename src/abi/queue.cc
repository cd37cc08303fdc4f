#include "client/client.h"
#include "consumer/consumer.h"
#include "queue/event.h"
#include "queue/poll.h"

namespace {
rd_kafka_queue_t* referenced(rk::Queue& q) {
  q.retain();
  return &q;
}
}  // namespace

rd_kafka_queue_t* rd_kafka_queue_new(rd_kafka_t* rk) {
  if (rk->consumer) return referenced(*rk->consumer->new_queue("application"));
  return new rk::Queue(rk->env, rk, "application");
}

void rd_kafka_queue_destroy(rd_kafka_queue_t* rkqu) {
  rkqu->release();
}

rd_kafka_queue_t* rd_kafka_queue_get_main(rd_kafka_t* rk) {
  return referenced(*rk->main_queue);
}

rd_kafka_queue_t* rd_kafka_queue_get_consumer(rd_kafka_t* rk) {
  if (!rk->consumer || !rk->consumer->has_group()) return nullptr;
  return referenced(rk->consumer->consumer_queue());
}

rd_kafka_queue_t* rd_kafka_queue_get_partition(rd_kafka_t* rk, const char* topic,
                                               int32_t partition) {
  if (!rk->consumer || !topic || partition < 0) return nullptr;
  return referenced(*rk->consumer->partition_queue(topic, partition));
}

rd_kafka_queue_t* rd_kafka_queue_get_background(rd_kafka_t* rk) {
  const rk::QueueRef q = rk->background_queue();
  return q ? referenced(*q) : nullptr;
}

void rd_kafka_queue_forward(rd_kafka_queue_t* src, rd_kafka_queue_t* dst) {
  src->forwarded_by_app.store(true, std::memory_order_release);
  src->forward_to(dst);
}

size_t rd_kafka_queue_length(rd_kafka_queue_t* rkqu) {
  return rkqu->length();
}

void rd_kafka_queue_io_event_enable(rd_kafka_queue_t* rkqu, int fd, const void* payload,
                                    size_t size) {
  rkqu->set_io_event(fd, payload, size);
}

void rd_kafka_queue_cb_event_enable(rd_kafka_queue_t* rkqu,
                                    void (*event_cb)(rd_kafka_t* rk, void* qev_opaque),
                                    void* qev_opaque) {
  rkqu->set_cb_event(event_cb, qev_opaque);
}

void rd_kafka_queue_yield(rd_kafka_queue_t* rkqu) {
  rkqu->yield();
}

rd_kafka_event_t* rd_kafka_queue_poll(rd_kafka_queue_t* rkqu, int timeout_ms) {
  if (rd_kafka_message_t* m = rk::poll_at_hand(*rkqu)) return rk::event_of(m);
  return rk::event_of(rk::poll_event(*rkqu, timeout_ms));
}

int rd_kafka_queue_poll_callback(rd_kafka_queue_t* rkqu, int timeout_ms) {
  return rk::poll_callbacks(*rkqu, timeout_ms);
}
