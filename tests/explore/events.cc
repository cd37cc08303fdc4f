// What may happen next in a World, and the events' names.
#include <cstdio>

#include "base/check.h"
#include "explore/codes.h"
#include "explore/world.h"

namespace rk::explore {
namespace {
using Kind = Event::Kind;

constexpr const char* kNames[] = {"add",      "id",     "send",      "write",   "error",  "refuse",
                                  "receive",  "cut",    "unwritten", "restart", "leader", "unclean",
                                  "learn",    "late",   "time",      "wake",    "step",   "purge",
                                  "recreate", "forget", "refuse_id"};
static_assert(std::size(kNames) == static_cast<size_t>(Kind::kKinds));

constexpr const char* kRowNames[] = {
#define X(name, text) text,
    FASTKA_EXPLORE_ROWS(X)
#undef X
};
}  // namespace

const char* row_name(size_t row) {
  return kRowNames[row];
}

std::string name_of(const Event& e) {
  char text[48];
  std::snprintf(text, sizeof text, "%s:%d:%d", kNames[static_cast<size_t>(e.kind)], e.a, e.b);
  return text;
}

bool parse(const std::string& text, Event* out) {
  char name[32];
  int a, b;
  if (std::sscanf(text.c_str(), "%31[a-z_0-9]:%d:%d", name, &a, &b) != 3) return false;
  for (size_t k = 0; k < std::size(kNames); ++k) {
    if (std::string(name) != kNames[k]) continue;
    *out = {static_cast<Kind>(k), static_cast<u8>(a), static_cast<u8>(b)};
    return true;
  }
  return false;
}

void EventList::add(Kind kind, size_t a, size_t b) {
  CHECK(size < at.size());
  at[size++] = {kind, static_cast<u8>(a), static_cast<u8>(b)};
}

bool World::first_of_line(u8 i, bool processed) const {
  if (out_[i].processed != processed) return false;
  for (u8 j = 0; j < i; ++j) {
    if (out_[j].line == out_[i].line && (processed || !out_[j].processed)) return false;
  }
  return true;
}

bool World::first_of_all(u8 i) const {
  for (u8 j = 0; j < i; ++j) {
    if (out_[j].line == out_[i].line) return false;
  }
  return true;
}

bool World::expired() const {
  return next_deadline() <= now_;
}

// Of what is not reported yet.
Micros World::next_deadline() const {
  Micros next = kNever;
  for (u8 first = 0; first < messages_added_; ++first) {
    const Part& p = parts_[first];
    if (p.count > 0 && !(reported_ & mask(first, 1)) && p.deadline < next) next = p.deadline;
  }
  return next;
}

Micros World::next_wake() const {
  Sequencer copy = sequencer_;
  Sequencer::Actions ignored;
  Micros at = copy.step(now_, ignored);
  const Micros send = sequencer_.send_at(now_, now_on());
  if (send > now_ && send < at) at = send;
  return at;
}

bool World::unresolved_unreported() const {
  for (u8 first = 0; first < messages_added_; ++first) {
    if (parts_[first].unresolved && !(reported_ & mask(first, 1))) return true;
  }
  return false;
}

// The known limit: a broker that forgets a producer while one of its batches 0 is under way takes a
// retry for new. Ids are remembered for a day, so it is no event of this world.
bool World::may_forget() const {
  if (broker_.acked() != broker_.length() || broker_.length() == 0) return false;
  for (const Part& p : parts_) {
    if (p.unresolved && p.bytes.sequence == 0) return false;
  }
  for (u8 i = 0; i < out_size_; ++i) {
    if (out_[i].bytes.sequence == 0) return false;
  }
  for (u8 j = 0; j < late_size_; ++j) {
    if (late_[j].bytes.sequence == 0) return false;
  }
  return true;
}

// A refusal is received at once: one that travels, or is lost, is as a request that does.
void World::request_events(EventList* out) const {
  for (u8 i = 0; i < out_size_; ++i) {
    const Request& r = out_[i];
    if (first_of_line(i, true)) {
      out->add(Kind::receive, i, 0);
      if (r.answer.code == kDuplicate) {
        out->add(Kind::receive, i, kNoOffset);
        out->add(Kind::receive, i, kCode46);
      }
      const bool appended = r.answer.code == kDuplicate || r.answer.code == kWritten;
      for (size_t c = 0; appended && budget_.errors > 0 && c < std::size(kMaybeCodes); ++c)
        out->add(Kind::receive, i, kMaybeInstead + c);
    }
    if (!first_of_line(i, false)) continue;
    out->add(Kind::write, i);
    if (r.broker != leader_ || !first_of_all(i)) continue;
    for (size_t c = 0; budget_.errors > 0 && c < std::size(kMaybeCodes); ++c)
      out->add(Kind::error, i, c);
    for (size_t c = 0; budget_.refusals > 0 && c < std::size(kRefusals); ++c)
      out->add(Kind::refuse, i, c);
  }
}

bool World::restart_matters() const {
  for (u8 i = 0; i < out_size_; ++i) {
    if (out_[i].broker == leader_) return true;
  }
  return config_->window > 1 || broker_.remembers_several();
}

void World::fault_events(EventList* out) const {
  for (u8 line = 0; line <= kOldLine; ++line) {
    bool used = false, all_sent = true;
    for (u8 i = 0; i < out_size_; ++i) {
      if (out_[i].line != line) continue;
      used = true;
      all_sent &= !out_[i].processed;
    }
    if (budget_.cuts > 0 && used) out->add(Kind::cut, line);
    if (budget_.unwritten > 0 && used && all_sent) out->add(Kind::unwritten, line);
  }
  if (budget_.restarts > 0 && restart_matters()) out->add(Kind::restart);
  if (budget_.leaders > 0) {
    for (u8 n = broker_.acked(); n <= broker_.length(); ++n) out->add(Kind::leader, n);
  }
  if (budget_.uncleans > 0) {
    for (u8 n = 0; n < broker_.acked(); ++n) out->add(Kind::unclean, n);
  }
  for (u8 j = 0; j < late_size_; ++j) {
    if (late_[j].broker == leader_) out->add(Kind::late, j);
  }
  if (budget_.purges > 0) {
    for (size_t what = 1; what <= 3; ++what) out->add(Kind::purge, what);
  }
  if (budget_.recreations > 0) out->add(Kind::recreate);
  if (budget_.forgets > 0 && may_forget()) out->add(Kind::forget);
  if (budget_.id_refusals > 0 && !sequencer_.has_id()) out->add(Kind::refuse_id);
}

void World::time_events(EventList* out) const {
  if (expired()) return out->add(Kind::step);
  const Micros deadline = next_deadline();
  if (budget_.expiries > 0 && deadline != kNever) out->add(Kind::time);
  if (config_->request_timeout > 0) {
    const Micros at = next_wake();
    if (at > now_ && at < deadline) out->add(Kind::wake);
  }
}

void World::events(EventList* out) const {
  out->size = 0;
  if (added_ < config_->batches) out->add(Kind::add);
  if (id_wanted_ && producers_ < BrokerModel::kProducers) out->add(Kind::id);
  if (known_epoch_ != leader_epoch_) out->add(Kind::learn);
  if (owner_epoch_ == known_epoch_ && out_size_ < kRequestsMax &&
      sequencer_.send_at(now_, now_on()) <= now_)
    out->add(Kind::send);
  request_events(out);
  fault_events(out);
  time_events(out);
}

}  // namespace rk::explore
