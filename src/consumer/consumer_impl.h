// Consumer::Impl: what stands behind Consumer. Spread over consumer.cc (construction, queues, the
// Feed), assignment.cc (who is consumed, seek, pause, the legacy API), recovery.cc (resets, corrupt
// batches, partitions that are not there) and commits.cc (stored offsets, commits, closing).
// Owned by the Consumer. Any thread.
//
// Lock order: mutex_ before a Feeder's. Both are leaves otherwise; neither is held while a queue is
// pushed to, a log line written or an application's function called.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>

#include "consumer/consumer.h"
#include "consumer/feeder.h"
#include "consumer/fetcher.h"
#include "consumer/group_offsets.h"
#include "consumer/offset_lookup.h"
#include "consumer/pump.h"

namespace rk {

class Consumer::Impl final : public Feed,
                             public FeederHost,
                             public FetcherHost,
                             public LookupHost,
                             public MetadataListener {
 public:
  using Readers = std::vector<PartitionReader*>;

  Impl(Cluster& cluster, Topics& topics, const Conf& conf, Queue& main_queue);
  ~Impl() override;

  // --- Feed
  rd_kafka_message_t* take(Queue& q) override;
  size_t take_many(Queue& q, rd_kafka_message_t** to, size_t size) override;
  void wait(Queue& q, Micros deadline) override;
  void interrupt(Queue& q) override;
  size_t ready_count(Queue& q) override;
  bool ready(Queue& q) override { return Feeder::of(q)->ready(); }
  void arm(Queue& q) override;
  void routes_changed() override;
  void forget(Queue& q) override;
  bool has_consume_callback() const override { return conf_.callbacks.consume_cb != nullptr; }
  void consume_callback(rd_kafka_message_t* m) override;

  // --- FeederHost, FetcherHost, LookupHost, MetadataListener
  BufferPool& buffer_pool() override { return cluster_.pool(); }
  bool check_crcs() const override { return conf_.values.check_crcs; }
  bool read_committed() const override {
    return conf_.values.isolation_level == IsolationLevel::read_committed;
  }
  void corrupt(PartitionReader& p, const Error& why) override;
  Readers consumed() override;
  void out_of_range(PartitionReader& p, u32 version, i32 broker_id) override;
  void failing(PartitionReader& p, u32 version, ErrorCode error, i32 broker_id) override;
  void located(PartitionReader& p, u32 version, i64 offset, i32 epoch) override;
  void compared(PartitionReader& p, u32 version, i32 leader_epoch, const LogEnd& end,
                i32 broker_id) override;
  void recreated(PartitionReader& p, u32 version) override;
  void check_logs() override { lookup_.kick(); }
  void not_committed(PartitionReader& p, u32 version) override;
  void metadata_changed(const SnapshotPtr& now) override;

  // --- consumer.cc
  QueueRef make_queue(std::string name);
  void adopt(Queue& q);  // makes it one that can carry messages
  PartitionReader& reader(std::string_view topic, i32 partition);
  PartitionReader* find(std::string_view topic, i32 partition);
  // What moving about answers for a partition without a reader.
  ErrorCode not_consumed(const std::string& topic);

  // --- assignment.cc. `offset`: where it begins, as the application gives it; `epoch`: the leader
  // epoch of the record before it, -1 when that is not known.
  void begin(PartitionReader& p, i64 offset, i32 epoch, bool legacy, Queue* forward);
  void end(PartitionReader& p, bool legacy);
  void place(PartitionReader& p, i64 offset, i32 epoch);
  ErrorCode seek(PartitionReader& p, i64 offset, i32 epoch);

  // --- recovery.cc
  // Puts an error in the partition's order of messages.
  void notice(PartitionReader& p, u32 version, ErrorCode error, std::string text, i64 offset,
              i32 broker_id);
  void reset(PartitionReader& p, u32 version, ErrorCode why, const std::string& reason,
             i32 broker_id);
  void tell_reset(PartitionReader& p, i64 from, i64 to, const std::string& reason);
  void check_existence();

  // --- commits.cc
  i64 stored(PartitionReader& p, Feeder& f, i32* epoch);  // with the partition locked
  ErrorCode store(PartitionReader* p, i64 offset, i32 epoch, const std::string& metadata);
  PartitionOffsets to_commit(const Readers& of);
  void commit(PartitionOffsets list, Micros deadline, GroupOffsets::Done done);
  // What is stored of partitions that are about to be left; nobody waits for it.
  void commit_last(const Readers& of);
  void committed(const PartitionOffsets& list);
  void tell_commit(ErrorCode error, PartitionOffsets list);
  void schedule_auto_commit();
  void auto_commit();
  PartitionOffsets unassign_all();
  void set_closed();
  void schedule_topic_commit(PartitionReader& p);

  Cluster& cluster_;
  Topics& topics_;
  const Conf& conf_;
  Queue& main_queue_;
  Pump pump_;  // its poller outlives the fetcher's connections
  Fetcher fetcher_;
  GroupOffsets group_;
  OffsetLookup lookup_;

  Mutex routes_mutex_;  // taken before the queues' and mutex_
  Mutex mutex_;
  // guarded by mutex_
  std::map<std::pair<std::string, i32>, std::unique_ptr<PartitionReader>, std::less<>> readers_;
  Readers consumed_;
  PartitionOffsets assignment_;
  std::set<Queue*> queues_;  // all that carry messages; they drop out in forget()
  std::set<Queue*> with_event_;
  std::vector<Feeder*> idle_feeders_;  // of queues that are gone

  QueueRef consumer_queue_;
  std::atomic<bool> closed_{false};
  std::atomic<bool> auto_commit_running_{false};
};

}  // namespace rk
