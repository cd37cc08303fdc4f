// BrokerCounters: what the statistics say of one broker; shared by its connections (control, fetch,
// produce), written by whichever thread drives each, read by the statistics. Relaxed atomics: each
// number is right by itself, together they are of about the same moment.
#pragma once

#include <array>
#include <atomic>
#include <memory>

#include "base/histogram.h"
#include "base/types.h"

namespace rk {

// Measured once per request or batch, and only when somebody gets statistics. Microseconds but for
// the broker's own throttle times, which are milliseconds.
struct BrokerWindows {
  Window internal_latency;  // of each message: from the produce call to its first request
  Window outbuf_latency;    // from a request's making to its first byte on the wire
  Window round_trip;
  Window throttle;
};

struct BrokerCounters {
  std::atomic<u64> tx{0}, tx_bytes{0}, tx_errors{0}, tx_retries{0}, rx{0}, rx_bytes{0},
      rx_errors{0}, rx_corrid_errors{0}, rx_partial{0}, request_timeouts{0}, connects{0},
      disconnects{0}, wakeups{0};
  std::atomic<i64> last_tx{0}, last_rx{0};  // Micros
  std::atomic<i32> waiting{0};              // requests sent and not answered
  std::atomic<i32> unsent{0};               // requests not yet (wholly) written
  std::atomic<i32> up{0};                   // connections that are ready
  // Of the connection that changed last: "INIT", "CONNECT", "UP", ... and since when.
  std::atomic<const char*> state{"INIT"};
  std::atomic<i64> state_since{0};  // Micros
  // Requests by API key.
  static constexpr size_t kKeys = 96;
  std::array<std::atomic<u64>, kKeys> requests{};
  // Null without statistics; set before the counters are shared.
  std::unique_ptr<BrokerWindows> windows;
};

}  // namespace rk
