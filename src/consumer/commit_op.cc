#include "consumer/commit_op.h"

#include "base/error_names.h"

namespace rk {

rd_kafka_topic_partition_list_t* make_list(const PartitionOffsets& from) {
  auto* list = new_partition_list(static_cast<int>(from.size()));
  for (const PartitionOffset& o : from) {
    auto* p = add(*list, o.topic, o.partition);
    if (!p) continue;
    p->offset = o.offset;
    p->err = o.error;
    if (o.leader_epoch >= 0) set_leader_epoch(*p, o.leader_epoch);
    if (!o.metadata.empty()) set_metadata(*p, as_bytes(o.metadata));
  }
  return list;
}

OffsetCommitOp::OffsetCommitOp(const Conf& conf, ErrorCode error, const PartitionOffsets& list,
                               Consumer::CommitCallback cb, void* cb_opaque)
    : Op(RD_KAFKA_EVENT_OFFSET_COMMIT),
      conf_(conf),
      error_(error),
      list_(make_list(list)),
      cb_(cb),
      opaque_(cb_opaque) {}

bool OffsetCommitOp::call_back(rd_kafka_t* rk) {
  if (cb_) {
    cb_(rk, error_, list_.get(), opaque_);
    return true;
  }
  if (!conf_.callbacks.offset_commit_cb) return false;
  conf_.callbacks.offset_commit_cb(rk, error_, list_.get(), conf_.callbacks.opaque);
  return true;
}

const char* OffsetCommitOp::error_string() {
  return error_text(error_);
}

}  // namespace rk
