// The three-stream loop that the hardware implementations share; included by them only, inside a
// function compiled for the instruction. STEP8/STEP1 feed eight bytes or one into a CRC; a CRC on
// its way is kept in 64 bits, as the instruction of x86 takes and gives it.
#pragma once

#include <cstring>

#include "base/crc32c_tables.h"

namespace rk::crc32c_detail {
[[gnu::always_inline]] inline u64 word_at(const u8* p) {
  u64 word;
  std::memcpy(&word, p, 8);
  return word;
}
}  // namespace rk::crc32c_detail

// A word of each stream. Four of these to a turn of the loop: a turn of its own for each is as many
// instructions again.
#define RK_CRC32C_WORDS(at, length)                                    \
  first = STEP8(first, crc32c_detail::word_at(p + (at)));              \
  second = STEP8(second, crc32c_detail::word_at(p + (length) + (at))); \
  third = STEP8(third, crc32c_detail::word_at(p + 2 * (length) + (at)));

#define RK_CRC32C_STREAMS(table, length)                                                   \
  while (size >= 3 * (length)) {                                                           \
    u64 first = crc, second = 0, third = 0;                                                \
    const u8* const stop = p + (length);                                                   \
    do {                                                                                   \
      RK_CRC32C_WORDS(0, length)                                                           \
      RK_CRC32C_WORDS(8, length)                                                           \
      RK_CRC32C_WORDS(16, length)                                                          \
      RK_CRC32C_WORDS(24, length)                                                          \
      p += 32;                                                                             \
    } while (p < stop);                                                                    \
    crc = crc32c_detail::shift(table, static_cast<u32>(first)) ^ static_cast<u32>(second); \
    crc = crc32c_detail::shift(table, crc) ^ static_cast<u32>(third);                      \
    p += 2 * (length);                                                                     \
    size -= 3 * (length);                                                                  \
  }

#define RK_CRC32C_BODY                                                 \
  const u8* p = static_cast<const u8*>(data);                          \
  crc = ~crc;                                                          \
  RK_CRC32C_STREAMS(crc32c_detail::kShiftLong, crc32c_detail::kLong)   \
  RK_CRC32C_STREAMS(crc32c_detail::kShiftShort, crc32c_detail::kShort) \
  for (; size >= 8; p += 8, size -= 8) {                               \
    crc = static_cast<u32>(STEP8(crc, crc32c_detail::word_at(p)));     \
  }                                                                    \
  for (; size; ++p, --size) crc = STEP1(crc, *p);                      \
  return ~crc;
