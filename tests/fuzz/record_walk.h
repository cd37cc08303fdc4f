// Reads everything that a batch's records show, as a consumer would, and traps when something that
// must hold for any bytes does not.
#pragma once

#include <cstring>
#include <vector>

#include "record/reader.h"

namespace record_walk {
using namespace rk;

// `records` is copied to memory that ends exactly where the padding contract ends, so that
// AddressSanitizer sees any step beyond it.
inline void walk(Bytes records, i32 count, i32 last) {
  std::vector<u8> padded(records.size() + Buffer::kPadding, 0xff);
  if (!records.empty()) std::memcpy(padded.data(), records.data(), records.size());
  const Bytes mine(padded.data(), records.size());
  const u8* const end = mine.data() + mine.size();
  const bool valid = validate_records(mine, count, last);
  RecordCursor cursor(mine, count, last);
  RecordView v;
  i32 seen = 0, offset = -1;
  while (cursor.next(v)) {
    ++seen;
    if (v.offset_delta <= offset || v.offset_delta > last) __builtin_trap();
    offset = v.offset_delta;
    if (v.key && (v.key < mine.data() || v.key + v.key_size > end)) __builtin_trap();
    if (v.value && (v.value < mine.data() || v.value + v.value_size > end)) __builtin_trap();
    HeaderCursor headers(v.header_block);
    HeaderView h;
    i32 n = 0;
    while (headers.next(h)) {
      ++n;
      if (reinterpret_cast<const u8*>(h.key) + h.key_size > end) __builtin_trap();
      if (h.value && h.value + h.value_size > end) __builtin_trap();
    }
    if (n != v.header_count) __builtin_trap();
  }
  if (valid != !cursor.corrupt()) __builtin_trap();
  if (valid && seen != count) __builtin_trap();
}
}  // namespace record_walk
