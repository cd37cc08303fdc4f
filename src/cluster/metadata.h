// From Metadata answers to Snapshots: pure functions, so that every rule can be tested without a
// broker. Any thread.
#pragma once

#include <functional>

#include "cluster/snapshot.h"
#include "wire/messages/leader_hints.h"
#include "wire/messages/metadata.h"

namespace rk {

struct MetadataContext {
  i32 answered_by = -1;
  std::string answered_by_name;
  Micros now = 0;
  Micros topic_age_max = kNever;  // topics that nobody follows are forgotten after so long
  bool all = false;               // the request was for all topics
  const std::vector<std::string>* asked = nullptr;  // else these
  std::function<bool(std::string_view)> followed;
};

// The answer as it is.
Snapshot snapshot_of(const wire::MetadataResponse& m, const MetadataContext& context);

// `before` brought up to date with an answer (as snapshot_of gives it):
// - a leader counts only if its epoch is not below the known one, except when the topic's id
//   changed, that is, when it is another topic of the same name (KIP-320, KIP-516);
// - a partition without a leader keeps the last known one, its error noted;
// - a topic that is missing or in error keeps its partitions, the error noted;
// - an answer without brokers (a broker that just starts) leaves the known ones.
Snapshot merge(const Snapshot& before, const Snapshot& answer, const MetadataContext& context);

struct LeaderHint;
// KIP-951: what a Produce or Fetch answer says of a partition's leader, for
// Cluster::learn_leaders().
LeaderHint hint_of(std::string_view topic, i32 partition, const TopicId& topic_id,
                   const wire::CurrentLeader& leader, const wire::Array<wire::NodeEndpoint>& nodes);
// False when its epoch is not newer than what is known, or nobody says where the leader
// is.
bool apply_leader(Snapshot& s, const LeaderHint& hint);

// Changes with any partition's leader, leader epoch or error, and with the partition count.
u64 leadership_digest(const TopicInfo* t);

// Whether a partition of it waits for a leader, or the topic for its first good answer.
bool leaders_missing(const TopicInfo& t);

}  // namespace rk
