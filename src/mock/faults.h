// Faults: what a test wants a virtual broker to do wrong, per API a queue of which each request
// takes the front one. Nothing happens by itself: without a test the queues are empty. Owned by the
// Cluster; used under its lock.
#pragma once

#include <algorithm>
#include <array>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/types.h"
#include "wire/api.h"

namespace rk::mock {

struct Fault {
  enum class Kind : u8 {
    refuse,          // answers `code`, does nothing
    do_then_refuse,  // does it, answers `code`
    do_then_cut,     // does it, closes the connection instead of answering
    cut,             // closes the connection, does nothing
    cut_then_do,     // closes the connection; does it `delay` later: a request that was under way
    stall,           // does it `delay` later
    do_then_stall,   // does it, answers `delay` later
    throttle,        // does it, answers with a throttle time of `delay`
  };
  static constexpr size_t kKinds = 8;
  Kind kind = Kind::refuse;
  ErrorCode code = kOk;  // RD_KAFKA_RESP_ERR_*, the broker's
  Micros delay = 0;
  // Records that a Produce answer blames, by their index in the batch, and what it says of each.
  std::vector<i32> blamed{};
  std::string blame{};
};

class Faults {
 public:
  void add(wire::ApiKey api, const Fault& fault) { queues_[api].push_back(fault); }
  void clear() { queues_.clear(); }
  std::optional<Fault> take(wire::ApiKey api) {
    auto it = queues_.find(api);
    if (it == queues_.end() || it->second.empty()) return {};
    const Fault fault = it->second.front();
    it->second.pop_front();
    ++taken_[static_cast<size_t>(fault.kind)];
    return fault;
  }
  u64 taken(Fault::Kind kind) const { return taken_[static_cast<size_t>(kind)]; }

  // Requests whose connection is gone and that are still to be done.
  struct Late {
    Micros at;
    i32 broker_id;
    std::vector<u8> frame;
  };
  std::vector<Late>& late() { return late_; }

  // Whether a client keeps the silence that it was asked for: when each began in which a Produce
  // request came, and when that was. What was under way before the answer arrived may, and what
  // comes when the answer was lost.
  struct Broken {
    Micros since, at;
  };
  void begin_silence(i32 broker_id, Micros now, Micros span) {
    silences_[broker_id] = {now, now + span};
  }
  void heard(i32 broker_id, Micros now) {
    auto it = silences_.find(broker_id);
    if (it != silences_.end() && now < it->second.until)
      silences_broken_.push_back({it->second.since, now});
  }
  const std::vector<Broken>& silences_broken() const { return silences_broken_; }

  // Sees each batch of each Produce request that arrives, before anything is done with it.
  std::function<void(i32 broker_id, std::string_view topic, i32 partition, Bytes records)>
      on_produce;

  // How often each code was answered to a Produce request's partition.
  std::map<i16, u64>& produce_answers() { return produce_answers_; }

  // For tests: sees every Produce request when its last byte is there, whatever becomes of it, and
  // what each of its partitions is answered, unless nothing is. Called under the Cluster's lock.
  struct Watcher {
    virtual ~Watcher() = default;
    virtual void produce_arrived(i16 version, Bytes body) = 0;
    virtual void produce_answered(std::string_view topic, i32 partition, Bytes records,
                                  ErrorCode error) = 0;
  };
  void watch(Watcher* watcher) { watcher_ = watcher; }
  Watcher* watcher() const { return watcher_; }

 private:
  std::map<wire::ApiKey, std::deque<Fault>> queues_;
  std::array<u64, Fault::kKinds> taken_{};
  std::vector<Late> late_;
  struct Silence {
    Micros since, until;
  };
  std::map<i32, Silence> silences_;
  std::vector<Broken> silences_broken_;
  std::map<i16, u64> produce_answers_;
  Watcher* watcher_ = nullptr;
};

}  // namespace rk::mock
