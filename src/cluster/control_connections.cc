// Brokers and the connections to them: made when something waits for them, backed off when they
// fail, handed over when they are for somebody else.
#include "base/error_names.h"
#include "cluster/backoff.h"
#include "cluster/control.h"

namespace rk {
namespace {
// Between log lines about a broker that stays away.
constexpr Micros kFailureLogInterval = 30 * kMicrosPerSecond;
}  // namespace

// Slots come to be when a broker is first needed, not when it is first heard of: what a broker says
// about others costs no more than its answer.
BrokerSlot* Cluster::Impl::slot_of(i32 id) {
  const SnapshotPtr s = snapshot();
  const auto info = s->brokers.find(id);
  const auto it = brokers_.find(id);
  if (it != brokers_.end()) return &it->second;
  if (info == s->brokers.end()) return nullptr;
  BrokerSlot& slot = brokers_[id];
  slot.id = id;
  slot.host = info->second.host;
  slot.port = static_cast<u16>(info->second.port);
  slot.shared = shared(id);
  Lock lock(shared_mutex_);
  slot.shared->name = stringf("%s:%u/%d", slot.host.c_str(), slot.port, id);
  return &slot;
}

std::unique_ptr<Connection> Cluster::Impl::make_connection(BrokerSlot& slot) {
  return std::make_unique<Connection>(env_, log_, pool_, connection_options_, slot.host, slot.port,
                                      slot.id, slot.shared->counters);
}

void Cluster::Impl::start_control(BrokerSlot& slot, Micros now) {
  slot.control = make_connection(slot);
  slot.started_at = now;
  Connection* c = slot.control.get();
  c->on_state = [this, &slot](Connection&, const Error& why) { control_changed(slot, why); };
  c->attach(*poller_);
  live_.insert(c);
  again_ = true;
  c->start(now);
}

void Cluster::Impl::control_changed(BrokerSlot& slot, const Error& why) {
  const Micros now = env_.now();
  again_ = true;
  Connection* c = slot.control.get();
  if (c->state() == Connection::State::ready) return attempt_succeeded(slot, now);
  const bool quiet = c->closed_quietly();
  retire(std::move(slot.control));
  if (!quiet) return attempt_failed(slot, why, now);
  slot.shared->next_attempt.store(
      now + rk::reconnect_backoff(conf_.values.reconnect_backoff_ms,
                                  conf_.values.reconnect_backoff_max_ms, 1, env_.random()),
      std::memory_order_relaxed);
  if (conf_.values.log_connection_close)
    log_.log(kLogInfo, "FAIL", "%s", std::string(why.text()).c_str());
}

void Cluster::Impl::attempt_succeeded(BrokerSlot& slot, Micros now) {
  all_down_ = false;
  slot.failures = 0;
  slot.failure_logged = 0;
  slot.last_failure.clear();
  // A broker that accepts and hangs up at once is not asked again in a tight loop either.
  slot.shared->next_attempt.store(
      now + rk::reconnect_backoff(conf_.values.reconnect_backoff_ms,
                                  conf_.values.reconnect_backoff_max_ms, 1, env_.random()),
      std::memory_order_relaxed);
}

void Cluster::Impl::attempt_failed(BrokerSlot& slot, const Error& why, Micros now) {
  ++slot.failures;
  slot.last_failure =
      why.text().empty() ? std::string(error_text(why.code())) : std::string(why.text());
  slot.shared->next_attempt.store(now + rk::reconnect_backoff(conf_.values.reconnect_backoff_ms,
                                                              conf_.values.reconnect_backoff_max_ms,
                                                              slot.failures, env_.random()),
                                  std::memory_order_relaxed);
  if (errors_are_listened_to()) report_error(why.code(), slot.last_failure);
  // Listened to or not, a broker that cannot be reached leaves a line; not one for each attempt.
  if (slot.failure_logged == 0 || now - slot.failure_logged >= kFailureLogInterval) {
    slot.failure_logged = now;
    log_.log(kLogError, "FAIL", "%s", slot.last_failure.c_str());
  }
  // A group's coordinator may have moved away from a broker that cannot be reached.
  std::deque<Call> waiting;
  waiting.swap(slot.waiting);
  for (Call& c : waiting) {
    if (c.target.kind != Target::Kind::group_coordinator) {
      slot.waiting.push_back(std::move(c));
      continue;
    }
    forget_coordinator(c.target.group);
    unrouted_.push_back(std::move(c));
  }
  check_all_down();
  again_ = true;
}

void Cluster::Impl::retire(std::unique_ptr<Connection> c) {
  live_.erase(c.get());
  c->on_state = nullptr;
  retired_.push_back(std::move(c));
}

bool Cluster::Impl::any_ready() const {
  for (const auto& [id, slot] : brokers_)
    if (slot.ready()) return true;
  for (const BrokerSlot& slot : bootstrap_)
    if (slot.ready()) return true;
  return false;
}

// Said once, when the last of those that could be asked has failed, and again only after one of
// them was up in between.
void Cluster::Impl::check_all_down() {
  if (all_down_ || any_ready()) return;
  const SnapshotPtr s = snapshot();
  size_t count = 0;
  const auto known_address = [&](const BrokerSlot& b) {
    for (const auto& [id, info] : s->brokers)
      if (info.host == b.host && info.port == b.port) return true;
    return false;
  };
  for (const auto& [id, info] : s->brokers) {
    const auto it = brokers_.find(id);
    if (it == brokers_.end() || it->second.failures == 0) return;
    ++count;
  }
  for (const BrokerSlot& b : bootstrap_) {
    if (known_address(b)) continue;
    if (b.failures == 0) return;
    ++count;
  }
  all_down_ = true;
  report_error(RD_KAFKA_RESP_ERR__ALL_BROKERS_DOWN,
               stringf("%zu/%zu brokers are down", count, count));
}

void Cluster::Impl::connect(i32 broker_id, ConnectDone done, Micros now) {
  BrokerSlot* slot = slot_of(broker_id);
  if (!slot) {
    refresh_all("a connection to an unknown broker was asked for", now);
    return done(errorf(RD_KAFKA_RESP_ERR__UNKNOWN_BROKER, "Broker %d is not known", broker_id));
  }
  joining_.push_back({slot, make_connection(*slot), std::move(done)});
  const auto it = std::prev(joining_.end());
  Connection* c = it->connection.get();
  live_.insert(c);
  again_ = true;
  c->on_state = [this, it](Connection& connection, const Error& why) {
    Joining j = std::move(*it);
    joining_.erase(it);
    again_ = true;
    live_.erase(j.connection.get());
    if (connection.state() == Connection::State::ready) {
      attempt_succeeded(*j.slot, env_.now());
      connection.detach();
      connection.on_state = nullptr;
      return j.done(std::move(j.connection));
    }
    const Error error = why;
    retire(std::move(j.connection));
    attempt_failed(*j.slot, error, env_.now());
    j.done(error);
  };
  c->attach(*poller_);
  c->start(now);
}

// A broker that moved to another address: the old connection leads to somebody else, or nowhere.
void Cluster::Impl::update_addresses() {
  const SnapshotPtr s = snapshot();
  for (auto& [id, slot] : brokers_) {
    const auto info = s->brokers.find(id);
    if (info == s->brokers.end()) continue;
    const auto port = static_cast<u16>(info->second.port);
    if (slot.host == info->second.host && slot.port == port) continue;
    log_.trace(Debug::broker, "UPDATE", "Broker %d moved from %s:%u to %s:%u", id,
               slot.host.c_str(), slot.port, info->second.host.c_str(), port);
    slot.host = info->second.host;
    slot.port = port;
    slot.failures = 0;
    slot.shared->next_attempt.store(0, std::memory_order_relaxed);
    {
      Lock lock(shared_mutex_);
      slot.shared->name = stringf("%s:%u/%d", slot.host.c_str(), slot.port, id);
    }
    if (!slot.control) continue;
    slot.control->on_state = nullptr;
    std::unique_ptr<Connection> old = std::move(slot.control);
    Connection* c = old.get();
    retire(std::move(old));
    c->close(
        errorf(RD_KAFKA_RESP_ERR__TRANSPORT, "%s: the broker's address changed", c->name().c_str()),
        env_.now());
  }
}

// The bootstrap connection turns out to lead to a broker that we now know by its id: it becomes
// that broker's connection rather than being one too many.
void Cluster::Impl::adopt_bootstrap() {
  adopt_ = false;
  const SnapshotPtr s = snapshot();
  for (BrokerSlot& from : bootstrap_) {
    if (!from.ready()) continue;
    for (const auto& [id, info] : s->brokers) {
      if (info.host != from.host || info.port != from.port) continue;
      BrokerSlot* to = slot_of(id);
      if (!to || to->control) break;
      to->control = std::move(from.control);
      to->failures = 0;
      Connection* c = to->control.get();
      c->set_broker_id(id);
      c->set_counters(to->shared->counters);
      c->on_state = [this, to](Connection&, const Error& why) { control_changed(*to, why); };
      again_ = true;
      break;
    }
  }
}

}  // namespace rk
