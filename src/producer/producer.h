// Producer: takes messages from the application, keeps them encoded in one open batch per
// partition, and sees to it that each gets exactly one true report. Owned by the Client; lives
// between Cluster::start() and Cluster::stop(). Public calls: any thread.
//
//   produce() -> TopicLog (picks the partition) -> PartitionLog (open Batch + FIFO + Sequencer)
//             -> BrokerWorker of the leader (its own thread: compress, number, send, answer)
//             -> the finished Batch is itself the Op in the main queue (delivery.cc)
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <vector>

#include "cluster/cluster.h"
#include "cluster/topics.h"
#include "producer/account.h"
#include "producer/new_message.h"

namespace rk {

class BrokerWorker;
class PartitionLog;
class ProducerIdSource;
class TopicLog;
struct ProducerContext;

class Producer final : public MetadataListener {
 public:
  Producer(Cluster& cluster, Topics& topics, const Conf& conf, Queue& main_queue);
  ~Producer() override;  // stop()s

  // After Cluster::start(). Asks for the producer id at once.
  Error start();
  // Ends the threads. Messages that are left are dropped without reports, after one log line.
  void stop();

  // Accepts the message or says why not (the code of the public call); refused: payload stays the
  // caller's. RD_KAFKA_MSG_F_BLOCK waits for room.
  ErrorCode produce(const NewMessage& m);

  // Messages whose report has not been served.
  u64 message_count() const;
  u64 message_bytes() const;

  // Suspends linger while at least one flush runs. flush() waits, serving callbacks unless delivery
  // reports are events, until nothing is left: kOk or _TIMED_OUT.
  ErrorCode flush(int timeout_ms);
  // RD_KAFKA_PURGE_F_*; kOk or _INVALID_ARG.
  ErrorCode purge(int flags);

  // Whether the partition has a leader as far as metadata goes (rd_kafka_topic_partition_available).
  static bool partition_available(const Topic& topic, i32 partition);

  // A fatal error was raised (Cluster::set_fatal by the test hook): nothing is accepted any more,
  // what was not sent is reported.
  void fatal_error_raised(ErrorCode code);

  // Cluster's control thread.
  void metadata_changed(const SnapshotPtr& now) override;

  // For the statistics: what waits and what is in flight, partition by partition.
  struct PartitionStats {
    const Topic* topic;
    i32 partition;
    i32 leader;
    u64 queued_messages, queued_bytes;    // not yet sent
    u64 flight_messages, flight_bytes;    // sent, unanswered
    u64 sent_messages, sent_bytes, sent_batches;  // totals, acknowledged
  };
  void for_each_partition(const std::function<void(const PartitionStats&)>& f);

 private:
  TopicLog* log_of(Topic* topic);
  TopicLog* make_log(Topic* topic);
  ErrorCode produce_pending(TopicLog& log, const NewMessage& m, WallMs now);
  ErrorCode wait_for_room(u64 bytes, const NewMessage& m);
  void watch_pending();
  void tick();
  std::vector<TopicLog*> all_logs();

  std::unique_ptr<ProducerContext> context_;
  Topics& topics_;
  Mutex mutex_;
  std::vector<std::unique_ptr<TopicLog>> logs_;  // guarded by mutex_; grows only
  std::unique_ptr<ProducerIdSource> id_source_;
  std::atomic<bool> tick_armed_{false};
  bool started_ = false;
};

}  // namespace rk
