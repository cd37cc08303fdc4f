// Topic: the ABI's rd_kafka_topic_t: a name, its settings, and what hangs on them. One per name and
// client (rd_kafka_topic_new answers the same pointer for the same name); reference-counted by the
// application's handles, by messages' `rkt` (borrowed, kept alive by the client) and by us. The
// client owns the table and the last reference. Immutable but for the atomics.
#pragma once

#include <atomic>
#include <memory>
#include <string>

#include "base/types.h"
#include "config/conf.h"

struct rd_kafka_topic_s {
  rd_kafka_topic_s(rd_kafka_t* its_rk, std::string its_name, const rk::TopicConf& its_conf)
      : rk(its_rk), name(std::move(its_name)), conf(its_conf) {}

  rd_kafka_t* const rk;
  const std::string name;
  const rk::TopicConf conf;  // settings, partitioner, opaque

  std::atomic<rk::i32> application_refs{0};
  // Set once by the producer / consumer on first use; they own what it points to.
  std::atomic<void*> producer_state{nullptr};
  std::atomic<void*> consumer_state{nullptr};
  // From the newest metadata; -1 until the first answer that knows the topic.
  std::atomic<rk::i32> partition_count{-1};
};

namespace rk {
using Topic = ::rd_kafka_topic_s;
}
