#include "producer/topic_log.h"

#include <algorithm>

#include "base/check.h"
#include "base/planted.h"

namespace rk {
namespace {
constexpr size_t kPendingBuffer = size_t{16} << 10;

bool refused_for_good(ErrorCode code) {
  return code == RD_KAFKA_RESP_ERR_TOPIC_EXCEPTION ||
         code == RD_KAFKA_RESP_ERR_TOPIC_AUTHORIZATION_FAILED;
}
}  // namespace

TopicLog::TopicLog(ProducerContext& context, Topic* topic)
    : context_(context),
      topic_(topic),
      settings_(partition_settings(context.conf, topic->conf)),
      bytes_cap_(settings_.limits.bytes_max),
      kind_(topic->conf.callbacks.partitioner_cb
                ? PartitionerKind::callback
                : partitioner_kind(topic->conf.values.partitioner)),
      sticky_ms_(
          kind_ == PartitionerKind::random ? 0 : context.conf.values.sticky_partitioning_linger_ms),
      windows_(context.conf.values.statistics_interval_ms > 0 ? std::make_unique<BatchWindows>()
                                                              : nullptr),
      unknown_since_(context.env.now()) {}

TopicLog::~TopicLog() {
  for (Batch* b : pending_) delete b;
}

void TopicLog::pending(u64* messages, u64* bytes) {
  Lock lock(mutex_);
  for (const Batch* b : pending_) {
    *messages += static_cast<u64>(b->count());
    *bytes += b->payload_bytes();
  }
}

bool TopicLog::available(i32 partition) const {
  const Table* table = table_.load(std::memory_order_acquire);
  if (!table) table = coming_.load(std::memory_order_acquire);
  return table && partition >= 0 && partition < table->count && table->logs[partition]->available();
}

i32 TopicLog::random_available(const Table& table) {
  const u64 random = context_.env.random();
  const auto n = static_cast<u32>(table.count);
  const u32 first = static_cast<u32>(random >> 32) % n;
  for (u32 i = 0; i < n; ++i) {
    const u32 p = (first + i) % n;
    if (table.logs[p]->available()) return static_cast<i32>(p);
  }
  return static_cast<i32>(first);
}

i32 TopicLog::pick(const Table& table, const NewMessage& m, WallMs now) {
  // Without a key all kinds stick, the application's own partitioner included; with an empty one
  // only the default kind does.
  const bool keyless = !m.key || (m.key_size == 0 && kind_ == PartitionerKind::consistent_random);
  if (keyless && sticky_ms_ > 0) {
    const i32 sticky = sticky_.load(std::memory_order_relaxed);
    if (sticky >= 0 && sticky < table.count && now < sticky_until_.load(std::memory_order_relaxed))
        [[likely]] {
      return sticky;
    }
    const i32 next = random_available(table);
    sticky_.store(next, std::memory_order_relaxed);
    sticky_until_.store(now + sticky_ms_, std::memory_order_relaxed);
    return next;
  }
  if (kind_ == PartitionerKind::callback) {
    return topic_->conf.callbacks.partitioner_cb(topic_, m.key, m.key_size, table.count,
                                                 topic_->conf.callbacks.opaque, m.opaque);
  }
  if (is_keyless(kind_, m.key, m.key_size)) return random_available(table);
  return hashed_partition(kind_, m.key, m.key_size, table.count);
}

ErrorCode TopicLog::append_pending(const NewMessage& m, WallMs timestamp, bool* retry) {
  const Micros now = context_.env.now();
  Lock lock(mutex_);
  if (table_.load(std::memory_order_relaxed)) {
    *retry = true;
    return kOk;
  }
  if (refusal() != kOk) return refusal();
  if (!pending_.empty() && pending_.back()->opened_at() + settings_.seal_after > now) {
    pending_.back()->set_time(now);
    if (pending_.back()->append(m, timestamp, settings_.limits, context_.pool) ==
        Batch::Appended::yes) {
      return kOk;
    }
  }
  Batch* b = Batch::create(context_.shared, context_.pool, topic_, RD_KAFKA_PARTITION_UA,
                           std::max(kPendingBuffer, kBatchHeaderSize + Batch::room_for(m)), now);
  if (!b || b->append(m, timestamp, settings_.limits, context_.pool) != Batch::Appended::yes) {
    delete b;
    return RD_KAFKA_RESP_ERR__CRIT_SYS_RESOURCE;
  }
  pending_.push_back(b);
  lock.unlock();
  context_.parts.need_tick();
  return kOk;
}

// Makes the logs of partitions up to `count`.
void TopicLog::grow(size_t count) {
  Lock lock(mutex_);
  if (count <= partitions_.size()) return;
  while (partitions_.size() < count) {
    partitions_.push_back(std::make_unique<PartitionLog>(context_, settings_, bytes_cap_, topic_,
                                                         static_cast<i32>(partitions_.size())));
  }
  auto table = std::make_unique<Table>();
  table->count = static_cast<i32>(count);
  table->logs = std::make_unique<PartitionLog*[]>(count);
  for (size_t i = 0; i < count; ++i) table->logs[i] = partitions_[i].get();
  coming_.store(table.get(), std::memory_order_release);
  tables_.push_back(std::move(table));
}

// Another topic under the name: by its id; without one, by its leaders' epochs, which start again.
bool TopicLog::is_another(const TopicInfo& info) const {
  if (id_ && info.id) return id_ != info.id;
  const Table& table = *coming_.load(std::memory_order_relaxed);
  for (size_t i = 0; i < info.partitions.size(); ++i) {
    const i32 epoch = info.partitions[i].leader_epoch;
    if (epoch >= 0 && epoch < table.logs[i]->leader_epoch()) return true;
  }
  return false;
}

// Nothing can be sent to it at present, or ever.
void TopicLog::unknown(const TopicInfo* info, Micros now) {
  std::vector<Batch*> ended;
  bool tell = false;
  {
    Lock lock(metadata_mutex_);
    if (info && refused_for_good(info->error)) {
      tell = refusal_.exchange(info->error, std::memory_order_relaxed) != info->error;
      ended = take_pending(kNever);
    }
    if (unknown_since_ == 0) unknown_since_ = now;
  }
  if (tell) {
    context_.cluster.report_error(info->error,
                                  topic_->name + ": the brokers tell nothing about this topic");
  }
  if (!ended.empty()) fail(ended, info->error);
  if (FASTKA_PLANTED(forgets_vanished_topic)) {
    const i64 id = context_.producer_id.load();
    for_each_partition([&](PartitionLog& p) { p.renew_id(id, context_.producer_epoch.load()); });
  }
}

void TopicLog::metadata(const TopicInfo* info, Micros now) {
  if (!info || info->error != kOk || info->partitions.empty()) return unknown(info, now);
  std::vector<PartitionLog*> moved;
  std::vector<std::pair<PartitionLog*, PartitionLog::Ended>> ended;
  {
    Lock lock(metadata_mutex_);
    unknown_since_ = 0;
    refusal_.store(kOk, std::memory_order_relaxed);
    grow(info->partitions.size());
    const bool replaced = is_another(*info);
    if (info->id) id_ = info->id;
    const Table& table = *coming_.load(std::memory_order_relaxed);
    for (size_t i = 0; i < info->partitions.size(); ++i) {
      const PartitionInfo& p = info->partitions[i];
      PartitionLog* const log = table.logs[i];
      // Before anybody can send to the new topic's leader.
      if (replaced) log->topic_replaced(&ended.emplace_back(log, PartitionLog::Ended{}).second);
      log->set_topic_id(id_);
      // Where there is no leader the snapshot still names the last one.
      const bool led = p.leader >= 0 && p.error != RD_KAFKA_RESP_ERR_LEADER_NOT_AVAILABLE;
      if (led ? log->set_leader(p.leader, p.leader_epoch) : log->lose_leader())
        moved.push_back(log);
    }
  }
  for (auto& [log, what] : ended) log->finish(what);
  for (PartitionLog* log : moved) log->nudge();
  if (drain_is_due()) drain();
  // A fatal error did not see what was on its way meanwhile.
  if (context_.fatal.load(std::memory_order_relaxed) != kOk)
    fail_unsent(RD_KAFKA_RESP_ERR__PURGE_QUEUE);
}

// Whether the caller has to: one does, for all tables that come meanwhile.
bool TopicLog::drain_is_due() {
  Lock lock(mutex_);
  const bool due = !draining_ && table_.load(std::memory_order_relaxed) !=
                                     coming_.load(std::memory_order_relaxed);
  draining_ |= due;
  return due;
}

// Messages that did not get to a partition.
struct TopicLog::Failed {
  Batch* nowhere = nullptr;  // there is no such partition
  Batch* purged = nullptr;
};

void TopicLog::drain() {
  Failed failed;
  for (;;) {
    std::vector<Batch*> waiting;
    u64 purges;
    {
      Lock lock(mutex_);
      waiting.swap(pending_);
      purges = purges_.load(std::memory_order_relaxed);
      if (waiting.empty()) {
        for (auto& log : partitions_) log->seal(context_.env.now());
        table_.store(coming_.load(std::memory_order_relaxed), std::memory_order_release);
        draining_ = false;
        break;
      }
    }
    for (Batch* b : waiting) {
      move(*b, *coming_.load(std::memory_order_acquire), purges, context_.env.wall_ms(), &failed);
      b->forget();
      delete b;
    }
    // What arrived just behind the purge: nothing younger is there yet.
    if (purges_.load() != purges) for_each_partition([](PartitionLog& p) { p.purge(true, false); });
  }
  if (failed.nowhere) fail({failed.nowhere}, RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION);
  if (failed.purged) fail({failed.purged}, RD_KAFKA_RESP_ERR__PURGE_QUEUE);
}

void TopicLog::move(const Batch& from, const Table& table, u64 purges, WallMs now, Failed* failed) {
  from.for_each([&](const NewMessage& m, WallMs timestamp) {
    if (purges_.load() != purges) return keep(&failed->purged, from, m, timestamp);
    check_no_lock_is_held();
    const i32 p = m.partition >= 0 ? m.partition : pick(table, m, now);
    if (purges_.load() != purges) return keep(&failed->purged, from, m, timestamp);
    if (p >= 0 && p < table.count && table.logs[p]->append_late(m, timestamp) == kOk) {
      return;
    }
    keep(&failed->nowhere, from, m, timestamp);
  });
}

void TopicLog::keep(Batch** in, const Batch& from, const NewMessage& m, WallMs timestamp) {
  const Batch::Limits none{std::numeric_limits<u32>::max(), std::numeric_limits<i32>::max()};
  if (!*in) {
    *in = Batch::create(context_.shared, context_.pool, topic_, RD_KAFKA_PARTITION_UA,
                        kPendingBuffer, from.opened_at());
  }
  if (*in) (*in)->set_time(m.produced_at);
  if (*in && (*in)->append(m, timestamp, none, context_.pool) == Batch::Appended::yes) return;
  context_.log.log(kLogError, "MEMORY", "%s: no memory to report that a message failed",
                   topic_->name.c_str());
  context_.shared->account.give(1, m.size);
}

// What was produced before then.
std::vector<Batch*> TopicLog::take_pending(Micros opened_before) {
  std::vector<Batch*> taken;
  Lock lock(mutex_);
  size_t n = 0;
  while (n < pending_.size() && pending_[n]->opened_at() < opened_before) ++n;
  taken.assign(pending_.begin(), pending_.begin() + static_cast<std::ptrdiff_t>(n));
  pending_.erase(pending_.begin(), pending_.begin() + static_cast<std::ptrdiff_t>(n));
  return taken;
}

// Without locks: reports are application code.
void TopicLog::fail(const std::vector<Batch*>& batches, ErrorCode error) {
  for (Batch* b : batches) {
    Batch::Outcome outcome;
    outcome.error = error;
    outcome.done_at = context_.env.now();
    b->set_outcome(std::move(outcome));
    Batch::deliver(b);
  }
}

void TopicLog::purge(bool queued, bool in_flight) {
  if (queued) {
    std::vector<Batch*> waiting;
    {
      Lock lock(mutex_);
      purges_.fetch_add(1);
      waiting.swap(pending_);
    }
    fail(waiting, RD_KAFKA_RESP_ERR__PURGE_QUEUE);
  }
  for_each_partition([&](PartitionLog& p) { p.purge(queued, in_flight); });
}

void TopicLog::fail_unsent(ErrorCode error) {
  fail(take_pending(kNever), error);
  for_each_partition([&](PartitionLog& p) { p.fail_unsent(error); });
}

bool TopicLog::tick(Micros now) {
  const Micros propagation = context_.conf.values.topic_metadata_propagation_max_ms * kMicrosPerMs;
  const TopicInfo* info = nullptr;
  const SnapshotPtr snapshot = context_.cluster.snapshot();
  if (snapshot) info = snapshot->topic(topic_->name);
  std::vector<Batch*> unknown;
  {
    Lock lock(metadata_mutex_);
    if (unknown_since_ > 0 && now - unknown_since_ >= propagation && info && info->error != kOk &&
        refusal() == kOk && !table()) {
      refusal_.store(RD_KAFKA_RESP_ERR__UNKNOWN_TOPIC, std::memory_order_relaxed);
      unknown = take_pending(kNever);
    }
  }
  fail(unknown, RD_KAFKA_RESP_ERR__UNKNOWN_TOPIC);
  if (settings_.message_timeout != kNever) {
    fail(take_pending(now - settings_.message_timeout + 1), RD_KAFKA_RESP_ERR__MSG_TIMED_OUT);
  }
  bool waits;
  {
    Lock lock(mutex_);
    waits = !pending_.empty();
  }
  bool leaderless = false;
  for_each_partition([&](PartitionLog& p) { leaderless |= p.serve_unowned(now); });
  if (waits || leaderless) context_.cluster.refresh(topic_->name, "messages wait for a leader");
  return waits || leaderless;
}

}  // namespace rk
