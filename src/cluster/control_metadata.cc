// When Metadata is asked for, and what becomes of the answers.
#include "base/error_names.h"
#include "base/planted.h"
#include "cluster/backoff.h"
#include "cluster/control.h"

namespace rk {
namespace {

// After so many answers that say what we knew before, what we know is taken to be right.
constexpr int kSameAnswersMax = 5;
// After so many, others are asked.
constexpr int kSameAnswersTrusted = 2;

Request metadata_request(bool all, std::vector<std::string> topics, bool auto_create,
                         Micros deadline) {
  Request r;
  r.api = wire::ApiKey::kMetadata;
  r.version_min = wire::MetadataRequest::versions.min;
  r.version_max = wire::MetadataRequest::versions.max;
  r.deadline = deadline;
  r.encode = [all, auto_create, topics = std::move(topics)](wire::Writer& w, i16 version) {
    wire::MetadataRequest m;
    std::vector<wire::MetadataRequest::Topic> list(topics.size());
    for (size_t i = 0; i < topics.size(); ++i) list[i].name = topics[i];
    if (all)
      m.topics = nullptr;
    else
      m.topics = list;
    m.allow_auto_topic_creation = auto_create;
    wire::encode(w, m, version);
  };
  return r;
}

}  // namespace

bool Cluster::Impl::auto_create() const {
  if (conf_.is_set("allow.auto.create.topics")) return conf_.values.allow_auto_create_topics;
  return producer_;
}

void Cluster::Impl::follow(const std::string& topic, Micros now) {
  FollowedTopic& f = followed_[topic];
  if (++f.references > 1) return;
  const SnapshotPtr s = snapshot();
  const TopicInfo* t = s->topic(topic);
  if (t && !leaders_missing(*t)) return;
  f.stale = true;
  f.seen = leadership_digest(t);
  fast_asks_ = 0;
  next_fast_ = std::min(next_fast_, now);
  again_ = true;
}

void Cluster::Impl::unfollow(const std::string& topic) {
  const auto it = followed_.find(topic);
  if (it != followed_.end() && --it->second.references <= 0) followed_.erase(it);
}

// Many partitions notice a leader change at about the same time: the first to say so makes us ask
// at once, the others find that answered or under way.
void Cluster::Impl::refresh(const std::string& topic, const char* reason, Micros now) {
  log_.trace(Debug::metadata, "REFRESH", "Metadata of %s is wanted: %s", topic.c_str(), reason);
  const auto it = followed_.find(topic);
  if (it == followed_.end()) {
    asked_once_.insert(topic);
  } else if (!it->second.stale) {
    it->second.stale = true;
    it->second.same_answers = 0;
    const SnapshotPtr s = snapshot();
    it->second.seen = leadership_digest(s->topic(topic));
    fast_asks_ = 0;
  }
  const Micros soonest =
      last_asked_ + conf_.values.topic_metadata_refresh_fast_interval_ms * kMicrosPerMs;
  next_fast_ = std::min(next_fast_, std::max(now, soonest));
  again_ = true;
}

void Cluster::Impl::refresh_all(const char* reason, Micros now) {
  log_.trace(Debug::metadata, "REFRESH", "All metadata is wanted: %s", reason);
  const Micros soonest =
      last_asked_ + conf_.values.topic_metadata_refresh_fast_interval_ms * kMicrosPerMs;
  next_full_ = std::min(next_full_, std::max(now, soonest));
}

void Cluster::Impl::learn_leaders(const std::vector<LeaderHint>& hints, Micros now) {
  const SnapshotPtr known = snapshot();
  Snapshot s = *known;
  if (FASTKA_PLANTED(ignores_hints)) return;
  for (const LeaderHint& h : hints) {
    if (apply_leader(s, h)) continue;
    // It may be known since; else whoever asks the same leader again hears the same.
    const PartitionInfo* p = s.partition(h.topic, h.partition);
    if (!p || p->leader != h.leader || p->leader_epoch < h.leader_epoch)
      refresh(h.topic, "an answer names a leader that is not known", now);
  }
  if (s.generation == known->generation) return;
  s.generation = known->generation + 1;
  publish(std::move(s));
}

Micros Cluster::Impl::serve_metadata(Micros now) {
  const Micros rebootstrap_due = serve_rebootstrap(now);
  if (asking_) {
    if (question_waits()) return rebootstrap_due;
    if (now < under_way_.patience_end) return std::min(under_way_.patience_end, rebootstrap_due);
    under_way_.patience_end = now + kPatience;
    if (!someone_is_silent()) return std::min(under_way_.patience_end, rebootstrap_due);
    ask_again(now);
  }
  const Micros due = std::min({next_full_, next_fast_, rebootstrap_due});
  if (now < due) return due;
  send_periodic(now, now >= next_full_);
  return rebootstrap_due;
}

// For a connection.
bool Cluster::Impl::question_waits() const {
  for (const Call& c : any_waiting_)
    if (c.request.api == wire::ApiKey::kMetadata) return true;
  return false;
}

bool Cluster::Impl::someone_is_silent() const {
  for (const auto& [id, slot] : brokers_)
    if (slot.silent(now_)) return true;
  for (const BrokerSlot& slot : bootstrap_)
    if (slot.silent(now_)) return true;
  return false;
}

// The same once more, which goes to another broker since that one is silent; whoever answers first
// does.
void Cluster::Impl::ask_again(Micros now) {
  asking_ = false;
  for (const std::string& t : *under_way_.topics)
    if (!followed_.contains(t)) asked_once_.insert(t);
  if (under_way_.everything) next_full_ = now;
  next_fast_ = now;
}

void Cluster::Impl::send_periodic(Micros now, bool everything) {
  std::vector<std::string> topics(asked_once_.begin(), asked_once_.end());
  asked_once_.clear();
  const SnapshotPtr s = snapshot();
  for (const auto& [name, f] : followed_) {
    const TopicInfo* t = s->topic(name);
    if (everything || f.stale || !t || leaders_missing(*t)) topics.push_back(name);
  }
  asking_ = true;
  const u64 number = ++ask_number_;
  if (metadata_wanted_ == kNever) metadata_wanted_ = now;
  last_asked_ = now;
  next_fast_ = kNever;
  if (everything) {
    const i64 interval = conf_.values.topic_metadata_refresh_interval_ms;
    next_full_ = interval <= 0 ? kNever : now + interval * kMicrosPerMs;
  }
  again_ = true;
  auto asked = std::make_shared<std::vector<std::string>>(topics);
  under_way_ = {asked, everything, now + kPatience};
  Call c;
  c.request = metadata_request(false, std::move(topics), auto_create(),
                               now + conf_.values.socket_timeout_ms * kMicrosPerMs);
  c.request.done = [this, asked, number](Reply&& reply) {
    if (number == ask_number_) asking_ = false;
    if (stopping_) return;
    const Result<SnapshotPtr> r = take_metadata(reply, false, asked.get());
    if (!r && number != ask_number_) return;  // others were asked since
    if (!r) {
      log_.trace(Debug::metadata, "METADATA", "Metadata request failed: %s",
                 std::string(r.error().text()).c_str());
      // What was asked for is still wanted.
      for (const std::string& t : *asked)
        if (!followed_.contains(t)) asked_once_.insert(t);
    }
    metadata_answered(r.ok(), env_.now());
  };
  BrokerSlot* other = fast_asks_ >= kSameAnswersTrusted ? another_slot() : nullptr;
  if (!other) return route_any(std::move(c), now);
  if (!other->ready()) c.request.deadline = now + kPatience;
  hand_to(*other, std::move(c), now);
}

// Answers that bring nothing new may come from a broker that lags behind: others are asked in turn.
BrokerSlot* Cluster::Impl::another_slot() {
  if (rebootstrapping_ || FASTKA_PLANTED(asks_the_same_broker)) return nullptr;
  const SnapshotPtr s = snapshot();
  std::vector<i32> sound;
  for (const auto& [id, broker] : s->brokers) {
    const auto it = brokers_.find(id);
    const bool failing =
        it != brokers_.end() && (it->second.failures > 0 || it->second.silent(now_));
    if (id != s->answered_by && !failing) sound.push_back(id);
  }
  if (sound.empty()) return nullptr;
  return slot_of(sound[static_cast<size_t>(fast_asks_) % sound.size()]);
}

void Cluster::Impl::metadata_answered(bool ok, Micros now) {
  again_ = true;
  bool more = !ok;
  for (auto& [name, f] : followed_)
    if (ok && wants_more(name, f, now)) more = true;
  if (!more) {
    fast_asks_ = 0;
    return;
  }
  ++fast_asks_;
  next_fast_ =
      std::min(next_fast_,
               now + retry_backoff(conf_.values.topic_metadata_refresh_fast_interval_ms,
                                   conf_.values.retry_backoff_max_ms, fast_asks_, env_.random()));
}

bool Cluster::Impl::wants_more(const std::string& topic, FollowedTopic& f, Micros now) {
  const SnapshotPtr s = snapshot();
  const TopicInfo* t = s->topic(topic);
  if (f.stale && (leadership_digest(t) != f.seen || ++f.same_answers >= kSameAnswersMax))
    f.stale = false;
  if (t && t->error == kOk && !t->partitions.empty()) {
    f.unknown_since = 0;
    return f.stale || leaders_missing(*t);
  }
  // Creation takes a while to reach every broker; after that only the periodic refresh asks.
  if (f.unknown_since == 0) f.unknown_since = now;
  return now - f.unknown_since < conf_.values.topic_metadata_propagation_max_ms * kMicrosPerMs;
}

Result<SnapshotPtr> Cluster::Impl::take_metadata(Reply& reply, bool all,
                                                 const std::vector<std::string>* asked) {
  if (reply.error) return reply.error;
  Arena arena;
  wire::MetadataResponse m;
  if (!wire::decode(reply.body, m, reply.version, arena))
    return Error(RD_KAFKA_RESP_ERR__BAD_MSG, "Metadata answer could not be parsed");
  if (m.error_code != 0) {
    // From whom we began again with it is a failure like any other.
    if (m.error_code == RD_KAFKA_RESP_ERR_REBOOTSTRAP_REQUIRED && may_rebootstrap() &&
        (!rebootstrapping_ || FASTKA_PLANTED(begins_again_and_again)))
      rebootstrap("the broker asks for it", env_.now());
    return Error(error_of_broker(m.error_code), "Metadata was refused");
  }
  metadata_wanted_ = kNever;
  rebootstrapping_ = false;
  MetadataContext context;
  context.answered_by = reply.broker_id;
  const BrokerSlot* slot = nullptr;
  if (const auto it = brokers_.find(reply.broker_id); it != brokers_.end()) slot = &it->second;
  for (const BrokerSlot& b : bootstrap_)
    if (!slot && b.ready()) slot = &b;
  if (slot && slot->control) context.answered_by_name = slot->control->name();
  context.now = env_.now();
  context.topic_age_max = conf_.values.metadata_max_age_ms * kMicrosPerMs;
  context.all = all;
  context.asked = all ? nullptr : asked;
  context.followed = [this](std::string_view name) { return followed_.contains(name); };
  auto answer = std::make_shared<Snapshot>(snapshot_of(m, context));
  publish(merge(*snapshot(), *answer, context));
  answer->generation = generation_.load(std::memory_order_relaxed);
  return SnapshotPtr(std::move(answer));
}

void Cluster::Impl::ask_metadata(MetadataAsk ask, Micros now) {
  auto shared = std::make_shared<MetadataAsk>(std::move(ask));
  Call c;
  c.request =
      metadata_request(shared->all, shared->topics, shared->allow_auto_create, shared->deadline);
  c.request.done = [this, shared](Reply&& reply) {
    if (stopping_) return shared->done(Error(RD_KAFKA_RESP_ERR__DESTROY));
    // Nobody could be asked: that is what applications expect to hear, not that it took too long.
    if (reply.error.code() == RD_KAFKA_RESP_ERR__TIMED_OUT && !reply.bytes_sent)
      return shared->done(Error(RD_KAFKA_RESP_ERR__TRANSPORT, std::string(reply.error.text())));
    shared->done(take_metadata(reply, shared->all, &shared->topics));
  };
  call(std::move(c), now);
}

}  // namespace rk
