// BrokerWorker: sends the batches of the partitions that one broker leads. One thread per leader in
// use (Env::start), made by the Producer at first use and kept until it stops. It owns up to
// min(max.in.flight, 5) connections to the broker, each with one Produce request out at a time: a
// broker handles a connection's requests one after the other, so a second request on the same one
// would only wait. A request holds one batch of each of its partitions, those that waited longest
// first. A request that stays out is given up with its connection: at request.timeout.ms, when all
// its batches have been reported, and when one of its partitions has another leader.
//
// activate() and take_connection(): any thread. Everything else: the worker's own.
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "base/env.h"
#include "base/lock.h"
#include "net/connection.h"
#include "producer/context.h"
#include "producer/partition_log.h"
#include "record/codec.h"

namespace rk {

class BrokerWorker final : public Worker, public std::enable_shared_from_this<BrokerWorker> {
 public:
  BrokerWorker(ProducerContext& context, i32 broker_id);
  ~BrokerWorker() override;

  i32 broker_id() const { return broker_id_; }
  // The partition has something to do here.
  void activate(PartitionLog* log);
  void wake();

  // Worker
  bool has_poller() const { return poller_ != nullptr; }
  Poller& poller() override { return *poller_; }
  Micros step(Micros now, const Poller::Ready* ready, int count) override;
  const char* name() const override { return name_; }

  // Requests out are over; called after the thread ended.
  void close_connections();

 private:
  struct Flight;
  // A connection and what is out on it.
  struct Line {
    std::unique_ptr<Connection> connection;
    u64 serial = 0;
    Flight* out = nullptr;
    Micros leave_at = kNever;  // close it if its request is still out then
    bool drop = false;         // close it as soon as its request ended
    bool fresh = false;        // a request was put on it in this step
  };
  struct Candidate {
    PartitionLog* log;
    Micros since;
    size_t bytes;
  };

  void take_inbox(Micros now);
  void take_connection(Result<std::unique_ptr<Connection>> result);
  void adopt(std::unique_ptr<Connection> connection, Micros now);
  void sweep_lines(Micros now);
  Micros service_partitions(Micros now);
  void leave(const PartitionLog* log, Micros now);
  Micros watch_lines(Micros now);
  Micros send_candidates(Micros now);
  bool send_request(Line& line, Micros now);
  void measure(const Flight& flight);
  void answered(const std::shared_ptr<Flight>& flight, Reply&& reply);
  void take_answers(Flight& flight, Reply& reply, Micros now);
  void throttled(i32 ms, Micros now);
  void end_all(Flight& flight, ErrorCode error, bool unwritten, Micros now);
  Micros want_connection(Micros now);
  Line* free_line(Micros now, Micros* muted_until);

  ProducerContext& context_;
  const i32 broker_id_;
  const std::shared_ptr<BrokerCounters> counters_;
  const size_t lines_max_;
  char name_[16];
  std::unique_ptr<Poller> poller_;
  CodecContext codecs_;
  std::vector<PartitionLog*> active_;
  std::vector<Candidate> candidates_;
  std::vector<std::unique_ptr<Line>> lines_;
  u64 serials_ = 0;
  bool connecting_ = false;
  Micros connect_not_before_ = 0;
  Micros muted_until_ = 0;
  Micros now_ = 0;  // of the step under way

  // Set while the thread will look at the inbox anyway, so that nobody needs to wake it.
  std::atomic<bool> awake_{false};
  std::atomic<bool> poked_{false};
  Mutex mutex_;
  // guarded by mutex_
  std::vector<PartitionLog*> inbox_;
  std::vector<Result<std::unique_ptr<Connection>>> new_connections_;
};

}  // namespace rk
