// Producer: takes messages from the application, keeps them encoded in one open batch per
// partition, and sees to it that each gets exactly one true report. Owned by the Client; lives
// between Cluster::start() and Cluster::stop(). Public calls: any thread.
//
//   produce() -> TopicLog (picks the partition) -> PartitionLog (open Batch + FIFO + Sequencer)
//             -> BrokerWorker of the leader (its own thread: compress, number, send, answer)
//             -> the finished Batch is itself the Op in the main queue (delivery.cc)
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <vector>

#include "base/histogram.h"
#include "base/lock.h"
#include "cluster/cluster.h"
#include "cluster/topics.h"
#include "producer/new_message.h"
#include "queue/queue.h"

namespace rk {

class BrokerWorker;
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
  // caller's. RD_KAFKA_MSG_F_BLOCK waits for room, for ever or as long as m.gives_up says.
  ErrorCode produce(const NewMessage& m);

  // The topic of that name, made at need; quick for the same name again and again.
  Topic* topic_named(const char* name);

  // Messages whose report has not been served.
  u64 message_count() const;
  u64 message_bytes() const;

  // Suspends linger while at least one flush runs. flush() waits, serving callbacks unless delivery
  // reports are events, until nothing is left: kOk or _TIMED_OUT.
  ErrorCode flush(int timeout_ms);
  // RD_KAFKA_PURGE_F_*; kOk or _INVALID_ARG.
  ErrorCode purge(int flags);

  // Whether the partition has a leader as far as metadata goes
  // (rd_kafka_topic_partition_available).
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
    u64 queued_messages, queued_bytes;            // not yet sent
    u64 flight_messages, flight_bytes;            // sent, unanswered
    u64 sent_messages, sent_bytes, sent_batches;  // totals, acknowledged
    u64 ended_messages;                           // total, however they ended
    i32 next_sequence;                            // that is not acknowledged
  };
  // The last one of a topic is RD_KAFKA_PARTITION_UA: what waits until its partitions are known.
  void for_each_partition(const std::function<void(const PartitionStats&)>& f);
  // Adds what was measured of the topic's batches since the last call.
  static void take_batches(const Topic& topic, Histogram& bytes, Histogram& messages);
  struct Identity {
    i64 producer_id;  // -1: not known yet
    i16 epoch;
    Micros since;  // when the id came
  };
  Identity identity() const;

 private:
  class Parts;
  TopicLog* log_of(Topic* topic);
  TopicLog* make_log(Topic* topic);
  ErrorCode room_for(const NewMessage& m);
  bool nothing_under_way();
  void fail_unsent();
  ErrorCode append(TopicLog& log, const NewMessage& m);
  void tick();
  void got_id(i64 producer_id, i16 epoch);
  std::vector<TopicLog*> all_logs();
  void nudge_all();

  std::unique_ptr<Parts> parts_;
  std::unique_ptr<ProducerContext> context_;
  Topics& topics_;
  std::shared_ptr<ProducerIdSource> id_source_;
  std::atomic<Topic*> last_topic_{nullptr};
  Mutex mutex_;
  // guarded by mutex_; grows only
  std::vector<std::unique_ptr<TopicLog>> logs_;
  bool stopped_ = false;
};

}  // namespace rk
