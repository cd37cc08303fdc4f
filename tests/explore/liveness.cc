// The end of a World without further faults: nothing is left unreported, nothing blocks for ever.
#include "explore/world.h"

namespace rk::explore {
namespace {
using Kind = Event::Kind;
// More than any world needs that is not stuck.
constexpr int kStepsMax = 120;
}  // namespace

// The next thing that happens when brokers and network are well; false when nothing does.
bool World::progress(Scratch& s, bool late_too) {
  EventList list;
  events(&list);
  const Event* chosen = nullptr;
  for (u8 i = 0; i < list.size && !chosen; ++i) {
    const Event& e = list.at[i];
    switch (e.kind) {
      case Kind::receive:
      case Kind::write:
      case Kind::step:
      case Kind::id:
      case Kind::learn:
      case Kind::add:
      case Kind::send:
        chosen = &e;
        break;
      case Kind::late:
        if (late_too) chosen = &e;
        break;
      default:
        break;
    }
  }
  if (chosen && chosen->kind == Kind::late) {
    late_copy(chosen->a, false, s);
    settle(s);
    return true;
  }
  if (chosen) {
    apply(*chosen, s);
    return true;
  }
  const Micros wake = next_wake();
  if (wake <= now_ || wake >= next_deadline()) return false;
  advance(wake);
  settle(s);
  return true;
}

void World::finish(Scratch& s) {
  const Budget& all = config_->budget;
  const bool resolvable = config_->window == 1 && all.forgets + all.uncleans + all.recreations == 0;
  budget_ = {};
  int steps = 0;
  while (!s.broken && ++steps < kStepsMax && progress(s, false)) {
  }
  const u32 everything = mask(0, messages_added_);
  if (resolvable) {
    expect(reported_ == everything, "R6: the broker is well, and a batch is not resolved", s);
    expect(steps < kStepsMax, "R7: it goes round in circles", s);
  }
  for (steps = 0; !s.broken && ++steps < kStepsMax && progress(s, true);) {
  }
  while (!s.broken && next_deadline() != kNever) {
    advance(next_deadline());
    step(s);
    settle(s);
  }
  for (steps = 0; !s.broken && ++steps < kStepsMax && progress(s, true);) {
  }
  expect(reported_ == mask(0, messages_added_), "P4: no report", s);
  expect(out_size_ > 0 || sequencer_.empty(), "P4: reported, but still held", s);
  expect(lossy_ || !(persisted_ & ~(broker_.messages() | elsewhere_)), "P2: persisted, but lost",
         s);
  probe(s);
}

// A producer is never dead: a fresh batch gets through.
void World::probe(Scratch& s) {
  if (s.broken) return;
  const u8 first = messages_added_;
  add(kNever);
  sequencer_.leader_changed();
  for (int steps = 0; !s.broken && steps < kStepsMax && progress(s, true); ++steps) {
  }
  expect(persisted_ & mask(first, 1), "L: afterwards nothing gets through any more", s);
}

}  // namespace rk::explore
