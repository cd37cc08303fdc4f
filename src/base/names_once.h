// NamesOnce: which of a few names were already said, so that a line is logged once per name and
// handle. Owned by a client handle; any thread. Names are string literals: they are compared by
// address.
#pragma once

#include <algorithm>
#include <mutex>
#include <vector>

#include "base/lock.h"

namespace rk {

class NamesOnce {
 public:
  // True the first time that `name` comes.
  bool first(const char* name) {
    std::lock_guard lock(mutex_);
    if (std::find(names_.begin(), names_.end(), name) != names_.end()) return false;
    names_.push_back(name);
    return true;
  }

 private:
  Mutex mutex_;
  std::vector<const char*> names_;
};

}  // namespace rk
