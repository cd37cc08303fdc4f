// ProducerIdSource: gets a producer id from any broker and keeps trying until it has one, or until
// the broker says that we may not have one (then the error is fatal for the producer). Owned by the
// Producer, shared with what it has asked of the control thread. ask(), stop(): any thread.
#pragma once

#include <functional>
#include <memory>

#include "base/lock.h"
#include "producer/context.h"

namespace rk {

class ProducerIdSource : public std::enable_shared_from_this<ProducerIdSource> {
 public:
  using Got = std::function<void(i64 producer_id, i16 epoch)>;
  using Refused = std::function<void(ErrorCode code)>;
  ProducerIdSource(Cluster& cluster, const Conf& conf, Got got, Refused refused)
      : cluster_(cluster), conf_(conf), got_(std::move(got)), refused_(std::move(refused)) {}

  void ask();   // nothing while it is being asked already
  void stop();  // neither function is called, nor running, once this returned

 private:
  void send();
  void answered(Reply&& reply);
  void try_again(ErrorCode code, const std::string& text);
  void refused(ErrorCode code);

  Cluster& cluster_;
  const Conf& conf_;
  CallMutex call_mutex_;  // held while the functions run; above mutex_
  // guarded by call_mutex_
  Got got_;
  Refused refused_;
  Mutex mutex_;
  // guarded by mutex_
  bool asking_ = false;
  bool stopped_ = false;
  int failures_ = 0;
};

}  // namespace rk
