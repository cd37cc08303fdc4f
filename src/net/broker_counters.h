// BrokerCounters: what the statistics say of one broker; shared by its connections (control, fetch,
// produce), written by whichever thread drives each, read by the statistics. Relaxed atomics: each
// number is right by itself, together they are of about the same moment.
#pragma once

#include <array>
#include <atomic>

#include "base/types.h"

namespace rk {

struct BrokerCounters {
  std::atomic<u64> tx{0}, tx_bytes{0}, tx_errors{0}, tx_retries{0}, rx{0}, rx_bytes{0},
      rx_errors{0}, rx_corrid_errors{0}, rx_partial{0}, request_timeouts{0}, connects{0},
      disconnects{0};
  std::atomic<i64> last_tx{0}, last_rx{0};  // Micros
  std::atomic<i32> waiting{0};              // requests sent and not answered
  std::atomic<i32> unsent{0};               // requests not yet (wholly) written
  // Of the connection that changed last: "INIT", "CONNECT", "UP", ... and since when.
  std::atomic<const char*> state{"INIT"};
  std::atomic<i64> state_since{0};  // Micros
  // Round trips since the statistics took them last.
  std::atomic<u64> rtt_count{0}, rtt_sum{0}, rtt_max{0};  // microseconds
  // Requests by API key.
  static constexpr size_t kKeys = 96;
  std::array<std::atomic<u64>, kKeys> requests{};
};

}  // namespace rk
