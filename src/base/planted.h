// Planted bugs: `if (FASTKA_PLANTED(name))` guards one deliberate mistake, of the list in
// planted.def, to show that a named suite catches it. Only the profile `planted` has them, and
// there only the one that the environment variable FASTKA_PLANTED_BUG names is active. In every
// other build the condition is the constant false and nothing of it is compiled. Any thread; no
// state.
#pragma once

#include "base/types.h"

#if FASTKA_PLANTED_BUGS && defined(NDEBUG)
#error "planted bugs are for tests, never for a release"
#endif

namespace rk {

enum class PlantedBug : u8 {
#define PLANT(name, rules, suite, sign, text) name,
#include "base/planted.def"
#undef PLANT
};

#if FASTKA_PLANTED_BUGS
bool planted(PlantedBug bug);
// A millisecond in which the thread does nothing: the slowness that a gate must see.
void planted_sleep();
#else
consteval bool planted(PlantedBug) {
  return false;
}
inline void planted_sleep() {}
#endif

}  // namespace rk

#define FASTKA_PLANTED(name) (::rk::planted(::rk::PlantedBug::name))
