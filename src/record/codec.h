// Packing and unpacking of a batch's records. CodecContext keeps the libraries' working memory
// between batches; it belongs to one owner and is used by one thread at a time. The functions of
// the same name without a context make one for the call (tests, the virtual broker).
//
// Output goes to pooled, padded Buffers. Decompression believes no size that the input states: it
// allocates in proportion to the input, grows as bytes really come out, and stops with an error at
// bytes_max, so a decompression bomb ends there.
#pragma once

#include "base/buffer.h"
#include "base/codec_id.h"
#include "base/error.h"

namespace rk {

// Default ceiling of one batch's unpacked records: well above what any producer's limits allow to
// be packed into a batch, well below what hurts.
constexpr size_t kUnpackedBytesMax = size_t{128} << 20;
// "The codec's own default", as in compression.level.
constexpr int kCompressionLevelDefault = -1;

// The level that the codec is given for a configured one: clamped to its range (gzip 0-9, lz4 0-12,
// zstd 1-22; snappy has none), -1 and what the codec does not know becoming its default.
int clamp_compression_level(Codec codec, int level);

class CodecContext {
 public:
  CodecContext() = default;
  CodecContext(const CodecContext&) = delete;
  CodecContext& operator=(const CodecContext&) = delete;
  ~CodecContext();

  // Packs `in` behind `headroom` bytes left free for a header (unwritten): out->size() is headroom
  // plus the packed size. `codec` is not none.
  Error compress(Codec codec, int level, Bytes in, size_t headroom, BufferPool& pool,
                 BufferRef* out);

  // Unpacks all of `in`. `magic` is the message format it came in: LZ4 frames of magic 0 and 1 may
  // carry a wrong header checksum. Errors: _BAD_COMPRESSION for malformed input and for output
  // above bytes_max, _CRIT_SYS_RESOURCE when memory is short.
  Error decompress(Codec codec, Bytes in, size_t bytes_max, i8 magic, BufferPool& pool,
                   BufferRef* out);

 private:
  friend struct GzipCodec;
  friend struct Lz4Codec;
  friend struct ZstdCodec;
  // The libraries' own states, made at first use.
  void* gzip_in_ = nullptr;
  void* gzip_out_ = nullptr;
  int gzip_level_ = 0;
  void* lz4_in_ = nullptr;
  void* lz4_out_ = nullptr;
  void* zstd_in_ = nullptr;
  void* zstd_out_ = nullptr;
};

Error compress(Codec codec, int level, Bytes in, size_t headroom, BufferPool& pool, BufferRef* out);
Error decompress(Codec codec, Bytes in, BufferPool& pool, BufferRef* out,
                 size_t bytes_max = kUnpackedBytesMax, i8 magic = 2);

}  // namespace rk
