#include "consumer/fetcher.h"
#include "record/batch.h"

namespace rk {

Walk walk_batches(Bytes records, i64 from) {
  Walk walk;
  walk.next_offset = from;
  while (walk.size < records.size()) {
    const Bytes rest = records.subspan(walk.size);
    const BatchCheck check = check_batch(rest);
    if (check.state == BatchState::whole) {
      const BatchHeader& batch = batch_at(rest.data());
      if (batch.next_offset() > walk.next_offset) walk.next_offset = batch.next_offset();
      walk.messages += static_cast<u32>(batch.count.get());
      walk.leader_epoch = batch.leader_epoch;
    } else if (check.state == BatchState::legacy) {
      // An entry's first field is its offset, the last one's of what is packed in it.
      const i64 offset = load_be<i64>(rest.data());
      if (offset >= walk.next_offset && offset < std::numeric_limits<i64>::max()) {
        walk.next_offset = offset + 1;
      }
      ++walk.messages;
      walk.leader_epoch = -1;
    } else {
      // What follows something sound is looked at again when the next Fetch begins with it. A first
      // batch is never cut by a sound broker: it sends the first one whole, whatever its size.
      if (walk.size == 0) walk.corrupt = check.why ? check.why : "the first batch is incomplete";
      break;
    }
    walk.size += check.size;
  }
  return walk;
}

}  // namespace rk
