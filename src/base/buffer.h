// Buffer: one reference-counted block of bytes, readable (not meaningfully) for kPadding bytes past
// its end so that parsers may load whole words. BufferPool: where Buffers come from and go back
// to, because a fresh page costs more than parsing what is in it (about 1.6 us per 4 KiB page
// touched for the first time, against 5 ns per record parsed; architecture notes in
// src/README.md). A Buffer may be held and released by any thread; its bytes are written by one
// thread before it is shared and are constant afterwards. A pool outlives its buffers' users:
// it is itself reference-counted by them.
#pragma once

#include <atomic>
#include <memory>

#include "base/lock.h"
#include "base/types.h"

namespace rk {

class BufferPool;

class Buffer {
 public:
  static constexpr size_t kPadding = 64;

  u8* data() { return data_; }
  const u8* data() const { return data_; }
  size_t capacity() const { return capacity_; }
  size_t size() const { return size_; }
  void set_size(size_t n) { size_ = n; }

  void retain() { refs_.fetch_add(1, std::memory_order_relaxed); }
  void release();
  // Nobody else holds it, and what the others read of it is behind us.
  bool unique() const { return refs_.load(std::memory_order_acquire) == 1; }

 private:
  friend class BufferPool;
  std::atomic<u32> refs_{1};
  u8 size_class_ = 0;
  size_t capacity_ = 0;
  size_t size_ = 0;
  u8* data_ = nullptr;
  BufferPool* pool_ = nullptr;
  Buffer* next_free_ = nullptr;
};

// Owning pointer to a Buffer (an intrusive shared_ptr).
class BufferRef {
 public:
  BufferRef() = default;
  explicit BufferRef(Buffer* adopted) : p_(adopted) {}
  BufferRef(const BufferRef& o) : p_(o.p_) {
    if (p_) p_->retain();
  }
  BufferRef(BufferRef&& o) noexcept : p_(o.p_) { o.p_ = nullptr; }
  BufferRef& operator=(BufferRef o) noexcept {
    std::swap(p_, o.p_);
    return *this;
  }
  ~BufferRef() {
    if (p_) p_->release();
  }
  Buffer* get() const { return p_; }
  Buffer* operator->() const { return p_; }
  explicit operator bool() const { return p_ != nullptr; }
  Buffer* detach() {
    Buffer* p = p_;
    p_ = nullptr;
    return p;
  }

 private:
  Buffer* p_ = nullptr;
};

class BufferPool {
 public:
  // keep_bytes: how much free memory the pool holds on to; the rest goes back to the system.
  static BufferPool* create(size_t keep_bytes);
  // The creator's reference; the pool goes when the last buffer is back.
  void release();

  // A buffer of at least `size` bytes plus padding, its size() 0; null when memory is short (the
  // size depends on input, so that is an error of the caller's, not an abort).
  BufferRef take(size_t size);

  size_t bytes_out() const { return bytes_out_.load(std::memory_order_relaxed); }
  size_t bytes_kept() const { return bytes_kept_.load(std::memory_order_relaxed); }

 private:
  friend class Buffer;
  explicit BufferPool(size_t keep_bytes) : keep_bytes_(keep_bytes) {}
  ~BufferPool() = default;
  void give_back(Buffer* b);
  void unref();

  static constexpr int kClasses = 20;  // 4 KiB << 0 .. 4 KiB << 19 = 2 GiB
  static constexpr size_t kSmallest = size_t{4096};

  const size_t keep_bytes_;
  std::atomic<size_t> bytes_out_{0};
  std::atomic<size_t> bytes_kept_{0};
  std::atomic<u32> refs_{1};  // the creator and every buffer out
  Mutex mutex_;
  Buffer* free_[kClasses] = {};  // guarded by mutex_
};

}  // namespace rk
