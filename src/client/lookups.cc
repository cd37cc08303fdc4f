#include "client/lookups.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/await.h"
#include "wire/messages/list_offsets.h"

namespace rk {
namespace {

constexpr Micros kRetryBackoff = 100 * kMicrosPerMs;

// One ListOffsets to one leader. Kafka refuses a partition named twice in a request, so queries of
// one partition are in different asks.
struct Ask {
  i32 leader = -1;
  std::vector<size_t> queries;  // indexes
  std::map<std::string, std::vector<size_t>> by_topic;
};

struct Answer {
  size_t ask = 0;
  Error error;
  std::vector<OffsetQuery> found;  // topic, partition and the answer fields
};

bool worth_retrying(ErrorCode e) {
  switch (e) {
    case RD_KAFKA_RESP_ERR_LEADER_NOT_AVAILABLE:
    case RD_KAFKA_RESP_ERR_NOT_LEADER_FOR_PARTITION:
    case RD_KAFKA_RESP_ERR_REPLICA_NOT_AVAILABLE:
    case RD_KAFKA_RESP_ERR_REQUEST_TIMED_OUT:
    case RD_KAFKA_RESP_ERR_KAFKA_STORAGE_ERROR:
    case RD_KAFKA_RESP_ERR_FENCED_LEADER_EPOCH:
    case RD_KAFKA_RESP_ERR_UNKNOWN_LEADER_EPOCH:
    case RD_KAFKA_RESP_ERR_OFFSET_NOT_AVAILABLE:
    case RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART:
    case RD_KAFKA_RESP_ERR__TRANSPORT:
      return true;
    default:
      return false;
  }
}

Answer read_answer(size_t ask, Reply&& reply) {
  Answer answer{ask, std::move(reply.error), {}};
  if (answer.error) return answer;
  Arena arena;
  wire::ListOffsetsResponse body;
  if (!wire::decode(reply.body, body, reply.version, arena)) {
    answer.error = Error(RD_KAFKA_RESP_ERR__BAD_MSG, "ListOffsets answer is malformed");
    return answer;
  }
  for (const auto& topic : body.topics) {
    for (const auto& p : topic.partitions) {
      OffsetQuery q;
      q.topic = std::string(topic.name);
      q.partition = p.partition_index;
      q.error = static_cast<ErrorCode>(p.error_code);
      q.offset = p.offset;
      q.offset_timestamp = p.timestamp;
      q.leader_epoch = p.leader_epoch;
      answer.found.push_back(std::move(q));
    }
  }
  return answer;
}

class Round {
 public:
  Round(Cluster& cluster, std::vector<OffsetQuery>& queries, bool read_committed, Micros deadline)
      : cluster_(cluster), queries_(queries), committed_(read_committed), deadline_(deadline) {}

  // Sends what is open to the leaders known now; waits for all answers.
  Error run(const std::vector<size_t>& open) {
    group(open);
    std::vector<Await<Answer>> waits;
    for (size_t i = 0; i < asks_.size(); ++i) {
      waits.emplace_back(cluster_.env());
      send(i, waits.back());
    }
    Error whole;
    for (size_t i = 0; i < waits.size(); ++i) {
      auto answer = waits[i].wait(deadline_);
      if (!answer)
        whole = RD_KAFKA_RESP_ERR__TIMED_OUT;
      else if (answer->error)
        fail(asks_[i], answer->error, &whole);
      else
        take(asks_[i], *answer);
    }
    return whole;
  }

 private:
  void group(const std::vector<size_t>& open) {
    const SnapshotPtr now = cluster_.snapshot();
    std::map<std::pair<i32, size_t>, size_t> index;  // (leader, how many asks hold the partition)
    std::map<std::pair<std::string, i32>, size_t> seen;
    for (size_t i : open) {
      OffsetQuery& q = queries_[i];
      const PartitionInfo* p = now->partition(q.topic, q.partition);
      if (!p || p->leader < 0) continue;
      const size_t nth = seen[{q.topic, q.partition}]++;
      auto [it, fresh] = index.try_emplace({p->leader, nth}, asks_.size());
      if (fresh) {
        asks_.emplace_back();
        asks_.back().leader = p->leader;
      }
      asks_[it->second].queries.push_back(i);
      asks_[it->second].by_topic[q.topic].push_back(i);
    }
  }

  void send(size_t index, Await<Answer>& wait) {
    Request request;
    request.api = wire::ApiKey::kListOffsets;
    request.version_min = wire::ListOffsetsRequest::versions.min;
    request.version_max = wire::ListOffsetsRequest::versions.max;
    request.deadline = deadline_;
    // The caller may be gone when the request is encoded: the closure owns what it encodes.
    struct Part {
      i32 partition;
      i64 timestamp;
    };
    std::map<std::string, std::vector<Part>> parts;
    for (const auto& [topic, indexes] : asks_[index].by_topic)
      for (size_t i : indexes)
        parts[topic].push_back({queries_[i].partition, queries_[i].timestamp});
    request.encode = [parts = std::move(parts), committed = committed_](wire::Writer& w,
                                                                        i16 version) {
      std::vector<std::vector<wire::ListOffsetsRequest::Topic::Partition>> rows;
      std::vector<wire::ListOffsetsRequest::Topic> topics;
      for (const auto& [name, list] : parts) {
        auto& row = rows.emplace_back();
        for (const Part& part : list) {
          auto& p = row.emplace_back();
          p.partition_index = part.partition;
          p.current_leader_epoch = -1;
          p.timestamp = part.timestamp;
        }
        auto& t = topics.emplace_back();
        t.name = name;
      }
      for (size_t i = 0; i < topics.size(); ++i) topics[i].partitions = rows[i];
      wire::ListOffsetsRequest body;
      body.replica_id = -1;
      body.isolation_level = committed ? 1 : 0;
      body.topics = topics;
      wire::encode(w, body, version);
    };
    request.done = [set = wait.setter(), index](Reply&& reply) {
      set(read_answer(index, std::move(reply)));
    };
    cluster_.call(Target::to_broker(asks_[index].leader), std::move(request));
  }

