// The public face of the Cluster: every call becomes a task of the control thread.
#include "cluster/cluster.h"

#include "cluster/control.h"

namespace rk {

Cluster::Cluster(Env& env, Logger& log, const Conf& conf, BufferPool& pool, rd_kafka_t* owner,
                 Queue& main_queue, bool producer)
    : impl_(std::make_unique<Impl>(env, log, conf, pool, owner, main_queue, producer)) {}

Cluster::~Cluster() {
  stop();
}

void Cluster::stop() {
  impl_->stop();
}
Env& Cluster::env() {
  return impl_->env_;
}
Logger& Cluster::log() {
  return impl_->log_;
}
BufferPool& Cluster::pool() {
  return impl_->pool_;
}
const Conf& Cluster::conf() {
  return impl_->conf_;
}
rd_kafka_t* Cluster::owner() {
  return impl_->owner_;
}

SnapshotPtr Cluster::snapshot() const {
  return impl_->snapshot();
}
u64 Cluster::generation() const {
  return impl_->generation_.load(std::memory_order_relaxed);
}

void Cluster::add_listener(MetadataListener* l) {
  CallLock lock(impl_->listeners_mutex_);
  impl_->listeners_.push_back(l);
}

void Cluster::remove_listener(MetadataListener* l) {
  CallLock lock(impl_->listeners_mutex_);
  std::erase(impl_->listeners_, l);
}

void Cluster::follow(std::string_view topic) {
  impl_->submit([impl = impl_.get(), topic = std::string(topic)](bool dropped) {
    if (!dropped) impl->follow(topic, impl->env_.now());
  });
}

void Cluster::unfollow(std::string_view topic) {
  impl_->submit([impl = impl_.get(), topic = std::string(topic)](bool dropped) {
    if (!dropped) impl->unfollow(topic);
  });
}

void Cluster::refresh(std::string_view topic, const char* reason) {
  impl_->submit(
      [impl = impl_.get(), topic = std::string(topic), why = std::string(reason)](bool dropped) {
        if (!dropped) impl->refresh(topic, why.c_str(), impl->env_.now());
      });
}

void Cluster::refresh_all(const char* reason) {
  impl_->submit([impl = impl_.get(), why = std::string(reason)](bool dropped) {
    if (!dropped) impl->refresh_all(why.c_str(), impl->env_.now());
  });
}

void Cluster::learn_leaders(std::vector<LeaderHint> hints) {
  impl_->submit([impl = impl_.get(), hints = std::move(hints)](bool dropped) {
    if (!dropped) impl->learn_leaders(hints, impl->env_.now());
  });
}

void Cluster::ask_metadata(MetadataAsk ask) {
  // Shared, because a std::function must be copyable.
  auto shared = std::make_shared<MetadataAsk>(std::move(ask));
  impl_->submit([impl = impl_.get(), shared](bool dropped) {
    if (dropped) return shared->done(Error(RD_KAFKA_RESP_ERR__DESTROY));
    impl->ask_metadata(std::move(*shared), impl->env_.now());
  });
}

void Cluster::call(Target target, Request request) {
  auto shared = std::make_shared<Call>(Call{std::move(target), std::move(request)});
  impl_->submit([impl = impl_.get(), shared](bool dropped) {
    if (!dropped) return impl->call(std::move(*shared), impl->env_.now());
    Reply reply;
    reply.error = RD_KAFKA_RESP_ERR__DESTROY;
    if (shared->request.done) shared->request.done(std::move(reply));
  });
}

void Cluster::connect(i32 broker_id, ConnectDone done) {
  impl_->submit([impl = impl_.get(), broker_id, done = std::move(done)](bool dropped) {
    if (dropped) return done(Error(RD_KAFKA_RESP_ERR__DESTROY));
    impl->connect(broker_id, done, impl->env_.now());
  });
}

Micros Cluster::reconnect_backoff(i32 broker_id) {
  const Micros due = impl_->shared(broker_id)->next_attempt.load(std::memory_order_relaxed);
  return std::max<Micros>(0, due - impl_->env_.now());
}

void Cluster::watch(Poller& inner, std::function<Micros()> step) {
  post([this, &inner, step = std::move(step)](bool dropped) {
    if (!dropped) impl_->watch(inner, step);
  });
}

void Cluster::post(Continuation f) {
  impl_->submit(std::move(f));
}

void Cluster::post_at(Micros when, Continuation f) {
  impl_->submit([impl = impl_.get(), when, f = std::move(f)](bool dropped) {
    dropped ? f(true) : impl->at(when, f);
  });
}

void Cluster::forget_coordinator(const std::string& group) {
  impl_->submit([impl = impl_.get(), group](bool dropped) {
    if (!dropped) impl->forget_coordinator(group);
  });
}

i32 Cluster::coordinator_of(const std::string& group) const {
  return impl_->coordinator_of(group);
}

void Cluster::report_error(ErrorCode code, const std::string& text) {
  impl_->report_error(code, text);
}
void Cluster::report_throttle(i32 broker_id, i32 throttle_ms) {
  impl_->report_throttle(broker_id, throttle_ms);
}
bool Cluster::set_fatal(ErrorCode code, const std::string& text) {
  return impl_->set_fatal(code, text);
}
ErrorCode Cluster::fatal(std::string* text) {
  return impl_->fatal(text);
}

Recoveries& Cluster::recoveries() {
  return impl_->recoveries_;
}
std::shared_ptr<BrokerCounters> Cluster::counters(i32 broker_id) {
  return impl_->shared(broker_id)->counters;
}
std::vector<Cluster::BrokerView> Cluster::broker_views() {
  return impl_->views();
}

}  // namespace rk
