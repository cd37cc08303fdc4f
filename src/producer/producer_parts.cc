#include "producer/producer_parts.h"

namespace rk {
namespace {
// How often the control thread looks at messages that no worker looks after: what waits for
// metadata, and partitions without a leader. Bounds how late their time-outs are reported.
constexpr Micros kTickEvery = 50 * kMicrosPerMs;
}  // namespace

BrokerWorker* Producer::Parts::worker_of(i32 broker_id) {
  Error error;
  {
    Lock lock(mutex_);
    if (closed_) return nullptr;
    std::shared_ptr<BrokerWorker>& worker = workers_[broker_id];
    if (worker) return worker.get();
    worker = std::make_shared<BrokerWorker>(*context_, broker_id);
    error = worker->has_poller() ? context_->env.start(*worker)
                                 : Error(RD_KAFKA_RESP_ERR__CRIT_SYS_RESOURCE, kNoPoller);
    if (!error) return worker.get();
    workers_.erase(broker_id);
  }
  context_->log.log(kLogError, "THREAD", "no thread to send to broker %d: %s", broker_id,
                    std::string(error.text()).c_str());
  return nullptr;
}

void Producer::Parts::need_tick() {
  if (!gate_->tick_armed.exchange(true)) arm(gate_, context_->cluster);
}

void Producer::Parts::arm(const std::shared_ptr<Gate>& gate, Cluster& cluster) {
  cluster.post_at(cluster.env().now() + kTickEvery, [gate](bool dropped) {
    if (dropped) return;
    CallLock lock(gate->mutex);
    if (!gate->producer) return;
    gate->tick_armed.store(false);
    gate->producer->tick();
  });
}

void Producer::Parts::need_new_id() {
  ids_->ask();
}

void Producer::Parts::close() {
  {
    CallLock lock(gate_->mutex);
    gate_->producer = nullptr;
  }
  Lock lock(mutex_);
  closed_ = true;
}

void Producer::Parts::stop_workers() {
  std::map<i32, std::shared_ptr<BrokerWorker>> workers;
  {
    Lock lock(mutex_);
    workers.swap(workers_);
  }
  for (auto& [id, worker] : workers) {
    context_->env.stop(*worker);
    worker->close_connections();
  }
  // Partitions may still point at them: kept until the producer goes.
  Lock lock(mutex_);
  stopped_.swap(workers);
}

}  // namespace rk
