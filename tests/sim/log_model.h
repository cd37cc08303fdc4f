// LogModel: one partition's log as the test wrote it: plain batches, transactions that are open,
// committed or aborted, compaction's gaps, empty batches. It says what a consumer of either
// isolation level may see, by Kafka's rule and from how the log came about, not from its bytes.
// Writes the same to the virtual broker. Owned by a scenario; one thread.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "sim/world.h"

namespace rk::sim {

class LogModel {
 public:
  LogModel(World& world, std::string topic, i32 partition)
      : w_(world), topic_(std::move(topic)), partition_(partition) {}

  // A batch of random size, codec and gaps at the end; how many records it holds. producer_id -1:
  // no transaction.
  i32 append(i64 producer_id);
  // Ends the producer's transaction, if one is open.
  void end_transaction(i64 producer_id, bool commit);
  void end_all();
  bool is_open(i64 producer_id) const { return open_.contains(producer_id); }
  // DeleteRecords, up to some offset.
  void trim(i64 start);

  i64 start() const { return start_; }
  i64 end() const { return end_; }
  i64 end_for(bool committed) const { return committed ? stable() : end_; }
  // The first offset from `from` on that a consumer may be given now, -1: none.
  i64 next_visible(i64 from, bool committed) const;
  const std::string& value_at(i64 offset) const { return records_.at(offset).value; }
  i64 timestamp_at(i64 offset) const { return records_.at(offset).timestamp; }
  // Whether the log, or what is stable of it, ever ended there.
  bool ended_at(i64 offset, bool committed) const {
    return (committed ? stable_ends_ : ends_).contains(offset);
  }
  // The first record at or after that time; -1: none.
  i64 find_time(i64 timestamp) const;

 private:
  struct Record {
    std::string value;
    i64 timestamp;
    i64 transaction = -1;  // index into aborted_ and committed_
    bool control = false;
  };
  i64 stable() const;
  void put(std::vector<u8>& bytes, const BatchFields& fields);

  World& w_;
  const std::string topic_;
  const i32 partition_;
  i64 start_ = 0, end_ = 0;
  i64 clock_ = 1000;
  std::map<i64, Record> records_;
  struct Open {
    i64 transaction, first;
  };
  std::map<i64, Open> open_;  // by producer
  std::set<i64> aborted_, committed_;
  i64 next_transaction_ = 0;
  std::set<i64> ends_{0}, stable_ends_{0};
};

}  // namespace rk::sim
