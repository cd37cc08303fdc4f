// Goal: pooled buffers are big enough, padded, reused, counted; the pool keeps no more than it was
// told to, and lives until its last buffer is back, whichever thread brings it.
// Method: sizes around every class; counters against what is held; a stress of threads that take,
// write, share and drop buffers, each checking that nobody else writes what it owns (under
// ThreadSanitizer in the tsan profile).
#include "base/buffer.h"

#include <cstring>
#include <thread>
#include <vector>

#include "support/unit.h"

using namespace rk;

namespace {
void sizes_and_padding(void**) {
  BufferPool* pool = BufferPool::create(1 << 20);
  for (size_t size : {size_t{0}, size_t{1}, size_t{4095}, size_t{4096}, size_t{4097}, size_t{65536},
                      size_t{65537}, size_t{1000000}}) {
    BufferRef b = pool->take(size);
    assert_true(static_cast<bool>(b));
    assert_true(b->capacity() >= size);
    assert_int_equal(b->size(), 0);
    assert_int_equal(reinterpret_cast<uintptr_t>(b->data()) % 64, 0);
    std::memset(b->data(), 0x5a, b->capacity() + Buffer::kPadding);
  }
  assert_int_equal(pool->bytes_out(), 0);
  assert_false(static_cast<bool>(pool->take(std::numeric_limits<size_t>::max())));
  assert_false(static_cast<bool>(pool->take(size_t{1} << 40)));
  pool->release();
}

void buffers_are_reused_and_bounded(void**) {
  BufferPool* pool = BufferPool::create(100000);
  u8* first;
  {
    BufferRef b = pool->take(50000);
    first = b->data();
    assert_int_equal(pool->bytes_out(), 65536);
  }
  assert_int_equal(pool->bytes_out(), 0);
  assert_int_equal(pool->bytes_kept(), 65536);
  {
    BufferRef again = pool->take(40000);
    assert_ptr_equal(again->data(), first);
    BufferRef other = pool->take(40000);
    assert_ptr_not_equal(other->data(), first);
  }
  assert_int_equal(pool->bytes_kept(), 65536);  // two would be above 100000
  {
    BufferRef small = pool->take(16384);  // a free one of up to four times the size will do
    assert_int_equal(small->capacity(), 65536);
    assert_int_equal(pool->bytes_kept(), 0);
    BufferRef tiny = pool->take(100);
    assert_int_equal(tiny->capacity(), 4096);
  }
  pool->release();
}

void references_keep_the_bytes(void**) {
  BufferPool* pool = BufferPool::create(1 << 20);
  BufferRef a = pool->take(10);
  std::memcpy(a->data(), "0123456789", 10);
  BufferRef b = a;
  BufferRef c = std::move(a);
  assert_false(static_cast<bool>(a));
  b = BufferRef();
  assert_memory_equal(c->data(), "0123456789", 10);
  pool->release();  // the pool outlives its creator's interest
  assert_memory_equal(c->data(), "0123456789", 10);
  Buffer* raw = c.detach();
  raw->release();
}

struct Stress {
  BufferPool* pool;
  Mutex mutex;
  std::vector<BufferRef> shared;  // filled by one thread, dropped by another
};

void stress_thread(Stress& s, u64 seed) {
  TestRandom random(seed);
  std::vector<std::pair<BufferRef, u8>> mine;
  for (int i = 0; i < 20000; ++i) {
    const u64 what = random.below(4);
    if (what == 0 && mine.size() < 8) {
      BufferRef b = s.pool->take(random.below(20000));
      const u8 mark = static_cast<u8>(random.next());
      std::memset(b->data(), mark, 256);
      b->set_size(256);
      mine.push_back({std::move(b), mark});
    } else if (what == 1 && !mine.empty()) {
      auto& [b, mark] = mine.back();
      if (b->data()[0] != mark || b->data()[255] != mark) abort();
      mine.pop_back();
    } else if (what == 2 && !mine.empty()) {
      Lock lock(s.mutex);
      s.shared.push_back(mine.back().first);
    } else if (what == 3) {
      BufferRef b;
      {
        Lock lock(s.mutex);
        if (s.shared.empty()) continue;
        b = std::move(s.shared.back());
        s.shared.pop_back();
      }
      if (b->data()[0] != b->data()[255]) abort();
    }
  }
}

void threads_share_buffers(void**) {
  Stress s{BufferPool::create(200000), {}, {}};
  std::vector<std::thread> threads;
  for (u64 t = 0; t < 4; ++t) threads.emplace_back([&s, t] { stress_thread(s, 10 + t); });
  for (auto& t : threads) t.join();
  s.shared.clear();
  assert_int_equal(s.pool->bytes_out(), 0);
  assert_true(s.pool->bytes_kept() <= 200000);
  s.pool->release();
}

// The creator lets go while other threads still hold buffers: the last of them frees the pool.
void the_last_thread_frees_the_pool(void**) {
  for (int round = 0; round < 200; ++round) {
    BufferPool* pool = BufferPool::create(1 << 20);
    BufferRef a = pool->take(5000);
    BufferRef b = pool->take(5000);
    std::thread t([ref = std::move(a)]() mutable { ref = BufferRef(); });
    std::thread u([ref = std::move(b)]() mutable { ref = BufferRef(); });
    pool->release();
    t.join();
    u.join();
  }
}
}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(sizes_and_padding), cmocka_unit_test(buffers_are_reused_and_bounded),
      cmocka_unit_test(references_keep_the_bytes), cmocka_unit_test(threads_share_buffers),
      cmocka_unit_test(the_last_thread_frees_the_pool)};
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
