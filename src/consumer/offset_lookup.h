// OffsetLookup: finds where partitions begin: the group's committed offset, or the log's start or
// end; and asks brokers that do not check it by themselves whether their log is still the one that
// was read (OffsetForLeaderEpoch, KIP-320). Runs on the control thread; kick() from any. It knows
// nothing of queues: what it learns goes to its host.
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "cluster/cluster.h"
#include "consumer/fetcher.h"
#include "consumer/group_offsets.h"
#include "consumer/partition_reader.h"

namespace rk {

class LookupHost {
 public:
  virtual ~LookupHost() = default;
  virtual std::vector<PartitionReader*> consumed() = 0;
  // The partition begins there, if its version is still this. `epoch`: of the record before.
  virtual void located(PartitionReader& p, u32 version, i64 offset, i32 epoch) = 0;
  virtual void compared(PartitionReader& p, u32 version, i32 leader_epoch, const LogEnd& end,
                        i32 broker_id) = 0;
  // The group has no offset for it.
  virtual void not_committed(PartitionReader& p, u32 version) = 0;
  // Trying again will hardly help; it is tried again all the same.
  virtual void failing(PartitionReader& p, u32 version, ErrorCode error, i32 broker_id) = 0;
};

class OffsetLookup {
 public:
  OffsetLookup(Cluster& cluster, const Conf& conf, GroupOffsets& group, LookupHost& host)
      : cluster_(cluster), conf_(conf), group_(group), host_(host) {}

  // Partitions want an offset, or what is known of leaders changed.
  void kick();

 private:
  struct Wanted {
    PartitionReader* partition;
    u32 version;
    i64 spec;  // STORED, BEGINNING, END or a TAIL; of a check: the epoch to be looked up
    i32 leader_epoch;
  };
  using WantedList = std::vector<Wanted>;

  void run();
  void ask_group(WantedList list);
  // Asks the leader of these partitions: a row of the request for each.
  template <typename Body>
  using Row = typename Body::Topic::Partition (*)(const Wanted&);
  using Take = void (OffsetLookup::*)(const WantedList& list, i32 broker_id, Reply&& reply);
  template <typename Body>
  void ask_leader(i32 broker_id, WantedList list, Row<Body> row, Take take);
  void ask_log(i32 broker_id, WantedList list);
  void take_log(const WantedList& list, i32 broker_id, Reply&& reply);
  void ask_epochs(i32 broker_id, WantedList list);
  void take_epochs(const WantedList& list, i32 broker_id, Reply&& reply);
  // Not answered: again after a while.
  void put_back(const Wanted& w, Micros retry_at);

  Cluster& cluster_;
  const Conf& conf_;
  GroupOffsets& group_;
  LookupHost& host_;
  std::atomic<bool> kicked_{false};
};

}  // namespace rk
