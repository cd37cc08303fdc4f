/* For tests that are programs like any other: CMocka, rdkafka.h, and a look at the heap. */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#include <cmocka.h>
#ifdef __cplusplus
}
#endif

#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#include "rdkafka.h"

/* Bytes in use. Under the sanitizers it is always 0, and LeakSanitizer does the looking. */
static inline size_t heap_in_use(void) {
  return mallinfo2().uordblks;
}

/* A destructor that does nothing, or that forgets something, shows after many rounds. */
static inline void assert_no_leak(void (*round)(void)) {
  round();
  const size_t before = heap_in_use();
  for (int i = 0; i < 1000; i++) round();
  const size_t after = heap_in_use();
  /* malloc's smallest block is 24 bytes; what it keeps cached is a few kilobytes at most */
  if (after > before + 8000) fail_msg("1000 rounds left %zu bytes behind", after - before);
}
