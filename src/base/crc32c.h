// CRC-32C (Castagnoli), the checksum of record batches. Uses the processor's instruction where
// there is one (SSE 4.2, ARMv8 CRC), chosen at the first call; three streams at a time, because the
// instruction has a latency of three cycles and a throughput of one. Any thread.
#pragma once

#include "base/types.h"

namespace rk {

// Continues `crc` (0 to start) over more bytes.
u32 crc32c_extend(u32 crc, const void* data, size_t size);

inline u32 crc32c(Bytes bytes) {
  return crc32c_extend(0, bytes.data(), bytes.size());
}

// The implementations, for tests: null where the processor lacks the instruction.
using Crc32cFunction = u32 (*)(u32 crc, const void* data, size_t size);
u32 crc32c_portable(u32 crc, const void* data, size_t size);
Crc32cFunction crc32c_hardware();

}  // namespace rk
