#include "producer/partition_log.h"

#include <algorithm>
#include <vector>

#include "base/check.h"
#include "base/planted.h"
#include "producer/broker_worker.h"

namespace rk {
namespace {
// The first batch's buffer; later ones follow what the last batch needed.
constexpr size_t kFirstBuffer = size_t{16} << 10;

// R12 of the rules (see sequencer.h): a batch is reported as a whole by its oldest message's
// deadline, so it must not collect for long.
constexpr Micros kSealMax = kMicrosPerSecond;
constexpr int kSealShare = 10;
}  // namespace

PartitionSettings partition_settings(const Conf& conf, const TopicConf& topic) {
  const Settings& v = conf.values;
  PartitionSettings s;
  s.limits.bytes_max = std::max<size_t>(
      std::min(static_cast<size_t>(v.batch_size), static_cast<size_t>(v.message_max_bytes)),
      kBatchHeaderSize);
  s.limits.messages_max = v.batch_num_messages;
  s.linger = static_cast<Micros>(v.queue_buffering_max_ms * static_cast<double>(kMicrosPerMs));
  const Micros timeout = static_cast<Micros>(topic.values.message_timeout_ms) * kMicrosPerMs;
  s.message_timeout = timeout > 0 ? timeout : kNever;
  s.seal_after =
      std::max(s.linger, timeout > 0 ? std::min(kSealMax, timeout / kSealShare) : kSealMax);
  if (FASTKA_PLANTED(never_seals)) s.seal_after = s.message_timeout;
  s.seal_after = std::min(s.seal_after, s.message_timeout);
  s.request_timeout_ms = topic.values.request_timeout_ms;
  s.codec = codec_of(conf, topic);
  s.level = topic.values.compression_level;
  s.sequencer.retries_max = static_cast<u32>(v.message_send_max_retries);
  s.sequencer.backoff = v.retry_backoff_ms * kMicrosPerMs;
  s.sequencer.backoff_max = std::max(v.retry_backoff_max_ms, v.retry_backoff_ms) * kMicrosPerMs;
  s.sequencer.request_timeout = s.request_timeout_ms * kMicrosPerMs;
  return s;
}

PartitionLog::PartitionLog(ProducerContext& context, const PartitionSettings& settings,
                           std::atomic<size_t>& bytes_cap, Topic* topic, i32 partition)
    : context_(context),
      settings_(settings),
      bytes_cap_(bytes_cap),
      limits_(settings.limits),
      topic_(topic),
      partition_(partition),
      sequencer_(settings.sequencer),
      size_guess_(kFirstBuffer) {}

PartitionLog::~PartitionLog() {
  delete open_;
  for (Batch* b : closed_) delete b;
}

inline ErrorCode PartitionLog::add(const NewMessage& m, WallMs timestamp, ShortLock& lock) {
  Batch::Appended done =
      open_ ? open_->append(m, timestamp, limits_, context_.pool) : Batch::Appended::full;
  if (done == Batch::Appended::yes && open_->count() < limits_.messages_max) [[likely]]
    return kOk;
  if (done != Batch::Appended::yes) done = start_batch(m, timestamp);
  if (done != Batch::Appended::yes) return RD_KAFKA_RESP_ERR__CRIT_SYS_RESOURCE;
  if (open_->count() >= limits_.messages_max) close_open();
  tell_owner(lock);
  return kOk;
}

ErrorCode PartitionLog::append(const NewMessage& m, WallMs timestamp, i64 tick) {
  ShortLock lock(mutex_);
  if (open_ && !open_->is_timed(tick)) [[unlikely]]
    open_->set_time(context_.env.now(), tick);
  return add(m, timestamp, lock);
}

ErrorCode PartitionLog::append_late(const NewMessage& m, WallMs timestamp) {
  ShortLock lock(mutex_);
  // It keeps its deadline: it joins no batch that it would not have joined then.
  if (open_ && m.produced_at >= open_->opened_at() + settings_.seal_after) close_open();
  if (open_) open_->set_time(m.produced_at);
  return add(m, timestamp, lock);
}

Batch::Appended PartitionLog::start_batch(const NewMessage& m, WallMs timestamp) {
  if (open_) close_open();
  limits_.bytes_max = bytes_cap_.load(std::memory_order_relaxed);
  const size_t least = kBatchHeaderSize + Batch::room_for(m);
  const Micros opened_at = m.produced_at ? m.produced_at : context_.env.now();
  Batch* b = Batch::create(context_.shared, context_.pool, topic_, partition_,
                           std::max(Batch::buffer_for(size_guess_, limits_), least), opened_at);
  if (!b) return Batch::Appended::no_memory;
  const Batch::Appended done = b->append(m, timestamp, limits_, context_.pool);
  if (done == Batch::Appended::yes) {
    open_ = b;
  } else {
    delete b;
  }
  return done;
}

void PartitionLog::seal(Micros now) {
  ShortLock lock(mutex_);
  if (open_ && open_->opened_at() + settings_.seal_after <= now) close_open();
}

void PartitionLog::close_open() {
  // Follow a growing flow at once and a shrinking one slowly.
  size_guess_ = std::max({kFirstBuffer, open_->used() + open_->used() / 16, size_guess_ / 2});
  const Micros deadline =
      settings_.message_timeout == kNever ? kNever : open_->opened_at() + settings_.message_timeout;
  sequencer_.add(open_->id(), open_->count(), deadline);
  closed_.push_back(open_);
  open_ = nullptr;
}

// Something new is there: a first message, or a batch that may go. A worker that has the partition
// in its list with a request out looks at it again by itself when the answer comes.
void PartitionLog::tell_owner(ShortLock& lock) {
  BrokerWorker* const worker = owner_;
  if (!worker) {
    lock.unlock();
    return find_owner();
  }
  const bool activate = !listed_;
  const bool wake = sequencer_.in_flight() == 0;
  listed_ = true;
  lock.unlock();
  if (activate) {
    worker->activate(this);
  } else if (wake) {
    worker->wake();
  }
}

// Called without the lock, because a new worker may have to be started.
void PartitionLog::find_owner() {
  const i32 leader = leader_.load(std::memory_order_relaxed);
  BrokerWorker* const worker = leader >= 0 ? context_.parts.worker_of(leader) : nullptr;
  if (!worker) return context_.parts.need_tick();
  {
    ShortLock lock(mutex_);
    if (owner_ || !has_work()) return;
    owner_ = worker;
    listed_ = true;
  }
  worker->activate(this);
}

bool PartitionLog::set_leader(i32 broker_id, i32 leader_epoch) {
  ShortLock lock(mutex_);
  const bool moved = leader_.load(std::memory_order_relaxed) != broker_id;
  const bool newer = leader_epoch_.load(std::memory_order_relaxed) != leader_epoch;
  leader_.store(broker_id, std::memory_order_relaxed);
  leader_epoch_.store(leader_epoch, std::memory_order_relaxed);
  if (!moved && !newer) return false;
  sequencer_.leader_changed();
  if (has_work()) return true;
  // Nothing to hand over: the next append finds the new leader's worker.
  if (moved && !listed_) owner_ = nullptr;
  return false;
}

// Nobody to send to: once no request is out, the control thread keeps the deadlines and asks for a
// leader again and again.
bool PartitionLog::lose_leader() {
  ShortLock lock(mutex_);
  if (leader_.exchange(-1, std::memory_order_relaxed) < 0) return false;
  if (!has_work() && !listed_) owner_ = nullptr;
  return true;
}

void PartitionLog::nudge() {
  ShortLock lock(mutex_);
  if (!has_work()) return;
  BrokerWorker* const worker = owner_;
  if (!worker) {
    lock.unlock();
    return find_owner();
  }
  const bool activate = !listed_;
  listed_ = true;
  lock.unlock();
  if (activate) {
    worker->activate(this);
  } else {
    worker->wake();
  }
}

void PartitionLog::topic_replaced(Ended* ended) {
  ShortLock lock(mutex_);
  Sequencer::Actions actions;
  sequencer_.topic_replaced(actions);
  carry_out(actions, nullptr, nullptr, context_.env.now(), ended);
}

void PartitionLog::set_topic_id(const TopicId& id) {
  ShortLock lock(mutex_);
  topic_id_ = id;
}

void PartitionLog::renew_id(i64 producer_id, i16 epoch) {
  {
    ShortLock lock(mutex_);
    if (!sequencer_.wants_id() && !FASTKA_PLANTED(forgets_vanished_topic)) return;
    sequencer_.set_id(producer_id, epoch);
  }
  nudge();
}

void PartitionLog::purge(bool queued, bool in_flight) {
  Ended ended;
  {
    ShortLock lock(mutex_);
    if (open_ && queued) close_open();
    Sequencer::Actions actions;
    sequencer_.purge(queued, in_flight, actions);
    carry_out(actions, nullptr, nullptr, context_.env.now(), &ended);
  }
  finish(ended);
}

void PartitionLog::fail_unsent(ErrorCode error) {
  Ended ended;
  {
    ShortLock lock(mutex_);
    if (open_) close_open();
    Sequencer::Actions actions;
    sequencer_.fail_unsent(error, actions);
    carry_out(actions, nullptr, nullptr, context_.env.now(), &ended);
  }
  finish(ended);
}

PartitionLog::Stats PartitionLog::stats() {
  ShortLock lock(mutex_);
  Stats s;
  auto count = [&s](const Batch& b, bool flying) {
    (flying ? s.flight_messages : s.queued_messages) += static_cast<u64>(b.count());
    (flying ? s.flight_bytes : s.queued_bytes) += b.payload_bytes();
  };
  for (const Batch* b : closed_) count(*b, sequencer_.is_in_flight(b->id()));
  if (open_) count(*open_, false);
  s.sent_messages = sent_messages_;
  s.sent_bytes = sent_bytes_;
  s.sent_batches = sent_batches_;
  s.ended_messages = ended_messages_;
  s.next_sequence = sequencer_.unacknowledged();
  return s;
}

}  // namespace rk
