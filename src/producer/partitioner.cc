#include "producer/partitioner.h"

#include <zlib.h>

#include <cstring>

#include "base/planted.h"

namespace rk {

u32 hash_crc32(const void* key, size_t size) {
  return static_cast<u32>(crc32_z(0, static_cast<const Bytef*>(key), size));
}

// MurmurHash2 with Kafka's seed.
u32 hash_murmur2(const void* key, size_t size) {
  constexpr u32 kMultiplier = 0x5bd1e995;
  constexpr u32 kSeed = 0x9747b28c;
  const auto* p = static_cast<const u8*>(key);
  u32 h = kSeed ^ static_cast<u32>(size);
  for (; size >= 4; size -= 4, p += 4) {
    u32 k;
    std::memcpy(&k, p, 4);
    k *= kMultiplier;
    k ^= k >> 24;
    k *= kMultiplier;
    h = (h * kMultiplier) ^ k;
  }
  if (size > 0) {
    u32 tail = 0;
    std::memcpy(&tail, p, size);
    h = (h ^ tail) * kMultiplier;
  }
  h ^= h >> 13;
  h *= kMultiplier;
  return h ^ (h >> 15);
}

// 32 bits of FNV-1a, read as a signed number and made positive, as sarama and librdkafka do.
u32 hash_fnv1a(const void* key, size_t size) {
  const auto* p = static_cast<const u8*>(key);
  u32 h = 0x811c9dc5;
  for (size_t i = 0; i < size; ++i) h = (h ^ p[i]) * 0x01000193;
  return static_cast<i32>(h) < 0 ? 0u - h : h;
}

PartitionerKind partitioner_kind(std::string_view name) {
  if (name == "random") return PartitionerKind::random;
  if (name == "consistent") return PartitionerKind::consistent;
  if (name == "murmur2") return PartitionerKind::murmur2;
  if (name == "murmur2_random") return PartitionerKind::murmur2_random;
  if (name == "fnv1a") return PartitionerKind::fnv1a;
  if (name == "fnv1a_random") return PartitionerKind::fnv1a_random;
  return PartitionerKind::consistent_random;
}

bool is_keyless(PartitionerKind kind, const void* key, size_t key_size) {
  switch (kind) {
    case PartitionerKind::random:
      return true;
    case PartitionerKind::consistent_random:
      return key_size == 0;
    case PartitionerKind::murmur2_random:
    case PartitionerKind::fnv1a_random:
      return !key;
    default:
      return false;
  }
}

i32 hashed_partition(PartitionerKind kind, const void* key, size_t key_size, i32 partition_count) {
  const auto n = static_cast<u32>(partition_count);
  switch (kind) {
    case PartitionerKind::murmur2:
    case PartitionerKind::murmur2_random:
      return static_cast<i32>(
          (hash_murmur2(key, key_size) & (FASTKA_PLANTED(keeps_the_sign) ? ~0u : 0x7fffffff)) % n);
    case PartitionerKind::fnv1a:
    case PartitionerKind::fnv1a_random:
      return static_cast<i32>(hash_fnv1a(key, key_size) % n);
    default:
      return static_cast<i32>(hash_crc32(key, key_size) % n);
  }
}

}  // namespace rk
