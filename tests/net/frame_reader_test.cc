// Goal: frames come out as they went in, whatever the reads return, in buffers that nobody writes
// to afterwards, and with few reads. Method: a Transport that hands out a byte string in pieces of
// the test's choosing and counts the calls.
#include "net/frame_reader.h"

#include <cerrno>
#include <cstring>
#include <functional>
#include <vector>

#include "base/bytes.h"
#include "support/unit.h"

using namespace rk;

namespace {

class Script final : public Transport {
 public:
  int handshake(std::string*) override { return 0; }
  ssize_t send(const iovec*, int) override { return -EAGAIN; }
  ssize_t receive(void* to, size_t size) override {
    ++reads;
    const size_t n = std::min({size, bytes.size() - at, piece()});
    if (n == 0) return -EAGAIN;
    std::memcpy(to, bytes.data() + at, n);
    at += n;
    return static_cast<ssize_t>(n);
  }
  bool buffered() const override { return false; }
  u8 interest() const override { return 0; }

  std::vector<u8> bytes;
  size_t at = 0;
  int reads = 0;
  std::function<size_t()> piece = [] { return ~size_t{0}; };
};

struct Fixture {
  BufferPool* pool = BufferPool::create(size_t{64} << 20);
  ~Fixture() { pool->release(); }
};

void add_frame(std::vector<u8>& to, size_t size, u8 seed) {
  u8 head[4];
  store_be(head, static_cast<i32>(size));
  to.insert(to.end(), head, head + 4);
  for (size_t i = 0; i < size; ++i) to.push_back(static_cast<u8>(seed + i * 131));
}

bool is_frame(Bytes b, size_t size, u8 seed) {
  if (b.size() != size) return false;
  for (size_t i = 0; i < size; ++i)
    if (b[i] != static_cast<u8>(seed + i * 131)) return false;
  return true;
}

void any_sizes_in_any_pieces(void**) {
  for (u64 seed = 1; seed <= 200; ++seed) {
    Fixture f;
    TestRandom random(seed);
    Script script;
    std::vector<size_t> sizes;
    for (int i = 0; i < 40; ++i) {
      const u64 kind = random.below(4);
      const size_t top = kind == 0 ? 100 : kind == 1 ? 5000 : kind == 2 ? 70000 : 300000;
      sizes.push_back(4 + random.below(top));
      add_frame(script.bytes, sizes.back(), static_cast<u8>(i));
    }
    const size_t largest = 1 + random.below(100000);
    script.piece = [&] { return 1 + static_cast<size_t>(random.below(largest)); };
    FrameReader reader(*f.pool, 1000000);
    std::vector<FrameReader::Frame> kept;  // some are held to the end: they must not change
    Error why;
    while (script.at < script.bytes.size()) {
      assert_true(reader.fill(script, nullptr) > 0);
      FrameReader::Frame frame;
      FrameReader::Next next;
      while ((next = reader.next(&frame, &why)) == FrameReader::Next::frame)
        kept.push_back(std::move(frame));
      assert_true(next == FrameReader::Next::more);
    }
    assert_false(reader.partial());
    assert_int_equal(kept.size(), sizes.size());
    for (size_t i = 0; i < sizes.size(); ++i) {
      if (!is_frame(kept[i].bytes, sizes[i], static_cast<u8>(i)))
        fail_msg("seed %llu, frame %zu", static_cast<unsigned long long>(seed), i);
    }
    kept.clear();
    reader.reset();
    assert_int_equal(f.pool->bytes_out(), 0);
  }
}

void a_large_frame_takes_two_reads(void**) {
  Fixture f;
  Script script;
  add_frame(script.bytes, 900000, 1);
  FrameReader reader(*f.pool, 1000000);
  FrameReader::Frame frame;
  Error why;
  while (reader.next(&frame, &why) != FrameReader::Next::frame)
    assert_true(reader.fill(script, nullptr) > 0);
  assert_int_equal(script.reads, 2);
  assert_true(is_frame(frame.bytes, 900000, 1));
}

void many_small_frames_take_one_read(void**) {
  Fixture f;
  Script script;
  for (int i = 0; i < 300; ++i) add_frame(script.bytes, 100, static_cast<u8>(i));
  FrameReader reader(*f.pool, 1000000);
  FrameReader::Frame frame;
  Error why;
  assert_true(reader.fill(script, nullptr) > 0);
  int count = 0;
  while (reader.next(&frame, &why) == FrameReader::Next::frame) ++count;
  assert_int_equal(count, 300);
  assert_int_equal(script.reads, 1);
}

void sizes_out_of_range_are_refused(void**) {
  for (const i32 size :
       {-1, 0, 3, 1001, std::numeric_limits<i32>::min(), std::numeric_limits<i32>::max()}) {
    Fixture f;
    Script script;
    script.bytes.resize(8);
    store_be(script.bytes.data(), size);
    FrameReader reader(*f.pool, 1000);
    FrameReader::Frame frame;
    Error why;
    assert_true(reader.fill(script, nullptr) > 0);
    assert_true(reader.next(&frame, &why) == FrameReader::Next::bad);
    assert_true(why.text().find(std::to_string(size)) != std::string::npos);
  }
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(any_sizes_in_any_pieces),
      cmocka_unit_test(a_large_frame_takes_two_reads),
      cmocka_unit_test(many_small_frames_take_one_read),
      cmocka_unit_test(sizes_out_of_range_are_refused),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
