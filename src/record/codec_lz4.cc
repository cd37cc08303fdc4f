// lz4 in its frame format. Written as every Kafka reader takes it: version 1, independent blocks of
// 64 KiB, no checksums but the header's. Read: everything that the format has, but dictionaries.
#include <lz4frame.h>

#include "base/bytes.h"
#include "record/codecs.h"

namespace rk {
namespace {
constexpr size_t kFrameHeaderMin = 7;  // magic, flags, block size, header checksum
constexpr u8 kFlagContentSize = 0x08;
constexpr u8 kFlagDictionary = 0x01;
constexpr u32 kFrameMagic = 0x184d2204;

LZ4F_preferences_t preferences(int level, size_t size) {
  LZ4F_preferences_t p{};
  p.frameInfo.blockSizeID = LZ4F_max64KB;
  p.frameInfo.blockMode = LZ4F_blockIndependent;
  p.frameInfo.contentChecksumFlag = LZ4F_noContentChecksum;
  p.frameInfo.contentSize = size;
  p.compressionLevel = level;
  p.autoFlush = 1;  // the input is all there: no buffer inside the library
  return p;
}

u32 rotate(u32 v, int bits) {
  return (v << bits) | (v >> (32 - bits));
}

// XXH32 with seed 0 of fewer than 16 bytes: all that a frame header's checksum needs (liblz4 keeps
// its own to itself).
u32 xxh32_short(const u8* p, size_t size) {
  constexpr u32 k1 = 2654435761u, k2 = 2246822519u, k3 = 3266489917u, k4 = 668265263u,
                k5 = 374761393u;
  u32 h = k5 + static_cast<u32>(size);
  for (; size >= 4; p += 4, size -= 4) {
    u32 word;
    std::memcpy(&word, p, 4);
    h = rotate(h + word * k3, 17) * k4;
  }
  for (; size; ++p, --size) h = rotate(h + *p * k5, 11) * k1;
  h = (h ^ (h >> 15)) * k2;
  h = (h ^ (h >> 13)) * k3;
  return h ^ (h >> 16);
}

// Old clients computed the header's checksum over the magic number too. Copies the header of the
// frame with the checksum that it should have; 0: no header there.
size_t mended_header(Bytes in, u8 (&header)[32]) {
  if (in.size() < kFrameHeaderMin) return 0;
  u32 magic;
  std::memcpy(&magic, in.data(), 4);
  if (magic != kFrameMagic) return 0;
  const u8 flags = in[4];
  const size_t descriptor =
      2 + size_t{flags & kFlagContentSize ? 8u : 0u} + size_t{flags & kFlagDictionary ? 4u : 0u};
  if (in.size() < 4 + descriptor + 1) return 0;
  std::memcpy(header, in.data(), 4 + descriptor);
  header[4 + descriptor] = static_cast<u8>(xxh32_short(header + 4, descriptor) >> 8);
  return 4 + descriptor + 1;
}

// Feeds `in` to the frame decoder. `hint` is the library's word on what is missing: 0 after the
// frame's last byte.
Error feed(LZ4F_dctx* d, Bytes& in, Output& out, size_t* hint) {
  while (*hint) {
    size_t room = out.room();
    size_t taken = in.size();
    *hint = LZ4F_decompress(d, out.at(), &room, in.data(), &taken, nullptr);
    if (LZ4F_isError(*hint)) return malformed("lz4", LZ4F_getErrorName(*hint));
    out.wrote(room);
    in = in.subspan(taken);
    if (!*hint) break;
    // With room left the decoder has shown all that it could make of the input.
    if (out.room() && in.empty()) break;
    if (!out.room()) {
      if (Error error = out.grow()) return error;
    } else if (!taken && !room) {
      return malformed("lz4", "no progress");
    }
  }
  return {};
}

size_t guess_size(Bytes in) {
  // A frame of ours or Java's states its size or holds 64 KiB blocks; the ratio is seldom above 4.
  if (in.size() >= kFrameHeaderMin + 8 && in[4] & kFlagContentSize) {
    u64 stated;
    std::memcpy(&stated, in.data() + 6, 8);
    return static_cast<size_t>(std::min<u64>(stated, in.size() * 16));
  }
  return in.size() * 4;
}
}  // namespace

size_t Lz4Codec::bound(int level, size_t size) {
  const LZ4F_preferences_t p = preferences(level, size);
  return LZ4F_compressFrameBound(size, &p);
}

Result<size_t> Lz4Codec::compress(CodecContext& c, int level, Bytes in, u8* to, size_t room) {
  auto*& context = reinterpret_cast<LZ4F_cctx*&>(c.lz4_out_);
  if (!context && LZ4F_isError(LZ4F_createCompressionContext(&context, LZ4F_VERSION))) {
    context = nullptr;
    return codec_memory("lz4");
  }
  const LZ4F_preferences_t p = preferences(level, in.size());
  LZ4F_compressOptions_t options{};
  options.stableSrc = 1;
  size_t size = 0;
  size_t step = LZ4F_compressBegin(context, to, room, &p);
  if (!LZ4F_isError(step)) {
    size += step;
    step = LZ4F_compressUpdate(context, to + size, room - size, in.data(), in.size(), &options);
  }
  if (!LZ4F_isError(step)) {
    size += step;
    step = LZ4F_compressEnd(context, to + size, room - size, &options);
  }
  if (LZ4F_isError(step)) {
    // A context that failed half-way cannot begin again.
    LZ4F_freeCompressionContext(context);
    context = nullptr;
    return malformed("lz4", LZ4F_getErrorName(step));
  }
  return size + step;
}

Error Lz4Codec::decompress(CodecContext& c, Bytes in, bool any_header_checksum, Output& out) {
  auto*& context = reinterpret_cast<LZ4F_dctx*&>(c.lz4_in_);
  if (!context && LZ4F_isError(LZ4F_createDecompressionContext(&context, LZ4F_VERSION))) {
    context = nullptr;
    return codec_memory("lz4");
  }
  LZ4F_resetDecompressionContext(context);
  if (Error error = out.start(guess_size(in))) return error;
  // Frames may follow each other.
  do {
    size_t hint = 1;
    if (any_header_checksum) {
      u8 header[32];
      const size_t size = mended_header(in, header);
      if (!size) return malformed("lz4", "no frame header");
      Bytes mended(header, size);
      if (Error error = feed(context, mended, out, &hint)) return error;
      in = in.subspan(size);
    }
    if (Error error = feed(context, in, out, &hint)) return error;
    if (hint) return malformed("lz4", "truncated");
  } while (!in.empty());
  return {};
}

void Lz4Codec::destroy(CodecContext& c) {
  LZ4F_freeCompressionContext(static_cast<LZ4F_cctx*>(c.lz4_out_));
  LZ4F_freeDecompressionContext(static_cast<LZ4F_dctx*>(c.lz4_in_));
}

}  // namespace rk
