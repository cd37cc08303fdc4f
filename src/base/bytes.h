// Big-endian integers as types that can be laid over a wire format: no alignment, no padding, so
// a struct of them is the format (static_assert its size). Header only; no state.
#pragma once

#include <bit>
#include <cstring>

#include "base/types.h"

namespace rk {

template <typename T>
inline T load_be(const void* p) {
  static_assert(std::endian::native == std::endian::little);
  T v;
  std::memcpy(&v, p, sizeof v);
  if constexpr (sizeof(T) == 2) return static_cast<T>(__builtin_bswap16(static_cast<u16>(v)));
  if constexpr (sizeof(T) == 4) return static_cast<T>(__builtin_bswap32(static_cast<u32>(v)));
  if constexpr (sizeof(T) == 8) return static_cast<T>(__builtin_bswap64(static_cast<u64>(v)));
  return v;
}

template <typename T>
inline void store_be(void* p, T v) {
  if constexpr (sizeof(T) == 2) v = static_cast<T>(__builtin_bswap16(static_cast<u16>(v)));
  if constexpr (sizeof(T) == 4) v = static_cast<T>(__builtin_bswap32(static_cast<u32>(v)));
  if constexpr (sizeof(T) == 8) v = static_cast<T>(__builtin_bswap64(static_cast<u64>(v)));
  std::memcpy(p, &v, sizeof v);
}

template <typename T>
class BigEndian {
 public:
  BigEndian() = default;
  BigEndian(T v) { store_be(raw_, v); }
  operator T() const { return load_be<T>(raw_); }
  T get() const { return load_be<T>(raw_); }

 private:
  u8 raw_[sizeof(T)];
};

using be16 = BigEndian<i16>;
using be32 = BigEndian<i32>;
using be64 = BigEndian<i64>;
using beu32 = BigEndian<u32>;
static_assert(sizeof(be64) == 8 && alignof(be64) == 1);

}  // namespace rk
