#include "consumer/fetcher.h"

#include <algorithm>

#include "base/planted.h"
#include "consumer/feeder.h"

namespace rk {
namespace {
constexpr i32 kShortWaitMs = 10;
constexpr Micros kGap = 1 * kMicrosPerSecond;  // nobody led for so long: time-outs begin anew
constexpr i16 kFetchByName = 12;  // the last version that names topics; later ones give their ids
constexpr i16 kChecksFrom = 12;   // the first version that checks epochs by itself (KIP-320)
// An answer of many partitions: what more would bring only leaves the processor's caches and takes
// fresh pages. The application's own fetch.max.bytes counts as it stands.
constexpr i32 kAnswerBytes = 4 << 20;
}  // namespace

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
  if (replan_.exchange(false, std::memory_order_seq_cst) || generation != generation_ ||
      now >= lease_end_) {
    generation_ = generation;
    plan(now);
  }
  Micros next = lease_end_;
  for (auto& [id, b] : brokers_) {
    if (gap) b->watch_from = now;
    next = std::min(next, step_broker(*b, now));
  }
  return next;
}

// Which broker the partition is fetched from, -1 when nobody is known.
i32 Fetcher::plan_partition(PartitionReader& p, const Snapshot* snapshot, Micros now) {
  const TopicInfo* topic = snapshot ? snapshot->topic(p.topic.name) : nullptr;
  const PartitionInfo* info = snapshot ? snapshot->partition(p.topic.name, p.id) : nullptr;
  const i32 leader = info ? info->leader : -1;
  i32 before, source;
  u32 version;
  bool another;
  {
    PartitionLock lock(p);
    before = std::exchange(p.leader, leader);
    const i32 epoch = info ? info->leader_epoch : -1;
    const bool news = epoch != std::exchange(p.leader_epoch, epoch) || leader != before;
    // What the old leader had us wait for is no concern of the new one.
    if (news && p.retry_at != kNever) p.retry_at = 0;
    version = p.version;
    another = topic && topic->id && p.topic_id && !(topic->id == p.topic_id) &&
              !FASTKA_PLANTED(blind_to_topic_ids);
    if (topic && topic->id) p.topic_id = topic->id;
    if (leader != before || now >= p.preferred_until || !snapshot ||
        !snapshot->brokers.contains(p.preferred))
      p.preferred = -1;
    if (p.preferred >= 0) lease_end_ = std::min(lease_end_, p.preferred_until);
    source = p.source = p.preferred >= 0 ? p.preferred : leader;
  }
  if (another) {
    host_.recreated(p, version);
  } else if (before >= 0 && leader >= 0 && before != leader) {
    cluster_.recoveries().leader_moves.fetch_add(1, std::memory_order_relaxed);
    cluster_.log().log(kLogNotice, "LEADER", "%s [%d]: leader moved from broker %d to %d",
                       p.topic.name.c_str(), p.id, before, leader);
  }
  if (leader < 0 && (!topic || info))
    cluster_.refresh(p.topic.name, "a partition has no known leader");
  return source;
}

void Fetcher::plan(Micros now) {
  for (auto& [id, b] : brokers_) b->partitions.clear();
  lease_end_ = kNever;
  const SnapshotPtr snapshot = cluster_.snapshot();
  const std::vector<PartitionReader*> all = host_.consumed();
  for (PartitionReader* p : all) {
    const i32 source = plan_partition(*p, snapshot.get(), now);
    if (source >= 0) broker(source).partitions.push_back(p);
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
    for (PartitionReader* p : b.partitions) {
      if (leave_replica(*p, id, now)) replan();
      cluster_.refresh(p->topic.name, "its leader is unreachable");
    }
    return;
  }
  b.connection = result->take();
  if (!b.lost_by.empty()) {
    cluster_.recoveries().reconnects.fetch_add(1, std::memory_order_relaxed);
    cluster_.log().log(kLogNotice, "RECONNECT", "%s: fetching again on a new connection, after: %s",
                       b.connection->name().c_str(), b.lost_by.c_str());
    b.lost_by.clear();
  }
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
  b.session.lost();
  if (why.code() == RD_KAFKA_RESP_ERR__DESTROY) return;
  b.retry_at = now + cluster_.reconnect_backoff(b.id);
  if (b.connection && !b.connection->closed_quietly()) {
    b.lost_by = std::string(why.text());
    for (PartitionReader* p : b.partitions) {
      if (leave_replica(*p, b.id, now)) replan();
      cluster_.refresh(p->topic.name, "a fetch connection closed");
    }
  }
}

// The epoch that the broker is to find the partition's offset in, -1 when there is nothing to
// check. What a header says is not under its checksum: an epoch that cannot be is not asked for.
i32 Fetcher::epoch_to_check(PartitionReader& p, i32 leader_epoch, bool inline_check) const {
  if (leader_epoch < 0 || leader_epoch == p.checked_epoch || FASTKA_PLANTED(never_checks_the_log))
    return -1;
  if (p.last_epoch < 0 || p.last_epoch > leader_epoch) return -1;
  if (!inline_check && p.log_check == PartitionReader::Check::none)
    p.log_check = PartitionReader::Check::wanted;
  return p.last_epoch;
}

