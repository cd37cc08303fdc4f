// Verdict: what a Produce answer's error code proves about the attempt that it answers. The table
// behind it is in verdict.cc; a code that nobody listed proves nothing. Pure; any thread.
#pragma once

#include "base/types.h"

namespace rk {

enum class Verdict : u8 {
  ok,
  duplicate,         // 46: an earlier attempt was appended
  refused_retry,     // nothing of this attempt was appended; the same bytes may go again
  refused_for_good,  // nothing was appended and never will be
  too_large,         // refused, but a smaller batch may pass
  corrupt,           // refused: the bytes were damaged on the way, or are bad
  out_of_order,      // 45
  stale_epoch,       // 47 and 49
  unknown_producer,  // 59, Kafka before 2.5
  maybe,             // it may have been appended
};

Verdict verdict_of(ErrorCode code);
// Whether the answer says that our picture of leaders or topics is old.
bool asks_for_metadata(ErrorCode code);

}  // namespace rk
