#include <algorithm>
#include <limits>

#include "base/planted.h"
#include "consumer/fetcher.h"
#include "record/batch.h"

namespace rk {
namespace {

constexpr const char* kOutOfOrder = "its offset is not behind that of the batch before it";
constexpr const char* kBeyondTheEnd = "its offset is beyond the end of the log";
constexpr const char* kHole = "what was asked for is missing in front of it";
constexpr const char* kAllBefore = "all that came lies before what was asked for";

// An entry of the old formats tells the offset of its last message only; it has fewer than this.
constexpr i64 kEntryMessagesMax = 1 << 20;

// Looks at the batches of one answer, front to back. The checksum of a batch does not cover where
// it says that it lies, so that is held against its neighbours and the end of the log. A gap is no
// error by itself: compaction leaves some, but none behind the end that the answer names, which may
// be a moment older than the records.
class Walker {
 public:
  Walker(Bytes records, i64 from, i64 end) : records_(records), from_(from), end_(end) {
    walk_.next_offset = from;
  }

  Walk go() {
    const char* wrong = nullptr;
    while (walk_.size < records_.size() && !wrong) {
      const Bytes rest = records_.subspan(walk_.size);
      const BatchCheck check = check_batch(rest);
      if (check.state == BatchState::whole) {
        wrong = take(batch_at(rest.data()), check.size);
      } else if (check.state == BatchState::legacy) {
        wrong = take_entry(load_be<i64>(rest.data()), check.size);
      } else {
        // A first batch is never cut by a sound broker: it sends that whole, whatever its size.
        wrong = check.why ? check.why : "the first batch is incomplete";
      }
    }
    if (!wrong && walk_.size > 0 && !begun()) wrong = kAllBefore;
    // What follows something sound is looked at again when the next Fetch begins with it.
    if (wrong && !begun()) {
      walk_ = {};
      walk_.next_offset = from_;
      walk_.corrupt = wrong;
    }
    return walk_;
  }

 private:
  // Whether there was anything of what was asked for.
  bool begun() const { return walk_.next_offset > from_; }

  const char* take(const BatchHeader& batch, u32 size) {
    const i64 base = batch.base_offset, next = batch.next_offset();
    const bool before = next <= walk_.next_offset;
    if (begun() && base < walk_.next_offset) return blame();
    if (base > walk_.next_offset && passed_ && !begun()) return kHole;
    const bool gap_behind_the_end = base > walk_.next_offset && base >= end_;
    const bool across_the_end = base < end_ && next > end_;  // logs end between batches
    if (end_ >= 0 && (gap_behind_the_end || across_the_end) && !FASTKA_PLANTED(trusts_any_offset))
      return kBeyondTheEnd;
    accept(before ? walk_.next_offset : next, size, static_cast<u32>(batch.count.get()),
           batch.leader_epoch);
    gap_ = base > before_.next_offset;
    last_ = &batch;
    return nullptr;
  }

  const char* take_entry(i64 offset, u32 size) {
    const bool before = offset < walk_.next_offset;
    if (begun() && before) return blame();
    const i64 end = end_ < 0 ? offset : std::max(end_, walk_.next_offset);
    if (offset == std::numeric_limits<i64>::max() || offset - end > kEntryMessagesMax)
      return kBeyondTheEnd;
    accept(before ? walk_.next_offset : offset + 1, size, 1, -1);
    gap_ = false;
    last_ = nullptr;
    return nullptr;
  }

  void accept(i64 next_offset, u32 size, u32 messages, i32 leader_epoch) {
    before_ = walk_;
    walk_.size += size;
    walk_.next_offset = next_offset;
    walk_.messages += messages;
    walk_.leader_epoch = leader_epoch;
    passed_ |= !begun();
  }

  // This batch contradicts the one in front of it. If that has a gap before it, or is not what was
  // written, it may be the one that is wrong, and is not believed either.
  const char* blame() {
    if (last_ && (gap_ || !verify_crc(*last_))) walk_ = before_;
    return kOutOfOrder;
  }

  const Bytes records_;
  const i64 from_;
  const i64 end_;
  Walk walk_;
  Walk before_;  // without the last batch
  const BatchHeader* last_ = nullptr;
  bool gap_ = false;     // in front of the last batch
  bool passed_ = false;  // a batch that lies before what was asked for
};

}  // namespace

Walk walk_batches(Bytes records, i64 from, i64 end) {
  return Walker(records, from, end).go();
}

}  // namespace rk
