// Producer::Parts: the broker workers of a producer, and what its parts may ask of the control
// thread. Owned by the Producer. Any thread.
#pragma once

#include <map>

#include "producer/broker_worker.h"
#include "producer/producer.h"
#include "producer/producer_id.h"

namespace rk {

class Producer::Parts final : public ProducerParts {
 public:
  explicit Parts(Producer& producer) : gate_(std::make_shared<Gate>(producer)) {}

  BrokerWorker* worker_of(i32 broker_id) override;
  void need_tick() override;
  void need_new_id() override;

  // After this no tick runs and no worker is made.
  void close();
  void stop_workers();

 private:
  // What has been posted to the control thread finds the producer through this, or finds it gone.
  struct Gate {
    explicit Gate(Producer& p) : producer(&p) {}
    CallMutex mutex;     // held while a tick runs
    Producer* producer;  // guarded by mutex
    std::atomic<bool> tick_armed{false};
  };
  static void arm(const std::shared_ptr<Gate>& gate, Cluster& cluster);

  const std::shared_ptr<Gate> gate_;
  Mutex mutex_;
  // guarded by mutex_
  std::map<i32, std::shared_ptr<BrokerWorker>> workers_;
  std::map<i32, std::shared_ptr<BrokerWorker>> stopped_;
  bool closed_ = false;
  friend class Producer;
  ProducerContext* context_ = nullptr;
  std::shared_ptr<ProducerIdSource> ids_;
};

}  // namespace rk
