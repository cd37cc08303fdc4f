// Snapshot: what the brokers last said of themselves and of topics. Immutable once published: the
// control thread makes a new one for each change, anybody may keep an old one as long as he likes.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/types.h"

namespace rk {

struct BrokerInfo {
  i32 id = -1;
  std::string host;
  i32 port = 0;
  std::string rack;
};

struct PartitionInfo {
  i32 leader = -1;  // the last known one while `error` says that there is none
  i32 leader_epoch = -1;
  u32 stale_answers = 0;  // in a row, that named an older epoch
  ErrorCode error = kOk;
  std::vector<i32> replicas, isr;
};

struct TopicId {
  u64 high = 0, low = 0;
  bool operator==(const TopicId&) const = default;
  explicit operator bool() const { return high || low; }
};

struct TopicInfo {
  std::string name;
  TopicId id;         // zero where the broker speaks no topic ids
  TopicId former_id;  // of the topic of this name before, which brokers that lag still know
  // Of the newest answer. Partitions of an older one stay: one answer without the topic is no proof
  // that it is gone.
  ErrorCode error = kOk;
  std::vector<PartitionInfo> partitions;
  Micros updated = 0;  // last answer without an error
};

struct Snapshot {
  u64 generation = 0;
  std::string cluster_id;
  i32 controller_id = -1;
  i32 answered_by = -1;  // node that answered last, and its name
  std::string answered_by_name;
  std::map<i32, BrokerInfo> brokers;
  std::map<std::string, TopicInfo, std::less<>> topics;

  const TopicInfo* topic(std::string_view name) const {
    auto it = topics.find(name);
    return it == topics.end() ? nullptr : &it->second;
  }
  const PartitionInfo* partition(std::string_view name, i32 p) const {
    const TopicInfo* t = topic(name);
    if (!t || p < 0 || static_cast<size_t>(p) >= t->partitions.size()) return nullptr;
    return &t->partitions[static_cast<size_t>(p)];
  }
};
using SnapshotPtr = std::shared_ptr<const Snapshot>;

}  // namespace rk
