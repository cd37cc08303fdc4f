// Client: the ABI's rd_kafka_t. Owns everything of one handle, in the order in which it comes up
// and (reversed) goes down: conf, logger, queues, topics, cluster with its control thread, then the
// producer or the consumer. Made by rd_kafka_new after all checks; destroyed by rd_kafka_destroy.
// The members are set before any other thread sees the handle and constant from then on.
#pragma once

#include <atomic>
#include <memory>
#include <string>

#include "base/env.h"
#include "base/log.h"
#include "base/names_once.h"
#include "client/log_sink.h"
#include "cluster/cluster.h"
#include "cluster/topics.h"
#include "config/conf.h"
#include "queue/queue.h"

namespace rk {
class Producer;
class Consumer;
class Background;
class Statistics;
}  // namespace rk

struct rd_kafka_s {
  rd_kafka_s(rk::Env& env, rd_kafka_type_t type, std::unique_ptr<rk::Conf> conf);
  ~rd_kafka_s();
  rd_kafka_s(const rd_kafka_s&) = delete;
  rd_kafka_s& operator=(const rd_kafka_s&) = delete;

  // Starts the threads; on an error the client may only be destroyed.
  rk::Error start();
  // Stops everything that runs on threads of ours. consumer_close: rd_kafka_destroy's, for a
  // consumer with a group (commits what is stored).
  void shut_down(bool consumer_close);

  // The queue that a thread of ours serves through background_event_cb; null without one.
  rk::QueueRef background_queue();

  const rd_kafka_type_t type;
  rk::Env& env;
  // A child of fork() that finds another generation than this holds its parent's handle: threads
  // and sockets are not its to use or to end.
  const rk::u32 fork_generation = env.fork_generation();
  const std::string name;  // "<client.id>#producer-1"
  const std::unique_ptr<rk::Conf> conf;
  // The shell that the application may still hold a pointer to (rd_kafka_new took its contents).
  std::unique_ptr<rk::Conf> conf_shell;
  std::unique_ptr<rk::ClientLog> log_sink;
  rk::Logger log;
  rk::NamesOnce refused_calls;  // unsupported functions whose log line was written
  rk::BufferPool* const pool;
  rk::QueueRef main_queue;  // rd_kafka_poll's
  std::unique_ptr<rk::Topics> topics;
  std::unique_ptr<rk::Cluster> cluster;
  std::unique_ptr<rk::Producer> producer;  // exactly one of the two is there
  std::unique_ptr<rk::Consumer> consumer;
  std::unique_ptr<rk::Background> background;  // with background_event_cb
  std::unique_ptr<rk::Statistics> statistics;  // when somebody listens
  // What the ABI layer hangs on the client (the embedded broker of test.mock.num.brokers).
  std::shared_ptr<void> attachment;
};

namespace rk {
using Client = ::rd_kafka_s;

// How many clients this process has, and a wait until there is none.
int client_count();
bool wait_no_client(Env& env, Micros deadline);
}  // namespace rk
