#include "client/offset_questions.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/error_names.h"
#include "wire/messages/list_offsets.h"

namespace rk {
namespace {

constexpr Micros kRetryBackoff = 100 * kMicrosPerMs;

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

// One ListOffsets to one leader. Kafka refuses a partition named twice in a request, so queries of
// one partition are in different asks.
struct Ask {
  i32 leader = -1;
  std::map<std::string, std::vector<size_t>> by_topic;  // indexes of queries
};

// One call of ask_offsets(). Kept alive by the requests under way; only the control thread is in
// it.
class Survey : public std::enable_shared_from_this<Survey> {
 public:
  Survey(Cluster& cluster, std::vector<OffsetQuery> queries, bool read_committed, Micros deadline,
         OffsetsDone done)
      : cluster_(cluster),
        queries_(std::move(queries)),
        committed_(read_committed),
        deadline_(deadline),
        done_(std::move(done)) {
    for (size_t i = 0; i < queries_.size(); ++i) open_.push_back(i);
  }

  // A known leader is asked first; fresh metadata only when it is not known or was wrong.
  void begin(bool dropped) {
    if (dropped) return finish(RD_KAFKA_RESP_ERR__DESTROY);
    const bool known = settle_missing(*cluster_.snapshot());
    if (open_.empty()) return finish({});
    known ? ask_leaders() : ask_metadata();
  }

 private:
  void finish(Error whole) { done_(std::move(whole), std::move(queries_)); }

  // Settles the queries whose partition the cluster says does not exist; whether the leaders of all
  // others are known.
  bool settle_missing(const Snapshot& now) {
    bool leaders_known = true;
    std::erase_if(open_, [&](size_t i) {
      OffsetQuery& q = queries_[i];
      const TopicInfo* t = now.topic(q.topic);
      const bool none = t && t->partitions.empty();
      if (none && t->error == RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART) {
        q.error = RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION;
        return true;
      }
      if (t && !none &&
          (q.partition < 0 || static_cast<size_t>(q.partition) >= t->partitions.size())) {
        q.error = RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION;
        return true;
      }
      if (none && t->error != kOk && !worth_retrying(t->error)) {
        q.error = t->error;
        return true;
      }
      const PartitionInfo* p = now.partition(q.topic, q.partition);
      if (!p || p->leader < 0) leaders_known = false;
      return false;
    });
    return leaders_known;
  }

  void ask_metadata() {
    std::set<std::string> topics;
    for (size_t i : open_) topics.insert(queries_[i].topic);
    Cluster::MetadataAsk ask;
    ask.topics.assign(topics.begin(), topics.end());
    ask.deadline = deadline_;
    ask.done = [self = shared_from_this()](Result<SnapshotPtr> fresh) {
      if (!fresh) return self->finish(fresh.take_error());
      self->settle_missing(**fresh);
      self->open_.empty() ? self->finish({}) : self->ask_leaders();
    };
    cluster_.ask_metadata(std::move(ask));
  }

  void ask_leaders() {
    group();
    whole_ = {};
    unanswered_ = asks_.size();
    if (asks_.empty()) return round_over();
    for (size_t i = 0; i < asks_.size(); ++i) send(i);
  }

  void group() {
    asks_.clear();
    const SnapshotPtr now = cluster_.snapshot();
    std::map<std::pair<i32, size_t>, size_t> index;  // (leader, how many asks hold the partition)
    std::map<std::pair<std::string, i32>, size_t> seen;
    for (size_t i : open_) {
      OffsetQuery& q = queries_[i];
      const PartitionInfo* p = now->partition(q.topic, q.partition);
      q.error = RD_KAFKA_RESP_ERR_LEADER_NOT_AVAILABLE;
      if (!p || p->leader < 0) continue;
      const size_t nth = seen[{q.topic, q.partition}]++;
      auto [it, fresh] = index.try_emplace({p->leader, nth}, asks_.size());
      if (fresh) asks_.emplace_back().leader = p->leader;
      asks_[it->second].by_topic[q.topic].push_back(i);
    }
  }

