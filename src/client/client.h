// Client: the ABI's rd_kafka_t. Owns everything of one handle, in the order in which it comes up
// and (reversed) goes down: logger, queues, topics, cluster with its control thread, then producer
// or consumer. Made by rd_kafka_new after all checks; destroyed by rd_kafka_destroy.
#pragma once

#include <atomic>
#include <memory>
#include <string>

#include "base/env.h"
#include "base/log.h"
#include "cluster/cluster.h"
#include "cluster/topics.h"
#include "config/conf.h"
#include "queue/queue.h"

namespace rk {
class Producer;
class Consumer;
}  // namespace rk

struct rd_kafka_s {
  rd_kafka_type_t type;
  rk::Env* env;
  std::string name;                        // "<client.id>#producer-1"
  std::unique_ptr<rd_kafka_conf_s> conf;   // read-only from rd_kafka_new on
  rk::Logger log;
  rk::BufferPool* pool;
  rk::QueueRef main_queue;                 // rd_kafka_poll's
  std::unique_ptr<rk::Topics> topics;
  std::unique_ptr<rk::Cluster> cluster;
  std::unique_ptr<rk::Producer> producer;  // exactly one of the two
  std::unique_ptr<rk::Consumer> consumer;
};
