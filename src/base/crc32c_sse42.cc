// CRC-32C by the SSE 4.2 instruction. Only the marked function is compiled for it, so the file can
// be part of a library that runs on processors without.
#if defined(__x86_64__)
#include <nmmintrin.h>

#include "base/crc32c.h"
#include "base/crc32c_streams.h"

namespace rk {
namespace {
#define STEP8(crc, word) _mm_crc32_u64(crc, word)
#define STEP1(crc, byte) _mm_crc32_u8(crc, byte)
__attribute__((target("sse4.2"))) u32 crc32c_sse42(u32 crc, const void* data, size_t size) {
  RK_CRC32C_BODY
}
}  // namespace

Crc32cFunction crc32c_hardware() {
  return __builtin_cpu_supports("sse4.2") ? crc32c_sse42 : nullptr;
}

}  // namespace rk
#endif
