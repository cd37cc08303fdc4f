// Goal: no bytes make a decompressor misbehave, exceed its ceiling or leak; what was packed comes
// back. Method: libFuzzer; the first byte picks codec and message format, the rest is unpacked, and
// is also packed and unpacked again.
#include <cstring>

#include "record/codec.h"

using namespace rk;

extern "C" int LLVMFuzzerTestOneInput(const u8* data, size_t size) {
  if (size < 1) return 0;
  static BufferPool* const pool = BufferPool::create(1 << 20);
  static CodecContext codecs;
  constexpr size_t kMost = size_t{4} << 20;
  const Codec codec = static_cast<Codec>(1 + (data[0] & 3));
  const i8 magic = data[0] & 4 ? 0 : 2;
  const Bytes in(data + 1, size - 1);
  {
    BufferRef out;
    if (!codecs.decompress(codec, in, kMost, magic, *pool, &out) && out->size() > kMost) {
      __builtin_trap();
    }
  }
  {
    BufferRef packed, back;
    if (codecs.compress(codec, (data[0] >> 3) % 10 - 1, in, 0, *pool, &packed)) __builtin_trap();
    const Bytes bytes(packed->data(), packed->size());
    if (codecs.decompress(codec, bytes, in.size() + 1, magic, *pool, &back)) __builtin_trap();
    if (back->size() != in.size()) __builtin_trap();
    if (!in.empty() && std::memcmp(back->data(), in.data(), in.size())) __builtin_trap();
  }
  if (pool->bytes_out()) __builtin_trap();
  return 0;
}
