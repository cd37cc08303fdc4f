// The three-stream loop that the hardware implementations share; included by them only, inside a
// function compiled for the instruction. STEP8/STEP1 feed eight bytes or one into a CRC.
#pragma once

#include <cstring>

#include "base/crc32c_tables.h"

#define RK_CRC32C_STREAMS(table, length)             \
  while (size >= 3 * (length)) {                     \
    u32 second = 0, third = 0;                       \
    const u8* const stop = p + (length);             \
    do {                                             \
      u64 a, b, c;                                   \
      std::memcpy(&a, p, 8);                         \
      std::memcpy(&b, p + (length), 8);              \
      std::memcpy(&c, p + 2 * (length), 8);          \
      crc = STEP8(crc, a);                           \
      second = STEP8(second, b);                     \
      third = STEP8(third, c);                       \
      p += 8;                                        \
    } while (p < stop);                              \
    crc = crc32c_detail::shift(table, crc) ^ second; \
    crc = crc32c_detail::shift(table, crc) ^ third;  \
    p += 2 * (length);                               \
    size -= 3 * (length);                            \
  }

#define RK_CRC32C_BODY                                                 \
  const u8* p = static_cast<const u8*>(data);                          \
  crc = ~crc;                                                          \
  RK_CRC32C_STREAMS(crc32c_detail::kShiftLong, crc32c_detail::kLong)   \
  RK_CRC32C_STREAMS(crc32c_detail::kShiftShort, crc32c_detail::kShort) \
  for (; size >= 8; p += 8, size -= 8) {                               \
    u64 word;                                                          \
    std::memcpy(&word, p, 8);                                          \
    crc = STEP8(crc, word);                                            \
  }                                                                    \
  for (; size; ++p, --size) crc = STEP1(crc, *p);                      \
  return ~crc;
