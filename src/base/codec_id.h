// Codec: the compression of a record batch, numbered as in the batch's attribute bits. A plain
// value, no owner.
#pragma once

#include "base/types.h"

namespace rk {

enum class Codec : u8 { none = 0, gzip = 1, snappy = 2, lz4 = 3, zstd = 4 };

}  // namespace rk
