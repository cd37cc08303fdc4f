// Durations that a program collects, and the percentiles of them in its result line.
#pragma once

#include "bench.h"

typedef struct {
  double* ms;
  size_t count, room;
} samples_t;

static inline samples_t samples_new(size_t room) {
  samples_t s = {malloc(room * sizeof(double)), 0, room};
  if (s.ms == NULL) abort();
  // touched now, so that no page fault falls into what is measured
  memset(s.ms, 0, room * sizeof(double));
  return s;
}

static inline void sample(samples_t* s, double seconds) {
  if (s->count < s->room) s->ms[s->count++] = seconds * 1e3;
}

static inline int compare_samples(const void* a, const void* b) {
  const double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

static inline double percentile(const samples_t* s, double p) {
  if (s->count == 0) return 0;
  const size_t at = (size_t)(p / 100 * (double)(s->count - 1) + 0.5);
  return s->ms[at];
}

// Sorts, and prints p50, p99 and the worst as members of the result line.
static inline void print_percentiles(samples_t* s) {
  qsort(s->ms, s->count, sizeof(double), compare_samples);
  printf(",\"p50_ms\":%.4f,\"p99_ms\":%.4f,\"max_ms\":%.4f", percentile(s, 50), percentile(s, 99),
         percentile(s, 100));
}
