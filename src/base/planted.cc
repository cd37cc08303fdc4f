#include "base/planted.h"

#if FASTKA_PLANTED_BUGS
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

namespace rk {
namespace {
constexpr const char* kNames[] = {
#define PLANT(name, rules, suite, sign, text) #name,
#include "base/planted.def"
#undef PLANT
};
constexpr int kNoBug = -1;

int active_bug() {
  const char* wanted = std::getenv("FASTKA_PLANTED_BUG");
  if (!wanted || !*wanted) return kNoBug;
  for (size_t i = 0; i < std::size(kNames); ++i) {
    if (!std::strcmp(kNames[i], wanted)) return static_cast<int>(i);
  }
  std::fprintf(stderr, "FASTKA_PLANTED_BUG=%s: no such bug\n", wanted);
  std::abort();
}
}  // namespace

bool planted(PlantedBug bug) {
  static const int active = active_bug();
  return active == static_cast<int>(bug);
}

void planted_sleep() {
  const timespec pause{0, 1'000'000};
  nanosleep(&pause, nullptr);
}

}  // namespace rk
#endif
