// gzip by zlib. The streams are reset, not rebuilt, from batch to batch: deflate's state alone is
// 256 KiB.
#include <zlib.h>

#include <new>

#include "base/check.h"
#include "record/codecs.h"

namespace rk {
namespace {
constexpr int kGzipWindow = 15 + 16;  // zlib: 32 KiB window, gzip wrapping
constexpr int kMemoryLevel = 8;       // zlib's default
constexpr size_t kRatioMax = 1032;    // deflate cannot do better: 258 bytes in two bits
constexpr size_t kTrailer = 8;        // CRC-32 and the size modulo 2^32, of the last member

z_stream* new_stream() {
  auto* z = new (std::nothrow) z_stream{};
  if (!z) out_of_memory("a gzip stream");
  return z;
}

z_stream* deflater(void*& slot, int& slot_level, int level) {
  auto* z = static_cast<z_stream*>(slot);
  if (z && slot_level == level) return deflateReset(z) == Z_OK ? z : nullptr;
  if (z) {
    deflateEnd(z);
    delete z;
    slot = nullptr;
  }
  z = new_stream();
  if (deflateInit2(z, level, Z_DEFLATED, kGzipWindow, kMemoryLevel, Z_DEFAULT_STRATEGY) != Z_OK) {
    delete z;
    return nullptr;
  }
  slot = z;
  slot_level = level;
  return z;
}

z_stream* inflater(void*& slot) {
  if (slot) {
    auto* z = static_cast<z_stream*>(slot);
    return inflateReset2(z, kGzipWindow) == Z_OK ? z : nullptr;
  }
  z_stream* z = new_stream();
  if (inflateInit2(z, kGzipWindow) != Z_OK) {
    delete z;
    return nullptr;
  }
  slot = z;
  return z;
}

size_t guess_size(Bytes in) {
  const size_t most = in.size() * kRatioMax;
  if (in.size() < kTrailer) return most;
  u32 stated;
  std::memcpy(&stated, in.data() + in.size() - 4, 4);  // little-endian, like us
  // A stated size is a hint for up to 16 times the input, beyond that we see for ourselves.
  return std::min({size_t{stated}, most, in.size() * 16});
}
}  // namespace

size_t GzipCodec::bound(CodecContext& c, int level, size_t size) {
  z_stream* z = deflater(c.gzip_out_, c.gzip_level_, level);
  return z ? deflateBound(z, size) : size + size / 1000 + 64;
}

Result<size_t> GzipCodec::compress(CodecContext& c, int level, Bytes in, u8* to, size_t room) {
  z_stream* z = deflater(c.gzip_out_, c.gzip_level_, level);
  if (!z) return codec_memory("gzip");
  z->next_in = const_cast<u8*>(in.data());
  z->avail_in = static_cast<uInt>(in.size());
  z->next_out = to;
  z->avail_out = static_cast<uInt>(room);
  if (deflate(z, Z_FINISH) != Z_STREAM_END) return malformed("gzip", "did not fit its bound");
  return static_cast<size_t>(z->total_out);
}

Error GzipCodec::decompress(CodecContext& c, Bytes in, Output& out) {
  z_stream* z = inflater(c.gzip_in_);
  if (!z) return codec_memory("gzip");
  if (Error error = out.start(guess_size(in))) return error;
  z->next_in = const_cast<u8*>(in.data());
  z->avail_in = static_cast<uInt>(in.size());
  for (;;) {
    const size_t room = out.room();
    z->next_out = out.at();
    z->avail_out = static_cast<uInt>(room);
    const int state = inflate(z, Z_NO_FLUSH);
    out.wrote(room - z->avail_out);
    if (state == Z_STREAM_END) {
      if (!z->avail_in) return {};
      // Another member follows.
      if (inflateReset(z) != Z_OK) return malformed("gzip", "stream state");
      continue;
    }
    if (state == Z_MEM_ERROR) return codec_memory("gzip");
    if (state != Z_OK && state != Z_BUF_ERROR) {
      return malformed("gzip", z->msg ? z->msg : "not deflated data");
    }
    if (z->avail_out) return malformed("gzip", "truncated");
    if (Error error = out.grow()) return error;
  }
}

void GzipCodec::destroy(CodecContext& c) {
  if (auto* z = static_cast<z_stream*>(c.gzip_out_)) {
    deflateEnd(z);
    delete z;
  }
  if (auto* z = static_cast<z_stream*>(c.gzip_in_)) {
    inflateEnd(z);
    delete z;
  }
}

}  // namespace rk
