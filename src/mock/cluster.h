// Cluster: what the virtual brokers share: topics and their logs, producer ids, committed offsets.
// One Cluster is served by any number of Sessions (mock/session.h, one per connection); the Server
// puts those on sockets. Everything is in memory and goes with it: for tests and first steps, not
// for keeping data. Callers hold lock(); nothing here takes a clock or a socket.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/env.h"
#include "base/lock.h"
#include "mock/faults.h"
#include "mock/fetch_sessions.h"
#include "mock/partition.h"
#include "wire/primitives.h"

namespace rk::mock {

struct ClusterOptions {
  i32 broker_count = 1;
  i32 default_partitions = 4;
  bool auto_create_topics = true;
  bool topic_ids = true;                         // brokers before 2.8 have none
  i16 producer_epoch = 0;                        // of each new producer id
  size_t batch_bytes_max = 1048588;              // a broker's message.max.bytes
  size_t partition_bytes_max = size_t{1} << 30;  // the oldest batches go beyond it
  bool log_append_time = false;                  // message.timestamp.type of new topics
  // How long the other replicas take: a Produce with acks=all is answered so much after its append,
  // with NOT_LEADER_OR_FOLLOWER when the leader changed meanwhile.
  Micros replication_us = 0;
  bool fetch_sessions = true;      // KIP-227
  bool follower_fetching = false;  // every broker is a replica of all (KIP-392)
  // The newest version that is spoken of an API, where an older broker is wanted.
  std::vector<std::pair<wire::ApiKey, i16>> version_max = {};
};

struct Topic {
  std::string name;
  wire::Uuid id;
  u64 serial = 0;  // another one for each creation
  std::vector<std::unique_ptr<Partition>> partitions;
};

struct CommittedOffset {
  i64 offset = -1;
  i32 leader_epoch = -1;
  std::string metadata;
};

struct BrokerAddress {
  i32 id = 0;
  std::string host = "127.0.0.1";
  u16 port = 0;
  std::string rack = {};
};

// What a broker says of a topic in its metadata.
struct TopicView {
  wire::Uuid id;
  struct Leader {
    i32 id = -1;
    i32 epoch = -1;
  };
  std::vector<Leader> leaders;  // one a partition
};

class Cluster {
 public:
  Cluster(Env& env, const ClusterOptions& options);

  Lock lock() { return Lock(mutex_); }
  const ClusterOptions& options() const { return options_; }
  Env& env() { return env_; }
  const std::string& id() const { return id_; }
  i32 controller_id() const { return 1; }

  std::vector<BrokerAddress>& brokers() { return brokers_; }
  const BrokerAddress* broker(i32 id) const;

  Topic* topic(std::string_view name);
  Topic* topic(const wire::Uuid& id);  // null for the zero id
  // kOk, TOPIC_ALREADY_EXISTS, INVALID_TOPIC_EXCEPTION, INVALID_PARTITIONS,
  // INVALID_REPLICATION_FACTOR; -1 means the broker's default. dry: only check.
  ErrorCode create_topic(std::string_view name, i32 partitions, i32 replication, bool dry = false);
  void delete_topic(std::string_view name) {
    if (auto it = topics_.find(name); it != topics_.end()) topics_.erase(it);
  }
  // INVALID_PARTITIONS unless the topic grows by it.
  ErrorCode create_partitions(std::string_view name, i32 total, bool dry = false);
  template <typename F>
  void for_each_topic(F f) {
    for (auto& [name, t] : topics_) f(*t);
  }
  Partition* partition(std::string_view topic, i32 index);
  static bool valid_topic_name(std::string_view name);

  i64 next_producer_id() { return next_producer_id_++; }

  using GroupOffsets = std::map<std::pair<std::string, i32>, CommittedOffset>;
  GroupOffsets& group(std::string_view id) { return groups_[std::string(id)]; }

  Faults& faults() { return faults_; }
  FetchSessions& fetch_sessions() { return fetch_sessions_; }

  // For tests: a broker whose metadata stays as it is now, whatever changes, until it is let go on.
  void freeze_metadata(i32 broker_id);
  void thaw_metadata(i32 broker_id) { frozen_.erase(broker_id); }
  // What that broker knows of the topic; false: nothing.
  bool view(i32 broker_id, const std::string& topic, TopicView* out);
  u64 stale_answers = 0;  // that said less than the truth
  // For tests: a transaction, still open, is about to replace what a group has committed.
  bool offsets_are_pending = false;

  // Goes up with every append, so that a waiting Fetch knows when to look again.
  u64 appends() const { return appends_; }
  void appended() { ++appends_; }

 private:
  void add_partition(Topic& t);

  Env& env_;
  const ClusterOptions options_;
  std::string id_;
  Mutex mutex_;
  std::vector<BrokerAddress> brokers_;
  std::map<std::string, std::unique_ptr<Topic>, std::less<>> topics_;
  std::map<std::string, GroupOffsets> groups_;
  i64 next_producer_id_ = 1000;
  u64 next_topic_serial_ = 1;
  u64 appends_ = 0;
  Faults faults_;
  FetchSessions fetch_sessions_;
  std::map<i32, std::map<std::string, TopicView>> frozen_;  // by broker
};

}  // namespace rk::mock