  void send(size_t index) {
    Request request;
    request.api = wire::ListOffsetsRequest::key;
    request.version_min = wire::ListOffsetsRequest::versions.min;
    request.version_max = wire::ListOffsetsRequest::versions.max;
    request.deadline = deadline_;
    request.encode = [self = shared_from_this(), index](wire::Writer& w, i16 version) {
      self->encode(w, version, self->asks_[index]);
    };
    request.done = [self = shared_from_this(), index](Reply&& reply) {
      self->answered(self->asks_[index], std::move(reply));
    };
    cluster_.call(Target::to_broker(asks_[index].leader), std::move(request));
  }

  void encode(wire::Writer& w, i16 version, const Ask& ask) const {
    std::vector<std::vector<wire::ListOffsetsRequest::Topic::Partition>> rows;
    std::vector<wire::ListOffsetsRequest::Topic> topics;
    for (const auto& [name, indexes] : ask.by_topic) {
      auto& row = rows.emplace_back();
      for (size_t i : indexes) {
        auto& p = row.emplace_back();
        p.partition_index = queries_[i].partition;
        p.current_leader_epoch = -1;
        p.timestamp = queries_[i].timestamp;
      }
      topics.emplace_back().name = name;
    }
    for (size_t i = 0; i < topics.size(); ++i) topics[i].partitions = rows[i];
    wire::ListOffsetsRequest body;
    body.replica_id = -1;
    body.isolation_level = committed_ ? 1 : 0;
    body.topics = topics;
    wire::encode(w, body, version);
  }

  void answered(const Ask& ask, Reply&& reply) {
    Error error = std::move(reply.error);
    Arena arena;
    wire::ListOffsetsResponse body;
    if (!error && !wire::decode(reply.body, body, reply.version, arena))
      error = Error(RD_KAFKA_RESP_ERR__BAD_MSG, "ListOffsets answer is malformed");
    if (error) {
      for (const auto& [topic, indexes] : ask.by_topic) {
        for (size_t i : indexes) queries_[i].error = error.code();
        cluster_.refresh(topic, "a ListOffsets request failed");
      }
      if (!worth_retrying(error.code())) whole_ = std::move(error);
    } else {
      take(ask, body);
    }
    if (--unanswered_ == 0) round_over();
  }

  void take(const Ask& ask, const wire::ListOffsetsResponse& body) {
    for (const auto& [_, indexes] : ask.by_topic)
      for (size_t i : indexes) queries_[i].error = RD_KAFKA_RESP_ERR__BAD_MSG;  // left out
    for (const auto& topic : body.topics) {
      const auto asked = ask.by_topic.find(std::string(topic.name));
      if (asked == ask.by_topic.end()) continue;
      for (const auto& p : topic.partitions) {
        for (size_t i : asked->second) {
          OffsetQuery& q = queries_[i];
          if (q.partition != p.partition_index) continue;
          q.error = error_of_broker(p.error_code);
          q.offset = p.offset;
          q.offset_timestamp = p.timestamp;
          q.leader_epoch = p.leader_epoch;
          if (worth_retrying(q.error)) cluster_.refresh(q.topic, error_name(q.error));
        }
      }
    }
  }

  void round_over() {
    if (whole_) return finish(std::move(whole_));
    std::erase_if(open_, [&](size_t i) { return !worth_retrying(queries_[i].error); });
    if (open_.empty()) return finish({});
    const Micros again = cluster_.env().now() + kRetryBackoff;
    if (again >= deadline_) return finish({});
    // When the cluster is stopped meanwhile, its ask_metadata() says so.
    cluster_.post_at(again, [self = shared_from_this()](bool) { self->ask_metadata(); });
  }

  Cluster& cluster_;
  std::vector<OffsetQuery> queries_;
  const bool committed_;
  const Micros deadline_;
  const OffsetsDone done_;
  std::vector<size_t> open_;  // indexes of what is not settled
  std::vector<Ask> asks_;     // of the round under way
  size_t unanswered_ = 0;
  Error whole_;
};

}  // namespace

void ask_offsets(Cluster& cluster, std::vector<OffsetQuery> queries, bool read_committed,
                 Micros deadline, OffsetsDone done) {
  auto survey = std::make_shared<Survey>(cluster, std::move(queries), read_committed, deadline,
                                         std::move(done));
  cluster.post([survey](bool dropped) { survey->begin(dropped); });
}

}  // namespace rk
