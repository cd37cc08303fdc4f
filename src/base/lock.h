// Mutex and its guard. A Mutex is a leaf unless src/README.md ("Lock order") says otherwise; no
// lock is held while application code runs. Any thread.
#pragma once

#include <mutex>

namespace rk {
using Mutex = std::mutex;
using Lock = std::unique_lock<std::mutex>;
}  // namespace rk
