// Partitioners: which partition a key belongs to. The hashes are librdkafka's and the Java
// client's, bit by bit: changing one would re-partition every keyed topic. Pure functions; any
// thread.
#pragma once

#include <string_view>

#include "base/types.h"

namespace rk {

u32 hash_crc32(const void* key, size_t size);
u32 hash_murmur2(const void* key, size_t size);
u32 hash_fnv1a(const void* key, size_t size);

enum class PartitionerKind : u8 {
  random,
  consistent,         // CRC-32
  consistent_random,  // the same; without a key, or with an empty one: random
  murmur2,
  murmur2_random,  // the same; without a key: random
  fnv1a,
  fnv1a_random,
  callback,  // the application's
};
// The `partitioner` setting's value; consistent_random for a name that is none.
PartitionerKind partitioner_kind(std::string_view name);

// Whether a message with that key goes to a random partition.
bool is_keyless(PartitionerKind kind, const void* key, size_t key_size);
// The partition of a key, for a kind that hashes.
i32 hashed_partition(PartitionerKind kind, const void* key, size_t key_size, i32 partition_count);

}  // namespace rk
