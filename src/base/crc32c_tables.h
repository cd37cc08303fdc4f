// Tables for CRC-32C, computed by the compiler: slicing-by-8 for the portable loop, and the
// operators that advance a CRC over a run of zero bytes, which join the hardware's three streams.
// Constant.
#pragma once

#include <array>

#include "base/types.h"

namespace rk::crc32c_detail {

constexpr u32 kPolynomial = 0x82f63b78;  // reflected

// Joins three streams of kLong, later of kShort, bytes each.
constexpr size_t kLong = 4096;
constexpr size_t kShort = 256;

using SliceTable = std::array<std::array<u32, 256>, 8>;
using ShiftTable = std::array<std::array<u32, 256>, 4>;

constexpr SliceTable make_slices() {
  SliceTable t{};
  for (u32 n = 0; n < 256; ++n) {
    u32 crc = n;
    for (int k = 0; k < 8; ++k) crc = crc & 1 ? (crc >> 1) ^ kPolynomial : crc >> 1;
    t[0][n] = crc;
  }
  for (u32 n = 0; n < 256; ++n) {
    for (size_t k = 1; k < 8; ++k) t[k][n] = (t[k - 1][n] >> 8) ^ t[0][t[k - 1][n] & 0xff];
  }
  return t;
}

// A linear map of 32 bits to 32: column i is the image of bit i.
using Matrix = std::array<u32, 32>;

constexpr u32 apply(const Matrix& m, u32 v) {
  u32 sum = 0;
  for (size_t i = 0; v; ++i, v >>= 1) {
    if (v & 1) sum ^= m[i];
  }
  return sum;
}

constexpr Matrix squared(const Matrix& m) {
  Matrix s{};
  for (size_t i = 0; i < 32; ++i) s[i] = apply(m, m[i]);
  return s;
}

// The map "append `bytes` zero bytes", for a power of two: one zero bit, squared again and again.
constexpr ShiftTable make_shift(size_t bytes) {
  Matrix m{};
  m[0] = kPolynomial;
  for (size_t i = 1; i < 32; ++i) m[i] = u32{1} << (i - 1);
  for (size_t bits = 1; bits < bytes * 8; bits *= 2) m = squared(m);
  ShiftTable t{};
  for (u32 n = 0; n < 256; ++n) {
    for (size_t k = 0; k < 4; ++k) t[k][n] = apply(m, n << (8 * k));
  }
  return t;
}

inline constexpr SliceTable kSlices = make_slices();
inline constexpr ShiftTable kShiftLong = make_shift(kLong);
inline constexpr ShiftTable kShiftShort = make_shift(kShort);

inline u32 shift(const ShiftTable& t, u32 crc) {
  return t[0][crc & 0xff] ^ t[1][(crc >> 8) & 0xff] ^ t[2][(crc >> 16) & 0xff] ^ t[3][crc >> 24];
}

}  // namespace rk::crc32c_detail
