#include "base/partition_list.h"

#include <cstdlib>
#include <cstring>

namespace {
int by_topic_and_partition(const void* left, const void* right, void*) {
  const auto* a = static_cast<const rd_kafka_topic_partition_t*>(left);
  const auto* b = static_cast<const rd_kafka_topic_partition_t*>(right);
  if (const int order = std::strcmp(a->topic, b->topic); order != 0) return order;
  return a->partition < b->partition ? -1 : a->partition > b->partition;
}
}  // namespace

rd_kafka_topic_partition_list_t* rd_kafka_topic_partition_list_new(int size) {
  return rk::new_partition_list(size);
}

void rd_kafka_topic_partition_list_destroy(rd_kafka_topic_partition_list_t* rkparlist) {
  rk::destroy(rkparlist);
}

rd_kafka_topic_partition_list_t* rd_kafka_topic_partition_list_copy(
    const rd_kafka_topic_partition_list_t* src) {
  return rk::copy(*src);
}

rd_kafka_topic_partition_t* rd_kafka_topic_partition_list_add(
    rd_kafka_topic_partition_list_t* rktparlist, const char* topic, int32_t partition) {
  return rk::add(*rktparlist, topic, partition);
}

void rd_kafka_topic_partition_list_add_range(rd_kafka_topic_partition_list_t* rktparlist,
                                             const char* topic, int32_t start, int32_t stop) {
  for (rk::i64 p = start; p <= stop; p++) rk::add(*rktparlist, topic, static_cast<int32_t>(p));
}

rd_kafka_topic_partition_t* rd_kafka_topic_partition_list_find(
    const rd_kafka_topic_partition_list_t* rktparlist, const char* topic, int32_t partition) {
  return rk::find(*rktparlist, topic, partition);
}

rd_kafka_resp_err_t rd_kafka_topic_partition_list_set_offset(
    rd_kafka_topic_partition_list_t* rktparlist, const char* topic, int32_t partition,
    int64_t offset) {
  rd_kafka_topic_partition_t* p = rk::find(*rktparlist, topic, partition);
  if (p == nullptr) return RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION;
  p->offset = offset;
  return RD_KAFKA_RESP_ERR_NO_ERROR;
}

int rd_kafka_topic_partition_list_del_by_idx(rd_kafka_topic_partition_list_t* rktparlist, int idx) {
  if (idx < 0 || idx >= rktparlist->cnt) return 0;
  rk::remove_at(*rktparlist, idx);
  return 1;
}

int rd_kafka_topic_partition_list_del(rd_kafka_topic_partition_list_t* rktparlist,
                                      const char* topic, int32_t partition) {
  const rd_kafka_topic_partition_t* p = rk::find(*rktparlist, topic, partition);
  if (p == nullptr) return 0;
  rk::remove_at(*rktparlist, static_cast<int>(p - rktparlist->elems));
  return 1;
}

void rd_kafka_topic_partition_list_sort(rd_kafka_topic_partition_list_t* rktparlist,
                                        int (*cmp)(const void* a, const void* b, void* cmp_opaque),
                                        void* cmp_opaque) {
  if (rktparlist->cnt == 0) return;
  qsort_r(rktparlist->elems, static_cast<size_t>(rktparlist->cnt), sizeof *rktparlist->elems,
          cmp != nullptr ? cmp : by_topic_and_partition, cmp_opaque);
}

void rd_kafka_topic_partition_destroy(rd_kafka_topic_partition_t* rktpar) {
  rk::destroy(rktpar);
}

int32_t rd_kafka_topic_partition_get_leader_epoch(const rd_kafka_topic_partition_t* rktpar) {
  return rk::leader_epoch(*rktpar);
}

void rd_kafka_topic_partition_set_leader_epoch(rd_kafka_topic_partition_t* rktpar,
                                               int32_t leader_epoch) {
  rk::set_leader_epoch(*rktpar, leader_epoch);
}
