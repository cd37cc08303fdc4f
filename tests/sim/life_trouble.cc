// What brokers, network and clock do to a consumer.
#include <algorithm>

#include "consumer/consumer.h"
#include "sim/life.h"

namespace rk::sim {
namespace {

using Kind = mock::Fault::Kind;

constexpr Kind kKinds[] = {Kind::do_then_cut, Kind::cut,           Kind::cut_then_do,
                           Kind::stall,       Kind::do_then_stall, Kind::throttle};
constexpr const char* kKindNames[] = {"fault: do then cut",   "fault: cut",
                                      "fault: cut then do",   "fault: stall",
                                      "fault: do then stall", "fault: throttle"};
constexpr wire::ApiKey kApis[] = {wire::ApiKey::kFetch,       wire::ApiKey::kFetch,
                                  wire::ApiKey::kFetch,       wire::ApiKey::kListOffsets,
                                  wire::ApiKey::kMetadata,    wire::ApiKey::kOffsetCommit,
                                  wire::ApiKey::kOffsetFetch, wire::ApiKey::kFindCoordinator};

}  // namespace

void Life::produce(const Key& k) {
  LogModel& log = *books_[k].log;
  const i64 producer = 7 + static_cast<i64>(w_.random.below(2));
  switch (w_.random.below(4)) {
    case 0:
      ++counters_["log: part of a transaction"];
      log.append(producer);
      return;
    case 1:
      if (log.is_open(producer)) {
        const bool commit = w_.random.chance(2);
        ++counters_[commit ? "log: transaction committed" : "log: transaction aborted"];
        return log.end_transaction(producer, commit);
      }
      [[fallthrough]];
    default:
      log.append(-1);
  }
}

void Life::trouble() {
  const Key k = any();
  Book& b = books_[k];
  switch (w_.random.below(11)) {
    case 0:
    case 1:
    case 2:
      return add_fault();
    case 3:
    case 4:
    case 5:
      return network();
    case 6:
      ++counters_["leader moved"];
      return w_.set_leader(
          k.first, k.second,
          static_cast<i32>(1 + w_.random.below(w_.server.cluster().brokers().size())));
    case 7:
      if (!w_.random.chance(4)) return;
      ++counters_["log trimmed"];
      ++trims_;
      return b.log->trim(b.log->start() + static_cast<i64>(w_.random.below(static_cast<u64>(
                                              b.log->end_for(true) - b.log->start() + 1))));
    case 8:
      return b.damaged_at < 0 ? damage(k) : repair(b);
    case 9:
      return old_metadata();
    default:
      ++counters_["clock jump"];
      return w_.env.jump_wall_clock(static_cast<i64>(w_.random.below(2000000000)) - 1000000000);
  }
}

void Life::add_fault() {
  mock::Fault fault;
  fault.kind = kKinds[w_.random.below(std::size(kKinds))];
  fault.delay =
      static_cast<Micros>(w_.random.below(w_.random.chance(4) ? 5000 : 300)) * kMicrosPerMs;
  auto api = kApis[w_.random.below(std::size(kApis))];
  // An old commit that is done late would undo a newer one, and no client could help it.
  const bool late = fault.kind == Kind::cut_then_do || fault.kind == Kind::stall;
  if (late && api == wire::ApiKey::kOffsetCommit) api = wire::ApiKey::kFetch;
  if (w_.random.chance(6)) {
    static constexpr i16 kCodes[] = {3, 5, 6};
    fault.kind = Kind::refuse;
    fault.code = static_cast<ErrorCode>(kCodes[w_.random.below(std::size(kCodes))]);
    api = wire::ApiKey::kMetadata;
  }
  w_.server.cluster().faults().add(api, fault);
}

// A broker that goes on telling who led before, which topics there were.
void Life::old_metadata() {
  const Lock lock = w_.server.cluster().lock();
  mock::Cluster& cluster = w_.server.cluster();
  const i32 id = static_cast<i32>(1 + w_.random.below(cluster.brokers().size()));
  if (w_.random.chance(2)) return cluster.thaw_metadata(id);
  ++counters_["broker with old metadata"];
  cluster.freeze_metadata(id);
}

void Life::network() {
  switch (w_.random.below(5)) {
    case 0:
      ++counters_["cut"];
      return w_.env.cut_all();
    case 1:
      return w_.env.cut_next_send(false);
    case 2:
      return w_.env.cut_next_send(true);
    case 3: {
      ++counters_["broker away"];
      const auto& brokers = w_.server.cluster().brokers();
      w_.env.cut_all();
      return w_.env.refuse(brokers[w_.random.below(brokers.size())].port,
                           w_.env.now() + static_cast<Micros>(w_.random.below(3000000)));
    }
    default:
      if (!w_.random.chance(4)) return;
      ++counters_["black hole"];
      w_.env.set_black_hole(true);
      w_.env.run_for(static_cast<Micros>(w_.random.below(5000000)));
      return w_.env.set_black_hole(false);
  }
}

// A bit that only the CRC shows, or that leads the batch's offset beyond the end of the log.
void Life::damage(const Key& k) {
  Book& b = books_[k];
  const i64 at = b.log->next_visible(b.log->start(), committed_);
  if (!crcs_ || at < 0) return;
  const i64 span = b.log->end_for(committed_) - at;
  const i64 offset = b.log->next_visible(
      at + static_cast<i64>(w_.random.below(static_cast<u64>(span))), committed_);
  if (offset < 0) return;
  // The checksum, the time, the first record's beginning, or the offset's upper bytes.
  static constexpr size_t kFirst[] = {17, 27, 61, 0}, kCount[] = {4, 8, 8, 6};
  const u64 part = w_.random.below(4);
  b.damaged_byte = kFirst[part] + w_.random.below(kCount[part]);
  const Lock lock = w_.server.cluster().lock();
  if (!w_.server.cluster().partition(k.first, k.second)->damage(offset, b.damaged_byte)) return;
  b.damaged_at = offset;
  ++counters_["batch damaged"];
}

void Life::repair(Book& b) {
  if (b.damaged_at < 0) return;
  for (auto& [k, book] : books_) {
    if (&book != &b) continue;
    const Lock lock = w_.server.cluster().lock();
    // If it was not trimmed meanwhile.
    (void)w_.server.cluster().partition(k.first, k.second)->damage(b.damaged_at, b.damaged_byte);
  }
  b.damaged_at = -1;
  ++counters_["batch repaired"];
}

void Life::calm() {
  w_.server.cluster().faults().clear();
  for (const mock::BrokerAddress& b : w_.server.cluster().brokers())
    w_.server.cluster().thaw_metadata(b.id);
  w_.env.forget_cuts();
  w_.env.set_black_hole(false);
  size_t queued = 0;
  for (const auto& s : rk_->consumer->stats()) queued += s.queued_bytes;
  // What may be asked for at once comes on top: a part for each partition, or one whole batch.
  const size_t more =
      books_.size() * static_cast<size_t>(std::min<i64>(fetch_bytes_, 30000)) + 30000;
  expect(queued <= (static_cast<size_t>(queued_kbytes_) << 10) + more, "B5: more than the limit");
}

void Life::count_all() {
  const auto& faults = w_.server.cluster().faults();
  for (size_t i = 0; i < std::size(kKinds); ++i)
    counters_[kKindNames[i]] += faults.taken(kKinds[i]);
  counters_["fault: refuse"] += faults.taken(Kind::refuse);
  w_.env.counts().add_to(counters_);
  counters_["log line of a reset"] += resets_logged_;
  counters_["metadata: an old answer"] += w_.server.cluster().stale_answers;
}

}  // namespace rk::sim
