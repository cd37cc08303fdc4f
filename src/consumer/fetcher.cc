#include "consumer/fetcher.h"

#include <algorithm>

#include "base/arena.h"
#include "base/error_names.h"
#include "consumer/feeder.h"
#include "wire/messages/fetch.h"

namespace rk {
namespace {
constexpr i32 kShortWaitMs = 10;
constexpr Micros kGap = 1 * kMicrosPerSecond;  // nobody led for so long: time-outs begin anew
}  // namespace

struct Fetcher::Broker {
  i32 id = -1;
  std::unique_ptr<Connection> connection;
  bool connecting = false;
  bool closed = false;  // the connection is to be destroyed at the next step
  bool in_flight = false;
  Micros retry_at = 0;
  Micros watch_from = 0;                     // when the answer under way began to be waited for
  std::vector<PartitionReader*> partitions;  // by topic and number
  size_t first = 0;                          // whose turn it is to be first in the request
};

Fetcher::Fetcher(Cluster& cluster, const Conf& conf, FetcherHost& host)
    : cluster_(cluster), conf_(conf), host_(host) {}

Fetcher::~Fetcher() = default;

void Fetcher::shut_down() {
  for (auto& [id, b] : brokers_) {
    if (b->connection) b->connection->on_state = {};
    b->partitions.clear();
    b->connection.reset();
  }
}

Fetcher::Broker& Fetcher::broker(i32 id) {
  auto& b = brokers_[id];
  if (!b) {
    b = std::make_unique<Broker>();
    b->id = id;
  }
  return *b;
}

void Fetcher::on_ready(void* tag, u8 what, Micros now) {
  static_cast<Connection*>(tag)->on_ready(what, now);
}

void Fetcher::reconnect(i32 broker_id) {
  pump_->post([this, broker_id] {
    Broker& b = broker(broker_id);
    if (!b.connection || b.closed) return;
    b.connection->close(Error(RD_KAFKA_RESP_ERR__TRANSPORT, "fetching again"),
                        cluster_.env().now());
  });
}

Micros Fetcher::step(Micros now) {
  const bool gap = now - last_step_ > kGap;
  last_step_ = now;
  const u64 generation = cluster_.generation();
  if (replan_.exchange(false, std::memory_order_seq_cst) || generation != generation_) {
    generation_ = generation;
    plan(now);
  }
  Micros next = kNever;
  for (auto& [id, b] : brokers_) {
    if (gap) b->watch_from = now;
    next = std::min(next, step_broker(*b, now));
  }
  return next;
}

// Which broker each partition is fetched from.
void Fetcher::plan(Micros) {
  for (auto& [id, b] : brokers_) b->partitions.clear();
  const SnapshotPtr snapshot = cluster_.snapshot();
  const std::vector<PartitionReader*> all = host_.consumed();
  for (PartitionReader* p : all) {
    const PartitionInfo* info = snapshot ? snapshot->partition(p->topic.name, p->id) : nullptr;
    const i32 leader = info ? info->leader : -1;
    {
      PartitionLock lock(*p);
      p->leader = leader;
    }
    if (leader >= 0) {
      broker(leader).partitions.push_back(p);
    } else if (!snapshot || info || !snapshot->topic(p->topic.name)) {
      cluster_.refresh(p->topic.name, "a partition has no known leader");
    }
  }
  const size_t total = static_cast<size_t>(conf_.values.queued_max_messages_kbytes) << 10;
  share_bytes_ = total / std::max<size_t>(all.size(), 1);
  for (auto& [id, b] : brokers_) {
    std::sort(b->partitions.begin(), b->partitions.end(),
              [](PartitionReader* x, PartitionReader* y) {
                return &x->topic != &y->topic ? &x->topic < &y->topic : x->id < y->id;
              });
  }
}

Micros Fetcher::step_broker(Broker& b, Micros now) {
  if (b.closed) {
    b.closed = false;
    b.connection.reset();
  }
  if (b.connection) {
    Micros next = b.connection->step(now);
    if (b.closed) return now;
    const Micros patience =
        (Micros{conf_.values.socket_timeout_ms} + conf_.values.fetch_wait_max_ms) * kMicrosPerMs;
    if (b.in_flight && now - b.watch_from > patience) {
      b.connection->close(errorf(RD_KAFKA_RESP_ERR__TIMED_OUT, "no answer to a Fetch in %d ms",
                                 static_cast<int>(patience / kMicrosPerMs)),
                          now);
      return now;
    }
    if (b.in_flight) return std::min(next, b.watch_from + patience + 1);
    if (b.partitions.empty()) {
      b.connection->close(Error(RD_KAFKA_RESP_ERR__DESTROY, "nothing to fetch"), now);
      return now;
    }
    return std::min(next, send_fetch(b, now));
  }
  if (b.partitions.empty() || b.connecting) return kNever;
  if (now < b.retry_at) return b.retry_at;
  connect(b, now);
  return kNever;
}

void Fetcher::connect(Broker& b, Micros) {
  b.connecting = true;
  cluster_.connect(b.id, [this, id = b.id](Result<std::unique_ptr<Connection>> r) {
    // On the control thread: the connection goes over to whoever leads.
    auto result = std::make_shared<Result<std::unique_ptr<Connection>>>(std::move(r));
    pump_->post([this, id, result] { take_connection(id, result); });
  });
}

void Fetcher::take_connection(i32 id, std::shared_ptr<Result<std::unique_ptr<Connection>>> result) {
  Broker& b = broker(id);
  const Micros now = cluster_.env().now();
  b.connecting = false;
  if (!result->ok()) {
    b.retry_at = now + std::max<Micros>(cluster_.reconnect_backoff(id), kMicrosPerMs);
    // It may be that the partitions have other leaders by now.
    for (PartitionReader* p : b.partitions)
      cluster_.refresh(p->topic.name, "its leader is unreachable");
    return;
  }
  b.connection = result->take();
  b.closed = false;
  b.in_flight = false;
  b.connection->on_state = [this, &b](Connection& c, const Error& why) {
    if (c.state() == Connection::State::closed) lost(b, why, cluster_.env().now());
  };
  b.connection->attach(pump_->poller());
}

// The connection closed; called from inside it, so it lives until the next step.
void Fetcher::lost(Broker& b, const Error& why, Micros now) {
  b.closed = true;
  b.in_flight = false;
  if (why.code() == RD_KAFKA_RESP_ERR__DESTROY) return;
  b.retry_at = now + cluster_.reconnect_backoff(b.id);
  if (b.connection && !b.connection->closed_quietly()) {
    for (PartitionReader* p : b.partitions)
      cluster_.refresh(p->topic.name, "a fetch connection closed");
  }
}

// Whose turn it is. *joining: others will want to be fetched in a moment, so that the broker should
// not sit on this request for long.
Fetcher::SentList Fetcher::choose(Broker& b, Micros now, Micros* next, bool* joining) {
  SentList list;
  const SnapshotPtr snapshot = cluster_.snapshot();
  const size_t n = b.partitions.size();
  if (b.first >= n) b.first = 0;
  for (size_t i = 0; i < n; ++i) {
    PartitionReader* p = b.partitions[(b.first + i) % n];
    const PartitionInfo* info = snapshot->partition(p->topic.name, p->id);
    PartitionLock lock(*p);
    *joining |= p->mode == PartitionReader::Mode::lookup;
    if (!p->consumed() || p->paused || p->mode != PartitionReader::Mode::active) continue;
    if (p->queued_bytes > share_bytes_ ||
        p->queued_messages > static_cast<size_t>(conf_.values.queued_min_messages))
      continue;
    if (now < p->retry_at) {
      *next = std::min(*next, p->retry_at);
      continue;
    }
    list.push_back({p, p->version, p->fetch_offset, info ? info->leader_epoch : -1});
  }
  ++b.first;
  return list;
}

Micros Fetcher::send_fetch(Broker& b, Micros now) {
  if (b.closed || b.connection->state() != Connection::State::ready) return kNever;
  if (now < b.retry_at) return b.retry_at;
  Micros next = kNever;
  bool joining = false;
  auto list = std::make_shared<SentList>(choose(b, now, &next, &joining));
  if (list->empty()) return next;
  Request r;
  r.api = wire::ApiKey::kFetch;
  r.version_min = wire::FetchRequest::versions.min;
  r.version_max = wire::FetchRequest::versions.max;
  const i32 wait_ms = joining ? std::min(kShortWaitMs, conf_.values.fetch_wait_max_ms)
                              : conf_.values.fetch_wait_max_ms;
  r.encode = [this, list, wait_ms](wire::Writer& w, i16 version) {
    encode(w, version, *list, wait_ms);
  };
  r.done = [this, &b, list](Reply&& reply) { on_reply(b, *list, std::move(reply)); };
  b.in_flight = true;
  b.watch_from = now;
  if (Error e = b.connection->send(std::move(r), now)) {
    b.in_flight = false;
    cluster_.log().log(kLogWarning, "FETCH", "%s: cannot fetch: %.*s", b.connection->name().c_str(),
                       static_cast<int>(e.text().size()), e.text().data());
    b.retry_at = now + Micros{conf_.values.fetch_error_backoff_ms} * kMicrosPerMs;
    return b.retry_at;
  }
  return next;
}

void Fetcher::encode(wire::Writer& w, i16 version, const SentList& list, i32 wait_ms) {
  using AskedTopic = wire::FetchRequest::Topic;
  std::vector<AskedTopic::Partition> partitions(list.size());
  std::vector<AskedTopic> topics;
  for (size_t i = 0; i < list.size(); ++i) {
    const Sent& s = list[i];
    partitions[i].partition = s.partition->id;
    partitions[i].current_leader_epoch = s.leader_epoch;
    partitions[i].fetch_offset = s.offset;
    partitions[i].partition_max_bytes = conf_.values.fetch_message_max_bytes;
    const bool same = i > 0 && &s.partition->topic == &list[i - 1].partition->topic;
    if (!same) topics.push_back({s.partition->topic.name, {&partitions[i], 0}});
    AskedTopic& t = topics.back();
    t.partitions = {t.partitions.data(), t.partitions.size() + 1};
  }
  wire::FetchRequest r;
  r.max_wait_ms = wait_ms;
  r.min_bytes = conf_.values.fetch_min_bytes;
  r.max_bytes = conf_.values.fetch_max_bytes;
  r.isolation_level = conf_.values.isolation_level == IsolationLevel::read_committed;
  r.session_id = 0;
  r.session_epoch = -1;
  r.topics = topics;
  r.rack_id = "";
  wire::encode(w, r, version);
}

void Fetcher::on_reply(Broker& b, const SentList& list, Reply&& reply) {
  const Micros now = cluster_.env().now();
  b.in_flight = false;
  if (reply.error) return;  // the connection closes, or says why it cannot
  wire::FetchResponse answer;
  Arena arena;
  if (!wire::decode(reply.body, answer, reply.version, arena)) {
    b.connection->close(Error(RD_KAFKA_RESP_ERR__BAD_MSG, "a Fetch answer is malformed"), now);
    return;
  }
  cluster_.report_throttle(b.id, reply.throttle_ms);  // the connection is muted already
  const Micros backoff = now + Micros{conf_.values.fetch_error_backoff_ms} * kMicrosPerMs;
  if (answer.error_code != 0) {
    b.retry_at = backoff;
    for (const Sent& s : list) cluster_.refresh(s.partition->topic.name, "a Fetch failed");
    return;
  }
  size_t hint = 0;  // brokers answer in the order of the request
  for (const auto& t : answer.responses) {
    for (const auto& a : t.partitions) {
      size_t k = 0;
      while (k < list.size()) {
        const Sent& c = list[(hint + k) % list.size()];
        if (c.partition->id == a.partition_index && c.partition->topic.name == t.topic) break;
        ++k;
      }
      if (k == list.size()) continue;  // nothing that we asked for
      const Sent& s = list[(hint + k) % list.size()];
      hint = hint + k + 1;
      if (a.error_code != 0) {
        take_error(s, b, error_of_broker(a.error_code), now);
        continue;
      }
      std::vector<AbortedTransaction> aborted;
      for (const auto& x : a.aborted_transactions)
        aborted.push_back({x.producer_id, x.first_offset});
      take_records(s, b, reply.frame, a.records, AbortFilter(std::move(aborted)), a.high_watermark,
                   a.last_stable_offset, a.log_start_offset);
    }
  }
  if (!b.closed && !b.partitions.empty()) send_fetch(b, now);
}

void Fetcher::take_records(const Sent& s, Broker& b, const BufferRef& frame, Bytes records,
                           AbortFilter aborts, i64 high, i64 last_stable, i64 low) {
  PartitionReader& p = *s.partition;
  const Walk walk = walk_batches(records, s.offset);
  QueueRef gained;
  const char* corrupt = nullptr;
  {
    PartitionLock lock(p);
    if (p.version != s.version || p.mode != PartitionReader::Mode::active) return;
    p.high = high;
    p.last_stable = last_stable;
    p.low = low;
    p.error_told = kOk;
    if (walk.corrupt) {
      corrupt = walk.corrupt;
      // What was fetched before it is sound and stays.
      p.retry_at = kNever;
    } else {
      p.fetch_offset = walk.next_offset;
      p.bytes_seen += walk.size;
      if (walk.size > 0) {
        Segment segment;
        segment.buffer = frame;
        segment.at = records.data();
        segment.end = records.data() + walk.size;
        segment.aborts = std::move(aborts);
        segment.broker_id = b.id;
        segment.messages = walk.messages;
        p.append(std::move(segment));
      }
      const bool committed = conf_.values.isolation_level == IsolationLevel::read_committed;
      const i64 end = committed && last_stable >= 0 ? last_stable : high;
      if (end >= 0 && p.fetch_offset >= end) {
        p.eof_offset = p.fetch_offset;
        if (conf_.values.enable_partition_eof && p.eof_told != p.fetch_offset) {
          p.eof_told = p.fetch_offset;
          Segment eof;
          eof.notice = RD_KAFKA_RESP_ERR__PARTITION_EOF;
          eof.broker_id = b.id;
          eof.offset = p.fetch_offset;
          p.append(std::move(eof));
        }
      }
    }
    if (lock.feeder().announce(p)) {
      lock.feeder().queue().retain();
      gained = QueueRef(&lock.feeder().queue());
    }
  }
  if (gained) {
    gained->parker().notify();
    gained->notify();
  }
  if (corrupt) host_.corrupt(p, Error(RD_KAFKA_RESP_ERR__BAD_MSG, corrupt));
}

void Fetcher::take_error(const Sent& s, Broker& b, ErrorCode error, Micros now) {
  PartitionReader& p = *s.partition;
  {
    PartitionLock lock(p);
    if (p.version != s.version) return;
    p.retry_at = now + Micros{conf_.values.fetch_error_backoff_ms} * kMicrosPerMs;
  }
  switch (error) {
    case RD_KAFKA_RESP_ERR_OFFSET_OUT_OF_RANGE:
      host_.out_of_range(p, s.version, b.id);
      return;
    case RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART:
    case RD_KAFKA_RESP_ERR_LEADER_NOT_AVAILABLE:
    case RD_KAFKA_RESP_ERR_NOT_LEADER_FOR_PARTITION:
    case RD_KAFKA_RESP_ERR_REPLICA_NOT_AVAILABLE:
    case RD_KAFKA_RESP_ERR_BROKER_NOT_AVAILABLE:
    case RD_KAFKA_RESP_ERR_KAFKA_STORAGE_ERROR:
    case RD_KAFKA_RESP_ERR_FENCED_LEADER_EPOCH:
    case RD_KAFKA_RESP_ERR_UNKNOWN_LEADER_EPOCH:
    case RD_KAFKA_RESP_ERR_OFFSET_NOT_AVAILABLE:
      cluster_.refresh(p.topic.name, error_name(error));
      return;
    default:
      host_.failing(p, s.version, error, b.id);
      return;
  }
}

}  // namespace rk
