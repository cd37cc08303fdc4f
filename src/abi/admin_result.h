// What comes back from the administration calls: each result is the event itself, a subclass of
// AdminResult with the rows that its accessors hand out. Made by the call, filled by the control
// thread, then the application's until rd_kafka_event_destroy(); constant from then on.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "abi/admin.h"
#include "abi/error.h"
#include "abi/uuid.h"
#include "base/error.h"
#include "base/partition_list.h"
#include "cluster/snapshot.h"
#include "queue/op.h"

struct rd_kafka_topic_result_s {
  std::string topic;
  rd_kafka_resp_err_t error;
  rk::Text text;  // none: the code's own
};

struct rd_kafka_Node_s {
  rk::i32 id = -1;
  std::string host;
  rk::u16 port = 0;
  rk::Text rack;
};

struct rd_kafka_TopicPartitionInfo_s {
  int partition = 0;
  std::unique_ptr<rd_kafka_Node_s> leader;  // null: none
  rk::RowList<rd_kafka_Node_s> isr, replicas;
};

struct rd_kafka_TopicDescription_s {
  std::string name;
  rd_kafka_Uuid_s id{};
  bool is_internal = false;
  rd_kafka_error_s error{};
  rk::RowList<rd_kafka_TopicPartitionInfo_s> partitions;
  std::vector<rd_kafka_AclOperation_t> operations;
};

struct rd_kafka_ListOffsetsResultInfo_s {
  rd_kafka_ListOffsetsResultInfo_s() = default;
  ~rd_kafka_ListOffsetsResultInfo_s() { rk::destroy(partition); }
  rd_kafka_ListOffsetsResultInfo_s(const rd_kafka_ListOffsetsResultInfo_s&) = delete;
  rd_kafka_ListOffsetsResultInfo_s& operator=(const rd_kafka_ListOffsetsResultInfo_s&) = delete;
  rk::Partition* partition = nullptr;
  rk::i64 timestamp = -1;
};

namespace rk {

class AdminResult : public Op {
 public:
  AdminResult(rd_kafka_event_type_t type, const rd_kafka_AdminOptions_t* options)
      : Op(type), opaque_(options ? options->opaque : nullptr) {}
  void fail(Error error) { error_ = std::move(error); }
  bool call_back(rd_kafka_t*) override { return false; }
  bool as_event() const override { return true; }
  rd_kafka_resp_err_t error() override { return error_.code(); }
  const char* error_string() override {
    text_.assign(error_.text());
    return text_.empty() ? nullptr : text_.c_str();
  }
  void* opaque() override { return opaque_; }

 private:
  Error error_;
  std::string text_;
  void* const opaque_;
};

// CreateTopics, DeleteTopics, CreatePartitions.
class TopicResults final : public AdminResult {
 public:
  using AdminResult::AdminResult;
  RowList<rd_kafka_topic_result_s> topics;
};

class ConfigResults final : public AdminResult {
 public:
  using AdminResult::AdminResult;
  RowList<rd_kafka_ConfigResource_s> resources;
};

class OffsetResults final : public AdminResult {
 public:
  using AdminResult::AdminResult;
  RowList<rd_kafka_ListOffsetsResultInfo_s> infos;
};

class TopicDescriptions final : public AdminResult {
 public:
  using AdminResult::AdminResult;
  RowList<rd_kafka_TopicDescription_s> topics;
};

class ClusterDescription final : public AdminResult {
 public:
  using AdminResult::AdminResult;
  std::string cluster_id;
  std::unique_ptr<rd_kafka_Node_s> controller;  // null: not known
  RowList<rd_kafka_Node_s> nodes;
  std::vector<rd_kafka_AclOperation_t> operations;
};

// The event if it is of that type, else null. Consumed messages are no results.
rd_kafka_event_t* result_in(rd_kafka_event_t* rkev, rd_kafka_event_type_t type);

}  // namespace rk
