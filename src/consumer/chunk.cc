#include "consumer/chunk.h"

#include <cstdlib>
#include <new>

#include "base/check.h"
#include "consumer/consumer.h"

namespace rk {
namespace {
constinit Chunk g_empty;  // never written: no ticket is ever there to be taken
}  // namespace

Chunk* empty_chunk() {
  return &g_empty;
}

ChunkPool* ChunkPool::create() {
  auto* pool = new (std::nothrow) ChunkPool;
  if (!pool) out_of_memory("a chunk pool");
  return pool;
}

ChunkPool::~ChunkPool() {
  while (Chunk* c = made_) {
    made_ = c->next_made;
    c->~Chunk();
    std::free(c);
  }
}

void ChunkPool::release() {
  if (refs_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
}

Chunk* ChunkPool::take() {
  Lock lock(mutex_);
  Chunk* c = free_;
  if (c) {
    free_ = c->next;
  } else {
    void* memory = std::aligned_alloc(alignof(Chunk), sizeof(Chunk));
    if (!memory) return nullptr;
    c = new (memory) Chunk;
    c->pool = this;
    c->next_made = made_;
    made_ = c;
  }
  refs_.fetch_add(1, std::memory_order_relaxed);
  return c;
}

void ChunkPool::give_back(Chunk* c) {
  {
    Lock lock(mutex_);
    c->next = free_;
    free_ = c;
  }
  release();
}

void recycle(Chunk& c) {
  if (c.buffer) {
    c.buffer->release();
    c.buffer = nullptr;
  }
  if (c.text) {
    std::free(c.text);
    c.text = nullptr;
  }
  c.notice = false;
  c.pool->give_back(&c);
}

}  // namespace rk
