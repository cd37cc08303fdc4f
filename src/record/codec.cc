#include "record/codec.h"

#include <algorithm>

#include "record/codecs.h"

namespace rk {
namespace {
// The libraries count in 32 bits here and there; no batch comes near this.
constexpr size_t kCompressInputMax = size_t{1} << 30;

size_t packed_bound(CodecContext& c, Codec codec, int level, size_t size) {
  switch (codec) {
    case Codec::gzip:
      return GzipCodec::bound(c, level, size);
    case Codec::snappy:
      return SnappyCodec::bound(size);
    case Codec::lz4:
      return Lz4Codec::bound(level, size);
    case Codec::zstd:
      return ZstdCodec::bound(size);
    case Codec::none:
      break;
  }
  return 0;
}

Result<size_t> pack(CodecContext& c, Codec codec, int level, Bytes in, u8* to, size_t room) {
  switch (codec) {
    case Codec::gzip:
      return GzipCodec::compress(c, level, in, to, room);
    case Codec::snappy:
      return SnappyCodec::compress(in, to, room);
    case Codec::lz4:
      return Lz4Codec::compress(c, level, in, to, room);
    case Codec::zstd:
      return ZstdCodec::compress(c, level, in, to, room);
    case Codec::none:
      break;
  }
  return Error(RD_KAFKA_RESP_ERR__INVALID_ARG);
}

Error unpack(CodecContext& c, Codec codec, Bytes in, i8 magic, Output& out) {
  switch (codec) {
    case Codec::gzip:
      return GzipCodec::decompress(c, in, out);
    case Codec::snappy:
      return SnappyCodec::decompress(in, out);
    case Codec::lz4:
      return Lz4Codec::decompress(c, in, magic < 2, out);
    case Codec::zstd:
      return ZstdCodec::decompress(c, in, out);
    case Codec::none:
      break;
  }
  return errorf(RD_KAFKA_RESP_ERR__BAD_COMPRESSION, "Unknown compression codec %d",
                static_cast<int>(codec));
}
}  // namespace

int clamp_compression_level(Codec codec, int level) {
  switch (codec) {
    case Codec::gzip:
      return level == kCompressionLevelDefault ? -1 : std::clamp(level, 0, 9);
    case Codec::lz4:
      return level == kCompressionLevelDefault ? 0 : std::clamp(level, 0, 12);
    case Codec::zstd:
      return level <= 0 ? 3 : std::min(level, 22);  // 0 is the library's word for its default
    case Codec::snappy:
    case Codec::none:
      break;
  }
  return 0;
}

CodecContext::~CodecContext() {
  GzipCodec::destroy(*this);
  Lz4Codec::destroy(*this);
  ZstdCodec::destroy(*this);
}

Error CodecContext::compress(Codec codec, int level, Bytes in, size_t headroom, BufferPool& pool,
                             BufferRef* out) {
  if (in.size() > kCompressInputMax) return Error(RD_KAFKA_RESP_ERR_MSG_SIZE_TOO_LARGE);
  level = clamp_compression_level(codec, level);
  const size_t bound = packed_bound(*this, codec, level, in.size());
  BufferRef buffer = pool.take(headroom + bound);
  if (!buffer) return codec_memory("compression");
  Result<size_t> size = pack(*this, codec, level, in, buffer->data() + headroom, bound);
  if (!size) return size.take_error();
  buffer->set_size(headroom + *size);
  *out = std::move(buffer);
  return {};
}

Error CodecContext::decompress(Codec codec, Bytes in, size_t bytes_max, i8 magic, BufferPool& pool,
                               BufferRef* out) {
  if (in.empty()) return errorf(RD_KAFKA_RESP_ERR__BAD_COMPRESSION, "No compressed data");
  Output output(pool, bytes_max);
  if (Error error = unpack(*this, codec, in, magic, output)) return error;
  *out = output.finish();
  return {};
}

Error compress(Codec codec, int level, Bytes in, size_t headroom, BufferPool& pool,
               BufferRef* out) {
  CodecContext context;
  return context.compress(codec, level, in, headroom, pool, out);
}

Error decompress(Codec codec, Bytes in, BufferPool& pool, BufferRef* out, size_t bytes_max,
                 i8 magic) {
  CodecContext context;
  return context.decompress(codec, in, bytes_max, magic, pool, out);
}

}  // namespace rk
