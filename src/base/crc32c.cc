#include "base/crc32c.h"

#include <atomic>
#include <cstring>

#include "base/crc32c_tables.h"

namespace rk {
namespace {
u32 choose(u32 crc, const void* data, size_t size);

// Constant-initialised, so no constructor runs at load time; every thread that finds choose() here
// stores the same pointer.
constinit std::atomic<Crc32cFunction> chosen{choose};

u32 choose(u32 crc, const void* data, size_t size) {
  const Crc32cFunction hardware = crc32c_hardware();
  const Crc32cFunction function = hardware ? hardware : crc32c_portable;
  chosen.store(function, std::memory_order_relaxed);
  return function(crc, data, size);
}
}  // namespace

u32 crc32c_extend(u32 crc, const void* data, size_t size) {
  return chosen.load(std::memory_order_relaxed)(crc, data, size);
}

u32 crc32c_portable(u32 crc, const void* data, size_t size) {
  const auto& t = crc32c_detail::kSlices;
  const u8* p = static_cast<const u8*>(data);
  crc = ~crc;
  for (; size >= 8; p += 8, size -= 8) {
    u64 word;
    std::memcpy(&word, p, 8);
    word ^= crc;
    crc = t[7][word & 0xff] ^ t[6][(word >> 8) & 0xff] ^ t[5][(word >> 16) & 0xff] ^
          t[4][(word >> 24) & 0xff] ^ t[3][(word >> 32) & 0xff] ^ t[2][(word >> 40) & 0xff] ^
          t[1][(word >> 48) & 0xff] ^ t[0][word >> 56];
  }
  for (; size; ++p, --size) crc = (crc >> 8) ^ t[0][(crc ^ *p) & 0xff];
  return ~crc;
}

#if !defined(__x86_64__) && !defined(__aarch64__)
Crc32cFunction crc32c_hardware() {
  return nullptr;
}
#endif

}  // namespace rk
