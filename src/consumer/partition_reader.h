// PartitionReader: one topic partition that the application reads: where it stands, what was
// fetched of it and not yet handed out. Made at first use, lives as long as the Consumer; chunks,
// requests in flight and the control thread point at it.
//
// Everything but the constants and atomics is guarded by the mutex of its home: the Feeder of the
// queue that its own queue is forwarded to (PartitionLock). Home changes only with both mutexes.
//
//   answer of the broker --append--> segments --fill--> Chunk --ticket--> application
//            fetch_offset                 deliver_from            app_offset
#pragma once

#include <atomic>
#include <deque>
#include <string>

#include "base/buffer.h"
#include "cluster/snapshot.h"
#include "cluster/topic.h"
#include "consumer/chunk.h"
#include "consumer/isolation.h"
#include "queue/queue.h"
#include "record/codec.h"
#include "record/reader.h"

namespace rk {

class Feeder;

// A part of one Fetch answer, or a notice (error, end of partition) that waits for its turn.
struct Segment {
  BufferRef buffer;
  const u8* at = nullptr;
  const u8* end = nullptr;
  AbortFilter aborts;
  i32 broker_id = -1;
  u32 messages = 0;  // as the batch headers say, less what was handed out
  ErrorCode notice = kOk;
  std::string text;
  i64 offset = RD_KAFKA_OFFSET_INVALID;  // the notice's

  size_t bytes() const { return static_cast<size_t>(end - at); }
};

// What fill() needs of the consumer.
struct FillOptions {
  bool check_crcs;
  bool read_committed;
  BufferPool& pool;
  CodecContext& codecs;
};

class PartitionReader {
 public:
  enum class Mode : u8 {
    idle,    // not consumed
    lookup,  // the control thread is to find the start offset
    active,  // fetched
    failed,  // told the application why it cannot go on; waits for seek or assign
  };

  PartitionReader(Topic& the_topic, i32 the_id, QueueRef its_queue)
      : topic(the_topic), id(the_id), queue(std::move(its_queue)) {}

  Topic& topic;
  const i32 id;
  const QueueRef queue;
  std::atomic<Feeder*> home{nullptr};

  // --- which API consumes it
  bool assigned = false;
  bool started = false;  // legacy
  bool paused = false;
  bool consumed() const { return assigned || started; }

  // --- where it stands
  Mode mode = Mode::idle;
  bool lookup_running = false;
  // Grows with each assign, seek, rewind and stop: what was asked for under an older one is stale.
  u32 version = 0;
  i64 wanted_offset = RD_KAFKA_OFFSET_INVALID;  // as the application gave it
  i64 lookup_offset = 0;                        // what the control thread is to resolve
  i64 fetch_offset = 0;
  i64 deliver_from = 0;
  // KIP-320. Of the batch in front of fetch_offset, -1 when that is not known; and the leader epoch
  // under which the broker said that its log is the one that this batch came from.
  i32 last_epoch = -1;
  i32 checked_epoch = -1;
  // Brokers before Fetch 12 are asked by the control thread; no Fetch meanwhile.
  enum class Check : u8 { none, wanted, running } log_check = Check::none;
  TopicId topic_id;  // whose offsets these are; another topic may get the name (KIP-516)
  i64 app_offset = RD_KAFKA_OFFSET_INVALID;  // of retired chunks; see position()
  i32 app_epoch = -1;
  i64 stored_offset = RD_KAFKA_OFFSET_INVALID;
  i32 stored_epoch = -1;
  std::string stored_metadata;
  i64 stored_at_position = RD_KAFKA_OFFSET_INVALID;
  i64 committed_offset = RD_KAFKA_OFFSET_INVALID;
  i64 low = RD_KAFKA_OFFSET_INVALID;
  i64 high = RD_KAFKA_OFFSET_INVALID;
  i64 last_stable = RD_KAFKA_OFFSET_INVALID;
  i64 eof_told = RD_KAFKA_OFFSET_INVALID;  // the end of which the application was told
  i64 eof_offset = RD_KAFKA_OFFSET_INVALID;
  ErrorCode error_told = kOk;
  i64 corrupt_at = -1;
  u32 corrupt_tries = 0;
  bool unknown_told = false;
  Micros unknown_since = 0;    // when its topic was first missing; 0: it is there
  Micros retry_at = 0;         // no Fetch, no lookup before
  Micros commit_due = kNever;  // the legacy API's own interval
  // As planned by the fetcher: who leads, and who is asked.
  i32 leader = -1, leader_epoch = -1, source = -1;
  // KIP-392: the replica that the leader named, until then; and until when the leader itself is to
  // answer, because that replica could not.
  i32 preferred = -1;
  Micros preferred_until = 0, leader_only_until = 0;
  u64 messages_seen = 0, bytes_seen = 0;
  // A reset under way: from where and why. Told when it is known where to.
  i64 reset_from = RD_KAFKA_OFFSET_INVALID;
  std::string reset_reason;

  // --- what was fetched
  std::deque<Segment> segments;
  size_t queued_bytes = 0;
  size_t queued_messages = 0;
  bool in_ready_list = false;
  bool has_data() const { return batch_open_ || !segments.empty(); }
  bool has_records() const {  // not only notices
    if (batch_open_) return true;
    for (const Segment& s : segments)
      if (s.notice == kOk && s.at != s.end) return true;
    return false;
  }
  bool in_batch() const { return batch_open_; }

  // Puts a segment at the end; the caller then lets the feeder know.
  void append(Segment&& s);
  // Forgets what was fetched and, with a new version, every answer under way.
  void drop_fetched(bool new_version = true);

  // Fills the chunk with what comes next, all of one Buffer; how many. 0 with *trouble set: what
  // came next is corrupt, all that was fetched is forgotten, fetch_offset is where to go on.
  u32 fill(Chunk& c, const FillOptions& o, Error* trouble);

 private:
  bool open_batch(const FillOptions& o, Error* trouble);
  bool open_records(const BatchHeader& batch, const BufferRef& buffer, const FillOptions& o,
                    Error* trouble);
  void fill_notice(Chunk& c);
  u32 fill_records(Chunk& c, u32 n);
  void finish_batch();
  void pop_segment();

  // The batch that fill() is in.
  bool batch_open_ = false;
  BufferRef batch_buffer_;
  RecordCursor cursor_;
  i64 base_offset_ = 0;
  i64 batch_next_ = 0;
  i64 base_timestamp_ = 0;
  i32 batch_epoch_ = -1;
  bool log_append_time_ = false;
  i64 append_time_ = 0;
};

// Locks a partition's home, whichever it is by then.
class PartitionLock {
 public:
  explicit PartitionLock(PartitionReader& p);
  Feeder& feeder() { return *feeder_; }

 private:
  Feeder* feeder_;
  Lock lock_;
};

}  // namespace rk
