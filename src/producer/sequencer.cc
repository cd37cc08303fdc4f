#include "producer/sequencer.h"

#include <algorithm>

#include "base/check.h"
#include "base/planted.h"
#include "producer/verdict.h"
#include "record/builder.h"

namespace rk {
namespace {
constexpr size_t kNone = static_cast<size_t>(-1);
constexpr i16 kEpochMax = 32767;
// Doublings of the back-off that are counted; the cap is reached long before.
constexpr u32 kFailuresCounted = 16;
}  // namespace

size_t Sequencer::find(BatchId id) const {
  for (size_t i = 0; i < slots_.size(); ++i) {
    if (slots_[i].id == id) return i;
  }
  return kNone;
}

bool Sequencer::is_in_flight(BatchId id) const {
  const size_t i = find(id);
  return i != kNone && slots_[i].in_flight;
}

size_t Sequencer::unresolved() const {
  size_t n = 0;
  for (const Slot& s : slots_) {
    n += s.unresolved && !s.ghost;
  }
  return n;
}

void Sequencer::set_id(i64 producer_id, i16 epoch) {
  DCHECK(unresolved() == 0);
  producer_id_ = producer_id;
  epoch_ = epoch;
  next_sequence_ = 0;
  hole_ = wants_id_ = false;
  unnumber_all();
}

i32 Sequencer::unacknowledged() const {
  for (const Slot& s : slots_) {
    if (!s.ghost) return s.numbered ? s.base_sequence : next_sequence_;
  }
  return next_sequence_;
}

void Sequencer::add(BatchId id, i32 count, Micros deadline) {
  Slot s;
  s.id = id;
  s.count = count;
  s.deadline = slots_.empty() ? deadline : std::max(deadline, slots_.back().deadline);
  slots_.push_back(s);
}

// Unresolved ones first, lowest first, nothing beside them; else the next in order.
size_t Sequencer::next_index(Micros now, Generation on) const {
  if (unresolved() > 0 && !FASTKA_PLANTED(overtakes_unresolved)) {
    if (in_flight_ > 0) return kNone;
    size_t chosen = kNone;
    for (size_t i = 0; i < slots_.size(); ++i) {
      const Slot& s = slots_[i];
      if (!s.unresolved || s.ghost) continue;
      if (chosen == kNone || (slots_[chosen].asked && !s.asked)) chosen = i;
    }
    return in_time(slots_[chosen], now) ? chosen : kNone;
  }
  if (in_flight_ >= limits_.window ||
      (in_flight_ > 0 && (hole_ || (acked_on_ != on && !FASTKA_PLANTED(window_opens_blindly)))))
    return kNone;
  for (size_t i = 0; i < slots_.size(); ++i) {
    if (FASTKA_PLANTED(overtakes_unresolved) && slots_[i].unresolved) continue;
    if (!slots_[i].in_flight) return in_time(slots_[i], now) ? i : kNone;
  }
  return kNone;
}

// R10: nothing starts at or after its deadline.
bool Sequencer::in_time(const Slot& s, Micros now) {
  return s.deadline > now || FASTKA_PLANTED(starts_too_late);
}

Micros Sequencer::send_at(Micros now, Generation on) const {
  if (producer_id_ < 0 || wants_id_) return kNever;
  if (next_index(now, on) == kNone) return kNever;
  if (!hole_ || unresolved() > 0) return not_before_;
  if (!may_bump() || epoch_ == kEpochMax || FASTKA_PLANTED(new_id_for_a_hole)) return kNever;
  return std::max(not_before_, bump_at());
}

Micros Sequencer::bump_at() const {
  Micros at = bump_not_before_;
  for (const Slot& s : slots_) {
    if (s.ghost) at = std::max(at, s.sent_at + limits_.ghost_patience);
  }
  return at;
}

bool Sequencer::next(Micros now, Generation on, BatchId* out) const {
  if (send_at(now, on) > now) return false;
  *out = slots_[next_index(now, on)].id;
  return true;
}

bool Sequencer::send(Micros now, Generation on, Attempt* out) {
  if (send_at(now, on) > now) return false;
  if (hole_ && may_bump()) bump(now);
  Slot& s = slots_[next_index(now, on)];
  if (!s.numbered) number(s);
  s.in_flight = true;
  s.sent_at = now;
  ++in_flight_;
  *out = {s.id, producer_id_, s.epoch, s.base_sequence, !s.attempted, s.unresolved, s.deadline};
  if (FASTKA_PLANTED(sends_wrong_number) && s.base_sequence > 0) ++out->base_sequence;
  return true;
}

void Sequencer::number(Slot& s) {
  s.numbered = true;
  s.epoch = epoch_;
  s.base_sequence = next_sequence_;
  next_sequence_ = sequence_after(next_sequence_, s.count);
}

void Sequencer::bump(Micros now) {
  DCHECK(may_bump() && epoch_ < kEpochMax);
  ++epoch_;
  next_sequence_ = 0;
  hole_ = false;
  bump_not_before_ = now + (FASTKA_PLANTED(bumps_at_once) ? 0 : limits_.backoff);
  unnumber_all();
}

void Sequencer::unnumber_all() {
  for (Slot& s : slots_) {
    DCHECK(s.ghost || !s.in_flight);
    s.numbered = s.ghost;
  }
}

// Everything from here on was refused or never left: the broker still waits for this very number.
void Sequencer::unnumber_from(size_t i) {
  DCHECK(slots_[i].numbered);
  next_sequence_ = slots_[i].base_sequence;
  for (; i < slots_.size(); ++i) {
    if (slots_[i].ghost) continue;
    DCHECK(!slots_[i].unresolved && !slots_[i].in_flight);
    slots_[i].numbered = false;
  }
}

void Sequencer::end_attempt(Slot& s) {
  DCHECK(s.in_flight && (s.ghost || in_flight_ > 0));
  s.in_flight = false;
  if (!s.ghost) --in_flight_;
}

void Sequencer::erase(size_t i) {
  if (slots_[i].ghost) --ghosts_;
  slots_.erase(slots_.begin() + static_cast<std::ptrdiff_t>(i));
}

void Sequencer::back_off(Micros now, u8 jitter) {
  const u32 doublings = std::min(failures_, kFailuresCounted);
  failures_ = std::min(failures_ + 1, kFailuresCounted);
  const Micros base = std::min(limits_.backoff << doublings, limits_.backoff_max);
  not_before_ = now + base - base / 5 + base * 2 / 5 * jitter / 255;
}

void Sequencer::report(size_t i, ErrorCode error, Actions& out) {
  const Slot& s = slots_[i];
  const bool possibly = s.unresolved || s.in_flight;
  out.push_back(
      {SequencerAction::Do::report, s.id, error,
       possibly ? RD_KAFKA_MSG_STATUS_POSSIBLY_PERSISTED : RD_KAFKA_MSG_STATUS_NOT_PERSISTED, -1});
}

// The batch ends here without an ok. A request of it that is still out leaves a ghost.
void Sequencer::give_up(size_t i, ErrorCode error, Actions& out) {
  if (!FASTKA_PLANTED(loses_reports) || !slots_[i].unresolved) report(i, error, out);
  Slot& s = slots_[i];
  if (s.in_flight) {
    s.ghost = true;
    ++ghosts_;
    --in_flight_;
    hole_ = true;
    return;
  }
  if (s.numbered) {
    const bool last = i + 1 == slots_.size() || !slots_[i + 1].numbered;
    if (!s.attempted && last && s.epoch == epoch_) {
      next_sequence_ = s.base_sequence;
    } else if (!FASTKA_PLANTED(ignores_holes)) {
      hole_ = true;
    }
  }
  erase(i);
}

void Sequencer::retry_later(size_t i, ErrorCode code, Micros now, u8 jitter, Actions& out) {
  Slot& s = slots_[i];
  if (s.retries >= limits_.retries_max) return give_up(i, code, out);
  ++s.retries;
  back_off(now, jitter);
}

void Sequencer::not_written(BatchId id, Micros now, u8 jitter) {
  const size_t i = find(id);
  if (i == kNone) return;
  Slot& s = slots_[i];
  end_attempt(s);
  if (s.ghost) {
    erase(i);
    return;
  }
  const bool last = i + 1 == slots_.size() || !slots_[i + 1].numbered;
  if (!s.attempted && last) unnumber_from(i);
  back_off(now, jitter);
}

void Sequencer::lost(BatchId id, ErrorCode why, Generation on, Micros now, u8 jitter,
                     Actions& out) {
  const size_t i = find(id);
  if (i == kNone) return;
  Slot& s = slots_[i];
  end_attempt(s);
  last_unresolved_attempt_ = now;
  if (acked_on_ == on) acked_on_ = {};
  if (s.ghost) {
    erase(i);
    return;
  }
  s.attempted = s.unresolved = true;
  s.asked_on = {};
  if (FASTKA_PLANTED(retries_recut) && s.count > 1) {
    unnumber_from(i);
    out.push_back({SequencerAction::Do::split, id, why});
    return;
  }
  retry_later(i, why, now, jitter, out);
}

void Sequencer::answered(BatchId id, ErrorCode code, i64 base_offset, Generation on, Micros now,
                         u8 jitter, Actions& out) {
  const size_t i = find(id);
  if (i == kNone) return;
  Slot& s = slots_[i];
  end_attempt(s);
  s.attempted = true;
  const Verdict verdict = verdict_of(code);
  if (s.ghost && verdict != Verdict::ok && verdict != Verdict::duplicate) {
    erase(i);
    return;
  }
  if (asks_for_metadata(code)) out.push_back({SequencerAction::Do::refresh_metadata, id});
  switch (verdict) {
    case Verdict::ok:
      return confirmed(i, base_offset, on, out);
    case Verdict::duplicate:
      return confirmed(i, -1, on, out);
    case Verdict::refused_retry:
      if (FASTKA_PLANTED(refusal_resolves_all)) s.unresolved = false;
      return retry_later(i, code, now, jitter, out);
    case Verdict::refused_for_good:
      return give_up(i, code, out);
    case Verdict::too_large:
      return too_large(i, code, now, jitter, out);
    case Verdict::corrupt:
      if (s.corrupt_once) return give_up(i, code, out);
      s.corrupt_once = true;
      out.push_back({SequencerAction::Do::drop_connection, id});
      return retry_later(i, code, now, jitter, out);
    case Verdict::out_of_order:
      return out_of_order(i, on, now, jitter, out);
    case Verdict::unknown_producer:
      // The record may have been written and deleted since: no later answer can tell.
      if (FASTKA_PLANTED(unknown_producer_resolves)) s.unresolved = false;
      if (s.unresolved) return give_up(i, code, out);
      [[fallthrough]];
    case Verdict::stale_epoch:
      if (may_bump()) return gap(i, code, out);
      return retry_later(i, code, now, jitter, out);
    case Verdict::maybe:
      break;
  }
  s.unresolved = true;
  s.asked_on = on;
  last_unresolved_attempt_ = now;
  retry_later(i, code, now, jitter, out);
}

// An ok for one proves the lower ones of its epoch appended, since brokers append in sequence; but
// only if they were last seen by the same broker process, which may otherwise have forgotten them.
void Sequencer::confirmed(size_t i, i64 base_offset, Generation on, Actions& out) {
  const i16 epoch = slots_[i].epoch;
  for (size_t j = 0; j < i;) {
    const Slot& lower = slots_[j];
    if (lower.unresolved && !lower.in_flight && lower.epoch == epoch &&
        (lower.asked_on == on || FASTKA_PLANTED(ok_proves_all_lower))) {
      out.push_back(
          {SequencerAction::Do::report, lower.id, kOk, RD_KAFKA_MSG_STATUS_PERSISTED, -1});
      erase(j);
      --i;
    } else {
      ++j;
    }
  }
  if (FASTKA_PLANTED(offset_of_the_last)) base_offset += slots_[i].count - 1;
  if (!slots_[i].ghost || FASTKA_PLANTED(reports_twice)) {
    out.push_back({SequencerAction::Do::report, slots_[i].id, kOk, RD_KAFKA_MSG_STATUS_PERSISTED,
                   base_offset < 0 ? -1 : base_offset});
  }
  erase(i);
  for (Slot& s : slots_) s.asked = false;
  failures_ = gaps_without_ok_ = 0;
  not_before_ = 0;
  acked_on_ = on;
}

void Sequencer::out_of_order(size_t i, Generation on, Micros now, u8 jitter, Actions& out) {
  Slot& s = slots_[i];
  if (FASTKA_PLANTED(renumber_unresolved)) s.unresolved = false;
  if (!s.unresolved) {
    // Refused. Behind a lower one that has its number still to deliver this is no gap.
    for (size_t j = 0; j < i; ++j) {
      if (slots_[j].numbered && !slots_[j].ghost) {
        return retry_later(i, RD_KAFKA_RESP_ERR_OUT_OF_ORDER_SEQUENCE_NUMBER, now, jitter, out);
      }
    }
    return gap(i, RD_KAFKA_RESP_ERR_OUT_OF_ORDER_SEQUENCE_NUMBER, out);
  }
  if (FASTKA_PLANTED(out_of_order_proves_written)) return confirmed(i, -1, on, out);
  // Proves nothing: the broker may have forgotten the batch after a restart, or a predecessor is
  // missing. Ask for the next unresolved one; after the last one start over, more slowly.
  s.asked = true;
  s.asked_on = on;
  if (s.retries >= limits_.retries_max)
    return give_up(i, RD_KAFKA_RESP_ERR_OUT_OF_ORDER_SEQUENCE_NUMBER, out);
  ++s.retries;
  for (const Slot& other : slots_) {
    if (other.unresolved && !other.ghost && !other.asked) return;
  }
  for (Slot& other : slots_) other.asked = false;
  back_off(now, jitter);
}

void Sequencer::gap(size_t i, ErrorCode code, Actions& out) {
  hole_ = !FASTKA_PLANTED(waits_out_gaps);
  ++gaps_without_ok_;
  if (gaps_without_ok_ > kGapsQuiet) {
    out.push_back({SequencerAction::Do::warn_gaps, slots_[i].id, code,
                   RD_KAFKA_MSG_STATUS_NOT_PERSISTED, gaps_without_ok_});
  }
}

void Sequencer::too_large(size_t i, ErrorCode code, Micros now, u8 jitter, Actions& out) {
  const Slot& s = slots_[i];
  if (s.count == 1 || (s.unresolved && !FASTKA_PLANTED(splits_unresolved)))
    return give_up(i, code, out);
  for (size_t j = i + 1; j < slots_.size(); ++j) {
    if (slots_[j].in_flight || slots_[j].unresolved) {
      return retry_later(i, code, now, jitter, out);
    }
  }
  unnumber_from(i);
  out.push_back({SequencerAction::Do::split, s.id, code});
}

void Sequencer::split(BatchId id, BatchId first, i32 first_count, BatchId second,
                      i32 second_count) {
  const size_t i = find(id);
  DCHECK(i != kNone && !slots_[i].numbered && first_count + second_count == slots_[i].count);
  Slot half;
  half.deadline = slots_[i].deadline;
  half.retries = slots_[i].retries;
  half.id = second;
  half.count = second_count;
  slots_.insert(slots_.begin() + static_cast<std::ptrdiff_t>(i) + 1, half);
  half.id = first;
  half.count = first_count;
  slots_[i] = half;
}

}  // namespace rk
