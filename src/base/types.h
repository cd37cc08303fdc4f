// Names for the integers that every layer uses. Header only; no state.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>

#include "rdkafka.h"

namespace rk {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using i8 = std::int8_t;
using i16 = std::int16_t;
using i32 = std::int32_t;
using i64 = std::int64_t;

using Bytes = std::span<const u8>;

// Monotonic time in microseconds; every deadline is one of these. kNever is "no deadline".
using Micros = i64;
constexpr Micros kNever = std::numeric_limits<Micros>::max();
constexpr Micros kMicrosPerMs = 1000;
constexpr Micros kMicrosPerSecond = 1000000;

// Wall-clock milliseconds since 1970; only record timestamps and log lines use it.
using WallMs = i64;

// Kafka's error codes and librdkafka's local ones, in one type: the ABI's own enum.
using ErrorCode = rd_kafka_resp_err_t;
constexpr ErrorCode kOk = RD_KAFKA_RESP_ERR_NO_ERROR;

// deadline for a librdkafka-style timeout argument: negative waits for ever, 0 does not wait.
constexpr Micros deadline_after_ms(Micros now, i64 timeout_ms) {
  return timeout_ms < 0 ? kNever : now + timeout_ms * kMicrosPerMs;
}

inline Bytes as_bytes(std::string_view s) {
  return {reinterpret_cast<const u8*>(s.data()), s.size()};
}

}  // namespace rk
