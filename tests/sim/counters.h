// What a simulation counts over all its seeds. What never happened was not tested: a name that was
// entered and stayed at zero fails the run. Used by one thread.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

#include "base/types.h"

namespace rk::sim {

// Which seeds a simulation plays: all, or those that the command line names: FIRST [LAST].
struct Seeds {
  u64 first, last;
  u64 count() const { return last - first + 1; }
  void take(int argc, char** argv) {
    if (argc > 1) first = last = std::strtoull(argv[1], nullptr, 10);
    if (argc > 2) last = std::strtoull(argv[2], nullptr, 10);
  }
};

using Counters = std::map<std::string, u64>;

// Prints all; whether none is zero.
inline bool print_all(const Counters& counters) {
  bool all = true;
  for (const auto& [name, count] : counters) {
    std::printf("%10llu  %s\n", static_cast<unsigned long long>(count), name.c_str());
    if (count == 0) std::printf("            ^ never happened\n");
    all &= count > 0;
  }
  std::fflush(stdout);
  return all;
}

// How often each invariant of one letter was looked at ("P7: reported too late" counts as P7).
class Checked {
 public:
  void note(const char* what) {
    if (what[0] != letter_ || what[1] < '0' || what[1] > '9') return;
    int n = what[1] - '0';
    if (what[2] >= '0' && what[2] <= '9') n = n * 10 + what[2] - '0';
    ++counts_[n];
  }
  explicit Checked(char letter) : letter_(letter) {}
  void add_to(Counters& to) const {
    for (int n = 1; n < 100; ++n)
      if (counts_[n]) to[std::string("checked ") + letter_ + std::to_string(n)] += counts_[n];
  }

 private:
  const char letter_;
  u64 counts_[100] = {};
};

}  // namespace rk::sim
