// GroupOffsets: a group's committed offsets, read and written through its coordinator, as an
// assign-only consumer does: generation -1, no member id. Retries while the coordinator moves or
// loads, until the deadline. Any thread may ask; `done` runs on the control thread, exactly once
// (on the caller's of Cluster::stop(), with _DESTROY, when the client goes).
#pragma once

#include <functional>
#include <memory>

#include "cluster/cluster.h"
#include "consumer/offset_spec.h"

namespace rk {

class GroupOffsets {
 public:
  // The code of the call as a whole, and the list with each element's own answer.
  using Done = std::function<void(ErrorCode, PartitionOffsets)>;

  GroupOffsets(Cluster& cluster, const Conf& conf) : cluster_(cluster), conf_(conf) {}

  // offset: the committed one, RD_KAFKA_OFFSET_INVALID where there is none.
  void fetch(PartitionOffsets list, Micros deadline, Done done);
  void commit(PartitionOffsets list, Micros deadline, Done done);

 private:
  struct Job;
  void send(std::shared_ptr<Job> job);
  void answered(std::shared_ptr<Job> job, Reply&& reply);
  void retry(std::shared_ptr<Job> job, ErrorCode why, bool coordinator_moved);
  ErrorCode take_commit(Job& job, Reply& reply);
  ErrorCode take_fetch(Job& job, Reply& reply);

  Cluster& cluster_;
  const Conf& conf_;
};

}  // namespace rk
