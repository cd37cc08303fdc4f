// Goal: whatever brokers, connections, clocks and the application do, a consumer hands out every
// record of its isolation level from where it was told to begin exactly once and in order, nothing
// of an old position, nothing damaged, nothing of an open or aborted transaction; positions,
// commits, watermarks and offsets by time are true; calls return in their time; it sleeps when it
// has nothing to do and leaves nothing behind. Method: the shipped client over virtual brokers in
// virtual time, everything drawn from a seed; the test's own book of each log says what must come.
// The promises are named in life.cc and life_checks.cc: C1 to C10 of a consumer, B1 to B10 of any
// client (C7, that a log lost its end, is sim_follow's). `sim_life SEED [LAST]` runs these only. A
// table shows how often each thing occurred; one that never did fails the test.
#include <cstdio>

#include "sim/life.h"

namespace rk::sim {
namespace {

#if FASTKA_SANITIZED
constexpr u64 kSeeds = 1000;
#else
constexpr u64 kSeeds = 14000;
#endif
Seeds g_seeds{1, kSeeds};

void every_record_once_and_true(void**) {
  Counters counters;
  for (const char* name :
       {"C1", "C2", "C3", "C4", "C5", "C6", "C8", "C9", "C10", "B1", "B2", "B3", "B4", "B5", "B10"})
    counters[std::string("checked ") + name];
  for (u64 seed = g_seeds.first; seed <= g_seeds.last; ++seed) Life(seed, counters).go();
  counters["seeds"] = g_seeds.count();
  const bool all = print_all(counters);
  if (g_seeds.count() >= 1000) assert_true(all);
}

}  // namespace
}  // namespace rk::sim

int main(int argc, char** argv) {
  rk::sim::g_seeds.take(argc, argv);
  const CMUnitTest tests[] = {cmocka_unit_test(rk::sim::every_record_once_and_true)};
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
