// The control thread's loop, its start and its end, and what is shared with other threads.
#include "cluster/control.h"

#include "base/planted.h"
#include "base/version.h"
#include "cluster/bootstrap.h"

namespace rk {
namespace {

Micros ms(i64 value) {
  return value * kMicrosPerMs;
}

ConnectionOptions options_of(const Conf& conf) {
  const Settings& v = conf.values;
  ConnectionOptions o;
  o.client_id = v.client_id;
  o.software_name = v.client_software_name;
  o.software_version =
      v.client_software_version.empty() ? std::string(kVersion) : v.client_software_version;
  o.socket = {v.socket_send_buffer_bytes, v.socket_receive_buffer_bytes, v.socket_keepalive_enable,
              v.socket_nagle_disable};
  o.family = v.broker_address_family == AddressFamily::v4   ? Family::v4
             : v.broker_address_family == AddressFamily::v6 ? Family::v6
                                                            : Family::any;
  o.setup_timeout = ms(v.socket_connection_setup_timeout_ms);
  o.api_versions_timeout = ms(v.api_version_request_timeout_ms);
  o.idle_max = v.connections_max_idle_ms > 0 ? ms(v.connections_max_idle_ms) : kNever;
  o.receive_bytes_max = static_cast<size_t>(v.receive_message_max_bytes);
  return o;
}

}  // namespace

Cluster::Impl::Impl(Env& env, Logger& log, const Conf& conf, BufferPool& pool, rd_kafka_t* owner,
                    Queue& main_queue, bool producer)
    : env_(env),
      log_(log),
      conf_(conf),
      pool_(pool),
      owner_(owner),
      main_queue_(main_queue),
      producer_(producer),
      connection_options_(options_of(conf)),
      poller_(env.new_poller()),
      fork_generation_(env.fork_generation()),
      snapshot_(std::make_shared<const Snapshot>()) {
  add_bootstrap(conf.values.metadata_broker_list);
}

Cluster::Impl::~Impl() {
  stop();
}

Error Cluster::start() {
  if (!impl_->has_poller()) return Error(RD_KAFKA_RESP_ERR__CRIT_SYS_RESOURCE, kNoPoller);
  return impl_->start();
}

Error Cluster::Impl::start() {
  Error e = env_.start(*this);
  started_ = e.ok();
  return e;
}

int Cluster::add_bootstrap(std::string_view list) {
  const std::string copy(list);
  impl_->submit([impl = impl_.get(), copy](bool dropped) {
    if (!dropped) impl->add_bootstrap(copy);
  });
  return static_cast<int>(parse_bootstrap(list).size());
}

int Cluster::Impl::add_bootstrap(std::string_view list) {
  int added = 0;
  for (BootstrapServer& server : parse_bootstrap(list)) {
    BrokerSlot slot;
    slot.host = std::move(server.host);
    slot.port = server.port;
    slot.shared = new_shared();
    slot.shared->name = stringf("%s:%u/bootstrap", slot.host.c_str(), slot.port);
    {
      Lock lock(shared_mutex_);
      shared_bootstrap_.push_back(slot.shared);
    }
    bootstrap_.push_back(std::move(slot));
    ++added;
  }
  // Clients that start together should not all begin with the same server.
  if (!bootstrap_.empty()) next_candidate_ = env_.random() % bootstrap_.size();
  again_ = true;
  return added;
}

void Cluster::Impl::submit(Continuation task) {
  bool dropped;
  {
    Lock lock(tasks_mutex_);
    dropped = stopped_;
    if (!dropped) tasks_.push_back(std::move(task));
  }
  if (dropped)
    task(true);
  else if (poller_)
    poller_->wake();
}

Micros Cluster::Impl::step(Micros now, const Poller::Ready* ready, int count) {
  now_ = now;
  for (int i = 0; i < count; ++i) {
    auto* c = static_cast<Connection*>(ready[i].tag);
    if (live_.contains(c)) c->on_ready(ready[i].what, now);
  }
  Micros next = kNever;
  // Each round may start what the next one has to wait for; whatever is left after a few rounds
  // waits for one look at the sockets.
  for (int round = 0; round < 4; ++round) {
    again_ = false;
    run_tasks();
    run_timers(now);
    next = timers_.empty() ? kNever : timers_.begin()->first;
    next = std::min(next, step_watched());
    next = std::min(next, step_connections(now));
    if (adopt_) adopt_bootstrap();
    next = std::min(next, serve_calls(now));
    next = std::min(next, serve_metadata(now));
    retired_.clear();
    if (!again_) return next;
  }
  return now;
}

void Cluster::Impl::run_tasks() {
  std::vector<Continuation> tasks;
  {
    Lock lock(tasks_mutex_);
    tasks.swap(tasks_);
  }
  for (auto& task : tasks) task(false);
}

void Cluster::Impl::run_timers(Micros now) {
  while (!timers_.empty() && timers_.begin()->first <= now) {
    const auto f = std::move(timers_.begin()->second);
    timers_.erase(timers_.begin());
    f(false);
  }
}

void Cluster::Impl::watch(Poller& inner, std::function<Micros()> step) {
  if (!watched_.inner && inner.descriptor() != kNoSocket) {
    poller_->add(inner.descriptor(), kReadable, &watched_);
  }
  watched_ = {&inner, std::move(step)};
  again_ = true;
}

Micros Cluster::Impl::step_watched() {
  if (!watched_.inner) return kNever;
  const Micros next = watched_.step();
  if (next != kUnwatch) return next;
  if (watched_.inner->descriptor() != kNoSocket) poller_->remove(watched_.inner->descriptor());
  watched_ = {};
  return kNever;
}

Micros Cluster::Impl::step_connections(Micros now) {
  Micros next = kNever;
  const std::vector<Connection*> all(live_.begin(), live_.end());
  for (Connection* c : all)
    if (live_.contains(c)) next = std::min(next, c->step(now));
  return next;
}

void Cluster::Impl::stop() {
  // In a child process all of this is a copy, the epoll set excepted: that is the parent's own.
  if (env_.fork_generation() != fork_generation_) return;
  {
    Lock lock(tasks_mutex_);
    if (stopped_) return;
    stopped_ = true;
  }
  if (started_) env_.stop(*this);
  close_everything();
}

// The thread is gone; what follows runs on the caller's. Owners that answer with another request
// get _DESTROY at once from submit().
void Cluster::Impl::close_everything() {
  stopping_ = true;
  std::vector<Continuation> tasks;
  {
    Lock lock(tasks_mutex_);
    tasks.swap(tasks_);
  }
  for (auto& task : tasks) task(true);
  std::multimap<Micros, Continuation> timers;
  timers.swap(timers_);
  if (FASTKA_PLANTED(forgets_who_waits)) timers.clear();
  for (auto& [when, f] : timers) f(true);
  const auto refuse_all = [this](std::deque<Call>& calls) {
    std::deque<Call> mine;
    mine.swap(calls);
    for (Call& c : mine) refuse(std::move(c), RD_KAFKA_RESP_ERR__DESTROY);
  };
  refuse_all(any_waiting_);
  refuse_all(unrouted_);
  const auto close_slot = [&](BrokerSlot& slot) {
    refuse_all(slot.waiting);
    if (!slot.control) return;
    slot.control->on_state = nullptr;
    slot.control->close(RD_KAFKA_RESP_ERR__DESTROY, env_.now());
    slot.control.reset();
  };
  for (auto& [id, slot] : brokers_) close_slot(slot);
  for (BrokerSlot& slot : bootstrap_) close_slot(slot);
  std::list<Joining> joining;
  joining.swap(joining_);
  for (Joining& j : joining) {
    j.connection->on_state = nullptr;
    j.connection.reset();
    j.done(Error(RD_KAFKA_RESP_ERR__DESTROY));
  }
  retired_.clear();
  live_.clear();
}

SnapshotPtr Cluster::Impl::snapshot() const {
  Lock lock(snapshot_mutex_);
  return snapshot_;
}

void Cluster::Impl::publish(Snapshot s) {
  const u64 generation = s.generation;
  auto fresh = std::make_shared<const Snapshot>(std::move(s));
  {
    Lock lock(snapshot_mutex_);
    snapshot_ = fresh;
  }
  generation_.store(generation, std::memory_order_relaxed);
  update_addresses();
  adopt_ = again_ = true;
  CallLock lock(listeners_mutex_);
  for (MetadataListener* l : listeners_) l->metadata_changed(fresh);
}

std::shared_ptr<BrokerShared> Cluster::Impl::new_shared() const {
  auto shared = std::make_shared<BrokerShared>();
  if (conf_.values.statistics_interval_ms > 0)
    shared->counters->windows = std::make_unique<BrokerWindows>();
  return shared;
}

std::shared_ptr<BrokerShared> Cluster::Impl::shared(i32 id) {
  Lock lock(shared_mutex_);
  auto& p = shared_[id];
  if (!p) p = new_shared();
  return p;
}

std::vector<Cluster::BrokerView> Cluster::Impl::views() {
  Lock lock(shared_mutex_);
  std::vector<BrokerView> out;
  for (const auto& b : shared_bootstrap_) out.push_back({-1, b->name, b->counters});
  for (const auto& [id, b] : shared_)
    if (!b->name.empty()) out.push_back({id, b->name, b->counters});
  return out;
}

}  // namespace rk
