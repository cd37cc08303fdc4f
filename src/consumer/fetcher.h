// Fetcher: keeps one Fetch in flight to every broker that we read a partition from (its leader, or
// the replica near us that the leader named), each on a connection of its own, and files what comes
// back with the partitions. The pump's leader runs it; replan() and the static parts may be called
// from any thread. fetcher.cc plans and sends, fetch_answer.cc takes the answers.
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
#include "consumer/fetch_session.h"
#include "consumer/partition_reader.h"
#include "consumer/pump.h"
#include "wire/messages/fetch.h"

namespace rk {

// Where the newest epoch of a log that we read from ends there.
struct LogEnd {
  i32 epoch = -1;
  i64 offset = -1;
};

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
  // What the leader of that epoch says of the epoch of the last batch that was read (KIP-320).
  virtual void compared(PartitionReader& p, u32 version, i32 leader_epoch, const LogEnd& end,
                        i32 broker_id) = 0;
  // Another topic has the name by now (KIP-516).
  virtual void recreated(PartitionReader& p, u32 version) = 0;
  // Partitions want their check done.
  virtual void check_logs() = 0;
};

// What the batch headers of one partition's answer say.
struct Walk {
  size_t size = 0;      // of the whole batches in front
  i64 next_offset = 0;  // where the next Fetch begins
  u32 messages = 0;
  i32 leader_epoch = -1;          // the last batch's
  const char* corrupt = nullptr;  // why not even the first batch is of use
};
// What was asked for from offset `from` on, of a log that ends at `end` for us, or ended there a
// moment ago; -1: not known.
Walk walk_batches(Bytes records, i64 from, i64 end);

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
  using Asks = std::vector<FetchAsk>;  // by topic and number
  struct Broker {
    i32 id = -1;
    std::unique_ptr<Connection> connection;
    bool connecting = false;
    bool closed = false;  // the connection is to be destroyed at the next step
    bool in_flight = false;
    bool leader_only = false;  // of the request: the leader itself is to answer it
    std::string lost_by;       // why the last connection closed, if that was no intention
    Micros retry_at = 0;
    Micros watch_from = 0;                     // when the answer under way began to be waited for
    std::vector<PartitionReader*> partitions;  // by topic and number
    size_t first = 0;                          // whose turn it is to be first in the request
    FetchSession session;
  };
  struct AnswerIndex;

  // fetcher.cc
  void plan(Micros now);
  i32 plan_partition(PartitionReader& p, const Snapshot* snapshot, Micros now);
  Broker& broker(i32 id);
  Micros step_broker(Broker& b, Micros now);
  void connect(Broker& b, Micros now);
  void take_connection(i32 id, std::shared_ptr<Result<std::unique_ptr<Connection>>> result);
  void lost(Broker& b, const Error& why, Micros now);
  Micros send_fetch(Broker& b, Micros now);
  Asks choose(Broker& b, Micros now, Micros* next, bool* joining);
  i32 epoch_to_check(PartitionReader& p, i32 leader_epoch, bool inline_check) const;
  void encode(wire::Writer& w, i16 version, Broker& b, const Asks& asks, i32 wait_ms);
  i32 answer_bytes_max() const;

  // fetch_answer.cc
  using PartitionAnswer = wire::FetchResponse::Response::Partition;
  void on_reply(Broker& b, const Asks& asks, Reply&& reply);
  void take_answer(const FetchAsk& s, Broker& b, const BufferRef& frame, const PartitionAnswer& a);
  void take_records(const FetchAsk& s, Broker& b, const BufferRef& frame, const PartitionAnswer& a);
  void take_no_news(const FetchAsk& s, Broker& b);
  void note_end(PartitionReader& p, i32 broker_id);
  void take_error(const FetchAsk& s, Broker& b, ErrorCode error, bool hinted);
  void take_preferred(const FetchAsk& s, i32 replica);
  // The replica does not answer as it should: its leader is to, for a while.
  bool leave_replica(PartitionReader& p, i32 broker_id, Micros now);

  Cluster& cluster_;
  const Conf& conf_;
  FetcherHost& host_;
  Pump* pump_ = nullptr;
  std::atomic<bool> replan_{true};
  // the leader's
  std::map<i32, std::unique_ptr<Broker>> brokers_;
  u64 generation_ = 0;
  Micros lease_end_ = kNever;  // of the first preferred replica
  size_t share_bytes_ = 0;
  Micros last_step_ = 0;
};

}  // namespace rk
