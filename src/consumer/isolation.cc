#include "consumer/isolation.h"

#include <algorithm>

#include "base/planted.h"

namespace rk {

AbortFilter::AbortFilter(std::vector<AbortedTransaction> aborted) : aborted_(std::move(aborted)) {
  std::sort(aborted_.begin(), aborted_.end(),
            [](const auto& a, const auto& b) { return a.first_offset < b.first_offset; });
}

bool AbortFilter::skips(const BatchHeader& batch, ControlType control) {
  if (aborted_.empty() || !batch.has_producer()) return batch.control();
  while (next_ < aborted_.size() && aborted_[next_].first_offset <= batch.last_offset()) {
    open_.push_back(aborted_[next_++].producer_id);
  }
  const auto it = std::find(open_.begin(), open_.end(), batch.producer_id.get());
  if (batch.control()) {
    if (control == ControlType::abort && it != open_.end() && !FASTKA_PLANTED(abort_never_ends))
      open_.erase(it);
    return true;
  }
  return batch.transactional() && it != open_.end() && !FASTKA_PLANTED(hands_out_aborted);
}

}  // namespace rk
