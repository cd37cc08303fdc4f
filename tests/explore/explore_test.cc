// Goal: whatever order requests, answers, faults, deadlines and purges come in, the producer's
// rules (the shipped rk::Sequencer) keep every promise: P1 once in the log, P2 and P3 true
// statuses, P4 exactly one report, P5 true offsets, P6 order, P7 and R10 deadlines, P8 unchangeable
// numbers while unresolved, P9 no fault of ours on a healthy broker, R4 nothing beside something
// unresolved; and from every end a fresh batch gets through. Method: a search through all states of
// small worlds (configs.cc) against a model of the brokers' rules. Prints states, transitions, and
// how often each row of the event table and each fault occurred; one that never did fails. A broken
// promise is printed with the shortest trace found.
//   explore_test [--size large] [--only WORLD] [--states MAX] [--replay WORLD "TRACE"]
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "explore/configs.h"
#include "explore/explorer.h"
#include "support/unit.h"

namespace {
using namespace rk::explore;

// What CI has to see at least, over all worlds.
constexpr rk::u64 kStatesLeast = 5'000'000;

Size size = Size::usual;
std::string only;
rk::u64 states_max = 0;  // 0: all

const Config* config_named(const std::string& name) {
  for (const Config& c : configs(size)) {
    if (name == c.name) return &c;
  }
  std::fprintf(stderr, "no such world: %s\n", name.c_str());
  std::exit(2);
}

void tell(const Config& config, const Result& r, double seconds) {
  std::printf("%-10s %9llu states %10llu transitions %8llu ends  depth %4zu  %5.1f s%s\n",
              config.name, static_cast<unsigned long long>(r.states),
              static_cast<unsigned long long>(r.transitions),
              static_cast<unsigned long long>(r.finished), r.depth_max, seconds,
              r.complete ? "" : "  (not all)");
  if (!r.broken) return;
  const std::vector<Event> trace = shorten(config, r.trace);
  std::printf("%s (world \"%s\", after %llu states)\n  explore_test --replay \"%s\" \"%s\"\n",
              r.broken, config.name, static_cast<unsigned long long>(r.states), config.name,
              text_of(trace).c_str());
}

void every_reachable_state_keeps_the_promises(void**) {
  RowCounts rows{};
  Result sum;
  for (const Config& config : configs(size)) {
    if (!only.empty() && only != config.name) continue;
    const auto began = std::chrono::steady_clock::now();
    Explorer explorer(config);
    const Result r = explorer.run(states_max ? states_max : ~rk::u64{0});
    tell(config, r,
         std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count());
    std::fflush(stdout);
    sum.states += r.states;
    sum.transitions += r.transitions;
    for (size_t i = 0; i < kRows; ++i) rows[i] += explorer.rows()[i];
    if (r.broken) fail_msg("%s", r.broken);
    if (!states_max) assert_true(r.complete);
  }
  std::printf("%llu states, %llu transitions\n", static_cast<unsigned long long>(sum.states),
              static_cast<unsigned long long>(sum.transitions));
  bool all = true;
  for (size_t i = 0; i < kRows; ++i) {
    std::printf("%12llu  %s\n", static_cast<unsigned long long>(rows[i]), row_name(i));
    all &= rows[i] > 0;
  }
  if (!only.empty() || states_max) return;
  assert_true(all);
  assert_true(sum.states >= kStatesLeast);
}

int replay_one(const char* name, const char* text) {
  std::vector<Event> trace;
  if (!parse_trace(text, &trace)) return std::fprintf(stderr, "not a trace\n"), 2;
  const char* broken = replay(*config_named(name), trace);
  std::printf("%s\n", broken ? broken : "no promise is broken, or an event cannot happen");
  return broken ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    if (!std::strcmp(argv[i], "--size") && i + 1 < argc) {
      size = std::strcmp(argv[++i], "large") ? Size::usual : Size::large;
    } else if (!std::strcmp(argv[i], "--only") && i + 1 < argc) {
      only = config_named(argv[++i])->name;
    } else if (!std::strcmp(argv[i], "--states") && i + 1 < argc) {
      states_max = std::strtoull(argv[++i], nullptr, 10);
    } else if (!std::strcmp(argv[i], "--replay") && i + 2 < argc) {
      return replay_one(argv[i + 1], argv[i + 2]);
    } else {
      std::fprintf(stderr, "explore_test: what is %s?\n", argv[i]);
      return 2;
    }
  }
  const CMUnitTest tests[] = {cmocka_unit_test(every_reachable_state_keeps_the_promises)};
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
