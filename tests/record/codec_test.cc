// Goal: every codec returns what it was given, reads all forms that its format allows, and ends
// malformed, cut or exploding input as an error with bounded memory.
// Method: round trips of many sizes and kinds of bytes at every level; forms that we do not write
// ourselves are made with the libraries (linked blocks, checksums, streamed frames without size) or
// by hand (xerial framing, several members); every truncation and bit flips of small inputs;
// bombs; the pool's count of bytes out must be 0 after each error.
#include <lz4frame.h>
#include <snappy-c.h>
#include <zlib.h>
#include <zstd.h>

#include "record/record_support.h"
#include "support/unit.h"

using namespace record_support;

namespace {
constexpr Codec kCodecs[] = {Codec::gzip, Codec::snappy, Codec::lz4, Codec::zstd};

std::string text(size_t size) {
  std::string s;
  for (int i = 0; s.size() < size; ++i)
    s += "{\"id\":" + std::to_string(i * 7919) + ",\"name\":\"x\"}";
  s.resize(size);
  return s;
}

std::string noise(size_t size) {
  TestRandom random(6);
  std::string s(size, '\0');
  for (char& c : s) c = static_cast<char>(random.next());
  return s;
}

std::string packed(Fixture* f, Codec codec, int level, const std::string& in) {
  BufferRef out;
  const Error error = f->codecs.compress(codec, level, as_bytes(in), 7, *f->pool, &out);
  assert_true(error.ok());
  return std::string(reinterpret_cast<char*>(out->data()) + 7, out->size() - 7);
}

std::optional<std::string> unpacked(Fixture* f, Codec codec, const std::string& in,
                                    size_t most = kUnpackedBytesMax, i8 magic = 2) {
  // exactly the input's bytes on the heap: AddressSanitizer sees a read too far
  const std::vector<u8> exact(in.begin(), in.end());
  BufferRef out;
  const Error error = f->codecs.decompress(codec, exact, most, magic, *f->pool, &out);
  if (error) {
    assert_int_equal(error.code(), RD_KAFKA_RESP_ERR__BAD_COMPRESSION);
    assert_false(error.text().empty());
    assert_int_equal(f->pool->bytes_out(), 0);
    return {};
  }
  assert_true(out->size() <= most);
  return std::string(reinterpret_cast<char*>(out->data()), out->size());
}

void round_trips(void** state) {
  auto* f = static_cast<Fixture*>(*state);
  for (Codec codec : kCodecs) {
    for (size_t size : {0, 1, 2, 100, 4095, 4096, 4097, 65535, 65536, 65537, 300000, 1200000}) {
      for (const std::string& in : {text(size), noise(size), std::string(size, 'z')}) {
        const auto back = unpacked(f, codec, packed(f, codec, kCompressionLevelDefault, in));
        assert_true(back.has_value());
        assert_true(*back == in);
      }
    }
  }
}

// A length at which a codec changes its ways is nobody's round number.
void every_length(void** state) {
  auto* f = static_cast<Fixture*>(*state);
#if FASTKA_SANITIZED
  constexpr size_t kAll = 2000, kStep = 97;
#else
  constexpr size_t kAll = 8192, kStep = 13;
#endif
  const std::string words = text(36000), bytes = noise(36000);
  std::string mixed;  // runs of both
  for (size_t at = 0; at < words.size(); at += 600)
    mixed += words.substr(at, 600) + bytes.substr(at, 600);
  for (Codec codec : {Codec::snappy, Codec::lz4})
    for (size_t size = 0; size <= 70000; size += size < kAll ? 1 : kStep) {
      const std::string in = mixed.substr(0, size);
      const auto back = unpacked(f, codec, packed(f, codec, kCompressionLevelDefault, in));
      assert_true(back.has_value());
      assert_true(*back == in);
    }
}

void levels(void** state) {
  auto* f = static_cast<Fixture*>(*state);
  const std::string in = text(200000);
  for (Codec codec : kCodecs) {
    for (int level : {-5, -1, 0, 1, 3, 6, 9, 12, 19, 1000}) {
      if (codec == Codec::zstd && level > 12) continue;  // slow, and the clamp is tested below
      assert_true(unpacked(f, codec, packed(f, codec, level, in)) == in);
    }
  }
  assert_int_equal(clamp_compression_level(Codec::gzip, 12), 9);
  assert_int_equal(clamp_compression_level(Codec::lz4, 100), 12);
  assert_int_equal(clamp_compression_level(Codec::zstd, 100), 22);
  assert_int_equal(clamp_compression_level(Codec::snappy, 3), 0);
  assert_true(packed(f, Codec::gzip, 9, in).size() < packed(f, Codec::gzip, 1, in).size());
  assert_true(packed(f, Codec::lz4, 12, in).size() < packed(f, Codec::lz4, 0, in).size());
}

std::string xerial(const std::vector<std::string>& blocks) {
  std::string out("\x82SNAPPY\0\0\0\0\x01\0\0\0\x01", 16);
  for (const std::string& block : blocks) {
    std::string raw(snappy_max_compressed_length(block.size()), '\0');
    size_t size = raw.size();
    assert_int_equal(snappy_compress(block.data(), block.size(), raw.data(), &size), SNAPPY_OK);
    char length[4];
    store_be<i32>(length, static_cast<i32>(size));
    out += std::string(length, 4) + raw.substr(0, size);
  }
  return out;
}

void xerial_framing(void** state) {
  auto* f = static_cast<Fixture*>(*state);
  const std::string a = text(32768), b = noise(1000), c = text(70000);
  assert_true(unpacked(f, Codec::snappy, xerial({a, b, "", c})) == a + b + c);
  assert_true(unpacked(f, Codec::snappy, xerial({})) == "");
  const std::string whole = xerial({b});
  for (size_t n = 17; n < whole.size(); n += 13) {
    assert_false(unpacked(f, Codec::snappy, whole.substr(0, n)).has_value());
  }
  std::string negative = whole;
  negative[16] = static_cast<char>(0xff);
  assert_false(unpacked(f, Codec::snappy, negative).has_value());
}

std::string lz4_frame(const std::string& in, const LZ4F_preferences_t& p) {
  std::string out(LZ4F_compressFrameBound(in.size(), &p), '\0');
  const size_t n = LZ4F_compressFrame(out.data(), out.size(), in.data(), in.size(), &p);
  assert_false(LZ4F_isError(n));
  return out.substr(0, n);
}

void lz4_frames_of_all_kinds(void** state) {
  auto* f = static_cast<Fixture*>(*state);
  const std::string in = text(700000);
  for (int kind = 0; kind < 64; ++kind) {
    LZ4F_preferences_t p{};
    const LZ4F_blockSizeID_t sizes[] = {LZ4F_max64KB, LZ4F_max256KB, LZ4F_max1MB, LZ4F_max4MB};
    p.frameInfo.blockSizeID = sizes[kind & 3];
    p.frameInfo.blockMode = kind & 4 ? LZ4F_blockIndependent : LZ4F_blockLinked;
    p.frameInfo.contentChecksumFlag =
        kind & 8 ? LZ4F_contentChecksumEnabled : LZ4F_noContentChecksum;
    p.frameInfo.blockChecksumFlag = kind & 16 ? LZ4F_blockChecksumEnabled : LZ4F_noBlockChecksum;
    p.frameInfo.contentSize = kind & 32 ? in.size() : 0;
    const std::string frame = lz4_frame(in, p);
    assert_true(unpacked(f, Codec::lz4, frame) == in);
    assert_true(unpacked(f, Codec::lz4, frame, kUnpackedBytesMax, 0) == in);
    std::string broken = frame;
    broken[broken.size() - 2] = static_cast<char>(broken[broken.size() - 2] ^ 1);
    assert_false(unpacked(f, Codec::lz4, broken).has_value());
  }
  const LZ4F_preferences_t plain{};
  assert_true(unpacked(f, Codec::lz4, lz4_frame("one", plain) + lz4_frame("two", plain)) ==
              "onetwo");
}

// What we write must be readable by Java's reader: version 1, independent blocks, 64 KiB.
void lz4_as_java_wants_it(void** state) {
  auto* f = static_cast<Fixture*>(*state);
  const std::string frame = packed(f, Codec::lz4, -1, text(300000));
  const u8 flags = static_cast<u8>(frame[4]), sizes = static_cast<u8>(frame[5]);
  assert_int_equal(flags >> 6, 1);
  assert_true(flags & 0x20);
  assert_int_equal(flags & 0x05, 0);  // no content checksum, no dictionary
  assert_int_equal(sizes >> 4, 4);
}

void lz4_wrong_header_checksum_is_for_old_messages_only(void** state) {
  auto* f = static_cast<Fixture*>(*state);
  std::string frame = packed(f, Codec::lz4, -1, text(1000));
  const size_t at = static_cast<u8>(frame[4]) & 0x08 ? 14 : 6;
  frame[at] = static_cast<char>(frame[at] ^ 0x55);
  assert_true(unpacked(f, Codec::lz4, frame, kUnpackedBytesMax, 0) == text(1000));
  assert_true(unpacked(f, Codec::lz4, frame, kUnpackedBytesMax, 1) == text(1000));
  assert_false(unpacked(f, Codec::lz4, frame).has_value());
}

void gzip_members(void** state) {
  auto* f = static_cast<Fixture*>(*state);
  const std::string a = packed(f, Codec::gzip, -1, text(5000));
  const std::string b = packed(f, Codec::gzip, -1, "tail");
  assert_true(unpacked(f, Codec::gzip, a + b) == text(5000) + "tail");
  assert_false(unpacked(f, Codec::gzip, a + "junk").has_value());
}

std::string zstd_streamed(const std::string& in, size_t flush_every, int window_log) {
  ZSTD_CCtx* c = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(c, ZSTD_c_windowLog, window_log);
  std::string out(ZSTD_compressBound(in.size()) + 16 * in.size() / flush_every + 100, '\0');
  ZSTD_outBuffer to{out.data(), out.size(), 0};
  for (size_t at = 0; at < in.size(); at += flush_every) {
    ZSTD_inBuffer from{in.data() + at, std::min(flush_every, in.size() - at), 0};
    assert_int_equal(ZSTD_compressStream2(c, &to, &from, ZSTD_e_flush), 0);
  }
  ZSTD_inBuffer none{nullptr, 0, 0};
  assert_int_equal(ZSTD_compressStream2(c, &to, &none, ZSTD_e_end), 0);
  ZSTD_freeCCtx(c);
  out.resize(to.pos);
  return out;
}

void zstd_frames_of_all_kinds(void** state) {
  auto* f = static_cast<Fixture*>(*state);
  const std::string in = text(900000);
  for (int window : {10, 17, 21, 27}) {
    assert_true(unpacked(f, Codec::zstd, zstd_streamed(in, 1000, window)) == in);
    assert_true(unpacked(f, Codec::zstd, zstd_streamed(in, 1000000, window)) == in);
  }
  const std::string skipped("\x50\x2a\x4d\x18\x03\0\0\0abc", 11);
  const std::string one = zstd_streamed("one", 10, 17);
  assert_true(unpacked(f, Codec::zstd, one + skipped + packed(f, Codec::zstd, 1, in) + one) ==
              "one" + in + "one");
  // A frame of well-packed zeros: its blocks unpack to far more than the first guess.
  const std::string zeros(20000000, '\0');
  assert_true(unpacked(f, Codec::zstd, zstd_streamed(zeros, 1000000, 21)) == zeros);
}

void truncations_are_errors(void** state) {
  auto* f = static_cast<Fixture*>(*state);
  for (Codec codec : kCodecs) {
    const std::string whole = packed(f, codec, -1, text(3000));
    for (size_t n = 0; n < whole.size(); ++n) {
      if (unpacked(f, codec, whole.substr(0, n))) fail_msg("codec %d, %zu bytes", (int)codec, n);
    }
  }
}

void flipped_bits_do_no_harm(void** state) {
  auto* f = static_cast<Fixture*>(*state);
  for (Codec codec : kCodecs) {
    std::string whole = packed(f, codec, -1, text(2000));
    for (size_t at = 0; at < whole.size(); ++at) {
      for (int bit = 0; bit < 8; ++bit) {
        whole[at] = static_cast<char>(whole[at] ^ (1 << bit));
        (void)unpacked(f, codec, whole, 1 << 20);  // an error or some bytes; the sanitizers judge
        whole[at] = static_cast<char>(whole[at] ^ (1 << bit));
      }
    }
  }
}

// Output above the limit is an error; output of exactly the limit is none.
void the_limit_holds(void** state) {
  auto* f = static_cast<Fixture*>(*state);
  for (Codec codec : kCodecs) {
    for (const std::string& in : {text(100000), std::string(5000000, '\0')}) {
      const std::string small = packed(f, codec, -1, in);
      assert_true(unpacked(f, codec, small, in.size()) == in);
      assert_false(unpacked(f, codec, small, in.size() - 1).has_value());
      assert_false(unpacked(f, codec, small, 100).has_value());
    }
  }
}

// A stated size costs nothing: headers that claim gigabytes, with next to no data behind them.
void claims_are_not_believed(void** state) {
  auto* f = static_cast<Fixture*>(*state);
  const std::string snappy_2gb("\xff\xff\xff\xff\x07\x00", 6);
  assert_false(unpacked(f, Codec::snappy, snappy_2gb).has_value());
  // zstd: single segment, 8-byte content size 2^40, one raw block of 1 byte
  const std::string zstd_1tb("\x28\xb5\x2f\xfd\xe0\0\0\0\0\0\x01\0\0\x09\0\0x", 17);
  assert_false(unpacked(f, Codec::zstd, zstd_1tb).has_value());
  assert_true(f->pool->bytes_kept() < (8u << 20));
}

void the_simple_functions_do_the_same(void** state) {
  auto* f = static_cast<Fixture*>(*state);
  BufferRef small, back;
  const std::string in = text(10000);
  for (Codec codec : kCodecs) {
    assert_true(compress(codec, -1, as_bytes(in), 0, *f->pool, &small).ok());
    assert_true(decompress(codec, {small->data(), small->size()}, *f->pool, &back).ok());
    assert_int_equal(back->size(), in.size());
    assert_memory_equal(back->data(), in.data(), in.size());
  }
  assert_false(compress(Codec::none, -1, as_bytes(in), 0, *f->pool, &small).ok());
  assert_false(decompress(static_cast<Codec>(5), as_bytes(in), *f->pool, &back).ok());
}
}  // namespace

#define CODEC_TEST(name) cmocka_unit_test_setup_teardown(name, set_up<>, tear_down<>)
int main() {
  const CMUnitTest tests[] = {CODEC_TEST(round_trips),
                              CODEC_TEST(every_length),
                              CODEC_TEST(levels),
                              CODEC_TEST(xerial_framing),
                              CODEC_TEST(lz4_frames_of_all_kinds),
                              CODEC_TEST(lz4_as_java_wants_it),
                              CODEC_TEST(lz4_wrong_header_checksum_is_for_old_messages_only),
                              CODEC_TEST(gzip_members),
                              CODEC_TEST(zstd_frames_of_all_kinds),
                              CODEC_TEST(truncations_are_errors),
                              CODEC_TEST(flipped_bits_do_no_harm),
                              CODEC_TEST(the_limit_holds),
                              CODEC_TEST(claims_are_not_believed),
                              CODEC_TEST(the_simple_functions_do_the_same)};
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
