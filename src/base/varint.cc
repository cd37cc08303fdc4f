#include "base/varint.h"

#include "base/bytes.h"

namespace rk {
namespace {
// The fifth byte of a 32-bit value may carry 4 bits, the tenth of a 64-bit value 1.
template <typename T, int kBytesMax>
const u8* read_bounded(const u8* p, int available, T* out) {
  constexpr int kBits = sizeof(T) * 8;
  constexpr u8 kLastMax = static_cast<u8>((1u << (kBits - 7 * (kBytesMax - 1))) - 1);
  T v = 0;
  const int most = available < kBytesMax ? available : kBytesMax;
  for (int i = 0; i < most; ++i) {
    const u8 byte = p[i];
    if (i == kBytesMax - 1 && byte > kLastMax) return nullptr;
    v |= static_cast<T>(byte & 0x7f) << (7 * i);
    if (byte < 0x80) {
      *out = v;
      return p + i + 1;
    }
  }
  return nullptr;
}

int clamp_available(const u8* p, const u8* end) {
  return end - p > kVarint64Max ? kVarint64Max : static_cast<int>(end - p);
}
}  // namespace

LongVarint read_uvarint32_long(const u8* p) {
  u32 v = 0;
  const u8* const after = read_bounded<u32, kVarint32Max>(p, kVarint32Max, &v);
  return {after, v};
}

LongVarint read_uvarint64_long(const u8* p) {
  u64 v = 0;
  const u8* const after = read_bounded<u64, kVarint64Max>(p, kVarint64Max, &v);
  return {after, v};
}

u8* write_uvarint64_long(u8* p, u64 v) {
  while (v >= 0x80) {
    *p++ = static_cast<u8>(v | 0x80);
    v >>= 7;
  }
  *p++ = static_cast<u8>(v);
  return p;
}

const u8* read_uvarint32(const u8* p, const u8* end, u32* out) {
  return read_bounded<u32, kVarint32Max>(p, clamp_available(p, end), out);
}

const u8* read_uvarint64(const u8* p, const u8* end, u64* out) {
  return read_bounded<u64, kVarint64Max>(p, clamp_available(p, end), out);
}

}  // namespace rk
