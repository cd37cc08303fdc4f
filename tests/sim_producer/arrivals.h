// Arrivals: every Produce request that reaches a virtual broker, and what it is answered: what a
// client may send again under which number, and when. Owned by a Run; called under the Cluster's
// lock, in the test's one thread.
#pragma once

#include <compare>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/env.h"
#include "mock/faults.h"
#include "record/batch.h"

namespace rk::sim {

// The records of a batch, unpacked; false: it cannot be read.
struct ReadRecord {
  i64 offset_delta;
  i64 timestamp;
  std::string key, value;
};
bool read_batch(const BatchHeader& batch, std::vector<ReadRecord>* out);

class Arrivals final : public mock::Faults::Watcher {
 public:
  using Expect = std::function<void(bool, const char*)>;
  // Latest arrival of message `id`.
  using Deadline = std::function<Micros(i64 id)>;
  Arrivals(Env& env, Expect expect, Deadline deadline)
      : env_(env), expect_(std::move(expect)), deadline_(std::move(deadline)) {}

  void produce_arrived(i16 version, Bytes body) override;
  void produce_answered(std::string_view topic, i32 partition, Bytes records,
                        ErrorCode error) override;
  u64 retries() const { return retries_; }
  u64 renumbered() const { return renumbered_; }
  u64 epoch_bumps() const { return epoch_bumps_; }

 private:
  // What has to stay as it is while the batch is unresolved.
  struct Stamp {
    i64 producer_id;
    i16 epoch;
    i32 sequence;
    i32 count;
    i64 first_id;
    auto operator<=>(const Stamp&) const = default;
  };
  struct Batch {
    std::vector<u8> bytes;  // behind the base offset, which is the broker's
    int open = 0;           // attempts without an answer that refuses
  };
  void arrived(i32 partition, Bytes records);

  Env& env_;
  const Expect expect_;
  const Deadline deadline_;
  std::map<std::pair<i32, Stamp>, std::shared_ptr<Batch>> batches_;  // by partition
  std::map<i64, std::shared_ptr<Batch>> of_message_;  // the batch that it came in last
  std::map<i32, i16> epochs_;
  u64 retries_ = 0, renumbered_ = 0, epoch_bumps_ = 0;
};

}  // namespace rk::sim
