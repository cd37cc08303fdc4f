// zstd. Frames are decoded in one piece, straight into the output: so no window is ever allocated,
// however large a frame's header asks for one, and memory is bounded by the output's ceiling alone.
#include <zstd.h>
#include <zstd_errors.h>

#include "record/codecs.h"

namespace rk {
namespace {
constexpr size_t kBlockMax = size_t{128} << 10;  // what one block unpacks to at most

// What the frame at the start of `in` unpacks to at the very most, from its blocks' headers (RFC
// 8878, 3.1.1): Java's frames do not state a size, but their blocks say nearly as much.
//
//   magic 4 | descriptor 1 | window 0-1 | dictionary 0-4 | content size 0-8 | blocks | checksum 0-4
size_t frame_bound(Bytes in) {
  if (in.size() < 6) return 0;
  const u8 descriptor = in[4];
  const bool single_segment = descriptor & 0x20;
  constexpr u8 kDictionarySizes[] = {0, 1, 2, 4};
  constexpr u8 kContentSizes[] = {0, 2, 4, 8};
  size_t at = 5 + size_t{single_segment ? 0u : 1u} + kDictionarySizes[descriptor & 3];
  at += descriptor >> 6 ? kContentSizes[descriptor >> 6] : size_t{single_segment ? 1u : 0u};
  size_t bound = 0;
  for (bool last = false; !last && at + 3 <= in.size();) {
    const u32 header = in[at] | u32{in[at + 1]} << 8 | u32{in[at + 2]} << 16;
    const u32 type = (header >> 1) & 3;
    const size_t size = header >> 3;
    constexpr u32 kRle = 1;
    constexpr u32 kCompressed = 2;
    last = header & 1;
    bound += type == kCompressed ? kBlockMax : std::min(size, kBlockMax);
    at += 3 + (type == kRle ? 1 : size);
  }
  return bound;
}

size_t guess_size(Bytes in, size_t frame) {
  const unsigned long long stated = ZSTD_getFrameContentSize(in.data(), in.size());
  const size_t blocks = frame_bound(in.first(frame));
  // A hint only: neither number is believed beyond 64 times the input.
  const size_t most = std::max(frame * 64, kBlockMax);
  if (stated == ZSTD_CONTENTSIZE_ERROR) return 0;
  if (stated == ZSTD_CONTENTSIZE_UNKNOWN) return std::min(blocks, most);
  return static_cast<size_t>(std::min(
      {stated, static_cast<unsigned long long>(blocks), static_cast<unsigned long long>(most)}));
}

Error zstd_error(size_t code) {
  if (ZSTD_getErrorCode(code) == ZSTD_error_memory_allocation) return codec_memory("zstd");
  return malformed("zstd", ZSTD_getErrorName(code));
}

// Decodes one frame behind what is in `out` already.
Error append_frame(ZSTD_DCtx* d, Bytes frame, Output& out) {
  const size_t guess = guess_size(frame, frame.size());
  while (out.room() < guess) {
    if (out.grow().ok()) continue;
    break;  // the ceiling: the real size may still fit
  }
  for (;;) {
    const size_t n = ZSTD_decompressDCtx(d, out.at(), out.room(), frame.data(), frame.size());
    if (!ZSTD_isError(n)) {
      out.wrote(n);
      return {};
    }
    if (ZSTD_getErrorCode(n) != ZSTD_error_dstSize_tooSmall) return zstd_error(n);
    if (Error error = out.grow()) return error;
  }
}
}  // namespace

size_t ZstdCodec::bound(size_t size) {
  return ZSTD_compressBound(size);
}

Result<size_t> ZstdCodec::compress(CodecContext& c, int level, Bytes in, u8* to, size_t room) {
  if (!c.zstd_out_) c.zstd_out_ = ZSTD_createCCtx();
  if (!c.zstd_out_) return codec_memory("zstd");
  const size_t n = ZSTD_compressCCtx(static_cast<ZSTD_CCtx*>(c.zstd_out_), to, room, in.data(),
                                     in.size(), level);
  if (ZSTD_isError(n)) return zstd_error(n);
  return n;
}

Error ZstdCodec::decompress(CodecContext& c, Bytes in, Output& out) {
  if (!c.zstd_in_) c.zstd_in_ = ZSTD_createDCtx();
  if (!c.zstd_in_) return codec_memory("zstd");
  bool started = false;
  while (!in.empty()) {
    const size_t frame = ZSTD_findFrameCompressedSize(in.data(), in.size());
    if (ZSTD_isError(frame)) return zstd_error(frame);
    if (!started) {
      if (Error error = out.start(guess_size(in, frame))) return error;
      started = true;
    }
    if (Error error = append_frame(static_cast<ZSTD_DCtx*>(c.zstd_in_), in.first(frame), out)) {
      return error;
    }
    in = in.subspan(frame);
  }
  return {};
}

void ZstdCodec::destroy(CodecContext& c) {
  ZSTD_freeCCtx(static_cast<ZSTD_CCtx*>(c.zstd_out_));
  ZSTD_freeDCtx(static_cast<ZSTD_DCtx*>(c.zstd_in_));
}

}  // namespace rk
