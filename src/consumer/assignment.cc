// Who is consumed and from where: assign and its kin, seek, pause, position, the legacy API.
#include <algorithm>

#include "base/planted.h"
#include "consumer/consumer_impl.h"

namespace rk {

// Where the partition goes on: an offset, or what the control thread has to find out. Locked.
void Consumer::Impl::place(PartitionReader& p, i64 offset, i32 epoch) {
  if (offset == RD_KAFKA_OFFSET_INVALID) offset = RD_KAFKA_OFFSET_STORED;
  p.lookup_running = false;
  p.retry_at = 0;
  p.eof_told = RD_KAFKA_OFFSET_INVALID;
  p.error_told = kOk;
  p.corrupt_at = -1;
  p.corrupt_tries = 0;
  p.last_epoch = offset >= 0 ? epoch : -1;
  p.checked_epoch = -1;
  p.log_check = PartitionReader::Check::none;
  p.topic_id = {};
  p.reset_reason.clear();
  if (offset >= 0) {
    p.mode = PartitionReader::Mode::active;
    p.fetch_offset = p.deliver_from = offset;
  } else {
    p.mode = PartitionReader::Mode::lookup;
    p.lookup_offset = offset;
  }
}

void Consumer::Impl::begin(PartitionReader& p, i64 offset, i32 epoch, bool legacy, Queue* forward) {
  if (!p.queue->forwarded_by_app.load(std::memory_order_acquire)) p.queue->forward_to(forward);
  {
    Lock table(mutex_);
    if (std::find(consumed_.begin(), consumed_.end(), &p) == consumed_.end()) {
      consumed_.push_back(&p);
    }
  }
  bool again;
  {
    PartitionLock lock(p);
    lock.feeder().take_back(p);
    again = std::exchange(legacy ? p.started : p.assigned, true);
    p.paused = false;
    p.wanted_offset = offset;
    p.app_offset = p.stored_offset = p.stored_at_position = RD_KAFKA_OFFSET_INVALID;
    p.committed_offset = RD_KAFKA_OFFSET_INVALID;
    p.stored_metadata.clear();
    p.unknown_told = false;
    p.unknown_since = 0;
    place(p, offset, epoch);
  }
  if (!again) cluster_.follow(p.topic.name);
  // Perhaps it was added lately; else the newer answer lets check_existence() say that it is not
  // there.
  const SnapshotPtr known = cluster_.snapshot();
  if (known && known->topic(p.topic.name) && !known->partition(p.topic.name, p.id)) {
    cluster_.refresh(p.topic.name, "a partition is unknown");
  }
}

void Consumer::Impl::end(PartitionReader& p, bool legacy) {
  bool was;
  {
    Lock table(mutex_);
    PartitionLock lock(p);
    if (!FASTKA_PLANTED(unassign_keeps_fetched)) lock.feeder().take_back(p);
    was = std::exchange(legacy ? p.started : p.assigned, false);
    p.mode = PartitionReader::Mode::idle;
    p.lookup_running = false;
    const auto it = std::find(consumed_.begin(), consumed_.end(), &p);
    if (!p.consumed() && it != consumed_.end()) consumed_.erase(it);
  }
  p.queue->purge();
  if (was) cluster_.unfollow(p.topic.name);
}

ErrorCode Consumer::Impl::seek(PartitionReader& p, i64 offset, i32 epoch) {
  {
    PartitionLock lock(p);
    if (!p.consumed()) return RD_KAFKA_RESP_ERR__STATE;
    lock.feeder().take_back(p);
    place(p, offset, epoch);
  }
  lookup_.kick();
  fetcher_.replan();
  return kOk;
}

ErrorCode Consumer::Impl::not_consumed(const std::string& topic) {
  return topics_.find(topic) ? RD_KAFKA_RESP_ERR__STATE : RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION;
}

namespace {

Error check(const PartitionOffsets& list) {
  for (const PartitionOffset& o : list) {
    if (o.topic.empty() || o.partition < 0) {
      return errorf(RD_KAFKA_RESP_ERR__INVALID_ARG, "%s [%d] is not a partition", o.topic.c_str(),
                    o.partition);
    }
  }
  return {};
}

bool same(const PartitionOffset& a, const PartitionOffset& b) {
  return a.partition == b.partition && a.topic == b.topic;
}

const PartitionOffset* find_in(const PartitionOffsets& list, const PartitionOffset& wanted) {
  for (const PartitionOffset& o : list) {
    if (same(o, wanted)) return &o;
  }
  return nullptr;
}

}  // namespace

Error Consumer::assign(const PartitionOffsets* list) {
  static const PartitionOffsets kNone;
  const PartitionOffsets& wanted = list ? *list : kNone;
  if (Error e = check(wanted)) return e;
  PartitionOffsets old;
  {
    Lock lock(impl_->mutex_);
    old = std::exchange(impl_->assignment_, wanted);
  }
  Impl::Readers leaving;
  for (const PartitionOffset& o : old) leaving.push_back(&impl_->reader(o.topic, o.partition));
  if (impl_->conf_.values.enable_auto_commit) impl_->commit_last(leaving);
  for (PartitionReader* p : leaving) impl_->end(*p, false);
  for (const PartitionOffset& o : wanted) {
    impl_->begin(impl_->reader(o.topic, o.partition), o.offset, o.leader_epoch, false,
                 impl_->consumer_queue_.get());
  }
  impl_->schedule_auto_commit();
  impl_->lookup_.kick();
  impl_->fetcher_.replan();
  return {};
}

Error Consumer::incremental_assign(const PartitionOffsets& list) {
  if (Error e = check(list)) return e;
  {
    Lock lock(impl_->mutex_);
    for (const PartitionOffset& o : list) {
      if (find_in(impl_->assignment_, o)) {
        return errorf(RD_KAFKA_RESP_ERR__CONFLICT, "%s [%d] is already part of the assignment",
                      o.topic.c_str(), o.partition);
      }
    }
    impl_->assignment_.insert(impl_->assignment_.end(), list.begin(), list.end());
  }
  for (const PartitionOffset& o : list) {
    impl_->begin(impl_->reader(o.topic, o.partition), o.offset, o.leader_epoch, false,
                 impl_->consumer_queue_.get());
  }
  impl_->schedule_auto_commit();
  impl_->lookup_.kick();
  impl_->fetcher_.replan();
  return {};
}

Error Consumer::incremental_unassign(const PartitionOffsets& list) {
  if (Error e = check(list)) return e;
  {
    Lock lock(impl_->mutex_);
    PartitionOffsets& current = impl_->assignment_;
    for (const PartitionOffset& o : list) {
      if (!find_in(current, o)) {
        return errorf(RD_KAFKA_RESP_ERR__INVALID_ARG, "%s [%d] is not part of the assignment",
                      o.topic.c_str(), o.partition);
      }
    }
    std::erase_if(current, [&](const PartitionOffset& o) { return find_in(list, o) != nullptr; });
  }
  Impl::Readers leaving;
  for (const PartitionOffset& o : list) leaving.push_back(&impl_->reader(o.topic, o.partition));
  if (impl_->conf_.values.enable_auto_commit) impl_->commit_last(leaving);
  for (PartitionReader* p : leaving) impl_->end(*p, false);
  impl_->fetcher_.replan();
  return {};
}

PartitionOffsets Consumer::assignment() {
  Lock lock(impl_->mutex_);
  return impl_->assignment_;
}

ErrorCode Consumer::seek(Topic& topic, i32 partition, i64 offset) {
  PartitionReader* p = impl_->find(topic.name, partition);
  return p ? impl_->seek(*p, offset, -1) : RD_KAFKA_RESP_ERR__STATE;
}

void Consumer::seek(PartitionOffsets& list) {
  for (PartitionOffset& o : list) {
    PartitionReader* p = impl_->find(o.topic, o.partition);
    o.error = p ? impl_->seek(*p, o.offset, o.leader_epoch) : impl_->not_consumed(o.topic);
  }
}

void Consumer::pause(PartitionOffsets& list, bool paused) {
  for (PartitionOffset& o : list) {
    // What is not consumed has nothing to pause: no error, if the topic is known.
    const bool known = impl_->topics_.find(o.topic) != nullptr;
    o.error = known ? kOk : RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION;
    PartitionReader* p = impl_->find(o.topic, o.partition);
    if (!p) continue;
    PartitionLock lock(*p);
    if (p->paused == paused) continue;
    p->paused = paused;
    // What was fetched is dropped and fetched again on resume, from the first message that was not
    // handed out: a paused partition holds no memory.
    if (!paused) lock.feeder().announce(*p);
    if (paused && p->mode == PartitionReader::Mode::active && !FASTKA_PLANTED(pause_keeps_fetched))
      lock.feeder().take_back(*p, true);
  }
  impl_->fetcher_.replan();
}

void Consumer::position(PartitionOffsets& list) {
  for (PartitionOffset& o : list) {
    PartitionReader* p = impl_->find(o.topic, o.partition);
    o.offset = RD_KAFKA_OFFSET_INVALID;
    o.error = kOk;  // that nothing was consumed of it is no error
    if (!p) continue;
    PartitionLock lock(*p);
    o.offset = lock.feeder().position(*p, &o.leader_epoch);
  }
}

// --- legacy API

ErrorCode Consumer::start(Topic& topic, i32 partition, i64 offset, Queue* to) {
  PartitionReader& p = impl_->reader(topic.name, partition);
  p.queue->forwarded_by_app.store(false, std::memory_order_release);
  impl_->begin(p, offset, -1, true, to);
  impl_->schedule_topic_commit(p);
  impl_->lookup_.kick();
  impl_->fetcher_.replan();
  return kOk;
}

ErrorCode Consumer::stop(Topic& topic, i32 partition) {
  PartitionReader* p = impl_->find(topic.name, partition);
  if (!p) return RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION;
  {
    PartitionLock lock(*p);
    if (!p->started) return kOk;
  }
  if (has_group() && topic.conf.values.auto_commit_enable) impl_->commit_last({p});
  impl_->end(*p, true);
  p->queue->forward_to(nullptr);
  impl_->fetcher_.replan();
  return kOk;
}

QueueRef Consumer::started_queue(Topic& topic, i32 partition) {
  PartitionReader* p = impl_->find(topic.name, partition);
  if (!p) return {};
  PartitionLock lock(*p);
  return p->started ? p->queue : QueueRef();
}

}  // namespace rk
