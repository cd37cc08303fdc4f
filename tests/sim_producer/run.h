// One simulated life of a producer: virtual brokers that fail, an application that produces, polls,
// purges and flushes, all from one seed; and then the check of every promise against the brokers'
// logs. One thread, virtual time.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "client/client.h"
#include "mock/server.h"
#include "producer/producer.h"
#include "record/codec.h"
#include "record/reader.h"
#include "sim/sim_env.h"
#include "support/unit.h"

namespace rk::sim {

// How often something happened over all seeds: what never happened was not tested.
using Counters = std::map<std::string, u64>;

// One produce call and what was said of it.
struct Sent {
  i32 asked_partition = -1;
  std::string key, value;
  bool has_key = false;
  Micros produced_at = 0;
  Micros reported_at = 0;
  int reports = 0;
  ErrorCode error = kOk;
  rd_kafka_msg_status_t status = RD_KAFKA_MSG_STATUS_NOT_PERSISTED;
  i32 partition = -1;
  i64 offset = -1;
  i64 timestamp = -1;
  bool seen = false;  // in a log
};

// What the seed decides before anything happens.
struct Plan {
  explicit Plan(u64 seed);
  NetOptions net;
  mock::ClusterOptions cluster;
  i32 partitions;
  i64 message_timeout_ms, linger_ms, request_timeout_ms;
  i64 messages_max;
  size_t value_max;
  bool healthy;   // no faults: nothing may go wrong
  bool abandons;  // destroyed without a flush
  std::vector<std::pair<std::string, std::string>> settings;
};

class Run {
 public:
  Run(u64 seed, Counters& counters);
  ~Run();
  void go();

 private:
  void start_client();
  void act();
  void produce_some();
  void produce_one();
  void add_fault();
  void move_leaders();
  void restart();
  void poll_for(Micros span);
  void purge();
  void flush(int ms);
  void settle();
  void check_messages();
  void check_logs();
  void check_batch(i32 partition, const mock::StoredBatch& stored, i64* last_id);
  void check_record(i32 partition, i64 offset, i64 timestamp, const std::string& key,
                    const std::string& value, i64* last_id);
  void expect(bool condition, const char* what, const Sent* about = nullptr);
  static void on_report(rd_kafka_t*, const rd_kafka_message_t* m, void* opaque);

  const u64 seed_;
  Counters& counters_;
  TestRandom random_;
  const Plan plan_;
  SimEnv env_;
  std::unique_ptr<mock::Server> server_;
  rd_kafka_t* rk_ = nullptr;
  std::vector<std::unique_ptr<Sent>> sent_;
  bool purged_ = false;
  Micros limit_ = 0;  // latest report after the call, as promised
};

}  // namespace rk::sim
