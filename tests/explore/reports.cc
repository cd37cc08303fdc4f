// What the Sequencer asks for is done and looked at: every report is compared with the log.
#include <algorithm>

#include "base/check.h"
#include "explore/codes.h"
#include "explore/world.h"

namespace rk::explore {
namespace {
using Do = SequencerAction::Do;
}

void World::carry_out(Scratch& s, const Request* answered) {
  // A split adds nothing to the list: the explorer never runs out of memory.
  for (const SequencerAction& a : s.actions) {
    switch (a.what) {
      case Do::report:
        report(a, answered, s);
        break;
      case Do::split:
        split(a.id, s);
        break;
      case Do::new_id:
        expect(!unresolved_unreported(), "R9: a new id beside something unresolved", s);
        id_wanted_ = true;
        break;
      case Do::refresh_metadata:
      case Do::drop_connection:
      case Do::warn_gaps:
        break;
    }
  }
}

void World::report(const SequencerAction& a, const Request* answered, Scratch& s) {
  const u8 first = first_of(a.id);
  Part& p = parts_[first];
  const u32 m = mask(first, p.count);
  const u32 here = broker_.messages();
  expect(a.id == id_of(first, p.count), "P4: a report of a batch that is not there", s);
  expect(!(reported_ & m), "P4: a second report", s);
  count_report(a, p, s);
  switch (a.status) {
    case RD_KAFKA_MSG_STATUS_PERSISTED:
      expect(a.error == kOk, "P2: persisted, and an error", s);
      expect(lossy_ || !(m & ~(here | elsewhere_)), "P2: persisted, but in no log", s);
      if (answered && answered->id != a.id) count(Row::persisted_by_a_later_ok, s);
      for (u8 i = 0; i < broker_.length(); ++i) {
        if (broker_.entry(i).first != first) continue;
        expect(a.base_offset < 0 || a.base_offset == broker_.offset(static_cast<i8>(i)),
               "P5: another offset", s);
        expect(i < broker_.acked(), "P2: persisted, but it may yet be lost", s);
      }
      persisted_ |= m;
      break;
    case RD_KAFKA_MSG_STATUS_NOT_PERSISTED:
      expect(a.error != kOk, "P3: not persisted, and no error", s);
      expect(!(m & (here | elsewhere_)), "P3: not persisted, but in the log", s);
      not_persisted_ |= m;
      break;
    default:
      expect(a.error != kOk, "P3: possibly persisted, and no error", s);
      break;
  }
  reported_ |= m;
}

void World::count_report(const SequencerAction& a, const Part& p, Scratch& s) {
  const bool flying = sequencer_.is_in_flight(a.id);
  if (a.error == RD_KAFKA_RESP_ERR__MSG_TIMED_OUT) {
    count(flying         ? Row::expired_in_flight
          : p.unresolved ? Row::expired_unresolved
          : p.attempted  ? Row::expired_refused
                         : Row::expired_queued,
          s);
  } else if (a.error == RD_KAFKA_RESP_ERR__PURGE_QUEUE) {
    count(p.unresolved ? Row::purged_unresolved : Row::purged_queued, s);
  } else if (a.error == RD_KAFKA_RESP_ERR__PURGE_INFLIGHT) {
    count(Row::purged_in_flight, s);
  } else if (a.error == 19 || a.error == 6 || a.error == RD_KAFKA_RESP_ERR__TRANSPORT) {
    count(Row::retries_used_up, s);
  }
}

void World::split(BatchId id, Scratch& s) {
  const u8 first = first_of(id);
  Part& p = parts_[first];
  expect(!p.unresolved, "P8: an unresolved batch is cut anew", s);
  if (s.broken) return;
  const u8 half = p.count / 2;
  const u8 rest = static_cast<u8>(p.count - half);
  const u8 second = static_cast<u8>(first + half);
  parts_[second] = p;
  parts_[second].count = rest;
  p.count = half;
  p.attempted = parts_[second].attempted = false;
  sequencer_.split(id, id_of(first, half), half, id_of(second, rest), rest);
}

// Called before the Sequencer hears of the answer.
void World::count_answer(const Request& r, i16 code, u8 variant, Scratch& s) {
  const Part& p = parts_[r.bytes.first];
  if (reported_ & mask(r.bytes.first, 1)) return count(Row::answer_after_report, s);
  const bool unresolved = p.unresolved;
  switch (code) {
    case 0:
      return count(variant == kNoOffset          ? Row::ok_without_offset
                   : r.answer.code == kDuplicate ? Row::ok_of_a_retry
                                                 : Row::ok,
                   s);
    case 2:
      return count(Row::corrupt, s);
    case 3:
    case 6:
      return count(r.written ? Row::maybe_after_append : Row::maybe_without_append, s);
    case 7:
      if (r.written) count(Row::replicas_after_append, s);
      return;
    case 10:
      return count(unresolved          ? Row::too_large_unresolved
                   : r.bytes.count > 1 ? Row::too_large_split
                                       : Row::too_large_alone,
                   s);
    case 19:
      return count(Row::refused_retry, s);
    case 45:
      return count(unresolved ? Row::out_of_order_unresolved : Row::gap, s);
    case 46:
      return count(Row::duplicate_46, s);
    case 47:
      return count(unresolved ? Row::stale_epoch_unresolved : Row::stale_epoch, s);
    case 49:
      return count(Row::mapping_49, s);
    case 59:
      return count(unresolved ? Row::unknown_producer_unresolved : Row::unknown_producer, s);
    case 87:
      return count(unresolved ? Row::refused_unresolved : Row::refused_for_good, s);
    case 100:
      return count(Row::unknown_topic_id, s);
    default:
      return count(Row::unlisted, s);
  }
}

u64 World::Request::packed() const {
  return bytes.packed() * 0x9e3779b97f4a7c15u ^
         (u64{line} | u64{broker} << 8 | u64{processed} << 16 |
          u64{static_cast<u16>(answer.code)} << 24 | u64{static_cast<u8>(answer.entry)} << 40 |
          static_cast<u64>(on.leader_epoch) << 48);
}

u64 World::digest() const {
  u64 h = sequencer_.digest(now_);
  auto mix = [&h](u64 v) {
    h = (h ^ v) * 0xff51afd7ed558ccdu;
    h ^= h >> 32;
  };
  broker_.mix_into(mix);
  u8 left[sizeof(Budget)];
  static_assert(sizeof left == 12);
  std::copy_n(reinterpret_cast<const u8*>(&budget_), sizeof left, left);
  u64 word = 0;
  for (u8 n : left) word = word * 5 + n;
  mix(word | u64{id_wanted_} << 40 | u64{lossy_} << 41 | u64{disturbed_} << 42 |
      u64{producers_} << 48 | u64{added_} << 56);
  mix(u64{reported_} | u64{persisted_} << 16 | u64{not_persisted_} << 32 | u64{elsewhere_} << 48);
  mix(u64{leader_epoch_} | u64{known_epoch_} << 8 | u64{owner_epoch_} << 16 | u64{out_size_} << 24);
  // With one in flight the Sequencer does not look at connections.
  const bool alone = config_->window == 1;
  if (!alone) mix(serial_);
  for (u8 i = 0; i < out_size_; ++i) {
    mix(out_[i].packed());
    mix(out_[i].id | (alone ? 0 : out_[i].on.connection << 32));
  }
  for (u8 j = 0; j < late_size_; ++j) {
    mix(late_[j].bytes.packed());
    if (config_->request_timeout > 0) mix(static_cast<u64>(now_ - late_[j].lost_at));
    mix(u64{late_[j].broker} << 8 | 1);
  }
  for (u8 first = 0; first < messages_added_; ++first) {
    const Part& p = parts_[first];
    if (p.count == 0 || (reported_ & mask(first, 1))) continue;
    const u64 bytes = p.unresolved ? p.bytes.packed() : 0;
    mix(bytes * 31 + (u64{first} | u64{p.count} << 8 | u64{p.unresolved} << 16));
  }
  return h;
}

}  // namespace rk::explore
