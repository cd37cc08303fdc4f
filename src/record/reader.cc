#include "record/reader.h"

namespace rk {

bool validate_records(Bytes records, i32 count, i32 last_offset_delta) {
  RecordCursor cursor(records, count, last_offset_delta);
  RecordView view;
  while (cursor.next(view)) {
  }
  return !cursor.corrupt();
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
