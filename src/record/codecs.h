// The four codecs behind codec.h, one file each (codec_gzip.cc ...). Private to src/record. Each
// may keep its library's state in the CodecContext, and runs on the thread that holds that.
// compress() writes at `to` (room: what bound() said) and answers the packed size.
#pragma once

#include "record/codec.h"
#include "record/output.h"

namespace rk {

struct GzipCodec {
  static size_t bound(CodecContext& c, int level, size_t size);
  static Result<size_t> compress(CodecContext& c, int level, Bytes in, u8* to, size_t room);
  static Error decompress(CodecContext& c, Bytes in, Output& out);
  static void destroy(CodecContext& c);
};

// Raw snappy is written; raw and the xerial framing of the Java client are read.
struct SnappyCodec {
  static size_t bound(size_t size);
  static Result<size_t> compress(Bytes in, u8* to, size_t room);
  static Error decompress(Bytes in, Output& out);
};

struct Lz4Codec {
  static size_t bound(int level, size_t size);
  static Result<size_t> compress(CodecContext& c, int level, Bytes in, u8* to, size_t room);
  // `any_header_checksum`: the frame's header checksum is not looked at.
  static Error decompress(CodecContext& c, Bytes in, bool any_header_checksum, Output& out);
  static void destroy(CodecContext& c);
};

struct ZstdCodec {
  static size_t bound(size_t size);
  static Result<size_t> compress(CodecContext& c, int level, Bytes in, u8* to, size_t room);
  static Error decompress(CodecContext& c, Bytes in, Output& out);
  static void destroy(CodecContext& c);
};

inline Error malformed(const char* codec, const char* why) {
  return errorf(RD_KAFKA_RESP_ERR__BAD_COMPRESSION, "Malformed %s data: %s", codec, why);
}
inline Error codec_memory(const char* codec) {
  return errorf(RD_KAFKA_RESP_ERR__CRIT_SYS_RESOURCE, "Out of memory for the %s codec", codec);
}

}  // namespace rk
