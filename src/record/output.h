// Output: where a decompressor writes when the size is unknown: a pooled Buffer that is exchanged
// for one twice as large, up to a ceiling, whenever it is full. Lives for one call; one thread.
#pragma once

#include <algorithm>
#include <cstring>

#include "base/buffer.h"
#include "base/error.h"

namespace rk {

class Output {
 public:
  Output(BufferPool& pool, size_t bytes_max) : pool_(pool), bytes_max_(bytes_max) {}

  // `guess`: the size that is likely enough; no promise, no trust.
  Error start(size_t guess) {
    return exchange(std::clamp(guess, std::min(kSmallest, bytes_max_), bytes_max_));
  }

  u8* at() { return buffer_->data() + size_; }
  size_t room() const { return capacity_ - size_; }
  size_t size() const { return size_; }
  void wrote(size_t n) { size_ += n; }

  // Makes room for at least one more byte, or says why not.
  Error grow() {
    if (capacity_ >= bytes_max_) {
      return errorf(RD_KAFKA_RESP_ERR__BAD_COMPRESSION,
                    "Decompressed records exceed the limit of %zu bytes", bytes_max_);
    }
    return exchange(capacity_ > bytes_max_ / 2 ? bytes_max_ : capacity_ * 2);
  }

  BufferRef finish() {
    buffer_->set_size(size_);
    return std::move(buffer_);
  }

 private:
  static constexpr size_t kSmallest = 4096;

  Error exchange(size_t capacity) {
    BufferRef larger = pool_.take(capacity);
    if (!larger) {
      return errorf(RD_KAFKA_RESP_ERR__CRIT_SYS_RESOURCE,
                    "Out of memory for %zu bytes of decompressed records", capacity);
    }
    if (size_) std::memcpy(larger->data(), buffer_->data(), size_);
    buffer_ = std::move(larger);
    // What the pool gave beyond the request is used too, but the ceiling holds.
    capacity_ = std::min(buffer_->capacity(), bytes_max_);
    return {};
  }

  BufferPool& pool_;
  const size_t bytes_max_;
  BufferRef buffer_;
  size_t capacity_ = 0;
  size_t size_ = 0;
};

}  // namespace rk
