// snappy. A batch is either one raw snappy block, or the xerial framing that the Java client
// writes:
//
//   82 'SNAPPY' 00 | version i32 | compatible version i32 | { block length i32, raw block } ...
#include <snappy-c.h>

#include "base/bytes.h"
#include "record/codecs.h"

namespace rk {
namespace {
constexpr u8 kXerialMagic[8] = {0x82, 'S', 'N', 'A', 'P', 'P', 'Y', 0};
constexpr size_t kXerialHeader = sizeof kXerialMagic + 4 + 4;
// A copy element makes at most 64 bytes out of 3; a block that claims more lies.
constexpr size_t kRatioMax = 22;

Error append_block(Bytes block, Output& out) {
  const char* in = reinterpret_cast<const char*>(block.data());
  size_t size = 0;
  if (snappy_uncompressed_length(in, block.size(), &size) != SNAPPY_OK ||
      size > block.size() * kRatioMax) {
    return malformed("snappy", "length");
  }
  while (out.room() < size) {
    if (Error error = out.grow()) return error;
  }
  size_t room = out.room();
  if (snappy_uncompress(in, block.size(), reinterpret_cast<char*>(out.at()), &room) != SNAPPY_OK) {
    return malformed("snappy", "block");
  }
  out.wrote(room);
  return {};
}

Error decompress_xerial(Bytes in, Output& out) {
  in = in.subspan(kXerialHeader);
  if (Error error = out.start(in.size() * 4)) return error;
  while (!in.empty()) {
    if (in.size() < 4) return malformed("snappy", "truncated block length");
    const i32 size = load_be<i32>(in.data());
    in = in.subspan(4);
    if (size < 0 || static_cast<size_t>(size) > in.size()) {
      return malformed("snappy", "block length");
    }
    if (Error error = append_block(in.first(static_cast<size_t>(size)), out)) return error;
    in = in.subspan(static_cast<size_t>(size));
  }
  return {};
}
}  // namespace

size_t SnappyCodec::bound(size_t size) {
  return snappy_max_compressed_length(size);
}

Result<size_t> SnappyCodec::compress(Bytes in, u8* to, size_t room) {
  size_t size = room;
  if (snappy_compress(reinterpret_cast<const char*>(in.data()), in.size(),
                      reinterpret_cast<char*>(to), &size) != SNAPPY_OK) {
    return malformed("snappy", "did not fit its bound");
  }
  return size;
}

Error SnappyCodec::decompress(Bytes in, Output& out) {
  if (in.size() >= kXerialHeader && !std::memcmp(in.data(), kXerialMagic, sizeof kXerialMagic)) {
    return decompress_xerial(in, out);
  }
  if (Error error = out.start(in.size() * 4)) return error;
  return append_block(in, out);
}

}  // namespace rk
