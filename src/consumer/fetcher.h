// Fetcher: keeps one Fetch in flight to every broker that leads a partition of ours, each on a
// connection of its own, and files what comes back with the partitions. The pump's leader runs it;
// replan() and the static parts may be called from any thread.
//
// The next Fetch leaves as soon as the last byte of the answer is there: only the batch headers are
// looked at before, for they say where to go on. Partitions that hold more than their share of
// queued.max.messages.kbytes are left out.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "cluster/cluster.h"
#include "consumer/partition_reader.h"
#include "consumer/pump.h"

namespace rk {

// What the fetcher wants of its consumer.
class FetcherHost {
 public:
  virtual ~FetcherHost() = default;
  // All that are consumed; a snapshot.
  virtual std::vector<PartitionReader*> consumed() = 0;
  // The broker does not have `fetch_offset` (any more). No lock is held.
  virtual void out_of_range(PartitionReader& p, u32 version, i32 broker_id) = 0;
  virtual void corrupt(PartitionReader& p, const Error& why) = 0;
  // An error that fetching again does not cure; told once.
  virtual void failing(PartitionReader& p, u32 version, ErrorCode error, i32 broker_id) = 0;
};

// What the batch headers of one partition's answer say.
struct Walk {
  size_t size = 0;      // of the whole batches in front
  i64 next_offset = 0;  // where the next Fetch begins
  u32 messages = 0;
  const char* corrupt = nullptr;  // why not even the first batch is of use
};
Walk walk_batches(Bytes records, i64 from);

class Fetcher final : public PumpDriver {
 public:
  Fetcher(Cluster& cluster, const Conf& conf, FetcherHost& host);
  ~Fetcher() override;
  void set_pump(Pump& pump) { pump_ = &pump; }

  // Closes everything, before the pump goes.
  void shut_down();
  // Leaders, offsets or the set of partitions changed.
  void replan() {
    replan_.store(true, std::memory_order_seq_cst);
    pump_->interrupt();
  }
  // Closes the connection to that broker and fetches on a new one.
  void reconnect(i32 broker_id);

  Micros step(Micros now) override;
  void on_ready(void* tag, u8 what, Micros now) override;

 private:
  struct Sent {
    PartitionReader* partition;
    u32 version;
    i64 offset;
    i32 leader_epoch;
  };
  using SentList = std::vector<Sent>;
  struct Broker;

  void plan(Micros now);
  Broker& broker(i32 id);
  Micros step_broker(Broker& b, Micros now);
  void connect(Broker& b, Micros now);
  void take_connection(i32 id, std::shared_ptr<Result<std::unique_ptr<Connection>>> result);
  void lost(Broker& b, const Error& why, Micros now);
  Micros send_fetch(Broker& b, Micros now);
  SentList choose(Broker& b, Micros now, Micros* next, bool* joining);
  void encode(wire::Writer& w, i16 version, const SentList& list, i32 wait_ms);
  void on_reply(Broker& b, const SentList& list, Reply&& reply);
  void take_records(const Sent& s, Broker& b, const BufferRef& frame, Bytes records,
                    AbortFilter aborts, i64 high, i64 last_stable, i64 low);
  void take_error(const Sent& s, Broker& b, ErrorCode error, Micros now);

  Cluster& cluster_;
  const Conf& conf_;
  FetcherHost& host_;
  Pump* pump_ = nullptr;
  std::atomic<bool> replan_{true};
  // the leader's
  std::map<i32, std::unique_ptr<Broker>> brokers_;
  u64 generation_ = 0;
  size_t share_bytes_ = 0;
  Micros last_step_ = 0;
};

}  // namespace rk
