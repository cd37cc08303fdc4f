#include <cerrno>

#include "abi/error.h"
#include "abi/last_error.h"
#include "abi/offset_list.h"
#include "base/error_names.h"
#include "client/client.h"
#include "consumer/commit_op.h"
#include "consumer/consumer.h"
#include "queue/poll.h"

namespace {

// The consumer, if it may do what needs a group.
rk::Consumer* grouped(rd_kafka_t* rk) {
  rk::Consumer* c = rk->consumer.get();
  return c && c->has_group() ? c : nullptr;
}

rd_kafka_message_t* no_group_message() {
  return rk::new_error_message(RD_KAFKA_RESP_ERR__UNKNOWN_GROUP,
                               rk::error_text(RD_KAFKA_RESP_ERR__UNKNOWN_GROUP));
}

rd_kafka_error_t* no_group_error() {
  return rk::make_error(RD_KAFKA_RESP_ERR__UNKNOWN_GROUP,
                        "Requires a consumer with group.id configured");
}

}  // namespace

// Apart, so that the path of a message that is at hand keeps few registers.
[[gnu::noinline]] static rd_kafka_message_t* consumer_poll_slow(rd_kafka_t* rk, int timeout_ms) {
  rk::Consumer* c = rk->consumer.get();
  if (!c || !c->has_group()) return no_group_message();
  rd_kafka_message_t* m =
      c->closed() ? nullptr : rk::poll_message_slow(c->consumer_queue(), timeout_ms);
  if (!m) rk::set_last_error(RD_KAFKA_RESP_ERR__TIMED_OUT, ETIMEDOUT);
  return m;
}

rd_kafka_message_t* rd_kafka_consumer_poll(rd_kafka_t* rk, int timeout_ms) {
  rk::Consumer* c = rk->consumer.get();
  if (c && c->has_group()) [[likely]] {
    if (rd_kafka_message_t* m = rk::poll_at_hand(c->consumer_queue())) [[likely]]
      return m;
  }
  return consumer_poll_slow(rk, timeout_ms);
}

rd_kafka_resp_err_t rd_kafka_poll_set_consumer(rd_kafka_t* rk) {
  rk::Consumer* c = grouped(rk);
  if (!c) return RD_KAFKA_RESP_ERR__UNKNOWN_GROUP;
  c->redirect_main_queue();
  return RD_KAFKA_RESP_ERR_NO_ERROR;
}

rd_kafka_resp_err_t rd_kafka_assign(rd_kafka_t* rk,
                                    const rd_kafka_topic_partition_list_t* partitions) {
  rk::Consumer* c = grouped(rk);
  if (!c) return RD_KAFKA_RESP_ERR__UNKNOWN_GROUP;
  const rk::PartitionOffsets list = rk::from_list(partitions);
  return c->assign(partitions ? &list : nullptr).code();
}

rd_kafka_error_t* rd_kafka_incremental_assign(rd_kafka_t* rk,
                                              const rd_kafka_topic_partition_list_t* partitions) {
  rk::Consumer* c = grouped(rk);
  if (!c) return no_group_error();
  return rk::make_error(c->incremental_assign(rk::from_list(partitions)));
}

rd_kafka_error_t* rd_kafka_incremental_unassign(rd_kafka_t* rk,
                                                const rd_kafka_topic_partition_list_t* partitions) {
  rk::Consumer* c = grouped(rk);
  if (!c) return no_group_error();
  return rk::make_error(c->incremental_unassign(rk::from_list(partitions)));
}

rd_kafka_resp_err_t rd_kafka_assignment(rd_kafka_t* rk,
                                        rd_kafka_topic_partition_list_t** partitions) {
  rk::Consumer* c = grouped(rk);
  if (!c) return RD_KAFKA_RESP_ERR__UNKNOWN_GROUP;
  *partitions = rk::make_list(c->assignment());
  return RD_KAFKA_RESP_ERR_NO_ERROR;
}

