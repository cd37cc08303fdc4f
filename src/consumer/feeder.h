// Feeder: one queue's side of the consumer: which partitions have something for it, and the chunk
// that its pollers take tickets from. Serves one queue until that goes, then perhaps another:
// whoever locks a partition's home may come late (PartitionLock), so a feeder is never freed before
// its consumer. Messages may outlive it. Any thread. mutex() also guards the partitions whose home
// this is; it is taken before no other lock but the pools', and not while application code runs. Of
// two feeders the lower address first.
#pragma once

#include <deque>

#include "consumer/partition_reader.h"

namespace rk {

// What a feeder wants of its consumer.
class FeederHost {
 public:
  virtual ~FeederHost() = default;
  virtual BufferPool& buffer_pool() = 0;
  virtual bool check_crcs() const = 0;
  virtual bool read_committed() const = 0;
  // A batch of `p` was found corrupt and all that was fetched of it forgotten. No lock is held.
  virtual void corrupt(PartitionReader& p, const Error& why) = 0;
};

class Feeder {
 public:
  Feeder(FeederHost& host, Queue& queue);
  ~Feeder();
  static Feeder* of(Queue& q) { return static_cast<Feeder*>(q.feed_owner); }

  Queue& queue() { return *queue_; }
  // Its queue is gone; the next one is there.
  void leave();
  void serve(Queue& queue);
  Mutex& mutex() { return mutex_; }

  // The next message when the current chunk has none left; null when nothing is at hand.
  Message* refill();
  // Whether a poll would find something. Exact enough to decide whether to wait: never false when
  // something was announced before.
  bool ready() const {
    const Chunk& c = *static_cast<Chunk*>(queue_->feed_state.load(std::memory_order_acquire));
    const u64 w = c.word.load(std::memory_order_acquire);
    return next_of(w) < count_of(w) || ready_count_.load(std::memory_order_seq_cst) != 0;
  }

  // --- with mutex() held
  // Something was appended to `p`, or it was resumed. True: it was not in the list before.
  bool announce(PartitionReader& p);
  // Takes back what of `p` was not handed out and forgets what was fetched. fetch_offset becomes
  // the first offset that was not handed out; the version changes. staying: the partition goes on
  // where it is, so errors that the application was not told of yet stay, and so does the version
  // while the start offset is looked up: its answer is still the right one.
  void take_back(PartitionReader& p, bool staying = false);
  // The next offset after what was handed out, RD_KAFKA_OFFSET_INVALID before the first.
  i64 position(PartitionReader& p, i32* epoch);

  // `p` goes from its home to this feeder.
  static void rehome(PartitionReader& p, Feeder& to);
  size_t ready_messages();

 private:
  void retire();
  void forget(PartitionReader& p);

  FeederHost& host_;
  Queue* queue_;
  ChunkPool* const pool_;
  CodecContext codecs_;  // guarded by mutex_
  std::atomic<u32> ready_count_{0};
  Mutex mutex_;
  // guarded by mutex_
  Chunk* current_;
  PartitionReader* current_partition_ = nullptr;
  Chunk* spare_ = nullptr;
  std::deque<PartitionReader*> ready_;
};

}  // namespace rk
