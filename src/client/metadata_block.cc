#include "client/metadata_block.h"

#include <cstdlib>
#include <cstring>
#include <type_traits>

namespace rk {
namespace {

// Walks the same code twice: first with no memory, to learn the size, then to fill the block.
class Block {
 public:
  explicit Block(u8* memory) : memory_(memory) {}
  size_t used() const { return used_; }

  template <typename T>
  T* place(size_t count) {
    static_assert(std::is_trivial_v<T>);
    used_ = (used_ + alignof(T) - 1) & ~(alignof(T) - 1);
    auto* at = memory_ ? reinterpret_cast<T*>(memory_ + used_) : nullptr;
    used_ += count * sizeof(T);
    return at;
  }
  char* copy(std::string_view text) {
    char* at = place<char>(text.size() + 1);
    if (at) {
      std::memcpy(at, text.data(), text.size());
      at[text.size()] = '\0';
    }
    return at;
  }
  int32_t* copy(const std::vector<i32>& ids) {
    auto* at = place<int32_t>(ids.size());
    if (at && !ids.empty()) std::memcpy(at, ids.data(), ids.size() * sizeof(i32));
    return at;
  }

 private:
  u8* memory_;
  size_t used_ = 0;
};

void put_brokers(Block& block, const Snapshot& from, struct ::rd_kafka_metadata* to) {
  auto* rows = block.place<rd_kafka_metadata_broker_t>(from.brokers.size());
  size_t n = 0;
  for (const auto& [id, broker] : from.brokers) {
    char* host = block.copy(broker.host);
    if (rows) rows[n++] = {id, host, broker.port};
  }
  if (to) {
    to->broker_cnt = static_cast<int>(from.brokers.size());
    to->brokers = rows;
  }
}

void put_partitions(Block& block, const TopicInfo& from, rd_kafka_metadata_topic_t* to) {
  auto* rows = block.place<rd_kafka_metadata_partition_t>(from.partitions.size());
  for (size_t i = 0; i < from.partitions.size(); ++i) {
    const PartitionInfo& p = from.partitions[i];
    int32_t* replicas = block.copy(p.replicas);
    int32_t* isrs = block.copy(p.isr);
    if (rows)
      rows[i] = {static_cast<int32_t>(i),
                 p.error,
                 p.leader,
                 static_cast<int>(p.replicas.size()),
                 replicas,
                 static_cast<int>(p.isr.size()),
                 isrs};
  }
  if (to) {
    to->partition_cnt = static_cast<int>(from.partitions.size());
    to->partitions = rows;
  }
}

struct ::rd_kafka_metadata* lay_out(Block& block, const Snapshot& from) {
  auto* root = block.place<struct ::rd_kafka_metadata>(1);
  put_brokers(block, from, root);
  auto* topics = block.place<rd_kafka_metadata_topic_t>(from.topics.size());
  size_t n = 0;
  for (const auto& [name, topic] : from.topics) {
    rd_kafka_metadata_topic_t* row = topics ? &topics[n++] : nullptr;
    char* copied = block.copy(name);
    put_partitions(block, topic, row);
    if (row) {
      row->topic = copied;
      row->err = topic.error;
    }
  }
  char* answered_by = block.copy(from.answered_by_name);
  if (root) {
    root->topic_cnt = static_cast<int>(from.topics.size());
    root->topics = topics;
    root->orig_broker_id = from.answered_by;
    root->orig_broker_name = answered_by;
  }
  return root;
}

}  // namespace

struct ::rd_kafka_metadata* make_metadata_block(const Snapshot& from) {
  Block measure(nullptr);
  lay_out(measure, from);
  auto* memory = static_cast<u8*>(std::calloc(1, measure.used()));
  if (!memory) return nullptr;
  Block block(memory);
  return lay_out(block, from);
}

}  // namespace rk
