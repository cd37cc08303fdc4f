#include "explore/explorer.h"

#include <algorithm>
#include <sstream>

namespace rk::explore {
namespace {
// One world in so many is followed to its end; those where nothing may happen always are.
constexpr u64 kFinishOneIn = 32;
}  // namespace

bool DigestSet::insert(u64 digest) {
  digest += digest == 0;
  const size_t last = places_.size() - 1;
  for (size_t i = digest & last;; i = (i + 1) & last) {
    if (places_[i] == digest) return false;
    if (places_[i] != 0) continue;
    places_[i] = digest;
    if (++size_ * 5 > places_.size() * 4) grow();
    return true;
  }
}

void DigestSet::grow() {
  std::vector<u64> old(places_.size() * 2);
  old.swap(places_);
  const size_t last = places_.size() - 1;
  for (u64 digest : old) {
    if (digest == 0) continue;
    size_t i = digest & last;
    while (places_[i] != 0) i = (i + 1) & last;
    places_[i] = digest;
  }
}

// A world that was not seen before: what may happen there. False when a promise breaks.
bool Explorer::enter(Frame& frame) {
  ++result_.states;
  frame.world.events(&frame.events);
  frame.next = 0;
  if (frame.events.size > 0 && result_.states % kFinishOneIn != 0) return true;
  return finish(frame.world);
}

bool Explorer::finish(const World& world) {
  ++result_.finished;
  World copy = world;
  const RowCounts rows = scratch_.rows;
  copy.finish(scratch_);
  scratch_.rows = rows;
  return !scratch_.broken;
}

Result Explorer::run(u64 states_max) {
  std::deque<Frame> frames;
  frames.emplace_back(config_);
  seen_.insert(frames[0].world.digest());
  size_t depth = 0;
  bool whole = enter(frames[0]);
  while (whole && result_.states < states_max) {
    Frame& frame = frames[depth];
    if (frame.next == frame.events.size) {
      if (depth == 0) {
        result_.complete = true;
        break;
      }
      --depth;
      continue;
    }
    if (frames.size() == depth + 1) frames.emplace_back(config_);
    Frame& next = frames[depth + 1];
    next.world = frame.world;
    ++result_.transitions;
    next.world.apply(frame.events.at[frame.next++], scratch_);
    whole = !scratch_.broken;
    if (!whole || !seen_.insert(next.world.digest())) continue;
    ++depth;
    result_.depth_max = std::max(result_.depth_max, depth);
    whole = enter(next);
    // The event that a broken end belongs to is the last one taken.
  }
  if (!whole) {
    result_.broken = scratch_.broken;
    for (size_t i = 0; i <= depth; ++i) {
      if (frames[i].next > 0) result_.trace.push_back(frames[i].events.at[frames[i].next - 1]);
    }
  }
  return result_;
}

const char* replay(const Config& config, const std::vector<Event>& trace) {
  World world(config);
  Scratch s;
  for (const Event& e : trace) {
    EventList list;
    world.events(&list);
    if (std::find(list.at.begin(), list.at.begin() + list.size, e) == list.at.begin() + list.size)
      return nullptr;
    world.apply(e, s);
    if (s.broken) return s.broken;
  }
  world.finish(s);
  return s.broken;
}

std::vector<Event> shorten(const Config& config, std::vector<Event> trace) {
  const char* const what = replay(config, trace);
  for (bool shorter = what != nullptr; shorter;) {
    shorter = false;
    for (size_t length = 3; length >= 1; --length) {
      for (size_t i = trace.size() + 1; i-- > length;) {
        std::vector<Event> less = trace;
        less.erase(less.begin() + static_cast<std::ptrdiff_t>(i - length),
                   less.begin() + static_cast<std::ptrdiff_t>(i));
        if (replay(config, less) != what) continue;
        trace = less;
        shorter = true;
        i = std::min(i, trace.size() + 1);
      }
    }
  }
  return trace;
}

std::string text_of(const std::vector<Event>& trace) {
  std::string text;
  for (const Event& e : trace) text += (text.empty() ? "" : " ") + name_of(e);
  return text;
}

bool parse_trace(const std::string& text, std::vector<Event>* out) {
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    Event e;
    if (!parse(word, &e)) return false;
    out->push_back(e);
  }
  return true;
}

}  // namespace rk::explore
