// KIP-899 and KIP-1102: when nobody whom we know gives metadata, we begin again with the bootstrap
// servers. Until one of them has answered nobody else is asked for metadata; what runs over other
// connections goes on.
#include <algorithm>

#include "base/planted.h"
#include "cluster/control.h"

namespace rk {

// Who cannot be reached by the bootstrap list either may as well try the brokers that he knows.
bool Cluster::Impl::bootstrap_only() const {
  if (!rebootstrapping_) return false;
  return std::any_of(bootstrap_.begin(), bootstrap_.end(),
                     [](const BrokerSlot& b) { return b.failures == 0; });
}

void Cluster::Impl::rebootstrap(const std::string& why, Micros now) {
  recoveries_.rebootstraps.fetch_add(1, std::memory_order_relaxed);
  log_.log(kLogNotice, "REBOOTSTRAP", "Beginning again with the bootstrap servers: %s",
           why.c_str());
  rebootstrapping_ = true;
  metadata_wanted_ = now;
  for (BrokerSlot& b : bootstrap_) {
    b.failures = 0;
    b.shared->next_attempt.store(0, std::memory_order_relaxed);
  }
  // A request that nobody answers is not waited for; should its answer come yet, it is taken.
  if (under_way_.topics) ask_again(now);
  ++ask_number_;
  next_full_ = now;
  again_ = true;
}

Micros Cluster::Impl::serve_rebootstrap(Micros now) {
  if (metadata_wanted_ == kNever || !may_rebootstrap() || FASTKA_PLANTED(never_begins_again))
    return kNever;
  // A request that has just been sent gets a moment even when no patience is asked for.
  constexpr i64 kInFlightMin = 1000;
  const i64 trigger = conf_.values.metadata_recovery_rebootstrap_trigger_ms;
  const Micros due =
      metadata_wanted_ + (asking_ ? std::max(trigger, kInFlightMin) : trigger) * kMicrosPerMs;
  if (now < due) return due;
  rebootstrap(stringf("no metadata for %lld ms", static_cast<long long>(trigger)), now);
  return kNever;
}

}  // namespace rk
