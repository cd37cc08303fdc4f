// The messages that are produced: a number and words from a short list, so that a codec has
// something to find. Made before the clock starts: what is measured is the library.
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXTS 4096

typedef struct {
  char* bytes;
  size_t size;  // of one
} texts_t;

static inline texts_t make_texts(size_t size) {
  static const char* words[] = {"order ",  "paid ",  "user ",   "click ", "north ", "amber ",
                                "seven ",  "river ", "stone ",  "cloud ", "early ", "signal ",
                                "packet ", "lemon ", "harbor ", "quiet "};
  texts_t texts = {malloc(TEXTS * size), size};
  char* line = malloc(size + 32);
  if (texts.bytes == NULL || line == NULL) abort();
  unsigned long state = 88172645463325252UL;
  for (int i = 0; i < TEXTS; i++) {
    size_t at = (size_t)sprintf(line, "%09d ", i);
    while (at < size) {
      state ^= state << 13;
      state ^= state >> 7;
      state ^= state << 17;
      at += (size_t)sprintf(line + at, "%s", words[state % 16]);
    }
    memcpy(texts.bytes + (size_t)i * size, line, size);
  }
  free(line);
  return texts;
}

static inline char* text_of(const texts_t* texts, unsigned long i) {
  return texts->bytes + i % TEXTS * texts->size;
}