  void fail(const Ask& ask, const Error& error, Error* whole) {
    for (size_t i : ask.queries) queries_[i].error = error.code();
    if (!worth_retrying(error.code())) *whole = error;
    for (const auto& [topic, _] : ask.by_topic)
      cluster_.refresh(topic, "a ListOffsets request failed");
  }

  void take(const Ask& ask, const Answer& answer) {
    for (size_t i : ask.queries) {
      OffsetQuery& q = queries_[i];
      q.error = RD_KAFKA_RESP_ERR__BAD_MSG;  // the broker left it out
      for (const OffsetQuery& f : answer.found) {
        if (f.topic != q.topic || f.partition != q.partition) continue;
        q.error = f.error;
        q.offset = f.offset;
        q.offset_timestamp = f.offset_timestamp;
        q.leader_epoch = f.leader_epoch;
        if (worth_retrying(q.error)) cluster_.refresh(q.topic, rd_kafka_err2name(q.error));
      }
    }
  }

  Cluster& cluster_;
  std::vector<OffsetQuery>& queries_;
  const bool committed_;
  const Micros deadline_;
  std::vector<Ask> asks_;
};

// Settles the queries whose partition the cluster says does not exist; returns those still open.
std::vector<size_t> open_queries(const Snapshot& now, std::vector<OffsetQuery>& queries,
                                 const std::vector<size_t>& todo, bool* leaders_known) {
  std::vector<size_t> open;
  *leaders_known = true;
  for (size_t i : todo) {
    OffsetQuery& q = queries[i];
    const TopicInfo* t = now.topic(q.topic);
    if (t && t->error == RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART && t->partitions.empty()) {
      q.error = RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION;
      continue;
    }
    if (t && !t->partitions.empty() &&
        (q.partition < 0 || static_cast<size_t>(q.partition) >= t->partitions.size())) {
      q.error = RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION;
      continue;
    }
    if (t && t->error != kOk && t->partitions.empty() && !worth_retrying(t->error)) {
      q.error = t->error;
      continue;
    }
    const PartitionInfo* p = now.partition(q.topic, q.partition);
    if (!p || p->leader < 0) *leaders_known = false;
    open.push_back(i);
  }
  return open;
}

}  // namespace

Result<SnapshotPtr> lookup_metadata(Cluster& cluster, bool all, std::vector<std::string> topics,
                                    bool allow_auto_create, Micros deadline) {
  using Answer = std::shared_ptr<Result<SnapshotPtr>>;
  Await<Answer> wait(cluster.env());
  Cluster::MetadataAsk ask;
  ask.all = all;
  ask.topics = std::move(topics);
  ask.allow_auto_create = allow_auto_create;
  ask.deadline = deadline;
  ask.done = [set = wait.setter()](Result<SnapshotPtr> r) {
    set(std::make_shared<Result<SnapshotPtr>>(std::move(r)));
  };
  cluster.ask_metadata(std::move(ask));
  auto answer = wait.wait(deadline);
  if (answer && (*answer)->ok()) return (*answer)->take();
  // Nothing ever heard of any broker is a transport failure, whoever's clock ran out first.
  if (cluster.generation() == 0) return Error(RD_KAFKA_RESP_ERR__TRANSPORT);
  if (answer) return (*answer)->take_error();
  return Error(RD_KAFKA_RESP_ERR__TIMED_OUT);
}

SnapshotPtr wait_cluster_id(Cluster& cluster, Micros deadline) {
  SnapshotPtr now = cluster.snapshot();
  if (now && !now->cluster_id.empty()) return now;
  (void)lookup_metadata(cluster, false, {}, false, deadline);
  return cluster.snapshot();
}

Error lookup_offsets(Cluster& cluster, std::vector<OffsetQuery>& queries, bool read_committed,
                     Micros deadline) {
  std::vector<size_t> todo(queries.size());
  for (size_t i = 0; i < todo.size(); ++i) todo[i] = i;
  // A known leader is asked first; fresh metadata only when it is not known or was wrong.
  bool ask_first = false;
  for (;;) {
    bool leaders_known = false;
    SnapshotPtr now = cluster.snapshot();
    todo = open_queries(*now, queries, todo, &leaders_known);
    if (todo.empty()) return {};
    if (ask_first || !leaders_known) {
      std::set<std::string> topics;
      for (size_t i : todo) topics.insert(queries[i].topic);
      auto fresh = lookup_metadata(cluster, false, {topics.begin(), topics.end()}, false, deadline);
      if (!fresh) return fresh.take_error();
      todo = open_queries(**fresh, queries, todo, &leaders_known);
      if (todo.empty()) return {};
    }
    Error whole = Round(cluster, queries, read_committed, deadline).run(todo);
    if (whole) return whole;
    std::erase_if(todo, [&](size_t i) {
      return queries[i].error == kOk || (queries[i].error != RD_KAFKA_RESP_ERR__TIMED_OUT &&
                                         !worth_retrying(queries[i].error));
    });
    if (todo.empty()) return {};
    const Micros pause = std::min(deadline, cluster.env().now() + kRetryBackoff);
    auto parker = cluster.env().new_parker();
    while (parker->wait(parker->prepare(), pause)) {
    }
    if (cluster.env().now() >= deadline) return {};
    ask_first = true;
  }
}

}  // namespace rk
