// The values of the messages of producer.c, which consumer.c looks for.
#pragma once

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

// "NUMBER " and filler, half of which repeats, so that a codec has something to do and something to
// leave.
static inline void fill(char* value, size_t size, uint64_t number) {
  uint64_t state = number * 0x9e3779b97f4a7c15u + 1;
  const int head = snprintf(value, size, "%" PRIu64 " ", number);
  for (size_t i = (size_t)head; i < size; i++) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    value[i] = i % 2 ? 'x' : (char)('a' + state % 26);
  }
}
