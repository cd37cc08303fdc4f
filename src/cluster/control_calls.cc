// Requests of all layers to "any broker", a broker, the controller or a group's coordinator: each
// waits until there is a connection to its target, for as long as its deadline allows.
#include "base/error_names.h"
#include "base/planted.h"
#include "cluster/backoff.h"
#include "cluster/control.h"
#include "wire/messages/find_coordinator.h"

namespace rk {

void Cluster::Impl::refuse(Call&& c, Error why) {
  if (!c.request.done) return;
  Reply reply;
  reply.error = std::move(why);
  reply.broker_id = c.target.broker_id;
  c.request.done(std::move(reply));
}

// Whoever waited in vain wants to know what stood in the way.
void Cluster::Impl::refuse_late(Call&& c) {
  std::string why;
  if (c.target.kind == Target::Kind::broker) {
    const auto it = brokers_.find(c.target.broker_id);
    if (it != brokers_.end()) why = it->second.last_failure;
    if (it == brokers_.end()) why = stringf("broker %d is not known", c.target.broker_id);
  } else if (c.target.kind == Target::Kind::group_coordinator) {
    const auto it = coordinators_.find(c.target.group);
    if (it != coordinators_.end()) why = it->second.last_failure;
  }
  if (why.empty()) {
    for (const BrokerSlot& b : bootstrap_)
      if (!b.last_failure.empty()) why = b.last_failure;
    for (const auto& [id, b] : brokers_)
      if (!b.last_failure.empty()) why = b.last_failure;
  }
  const char* api = wire::api_name(c.request.api);
  refuse(std::move(c), errorf(RD_KAFKA_RESP_ERR__TIMED_OUT,
                              "%s request timed out while no connection was ready%s%s", api,
                              why.empty() ? "" : ": ", why.c_str()));
}

Micros Cluster::Impl::expire_waiting(std::deque<Call>& waiting, Micros now) {
  Micros next = kNever;
  std::vector<Call> late;
  for (auto it = waiting.begin(); it != waiting.end();) {
    if (it->request.deadline <= now) {
      late.push_back(std::move(*it));
      it = waiting.erase(it);
    } else {
      next = std::min(next, it->request.deadline);
      ++it;
    }
  }
  for (Call& c : late) refuse_late(std::move(c));
  return next;
}

void Cluster::Impl::call(Call c, Micros now) {
  again_ = true;
  route(std::move(c), now);
}

void Cluster::Impl::route(Call c, Micros now) {
  switch (c.target.kind) {
    case Target::Kind::any:
      return route_any(std::move(c), now);
    case Target::Kind::group_coordinator:
      return route_group(std::move(c), now);
    case Target::Kind::controller:
    case Target::Kind::broker:
      break;
  }
  const i32 id =
      c.target.kind == Target::Kind::controller ? snapshot()->controller_id : c.target.broker_id;
  BrokerSlot* slot = id < 0 ? nullptr : slot_of(id);
  if (slot) return hand_to(*slot, std::move(c), now);
  refresh_all("a request is for a broker that is not known", now);
  unrouted_.push_back(std::move(c));
}

void Cluster::Impl::route_any(Call c, Micros now) {
  BrokerSlot* slot = ready_slot();
  if (slot) return hand_to(*slot, std::move(c), now);
  any_waiting_.push_back(std::move(c));
}

void Cluster::Impl::hand_to(BrokerSlot& slot, Call c, Micros now) {
  if (!slot.ready()) {
    slot.waiting.push_back(std::move(c));
    again_ = true;
    return;
  }
  // done is kept aside: send() consumes the request even when it refuses it.
  auto done = c.request.done;
  const Error e = slot.control->send(std::move(c.request), now);
  if (!e) return;
  Reply reply;
  reply.error = e;
  reply.broker_id = slot.id;
  if (done) done(std::move(reply));
}

// The least loaded ready connection; known brokers before bootstrap servers, throttled ones last,
// silent ones not at all.
BrokerSlot* Cluster::Impl::ready_slot() {
  BrokerSlot* best = nullptr;
  if (bootstrap_only()) {
    for (BrokerSlot& slot : bootstrap_)
      if (slot.ready() && (!slot.silent(now_) || FASTKA_PLANTED(waits_for_the_silent)))
        return &slot;
    return nullptr;
  }
  const auto better = [this](const BrokerSlot& a, const BrokerSlot& b) {
    const bool a_muted = a.control->muted_until() > now_, b_muted = b.control->muted_until() > now_;
    if (a_muted != b_muted) return b_muted;
    return a.control->in_flight() < b.control->in_flight();
  };
  for (auto& [id, slot] : brokers_)
    if (slot.ready() && !slot.silent(now_) && (!best || better(slot, *best))) best = &slot;
  if (best) return best;
  for (BrokerSlot& slot : bootstrap_)
    if (slot.ready() && !slot.silent(now_)) return &slot;
  return nullptr;
}

Micros Cluster::Impl::serve_calls(Micros now) {
  std::deque<Call> unrouted;
  unrouted.swap(unrouted_);
  const bool again = again_;
  for (Call& c : unrouted) {
    if (c.request.deadline <= now)
      refuse_late(std::move(c));
    else
      route(std::move(c), now);
  }
  again_ = again_ || again;
  Micros next = expire_waiting(unrouted_, now);
  next = std::min(next, ask_coordinators(now));
  for (auto& [id, slot] : brokers_) next = std::min(next, serve_slot(slot, now));
  for (BrokerSlot& slot : bootstrap_) next = std::min(next, serve_slot(slot, now));
  next = std::min(next, expire_waiting(any_waiting_, now));
  if (any_waiting_.empty()) return next;
  if (BrokerSlot* ready = ready_slot()) {
    std::deque<Call> calls;
    calls.swap(any_waiting_);
    for (Call& c : calls) hand_to(*ready, std::move(c), now);
    again_ = true;
    return next;
  }
  return std::min(next, connect_for_any(now));
}

Micros Cluster::Impl::serve_slot(BrokerSlot& slot, Micros now) {
  if (slot.waiting.empty()) return kNever;
  Micros next = expire_waiting(slot.waiting, now);
  if (slot.waiting.empty()) return next;
  if (slot.ready()) {
    std::deque<Call> calls;
    calls.swap(slot.waiting);
    for (Call& c : calls) hand_to(slot, std::move(c), now);
    again_ = true;
    return next;
  }
  if (slot.control) return next;
  const Micros due = slot.shared->next_attempt.load(std::memory_order_relaxed);
  if (now < due) return std::min(next, due);
  start_control(slot, now);
  return next;
}

// Whoever wants any broker gets the next one that may be tried: the known ones in turn, and the
// bootstrap servers when none is known or every known one has failed, or only those (KIP-899).
Micros Cluster::Impl::connect_for_any(Micros now) {
  const SnapshotPtr s = snapshot();
  std::vector<BrokerSlot*> candidates;
  bool all_failed = true;
  if (!bootstrap_only()) {
    for (const auto& [id, info] : s->brokers) {
      BrokerSlot* slot = slot_of(id);
      candidates.push_back(slot);
      all_failed = all_failed && slot->failures > 0;
    }
  }
  if (all_failed && !candidates.empty() && may_rebootstrap() && !rebootstrapping_)
    rebootstrap("no known broker can be reached", now);
  if (all_failed && (candidates.empty() || may_rebootstrap()))
    for (BrokerSlot& slot : bootstrap_) candidates.push_back(&slot);
  Micros next = kNever;
  for (BrokerSlot* slot : candidates)
    if (slot->connecting() && now - slot->started_at < kPatience)
      return slot->started_at + kPatience;  // or it tells when it is ready or has failed
  for (size_t i = 0; i < candidates.size(); ++i) {
    BrokerSlot& slot = *candidates[(next_candidate_ + i) % candidates.size()];
    if (slot.control) continue;
    const Micros due = slot.shared->next_attempt.load(std::memory_order_relaxed);
    if (now < due) {
      next = std::min(next, due);
      continue;
    }
    next_candidate_ = (next_candidate_ + i + 1) % candidates.size();
    start_control(slot, now);
    return kNever;
  }
  return next;
}

i32 Cluster::Impl::coordinator_of(const std::string& group) const {
  const auto it = coordinators_.find(group);
  return it == coordinators_.end() ? -1 : it->second.node;
}

void Cluster::Impl::forget_coordinator(const std::string& group) {
  const auto it = coordinators_.find(group);
  if (it == coordinators_.end()) return;
  it->second.node = -1;
  again_ = true;
}

void Cluster::Impl::route_group(Call c, Micros now) {
  Coordinator& coordinator = coordinators_[c.target.group];
  if (coordinator.node >= 0)
    if (BrokerSlot* slot = slot_of(coordinator.node)) return hand_to(*slot, std::move(c), now);
  coordinator.node = -1;
  unrouted_.push_back(std::move(c));
}

// Looks up the coordinators that calls wait for.
Micros Cluster::Impl::ask_coordinators(Micros now) {
  Micros next = kNever;
  std::set<std::string> wanted;
  for (const Call& c : unrouted_)
    if (c.target.kind == Target::Kind::group_coordinator) wanted.insert(c.target.group);
  for (const std::string& group : wanted) {
    Coordinator& c = coordinators_[group];
    if (c.asking || c.node >= 0) continue;
    if (now < c.next_ask)
      next = std::min(next, c.next_ask);
    else
      ask_coordinator(group, c, now);
  }
  return next;
}

void Cluster::Impl::ask_coordinator(const std::string& group, Coordinator& c, Micros now) {
  c.asking = true;
  again_ = true;
  Call call;
  call.request.api = wire::ApiKey::kFindCoordinator;
  call.request.version_min = wire::FindCoordinatorRequest::versions.min;
  call.request.version_max = wire::FindCoordinatorRequest::versions.max;
  call.request.deadline = now + conf_.values.socket_timeout_ms * kMicrosPerMs;
  call.request.encode = [group](wire::Writer& w, i16 version) {
    wire::FindCoordinatorRequest m;
    m.coordinator_key = group;
    wire::encode(w, m, version);
  };
  call.request.done = [this, group](Reply&& reply) { take_coordinator(group, std::move(reply)); };
  route_any(std::move(call), now);
}

void Cluster::Impl::take_coordinator(const std::string& group, Reply&& reply) {
  if (stopping_) return;
  Coordinator& c = coordinators_[group];
  c.asking = false;
  again_ = true;
  if (reply.error) {
    const bool hopeless = reply.error.code() == RD_KAFKA_RESP_ERR__UNSUPPORTED_FEATURE;
    return coordinator_failed(group, std::string(reply.error.text()), hopeless, reply.error.code());
  }
  Arena arena;
  wire::FindCoordinatorResponse m;
  if (!wire::decode(reply.body, m, reply.version, arena))
    return coordinator_failed(group, "FindCoordinator answer could not be parsed", false, kOk);
  const auto code = error_of_broker(m.error_code);
  if (code != kOk) {
    const bool passing = code == RD_KAFKA_RESP_ERR_COORDINATOR_LOAD_IN_PROGRESS ||
                         code == RD_KAFKA_RESP_ERR_COORDINATOR_NOT_AVAILABLE ||
                         code == RD_KAFKA_RESP_ERR_NOT_COORDINATOR;
    return coordinator_failed(
        group, stringf("FindCoordinator failed for group %s: %s", group.c_str(), error_text(code)),
        !passing, code);
  }
  if (m.node_id < 0 || m.host.empty() || m.port <= 0 || m.port > 65535)
    return coordinator_failed(group, "FindCoordinator answered no usable broker", false, kOk);
  c.failures = 0;
  c.last_failure.clear();
  c.node = m.node_id;
  if (slot_of(m.node_id)) return;
  // The metadata does not list it yet.
  BrokerSlot& slot = brokers_[m.node_id];
  slot.id = m.node_id;
  slot.host = std::string(m.host);
  slot.port = static_cast<u16>(m.port);
  slot.shared = shared(m.node_id);
  Lock lock(shared_mutex_);
  slot.shared->name = stringf("%s:%u/%d", slot.host.c_str(), slot.port, slot.id);
}

void Cluster::Impl::coordinator_failed(const std::string& group, std::string why,
                                       bool fatal_to_calls, ErrorCode code) {
  Coordinator& c = coordinators_[group];
  ++c.failures;
  c.last_failure = std::move(why);
  c.next_ask =
      env_.now() + retry_backoff(conf_.values.retry_backoff_ms, conf_.values.retry_backoff_max_ms,
                                 c.failures, env_.random());
  if (!fatal_to_calls) return;
  std::deque<Call> mine, others;
  for (Call& call : unrouted_) {
    const bool waits =
        call.target.kind == Target::Kind::group_coordinator && call.target.group == group;
    (waits ? mine : others).push_back(std::move(call));
  }
  unrouted_.swap(others);
  for (Call& call : mine) refuse(std::move(call), Error(code, c.last_failure));
}

}  // namespace rk
