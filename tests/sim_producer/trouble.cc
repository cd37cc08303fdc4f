// What brokers, network and clock do to a producer.
#include <algorithm>

#include "sim_producer/run.h"

namespace rk::sim {
namespace {

using Kind = mock::Fault::Kind;

constexpr const char* kFaultNames[mock::Fault::kKinds] = {
    "fault: refuse",      "fault: do then refuse", "fault: do then cut",   "fault: cut",
    "fault: cut then do", "fault: stall",          "fault: do then stall", "fault: throttle"};
// What a broker says after, and without, an append (measured; see producer/verdict.cc).
constexpr i16 kAfterAppend[] = {6, 7, 13, 20, 3, 56, -1};
constexpr i16 kRefusals[] = {2, 14, 15, 16, 19, 29, 44, 51, 17, 45, 47, 49, 59, 6, 3, 7};
constexpr const char* kTopic = "t";
constexpr i32 kPartitionCounts[] = {1, 2, 3, 4, 6};  // of which there are vectors

}  // namespace

void Run::trouble() {
  switch (random_.below(12)) {
    case 0:
    case 1:
    case 2:
    case 3:
    case 4:
      return add_fault();
    case 5:
    case 6:
      return cut();
    case 7:
      return restart();
    case 8:
      return move_leaders();
    case 9:
      if (random_.chance(2)) return change_topic();
      return poll_for(static_cast<Micros>(random_.below(50000)));
    default:
      return poll_for(static_cast<Micros>(random_.below(300000)));
  }
}

void Run::add_fault() {
  mock::Fault fault;
  fault.kind = static_cast<Kind>(random_.below(mock::Fault::kKinds));
  fault.delay = static_cast<Micros>(random_.below(random_.chance(3) ? 40000 : 3000)) * kMicrosPerMs;
  auto pick = [&](auto& list) {
    return static_cast<ErrorCode>(list[random_.below(std::size(list))]);
  };
  fault.code = fault.kind == Kind::do_then_refuse ? pick(kAfterAppend) : pick(kRefusals);
  auto api = wire::ApiKey::kProduce;
  if (random_.chance(6)) {
    constexpr i16 codes[] = {3, 5, 14, 15};
    fault.code = pick(codes);
    api = random_.chance(2) ? wire::ApiKey::kMetadata : wire::ApiKey::kInitProducerId;
  } else if (fault.kind == Kind::refuse &&
             (fault.code == 6 || fault.code == 3 || fault.code == 7)) {
    ++counters_["fault: refuse with what proves nothing"];
  }
  for (u64 n = random_.chance(5) ? 1 + random_.below(10) : 1; n > 0; --n)
    server_->cluster().faults().add(api, fault);
}

void Run::cut() {
  switch (random_.below(5)) {
    case 0:
      ++counters_["cut"];
      return env_.cut_all();
    case 1:
      return env_.cut_next_send(false);
    case 2:
      return env_.cut_next_send(true);
    case 3: {
      if (!random_.chance(3)) return;
      ++counters_["black hole"];
      env_.set_black_hole(true);
      poll_for(static_cast<Micros>(random_.below(random_.chance(3) ? 40000000 : 1000000)));
      return env_.set_black_hole(false);
    }
    default:
      return;
  }
}

void Run::move_leaders() {
  const Lock lock = server_->cluster().lock();
  mock::Topic* topic = server_->cluster().topic(kTopic);
  if (!topic) return;
  for (auto& p : topic->partitions) {
    if (random_.chance(3)) continue;
    const bool loses = random_.chance(2);
    if (loses) p->lose_unacknowledged();
    p->set_leader(
        static_cast<i32>(1 + random_.below(static_cast<u64>(plan_.cluster.broker_count))));
    ++counters_[loses ? "leader moved, tail lost" : "leader moved"];
  }
}

// All brokers, or one that is away for a while.
void Run::restart() {
  const Lock lock = server_->cluster().lock();
  auto& brokers = server_->cluster().brokers();
  mock::Topic* topic = server_->cluster().topic(kTopic);
  env_.cut_all();
  const bool all = random_.chance(2);
  const i32 one = static_cast<i32>(1 + random_.below(brokers.size()));
  ++counters_[all ? "restart" : "restart of one broker"];
  for (const auto& b : brokers)
    if (all ? random_.chance(2) : b.id == one)
      env_.refuse(b.port, env_.now() + static_cast<Micros>(random_.below(3000000)));
  if (!topic) return;
  for (auto& p : topic->partitions)
    if (all || p->leader() == one) p->forget_all_but_last();
}

// Deleted, created again, given more partitions.
void Run::change_topic() {
  mock::Cluster& cluster = server_->cluster();
  if (cluster.topic(kTopic) && random_.chance(2)) {
    const Lock lock = cluster.lock();
    const auto now = static_cast<i32>(cluster.topic(kTopic)->partitions.size());
    const auto* next =
        std::upper_bound(std::begin(kPartitionCounts), std::end(kPartitionCounts), now);
    if (next == std::end(kPartitionCounts)) return;
    expect(cluster.create_partitions(kTopic, *next) == kOk, "no partitions are added");
    partition_counts_.insert(*next);
    ++counters_["partitions added"];
    return;
  }
  if (!cluster.topic(kTopic) || !random_.chance(4)) return;
  {
    const Lock lock = cluster.lock();
    remember_logs();
    cluster.delete_topic(kTopic);
    recreated_ = gone_ = true;
    ++counters_["topic deleted"];
  }
  if (random_.chance(2)) poll_for(static_cast<Micros>(random_.below(5000000)));
  const Lock lock = cluster.lock();
  gone_ = false;
  const i32 partitions = kPartitionCounts[random_.below(4)];
  // Perhaps it was created by the client's own wish meanwhile.
  if (cluster.create_topic(kTopic, partitions, -1) == kOk) partition_counts_.insert(partitions);
  ++counters_["topic created again"];
}

void Run::remember_logs() {
  const mock::Topic* topic = server_->cluster().topic(kTopic);
  std::vector<Log> logs;
  for (size_t p = 0; topic && p < topic->partitions.size(); ++p)
    topic->partitions[p]->for_each_batch(
        [&, at = &logs.emplace_back()](const mock::StoredBatch& b) { at->push_back(b); });
  old_logs_.push_back(std::move(logs));
}

void Run::count_faults() {
  for (size_t k = 0; k < mock::Fault::kKinds; ++k)
    counters_[kFaultNames[k]] += server_->cluster().faults().taken(static_cast<Kind>(k));
}

}  // namespace rk::sim
