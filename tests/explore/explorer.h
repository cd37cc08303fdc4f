// Explorer: every World that can be reached from a Config's first one, depth first, each once (by a
// 64-bit digest). The path to the present World lies on a stack of its own, so that its length has
// no limit but memory, and is the trace when a promise is broken. One thread.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "explore/world.h"

namespace rk::explore {

// Open addressing; grows by doubling when four fifths are full. 0 marks a free place.
class DigestSet {
 public:
  explicit DigestSet(size_t places = size_t{1} << 16) : places_(places) {}
  bool insert(u64 digest);
  size_t size() const { return size_; }

 private:
  void grow();
  std::vector<u64> places_;
  size_t size_ = 0;
};

struct Result {
  u64 states = 0;
  u64 transitions = 0;
  u64 finished = 0;  // worlds that were followed to their end without further faults
  size_t depth_max = 0;
  bool complete = false;  // all of them were seen, not only states_max
  const char* broken = nullptr;
  std::vector<Event> trace;
};

class Explorer {
 public:
  explicit Explorer(const Config& config) : config_(config) {}
  // Stops at the first broken promise, and after states_max.
  Result run(u64 states_max);
  const RowCounts& rows() const { return scratch_.rows; }

 private:
  struct Frame {
    explicit Frame(const Config& config) : world(config) {}
    World world;
    EventList events;
    u8 next = 0;
  };
  bool enter(Frame& frame);
  bool finish(const World& world);

  const Config& config_;
  Scratch scratch_;
  DigestSet seen_;
  Result result_;
};

// Leaves out of a trace what is not needed to break a promise of the same kind.
std::vector<Event> shorten(const Config& config, std::vector<Event> trace);
// What breaks, when those events happen; null when nothing does or one of them cannot happen.
const char* replay(const Config& config, const std::vector<Event>& trace);
std::string text_of(const std::vector<Event>& trace);
bool parse_trace(const std::string& text, std::vector<Event>* out);

}  // namespace rk::explore
