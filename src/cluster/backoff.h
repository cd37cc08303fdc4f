// Exponential back-off, doubling, with jitter. Pure; any thread.
#pragma once

#include <algorithm>

#include "base/types.h"

namespace rk {

// The delay before attempt `failures` + 1 (failures >= 1): base_ms doubled per failure, capped at
// max_ms, then scaled into [low, high) percent by `random`.
constexpr Micros backoff(i64 base_ms, i64 max_ms, int failures, u64 random, int low_percent,
                         int high_percent) {
  i64 ms = base_ms;
  for (int i = 1; i < failures && ms < max_ms; ++i) ms *= 2;
  ms = std::min(ms, std::max(base_ms, max_ms));
  const auto span = static_cast<u64>(high_percent - low_percent) * 10;
  const auto permille = low_percent * 10 + static_cast<i64>(random % span);
  return ms * permille;  // ms * 1000 us * permille / 1000
}

// KIP-580: +-20 %.
constexpr Micros retry_backoff(i64 base_ms, i64 max_ms, int failures, u64 random) {
  return backoff(base_ms, max_ms, failures, random, 80, 120);
}
// librdkafka's documented range for reconnects: -25 % to +50 %.
constexpr Micros reconnect_backoff(i64 base_ms, i64 max_ms, int failures, u64 random) {
  return backoff(base_ms, max_ms, failures, random, 75, 150);
}

}  // namespace rk