// Whose turn it is. *joining: others will want to be fetched in a moment, so that the broker should
// not sit on this request for long.
Fetcher::Asks Fetcher::choose(Broker& b, Micros now, Micros* next, bool* joining) {
  Asks asks;
  const SnapshotPtr snapshot = cluster_.snapshot();
  const bool inline_check = b.connection->versions().range(wire::ApiKey::kFetch).max >= kChecksFrom;
  const Topic* topic = nullptr;
  const TopicInfo* known = nullptr;
  bool checks = false;
  b.leader_only = false;
  for (PartitionReader* p : b.partitions) {
    if (topic != &p->topic) known = snapshot->topic((topic = &p->topic)->name);
    const auto at = static_cast<size_t>(p->id);
    const i32 epoch =
        known && at < known->partitions.size() ? known->partitions[at].leader_epoch : -1;
    PartitionLock lock(*p);
    if (p->source != b.id) continue;  // until the next plan
    *joining |= p->mode == PartitionReader::Mode::lookup;
    if (!p->consumed() || p->paused || p->mode != PartitionReader::Mode::active) continue;
    if (p->queued_bytes > share_bytes_ ||
        p->queued_messages > static_cast<size_t>(conf_.values.queued_min_messages))
      continue;
    if (now < p->retry_at) {
      *next = std::min(*next, p->retry_at);
      continue;
    }
    const i32 last_epoch = epoch_to_check(*p, epoch, inline_check);
    if (p->log_check != PartitionReader::Check::none) {
      checks = *joining = true;
      continue;
    }
    b.leader_only |= now < p->leader_only_until;
    asks.push_back(
        {p, p->version, p->fetch_offset, epoch, last_epoch, known ? known->id : TopicId{}});
  }
  if (checks) host_.check_logs();
  return asks;
}

Micros Fetcher::send_fetch(Broker& b, Micros now) {
  if (b.closed || b.connection->state() != Connection::State::ready) return kNever;
  if (now < b.retry_at) return b.retry_at;
  Micros next = kNever;
  bool joining = false;
  auto asks = std::make_shared<Asks>(choose(b, now, &next, &joining));
  if (asks->empty()) return next;
  const bool have_ids = std::all_of(
      asks->begin(), asks->end(), [](const FetchAsk& a) { return static_cast<bool>(a.topic_id); });
  Request r;
  r.api = wire::ApiKey::kFetch;
  r.version_min = wire::FetchRequest::versions.min;
  r.version_max = have_ids ? wire::FetchRequest::versions.max : kFetchByName;
  const i32 wait_ms = joining ? std::min(kShortWaitMs, conf_.values.fetch_wait_max_ms)
                              : conf_.values.fetch_wait_max_ms;
  r.encode = [this, &b, asks, wait_ms](wire::Writer& w, i16 version) {
    encode(w, version, b, *asks, wait_ms);
  };
  r.done = [this, &b, asks](Reply&& reply) { on_reply(b, *asks, std::move(reply)); };
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

i32 Fetcher::answer_bytes_max() const {
  const auto& values = conf_.values;
  if (conf_.is_set("fetch.max.bytes")) return values.fetch_max_bytes;
  const i32 useful = std::max({kAnswerBytes, values.fetch_message_max_bytes, values.fetch_min_bytes,
                               values.message_max_bytes});
  return std::min(values.fetch_max_bytes, useful);
}

void Fetcher::encode(wire::Writer& w, i16 version, Broker& b, const Asks& asks, i32 wait_ms) {
  using AskedTopic = wire::FetchRequest::Topic;
  using ForgottenTopic = wire::FetchRequest::ForgottenTopicsData;
  FetchSession::Request session = b.session.next(asks, version > kFetchByName);
  // Each in turn is the first, for whom there is always room in the answer.
  std::vector<u32>& changed = session.changed;
  if (!changed.empty() && !FASTKA_PLANTED(the_first_stays_first))
    std::rotate(changed.begin(), changed.begin() + static_cast<long>(b.first++ % changed.size()),
                changed.end());
  std::vector<AskedTopic::Partition> partitions(changed.size());
  std::vector<AskedTopic> topics;
  const Topic* topic = nullptr;
  for (size_t i = 0; i < changed.size(); ++i) {
    const FetchAsk& a = asks[changed[i]];
    partitions[i].partition = a.partition->id;
    partitions[i].current_leader_epoch = a.leader_epoch;
    partitions[i].fetch_offset = a.offset;
    partitions[i].last_fetched_epoch = a.last_epoch;
    partitions[i].partition_max_bytes = conf_.values.fetch_message_max_bytes;
    if (topic != &a.partition->topic) {
      topic = &a.partition->topic;
      topics.push_back({topic->name, {a.topic_id.high, a.topic_id.low}, {&partitions[i], 0}});
    }
    AskedTopic& t = topics.back();
    t.partitions = {t.partitions.data(), t.partitions.size() + 1};
  }
  std::vector<ForgottenTopic> forgotten;
  for (const FetchSession::Forgotten& f : session.forgotten)
    forgotten.push_back(
        {f.partition->topic.name, {f.topic_id.high, f.topic_id.low}, {&f.partition->id, 1}});
  wire::FetchRequest r;
  r.max_wait_ms = wait_ms;
  r.min_bytes = conf_.values.fetch_min_bytes;
  r.max_bytes = answer_bytes_max();
  r.isolation_level = conf_.values.isolation_level == IsolationLevel::read_committed;
  r.session_id = session.id;
  r.session_epoch = session.epoch;
  r.topics = topics;
  r.forgotten_topics_data = forgotten;
  r.rack_id = b.leader_only ? "" : wire::Str(conf_.values.client_rack);
  wire::encode(w, r, version);
}

}  // namespace rk
