// FetchSessions: what the virtual brokers remember of clients that fetch by KIP-227: the partitions
// of a session, so that a request need only say what changed. Owned by the Cluster; used under its
// lock.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/types.h"
#include "wire/messages/fetch.h"

namespace rk::mock {

// One partition as it was asked for last.
struct FetchedPartition {
  std::string topic;
  wire::Uuid topic_id;
  i32 partition = 0;
  i64 offset = 0;
  i32 leader_epoch = -1;
  i32 last_epoch = -1;
  i32 bytes_max = 0;
  // What the client was told last; it hears of the partition again when they change.
  i64 told_high = -1;
  i64 told_start = -1;

  bool same(const FetchedPartition& o) const {
    return partition == o.partition && topic == o.topic && topic_id == o.topic_id;
  }
};
using FetchedPartitions = std::vector<FetchedPartition>;

// In the order of the request.
FetchedPartitions asked_partitions(const wire::FetchRequest& request);

struct FetchSession {
  i32 id = 0;
  i32 broker_id = 0;
  i32 next_epoch = 1;
  bool by_id = false;  // topics are named by their ids
  FetchedPartitions partitions;

  // What an incremental request changes. Doing it twice is doing it once: a request that waits is
  // looked at again.
  void update(const wire::FetchRequest& request);
  void advance() {
    next_epoch = next_epoch == std::numeric_limits<i32>::max() ? 1 : next_epoch + 1;
  }
};

class FetchSessions {
 public:
  FetchSession* find(i32 broker_id, i32 id);
  FetchSession& create(i32 broker_id, bool by_id, FetchedPartitions partitions);
  void erase(i32 id) { sessions_.erase(id); }
  // As when a broker's memory for sessions is short, or it restarts.
  void forget_all() { sessions_.clear(); }
  size_t size() const { return sessions_.size(); }

  // What the requests of all clients named, for tests.
  u64 partitions_asked = 0;
  u64 requests = 0;

 private:
  std::map<i32, FetchSession> sessions_;
  i32 next_id_ = 1;
};

}  // namespace rk::mock
