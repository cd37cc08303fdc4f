// Writing record batches: records one after the other into memory of the caller's, then the header
// in front of them. No state and no allocation, so that a producer can append under its partition's
// lock. The caller owns the memory and serialises its use.
//
//   u8* at = batch + kBatchHeaderSize;
//   if (at + record_size_bound(r) > limit) ...;         // cheap; record_size() is exact
//   at = append_record(at, r);                          // as often as there is room
//   finish_header(batch, at - batch, fields);           // once the batch is closed
#pragma once

#include <cstring>

#include "base/check.h"
#include "base/varint.h"
#include "record/batch.h"

namespace rk {

// Keys, values and headers of one record together may be this long: what a batch can hold.
constexpr size_t kRecordBytesMax = size_t{1} << 30;
// Length, attributes, time delta, offset delta, key length, value length, header count at their
// longest.
constexpr size_t kRecordOverheadMax = 5 + 1 + 10 + 5 + 5 + 5 + 5;

struct RecordInput {
  const void* key = nullptr;    // null: no key
  const void* value = nullptr;  // null: a tombstone
  size_t key_size = 0;          // 0 when null
  size_t value_size = 0;        // 0 when null
  i64 timestamp_delta = 0;
  i32 offset_delta = 0;
  i32 header_count = 0;
  Bytes headers;  // as on the wire, without the count: append_header() writes them
};

// A record's time as a delta to its batch's; wraps where the difference does not fit, since an
// application's times may be any 64 bits (readers add it the same way).
constexpr i64 timestamp_delta(i64 timestamp, i64 base_timestamp) {
  return static_cast<i64>(static_cast<u64>(timestamp) - static_cast<u64>(base_timestamp));
}

// At least record_size(r), without looking at more than three lengths.
inline size_t record_size_bound(size_t key_size, size_t value_size, size_t headers_size) {
  return key_size + value_size + headers_size + kRecordOverheadMax;
}

// What follows the record's own length field.
inline size_t record_body_size(const RecordInput& r) {
  const i32 key = r.key ? static_cast<i32>(r.key_size) : -1;
  const i32 value = r.value ? static_cast<i32>(r.value_size) : -1;
  return 1 + varint64_size(r.timestamp_delta) + varint32_size(r.offset_delta) + varint32_size(key) +
         r.key_size + varint32_size(value) + r.value_size + varint32_size(r.header_count) +
         r.headers.size();
}

// Exactly what append_record() will write.
inline size_t record_size(const RecordInput& r) {
  const size_t body = record_body_size(r);
  return varint32_size(static_cast<i32>(body)) + body;
}

// Writes the record at `at`, where record_size_bound() bytes must be writable; answers the position
// after it. Sizes are at most kRecordBytesMax in sum (the caller's check).
[[gnu::always_inline]] inline u8* append_record(u8* at, const RecordInput& r);

// Writes one header for RecordInput::headers; room: key, value and 10 bytes. value null: no value.
inline u8* append_header(u8* at, std::string_view key, const void* value, size_t value_size) {
  at = write_varint32(at, static_cast<i32>(key.size()));
  if (!key.empty()) std::memcpy(at, key.data(), key.size());
  at = write_varint32(at + key.size(), value ? static_cast<i32>(value_size) : -1);
  if (value && value_size) std::memcpy(at, value, value_size);
  return value ? at + value_size : at;
}
constexpr size_t header_size_bound(size_t key_size, size_t value_size) {
  return key_size + value_size + 2 * kVarint32Max;
}

// What a closed batch says about itself. Defaults are a plain producer's.
struct BatchFields {
  i64 base_offset = 0;
  i32 leader_epoch = -1;
  Codec codec = Codec::none;
  bool log_append_time = false;
  bool transactional = false;
  bool control = false;
  i32 count = 0;
  i32 last_offset_delta = -1;  // -1: count - 1
  i64 base_timestamp = kNoTimestamp;
  i64 max_timestamp = kNoTimestamp;
  i64 producer_id = -1;
  i16 producer_epoch = -1;
  i32 base_sequence = -1;
};

// Writes the 61 bytes at `batch`, whose records (packed or not) already stand behind them; `size`
// is the whole batch's. Computes the CRC.
void finish_header(u8* batch, size_t size, const BatchFields& fields);

// Gives a finished batch another producer id, epoch and base sequence, and the CRC that follows
// from them; nothing else changes.
void stamp(u8* batch, size_t size, i64 producer_id, i16 producer_epoch, i32 base_sequence);

// The sequence `count` records after `base`: modulo 2^31, as brokers count.
constexpr i32 sequence_after(i32 base, i32 count) {
  return static_cast<i32>((static_cast<u32>(base) + static_cast<u32>(count)) & 0x7fffffffu);
}

// Nearly always the shortest and the longest possible body have a length of the same width, so that
// the body can be written before it is measured.
inline size_t record_length_width(const RecordInput& r) {
  const size_t payload = r.key_size + r.value_size + r.headers.size();
  constexpr size_t kLeast = 6;  // attributes and five varints of one byte
  if (payload + kRecordOverheadMax < (1u << 6)) return 1;
  if (payload + kLeast >= (1u << 6) && payload + kRecordOverheadMax < (1u << 13)) [[likely]]
    return 2;
  return uvarint32_size(static_cast<u32>(record_body_size(r)) * 2);
}

inline u8* append_record(u8* at, const RecordInput& r) {
  DCHECK(r.key_size + r.value_size + r.headers.size() <= kRecordBytesMax);
  DCHECK((r.key || !r.key_size) && (r.value || !r.value_size));
  u8* const body = at + record_length_width(r);
  u8* p = body;
  *p++ = 0;  // attributes: none are defined
  p = write_varint64(p, r.timestamp_delta);
  p = write_varint32(p, r.offset_delta);
  if (r.key) {
    p = write_varint32(p, static_cast<i32>(r.key_size));
    std::memcpy(p, r.key, r.key_size);
    p += r.key_size;
  } else {
    *p++ = 1;  // zigzag of -1
  }
  if (r.value) [[likely]] {
    p = write_varint32(p, static_cast<i32>(r.value_size));
    std::memcpy(p, r.value, r.value_size);
    p += r.value_size;
  } else {
    *p++ = 1;
  }
  if (r.header_count) [[unlikely]] {
    p = write_varint32(p, r.header_count);
    std::memcpy(p, r.headers.data(), r.headers.size());
    p += r.headers.size();
  } else {
    *p++ = 0;
  }
  write_uvarint32(at, static_cast<u32>(p - body) * 2);
  return p;
}

}  // namespace rk
