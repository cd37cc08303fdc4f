#include "record/reader.h"

namespace rk {

// The same rules as RecordCursor::next(), by the shortest way: nothing is kept of a record, and
// offsets are compared as the raw zigzag numbers that they are.
bool validate_records(Bytes records, i32 count, i32 last_offset_delta) {
  const u8* p = records.data();
  const u8* const end = p + records.size();
  i64 offset_before = -1;
  const i64 offset_last = i64{last_offset_delta} * 2;
  for (; count > 0; --count) {
    u32 size, offset, key_size, value_size;
    u64 time;
    p = read_uvarint32_padded(p, &size);
    if (!p || size & 1) [[unlikely]]
      return false;
    const u8* const record_end = p + (size >> 1);
    if (record_end > end) [[unlikely]]
      return false;
    p = read_uvarint64_padded(p + 1, &time);
    if (!p) [[unlikely]]
      return false;
    p = read_uvarint32_padded(p, &offset);
    if (!p || offset & 1 || offset <= offset_before || offset > offset_last) [[unlikely]]
      return false;
    offset_before = offset;
    p = read_uvarint32_padded(p, &key_size);
    if (key_size != 1) {
      if (!p || key_size & 1) [[unlikely]]
        return false;
      p += key_size >> 1;
      if (p >= record_end) [[unlikely]]
        return false;
    }
    p = read_uvarint32_padded(p, &value_size);
    if (value_size != 1) [[likely]] {
      if (!p || value_size & 1) [[unlikely]]
        return false;
      p += value_size >> 1;
    }
    if (p + 1 == record_end && *p == 0) [[likely]] {  // no headers
      p = record_end;
      continue;
    }
    if (p >= record_end) return false;
    u32 header_count;
    p = read_uvarint32_padded(p, &header_count);
    if (!p || header_count & 1) return false;
    if (!validate_headers(p, record_end, static_cast<i32>(header_count >> 1))) return false;
    p = record_end;
  }
  return p == end;
}

bool validate_headers(const u8* p, const u8* end, i32 count) {
  if (count < 0) return false;
  for (; count; --count) {
    i32 key_size = 0;
    i32 value_size = 0;
    p = read_varint32(p, end, &key_size);
    if (!p || key_size < 0 || key_size > end - p) return false;
    p = read_varint32(p + key_size, end, &value_size);
    if (!p || value_size < -1 || value_size > end - p) return false;
    if (value_size > 0) p += value_size;
  }
  return p == end;
}

HeaderCursor::HeaderCursor(const u8* block) {
  p_ = read_varint32_padded(block, &left_);
}

bool HeaderCursor::next(HeaderView& out) {
  if (left_ <= 0) return false;
  --left_;
  i32 size;
  p_ = read_varint32_padded(p_, &size);
  out.key = reinterpret_cast<const char*>(p_);
  out.key_size = static_cast<u32>(size);
  p_ = read_varint32_padded(p_ + size, &size);
  out.value = size < 0 ? nullptr : p_;
  out.value_size = size < 0 ? 0 : static_cast<u32>(size);
  p_ += out.value_size;
  return true;
}

}  // namespace rk
