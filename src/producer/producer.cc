#include "producer/producer.h"

#include <algorithm>
#include <cstdlib>

#include "base/check.h"
#include "base/planted.h"
#include "producer/producer_parts.h"
#include "producer/topic_log.h"
#include "queue/poll.h"

namespace rk {
namespace {
// What message.max.bytes counts for a message beside its key, value and headers.
constexpr size_t kMessageOverhead = 36;
// A call that must not block for ever gives up when only the application can make room, by serving
// reports, and has not for so long.
constexpr Micros kUnservedMax = kMicrosPerSecond;
// flush() looks at the count of messages at least this often while it serves callbacks: the last
// report may be served by another thread.
constexpr i64 kFlushSliceMs = 20;
}  // namespace

Producer::Producer(Cluster& cluster, Topics& topics, const Conf& conf, Queue& main_queue)
    : parts_(std::make_unique<Parts>(*this)),
      context_(std::make_unique<ProducerContext>(cluster, conf, main_queue, *parts_)),
      topics_(topics) {
  parts_->context_ = context_.get();
  id_source_ = std::make_shared<ProducerIdSource>(
      cluster, conf, [this](i64 id, i16 epoch) { got_id(id, epoch); },
      [this](ErrorCode code) { fatal_error_raised(code); });
  parts_->ids_ = id_source_;
}

Producer::~Producer() {
  stop();
}

Error Producer::start() {
  context_->cluster.add_listener(this);
  id_source_->ask();
  return {};
}

void Producer::stop() {
  {
    Lock lock(mutex_);
    if (stopped_) return;
    stopped_ = true;
  }
  context_->cluster.remove_listener(this);
  id_source_->stop();
  parts_->close();
  parts_->stop_workers();
  const Account& account = context_->shared->account;
  if (account.messages() > 0) {
    context_->log.log(kLogWarning, "TERMINATE",
                      "%llu message%s (%llu bytes) dropped without a report: call flush() before "
                      "destroying the producer",
                      static_cast<unsigned long long>(account.messages()),
                      account.messages() == 1 ? "" : "s",
                      static_cast<unsigned long long>(account.bytes()));
  }
}

Topic* Producer::topic_named(const char* name) {
  Topic* const last = last_topic_.load(std::memory_order_acquire);
  if (last && last->name == name) return last;
  Topic* const topic = topics_.get(name);
  last_topic_.store(topic, std::memory_order_release);
  return topic;
}

TopicLog* Producer::log_of(Topic* topic) {
  void* log = topic->producer_state.load(std::memory_order_acquire);
  return log ? static_cast<TopicLog*>(log) : make_log(topic);
}

TopicLog* Producer::make_log(Topic* topic) {
  TopicLog* log;
  {
    Lock lock(mutex_);
    if (void* there = topic->producer_state.load(std::memory_order_acquire)) {
      return static_cast<TopicLog*>(there);
    }
    logs_.push_back(std::make_unique<TopicLog>(*context_, topic));
    log = logs_.back().get();
    topic->producer_state.store(log, std::memory_order_release);
  }
  context_->cluster.follow(topic->name);
  // If the topic is known already no change of the metadata will tell.
  if (const SnapshotPtr snapshot = context_->cluster.snapshot()) {
    if (const TopicInfo* info = snapshot->topic(topic->name)) {
      log->metadata(info, context_->env.now());
    }
  }
  return log;
}

std::vector<TopicLog*> Producer::all_logs() {
  std::vector<TopicLog*> logs;
  Lock lock(mutex_);
  logs.reserve(logs_.size());
  for (auto& log : logs_) logs.push_back(log.get());
  return logs;
}

ErrorCode Producer::produce(const NewMessage& m) {
  if (context_->fatal.load(std::memory_order_relaxed) != kOk) [[unlikely]]
    return RD_KAFKA_RESP_ERR__FATAL;
  const size_t size = m.key_size + m.size + m.headers.size();
  const auto size_max = static_cast<size_t>(context_->conf.values.message_max_bytes);
  if (m.size > size_max || m.key_size > size_max || size + kMessageOverhead > size_max)
      [[unlikely]] {
    return RD_KAFKA_RESP_ERR_MSG_SIZE_TOO_LARGE;
  }
  TopicLog& log = *log_of(m.topic);
  if (!context_->shared->account.take(m.size)) [[unlikely]] {
    if (ErrorCode error = room_for(m)) return error;
  }
  if (ErrorCode error = append(log, m)) [[unlikely]] {
    context_->shared->account.give(1, m.size);
    return error;
  }
  // With both flags librdkafka copies and leaves the payload alone.
  constexpr int kOwnership = RD_KAFKA_MSG_F_FREE | RD_KAFKA_MSG_F_COPY;
  if ((m.flags & kOwnership) == RD_KAFKA_MSG_F_FREE) std::free(m.payload);
  // It may have come behind what a fatal error has just ended. (The appends' locks order the two.)
  if (context_->fatal.load(std::memory_order_relaxed) != kOk) [[unlikely]]
    fail_unsent();
  return kOk;
}

// The batch that takes the message takes over its place in the account.
ErrorCode Producer::append(TopicLog& log, const NewMessage& m) {
  const WallMs now = context_->env.wall_ms();
  const WallMs timestamp = m.timestamp_ms == 0 ? now : m.timestamp_ms;
  const TopicLog::Table* table = log.table();
  if (!table) [[unlikely]] {
    bool retry = false;
    const ErrorCode error = log.append_pending(m, timestamp, &retry);
    if (!retry) return error;
    table = log.table();
  }
  const i32 p = m.partition == RD_KAFKA_PARTITION_UA ? log.pick(*table, m, now) : m.partition;
  if (p < 0 || p >= table->count) [[unlikely]]
    return RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION;
  return table->logs[p]->append(m, timestamp, now);
}

ErrorCode Producer::room_for(const NewMessage& m) {
  if (!(m.flags & RD_KAFKA_MSG_F_BLOCK)) return RD_KAFKA_RESP_ERR__QUEUE_FULL;
  Account& account = context_->shared->account;
  if (!account.fits(m.size)) return RD_KAFKA_RESP_ERR__QUEUE_FULL;
  bool taken = false;
  const auto done = [&] {
    if (!taken) taken = account.has_room(m.size) && account.take(m.size);
    return taken || context_->fatal.load(std::memory_order_relaxed) != kOk;
  };
  while (!account.wait(m.gives_up ? context_->env.now() + kUnservedMax : kNever, done)) {
    if (nothing_under_way()) return RD_KAFKA_RESP_ERR__QUEUE_FULL;
  }
  return taken ? kOk : RD_KAFKA_RESP_ERR__FATAL;
}

// Whether all that is counted waits for the application to serve its report.
bool Producer::nothing_under_way() {
  u64 messages = 0;
  for_each_partition(
      [&](const PartitionStats& s) { messages += s.queued_messages + s.flight_messages; });
  return messages == 0;
}

u64 Producer::message_count() const {
  return context_->shared->account.messages();
}
u64 Producer::message_bytes() const {
  return context_->shared->account.bytes();
}

bool Producer::partition_available(const Topic& topic, i32 partition) {
  const void* log = topic.producer_state.load(std::memory_order_acquire);
  return log && static_cast<const TopicLog*>(log)->available(partition);
}

void Producer::nudge_all() {
  for (TopicLog* log : all_logs()) {
    log->for_each_partition([](PartitionLog& p) { p.nudge(); });
  }
}

ErrorCode Producer::flush(int timeout_ms) {
  // Counted down however this is left: a callback may throw through it.
  struct Flushing {
    std::atomic<int>& flushes;
    explicit Flushing(std::atomic<int>& f) : flushes(f) { flushes.fetch_add(1); }
    ~Flushing() { flushes.fetch_sub(1); }
  } flushing(context_->flushes);
  const Micros deadline = deadline_after_ms(context_->env.now(), timeout_ms);
  Account& account = context_->shared->account;
  const DeliveryMode& d = context_->shared->delivery;
  nudge_all();
  if (d.events) {
    const bool done = account.wait(deadline, [&] { return account.messages() == 0; });
    return done ? kOk : RD_KAFKA_RESP_ERR__TIMED_OUT;
  }
  for (;;) {
    poll_callbacks(*d.queue, 0);
    if (account.messages() == 0 || FASTKA_PLANTED(flushes_at_once)) return kOk;
    const Micros now = context_->env.now();
    if (now >= deadline) return RD_KAFKA_RESP_ERR__TIMED_OUT;
    const Micros slice = std::min(deadline - now, kFlushSliceMs * kMicrosPerMs);
    if (d.listens()) {
      poll_callbacks(*d.queue, std::max<i64>(slice / kMicrosPerMs, 1));
    } else {
      account.wait(now + slice, [&] { return account.messages() == 0; });
    }
  }
}

ErrorCode Producer::purge(int flags) {
  constexpr int kKnown =
      RD_KAFKA_PURGE_F_QUEUE | RD_KAFKA_PURGE_F_INFLIGHT | RD_KAFKA_PURGE_F_NON_BLOCKING;
  if (flags & ~kKnown) return RD_KAFKA_RESP_ERR__INVALID_ARG;
  const bool queued = flags & RD_KAFKA_PURGE_F_QUEUE;
  const bool in_flight = flags & RD_KAFKA_PURGE_F_INFLIGHT;
  for (TopicLog* log : all_logs()) log->purge(queued, in_flight);
  return kOk;
}

void Producer::fatal_error_raised(ErrorCode code) {
  context_->fatal.store(code);
  fail_unsent();
  context_->shared->account.wake_all();
}

void Producer::fail_unsent() {
  for (TopicLog* log : all_logs()) log->fail_unsent(RD_KAFKA_RESP_ERR__PURGE_QUEUE);
}

void Producer::got_id(i64 producer_id, i16 epoch) {
  context_->log.trace(Debug::eos, "GETPID", "producer id %lld",
                      static_cast<long long>(producer_id));
  context_->producer_epoch.store(epoch, std::memory_order_relaxed);
  context_->producer_id_since.store(context_->env.now(), std::memory_order_relaxed);
  const bool first = context_->producer_id.exchange(producer_id, std::memory_order_acq_rel) < 0;
  for (TopicLog* log : all_logs()) {
    log->for_each_partition([&](PartitionLog& p) {
      if (first) {
        p.nudge();
      } else {
        p.renew_id(producer_id, epoch);
      }
    });
  }
}

void Producer::metadata_changed(const SnapshotPtr& now) {
  if (!now) return;
  const Micros at = context_->env.now();
  for (TopicLog* log : all_logs()) log->metadata(now->topic(log->topic()->name), at);
}

void Producer::tick() {
  bool waits = false;
  const Micros now = context_->env.now();
  for (TopicLog* log : all_logs()) waits |= log->tick(now);
  if (waits) parts_->need_tick();
}

void Producer::for_each_partition(const std::function<void(const PartitionStats&)>& f) {
  for (TopicLog* log : all_logs()) {
    log->for_each_partition([&](PartitionLog& p) {
      const PartitionLog::Stats s = p.stats();
      f({log->topic(), p.partition(), p.leader(), s.queued_messages, s.queued_bytes,
         s.flight_messages, s.flight_bytes, s.sent_messages, s.sent_bytes, s.sent_batches,
         s.ended_messages, s.next_sequence});
    });
    PartitionStats unassigned{};
    unassigned.topic = log->topic();
    unassigned.partition = RD_KAFKA_PARTITION_UA;
    unassigned.leader = -1;
    log->pending(&unassigned.queued_messages, &unassigned.queued_bytes);
    f(unassigned);
  }
}

void Producer::take_batches(const Topic& topic, Histogram& bytes, Histogram& messages) {
  const TopicLog* const log = TopicLog::of(topic);
  if (!log || !log->windows()) return;
  log->windows()->bytes.take(bytes);
  log->windows()->messages.take(messages);
}

Producer::Identity Producer::identity() const {
  const i64 id = context_->producer_id.load(std::memory_order_acquire);
  return {id, context_->producer_epoch.load(std::memory_order_relaxed),
          context_->producer_id_since.load(std::memory_order_relaxed)};
}

}  // namespace rk
