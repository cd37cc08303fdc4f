// The ABI's rd_kafka_Uuid_t: 128 bits and, on demand, their base64 text. Owned by whoever made or
// copied it. Not synchronised.
#pragma once

#include "base/types.h"

struct rd_kafka_Uuid_s {
  rk::i64 high;
  rk::i64 low;
  mutable char base64[23];  // empty until it is asked for
};
