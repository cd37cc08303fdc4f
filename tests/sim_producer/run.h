// One simulated life of a producer: virtual brokers that fail, an application that produces, polls,
// purges and flushes, all from one seed; and then the check of every promise against the brokers'
// logs. One thread, virtual time.
//
// run.cc: the application. trouble.cc: what brokers, network and clock do to it. checks.cc: what
// must hold at the end.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "client/client.h"
#include "mock/server.h"
#include "producer/producer.h"
#include "sim/counters.h"
#include "sim/sim_env.h"
#include "sim_producer/arrivals.h"
#include "sim_producer/plan.h"
#include "support/unit.h"

namespace rk::sim {

// One produce call and what was said of it.
struct Sent {
  i32 asked_partition = -1;
  std::string key, value;
  bool has_key = false;
  bool accepted = false;
  Micros produced_at = 0;
  i64 wall_ms = 0;  // its timestamp
  Micros reported_at = 0;
  int reports = 0;
  ErrorCode error = kOk;
  rd_kafka_msg_status_t status = RD_KAFKA_MSG_STATUS_NOT_PERSISTED;
  i32 partition = -1;
  i64 offset = -1;
  i64 timestamp = -1;
  rd_kafka_timestamp_type_t timestamp_type = RD_KAFKA_TIMESTAMP_NOT_AVAILABLE;
  bool seen = false;       // in a log
  int seen_in = -1;        // of which topic of the name
  bool confirmed = false;  // where the report says
};

// Keys and where each partitioner puts them (tests/producer/partitioner_vectors.tsv).
struct Vectors {
  Vectors();
  struct Key {
    std::string key;
    std::map<i32, std::array<i32, 6>> by_count;  // columns as in the file
  };
  std::vector<Key> keys;
};

class Run {
 public:
  Run(u64 seed, const Vectors& vectors, Counters& counters);
  ~Run();
  void go();

 private:
  // --- run.cc
  void start_client();
  void act();
  void produce_some();
  void produce_one();
  void poll_for(Micros span);
  void purge();
  void flush(int ms);
  void settle();
  void stop_client();
  void report(const rd_kafka_message_t* m);
  static void on_report(rd_kafka_t*, const rd_kafka_message_t* m, void* opaque);
  static void on_background(rd_kafka_t*, rd_kafka_event_t* e, void* opaque);
  bool is_full(size_t size) const {
    return live_messages_ >= plan_.messages_max || live_bytes_ + size > plan_.bytes_max;
  }

  // --- trouble.cc
  void trouble();
  void add_fault();
  void cut();
  void move_leaders();
  void restart();
  void change_topic();
  void remember_logs();
  void count_faults();

  // --- checks.cc
  using Log = std::vector<mock::StoredBatch>;
  void check_logs();
  void check_log(int incarnation, i32 partition, const Log& log);
  void check_record(int incarnation, i32 partition, i64 offset, bool append_time,
                    const ReadRecord& record, i64 max_wall, i64* last_id);
  void check_partition(const Sent& sent, i32 partition);
  void check_messages();
  void check_message(const Sent& sent, Micros span);
  void check_broker();
  void expect(bool condition, const char* what, const Sent* about = nullptr);

  const u64 seed_;
  const Vectors& vectors_;
  Counters& counters_;
  Checked checked_{'P'};
  Checked checked_both_{'B'};
  TestRandom random_;
  const Plan plan_;
  SimEnv env_;
  std::unique_ptr<mock::Server> server_;
  std::unique_ptr<Arrivals> arrivals_;
  rd_kafka_t* rk_ = nullptr;
  std::vector<std::unique_ptr<Sent>> sent_;
  u64 live_messages_ = 0, live_bytes_ = 0;  // accepted, and the report not served
  std::vector<std::vector<Log>> old_logs_;  // of the topics of the name that are gone
  std::set<i32> partition_counts_;          // that the topic ever had
  bool gone_ = false;                       // the topic, at the moment
  bool recreated_ = false;
  int fatal_errors_told_ = 0;
  Micros limit_ = 0;  // latest report after the call, as promised
};

}  // namespace rk::sim
