// ProducerContext: what all parts of one producer share. Owned by the Producer, outlives its parts;
// constant but for the atomics. Any thread.
#pragma once

#include <atomic>
#include <memory>

#include "cluster/cluster.h"
#include "producer/batch.h"

namespace rk {

class BrokerWorker;
class PartitionLog;

// What the parts ask of the Producer; any thread.
class ProducerParts {
 public:
  virtual ~ProducerParts() = default;
  // The worker of that broker, made and started at first use; null while stopping.
  virtual BrokerWorker* worker_of(i32 broker_id) = 0;
  // Something waits that no worker looks after: have the control thread look at it soon.
  virtual void need_tick() = 0;
  // A partition has used up its epochs: a new producer id, then PartitionLog::renew_id on all.
  virtual void need_new_id() = 0;
};

struct ProducerContext {
  ProducerContext(Cluster& cluster_in, const Conf& conf_in, Queue& main_queue,
                  ProducerParts& parts_in)
      : cluster(cluster_in),
        env(cluster_in.env()),
        log(cluster_in.log()),
        pool(cluster_in.pool()),
        conf(conf_in),
        parts(parts_in),
        shared(std::make_shared<BatchShared>(
            env, pool, static_cast<u64>(conf_in.values.queue_buffering_max_messages),
            static_cast<u64>(conf_in.values.queue_buffering_max_kbytes) * 1024)) {
    DeliveryMode& d = shared->delivery;
    d.queue = &main_queue;
    d.dr_cb = conf.callbacks.dr_cb;
    d.dr_msg_cb = conf.callbacks.dr_msg_cb;
    d.opaque = conf.callbacks.opaque;
    d.events = conf.values.enabled_events & RD_KAFKA_EVENT_DR;
    d.only_error = conf.values.delivery_report_only_error;
  }

  Cluster& cluster;
  Env& env;
  Logger& log;
  BufferPool& pool;
  const Conf& conf;
  ProducerParts& parts;
  const std::shared_ptr<BatchShared> shared;

  std::atomic<int> flushes{0};  // linger is suspended while one runs
  std::atomic<ErrorCode> fatal{kOk};
  // The producer id; -1 until it is known. Partitions start with it at its epoch.
  std::atomic<i64> producer_id{-1};
  std::atomic<i16> producer_epoch{0};  // written before the id
  std::atomic<Micros> producer_id_since{0};
};

// What a topic's settings come to for its partitions.
struct PartitionSettings {
  Batch::Limits limits{};
  Micros linger = 0;
  Micros seal_after = 0;       // no batch takes messages longer: its deadline is its oldest one's
  Micros message_timeout = 0;  // kNever: none
  i32 request_timeout_ms = 0;
  Codec codec = Codec::none;
  int level = -1;
  SequencerLimits sequencer;
};
PartitionSettings partition_settings(const Conf& conf, const TopicConf& topic);

}  // namespace rk
