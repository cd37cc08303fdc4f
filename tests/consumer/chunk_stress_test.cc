// Goal: however many threads poll, destroy late, and take back what was not handed out, every
// message is handed out exactly once; and no number of empty polls hands out a slot that is not
// there. Method: the shipped Feeder, Chunk and PartitionReader; 4 pollers that destroy out of
// order, one thread that feeds small batches from wherever the partition says it goes on, one that
// takes back at random. The oracle is one counter per offset. Run under ThreadSanitizer too.

#include <thread>

#include "consumer/batches.h"

#include "support/unit.h"

using namespace rk;
using namespace rk::test;

namespace {

#if FASTKA_SANITIZED
constexpr i64 kMessages = 200'000;
#else
constexpr i64 kMessages = 2'000'000;
#endif
constexpr int kPollers = 4;
constexpr size_t kHeld = 100;

struct Stress {
  Rig rig;
  std::vector<std::atomic<u8>> seen = std::vector<std::atomic<u8>>(kMessages);
  std::atomic<i64> total{0};
  std::atomic<i64> wrong{0};

  void poll(u32 seed) {
    std::vector<Message*> held;
    while (total.load(std::memory_order_relaxed) < kMessages) {
      Message* m = rig.take();
      if (!m) {
        std::this_thread::yield();
        continue;
      }
      const i64 offset = m->pub.offset;
      const std::string value = "v" + std::to_string(offset);
      if (offset < 0 || offset >= kMessages || m->pub.len != value.size() ||
          std::memcmp(m->pub.payload, value.data(), value.size()) != 0 ||
          seen[static_cast<size_t>(offset)].fetch_add(1) != 0) {
        ++wrong;
      }
      total.fetch_add(1, std::memory_order_relaxed);
      held.push_back(m);
      seed = seed * 1664525 + 1013904223;
      while (held.size() > seed % kHeld) {
        std::swap(held[seed % held.size()], held.back());
        Rig::destroy(held.back());
        held.pop_back();
      }
    }
    for (Message* m : held) Rig::destroy(m);
  }

  // The broker: an answer of a few batches from fetch_offset on, when little is queued.
  void feed() {
    u32 seed = 1;
    while (total.load(std::memory_order_relaxed) < kMessages) {
      i64 from;
      u32 version;
      {
        PartitionLock lock(rig.reader);
        from = rig.reader.queued_messages < 300 ? rig.reader.fetch_offset : kMessages;
        version = rig.reader.version;
      }
      if (from >= kMessages) {
        std::this_thread::yield();
        continue;
      }
      std::vector<u8> bytes;
      i64 next = from;
      u32 messages = 0;
      for (int k = 0; k < 3 && next < kMessages; ++k) {
        seed = seed * 1664525 + 1013904223;
        const i32 count = static_cast<i32>(std::min<i64>(1 + seed % 150, kMessages - next));
        const std::vector<u8> b = make_batch({.base = next, .count = count});
        bytes.insert(bytes.end(), b.begin(), b.end());
        next += count;
        messages += static_cast<u32>(count);
      }
      BufferRef buffer = rig.pool->take(bytes.size());
      std::memcpy(buffer->data(), bytes.data(), bytes.size());
      Segment s;
      s.at = buffer->data();
      s.end = s.at + bytes.size();
      s.buffer = std::move(buffer);
      s.messages = messages;
      PartitionLock lock(rig.reader);
      if (rig.reader.version != version) continue;  // an answer to what is not asked any more
      rig.reader.append(std::move(s));
      rig.reader.fetch_offset = next;
      rig.feeder->announce(rig.reader);
    }
  }

  void revoke() {
    while (total.load(std::memory_order_relaxed) < kMessages) {
      for (int i = 0; i < 200; ++i) std::this_thread::yield();
      PartitionLock lock(rig.reader);
      rig.feeder->take_back(rig.reader);
    }
  }
};

void every_message_is_handed_out_once(void**) {
  Stress s;
  std::vector<std::thread> threads;
  for (int i = 0; i < kPollers; ++i) {
    threads.emplace_back([&s, i] { s.poll(static_cast<u32>(i) * 7919 + 1); });
  }
  threads.emplace_back([&s] { s.feed(); });
  threads.emplace_back([&s] { s.revoke(); });
  for (std::thread& t : threads) t.join();
  assert_int_equal(s.wrong.load(), 0);
  assert_int_equal(s.total.load(), kMessages);
  for (const auto& n : s.seen) assert_int_equal(n.load(), 1);
  i32 epoch;
  PartitionLock lock(s.rig.reader);
  assert_int_equal(s.rig.feeder->position(s.rig.reader, &epoch), kMessages);
}

// A ticket word that stands at the end of its range: polls of any kind leave it alone.
void next_never_wraps(void**) {
  ChunkPool* pool = ChunkPool::create();
  Chunk* c = pool->take();
  for (const u64 next : {u64{3}, u64{64}, u64{0xfffffffe}, u64{0xffffffff}}) {
    const u64 word = next << 32 | 3;
    c->word.store(word);
    for (int i = 0; i < 1000; ++i) {
      u32 first = 0;
      assert_null(take_ticket(*c));
      assert_int_equal(take_tickets(*c, 1000000, &first), 0);
    }
    assert_true(c->word.load() == word);
  }
  c->word.store(0);
  recycle(*c);
  pool->release();
}

// Many at once: what is taken never exceeds what is there, and the rest goes to the next taker.
void batches_of_tickets_add_up(void**) {
  ChunkPool* pool = ChunkPool::create();
  Chunk* c = pool->take();
  publish(*c, 50, 0);
  u32 first = 99;
  assert_int_equal(take_tickets(*c, 20, &first), 20);
  assert_int_equal(first, 0);
  assert_int_equal(take_tickets(*c, 1000000, &first), 30);
  assert_int_equal(first, 20);
  assert_int_equal(take_tickets(*c, 1, &first), 0);
  const Revoked r = revoke(*c);
  assert_int_equal(r.handed, 50);
  assert_int_equal(r.count, 50);
  drop(*c, 51);
  pool->release();
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(next_never_wraps),
      cmocka_unit_test(batches_of_tickets_add_up),
      cmocka_unit_test(every_message_is_handed_out_once),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
