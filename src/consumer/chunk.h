// Chunk: 64 message slots that are handed out to any number of polling threads without a lock, and
// given back by whichever thread destroys the message. One queue's chunks come from one ChunkPool
// and are never freed before it: a poller may look at a chunk that was recycled meanwhile, and
// still reads a ticket word, of a chunk of the same queue.
//
//   line 0   word: { next : 32 | count : 32 }      one load, one fetch_add per message
//   line 1   live: messages not destroyed, + 1 while the chunk is a queue's current one
//   line 2.. 64 slots of 96 bytes
//
// The word. Hand-out loads it, and only if next < count adds 1 to next, and looks again at what the
// addition returned: next passes count by at most the number of pollers, so it never wraps, however
// many empty polls there are. `next` is the high half, so its carry goes nowhere. A revoke
// exchanges the word for 0: whoever added before it owns that slot, nobody can add usefully after
// it.
//
// Why `current` holds a reference. Without it: poller A loads current = X and is preempted; X is
// handed out, destroyed, recycled, refilled and current again; A's refill then retires the new X,
// losing what is in it. With the reference, and the word looked at again under the feeder's lock,
// A finds tickets in X and takes one.
#pragma once

#include <atomic>

#include "base/buffer.h"
#include "base/lock.h"
#include "base/message.h"

namespace rk {

class ChunkPool;

struct alignas(64) Chunk {
  static constexpr u32 kSlots = 64;

  constexpr Chunk() = default;

  std::atomic<u64> word{0};

  alignas(64) std::atomic<i32> live{0};
  i32 broker_id = -1;
  bool notice = false;  // its slot is an error or EOF, not a record
  bool has_headers = false;
  ChunkPool* pool = nullptr;
  Buffer* buffer = nullptr;  // what the slots point into; one reference
  char* text = nullptr;      // a notice's text, from malloc
  Chunk* next = nullptr;     // in the pool: free list
  Chunk* next_made = nullptr;

  alignas(64) Message slots[kSlots] = {};
};
static_assert(offsetof(Chunk, slots) == 128);

constexpr u64 kTicket = u64{1} << 32;
constexpr u32 next_of(u64 word) {
  return static_cast<u32>(word >> 32);
}
constexpr u32 count_of(u64 word) {
  return static_cast<u32>(word);
}

// The chunk of every queue that has nothing at hand: no ticket can be taken from it.
Chunk* empty_chunk();

// A ticket, or null when the chunk has none left.
inline Message* take_ticket(Chunk& c) {
  u64 w = c.word.load(std::memory_order_acquire);
  if (next_of(w) >= count_of(w)) return nullptr;
  w = c.word.fetch_add(kTicket, std::memory_order_acq_rel);
  const u32 i = next_of(w);
  return i < count_of(w) ? &c.slots[i] : nullptr;
}

// Up to `size` tickets in one step; the first slot's index in *first.
inline u32 take_tickets(Chunk& c, u32 size, u32* first) {
  u64 w = c.word.load(std::memory_order_acquire);
  if (next_of(w) >= count_of(w)) return 0;
  // At most a chunk's worth: next must never come near its wrap.
  const u32 want = size < Chunk::kSlots ? size : Chunk::kSlots;
  w = c.word.fetch_add(kTicket * want, std::memory_order_acq_rel);
  if (next_of(w) >= count_of(w)) return 0;
  *first = next_of(w);
  const u32 left = count_of(w) - next_of(w);
  return left < want ? left : want;
}

// Makes `count` filled slots available; `taken` of them belong to the caller already.
inline void publish(Chunk& c, u32 count, u32 taken) {
  c.live.store(static_cast<i32>(count) + 1, std::memory_order_relaxed);
  c.word.store(kTicket * taken | count, std::memory_order_release);
}

struct Revoked {
  u32 handed;  // slots [0, handed) were handed out
  u32 count;   // slots [handed, count) come back and will not be
};

// Takes back what was not handed out. The caller then reads the slots as it needs, and calls
// drop(c, count - handed + 1).
inline Revoked revoke(Chunk& c) {
  const u64 w = c.word.exchange(0, std::memory_order_acq_rel);
  const u32 count = count_of(w);
  return {next_of(w) < count ? next_of(w) : count, count};
}

[[gnu::noinline]] void recycle(Chunk& c);

inline void drop(Chunk& c, u32 references) {
  const i32 n = static_cast<i32>(references);
  if (c.live.fetch_sub(n, std::memory_order_acq_rel) == n) recycle(c);
}

// Reference-counted by its feeder and by its chunks in use, so that messages may outlive both.
class ChunkPool {
 public:
  static ChunkPool* create();
  void release();
  Chunk* take();  // null when memory is short

 private:
  friend void recycle(Chunk&);
  ChunkPool() = default;
  ~ChunkPool();
  void give_back(Chunk* c);

  std::atomic<u32> refs_{1};
  Mutex mutex_;
  Chunk* free_ = nullptr;  // guarded by mutex_
  Chunk* made_ = nullptr;  // guarded by mutex_: all chunks
};

}  // namespace rk
