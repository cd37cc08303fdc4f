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
  if (left_ <= 0) [[unlikely]]
    return finish();
  i32 size, offset_delta, key_size, value_size, header_count;
  i64 timestamp_delta;
  // Each step may run past end_ by a few bytes of padding; the comparison with the record's end
  // comes before anything is believed.
  const u8* p = read_varint32_padded(p_, &size);
  if (!p || size < 0 || size > end_ - p) [[unlikely]]
    return fail();
  const u8* const record_end = p + size;
  p = read_varint64_padded(p + 1, &timestamp_delta);
  if (!p) [[unlikely]]
    return fail();
  p = read_varint32_padded(p, &offset_delta);
  if (!p || offset_delta <= offset_delta_ || offset_delta > offset_delta_last_) [[unlikely]] {
    return fail();
  }
  p = read_varint32_padded(p, &key_size);
  if (!p) [[unlikely]]
    return fail();
  const u8* key = nullptr;
  if (key_size >= 0) {
    if (key_size > record_end - p) [[unlikely]]
      return fail();
    key = p;
    p += key_size;
  } else if (key_size != -1) [[unlikely]] {
    return fail();
  } else {
    key_size = 0;
  }
  p = read_varint32_padded(p, &value_size);
  if (!p) [[unlikely]]
    return fail();
  const u8* value = nullptr;
  if (value_size >= 0) [[likely]] {
    if (value_size > record_end - p) [[unlikely]]
      return fail();
    value = p;
    p += value_size;
  } else if (value_size != -1) [[unlikely]] {
    return fail();
  } else {
    value_size = 0;
  }
  const u8* const header_block = p;
  p = read_varint32_padded(p, &header_count);
  if (!p) [[unlikely]]
    return fail();
  if (header_count != 0) {
    if (!validate_headers(p, record_end, header_count)) [[unlikely]]
      return fail();
  } else if (p != record_end) [[unlikely]] {
    return fail();
  }
  p_ = record_end;
  --left_;
  offset_delta_ = offset_delta;
  out.key = key;
  out.value = value;
  out.key_size = static_cast<u32>(key_size);
  out.value_size = static_cast<u32>(value_size);
  out.timestamp_delta = timestamp_delta;
  out.offset_delta = offset_delta;
  out.header_count = header_count;
  out.header_block = header_block;
  out.header_block_size = static_cast<u32>(record_end - header_block);
  return true;
}

}  // namespace rk
