// The part of Sequencer that ends batches by time or by order, and that looks at its own state.
#include <algorithm>

#include "base/check.h"
#include "base/planted.h"
#include "producer/sequencer.h"
#include "record/builder.h"

namespace rk {
namespace {
constexpr i16 kEpochMax = 32767;
}

Micros Sequencer::step(Micros now, Actions& out) {
  Micros next = kNever;
  for (size_t i = 0; i < slots_.size();) {
    Slot& s = slots_[i];
    if (s.ghost || (FASTKA_PLANTED(expires_never) && s.in_flight)) {
      ++i;
      continue;
    }
    if (s.deadline > now) {
      next = s.deadline;
      break;
    }
    if (s.in_flight) last_unresolved_attempt_ = now;
    const bool stays = s.in_flight;
    give_up(i, RD_KAFKA_RESP_ERR__MSG_TIMED_OUT, out);
    if (stays) ++i;
  }
  const bool used_up = epoch_ == kEpochMax || FASTKA_PLANTED(new_id_for_a_hole);
  if (hole_ && used_up && !wants_id_ && may_bump() && ghosts_ == 0) {
    // A new id does not fence late copies of the old one: wait until none can be under way.
    const Micros at = last_unresolved_attempt_ + limits_.request_timeout;
    if (last_unresolved_attempt_ == 0 || at <= now || FASTKA_PLANTED(new_id_at_once)) {
      wants_id_ = true;
      out.push_back({SequencerAction::Do::new_id});
    } else {
      next = std::min(next, at);
    }
  }
  return next;
}

void Sequencer::purge(bool queued, bool in_flight, Actions& out) {
  for (size_t i = 0; i < slots_.size();) {
    const Slot& s = slots_[i];
    const size_t before = slots_.size();
    if (!s.ghost && s.in_flight && in_flight) {
      give_up(i, RD_KAFKA_RESP_ERR__PURGE_INFLIGHT, out);
    } else if (!s.in_flight && queued) {
      give_up(i, RD_KAFKA_RESP_ERR__PURGE_QUEUE, out);
    }
    if (slots_.size() == before) ++i;
  }
}

void Sequencer::fail(BatchId id, ErrorCode error, Actions& out) {
  for (size_t i = 0; i < slots_.size(); ++i) {
    if (slots_[i].id == id) return give_up(i, error, out);
  }
}

void Sequencer::fail_unsent(ErrorCode error, Actions& out) {
  for (size_t i = 0; i < slots_.size();) {
    if (!slots_[i].attempted && !slots_[i].in_flight) {
      give_up(i, error, out);
    } else {
      ++i;
    }
  }
}

// The old bytes would be appended to the new topic as if they were new: what may be in the old one
// ends here, the rest is numbered anew, above everything that was sent before.
void Sequencer::topic_replaced(Actions& out) {
  for (size_t i = 0; i < slots_.size();) {
    const Slot& s = slots_[i];
    const size_t before = slots_.size();
    if (!s.ghost && (s.in_flight || s.unresolved) && !FASTKA_PLANTED(old_bytes_to_new_topic)) {
      give_up(i, RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_ID, out);
    }
    if (slots_.size() == before) ++i;
  }
  if (next_sequence_ != 0) hole_ = true;
}

u64 Sequencer::digest(Micros now) const {
  u64 h = slots_.size();
  auto mix = [&h](u64 v) {
    h = (h ^ v) * 0x9ddfea08eb382d69u;
    h ^= h >> 29;
  };
  auto ahead = [now](Micros at) { return static_cast<u64>(std::max(at - now, Micros{0})); };
  auto mix_generation = [&mix](const Generation& g) {
    mix(g.connection << 32 ^ static_cast<u32>(g.leader_epoch));
  };
  const u64 failures = limits_.backoff > 0 ? failures_ : 0;
  const u64 gaps = std::min(gaps_without_ok_, kGapsQuiet + 1);
  mix(static_cast<u64>(producer_id_));
  mix(static_cast<u64>(next_sequence_) << 32 | u64{hole_} << 31 | u64{wants_id_} << 30 |
      failures << 24 | gaps << 16 | static_cast<u16>(epoch_));
  mix(ahead(not_before_));
  mix(ahead(bump_not_before_));
  mix(last_unresolved_attempt_ == 0 ? 0
                                    : ahead(last_unresolved_attempt_ + limits_.request_timeout));
  // Where answers came from decides only beside another batch.
  const bool alone = limits_.window == 1;
  if (!alone) mix_generation(acked_on_);
  for (const Slot& s : slots_) {
    mix(ahead(s.deadline));
    mix(static_cast<u64>(s.count) << 32 | static_cast<u32>(s.base_sequence));
    if (!alone) mix_generation(s.asked_on);
    const u64 retries = limits_.retries_max == std::numeric_limits<u32>::max() ? 0 : s.retries;
    // A ghost is waited for a while; in flight it may become one.
    if (s.in_flight) mix(ahead(s.sent_at + limits_.ghost_patience));
    mix(u64{s.numbered} | u64{s.in_flight} << 1 | u64{s.attempted} << 2 | u64{s.unresolved} << 3 |
        u64{s.asked} << 4 | u64{s.corrupt_once} << 5 | u64{s.ghost} << 6 |
        static_cast<u64>(static_cast<u16>(s.epoch)) << 8 | retries << 32);
  }
  return h;
}

bool Sequencer::check() const {
  size_t flying = 0;
  size_t ghosts = 0;
  bool seen_unnumbered = false;
  const Slot* last = nullptr;
  for (const Slot& s : slots_) {
    flying += s.in_flight && !s.ghost;
    ghosts += s.ghost;
    if (s.count <= 0) return false;
    if (s.ghost && !s.in_flight) return false;
    if ((s.in_flight || s.unresolved) && !s.numbered) return false;
    if (s.unresolved && !s.attempted) return false;
    if (s.numbered && !s.ghost) {
      // Numbers are given in order and never across epochs; with a window above 1 a confirmed one
      // may be missing between.
      if (seen_unnumbered) return false;
      if (s.epoch > epoch_) return false;
      if (last && last->epoch == s.epoch && !hole_ && limits_.window == 1 &&
          s.base_sequence != sequence_after(last->base_sequence, last->count)) {
        return false;
      }
      last = &s;
    }
    seen_unnumbered |= !s.numbered;
  }
  if (flying != in_flight_ || flying > limits_.window || ghosts != ghosts_) return false;
  // One thing at a time while anything is unresolved.
  if (unresolved() > 0 && limits_.window == 1 && flying > 1) return false;
  if (last && !hole_ && limits_.window == 1 && last->epoch == epoch_ &&
      sequence_after(last->base_sequence, last->count) != next_sequence_) {
    return false;
  }
  return true;
}

}  // namespace rk
