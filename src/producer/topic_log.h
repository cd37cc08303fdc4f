// TopicLog: a topic as the producer sees it: its partitions' logs, what waits until they are known,
// and which partition a message goes to. Hangs on its Topic (producer_state); owned by the Producer
// for its life. Any thread; what metadata changes is serialised by metadata_mutex_.
//
// Until metadata is there, messages wait encoded in `pending` in the order of the calls. drain()
// moves them to the partitions without a lock held (a partitioner callback is application code);
// messages that come meanwhile queue up behind them, and only when nothing is left the table of
// partitions is published, from which on appends go straight to their partition. So order is kept.
// What is purged while it is on its way, the drain ends.
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "base/histogram.h"
#include "base/lock.h"
#include "cluster/snapshot.h"
#include "producer/partition_log.h"
#include "producer/partitioner.h"

namespace rk {

// Each batch as it was sent, for the statistics.
struct BatchWindows {
  Window bytes;
  Window messages;
};

class TopicLog {
 public:
  TopicLog(ProducerContext& context, Topic* topic);
  ~TopicLog();

  // The partitions, by number; never shrinks. Lives as long as the TopicLog.
  struct Table {
    i32 count = 0;
    std::unique_ptr<PartitionLog*[]> logs;
  };
  // Null until known.
  const Table* table() const { return table_.load(std::memory_order_acquire); }
  // Why nothing is accepted for the topic, or kOk.
  ErrorCode refusal() const { return refusal_.load(std::memory_order_relaxed); }

  // Which partition a message without one goes to; any number when the application's partitioner
  // says so. `now`: the wall clock, for the sticky interval.
  i32 pick(const Table& table, const NewMessage& m, WallMs now);
  // Keeps the message until partitions are known. kOk; what refuses it; or *retry: they are known.
  ErrorCode append_pending(const NewMessage& m, WallMs timestamp, bool* retry);
  bool available(i32 partition) const;

  void metadata(const TopicInfo* info, Micros now);
  // Deadlines of what no worker looks after; true while anything waits.
  bool tick(Micros now);
  void purge(bool queued, bool in_flight);
  void fail_unsent(ErrorCode error);
  template <typename F>
  void for_each_partition(F&& f) {
    const Table* const known = coming_.load(std::memory_order_acquire);
    for (i32 i = 0; known && i < known->count; ++i) f(*known->logs[i]);
  }

  Topic* topic() const { return topic_; }
  // Null without statistics.
  BatchWindows* windows() const { return windows_.get(); }
  static TopicLog* of(const Topic& topic) {
    return static_cast<TopicLog*>(topic.producer_state.load(std::memory_order_acquire));
  }
  // What waits until the partitions are known.
  void pending(u64* messages, u64* bytes);

 private:
  i32 random_available(const Table& table);
  bool is_another(const TopicInfo& info) const;
  void unknown(const TopicInfo* info, Micros now);
  void grow(size_t count);
  bool drain_is_due();
  void drain();
  struct Failed;
  void move(const Batch& from, const Table& table, u64 purges, WallMs now, Failed* failed);
  void keep(Batch** in, const Batch& from, const NewMessage& m, WallMs timestamp);
  std::vector<Batch*> take_pending(Micros opened_before);
  void fail(const std::vector<Batch*>& batches, ErrorCode error);

  ProducerContext& context_;
  Topic* const topic_;
  const PartitionSettings settings_;
  std::atomic<size_t> bytes_cap_;  // see PartitionLog
  const PartitionerKind kind_;
  const i64 sticky_ms_;
  const std::unique_ptr<BatchWindows> windows_;
  std::atomic<const Table*> table_{nullptr};
  std::atomic<const Table*> coming_{nullptr};  // what drain() is about to publish
  std::atomic<u64> purges_{0};                 // of what is queued; written under mutex_
  std::atomic<ErrorCode> refusal_{kOk};
  // Two words that belong together only loosely: a mix of two picks is still a valid partition.
  std::atomic<i32> sticky_{-1};
  std::atomic<i64> sticky_until_{0};

  Mutex metadata_mutex_;  // above mutex_; never held while reports or partitioners run
  // guarded by metadata_mutex_
  TopicId id_;
  Micros unknown_since_;

  Mutex mutex_;
  // guarded by mutex_
  std::vector<Batch*> pending_;
  bool draining_ = false;
  std::vector<std::unique_ptr<PartitionLog>> partitions_;
  std::vector<std::unique_ptr<Table>> tables_;  // all that were ever published
};

}  // namespace rk
