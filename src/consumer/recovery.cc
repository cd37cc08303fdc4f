// What happens to a partition when things go wrong: offsets that are not there, batches that are
// corrupt, errors that fetching again does not cure, partitions that do not exist.
#include <algorithm>

#include "base/error_names.h"
#include "base/planted.h"
#include "cluster/ops.h"
#include "consumer/consumer_impl.h"

namespace rk {
namespace {
// A corrupt batch is fetched so often, each time on a new connection, before the application is
// told; after that it is fetched again every fetch.error.backoff.ms.
constexpr u32 kCorruptTries = 3;
}  // namespace

void Consumer::Impl::notice(PartitionReader& p, u32 version, ErrorCode error, std::string text,
                            i64 offset, i32 broker_id) {
  QueueRef q;
  {
    PartitionLock lock(p);
    if (p.version != version || !p.consumed()) return;
    Segment s;
    s.notice = error;
    s.text = std::move(text);
    s.offset = offset;
    s.broker_id = broker_id;
    p.append(std::move(s));
    if (!lock.feeder().announce(p)) return;
    lock.feeder().queue().retain();
    q = QueueRef(&lock.feeder().queue());
  }
  q->parker().notify();
  pump_.interrupt();
  q->notify();
}

void Consumer::Impl::corrupt(PartitionReader& p, const Error& why) {
  const Micros now = cluster_.env().now();
  u32 tries, version;
  i64 offset;
  i32 broker_id;
  {
    PartitionLock lock(p);
    if (p.mode != PartitionReader::Mode::active) return;
    offset = p.fetch_offset;
    broker_id = p.source;
    version = p.version;
    if (p.corrupt_at != offset) {
      p.corrupt_at = offset;
      p.corrupt_tries = 0;
    }
    tries = ++p.corrupt_tries;
    p.retry_at = tries < kCorruptTries
                     ? now
                     : now + Micros{conf_.values.fetch_error_backoff_ms} * kMicrosPerMs;
  }
  cluster_.recoveries().corrupt_batches.fetch_add(1, std::memory_order_relaxed);
  const std::string text(why.text().empty() ? error_text(why.code()) : why.text());
  if (tries <= kCorruptTries) {
    cluster_.log().log(
        kLogNotice, "CORRUPT", "%s [%d]: corrupt batch at offset %lld from broker %d (%s): %s",
        p.topic.name.c_str(), p.id, static_cast<long long>(offset), broker_id, text.c_str(),
        tries < kCorruptTries ? "fetching it again on a new connection"
                              : "reporting it, and trying on");
  }
  if (tries == kCorruptTries) {
    notice(p, version, why.code(),
           stringf("%s [%d]: corrupt batch at offset %lld: %s", p.topic.name.c_str(), p.id,
                   static_cast<long long>(offset), text.c_str()),
           offset, broker_id);
  }
  fetcher_.reconnect(broker_id);
}

void Consumer::Impl::failing(PartitionReader& p, u32 version, ErrorCode error, i32 broker_id) {
  i64 offset;
  {
    PartitionLock lock(p);
    if (p.version != version || p.error_told == error) return;
    p.error_told = error;
    offset = p.fetch_offset;
  }
  cluster_.refresh(p.topic.name, error_name(error));
  notice(p, version, error, stringf("%s [%d]: %s", p.topic.name.c_str(), p.id, error_text(error)),
         offset, broker_id);
}

// The offset follows from the headers of what was fetched before, whose checksums are looked at
// only when it is handed out. Until then the broker's answer may mean no more than a corrupt
// header.
void Consumer::Impl::out_of_range(PartitionReader& p, u32 version, i32 broker_id) {
  {
    PartitionLock lock(p);
    if (p.version == version && p.has_records()) return;  // asked again after the backoff
  }
  reset(p, version, RD_KAFKA_RESP_ERR_OFFSET_OUT_OF_RANGE, "offset out of range", broker_id);
}

void Consumer::Impl::not_committed(PartitionReader& p, u32 version) {
  reset(p, version, RD_KAFKA_RESP_ERR__NO_OFFSET, "no previously committed offset", -1);
}

void Consumer::Impl::reset(PartitionReader& p, u32 version, ErrorCode why,
                           const std::string& reason, i32 broker_id) {
  const OffsetReset policy = p.topic.conf.values.auto_offset_reset;
  i64 offset;
  {
    PartitionLock lock(p);
    if (p.version != version || p.mode == PartitionReader::Mode::idle) return;
    const bool active = p.mode == PartitionReader::Mode::active;
    offset = active ? p.fetch_offset : p.lookup_offset;
    p.lookup_running = false;
    p.retry_at = 0;
    if (policy == OffsetReset::error) {
      p.mode = PartitionReader::Mode::failed;
    } else {
      p.mode = PartitionReader::Mode::lookup;
      p.lookup_offset =
          policy == OffsetReset::smallest ? RD_KAFKA_OFFSET_BEGINNING : RD_KAFKA_OFFSET_END;
      if (active) {
        p.reset_from = offset;
        p.reset_reason = reason;
      }
    }
  }
  if (policy == OffsetReset::error) {
    notice(p, version, RD_KAFKA_RESP_ERR__AUTO_OFFSET_RESET,
           stringf("%s [%d]: offset reset (at offset %lld, broker %d) is not allowed "
                   "(auto.offset.reset=error): %s: %s",
                   p.topic.name.c_str(), p.id, static_cast<long long>(offset), broker_id,
                   reason.c_str(), error_text(why)),
           offset, broker_id);
    return;
  }
  const char* to = policy == OffsetReset::smallest ? "beginning" : "end";
  cluster_.log().trace(Debug::fetch, "OFFSET", "%s [%d]: looking for the %s: %s",
                       p.topic.name.c_str(), p.id, to, reason.c_str());
  lookup_.kick();
}

void Consumer::Impl::tell_reset(PartitionReader& p, i64 from, i64 to, const std::string& reason) {
  cluster_.recoveries().offset_resets.fetch_add(1, std::memory_order_relaxed);
  cluster_.log().log(kLogNotice, "OFFSET", "%s [%d]: offset %lld reset to %lld: %s",
                     p.topic.name.c_str(), p.id, static_cast<long long>(from),
                     static_cast<long long>(to), reason.c_str());
}

// Where the last batch's epoch ends in the leader's log: before what was read of it, and an unclean
// election took a part of the log away. Reading goes on where the logs part, whatever
// auto.offset.reset prefers, for nothing is lost or repeated there; but "error" wants to be asked.
void Consumer::Impl::compared(PartitionReader& p, u32 version, i32 leader_epoch, const LogEnd& end,
                              i32 broker_id) {
  const bool stop = p.topic.conf.values.auto_offset_reset == OffsetReset::error;
  i64 from;
  {
    PartitionLock lock(p);
    if (p.version != version || p.mode != PartitionReader::Mode::active) return;
    p.log_check = PartitionReader::Check::none;
    p.checked_epoch = leader_epoch;
    if (p.retry_at != kNever) p.retry_at = 0;
    from = p.fetch_offset;
    if (end.offset < from) {
      lock.feeder().take_back(p);
      version = p.version;
      from = p.fetch_offset;
    }
    if (end.offset >= 0 && end.offset < from && !stop) {
      p.last_epoch = end.epoch;
      if (!FASTKA_PLANTED(skips_what_replaced)) p.fetch_offset = p.deliver_from = end.offset;
      // What is gone must not be committed.
      if (p.committed_offset > end.offset) p.committed_offset = RD_KAFKA_OFFSET_INVALID;
      for (i64* told : {&p.app_offset, &p.stored_offset})
        if (*told > p.fetch_offset) *told = p.fetch_offset;
      p.stored_at_position = p.app_offset;
    }
  }
  const std::string reason = stringf("log truncated: epoch %d ends at %lld", end.epoch,
                                     static_cast<long long>(end.offset));
  if (end.offset < 0 || (stop && end.offset < from))
    return reset(p, version, RD_KAFKA_RESP_ERR__LOG_TRUNCATION, reason, broker_id);
  if (end.offset < from) tell_reset(p, from, end.offset, reason);
  fetcher_.replan();
}

void Consumer::Impl::recreated(PartitionReader& p, u32 version) {
  {
    PartitionLock lock(p);
    if (p.version != version || p.mode != PartitionReader::Mode::active) return;
    const i64 reached = p.fetch_offset;
    lock.feeder().take_back(p);
    version = p.version;
    p.fetch_offset = reached;
    p.app_offset = p.stored_offset = p.stored_at_position = RD_KAFKA_OFFSET_INVALID;
    p.committed_offset = RD_KAFKA_OFFSET_INVALID;
  }
  reset(p, version, RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_ID, "the topic was deleted and created again",
        -1);
}

void Consumer::Impl::located(PartitionReader& p, u32 version, i64 offset, i32 epoch) {
  i64 from;
  std::string reason;
  {
    PartitionLock lock(p);
    if (p.version != version || p.mode != PartitionReader::Mode::lookup) return;
    p.mode = PartitionReader::Mode::active;
    p.lookup_running = false;
    if (p.lookup_offset == RD_KAFKA_OFFSET_STORED) p.committed_offset = offset;
    p.fetch_offset = p.deliver_from = offset;
    p.last_epoch = epoch;
    p.checked_epoch = -1;
    p.retry_at = 0;
    p.error_told = kOk;
    from = p.reset_from;
    reason.swap(p.reset_reason);
  }
  if (!reason.empty()) tell_reset(p, from, offset, reason);
  fetcher_.replan();
}

void Consumer::Impl::metadata_changed(const SnapshotPtr&) {
  // Listeners are called with a lock held: what may push to queues comes later.
  cluster_.post([this](bool dropped) {
    if (dropped) return;
    check_existence();
    lookup_.kick();
    fetcher_.replan();
  });
}

// A new topic takes a while to reach every broker: that it is missing is told when it still is
// after topic.metadata.propagation.max.ms. Partitions of a topic that is there, and topics that
// cannot be there, are told at once.
void Consumer::Impl::check_existence() {
  const Micros time = cluster_.env().now();
  const Micros patience = Micros{conf_.values.topic_metadata_propagation_max_ms} * kMicrosPerMs;
  const SnapshotPtr now = cluster_.snapshot();
  for (PartitionReader* p : consumed()) {
    const TopicInfo* t = now->topic(p->topic.name);
    if (!t || (t->error == kOk && t->partitions.empty())) continue;
    ErrorCode error = t->error;
    if (error == kOk && static_cast<size_t>(p->id) >= t->partitions.size()) {
      error = RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION;
    }
    {
      PartitionLock lock(*p);
      if (error == kOk) {
        p->unknown_told = false;
        p->unknown_since = 0;
      }
      if (error == kOk || p->unknown_told) continue;
      if (error == RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART) {
        if (p->unknown_since == 0) {
          p->unknown_since = time;
          cluster_.post_at(time + patience, [this](bool dropped) {
            if (!dropped) check_existence();
          });
        }
        if (time - p->unknown_since < patience) continue;
      }
      p->unknown_told = true;
    }
    p->queue->push(new ErrorOp(
        conf_, error,
        stringf("%s [%d]: %s (%s)", p->topic.name.c_str(), p->id,
                t->error != kOk ? "topic does not exist" : "desired partition is not available",
                error_text(error))));
  }
}

}  // namespace rk
