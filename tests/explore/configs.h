// The worlds that are explored: their sizes, and what may go wrong in each. Several, because faults
// multiply: each has what belongs together.
#pragma once

#include <vector>

#include "explore/world.h"

namespace rk::explore {

enum class Size : u8 { usual, large };
const std::vector<Config>& configs(Size size);

}  // namespace rk::explore
