// The record batch (magic 2): its 61-byte header as a struct laid over the bytes, and the checks
// that must pass before anything else of a batch is believed. Views only: whoever holds the bytes
// owns them, any thread that may read them may use these.
//
//   0            12        17   21           57      61
//   | base offset | length | epoch | magic | crc | attributes ... | count | records (maybe packed)
//   |
//                          |<------------ length bytes follow here
//                          ------------------------------->|
//                                             |<------------- covered by the CRC
//                                             ----------------->|
#pragma once

#include "base/bytes.h"
#include "base/codec_id.h"
#include "base/types.h"

namespace rk {

constexpr u32 kBatchHeaderSize = 61;
constexpr u32 kBatchPrefixSize = 12;  // base offset and length: not counted by `length`
constexpr i16 kCodecMask = 0x07;
constexpr i16 kLogAppendTimeBit = 0x08;
constexpr i16 kTransactionalBit = 0x10;
constexpr i16 kControlBit = 0x20;
constexpr i64 kNoTimestamp = -1;

// Turns a record's time delta into its time without a branch, for loops over a batch's records: the
// batch's append time, or its base time plus the delta (wrapping, when a broker sends nonsense).
struct BatchTimes {
  u64 base;
  u64 delta_mask;
  i64 at(i64 delta) const {
    return static_cast<i64>(base + (static_cast<u64>(delta) & delta_mask));
  }
};

struct BatchHeader {
  be64 base_offset;
  be32 length;  // of what follows this field
  be32 leader_epoch;
  i8 magic;
  beu32 crc;
  be16 attributes;
  be32 last_offset_delta;
  be64 base_timestamp;
  be64 max_timestamp;
  be64 producer_id;
  be16 producer_epoch;
  be32 base_sequence;
  be32 count;

  u32 size() const { return kBatchPrefixSize + static_cast<u32>(length.get()); }
  i64 last_offset() const { return base_offset + last_offset_delta; }
  i64 next_offset() const { return last_offset() + 1; }
  // A value above Codec::zstd is refused by check_batch().
  Codec codec() const { return static_cast<Codec>(attributes & kCodecMask); }
  bool log_append_time() const { return attributes & kLogAppendTimeBit; }
  bool transactional() const { return attributes & kTransactionalBit; }
  bool control() const { return attributes & kControlBit; }
  bool has_producer() const { return producer_id >= 0; }
  BatchTimes times() const;
  // One record's time.
  i64 timestamp(i64 delta) const;
  const u8* bytes() const { return reinterpret_cast<const u8*>(this); }
  // What follows the header, packed if codec() says so.
  Bytes records() const { return {bytes() + kBatchHeaderSize, size() - kBatchHeaderSize}; }
};
static_assert(sizeof(BatchHeader) == kBatchHeaderSize && alignof(BatchHeader) == 1);

enum class BatchState : u8 {
  whole,        // magic 2, sound header: use it
  legacy,       // magic 0 or 1: see record/legacy.h; `size` is the entry's
  cut,          // the answer ends inside it (Fetch cuts at its size limit): not an error by itself
  corrupt,      // contradicts itself: `why`
  unsupported,  // a magic or codec that nobody defined yet: `why`
};

struct BatchCheck {
  BatchState state;
  u32 size;         // of the whole batch, when state is whole or legacy; 0 otherwise
  const char* why;  // static text; null when state is whole, legacy or cut
};

// Looks at the first batch of `left`. All header fields of a `whole` one are in range: length,
// count, offsets; the CRC is verify_crc()'s business and the records are validate_records()'s.
BatchCheck check_batch(Bytes left);

// The header of a batch that check_batch() called whole.
inline const BatchHeader& batch_at(const u8* p) {
  return *reinterpret_cast<const BatchHeader*>(p);
}

inline BatchTimes BatchHeader::times() const {
  if (log_append_time()) return {static_cast<u64>(max_timestamp.get()), 0};
  return {static_cast<u64>(base_timestamp.get()), ~u64{0}};
}
inline i64 BatchHeader::timestamp(i64 delta) const {
  return times().at(delta);
}

// Whether the CRC of a whole batch is right. About 0.04 ns per byte.
bool verify_crc(const BatchHeader& batch);

// A control batch's first record key, decoded; type -1 when it is not one.
enum class ControlType : i16 { none = -1, abort = 0, commit = 1 };
ControlType control_type(const u8* key, size_t key_size);

}  // namespace rk
