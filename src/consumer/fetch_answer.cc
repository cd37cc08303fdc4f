// What becomes of a Fetch answer: records are filed with their partitions, errors handed to whom
// they concern.
#include <algorithm>

#include "base/arena.h"
#include "base/error_names.h"
#include "base/planted.h"
#include "cluster/metadata.h"
#include "consumer/feeder.h"
#include "consumer/fetcher.h"

namespace rk {
namespace {

// How long the replica that a leader names is read from before the leader is asked again, and how
// long it is left alone when it failed.
constexpr Micros kReplicaLease = 5 * 60 * kMicrosPerSecond;
constexpr Micros kReplicaRest = 30 * kMicrosPerSecond;

// Passes by itself, once we know who leads.
bool leader_moved(ErrorCode e) {
  switch (e) {
    case RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART:
    case RD_KAFKA_RESP_ERR_LEADER_NOT_AVAILABLE:
    case RD_KAFKA_RESP_ERR_NOT_LEADER_FOR_PARTITION:
    case RD_KAFKA_RESP_ERR_REPLICA_NOT_AVAILABLE:
    case RD_KAFKA_RESP_ERR_BROKER_NOT_AVAILABLE:
    case RD_KAFKA_RESP_ERR_KAFKA_STORAGE_ERROR:
    case RD_KAFKA_RESP_ERR_FENCED_LEADER_EPOCH:
    case RD_KAFKA_RESP_ERR_UNKNOWN_LEADER_EPOCH:
    case RD_KAFKA_RESP_ERR_OFFSET_NOT_AVAILABLE:
    case RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_ID:
    case RD_KAFKA_RESP_ERR_INCONSISTENT_TOPIC_ID:
      return true;
    default:
      return false;
  }
}

bool leader_is_new(ErrorCode e) {
  return e == RD_KAFKA_RESP_ERR_FENCED_LEADER_EPOCH || e == RD_KAFKA_RESP_ERR_UNKNOWN_LEADER_EPOCH;
}

// The queue that has got something to read by this, for wake().
QueueRef announce(PartitionReader& p, PartitionLock& lock) {
  if (!lock.feeder().announce(p)) return {};
  lock.feeder().queue().retain();
  return QueueRef(&lock.feeder().queue());
}

void wake(const QueueRef& queue) {
  if (!queue) return;
  queue->parker().notify();
  queue->notify();
}

}  // namespace

// Finds what an answer's partition was asked with; answers come in any order.
struct Fetcher::AnswerIndex {
  struct Group {
    std::string_view name;
    TopicId id;
    Asks::const_iterator begin, end;
  };
  explicit AnswerIndex(const Asks& asks) {
    for (auto it = asks.begin(); it != asks.end(); ++it) {
      const bool same = it != asks.begin() && &it->partition->topic == &(it - 1)->partition->topic;
      if (!same) groups.push_back({it->partition->topic.name, it->topic_id, it, it});
      groups.back().end = it + 1;
    }
  }
  // The topic that an entry of the answer is about, or null.
  const Group* topic(const wire::FetchResponse::Response& t, bool by_id) {
    const TopicId id{t.topic_id.high, t.topic_id.low};
    for (size_t k = 0; k < groups.size(); ++k) {
      const Group& g = groups[(last + k) % groups.size()];
      if (by_id ? !(g.id == id) : g.name != t.topic) continue;
      last = (last + k) % groups.size();
      return &g;
    }
    return nullptr;
  }
  static const FetchAsk* partition(const Group& g, i32 id) {
    const auto it = std::lower_bound(
        g.begin, g.end, id, [](const FetchAsk& a, i32 wanted) { return a.partition->id < wanted; });
    return it != g.end && it->partition->id == id ? &*it : nullptr;
  }
  std::vector<Group> groups;
  size_t last = 0;
};

void Fetcher::on_reply(Broker& b, const Asks& asks, Reply&& reply) {
  constexpr i16 kIdsFrom = 13;
  if (FASTKA_PLANTED(sleeps_in_the_fetch)) planted_sleep();
  const Micros now = cluster_.env().now();
  b.in_flight = false;
  if (reply.error) {  // the connection closes, or says why it cannot
    b.session.lost();
    return;
  }
  wire::FetchResponse answer;
  Arena arena;
  if (!wire::decode(reply.body, answer, reply.version, arena)) {
    b.connection->close(Error(RD_KAFKA_RESP_ERR__BAD_MSG, "a Fetch answer is malformed"), now);
    return;
  }
  cluster_.report_throttle(b.id, reply.throttle_ms);  // the connection is muted already
  const bool news_only = b.session.incremental();
  const bool ended = b.session.answered(answer.error_code, answer.session_id);
  if (answer.error_code != 0 && !ended) {
    b.retry_at = now + Micros{conf_.values.fetch_error_backoff_ms} * kMicrosPerMs;
    for (const FetchAsk& a : asks) cluster_.refresh(a.partition->topic.name, "a Fetch failed");
    return;
  }
  if (ended)
    cluster_.log().trace(Debug::fetch, "SESSION", "%s: fetch session ended: error %d",
                         b.connection->name().c_str(), answer.error_code);
  AnswerIndex index(asks);
  std::vector<bool> told(asks.size());
  std::vector<LeaderHint> hints;
  for (const auto& t : answer.responses) {
    const AnswerIndex::Group* group = index.topic(t, reply.version >= kIdsFrom);
    if (!group) continue;  // nothing that we asked for
    for (const auto& a : t.partitions) {
      const FetchAsk* s = AnswerIndex::partition(*group, a.partition_index);
      if (!s) continue;
      const auto at = static_cast<size_t>(s - asks.data());
      if (told[at]) continue;  // said twice: the first counts
      told[at] = true;
      const bool hinted = a.current_leader.leader_id >= 0;
      if (hinted)
        hints.push_back(hint_of(s->partition->topic.name, s->partition->id, s->topic_id,
                                a.current_leader, answer.node_endpoints));
      if (a.error_code != 0)
        take_error(*s, b, error_of_broker(a.error_code), hinted);
      else
        take_answer(*s, b, reply.frame, a);
    }
  }
  // A broker that throttles answers nothing of what it read: silence says nothing then.
  const bool throttled = reply.throttle_ms > 0 && !FASTKA_PLANTED(hears_the_end_in_silence);
  if (news_only && !ended && !throttled && conf_.values.enable_partition_eof)
    for (size_t i = 0; i < asks.size(); ++i)
      if (!told[i]) take_no_news(asks[i], b);
  if (!hints.empty()) cluster_.learn_leaders(std::move(hints));
  if (!b.closed && !b.partitions.empty()) send_fetch(b, now);
}

void Fetcher::take_answer(const FetchAsk& s, Broker& b, const BufferRef& frame,
                          const PartitionAnswer& a) {
  {
    // Also when a seek has made the rest worthless: the broker will not say it again in a session.
    PartitionReader& p = *s.partition;
    PartitionLock lock(p);
    if (p.source == b.id) {
      p.high = a.high_watermark;
      p.last_stable = a.last_stable_offset;
      p.low = a.log_start_offset;
    }
  }
  if (a.diverging_epoch.end_offset >= 0) {
    // Of a follower it may be its own log that ends early: the leader knows.
    if (!FASTKA_PLANTED(believes_a_replicas_end) &&
        leave_replica(*s.partition, b.id, cluster_.env().now()))
      return replan();
    return host_.compared(*s.partition, s.version, s.leader_epoch,
                          {a.diverging_epoch.epoch, a.diverging_epoch.end_offset}, b.id);
  }
  if (a.preferred_read_replica >= 0 && a.preferred_read_replica != b.id && a.records.empty())
    return take_preferred(s, a.preferred_read_replica);
  take_records(s, b, frame, a);
}

// Whether all was fetched that there is; p is locked.
void Fetcher::note_end(PartitionReader& p, i32 broker_id) {
  const bool committed = conf_.values.isolation_level == IsolationLevel::read_committed;
  const i64 end = committed && p.last_stable >= 0 ? p.last_stable : p.high;
  if (end < 0 || p.fetch_offset < end) return;
  p.eof_offset = p.fetch_offset;
  if (!conf_.values.enable_partition_eof || p.eof_told == p.fetch_offset) return;
  p.eof_told = p.fetch_offset;
  Segment eof;
  eof.notice = RD_KAFKA_RESP_ERR__PARTITION_EOF;
  eof.broker_id = broker_id;
  eof.offset = p.fetch_offset;
  p.append(std::move(eof));
}

// In a session a partition is left out of the answer when it is as it was told before: at the end,
// perhaps, where a seek has just led to.
void Fetcher::take_no_news(const FetchAsk& s, Broker& b) {
  PartitionReader& p = *s.partition;
  QueueRef gained;
  {
    PartitionLock lock(p);
    if (p.version != s.version || p.mode != PartitionReader::Mode::active) return;
    note_end(p, b.id);
    gained = announce(p, lock);
  }
  wake(gained);
}

void Fetcher::take_records(const FetchAsk& s, Broker& b, const BufferRef& frame,
                           const PartitionAnswer& a) {
  PartitionReader& p = *s.partition;
  const bool committed = conf_.values.isolation_level == IsolationLevel::read_committed;
  const Walk walk = walk_batches(
      a.records, s.offset,
      committed && a.last_stable_offset >= 0 ? a.last_stable_offset : a.high_watermark);
  QueueRef gained;
  const char* corrupt = nullptr;
  {
    PartitionLock lock(p);
    if (p.version != s.version || p.mode != PartitionReader::Mode::active) return;
    if (p.fetch_offset != s.offset) return;  // another broker was faster
    p.error_told = kOk;
    p.checked_epoch = s.leader_epoch;
    if (walk.corrupt) {
      corrupt = walk.corrupt;
      // What was fetched before it is sound and stays.
      p.retry_at = kNever;
    } else {
      p.fetch_offset = walk.next_offset;
      p.bytes_seen += walk.size;
      if (walk.size > 0) {
        // Not covered by the checksum either: what cannot be is not known.
        const bool possible = s.leader_epoch < 0 || walk.leader_epoch <= s.leader_epoch;
        p.last_epoch = possible && walk.leader_epoch >= p.last_epoch ? walk.leader_epoch : -1;
        std::vector<AbortedTransaction> aborted;
        for (const auto& x : a.aborted_transactions)
          aborted.push_back({x.producer_id, x.first_offset});
        Segment segment;
        segment.buffer = frame;
        segment.at = a.records.data();
        segment.end = a.records.data() + walk.size;
        segment.aborts = AbortFilter(std::move(aborted));
        segment.broker_id = b.id;
        segment.messages = walk.messages;
        p.append(std::move(segment));
      }
      note_end(p, b.id);
    }
    gained = announce(p, lock);
  }
  wake(gained);
  if (corrupt) host_.corrupt(p, Error(RD_KAFKA_RESP_ERR__BAD_MSG, corrupt));
}

// KIP-392.
void Fetcher::take_preferred(const FetchAsk& s, i32 replica) {
  const Micros now = cluster_.env().now();
  PartitionReader& p = *s.partition;
  bool known = cluster_.snapshot()->brokers.contains(replica);
  {
    PartitionLock lock(p);
    if (p.version != s.version || p.preferred == replica) return;
    if (known) {
      p.preferred = p.source = replica;
      p.preferred_until = now + kReplicaLease;
    } else {
      p.leader_only_until = now + kReplicaRest;
    }
  }
  if (!known) return cluster_.refresh(p.topic.name, "its nearest replica is not known");
  cluster_.log().trace(Debug::fetch, "REPLICA", "%s [%d]: reading from replica %d",
                       p.topic.name.c_str(), p.id, replica);
  replan();
}

bool Fetcher::leave_replica(PartitionReader& p, i32 broker_id, Micros now) {
  {
    PartitionLock lock(p);
    if (p.preferred != broker_id || p.leader == broker_id || FASTKA_PLANTED(stays_with_the_replica))
      return false;
    p.preferred = p.source = -1;
    p.preferred_until = 0;
    p.leader_only_until = now + kReplicaRest;
    if (p.retry_at != kNever) p.retry_at = 0;
  }
  cluster_.log().trace(Debug::fetch, "REPLICA", "%s [%d]: back from replica %d to the leader",
                       p.topic.name.c_str(), p.id, broker_id);
  return true;
}

void Fetcher::take_error(const FetchAsk& s, Broker& b, ErrorCode error, bool hinted) {
  const Micros now = cluster_.env().now();
  PartitionReader& p = *s.partition;
  {
    PartitionLock lock(p);
    if (p.version != s.version || p.source != b.id) return;  // it is not asked any more
    p.retry_at = now + Micros{conf_.values.fetch_error_backoff_ms} * kMicrosPerMs;
  }
  // Followers lag behind: the leader knows whether it is true.
  const bool followed = leave_replica(p, b.id, now);
  if (followed) replan();
  if (followed && leader_is_new(error)) {
    PartitionLock lock(p);
    // Not the replica's fault. If it has not heard of the leader yet, the leader is read meanwhile.
    const bool lags = error == RD_KAFKA_RESP_ERR_UNKNOWN_LEADER_EPOCH &&
                      !FASTKA_PLANTED(asks_the_replica_at_once);
    p.leader_only_until =
        lags ? now + Micros{conf_.values.fetch_error_backoff_ms} * kMicrosPerMs : 0;
  }
  if (leader_moved(error)) {
    if (!hinted) cluster_.refresh(p.topic.name, error_name(error));
  } else if (followed) {
    return;
  } else if (error == RD_KAFKA_RESP_ERR_OFFSET_OUT_OF_RANGE) {
    host_.out_of_range(p, s.version, b.id);
  } else {
    host_.failing(p, s.version, error, b.id);
  }
}

}  // namespace rk
