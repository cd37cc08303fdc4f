// The partitioners that programs may call themselves.
#include "producer/partitioner.h"

#include "base/env.h"
#include "producer/producer.h"

namespace {

using rk::PartitionerKind;

int32_t random_partition(const rd_kafka_topic_t* rkt, int32_t partition_cnt) {
  if (partition_cnt <= 0) return 0;
  const auto n = static_cast<rk::u64>(partition_cnt);
  const auto first = static_cast<int32_t>(rk::linux_env().random() % n);
  if (!rkt || rk::Producer::partition_available(*rkt, first)) return first;
  return static_cast<int32_t>(rk::linux_env().random() % n);  // no third try: better one than none
}

int32_t partition(PartitionerKind kind, const rd_kafka_topic_t* rkt, const void* key, size_t keylen,
                  int32_t partition_cnt) {
  if (partition_cnt <= 0) return 0;
  if (rk::is_keyless(kind, key, keylen)) return random_partition(rkt, partition_cnt);
  return rk::hashed_partition(kind, key, keylen, partition_cnt);
}

}  // namespace

int rd_kafka_topic_partition_available(const rd_kafka_topic_t* rkt, int32_t partition) {
  return rk::Producer::partition_available(*rkt, partition);
}

#define PARTITIONER(name)                                                                       \
  int32_t rd_kafka_msg_partitioner_##name(const rd_kafka_topic_t* rkt, const void* key,         \
                                          size_t keylen, int32_t partition_cnt, void*, void*) { \
    return partition(PartitionerKind::name, rkt, key, keylen, partition_cnt);                   \
  }

PARTITIONER(random)
PARTITIONER(consistent)
PARTITIONER(consistent_random)
PARTITIONER(murmur2)
PARTITIONER(murmur2_random)
PARTITIONER(fnv1a)
PARTITIONER(fnv1a_random)
