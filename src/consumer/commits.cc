// Stored and committed offsets, automatic commits, and closing.
#include "base/await.h"
#include "base/error_names.h"
#include "base/planted.h"
#include "consumer/commit_op.h"
#include "consumer/consumer_impl.h"

namespace rk {
namespace {
// A commit that the application waits for without giving a time-out.
constexpr Micros kCommitTimeout = 60 * kMicrosPerSecond;
struct CommitResult {
  ErrorCode error;
  PartitionOffsets list;
};
}  // namespace

// The offset that a commit would write. With enable.auto.offset.store every hand-out moves it,
// after which an explicit store is outdated.
i64 Consumer::Impl::stored(PartitionReader& p, Feeder& f, i32* epoch) {
  i32 position_epoch = -1;
  i64 position = f.position(p, &position_epoch);
  if (FASTKA_PLANTED(commits_what_was_fetched) && position >= 0) position = p.fetch_offset;
  if (conf_.values.enable_auto_offset_store && position != RD_KAFKA_OFFSET_INVALID &&
      position != p.stored_at_position) {
    p.stored_offset = p.stored_at_position = position;
    p.stored_epoch = position_epoch;
    p.stored_metadata.clear();
  }
  *epoch = p.stored_epoch;
  return p.stored_offset;
}

ErrorCode Consumer::Impl::store(PartitionReader* p, i64 offset, i32 epoch,
                                const std::string& metadata) {
  if (!p) return RD_KAFKA_RESP_ERR__STATE;
  PartitionLock lock(*p);
  if (!p->consumed()) return RD_KAFKA_RESP_ERR__STATE;
  i32 ignored;
  p->stored_at_position = lock.feeder().position(*p, &ignored);
  p->stored_offset = offset;
  p->stored_epoch = epoch;
  p->stored_metadata = metadata;
  return kOk;
}

PartitionOffsets Consumer::Impl::to_commit(const Readers& of) {
  PartitionOffsets list;
  if (conf_.values.group_id.empty()) return list;
  for (PartitionReader* p : of) {
    PartitionLock lock(*p);
    PartitionOffset o;
    o.offset = stored(*p, lock.feeder(), &o.leader_epoch);
    // Going back (a seek, an older store) is only committed by name, as librdkafka does.
    if (o.offset < 0 || o.offset <= p->committed_offset) continue;
    o.topic = p->topic.name;
    o.partition = p->id;
    o.metadata = p->stored_metadata;
    list.push_back(std::move(o));
  }
  return list;
}

void Consumer::Impl::commit(PartitionOffsets list, Micros deadline, GroupOffsets::Done done) {
  group_.commit(std::move(list), deadline,
                [this, done = std::move(done)](ErrorCode e, PartitionOffsets answer) {
                  committed(answer);
                  done(e, std::move(answer));
                });
}

void Consumer::Impl::commit_last(const Readers& of) {
  PartitionOffsets last = to_commit(of);
  if (last.empty()) return;
  commit(std::move(last), kNever,
         [this](ErrorCode e, PartitionOffsets done) { tell_commit(e, std::move(done)); });
}

void Consumer::Impl::committed(const PartitionOffsets& list) {
  for (const PartitionOffset& o : list) {
    if (o.error != kOk) continue;
    PartitionReader* p = find(o.topic, o.partition);
    if (!p) continue;
    PartitionLock lock(*p);
    p->committed_offset = o.offset;
  }
}

// For offset_commit_cb or the event of the same purpose; dropped when nobody wants it.
void Consumer::Impl::tell_commit(ErrorCode error, PartitionOffsets list) {
  if (error == RD_KAFKA_RESP_ERR__DESTROY) return;
  if (!conf_.callbacks.offset_commit_cb &&
      !(conf_.values.enabled_events & RD_KAFKA_EVENT_OFFSET_COMMIT)) {
    if (error != kOk && !list.empty()) {
      cluster_.log().log(kLogWarning, "COMMITFAIL", "Offset commit of %zu partition(s) failed: %s",
                         list.size(), error_text(error));
    }
    return;
  }
  main_queue_.push(new OffsetCommitOp(conf_, error, list, nullptr, nullptr));
}

void Consumer::Impl::schedule_auto_commit() {
  if (conf_.values.group_id.empty() || !conf_.values.enable_auto_commit ||
      conf_.values.auto_commit_interval_ms <= 0) {
    return;
  }
  if (auto_commit_running_.exchange(true, std::memory_order_acq_rel)) return;
  const Micros interval = Micros{conf_.values.auto_commit_interval_ms} * kMicrosPerMs;
  cluster_.post_at(cluster_.env().now() + interval, [this](bool dropped) {
    if (!dropped) auto_commit();
  });
}

void Consumer::Impl::auto_commit() {
  auto_commit_running_.store(false, std::memory_order_release);
  if (closed_.load(std::memory_order_acquire)) return;
  schedule_auto_commit();
  Readers assigned;
  for (PartitionReader* p : consumed()) {
    PartitionLock lock(*p);
    if (p->assigned) assigned.push_back(p);
  }
  PartitionOffsets list = to_commit(assigned);
  if (list.empty()) return;
  const Micros deadline =
      cluster_.env().now() + Micros{conf_.values.socket_timeout_ms} * kMicrosPerMs;
  commit(std::move(list), deadline,
         [this](ErrorCode e, PartitionOffsets answer) { tell_commit(e, std::move(answer)); });
}

// The legacy API has its own interval and switch, of the topic.
void Consumer::Impl::schedule_topic_commit(PartitionReader& p) {
  const TopicSettings& s = p.topic.conf.values;
  if (conf_.values.group_id.empty() || !s.auto_commit_enable || s.auto_commit_interval_ms <= 0) {
    return;
  }
  const Micros due = cluster_.env().now() + Micros{s.auto_commit_interval_ms} * kMicrosPerMs;
  {
    PartitionLock lock(p);
    if (!p.started || p.commit_due != kNever) return;
    p.commit_due = due;
  }
  cluster_.post_at(due, [this, &p](bool dropped) {
    if (dropped) return;
    {
      PartitionLock lock(p);
      p.commit_due = kNever;
      if (!p.started) return;
    }
    schedule_topic_commit(p);
    PartitionOffsets list = to_commit({&p});
    if (list.empty()) return;
    commit(std::move(list), cluster_.env().now() + kCommitTimeout,
           [this](ErrorCode e, PartitionOffsets answer) { tell_commit(e, std::move(answer)); });
  });
}

ErrorCode Consumer::store_offset(Topic& topic, i32 partition, i64 offset) {
  const SnapshotPtr now = impl_->cluster_.snapshot();
  const TopicInfo* t = now ? now->topic(topic.name) : nullptr;
  if (t && partition >= static_cast<i32>(t->partitions.size()))
    return RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION;
  return impl_->store(impl_->find(topic.name, partition), offset + 1, -1, {});
}

ErrorCode Consumer::store_offsets(PartitionOffsets& list) {
  if (impl_->conf_.values.enable_auto_offset_store) return RD_KAFKA_RESP_ERR__INVALID_ARG;
  size_t stored = 0;
  ErrorCode last = kOk;
  for (PartitionOffset& o : list) {
    PartitionReader* p = impl_->find(o.topic, o.partition);
    o.error = o.offset < 0 ? RD_KAFKA_RESP_ERR__INVALID_ARG
              : p          ? impl_->store(p, o.offset, o.leader_epoch, o.metadata)
                           : impl_->not_consumed(o.topic);
    if (o.error == kOk)
      ++stored;
    else
      last = o.error;
  }
  return stored > 0 || list.empty() ? kOk : last;
}

ErrorCode Consumer::store_message(const rd_kafka_message_t* m) {
  if (!m->rkt || m->offset < 0) return RD_KAFKA_RESP_ERR__INVALID_ARG;
  return impl_->store(impl_->find(m->rkt->name, m->partition), m->offset + 1,
                      message_of(m)->leader_epoch, {});
}

ErrorCode Consumer::committed(PartitionOffsets& list, Micros deadline) {
  if (!has_group()) return RD_KAFKA_RESP_ERR__UNKNOWN_GROUP;
  Await<CommitResult> answer(impl_->cluster_.env());
  impl_->group_.fetch(list, deadline, [set = answer.setter()](ErrorCode e, PartitionOffsets l) {
    set({e, std::move(l)});
  });
  std::optional<CommitResult> result = answer.wait(deadline);
  if (!result) return RD_KAFKA_RESP_ERR__TIMED_OUT;
  list = std::move(result->list);
  return result->error;
}

namespace {
// What of a list can be committed at all.
PartitionOffsets valid_ones(const PartitionOffsets& list) {
  PartitionOffsets valid;
  for (const PartitionOffset& o : list) {
    if (o.offset >= 0) valid.push_back(o);
    if (o.offset > 0 && FASTKA_PLANTED(commits_less_than_asked)) --valid.back().offset;
  }
  return valid;
}
}  // namespace

ErrorCode Consumer::commit_sync(const PartitionOffsets* list, PartitionOffsets* result) {
  if (!has_group()) return RD_KAFKA_RESP_ERR__UNKNOWN_GROUP;
  PartitionOffsets todo = list ? valid_ones(*list) : impl_->to_commit(impl_->consumed());
  if (todo.empty()) return RD_KAFKA_RESP_ERR__NO_OFFSET;
  const Micros deadline = impl_->cluster_.env().now() + kCommitTimeout;
  Await<CommitResult> answer(impl_->cluster_.env());
  impl_->commit(std::move(todo), deadline,
                [set = answer.setter()](ErrorCode e, PartitionOffsets l) {
                  set({e, std::move(l)});
                });
  std::optional<CommitResult> done = answer.wait(deadline);
  if (!done) return RD_KAFKA_RESP_ERR__TIMED_OUT;
  if (impl_->conf_.callbacks.offset_commit_cb) impl_->tell_commit(done->error, done->list);
  if (result) *result = std::move(done->list);
  return done->error;
}

ErrorCode Consumer::commit_async(const PartitionOffsets* list) {
  if (!has_group()) return RD_KAFKA_RESP_ERR__UNKNOWN_GROUP;
  PartitionOffsets todo = list ? valid_ones(*list) : impl_->to_commit(impl_->consumed());
  // As upstream: that there is nothing to commit is told the way in which a result is.
  if (todo.empty()) {
    impl_->tell_commit(RD_KAFKA_RESP_ERR__NO_OFFSET, {});
    return kOk;
  }
  Impl* impl = impl_.get();
  impl->commit(
      std::move(todo), impl->cluster_.env().now() + kCommitTimeout,
      [impl](ErrorCode e, PartitionOffsets answer) { impl->tell_commit(e, std::move(answer)); });
  return kOk;
}

ErrorCode Consumer::commit_to(const PartitionOffsets* list, Queue& q, CommitCallback cb,
                              void* opaque) {
  if (!has_group()) return RD_KAFKA_RESP_ERR__UNKNOWN_GROUP;
  PartitionOffsets todo = list ? valid_ones(*list) : impl_->to_commit(impl_->consumed());
  Impl* impl = impl_.get();
  if (todo.empty()) {
    q.push(new OffsetCommitOp(impl->conf_, RD_KAFKA_RESP_ERR__NO_OFFSET, {}, cb, opaque));
    return kOk;
  }
  q.retain();
  impl->commit(std::move(todo), impl->cluster_.env().now() + kCommitTimeout,
               [impl, to = QueueRef(&q), cb, opaque](ErrorCode e, PartitionOffsets answer) {
                 to->push(new OffsetCommitOp(impl->conf_, e, answer, cb, opaque));
               });
  return kOk;
}

void Consumer::close(Micros timeout) {
  if (impl_->closed_.load(std::memory_order_acquire)) return;
  Impl* impl = impl_.get();
  Env& env = impl->cluster_.env();
  PartitionOffsets last = impl->unassign_all();
  if (!last.empty()) {
    const Micros deadline = env.now() + (FASTKA_PLANTED(closes_late) ? 100 * timeout : timeout);
    Await<CommitResult> answer(env);
    impl->commit(std::move(last), deadline,
                 [set = answer.setter()](ErrorCode e, PartitionOffsets l) {
                   set({e, std::move(l)});
                 });
    std::optional<CommitResult> done = answer.wait(deadline);
    if (done) impl->tell_commit(done->error, std::move(done->list));
  }
  impl->set_closed();
}

void Consumer::close_async() {
  Impl* impl = impl_.get();
  if (impl->closed_.load(std::memory_order_acquire)) return;
  PartitionOffsets last = impl->unassign_all();
  if (last.empty()) return impl->set_closed();
  impl->commit(std::move(last), impl->cluster_.env().now() + kCommitTimeout,
               [impl](ErrorCode e, PartitionOffsets list) {
                 impl->tell_commit(e, std::move(list));
                 impl->set_closed();
               });
}

void Consumer::Impl::set_closed() {
  closed_.store(true, std::memory_order_release);
  fetcher_.replan();
  consumer_queue_->yield();
}

// Ends everything that is assigned; what is left to commit.
PartitionOffsets Consumer::Impl::unassign_all() {
  Readers assigned;
  for (PartitionReader* p : consumed()) {
    PartitionLock lock(*p);
    if (p->assigned) assigned.push_back(p);
  }
  PartitionOffsets last;
  if (conf_.values.enable_auto_commit) last = to_commit(assigned);
  {
    Lock lock(mutex_);
    assignment_.clear();
  }
  for (PartitionReader* p : assigned) end(*p, false);
  return last;
}

bool Consumer::closed() const {
  return impl_->closed_.load(std::memory_order_acquire);
}

}  // namespace rk
