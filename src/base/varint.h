// Kafka's variable-length integers: 7 bits a byte, lowest first, the top bit says "more"; signed
// ones are zigzag-coded. Every reader refuses encodings that are longer than the type allows or
// that overflow it. The *_padded readers skip the bounds check: the caller owns kVarintPadding
// readable bytes past the end of what may be parsed, and compares the position with that end
// itself, afterwards. Header only; no state.
#pragma once

#include <bit>

#include "base/types.h"

namespace rk {

constexpr int kVarint32Max = 5;   // bytes
constexpr int kVarint64Max = 10;  // bytes
constexpr size_t kVarintPadding = 16;

constexpr u32 zigzag32(i32 v) {
  return (static_cast<u32>(v) << 1) ^ static_cast<u32>(v >> 31);
}
constexpr u64 zigzag64(i64 v) {
  return (static_cast<u64>(v) << 1) ^ static_cast<u64>(v >> 63);
}
constexpr i32 unzigzag32(u32 v) {
  return static_cast<i32>((v >> 1) ^ (0u - (v & 1)));
}
constexpr i64 unzigzag64(u64 v) {
  return static_cast<i64>((v >> 1) ^ (u64{0} - (v & 1)));
}

// How many bytes v takes; branch-free: (bits + 6) / 7 with the division turned into a multiply.
constexpr size_t uvarint32_size(u32 v) {
  return static_cast<size_t>(((32 - std::countl_zero(v | 1)) * 9 + 64) >> 6);
}
constexpr size_t uvarint64_size(u64 v) {
  return static_cast<size_t>(((64 - std::countl_zero(v | 1)) * 9 + 64) >> 6);
}
constexpr size_t varint32_size(i32 v) {
  return uvarint32_size(zigzag32(v));
}
constexpr size_t varint64_size(i64 v) {
  return uvarint64_size(zigzag64(v));
}

// Writers: room for the longest form is the caller's; they return the position after.
u8* write_uvarint64_long(u8* p, u64 v);
[[gnu::always_inline]] inline u8* write_uvarint64(u8* p, u64 v) {
  if (v < 0x80) {
    *p = static_cast<u8>(v);
    return p + 1;
  }
  if (v < 0x4000) [[likely]] {
    p[0] = static_cast<u8>(v | 0x80);
    p[1] = static_cast<u8>(v >> 7);
    return p + 2;
  }
  return write_uvarint64_long(p, v);
}
[[gnu::always_inline]] inline u8* write_uvarint32(u8* p, u32 v) {
  return write_uvarint64(p, v);
}
inline u8* write_varint32(u8* p, i32 v) {
  return write_uvarint32(p, zigzag32(v));
}
inline u8* write_varint64(u8* p, i64 v) {
  return write_uvarint64(p, zigzag64(v));
}

// A varint whose first two bytes both say "more"; the position is null when malformed. Returned in
// two registers: a result through memory would keep callers' values out of registers too.
struct LongVarint {
  const u8* after;
  u64 value;
};
[[gnu::cold]] LongVarint read_uvarint32_long(const u8* p);
[[gnu::cold]] LongVarint read_uvarint64_long(const u8* p);

// Readers over padded memory: the position after, or null when malformed.
[[gnu::always_inline]] inline const u8* read_uvarint32_padded(const u8* p, u32* out) {
  const u32 a = p[0];
  if (a < 0x80) [[likely]] {
    *out = a;
    return p + 1;
  }
  const u32 b = p[1];
  if (b < 0x80) [[likely]] {
    *out = a + (b << 7) - 0x80;
    return p + 2;
  }
  const u32 c = p[2];  // the offsets of a batch of more than 8192 records
  if (c < 0x80) {
    *out = a + (b << 7) + (c << 14) - 0x80 - 0x4000;
    return p + 3;
  }
  const LongVarint rest = read_uvarint32_long(p);
  *out = static_cast<u32>(rest.value);
  return rest.after;
}
[[gnu::always_inline]] inline const u8* read_uvarint64_padded(const u8* p, u64* out) {
  const u64 a = p[0];
  if (a < 0x80) [[likely]] {
    *out = a;
    return p + 1;
  }
  const u64 b = p[1];
  if (b < 0x80) [[likely]] {
    *out = a + (b << 7) - 0x80;
    return p + 2;
  }
  const LongVarint rest = read_uvarint64_long(p);
  *out = rest.value;
  return rest.after;
}
[[gnu::always_inline]] inline const u8* read_varint32_padded(const u8* p, i32* out) {
  u32 v;
  p = read_uvarint32_padded(p, &v);
  *out = unzigzag32(v);
  return p;
}
[[gnu::always_inline]] inline const u8* read_varint64_padded(const u8* p, i64* out) {
  u64 v;
  p = read_uvarint64_padded(p, &v);
  *out = unzigzag64(v);
  return p;
}

// Readers that look at no byte at or beyond `end`: the position after, or null when malformed or
// cut.
const u8* read_uvarint32(const u8* p, const u8* end, u32* out);
const u8* read_uvarint64(const u8* p, const u8* end, u64* out);
inline const u8* read_varint32(const u8* p, const u8* end, i32* out) {
  u32 v = 0;
  p = read_uvarint32(p, end, &v);
  *out = unzigzag32(v);
  return p;
}
inline const u8* read_varint64(const u8* p, const u8* end, i64* out) {
  u64 v = 0;
  p = read_uvarint64(p, end, &v);
  *out = unzigzag64(v);
  return p;
}

}  // namespace rk
