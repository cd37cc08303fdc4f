// Arena: bump allocation for what a decoded message points to; freed all at once, nothing in it is
// destroyed. One thread at a time. Bounded: allocation beyond max_bytes answers null, so no count
// that a broker sends can make it grow without end.
#pragma once

#include <cstdlib>
#include <type_traits>

#include "base/types.h"

namespace rk {

class Arena {
 public:
  explicit Arena(size_t max_bytes = size_t{256} << 20) : max_bytes_(max_bytes) {}
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;
  ~Arena() { reset(); }

  template <typename T>
  T* allocate(size_t count) {
    static_assert(std::is_trivially_destructible_v<T> && alignof(T) <= 16);
    if (count > max_bytes_ / sizeof(T)) return nullptr;
    return static_cast<T*>(raw(count * sizeof(T)));
  }

  void reset() {
    while (block_) {
      Block* next = block_->next;
      std::free(block_);
      block_ = next;
    }
    left_ = used_ = 0;
  }

 private:
  struct alignas(16) Block {
    Block* next;
  };

  void* raw(size_t size) {
    size = (size + 15) & ~size_t{15};
    if (size > left_) {
      const size_t block = size > kBlock ? size : kBlock;
      if (used_ + block > max_bytes_) return nullptr;
      auto* b = static_cast<Block*>(std::malloc(sizeof(Block) + block));
      if (!b) return nullptr;
      b->next = block_;
      block_ = b;
      cursor_ = reinterpret_cast<u8*>(b + 1);
      left_ = block;
      used_ += block;
    }
    void* p = cursor_;
    cursor_ += size;
    left_ -= size;
    return p;
  }

  static constexpr size_t kBlock = 4096;
  const size_t max_bytes_;
  Block* block_ = nullptr;
  u8* cursor_ = nullptr;
  size_t left_ = 0;
  size_t used_ = 0;
};

}  // namespace rk
