#include "consumer/group_offsets.h"

#include <algorithm>
#include <map>

#include "base/arena.h"
#include "base/error_names.h"
#include "base/planted.h"
#include "wire/messages/offset_commit.h"
#include "wire/messages/offset_fetch.h"

namespace rk {

struct GroupOffsets::Job {
  bool commits = false;
  PartitionOffsets list;
  Micros deadline = kNever;
  Done done;
  int tries = 0;
};

namespace {

constexpr i16 kGroupsFrom = 8;  // of OffsetFetch: a list of groups

bool coordinator_is_elsewhere(ErrorCode e) {
  return e == RD_KAFKA_RESP_ERR_COORDINATOR_NOT_AVAILABLE || e == RD_KAFKA_RESP_ERR_NOT_COORDINATOR;
}
bool passes_by_itself(ErrorCode e) {
  return coordinator_is_elsewhere(e) || e == RD_KAFKA_RESP_ERR_COORDINATOR_LOAD_IN_PROGRESS ||
         e == RD_KAFKA_RESP_ERR_UNSTABLE_OFFSET_COMMIT ||
         e == RD_KAFKA_RESP_ERR_REQUEST_TIMED_OUT || e == RD_KAFKA_RESP_ERR__TRANSPORT ||
         e == RD_KAFKA_RESP_ERR__WAIT_COORD;
}

// The elements by topic, in the order in which they stand.
std::map<std::string_view, std::vector<size_t>> by_topic(const PartitionOffsets& list) {
  std::map<std::string_view, std::vector<size_t>> topics;
  for (size_t i = 0; i < list.size(); ++i) topics[list[i].topic].push_back(i);
  return topics;
}

PartitionOffset* find(PartitionOffsets& list, std::string_view topic, i32 partition) {
  for (PartitionOffset& o : list) {
    if (o.partition == partition && o.topic == topic) return &o;
  }
  return nullptr;
}

void encode_commit(wire::Writer& w, i16 version, const std::string& group,
                   const PartitionOffsets& list) {
  using AskedTopic = wire::OffsetCommitRequest::Topic;
  std::vector<AskedTopic> topics;
  std::vector<AskedTopic::Partition> partitions;
  partitions.reserve(list.size());
  for (const auto& [name, members] : by_topic(list)) {
    const AskedTopic::Partition* first = partitions.data() + partitions.size();
    for (size_t i : members) {
      AskedTopic::Partition p;
      p.partition_index = list[i].partition;
      p.committed_offset = list[i].offset;
      p.committed_leader_epoch = list[i].leader_epoch;
      p.committed_metadata = list[i].metadata;
      partitions.push_back(p);
    }
    topics.push_back({name, {first, members.size()}});
  }
  wire::OffsetCommitRequest r;
  r.group_id = group;
  r.generation_id_or_member_epoch = -1;
  r.member_id = "";
  r.topics = topics;
  wire::encode(w, r, version);
}

// KIP-447: who reads only what is committed does not start from an offset that a transaction, still
// open, is about to replace.
void encode_fetch(wire::Writer& w, i16 version, const std::string& group, bool stable,
                  const PartitionOffsets& list) {
  using AskedTopic = wire::OffsetFetchRequest::Topic;
  std::vector<AskedTopic> topics;
  std::vector<i32> partitions;
  partitions.reserve(list.size());
  for (const auto& [name, members] : by_topic(list)) {
    const i32* first = partitions.data() + partitions.size();
    for (size_t i : members) partitions.push_back(list[i].partition);
    topics.push_back({name, {first, members.size()}});
  }
  wire::OffsetFetchRequest r;
  r.require_stable = stable && !FASTKA_PLANTED(takes_unstable_offsets);
  wire::OffsetFetchRequest::Group only;
  only.group_id = r.group_id = group;
  only.topics = r.topics = topics;
  r.groups = {&only, 1};
  wire::encode(w, r, version);
}

}  // namespace

void GroupOffsets::fetch(PartitionOffsets list, Micros deadline, Done done) {
  auto job = std::make_shared<Job>();
  job->list = std::move(list);
  job->deadline = deadline;
  job->done = std::move(done);
  send(std::move(job));
}

void GroupOffsets::commit(PartitionOffsets list, Micros deadline, Done done) {
  auto job = std::make_shared<Job>();
  job->commits = true;
  job->list = std::move(list);
  job->deadline = deadline;
  job->done = std::move(done);
  send(std::move(job));
}

void GroupOffsets::send(std::shared_ptr<Job> job) {
  Request r;
  if (job->commits) {
    r.api = wire::ApiKey::kOffsetCommit;
    r.version_min = wire::OffsetCommitRequest::versions.min;
    r.version_max = wire::OffsetCommitRequest::versions.max;
  } else {
    r.api = wire::ApiKey::kOffsetFetch;
    r.version_min = wire::OffsetFetchRequest::versions.min;
    r.version_max = wire::OffsetFetchRequest::versions.max;
  }
  r.deadline = job->deadline;
  r.encode = [this, job](wire::Writer& w, i16 version) {
    const std::string& group = conf_.values.group_id;
    const bool stable = conf_.values.isolation_level == IsolationLevel::read_committed;
    job->commits ? encode_commit(w, version, group, job->list)
                 : encode_fetch(w, version, group, stable, job->list);
  };
  r.done = [this, job](Reply&& reply) { answered(job, std::move(reply)); };
  cluster_.call(Target::to_group_coordinator(conf_.values.group_id), std::move(r));
}

void GroupOffsets::answered(std::shared_ptr<Job> job, Reply&& reply) {
  ErrorCode e = reply.error.code();
  if (e == kOk) e = job->commits ? take_commit(*job, reply) : take_fetch(*job, reply);
  if (passes_by_itself(e)) return retry(std::move(job), e, coordinator_is_elsewhere(e));
  if (e != kOk) {
    for (PartitionOffset& o : job->list) {
      if (o.error == kOk) o.error = e;
    }
  }
  job->done(e, std::move(job->list));
}

void GroupOffsets::retry(std::shared_ptr<Job> job, ErrorCode why, bool coordinator_moved) {
  if (coordinator_moved) cluster_.forget_coordinator(conf_.values.group_id);
  const Micros now = cluster_.env().now();
  const int doublings = std::min(job->tries++, 10);
  const Micros pause = std::min<Micros>(Micros{conf_.values.retry_backoff_ms} << doublings,
                                        conf_.values.retry_backoff_max_ms) *
                       kMicrosPerMs;
  if (job->deadline != kNever && now + pause >= job->deadline) {
    for (PartitionOffset& o : job->list) o.error = why;
    job->done(why, std::move(job->list));
    return;
  }
  // When the cluster is stopped meanwhile, its call() says so.
  cluster_.post_at(now + pause, [this, job](bool) { send(job); });
}

// The first error that concerns the whole call, or the only one that all elements have.
ErrorCode GroupOffsets::take_commit(Job& job, Reply& reply) {
  wire::OffsetCommitResponse answer;
  Arena arena;
  if (!wire::decode(reply.body, answer, reply.version, arena)) return RD_KAFKA_RESP_ERR__BAD_MSG;
  for (PartitionOffset& o : job.list) o.error = RD_KAFKA_RESP_ERR__BAD_MSG;  // not answered
  for (const auto& t : answer.topics) {
    for (const auto& p : t.partitions) {
      PartitionOffset* o = find(job.list, t.name, p.partition_index);
      if (o) o->error = error_of_broker(p.error_code);
    }
  }
  ErrorCode first = kOk;
  size_t failed = 0;
  for (const PartitionOffset& o : job.list) {
    if (o.error == kOk) continue;
    if (passes_by_itself(o.error)) return o.error;
    if (first == kOk) first = o.error;
    ++failed;
  }
  return failed == job.list.size() ? first : kOk;
}

ErrorCode GroupOffsets::take_fetch(Job& job, Reply& reply) {
  wire::OffsetFetchResponse answer;
  Arena arena;
  if (!wire::decode(reply.body, answer, reply.version, arena)) return RD_KAFKA_RESP_ERR__BAD_MSG;
  if (reply.version >= kGroupsFrom) {
    if (answer.groups.empty()) return RD_KAFKA_RESP_ERR__BAD_MSG;
    answer.topics = answer.groups[0].topics;
    answer.error_code = answer.groups[0].error_code;
  }
  if (answer.error_code != 0) return error_of_broker(answer.error_code);
  for (PartitionOffset& o : job.list) {
    o.offset = RD_KAFKA_OFFSET_INVALID;
    o.error = kOk;
  }
  for (const auto& t : answer.topics) {
    for (const auto& p : t.partitions) {
      PartitionOffset* o = find(job.list, t.name, p.partition_index);
      if (!o) continue;
      o->error = error_of_broker(p.error_code);
      if (passes_by_itself(o->error)) return o->error;
      if (p.committed_offset >= 0) o->offset = p.committed_offset;
      o->leader_epoch = p.committed_leader_epoch;
      o->metadata.assign(p.metadata.data() ? p.metadata : std::string_view());
    }
  }
  return kOk;
}

}  // namespace rk
