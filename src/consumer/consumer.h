// Consumer: everything of a consuming client handle: its assignment and the legacy API's started
// partitions, where they stand, what is fetched and handed out, offsets looked up, stored and
// committed. Owned by the Client, made after the Cluster and destroyed after Cluster::stop().
// Every public call: any thread, no lock held while application code runs.
//
// Parts: assignment.cc (who is consumed), chunk.h (hand-out), partition_reader.h (one partition),
// feeder.h (chunks of one queue), pump.h (who does the I/O), fetcher.h (Fetch per leader),
// offset_lookup.h (start offsets), recovery.cc, commits.cc, group_offsets.h.
#pragma once

#include <memory>
#include <vector>

#include "cluster/cluster.h"
#include "cluster/topics.h"
#include "config/conf.h"
#include "consumer/offset_spec.h"
#include "queue/queue.h"

namespace rk {

// Gives a consumed message back (rd_kafka_message_destroy for MessageKind::record and
// consumer_error). Any thread, also after the consumer is gone.
void destroy_consumed(rd_kafka_message_t* m);
// An error that belongs to no partition; null when memory is out.
rd_kafka_message_t* new_error_message(ErrorCode error, std::string_view text);
// The broker that a consumed message was fetched from, -1 when unknown.
i32 broker_id_of(const rd_kafka_message_t* m);

class Consumer {
 public:
  Consumer(Cluster& cluster, Topics& topics, const Conf& conf, Queue& main_queue);
  ~Consumer();
  Consumer(const Consumer&) = delete;
  Consumer& operator=(const Consumer&) = delete;

  bool has_poller() const;                       // without one it cannot fetch
  bool has_group() const { return has_group_; }  // is group.id set
  Queue& consumer_queue() { return *consumer_queue_; }
  QueueRef new_queue(const char* name);  // one that can carry messages
  QueueRef partition_queue(std::string_view topic, i32 partition);
  void redirect_main_queue();  // poll_set_consumer

  // --- assignment. Null unassigns.
  Error assign(const PartitionOffsets* list);
  Error incremental_assign(const PartitionOffsets& list);
  Error incremental_unassign(const PartitionOffsets& list);
  PartitionOffsets assignment();

  // --- moving about. Each element's error tells how it went with it.
  ErrorCode seek(Topic& topic, i32 partition, i64 offset);
  void seek(PartitionOffsets& list);
  void pause(PartitionOffsets& list, bool paused);
  void position(PartitionOffsets& list);

  // --- offsets. deadline: absolute.
  ErrorCode committed(PartitionOffsets& list, Micros deadline);
  ErrorCode store_offset(Topic& topic, i32 partition, i64 offset);  // stores offset + 1
  ErrorCode store_offsets(PartitionOffsets& list);
  ErrorCode store_message(const rd_kafka_message_t* m);

  using CommitCallback = void (*)(rd_kafka_t*, rd_kafka_resp_err_t,
                                  rd_kafka_topic_partition_list_t*, void* opaque);
  // Null list: what is stored for the assignment.
  ErrorCode commit_sync(const PartitionOffsets* list, PartitionOffsets* result);
  ErrorCode commit_async(const PartitionOffsets* list);
  // The result goes to `q` as an event, or to `cb` from polling it.
  ErrorCode commit_to(const PartitionOffsets* list, Queue& q, CommitCallback cb, void* opaque);

  // --- closing: unassigns, commits what is stored if so configured; never takes longer than
  // `timeout`, nor, without one, than rd_kafka_destroy() may.
  static constexpr Micros kCloseTimeout = 1500 * kMicrosPerMs;
  void close(Micros timeout = kCloseTimeout);
  void close_async();
  bool closed() const;
  void stop() {}  // nothing of its own runs: Cluster::stop() ends what runs for it

  // --- legacy API
  ErrorCode start(Topic& topic, i32 partition, i64 offset, Queue* to);
  ErrorCode stop(Topic& topic, i32 partition);
  // The queue of a started partition, null if it is not started.
  QueueRef started_queue(Topic& topic, i32 partition);

  // The newest known low and high watermark, RD_KAFKA_OFFSET_INVALID when unknown.
  void watermarks(std::string_view topic, i32 partition, i64* low, i64* high);

  // One line per partition for the statistics.
  struct PartitionStats {
    const Topic* topic;
    i32 partition;
    i32 broker_id;
    bool fetching;
    size_t queued_count, queued_bytes;
    i64 next_offset, app_offset, stored_offset, committed_offset;
    i64 eof_offset, low, high, last_stable;
    u64 messages, bytes;
    bool legacy;
    bool locating;  // its start offset is being looked up
    i64 wanted_offset;
    i32 stored_epoch;
  };
  std::vector<PartitionStats> stats();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
  // Copies, for every poll looks at them.
  bool has_group_;
  Queue* consumer_queue_;
};

}  // namespace rk
