// CRC-32C by the ARMv8 instruction, which is optional in 8.0: the kernel says whether it is there.
#if defined(__aarch64__)
#include <arm_acle.h>
#include <sys/auxv.h>

#include "base/crc32c.h"
#include "base/crc32c_streams.h"

namespace rk {
namespace {
constexpr unsigned long kHwcapCrc32 = 1ul << 7;  // HWCAP_CRC32 of <asm/hwcap.h>

#define STEP8(crc, word)                   \
  u64 {                                    \
    __crc32cd(static_cast<u32>(crc), word) \
  }
#define STEP1(crc, byte) __crc32cb(crc, byte)
__attribute__((target("+crc"))) u32 crc32c_armv8(u32 crc, const void* data, size_t size) {
  RK_CRC32C_BODY
}
}  // namespace

Crc32cFunction crc32c_hardware() {
  return getauxval(AT_HWCAP) & kHwcapCrc32 ? crc32c_armv8 : nullptr;
}

}  // namespace rk
#endif
