// Goal: whatever brokers, connections and the application do, each message gets one true report:
// what is reported as persisted is in the log at its offset, what is reported as not persisted
// never comes there, nothing is there twice or out of order, nothing hangs or spins, and the counts
// return to zero. Method: the shipped client over virtual brokers in virtual time, everything drawn
// from a seed; afterwards the brokers' logs are compared with the reports. The promises are named
// as in run.cc. Run with a seed as argument to see that one only. A table shows how often each
// fault and each kind of report occurred; one that never did fails the test.
#include <cstdio>
#include <cstdlib>

#include "sim_producer/run.h"

namespace {

rk::u64 first_seed = 1;
rk::u64 last_seed = 3000;

void every_report_is_true(void**) {
  rk::sim::Counters counters;
  for (rk::u64 seed = first_seed; seed <= last_seed; ++seed) {
    rk::sim::Run run(seed, counters);
    run.go();
  }
  bool all = true;
  for (const auto& [name, count] : counters) {
    std::printf("%10llu  %s\n", static_cast<unsigned long long>(count), name.c_str());
    all &= count > 0;
  }
  if (last_seed > first_seed) assert_true(all);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1) first_seed = last_seed = std::strtoull(argv[1], nullptr, 10);
  if (argc > 2) last_seed = std::strtoull(argv[2], nullptr, 10);
  const CMUnitTest tests[] = {cmocka_unit_test(every_report_is_true)};
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
