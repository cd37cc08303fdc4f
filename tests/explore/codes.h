// The answers that the explorer's brokers give out of themselves, and how it counts them.
#pragma once

#include "base/types.h"

namespace rk::explore {

// Said after an append as well as without one. One of each kind: asks for metadata, waits for
// replicas, unlisted.
constexpr i16 kMaybeCodes[] = {6, 7, -1};
// Said only when nothing was appended.
constexpr i16 kRefusals[] = {19, 100, 10, 2, 87, 47, 49};

// What may be received instead of an ok with the offset: for a duplicate the first two; after an
// append or for a duplicate kMaybeInstead + an index into kMaybeCodes.
constexpr u8 kNoOffset = 1;
constexpr u8 kCode46 = 2;
constexpr u8 kMaybeInstead = 8;

}  // namespace rk::explore
