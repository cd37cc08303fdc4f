// The legacy consumer calls: one topic partition at a time, started and stopped by hand.
#include <cerrno>

#include "abi/last_error.h"
#include "client/client.h"
#include "consumer/consumer.h"
#include "queue/poll.h"

namespace {

using rk::set_last_error;

bool is_start_offset(int64_t offset) {
  return offset >= 0 || offset == RD_KAFKA_OFFSET_BEGINNING || offset == RD_KAFKA_OFFSET_END ||
         offset == RD_KAFKA_OFFSET_STORED || offset <= RD_KAFKA_OFFSET_TAIL_BASE;
}

int start(rd_kafka_topic_t* rkt, int32_t partition, int64_t offset, rd_kafka_queue_t* to) {
  rk::Consumer* c = rkt->rk->consumer.get();
  if (partition < 0) {
    set_last_error(RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION, ESRCH);
    return -1;
  }
  if (!c || !is_start_offset(offset) || (offset == RD_KAFKA_OFFSET_STORED && !c->has_group())) {
    set_last_error(RD_KAFKA_RESP_ERR__INVALID_ARG, EINVAL);
    return -1;
  }
  c->start(*rkt, partition, offset, to);
  set_last_error(RD_KAFKA_RESP_ERR_NO_ERROR, 0);
  return 0;
}

// The started partition's queue; sets the last error without one.
rk::QueueRef queue_of(rd_kafka_topic_t* rkt, int32_t partition) {
  rk::Consumer* c = rkt->rk->consumer.get();
  rk::QueueRef q;
  if (c) q = c->started_queue(*rkt, partition);
  if (!q) set_last_error(RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION, ESRCH);
  return q;
}

rd_kafka_message_t* consume(rd_kafka_queue_t& q, int timeout_ms) {
  rd_kafka_message_t* m = rk::poll_message(q, timeout_ms);
  if (!m) set_last_error(RD_KAFKA_RESP_ERR__TIMED_OUT, ETIMEDOUT);
  return m;
}

}  // namespace

int rd_kafka_consume_start(rd_kafka_topic_t* rkt, int32_t partition, int64_t offset) {
  return start(rkt, partition, offset, nullptr);
}

int rd_kafka_consume_start_queue(rd_kafka_topic_t* rkt, int32_t partition, int64_t offset,
                                 rd_kafka_queue_t* rkqu) {
  return start(rkt, partition, offset, rkqu);
}

int rd_kafka_consume_stop(rd_kafka_topic_t* rkt, int32_t partition) {
  rk::Consumer* c = rkt->rk->consumer.get();
  if (partition < 0) {
    set_last_error(RD_KAFKA_RESP_ERR__INVALID_ARG, EINVAL);
    return -1;
  }
  const rd_kafka_resp_err_t err =
      c ? c->stop(*rkt, partition) : RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION;
  set_last_error(err, err ? ESRCH : 0);
  return err ? -1 : 0;
}

rd_kafka_resp_err_t rd_kafka_seek(rd_kafka_topic_t* rkt, int32_t partition, int64_t offset, int) {
  rk::Consumer* c = rkt->rk->consumer.get();
  if (!c || !is_start_offset(offset)) return RD_KAFKA_RESP_ERR__INVALID_ARG;
  return c->seek(*rkt, partition, offset);
}

rd_kafka_message_t* rd_kafka_consume(rd_kafka_topic_t* rkt, int32_t partition, int timeout_ms) {
  const rk::QueueRef q = queue_of(rkt, partition);
  return q ? consume(*q, timeout_ms) : nullptr;
}

ssize_t rd_kafka_consume_batch(rd_kafka_topic_t* rkt, int32_t partition, int timeout_ms,
                               rd_kafka_message_t** rkmessages, size_t rkmessages_size) {
  const rk::QueueRef q = queue_of(rkt, partition);
  return q ? rd_kafka_consume_batch_queue(q.get(), timeout_ms, rkmessages, rkmessages_size) : -1;
}

int rd_kafka_consume_callback(rd_kafka_topic_t* rkt, int32_t partition, int timeout_ms,
                              void (*consume_cb)(rd_kafka_message_t* rkmessage,
                                                 void* commit_opaque),
                              void* commit_opaque) {
  const rk::QueueRef q = queue_of(rkt, partition);
  if (!q) return -1;
  return rk::poll_message_callbacks(*q, timeout_ms, rkt->conf.values.consume_callback_max_messages,
                                    consume_cb, commit_opaque, rk::destroy_consumed);
}

rd_kafka_message_t* rd_kafka_consume_queue(rd_kafka_queue_t* rkqu, int timeout_ms) {
  return consume(*rkqu, timeout_ms);
}

ssize_t rd_kafka_consume_batch_queue(rd_kafka_queue_t* rkqu, int timeout_ms,
                                     rd_kafka_message_t** rkmessages, size_t rkmessages_size) {
  return static_cast<ssize_t>(rk::poll_messages(*rkqu, timeout_ms, rkmessages, rkmessages_size));
}

int rd_kafka_consume_callback_queue(rd_kafka_queue_t* rkqu, int timeout_ms,
                                    void (*consume_cb)(rd_kafka_message_t* rkmessage,
                                                       void* commit_opaque),
                                    void* commit_opaque) {
  return rk::poll_message_callbacks(*rkqu, timeout_ms, 0, consume_cb, commit_opaque,
                                    rk::destroy_consumed);
}
