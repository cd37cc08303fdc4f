// AbortFilter: which batches of one Fetch answer a read_committed reader skips. A value that
// belongs to one segment of one answer: the broker lists the aborted transactions anew each time.
// Used under the lock of whoever reads the segment.
#pragma once

#include <vector>

#include "record/batch.h"

namespace rk {

struct AbortedTransaction {
  i64 producer_id;
  i64 first_offset;
};

class AbortFilter {
 public:
  AbortFilter() = default;
  // In any order.
  explicit AbortFilter(std::vector<AbortedTransaction> aborted);

  // To be asked once for every batch, in the order of the log. `control`: of a control batch's
  // record. True: the batch's records are not for the application.
  bool skips(const BatchHeader& batch, ControlType control);

 private:
  std::vector<AbortedTransaction> aborted_;  // by first_offset
  size_t next_ = 0;                          // the first that has not begun
  std::vector<i64> open_;                    // producers whose current transaction was aborted
};

}  // namespace rk
