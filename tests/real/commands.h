// The lines that a test writes to a program of this folder, which polls for them between other
// work.
#pragma once

#include <poll.h>
#include <string.h>
#include <unistd.h>

// Obeys the whole lines that are there; 0 when the test has closed its end.
static inline int read_commands(void (*obey)(const char* line)) {
  static char text[4096];
  static size_t size;
  struct pollfd in = {STDIN_FILENO, POLLIN, 0};
  if (poll(&in, 1, 0) <= 0) return 1;
  const ssize_t n = read(STDIN_FILENO, text + size, sizeof(text) - size - 1);
  if (n <= 0) return 0;
  size += (size_t)n;
  text[size] = '\0';
  for (char* end; (end = strchr(text, '\n')) != NULL;) {
    *end = '\0';
    obey(text);
    size -= (size_t)(end + 1 - text);
    memmove(text, end + 1, size + 1);
  }
  return 1;
}
