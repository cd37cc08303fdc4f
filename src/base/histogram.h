// Histogram: how values were distributed since it was last emptied: count, extremes, sum, deviation
// and percentiles, each percentile right to about 3 %. A plain value, 4 KiB; Window is one with a
// lock, for those who measure (once per request or batch) and the one who reads and empties it.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "base/lock.h"
#include "base/types.h"

namespace rk {

class Histogram {
 public:
  // Larger values count as this one, and as out of range: 19 hours, when they are microseconds.
  static constexpr u64 kValueMax = (u64{1} << 36) - 1;

  void add(u64 value) {
    min_ = count_ == 0 ? value : std::min(min_, value);
    max_ = std::max(max_, value);
    ++count_;
    sum_ += value;
    squares_ += static_cast<double>(value) * static_cast<double>(value);
    if (value > kValueMax) ++out_of_range_;
    ++buckets_[index_of(std::min(value, kValueMax))];
  }

  void merge(const Histogram& o) {
    if (o.count_ == 0) return;
    min_ = count_ == 0 ? o.min_ : std::min(min_, o.min_);
    max_ = std::max(max_, o.max_);
    count_ += o.count_;
    sum_ += o.sum_;
    squares_ += o.squares_;
    out_of_range_ += o.out_of_range_;
    for (size_t i = 0; i < kBuckets; ++i) buckets_[i] += o.buckets_[i];
  }

  u64 count() const { return count_; }
  u64 min() const { return min_; }
  u64 max() const { return max_; }
  u64 sum() const { return sum_; }
  u64 out_of_range() const { return out_of_range_; }
  u64 average() const { return count_ == 0 ? 0 : sum_ / count_; }
  u64 deviation() const {
    if (count_ == 0) return 0;
    const double n = static_cast<double>(count_);
    const double mean = static_cast<double>(sum_) / n;
    return static_cast<u64>(std::sqrt(std::max(0.0, squares_ / n - mean * mean)));
  }
  // The value that `percent` of all do not exceed; 0 when there are none.
  u64 percentile(double percent) const {
    const double wanted = std::ceil(percent / 100 * static_cast<double>(count_));
    const u64 rank = std::max<u64>(1, static_cast<u64>(wanted));
    u64 seen = 0;
    for (size_t i = 0; i < kBuckets; ++i) {
      seen += buckets_[i];
      if (seen >= rank) return std::clamp(largest_of(i), min_, max_);
    }
    return max_;
  }

 private:
  // Values below 64 have a bucket each, then every power of two is cut into 32.
  static constexpr u64 kExact = 64;
  static constexpr u64 kParts = 32;
  static constexpr size_t kBuckets = 1024;
  static size_t index_of(u64 v) {
    if (v < kExact) return static_cast<size_t>(v);
    const int shift = static_cast<int>(std::bit_width(v)) - 6;
    return static_cast<size_t>(kExact + static_cast<u64>(shift - 1) * kParts +
                               ((v >> shift) - kParts));
  }
  static u64 largest_of(size_t index) {
    if (index < kExact) return index;
    const u64 at = index - kExact;
    const u64 shift = at / kParts + 1;
    return ((kParts + at % kParts + 1) << shift) - 1;
  }

  u64 count_ = 0, min_ = 0, max_ = 0, sum_ = 0, out_of_range_ = 0;
  double squares_ = 0;
  std::array<u32, kBuckets> buckets_{};
};

class Window {
 public:
  void add(i64 value) {
    Lock lock(mutex_);
    values_.add(static_cast<u64>(std::max<i64>(value, 0)));
  }
  void merge(const Histogram& values) {
    Lock lock(mutex_);
    values_.merge(values);
  }
  // Adds what was measured since the last take() to `to`.
  void take(Histogram& to) {
    Lock lock(mutex_);
    to.merge(values_);
    if (values_.count() > 0) values_ = Histogram();
  }

 private:
  Mutex mutex_;
  Histogram values_;  // guarded by mutex_
};

}  // namespace rk
