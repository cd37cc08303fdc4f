#include "base/buffer.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

#include "base/check.h"

namespace rk {
namespace {
// Header and bytes are one allocation. The bytes begin with a cache line, at least one away from
// the header, so that counting references does not touch theirs.
constexpr size_t kLine = 64;
constexpr size_t kHeader = 2 * kLine;
constexpr size_t kSlack = kLine - alignof(std::max_align_t);
static_assert(sizeof(Buffer) + kLine <= kHeader);

u8* bytes_of(void* memory) {
  const auto at = reinterpret_cast<uintptr_t>(memory) + kHeader;
  return static_cast<u8*>(memory) + kHeader + (kLine - at % kLine) % kLine;
}
}  // namespace

void Buffer::release() {
  if (refs_.fetch_sub(1, std::memory_order_acq_rel) == 1) pool_->give_back(this);
}

BufferPool* BufferPool::create(size_t keep_bytes) {
  auto* pool = new (std::nothrow) BufferPool(keep_bytes);
  if (!pool) out_of_memory("a buffer pool");
  return pool;
}

void BufferPool::release() {
  unref();
}

void BufferPool::unref() {
  if (refs_.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
  for (Buffer*& head : free_) {
    while (Buffer* b = head) {
      head = b->next_free_;
      b->~Buffer();
      std::free(b);
    }
  }
  delete this;
}

BufferRef BufferPool::take(size_t size) {
  int cls = 0;
  while (cls < kClasses && (kSmallest << cls) < size) ++cls;
  if (cls == kClasses) return {};
  Buffer* b = nullptr;
  {
    Lock lock(mutex_);
    // A free buffer of up to four times the size is better than fresh pages.
    for (int c = cls; c < kClasses && c <= cls + 2 && !b; ++c) {
      if (!free_[c]) continue;
      b = free_[c];
      free_[c] = b->next_free_;
      bytes_kept_.fetch_sub(b->capacity_, std::memory_order_relaxed);
    }
  }
  if (!b) {
    const size_t capacity = kSmallest << cls;
    // Not aligned_alloc(): glibc's does not fit into what free() left of a buffer of the same size,
    // so that a process whose buffers come and go would grow.
    void* memory = std::malloc(kHeader + kSlack + capacity + Buffer::kPadding);
    if (!memory) return {};
    b = new (memory) Buffer;
    b->data_ = bytes_of(memory);
    b->capacity_ = capacity;
    b->size_class_ = static_cast<u8>(cls);
    b->pool_ = this;
  }
  b->refs_.store(1, std::memory_order_relaxed);
  b->size_ = 0;
  b->next_free_ = nullptr;
  refs_.fetch_add(1, std::memory_order_relaxed);
  bytes_out_.fetch_add(b->capacity_, std::memory_order_relaxed);
  return BufferRef(b);
}

void BufferPool::give_back(Buffer* b) {
  bytes_out_.fetch_sub(b->capacity_, std::memory_order_relaxed);
  bool keep = false;
  {
    Lock lock(mutex_);
    if (bytes_kept_.load(std::memory_order_relaxed) + b->capacity_ <= keep_bytes_) {
      b->next_free_ = free_[b->size_class_];
      free_[b->size_class_] = b;
      bytes_kept_.fetch_add(b->capacity_, std::memory_order_relaxed);
      keep = true;
    }
  }
  if (!keep) {
    b->~Buffer();
    std::free(b);
  }
  unref();
}

}  // namespace rk
