// Partition: one replica-less log of the virtual broker, with Kafka's rules for what may be
// appended (idempotence, sequence numbers, epochs) as they were measured on real brokers; see the
// numbered rules at append(). Owned by a Topic of the Cluster (mock/cluster.h); used under its
// lock.
//
// Batches are kept as the producer sent them (base offset and leader epoch filled in, as a broker
// does); nothing is decompressed but to answer an offset by time.
#pragma once

#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <vector>

#include "base/types.h"
#include "record/batch.h"

namespace rk::mock {

struct StoredBatch {
  i64 base_offset = 0;
  i64 last_offset = 0;
  i64 max_timestamp = -1;
  std::shared_ptr<const std::vector<u8>> bytes;  // followed by Buffer::kPadding zero bytes
  size_t size = 0;                               // without the padding
};

struct AppendResult {
  ErrorCode error = kOk;
  i64 base_offset = -1;
  i64 log_append_time = -1;
  std::string message;  // why, for record-level refusals
};

class Partition {
 public:
  // bytes_max: the oldest batches go when the log is larger (its start moves up).
  Partition(i32 leader, size_t bytes_max) : leader_(leader), bytes_max_(bytes_max) {}

  i32 leader() const { return leader_; }
  i32 leader_epoch() const { return leader_epoch_; }
  void set_leader(i32 id) {
    leader_ = id;
    begin_epoch(leader_epoch_ + 1);
  }
  // KIP-320: the newest epoch that is not newer than `epoch`, and where it ends; -1 and -1 for an
  // epoch that never was.
  struct EpochEnd {
    i32 epoch = -1;
    i64 end_offset = -1;
  };
  EpochEnd epoch_end(i32 epoch) const;
  i64 start_offset() const { return start_; }
  i64 end_offset() const { return end_; }  // also the high watermark

  // Batches then get the time of their append, by the broker's clock, instead of their producer's.
  void set_log_append_time(bool on) { log_append_time_ = on; }

  // The records of one partition of a Produce request.
  AppendResult append(Bytes records, size_t batch_bytes_max, WallMs now = 0);

  // Whole batches from the one that holds `offset`, until bytes_max; at least one if there is any.
  // kOk or OFFSET_OUT_OF_RANGE.
  ErrorCode read(i64 offset, size_t bytes_max, std::vector<const StoredBatch*>* out) const;

  // For tests. A batch as another broker would have it: with its base offset and leader epoch, but
  // nothing of it is looked at. What it holds may have gaps, and be a transaction's.
  void put(Bytes batch);
  // Where the first open transaction begins; -1: none is open.
  void set_first_open(i64 offset) { first_open_ = offset; }
  i64 last_stable_offset() const { return first_open_ >= 0 ? first_open_ : end_; }
  // A transaction that was aborted: from its first record to its marker.
  struct Aborted {
    i64 producer_id, first, last;
  };
  void add_aborted(const Aborted& a) { aborted_.push_back(a); }
  const std::vector<Aborted>& aborted() const { return aborted_; }
  // Flips a bit of byte `at` of the batch that holds `offset`; again: as it was. False:
  // there is no such batch.
  bool damage(i64 offset, size_t at);
  // Moves the log's start up, as DeleteRecords does.
  void trim(i64 start);

  // Everything below was answered with an ok.
  void acknowledge(i64 end) { acknowledged_ = std::max(acknowledged_, end); }
  // The failures of a broker; see mock/faults.h.
  void forget_all_but_last();
  void lose_unacknowledged();
  // An unclean election: what the new leader has ends at `end`, or at the start of the batch that
  // holds it.
  void lose_from(i64 end);
  // How far the followers are behind; -1: they are not.
  void set_follower_end(i64 end) { follower_end_ = end; }
  i64 follower_end() const { return follower_end_; }
  // The newest leader epoch that the followers have heard of; -1: the leader's.
  void set_follower_epoch(i32 epoch) { follower_epoch_ = epoch; }
  i32 epoch_known(bool follower) const {
    return follower && follower_epoch_ >= 0 ? follower_epoch_ : leader_epoch_;
  }
  template <typename F>
  void for_each_batch(F&& f) const {
    for (const StoredBatch& b : batches_) f(b);
  }

  i64 max_timestamp() const;  // of all records, -1 without any
  // The first record with a timestamp >= ts: its offset and timestamp; -1 if there is none.
  void find_time(i64 ts, i64* offset, i64* timestamp) const;

 private:
  // What a broker remembers of a producer: its epoch and its last five batches.
  struct Sequence {
    i32 first = 0, last = 0;
    i64 base_offset = 0;
    i64 max_timestamp = -1;
  };
  struct ProducerState {
    i16 epoch = 0;
    std::deque<Sequence> batches;
  };

  AppendResult check_sequence(const BatchHeader& b, bool* duplicate);
  void store(const BatchHeader& b, Bytes records, WallMs now);
  void begin_epoch(i32 epoch);

  i32 leader_;
  i32 leader_epoch_ = 0;
  const size_t bytes_max_;
  bool log_append_time_ = false;
  i64 start_ = 0;
  i64 end_ = 0;
  i64 acknowledged_ = 0;
  size_t bytes_ = 0;
  std::deque<StoredBatch> batches_;
  i64 first_open_ = -1;
  std::vector<Aborted> aborted_;
  std::map<i64, ProducerState> producers_;
  i64 follower_end_ = -1;
  i32 follower_epoch_ = -1;
  struct EpochStart {
    i32 epoch;
    i64 start;
  };
  std::vector<EpochStart> epochs_{{0, 0}};  // ascending, those that hold nothing left out
};

}  // namespace rk::mock
