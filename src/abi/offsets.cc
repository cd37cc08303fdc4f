#include <cerrno>

#include "abi/error.h"
#include "abi/last_error.h"
#include "abi/offset_list.h"
#include "client/client.h"
#include "consumer/commit_op.h"
#include "consumer/consumer.h"
#include "queue/poll.h"

namespace {
rk::Consumer* grouped(rd_kafka_t* rk) {
  rk::Consumer* c = rk->consumer.get();
  return c && c->has_group() ? c : nullptr;
}

rd_kafka_resp_err_t commit(rk::Consumer& c, const rk::PartitionOffsets* list, int async) {
  return async ? c.commit_async(list) : c.commit_sync(list, nullptr);
}
}  // namespace

rd_kafka_resp_err_t rd_kafka_offset_store(rd_kafka_topic_t* rkt, int32_t partition,
                                          int64_t offset) {
  rk::Consumer* c = rkt->rk->consumer.get();
  return c ? c->store_offset(*rkt, partition, offset) : RD_KAFKA_RESP_ERR__INVALID_ARG;
}

rd_kafka_resp_err_t rd_kafka_offsets_store(rd_kafka_t* rk,
                                           rd_kafka_topic_partition_list_t* offsets) {
  if (!rk->consumer) return RD_KAFKA_RESP_ERR__INVALID_ARG;
  rk::PartitionOffsets list = rk::from_list(offsets);
  const rd_kafka_resp_err_t err = rk->consumer->store_offsets(list);
  rk::write_errors(list, offsets);
  return err;
}

rd_kafka_error_t* rd_kafka_offset_store_message(rd_kafka_message_t* rkmessage) {
  if (!rkmessage->rkt || !rkmessage->rkt->rk->consumer) {
    return rk::make_error(RD_KAFKA_RESP_ERR__INVALID_ARG, "Message without a partition");
  }
  const rd_kafka_resp_err_t err = rkmessage->rkt->rk->consumer->store_message(rkmessage);
  return err ? rk::make_error(rk::Error(err)) : nullptr;
}

rd_kafka_resp_err_t rd_kafka_commit(rd_kafka_t* rk, const rd_kafka_topic_partition_list_t* offsets,
                                    int async) {
  rk::Consumer* c = grouped(rk);
  if (!c) return RD_KAFKA_RESP_ERR__UNKNOWN_GROUP;
  const rk::PartitionOffsets list = rk::from_list(offsets);
  return commit(*c, offsets ? &list : nullptr, async);
}

rd_kafka_resp_err_t rd_kafka_commit_message(rd_kafka_t* rk, const rd_kafka_message_t* rkmessage,
                                            int async) {
  rk::Consumer* c = grouped(rk);
  if (!c) return RD_KAFKA_RESP_ERR__UNKNOWN_GROUP;
  if (rkmessage->err || !rkmessage->rkt) return RD_KAFKA_RESP_ERR__INVALID_ARG;
  rk::PartitionOffset o;
  o.topic = rkmessage->rkt->name;
  o.partition = rkmessage->partition;
  o.offset = rkmessage->offset + 1;
  o.leader_epoch = rd_kafka_message_leader_epoch(rkmessage);
  const rk::PartitionOffsets list{o};
  return commit(*c, &list, async);
}

rd_kafka_resp_err_t rd_kafka_commit_queue(rd_kafka_t* rk,
                                          const rd_kafka_topic_partition_list_t* offsets,
                                          rd_kafka_queue_t* rkqu,
                                          void (*cb)(rd_kafka_t* rk, rd_kafka_resp_err_t err,
                                                     rd_kafka_topic_partition_list_t* offsets,
                                                     void* commit_opaque),
                                          void* commit_opaque) {
  rk::Consumer* c = grouped(rk);
  if (!c) return RD_KAFKA_RESP_ERR__UNKNOWN_GROUP;
  const rk::PartitionOffsets list = rk::from_list(offsets);
  if (rkqu) return c->commit_to(offsets ? &list : nullptr, *rkqu, cb, commit_opaque);
  // Without a queue this call waits, and answers what became of it.
  rk::QueueRef own(new rk::Queue(rk->env, rk, "commit"));
  if (rd_kafka_resp_err_t err = c->commit_to(offsets ? &list : nullptr, *own, nullptr, nullptr))
    return err;
  const std::unique_ptr<rk::Op> done(rk::poll_event(*own, -1).op);
  if (!done) return RD_KAFKA_RESP_ERR__TIMED_OUT;
  if (cb) cb(rk, done->error(), done->topic_partition_list(), commit_opaque);
  return done->error();
}

rd_kafka_resp_err_t rd_kafka_committed(rd_kafka_t* rk, rd_kafka_topic_partition_list_t* partitions,
                                       int timeout_ms) {
  rk::Consumer* c = grouped(rk);
  if (!c) return RD_KAFKA_RESP_ERR__UNKNOWN_GROUP;
  if (!partitions) return RD_KAFKA_RESP_ERR__INVALID_ARG;
  rk::PartitionOffsets list = rk::from_list(partitions);
  const rd_kafka_resp_err_t err =
      c->committed(list, rk::deadline_after_ms(rk->env.now(), timeout_ms));
  if (!err) rk::write_offsets(list, partitions);
  return err;
}
