// PartitionLog: what one partition still has to send: the open batch that appends go to, the closed
// ones in order, and the Sequencer that says what may be sent and what an answer means. Owned by
// its TopicLog for the producer's life. Appends: application threads. At any time at most one
// BrokerWorker owns it and sends for it; the control thread serves it while none does. All under
// one small lock, below no other and above the worker's inbox.
//
// Moving to another leader: set_leader() notes it; the owner lets go in service() once no request
// is out, so that the new leader never sees a batch while the old one may still append it. It waits
// for an answer only a moment: BrokerWorker closes the connection of a request that stays out.
#pragma once

#include <deque>
#include <vector>

#include "base/histogram.h"
#include "base/lock.h"
#include "cluster/snapshot.h"
#include "producer/batch.h"
#include "producer/context.h"
#include "producer/sequencer.h"

namespace rk {

class PartitionLog {
 public:
  // bytes_cap: how large the topic's batches may get; lowered when a broker takes only less.
  PartitionLog(ProducerContext& context, const PartitionSettings& settings,
               std::atomic<size_t>& bytes_cap, Topic* topic, i32 partition);
  ~PartitionLog();  // drops what is left, without reports

  // kOk, or _FATAL's like: why it was not taken. `tick`: anything that changes every millisecond;
  // reports' latencies are as exact. (Not a clock: those that are free to read may jump.)
  ErrorCode append(const NewMessage& m, WallMs timestamp, i64 tick);
  // The same for a message that waited for metadata.
  ErrorCode append_late(const NewMessage& m, WallMs timestamp);

  // Nothing joins a batch any more that has collected long enough.
  void seal(Micros now);

  // What is left to do once no lock is held: reports are application code.
  struct Ended {
    std::vector<Batch*> batches;
    bool refresh = false;
    bool new_id = false;
    bool drop_connection = false;
    bool denied = false;  // and the application does not know
    i64 gaps = 0;
  };
  void finish(Ended& ended);

  // Control thread. The first two: true when nudge() has to follow, without locks.
  [[nodiscard]] bool set_leader(i32 broker_id, i32 leader_epoch);
  [[nodiscard]] bool lose_leader();  // there is none at present
  void topic_replaced(Ended* ended);
  void set_topic_id(const TopicId& id);
  bool available() const { return leader_.load(std::memory_order_relaxed) >= 0; }
  i32 leader() const { return leader_.load(std::memory_order_relaxed); }
  // Serves deadlines while no worker owns it; true while something waits.
  bool serve_unowned(Micros now);
  // A new producer id for a partition whose epochs are used up (and only for it).
  void renew_id(i64 producer_id, i16 epoch);

  // rd_kafka_purge; and what a fatal error does to everything that was not sent.
  void purge(bool queued, bool in_flight);
  void fail_unsent(ErrorCode error);
  // Its worker should look: linger is suspended, the producer id is known, ...
  void nudge();

  // --- the owning worker's thread
  struct Due {
    enum class State : u8 { idle, waiting, ready, moved } state = State::idle;
    Micros since = 0;      // ready: the oldest message is so old
    Micros at = kNever;    // when to look again at the latest
    size_t bytes = 0;      // ready: about what it will take of a request
    bool leaving = false;  // another broker leads; only a request that is out keeps it here
  };
  Due service(Micros now, const BrokerWorker* me);
  struct Sending {
    BatchId id = 0;
    TopicId topic_id;  // the topic that it may go to; zero: not known
    Batch::Packing bytes;
    bool write_header = false;
    bool retry = false;
    bool first = false;  // no attempt before
    i64 max_timestamp = 0;
    i32 messages = 0;
    Micros deadline = 0;
  };
  // Takes the next batch out for an attempt; false when there is none after all. Packs it without
  // the lock if need be. `waits`: how long each message waited for its first attempt, if anybody
  // wants to know.
  bool begin(Micros now, Generation on, CodecContext& codecs, Window* waits, Sending* out);
  struct Answer {
    ErrorCode error = kOk;
    bool unwritten = false;  // no byte left: no attempt
    bool lost = false;       // its outcome is unknown; `error` says why
    i64 base_offset = -1;
    i64 log_append_time_ms = -1;
    i32 broker_id = -1;
    Batch::Outcome details;  // text and named records
  };
  // True when the connection should be dropped.
  bool end(const Sending& sent, Answer answer, Generation on, Micros now);

  Topic* topic() const { return topic_; }
  i32 partition() const { return partition_; }
  i32 leader_epoch() const { return leader_epoch_.load(std::memory_order_relaxed); }
  const PartitionSettings& settings() const { return settings_; }

  struct Stats {
    u64 queued_messages = 0, queued_bytes = 0;
    u64 flight_messages = 0, flight_bytes = 0;
    u64 sent_messages = 0, sent_bytes = 0, sent_batches = 0;
    u64 ended_messages = 0;  // however they ended
    i32 next_sequence = 0;   // that the broker has not acknowledged
  };
  Stats stats();

 private:
  ErrorCode add(const NewMessage& m, WallMs timestamp, ShortLock& lock);
  Batch::Appended start_batch(const NewMessage& m, WallMs timestamp);
  void tell_owner(ShortLock& lock);
  void find_owner();
  void close_open();
  bool open_is_due(Micros now) const;
  bool has_work() const { return open_ || !sequencer_.empty(); }
  Batch* batch_of(BatchId id);
  void serve_deadlines(Micros now, Due* due, Ended* ended);
  void carry_out(Sequencer::Actions& actions, Answer* answer, const Sending* sent, Micros now,
                 Ended* ended);
  void report(const SequencerAction& action, Answer* answer, const Sending* sent, Micros now,
              Ended* ended);
  void split(BatchId id, ErrorCode error, Sequencer::Actions* more);

  ProducerContext& context_;
  const PartitionSettings& settings_;
  std::atomic<size_t>& bytes_cap_;
  Batch::Limits limits_;  // the settings' and the cap, of the open batch; under mutex_
  Topic* const topic_;
  const i32 partition_;
  std::atomic<i32> leader_{-1};
  std::atomic<i32> leader_epoch_{-1};

  alignas(64) ShortMutex mutex_;
  // guarded by mutex_
  Batch* open_ = nullptr;
  std::deque<Batch*> closed_;  // in order; those in flight too
  Sequencer sequencer_;
  BrokerWorker* owner_ = nullptr;
  bool listed_ = false;  // the owner has it in its list and will look at it
  TopicId topic_id_;
  bool denied_ = false;  // error_cb was told, nothing was taken since
  size_t size_guess_;    // of the next batch's buffer
  u64 sent_messages_ = 0, sent_bytes_ = 0, sent_batches_ = 0, ended_messages_ = 0;
};

}  // namespace rk
