// RecordCursor: reads the records of one batch, in place. A value of a few words: copy it to come
// back to a position. The bytes must lie in a Buffer (Buffer::kPadding readable bytes follow them)
// and stay constant; the views point into them. Whichever thread holds the cursor uses it.
//
// The cursor believes nothing: each record is checked wholly, headers included, before next()
// shows it. What it cannot know is whether a later record is broken, so a consumer that must not
// deliver part of a corrupt batch runs validate_records() over it first (costs about 3 ns a
// record).
//
//   length | attributes | time delta | offset delta | key length, key | value length, value |
//   header count | { key length, key, value length, value } ...
#pragma once

#include "base/buffer.h"
#include "base/types.h"
#include "base/varint.h"

namespace rk {

struct RecordView {
  const u8* key;    // null: no key
  const u8* value;  // null: a tombstone
  u32 key_size;     // 0 when null
  u32 value_size;
  i64 timestamp_delta;  // BatchHeader::timestamp() turns it into a time
  i32 offset_delta;
  i32 header_count;
  // The header block: the varint count and what follows it, to the record's end. Enough to find all
  // headers again later (HeaderCursor), so a message needs to keep only this pointer.
  const u8* header_block;
  u32 header_block_size;
};

class RecordCursor {
 public:
  RecordCursor() = default;
  RecordCursor(Bytes records, i32 count, i32 last_offset_delta)
      : p_(records.data()),
        end_(records.data() + records.size()),
        left_(count),
        offset_delta_last_(last_offset_delta) {}

  // False at the end, and at the first corrupt record (then corrupt() is true for good).
  [[gnu::always_inline]] inline bool next(RecordView& out);

  // The same for records that validate_records() found sound, without looking again.
  [[gnu::always_inline]] inline bool next_sound(RecordView& out);

  // A record was malformed, or bytes were left after the last one.
  bool corrupt() const { return corrupt_; }
  i32 left() const { return left_; }
  const u8* position() const { return p_; }

 private:
  // Inline, so that a cursor on the stack can live in registers.
  bool finish() {
    corrupt_ |= p_ != end_;
    return false;
  }
  bool fail() {
    corrupt_ = true;
    left_ = 0;
    return false;
  }

  const u8* p_ = nullptr;
  const u8* end_ = nullptr;
  i32 left_ = 0;
  i32 offset_delta_ = -1;  // of the last record read
  i32 offset_delta_last_ = 0;
  bool corrupt_ = false;
};

// True when all records are sound and nothing is left over.
bool validate_records(Bytes records, i32 count, i32 last_offset_delta);

// The headers of one record. `block` comes from a RecordView, whose cursor has checked it; so it
// needs neither an end nor padding.
struct HeaderView {
  const char* key;  // not null-terminated, never null
  const u8* value;  // null: no value
  u32 key_size;
  u32 value_size;
};

class HeaderCursor {
 public:
  explicit HeaderCursor(const u8* block);
  bool next(HeaderView& out);
  i32 left() const { return left_; }

 private:
  const u8* p_;
  i32 left_ = 0;
};

// Whether [p, end) is exactly `count` well-formed headers. Padded memory.
bool validate_headers(const u8* p, const u8* end, i32 count);

inline bool RecordCursor::next(RecordView& out) {
  // Lengths are read as the raw zigzag number: odd is negative, and -1, the only negative length
  // that means anything, is 1. A position may pass the record's end by the few bytes of one varint,
  // which the padding covers, and a sum of a position and a length cannot wrap (lengths are below
  // 2^31); so one comparison with the end follows each length.
  if (left_ <= 0) [[unlikely]]
    return finish();
  u32 size, offset, key_size, value_size, header_count;
  u64 time;
  const u8* p = read_uvarint32_padded(p_, &size);
  if (!p || size & 1) [[unlikely]]
    return fail();
  const u8* const record_end = p + (size >> 1);
  if (record_end > end_) [[unlikely]]
    return fail();
  p = read_uvarint64_padded(p + 1, &time);  // 1: attributes, of which none are defined
  if (!p) [[unlikely]]
    return fail();
  p = read_uvarint32_padded(p, &offset);
  if (!p || offset & 1) [[unlikely]]
    return fail();
  const i32 offset_delta = static_cast<i32>(offset >> 1);
  if (offset_delta <= offset_delta_ || offset_delta > offset_delta_last_) [[unlikely]] {
    return fail();
  }
  p = read_uvarint32_padded(p, &key_size);
  if (!p) [[unlikely]]
    return fail();
  const u8* key = nullptr;
  if (key_size & 1) {
    if (key_size != 1) [[unlikely]]
      return fail();
    key_size = 0;
  } else {
    key = p;
    p += key_size >>= 1;
    if (p >= record_end) [[unlikely]]
      return fail();
  }
  p = read_uvarint32_padded(p, &value_size);
  if (!p) [[unlikely]]
    return fail();
  const u8* value = nullptr;
  if (value_size & 1) [[unlikely]] {
    if (value_size != 1) return fail();
    value_size = 0;
  } else {
    value = p;
    p += value_size >>= 1;
  }
  if (p >= record_end) [[unlikely]]
    return fail();
  out.header_block = p;
  out.header_block_size = static_cast<u32>(record_end - p);
  header_count = *p++;
  if (header_count) [[unlikely]] {
    p = read_uvarint32_padded(p - 1, &header_count);
    if (!p || header_count & 1) return fail();
    header_count >>= 1;
    if (!validate_headers(p, record_end, static_cast<i32>(header_count))) return fail();
  } else if (p != record_end) [[unlikely]] {
    return fail();
  }
  p_ = record_end;
  --left_;
  offset_delta_ = offset_delta;
  out.key = key;
  out.value = value;
  out.key_size = key_size;
  out.value_size = value_size;
  out.timestamp_delta = unzigzag64(time);
  out.offset_delta = offset_delta;
  out.header_count = static_cast<i32>(header_count);
  return true;
}

inline bool RecordCursor::next_sound(RecordView& out) {
  if (left_ <= 0) [[unlikely]]
    return false;
  u32 size, offset, key_size, value_size, header_count;
  u64 time;
  const u8* p = read_uvarint32_padded(p_, &size);
  const u8* const record_end = p + (size >> 1);
  p = read_uvarint64_padded(p + 1, &time);
  p = read_uvarint32_padded(p, &offset);
  p = read_uvarint32_padded(p, &key_size);
  out.key = nullptr;
  out.key_size = 0;
  if (!(key_size & 1)) {
    out.key = p;
    out.key_size = key_size >> 1;
    p += out.key_size;
  }
  p = read_uvarint32_padded(p, &value_size);
  out.value = nullptr;
  out.value_size = 0;
  if (!(value_size & 1)) [[likely]] {
    out.value = p;
    out.value_size = value_size >> 1;
    p += out.value_size;
  }
  out.header_block = p;
  out.header_block_size = static_cast<u32>(record_end - p);
  header_count = *p;
  if (header_count) [[unlikely]] {
    read_uvarint32_padded(p, &header_count);
    header_count >>= 1;
  }
  p_ = record_end;
  --left_;
  offset_delta_ = static_cast<i32>(offset >> 1);
  out.timestamp_delta = unzigzag64(time);
  out.offset_delta = offset_delta_;
  out.header_count = static_cast<i32>(header_count);
  return true;
}

}  // namespace rk
