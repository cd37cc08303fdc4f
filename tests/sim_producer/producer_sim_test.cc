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
Seeds g_seeds{1, kSeeds};

void every_report_is_true(void**) {
  const Vectors vectors;
  Counters counters;
  for (int n = 1; n <= 15; ++n) counters["checked P" + std::to_string(n)];
  for (u64 seed = g_seeds.first; seed <= g_seeds.last; ++seed) {
    Run run(seed, vectors, counters);
    run.go();
  }
  counters["seeds"] = g_seeds.count();
  const bool all = print_all(counters);
  if (g_seeds.count() >= 1000) assert_true(all);
}

}  // namespace
}  // namespace rk::sim

int main(int argc, char** argv) {
  rk::sim::g_seeds.take(argc, argv);
  const CMUnitTest tests[] = {cmocka_unit_test(rk::sim::every_report_is_true)};
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
