// The request objects of the administration calls: plain values that applications build, keep as
// long as they like and destroy themselves. The calls copy what they need. Not synchronised.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/partition_list.h"
#include "base/types.h"

namespace rk {

// An element list that an object owns; null when none was given.
using OwnedPartitions = std::unique_ptr<PartitionList, FreePartitionList>;

inline OwnedPartitions own_copy(const PartitionList* list) {
  return OwnedPartitions(list != nullptr ? copy(*list) : nullptr);
}

// C strings that may be null.
using Text = std::optional<std::string>;
inline Text text_of(const char* s) {
  return s != nullptr ? Text(s) : std::nullopt;
}
inline const char* c_str(const Text& text) {
  return text ? text->c_str() : nullptr;
}

// rd_kafka_*_destroy_array() of every kind.
template <typename T>
void delete_all(T** array, size_t count) {
  for (size_t i = 0; i < count; i++) {
    delete array[i];
    array[i] = nullptr;
  }
}

// Objects that the application gets as an array of pointers to them.
template <typename T>
class RowList {
 public:
  T& add(std::unique_ptr<T> row) {
    pointers_.push_back(row.get());
    owned_.push_back(std::move(row));
    return *owned_.back();
  }
  T& add() { return add(std::make_unique<T>()); }
  size_t size() const { return owned_.size(); }
  T& operator[](size_t i) { return *owned_[i]; }
  // Null when there are none.
  const T** pointers(size_t* count) const {
    *count = pointers_.size();
    return pointers_.empty() ? nullptr : const_cast<const T**>(pointers_.data());
  }

 private:
  std::vector<std::unique_ptr<T>> owned_;
  std::vector<const T*> pointers_;
};

constexpr int kPartitionsMax = 100000;
constexpr int kReplicasMax = 10000;

}  // namespace rk

struct rd_kafka_AdminOptions_s {
  rd_kafka_admin_op_t for_api = RD_KAFKA_ADMIN_OP_ANY;
  int request_timeout_ms = -1;  // -1: the client's socket.timeout.ms
  int operation_timeout_ms = -1;
  bool validate_only = false;
  rk::i32 broker_id = -1;  // -1: the broker that the call goes to by its nature
  bool authorized_operations = false;
  bool read_committed = false;
  void* opaque = nullptr;
};

struct rd_kafka_NewTopic_s {
  std::string topic;
  int partition_count;
  int replication_factor;
  std::vector<std::vector<rk::i32>> replicas;  // by partition
  std::vector<std::pair<std::string, rk::Text>> config;
};

struct rd_kafka_DeleteTopic_s {
  std::string topic;
};

struct rd_kafka_NewPartitions_s {
  std::string topic;
  size_t total_count;
  std::vector<std::vector<rk::i32>> replicas;  // by new partition
};

struct rd_kafka_DeleteRecords_s {
  rk::OwnedPartitions before_offsets;
};

struct rd_kafka_TopicCollection_s {
  std::vector<std::string> topics;
};

struct rd_kafka_ElectLeaders_s {
  rd_kafka_ElectionType_t type;
  rk::OwnedPartitions partitions;  // null: all
};

struct rd_kafka_ConfigEntry_s {
  std::string name;
  rk::Text value;
  bool is_read_only = false;
  bool is_default = false;
  bool is_sensitive = false;
  bool is_synonym = false;
  rd_kafka_ConfigSource_t source = RD_KAFKA_CONFIG_SOURCE_UNKNOWN_CONFIG;
  rd_kafka_AlterConfigOpType_t operation = RD_KAFKA_ALTER_CONFIG_OP_TYPE_SET;
  rk::RowList<rd_kafka_ConfigEntry_s> synonyms;
};

struct rd_kafka_ConfigResource_s {
  rd_kafka_ResourceType_t type;
  std::string name;
  rd_kafka_resp_err_t error = RD_KAFKA_RESP_ERR_NO_ERROR;
  rk::Text error_text;  // of results
  rk::RowList<rd_kafka_ConfigEntry_s> entries;
};

struct rd_kafka_DeleteGroup_s {
  std::string group;
};

struct rd_kafka_ListConsumerGroupOffsets_s {
  std::string group;
  rk::OwnedPartitions partitions;  // null: all
};

struct rd_kafka_AlterConsumerGroupOffsets_s {
  std::string group;
  rk::OwnedPartitions partitions;
};

struct rd_kafka_DeleteConsumerGroupOffsets_s {
  std::string group;
  rk::OwnedPartitions partitions;
};

struct rd_kafka_UserScramCredentialAlteration_s {
  std::string user;
  rd_kafka_ScramMechanism_t mechanism;
  bool upsert;
  rk::i32 iterations = 0;
  std::string password{};
  std::string salt{};
};

// A binding; as a filter, null texts and the ANY values match everything.
struct rd_kafka_AclBinding_s {
  rd_kafka_ResourceType_t type;
  rk::Text name;
  rd_kafka_ResourcePatternType_t pattern;
  rk::Text principal;
  rk::Text host;
  rd_kafka_AclOperation_t operation;
  rd_kafka_AclPermissionType_t permission;
};

struct rd_kafka_consumer_group_metadata_s {
  std::string group;
  rk::i32 generation = -1;
  std::string member;
  rk::Text instance;
};
