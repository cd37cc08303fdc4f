// The part of PartitionLog that its owner runs: deadlines, attempts and their ends.
#include <algorithm>

#include "base/check.h"
#include "base/error_names.h"
#include "base/planted.h"
#include "producer/broker_worker.h"
#include "producer/partition_log.h"

namespace rk {
namespace {
// A broker that takes less than this in a batch is not helped by smaller ones.
constexpr size_t kBatchBytesLeast = 1024;
}  // namespace

Batch* PartitionLog::batch_of(BatchId id) {
  for (Batch* b : closed_) {
    if (b->id() == id) return b;
  }
  return nullptr;
}

bool PartitionLog::open_is_due(Micros now) const {
  return open_->opened_at() + settings_.linger <= now ||
         context_.flushes.load(std::memory_order_relaxed) > 0;
}

// Ends what is past its deadline and seals an open batch that has collected long enough.
void PartitionLog::serve_deadlines(Micros now, Due* due, Ended* ended) {
  const i64 id = context_.producer_id.load(std::memory_order_acquire);
  if (!sequencer_.has_id() && id >= 0) {
    sequencer_.set_id(id, context_.producer_epoch.load(std::memory_order_relaxed));
  }
  Sequencer::Actions actions;
  if (open_ && open_->opened_at() + settings_.seal_after <= now) close_open();
  due->at = std::min(due->at, sequencer_.step(now, actions));
  if (open_) due->at = std::min(due->at, open_->opened_at() + settings_.seal_after);
  carry_out(actions, nullptr, nullptr, now, ended);
}

PartitionLog::Due PartitionLog::service(Micros now, const BrokerWorker* me) {
  Due due;
  Ended ended;
  {
    ShortLock lock(mutex_);
    if (owner_ != me) return due;
    serve_deadlines(now, &due, &ended);
    const i32 leader = leader_.load(std::memory_order_relaxed);
    due.leaving = leader >= 0 && leader != me->broker_id();
    if (leader != me->broker_id() && sequencer_.in_flight() == 0) {
      owner_ = nullptr;
      listed_ = false;
      due.state = Due::State::moved;
    } else if (!has_work()) {
      listed_ = false;
    } else {
      // An open batch is closed only when it could go at once: meanwhile it may grow.
      if (open_ && sequencer_.empty() && sequencer_.has_id() && open_is_due(now)) close_open();
      // Without an id linger does not end; the id's arrival nudges.
      if (open_ && sequencer_.empty() && sequencer_.has_id())
        due.at = std::min(due.at, open_->opened_at() + settings_.linger);
      const Micros at = leader == me->broker_id() ? sequencer_.send_at(now, {}) : kNever;
      due.state = at <= now ? Due::State::ready : Due::State::waiting;
      if (at <= now) {
        due.since = closed_.front()->opened_at();
        due.bytes = closed_.front()->wire_size();
      } else {
        due.at = std::min(due.at, at);
      }
      // Batches opened from now on do not wake the worker.
      due.at = std::min(due.at, now + std::max(settings_.seal_after, kMicrosPerMs));
    }
  }
  finish(ended);
  return due;
}

bool PartitionLog::serve_unowned(Micros now) {
  Ended ended;
  Due due;
  bool waits;
  {
    ShortLock lock(mutex_);
    if (owner_) return false;
    serve_deadlines(now, &due, &ended);
    waits = has_work();
  }
  finish(ended);
  return waits;
}

bool PartitionLog::begin(Micros now, Generation on, CodecContext& codecs, Window* waits,
                         Sending* out) {
  ShortLock lock(mutex_);
  if (FASTKA_PLANTED(epoch_for_all)) {
    const i16 newest = std::max(context_.producer_epoch.load(), sequencer_.epoch());
    if (sequencer_.epoch() < newest) sequencer_.set_id(context_.producer_id, newest);
    context_.producer_epoch = newest;
  }
  BatchId id;
  if (!sequencer_.next(now, on, &id)) return false;
  Batch* b = batch_of(id);
  if (!b->packed()) {
    Batch::Packing packing = b->packing();
    if (settings_.codec != Codec::none) {
      lock.unlock();
      // Without memory for packing the batch goes as it is.
      if (Error error =
              Batch::pack(packing, settings_.codec, settings_.level, codecs, context_.pool)) {
        context_.log.trace(Debug::msg, "PACK", "%s [%d]: sent unpacked: %s", topic_->name.c_str(),
                           partition_, std::string(error.text()).c_str());
      }
      lock.lock();
      // Expiry or a purge may have ended it meanwhile.
      BatchId again;
      if (!sequencer_.next(now, on, &again) || again != id) return false;
      b = batch_of(id);
    }
    b->set_packed(packing);
  }
  Sequencer::Attempt attempt;
  CHECK(sequencer_.send(now, on, &attempt) && attempt.id == id);
  out->id = id;
  out->topic_id = topic_id_;
  out->retry = attempt.retry;
  out->first = attempt.first;
  out->messages = b->count();
  out->deadline = attempt.deadline;
  out->max_timestamp = b->max_timestamp();
  if (waits && attempt.first) {
    Histogram each;
    b->for_each([&](const NewMessage& m, WallMs) {
      each.add(static_cast<u64>(std::max<Micros>(now - m.produced_at, 0)));
    });
    waits->merge(each);
  }
  out->write_header =
      b->number(attempt.producer_id, attempt.epoch, attempt.base_sequence, &out->bytes);
  return true;
}

bool PartitionLog::end(const Sending& sent, Answer answer, Generation on, Micros now) {
  Ended ended;
  if (FASTKA_PLANTED(gap_is_fatal) &&
      answer.error == RD_KAFKA_RESP_ERR_OUT_OF_ORDER_SEQUENCE_NUMBER)
    context_.cluster.set_fatal(answer.error, "a gap");
  const u8 jitter = static_cast<u8>(context_.env.random());
  {
    ShortLock lock(mutex_);
    Sequencer::Actions actions;
    if (answer.unwritten) {
      sequencer_.not_written(sent.id, now, jitter);
    } else if (answer.lost) {
      sequencer_.lost(sent.id, answer.error, on, now, jitter, actions);
      ended.refresh = true;
    } else {
      sequencer_.answered(sent.id, answer.error, answer.base_offset, on, now, jitter, actions);
    }
    carry_out(actions, &answer, &sent, now, &ended);
  }
  finish(ended);
  return ended.drop_connection;
}

void PartitionLog::carry_out(Sequencer::Actions& actions, Answer* answer, const Sending* sent,
                             Micros now, Ended* ended) {
  using Do = SequencerAction::Do;
  // A split that fails adds to the list.
  for (size_t i = 0; i < actions.size(); ++i) {
    const SequencerAction action = actions[i];
    switch (action.what) {
      case Do::report:
        report(action, answer, sent, now, ended);
        break;
      case Do::split:
        split(action.id, action.error, &actions);
        break;
      case Do::refresh_metadata:
        ended->refresh = true;
        break;
      case Do::drop_connection:
        ended->drop_connection = true;
        break;
      case Do::warn_gaps:
        ended->gaps = action.base_offset;
        break;
      case Do::new_id:
        ended->new_id = true;
        break;
    }
  }
}

void PartitionLog::report(const SequencerAction& action, Answer* answer, const Sending* sent,
                          Micros now, Ended* ended) {
  auto it = std::find_if(closed_.begin(), closed_.end(),
                         [&](const Batch* b) { return b->id() == action.id; });
  DCHECK(it != closed_.end());
  if (it == closed_.end()) return;
  Batch* const b = *it;
  closed_.erase(it);
  Batch::Outcome outcome;
  // What the broker said belongs to the batch that it answered; others may end with it.
  if (answer && sent->id == action.id && answer->error == action.error && !answer->lost) {
    outcome = std::move(answer->details);
    outcome.broker_id = answer->broker_id;
    // A broker answers a duplicate with the stored batch's newest time, whatever the topic's type.
    const bool own_time = !FASTKA_PLANTED(time_of_a_duplicate) && sent->retry &&
                          answer->log_append_time_ms == sent->max_timestamp;
    outcome.log_append_time_ms = own_time ? -1 : answer->log_append_time_ms;
  }
  outcome.error = action.error > 0 ? error_of_broker(static_cast<i16>(action.error)) : action.error;
  outcome.status = action.status;
  outcome.base_offset = action.base_offset;
  outcome.done_at = now;
  // A message too large by itself taught nothing about batches: the next true case will again.
  const bool too_large = action.error == RD_KAFKA_RESP_ERR_MSG_SIZE_TOO_LARGE ||
                         action.error == RD_KAFKA_RESP_ERR_RECORD_LIST_TOO_LARGE;
  if (too_large && b->count() == 1)
    bytes_cap_.store(settings_.limits.bytes_max, std::memory_order_relaxed);
  ended_messages_ += static_cast<u64>(b->count());
  if (action.status == RD_KAFKA_MSG_STATUS_PERSISTED) {
    sent_messages_ += static_cast<u64>(b->count());
    sent_bytes_ += b->payload_bytes();
    ++sent_batches_;
    denied_ = false;
  } else if (action.error == RD_KAFKA_RESP_ERR_TOPIC_AUTHORIZATION_FAILED) {
    ended->denied |= !denied_;
    denied_ = true;
  }
  b->set_outcome(std::move(outcome));
  ended->batches.push_back(b);
}

void PartitionLog::split(BatchId id, ErrorCode error, Sequencer::Actions* more) {
  auto it =
      std::find_if(closed_.begin(), closed_.end(), [&](const Batch* b) { return b->id() == id; });
  DCHECK(it != closed_.end());
  Batch* const b = *it;
  Batch *first, *second;
  if (!b->split(context_.pool, &first, &second)) return sequencer_.fail(id, error, *more);
  if (FASTKA_PLANTED(swaps_halves)) std::swap(first, second);
  const size_t cap = bytes_cap_.load(std::memory_order_relaxed);
  bytes_cap_.store(std::max(std::min(cap, b->size() / 2), kBatchBytesLeast),
                   std::memory_order_relaxed);
  sequencer_.split(id, first->id(), first->count(), second->id(), second->count());
  *it = second;
  closed_.insert(std::find(closed_.begin(), closed_.end(), second), first);
  b->forget();
  delete b;
}

void PartitionLog::finish(Ended& ended) {
  if (ended.refresh) context_.cluster.refresh(topic_->name, "a produce request failed");
  if (ended.new_id) context_.parts.need_new_id();
  if (ended.gaps > 0) {
    context_.log.log(kLogWarning, "GAPS",
                     "%s [%d]: the broker found a gap before our batch %d times in a row; "
                     "numbering starts again each time, nothing is lost",
                     topic_->name.c_str(), partition_, static_cast<int>(ended.gaps));
  }
  if (ended.denied) {
    context_.cluster.report_error(
        RD_KAFKA_RESP_ERR_TOPIC_AUTHORIZATION_FAILED,
        topic_->name + " [" + std::to_string(partition_) +
            "]: the broker takes no messages from this client: its principal needs the ACL WRITE");
  }
  for (Batch* b : ended.batches) Batch::deliver(b);
}

}  // namespace rk
