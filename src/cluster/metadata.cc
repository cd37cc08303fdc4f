#include "cluster/metadata.h"

#include "base/error_names.h"
#include "base/planted.h"
#include "cluster/cluster.h"

namespace rk {
namespace {

TopicInfo topic_of(const wire::MetadataResponse::Topic& t, Micros now) {
  TopicInfo out;
  out.name = std::string(t.name);
  out.id = {t.topic_id.high, t.topic_id.low};
  out.error = error_of_broker(t.error_code);
  out.updated = out.error == kOk ? now : 0;
  // Partitions are numbered 0 to n-1; a number beyond that is nonsense and does not get to size
  // anything.
  out.partitions.resize(t.partitions.size());
  for (PartitionInfo& p : out.partitions) p.error = RD_KAFKA_RESP_ERR_LEADER_NOT_AVAILABLE;
  for (const auto& p : t.partitions) {
    if (p.partition_index < 0 || static_cast<size_t>(p.partition_index) >= out.partitions.size())
      continue;
    PartitionInfo& to = out.partitions[static_cast<size_t>(p.partition_index)];
    to.error = error_of_broker(p.error_code);
    to.leader = p.leader_id < 0 ? -1 : p.leader_id;
    to.leader_epoch = p.leader_epoch;
    to.replicas.assign(p.replica_nodes.begin(), p.replica_nodes.end());
    to.isr.assign(p.isr_nodes.begin(), p.isr_nodes.end());
  }
  return out;
}

// Without topic ids an older epoch may be a broker that lags behind, or another topic of the same
// name: after so many answers in a row it is the topic.
constexpr u32 kStaleAnswersMax = 5;

void merge_partition(const PartitionInfo& known, PartitionInfo& fresh, bool has_id) {
  const bool stale = fresh.leader_epoch >= 0 && fresh.leader_epoch < known.leader_epoch &&
                     !FASTKA_PLANTED(believes_old_metadata);
  const u32 in_a_row = known.stale_answers + 1;
  if (stale && (has_id || in_a_row < kStaleAnswersMax)) {
    fresh = known;
    fresh.stale_answers = in_a_row;
  } else if (fresh.leader < 0) {
    fresh.leader = known.leader;
    if (fresh.leader_epoch < 0) fresh.leader_epoch = known.leader_epoch;
    if (fresh.error == kOk) fresh.error = RD_KAFKA_RESP_ERR_LEADER_NOT_AVAILABLE;
  }
}

TopicInfo merge_topic(const TopicInfo* known, const TopicInfo& fresh) {
  TopicInfo out = fresh;
  if (!known) return out;
  if (out.error != kOk && out.partitions.empty()) {
    const ErrorCode error = out.error;
    out = *known;
    out.error = error;
    return out;
  }
  if (out.id && out.id == known->former_id && !FASTKA_PLANTED(takes_the_former_topic))
    return *known;
  out.former_id = known->former_id;
  const bool another = out.id && known->id && !(out.id == known->id);
  if (another) out.former_id = known->id;
  const bool was_missing = !out.id && known->error == RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART;
  if (another || was_missing) return out;
  if (!out.id) out.id = known->id;
  for (size_t i = 0; i < known->partitions.size(); ++i) {
    if (i < out.partitions.size())
      merge_partition(known->partitions[i], out.partitions[i], static_cast<bool>(out.id));
    else  // partitions are never removed: this broker has not heard of the newest ones
      out.partitions.push_back(known->partitions[i]);
  }
  return out;
}

void note_missing(Snapshot& s, std::string_view name) {
  auto it = s.topics.find(name);
  if (it == s.topics.end()) {
    it = s.topics.emplace(std::string(name), TopicInfo{}).first;
    it->second.name = std::string(name);
  }
  it->second.error = RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART;
}

}  // namespace

Snapshot snapshot_of(const wire::MetadataResponse& m, const MetadataContext& context) {
  Snapshot s;
  s.cluster_id = std::string(m.cluster_id);
  s.controller_id = m.controller_id;
  s.answered_by = context.answered_by;
  s.answered_by_name = context.answered_by_name;
  for (const auto& b : m.brokers) {
    if (b.node_id < 0 || b.host.empty() || b.port <= 0 || b.port > 65535) continue;
    s.brokers[b.node_id] = {b.node_id, std::string(b.host), b.port, std::string(b.rack)};
  }
  for (const auto& t : m.topics) {
    if (!t.name.empty()) s.topics[std::string(t.name)] = topic_of(t, context.now);
  }
  return s;
}

Snapshot merge(const Snapshot& before, const Snapshot& answer, const MetadataContext& context) {
  Snapshot s = before;
  ++s.generation;
  if (!answer.cluster_id.empty()) s.cluster_id = answer.cluster_id;
  s.controller_id = answer.controller_id;
  s.answered_by = answer.answered_by;
  s.answered_by_name = answer.answered_by_name;
  if (!answer.brokers.empty()) s.brokers = answer.brokers;
  for (const auto& [name, fresh] : answer.topics) {
    auto it = s.topics.find(name);
    TopicInfo merged = merge_topic(it == s.topics.end() ? nullptr : &it->second, fresh);
    s.topics.insert_or_assign(name, std::move(merged));
  }
  if (context.asked) {
    for (const std::string& name : *context.asked)
      if (!answer.topic(name)) note_missing(s, name);
  }
  for (auto it = s.topics.begin(); it != s.topics.end();) {
    const bool followed = context.followed && context.followed(it->first);
    const bool answered = answer.topics.contains(it->first);
    if (followed && context.all && !answered)
      it->second.error = RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART;
    const bool old =
        context.topic_age_max != kNever && it->second.updated + context.topic_age_max < context.now;
    if (!followed && !answered && old)
      it = s.topics.erase(it);
    else
      ++it;
  }
  return s;
}

LeaderHint hint_of(std::string_view topic, i32 partition, const TopicId& topic_id,
                   const wire::CurrentLeader& leader,
                   const wire::Array<wire::NodeEndpoint>& nodes) {
  LeaderHint h{std::string(topic), partition, leader.leader_id, leader.leader_epoch};
  h.topic_id = topic_id;
  for (const wire::NodeEndpoint& n : nodes) {
    const bool bounded = n.host.size() <= kHintTextMax && n.rack.size() <= kHintTextMax;
    if (n.node_id != leader.leader_id || (!bounded && !FASTKA_PLANTED(takes_endless_hints)))
      continue;
    h.host = std::string(n.host);
    h.port = n.port;
    h.rack = std::string(n.rack);
    break;
  }
  return h;
}

bool apply_leader(Snapshot& s, const LeaderHint& h) {
  auto it = s.topics.find(h.topic);
  if (it == s.topics.end() || h.partition < 0 || h.leader < 0) return false;
  // It concerns the topic of this name before, whose epochs say nothing here.
  if (h.topic_id && it->second.id && !(h.topic_id == it->second.id)) return false;
  auto& partitions = it->second.partitions;
  if (static_cast<size_t>(h.partition) >= partitions.size()) return false;
  PartitionInfo& p = partitions[static_cast<size_t>(h.partition)];
  if (h.leader_epoch <= p.leader_epoch && !FASTKA_PLANTED(takes_old_hints)) return false;
  if (!h.host.empty() && h.port > 0 && h.port <= 65535)
    s.brokers[h.leader] = {h.leader, h.host, h.port, h.rack};
  if (!s.brokers.contains(h.leader)) return false;
  p.leader = h.leader;
  p.leader_epoch = h.leader_epoch;
  p.stale_answers = 0;
  p.error = kOk;
  ++s.generation;
  return true;
}

u64 leadership_digest(const TopicInfo* t) {
  u64 h = 0xcbf29ce484222325u;  // FNV-1a
  const auto add = [&h](i64 v) { h = (h ^ static_cast<u64>(v)) * 0x100000001b3u; };
  if (!t) return h;
  add(t->error);
  add(static_cast<i64>(t->partitions.size()));
  for (const PartitionInfo& p : t->partitions) {
    add(p.leader);
    add(p.leader_epoch);
    add(p.error);
  }
  return h;
}

bool leaders_missing(const TopicInfo& t) {
  if (t.error != kOk || t.partitions.empty()) return true;
  for (const PartitionInfo& p : t.partitions)
    if (p.leader < 0 || p.error == RD_KAFKA_RESP_ERR_LEADER_NOT_AVAILABLE) return true;
  return false;
}

}  // namespace rk
