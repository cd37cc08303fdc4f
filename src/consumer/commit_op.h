// OffsetCommitOp: the result of a commit, for a callback or as an event. Owned like every Op.
#pragma once

#include <memory>

#include "base/partition_list.h"
#include "config/conf.h"
#include "consumer/consumer.h"
#include "queue/op.h"

namespace rk {

class OffsetCommitOp final : public Op {
 public:
  // cb null: the Conf's offset_commit_cb.
  OffsetCommitOp(const Conf& conf, ErrorCode error, const PartitionOffsets& list,
                 Consumer::CommitCallback cb, void* cb_opaque);
  bool call_back(rd_kafka_t* rk) override;
  bool as_event() const override { return true; }
  rd_kafka_resp_err_t error() override { return error_; }
  const char* error_string() override;
  void* opaque() override { return opaque_; }
  rd_kafka_topic_partition_list_t* topic_partition_list() override { return list_.get(); }

 private:
  const Conf& conf_;
  const ErrorCode error_;
  std::unique_ptr<rd_kafka_topic_partition_list_t, FreePartitionList> list_;
  const Consumer::CommitCallback cb_;
  void* const opaque_;
};

// A list for the application, from malloc.
rd_kafka_topic_partition_list_t* make_list(const PartitionOffsets& from);

}  // namespace rk