int rd_kafka_assignment_lost(rd_kafka_t*) {
  return 0;  // it is the application's own: nobody takes it away
}

rd_kafka_resp_err_t rd_kafka_subscription(rd_kafka_t* rk,
                                          rd_kafka_topic_partition_list_t** topics) {
  if (!grouped(rk)) return RD_KAFKA_RESP_ERR__UNKNOWN_GROUP;
  *topics = rk::make_list({});
  return RD_KAFKA_RESP_ERR_NO_ERROR;
}

rd_kafka_resp_err_t rd_kafka_unsubscribe(rd_kafka_t* rk) {
  return grouped(rk) ? RD_KAFKA_RESP_ERR_NO_ERROR : RD_KAFKA_RESP_ERR__UNKNOWN_GROUP;
}

const char* rd_kafka_rebalance_protocol(rd_kafka_t* rk) {
  return grouped(rk) ? "NONE" : nullptr;
}

rd_kafka_resp_err_t rd_kafka_pause_partitions(rd_kafka_t* rk,
                                              rd_kafka_topic_partition_list_t* partitions) {
  if (!rk->consumer) return RD_KAFKA_RESP_ERR__INVALID_ARG;
  rk::PartitionOffsets list = rk::from_list(partitions);
  rk->consumer->pause(list, true);
  rk::write_errors(list, partitions);
  return RD_KAFKA_RESP_ERR_NO_ERROR;
}

rd_kafka_resp_err_t rd_kafka_resume_partitions(rd_kafka_t* rk,
                                               rd_kafka_topic_partition_list_t* partitions) {
  if (!rk->consumer) return RD_KAFKA_RESP_ERR__INVALID_ARG;
  rk::PartitionOffsets list = rk::from_list(partitions);
  rk->consumer->pause(list, false);
  rk::write_errors(list, partitions);
  return RD_KAFKA_RESP_ERR_NO_ERROR;
}

rd_kafka_error_t* rd_kafka_seek_partitions(rd_kafka_t* rk,
                                           rd_kafka_topic_partition_list_t* partitions, int) {
  if (!rk->consumer) return rk::make_error(RD_KAFKA_RESP_ERR__INVALID_ARG, "Not a consumer");
  rk::PartitionOffsets list = rk::from_list(partitions);
  rk->consumer->seek(list);
  rk::write_errors(list, partitions);
  return nullptr;
}

rd_kafka_resp_err_t rd_kafka_position(rd_kafka_t* rk, rd_kafka_topic_partition_list_t* partitions) {
  if (!rk->consumer) return RD_KAFKA_RESP_ERR__INVALID_ARG;
  rk::PartitionOffsets list = rk::from_list(partitions);
  rk->consumer->position(list);
  rk::write_offsets(list, partitions);
  return RD_KAFKA_RESP_ERR_NO_ERROR;
}

// Long enough for a coordinator that is being elected.
constexpr rk::Micros kConsumerCloseTimeout = 10 * rk::kMicrosPerSecond;

rd_kafka_resp_err_t rd_kafka_consumer_close(rd_kafka_t* rk) {
  rk::Consumer* c = grouped(rk);
  if (!c) return RD_KAFKA_RESP_ERR__UNKNOWN_GROUP;
  c->close(kConsumerCloseTimeout);
  return RD_KAFKA_RESP_ERR_NO_ERROR;
}

rd_kafka_error_t* rd_kafka_consumer_close_queue(rd_kafka_t* rk, rd_kafka_queue_t* rkqu) {
  rk::Consumer* c = grouped(rk);
  if (!c) return no_group_error();
  if (!rkqu) return rk::make_error(RD_KAFKA_RESP_ERR__INVALID_ARG, "Queue must be specified");
  c->close_async();
  return nullptr;
}

int rd_kafka_consumer_closed(rd_kafka_t* rk) {
  return rk->consumer && rk->consumer->closed();
}
