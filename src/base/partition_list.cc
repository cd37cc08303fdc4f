#include "base/partition_list.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace rk {
namespace {

struct Private {
  i32 leader_epoch;
};

Private* private_of(const Partition& p) {
  return static_cast<Private*>(p._private);
}

void free_contents(Partition& p) {
  std::free(p.topic);
  std::free(p.metadata);
  std::free(p._private);
}

char* copy_name(std::string_view name) {
  auto* copy = static_cast<char*>(std::malloc(name.size() + 1));
  if (copy == nullptr) return nullptr;
  std::copy(name.begin(), name.end(), copy);
  copy[name.size()] = '\0';
  return copy;
}

// Everything but the name.
void copy_rest(Partition& to, const Partition& from) {
  to.offset = from.offset;
  to.opaque = from.opaque;
  to.err = from.err;
  if (from.metadata != nullptr) {
    set_metadata(to, {static_cast<const u8*>(from.metadata), from.metadata_size});
  }
  if (from._private != nullptr) set_leader_epoch(to, leader_epoch(from));
}

bool grow(PartitionList& list) {
  const int size = std::max(8, list.size * 2);
  void* elems = std::realloc(list.elems, static_cast<size_t>(size) * sizeof(Partition));
  if (elems == nullptr) return false;
  list.elems = static_cast<Partition*>(elems);
  list.size = size;
  return true;
}

}  // namespace

PartitionList* new_partition_list(int capacity) {
  auto* list = static_cast<PartitionList*>(std::calloc(1, sizeof(PartitionList)));
  if (list == nullptr || capacity <= 0) return list;
  list->elems =
      static_cast<Partition*>(std::malloc(static_cast<size_t>(capacity) * sizeof(Partition)));
  if (list->elems != nullptr) list->size = capacity;
  return list;
}

void destroy(PartitionList* list) {
  if (list == nullptr) return;
  for (int i = 0; i < list->cnt; i++) free_contents(list->elems[i]);
  std::free(list->elems);
  std::free(list);
}

PartitionList* copy(const PartitionList& list) {
  PartitionList* to = new_partition_list(list.cnt);
  if (to == nullptr) return nullptr;
  for (int i = 0; i < list.cnt; i++) add_copy(*to, list.elems[i]);
  return to;
}

Partition* add(PartitionList& list, std::string_view topic, i32 partition) {
  char* name = copy_name(topic);
  if (name == nullptr || (list.cnt == list.size && !grow(list))) {
    std::free(name);
    return nullptr;
  }
  Partition& p = list.elems[list.cnt++];
  p = {};
  p.topic = name;
  p.partition = partition;
  p.offset = RD_KAFKA_OFFSET_INVALID;
  return &p;
}

Partition* add_copy(PartitionList& list, const Partition& from) {
  Partition* p = add(list, from.topic, from.partition);
  if (p != nullptr) copy_rest(*p, from);
  return p;
}

Partition* find(const PartitionList& list, std::string_view topic, i32 partition) {
  for (int i = 0; i < list.cnt; i++) {
    Partition& p = list.elems[i];
    if (p.partition == partition && topic == p.topic) return &p;
  }
  return nullptr;
}

void remove_at(PartitionList& list, int idx) {
  free_contents(list.elems[idx]);
  std::copy(list.elems + idx + 1, list.elems + list.cnt, list.elems + idx);
  list.cnt--;
}

Partition* new_partition_copy(const Partition& from) {
  auto* p = static_cast<Partition*>(std::calloc(1, sizeof(Partition)));
  if (p == nullptr) return nullptr;
  p->topic = copy_name(from.topic);
  p->partition = from.partition;
  copy_rest(*p, from);
  return p;
}

void destroy(Partition* partition) {
  if (partition == nullptr) return;
  free_contents(*partition);
  std::free(partition);
}

i32 leader_epoch(const Partition& partition) {
  return partition._private != nullptr ? private_of(partition)->leader_epoch : -1;
}

void set_leader_epoch(Partition& partition, i32 epoch) {
  if (partition._private == nullptr) {
    if (epoch == -1) return;
    partition._private = std::calloc(1, sizeof(Private));
    if (partition._private == nullptr) return;
  }
  private_of(partition)->leader_epoch = epoch;
}

void set_metadata(Partition& partition, Bytes metadata) {
  std::free(partition.metadata);
  // An empty value stays apart from no value.
  partition.metadata = std::malloc(metadata.size() + 1);
  partition.metadata_size = partition.metadata != nullptr ? metadata.size() : 0;
  if (partition.metadata_size != 0) {
    std::memcpy(partition.metadata, metadata.data(), metadata.size());
  }
}

}  // namespace rk
