// Goal: whatever brokers, connections, clocks and the application do, each message gets one true
// report: what is reported as persisted is in the log at its offset, what is reported as not
// persisted never comes there, nothing is there twice or out of order, an open attempt is repeated
// byte for byte, nothing hangs or spins, limits and time-outs hold, and the counts return to zero.
// Method: the shipped client over virtual brokers in virtual time, everything drawn from a seed;
// every request is looked at when it reaches a broker, and afterwards the brokers' logs are
// compared with the reports. The promises are named in run.cc, arrivals.cc and checks.cc: P1 to P15
// of a producer, B1 to B3 of any client. `sim_producer SEED [LAST]` runs these only. A table shows
// how often each fault and each kind of report occurred; one that never did fails the test.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "sim_producer/run.h"

namespace rk::sim {

Vectors::Vectors() {
  std::ifstream in(FASTKA_VECTORS);
  std::string line;
  std::getline(in, line);  // the columns' names
  while (std::getline(in, line)) {
    std::istringstream fields(line);
    std::string field[6];
    for (std::string& f : field) std::getline(fields, f, '\t');
    std::string key;
    for (size_t i = 0; i + 1 < field[0].size(); i += 2)
      key += static_cast<char>(std::stoi(field[0].substr(i, 2), nullptr, 16));
    if (key.empty()) continue;  // no key, for some partitioners
    if (keys.empty() || keys.back().key != key) keys.push_back({key, {}});
    auto& row = keys.back().by_count[std::stoi(field[2])];
    for (size_t c = 3; c < 6; ++c) row[c] = std::stoi(field[c]);
  }
  assert_true(keys.size() > 10);
}

namespace {

#if FASTKA_SANITIZED
constexpr u64 kSeeds = 2000;
#else
constexpr u64 kSeeds = 20000;
#endif
u64 g_first = 1;
u64 g_last = kSeeds;

void every_report_is_true(void**) {
  const Vectors vectors;
  Counters counters;
  for (int n = 1; n <= 15; ++n) counters["checked P" + std::to_string(n)];
  for (u64 seed = g_first; seed <= g_last; ++seed) {
    Run run(seed, vectors, counters);
    run.go();
  }
  counters["seeds"] = g_last - g_first + 1;
  const bool all = print_all(counters);
  if (g_last - g_first + 1 >= 1000) assert_true(all);
}

}  // namespace
}  // namespace rk::sim

int main(int argc, char** argv) {
  using namespace rk::sim;
  if (argc > 1) g_first = g_last = std::strtoull(argv[1], nullptr, 10);
  if (argc > 2) g_last = std::strtoull(argv[2], nullptr, 10);
  const CMUnitTest tests[] = {cmocka_unit_test(every_report_is_true)};
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
