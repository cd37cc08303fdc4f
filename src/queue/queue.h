// Queue: the ABI's rd_kafka_queue_t: Ops waiting for the application, a Feed of consumed messages,
// an optional forward to another queue, and an optional notification (fd payload or callback).
// Reference-counted; any thread may do anything with it at any time.
//
// A Queue never runs application code under its lock. Lock order: Queue::mutex_ is taken before no
// other lock but the destination's when an Op travels along a forward (acyclic: forward_to refuses
// a cycle).
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <thread>

#include "base/env.h"
#include "base/lock.h"
#include "queue/op.h"

namespace rk {

using Queue = ::rd_kafka_queue_s;

// Where a queue's consumed messages come from; the consumer implements it. All calls: any thread,
// no lock held.
class Feed {
 public:
  virtual ~Feed() = default;
  // The next message that belongs to `q`, or null if none is at hand. Never blocks, takes no lock
  // while the current chunk lasts.
  virtual rd_kafka_message_t* take(Queue& q) = 0;
  virtual size_t take_many(Queue& q, rd_kafka_message_t** to, size_t size) = 0;
  // Sleeps until a message or an Op of `q` may be there, or the deadline; doing the I/O that brings
  // messages meanwhile, if nobody else does.
  virtual void wait(Queue& q, Micros deadline) = 0;
  // An Op was pushed to `q` (or it was yielded) by another thread: make its wait() return.
  virtual void interrupt(Queue& q) = 0;
  // Messages at hand for `q`; one non-blocking step of I/O first.
  virtual size_t ready_count(Queue& q) = 0;
  // Whether take() would find something; no I/O.
  virtual bool ready(Queue& q) = 0;
  // `q` has got an io/cb event or lost it (q.has_event()), or the application found it empty.
  virtual void arm(Queue& q) = 0;
  // Which partitions feed `q` may have changed (forwarding).
  virtual void routes_changed() = 0;
  // The last reference to `q` is gone: drop feed_state.
  virtual void forget(Queue& q) = 0;
  // The consume_cb of the configuration, for rd_kafka_poll() on a queue that carries messages;
  // false when there is none (messages are then left for the calls that return them).
  virtual bool has_consume_callback() const { return false; }
  virtual void consume_callback(rd_kafka_message_t*) {}
};

}  // namespace rk

struct rd_kafka_queue_s {
 public:
  rd_kafka_queue_s(rk::Env& env, rd_kafka_t* rk, std::string name);
  rd_kafka_queue_s(const rd_kafka_queue_s&) = delete;
  rd_kafka_queue_s& operator=(const rd_kafka_queue_s&) = delete;

  void retain();
  void release();  // the last reference destroys it and the Ops still in it

  rk::Env& env() const { return env_; }
  rd_kafka_t* owner() const { return rk_; }
  const std::string& name() const { return name_; }

  // --- what waits in it
  void push(rk::Op* op);        // takes ownership; follows forwards, wakes whoever polls, notifies
  void push_front(rk::Op* op);  // the same, before all others: an Op that was only partly served
  rk::Op* pop();                // the oldest Op of the destination, or null
  size_t length();              // Ops and messages at hand of the destination
  size_t op_count();            // Ops of the destination
  void purge();                 // destroys the Ops in this very queue

  // --- forwarding; null detaches. A forward that would make a cycle is ignored.
  void forward_to(rd_kafka_queue_s* destination);
  // The application decided (rd_kafka_queue_forward): assign() then leaves the forward alone.
  std::atomic<bool> forwarded_by_app{false};
  bool forwarded() const { return forward_.load(std::memory_order_acquire) != nullptr; }
  rd_kafka_queue_s* destination();  // where pushes and polls end up; the caller gets a reference

  // --- consumed messages
  void set_feed(rk::Feed* feed) { feed_.store(feed, std::memory_order_release); }
  rk::Feed* feed() const { return feed_.load(std::memory_order_acquire); }
  // The feed's own per-queue state; on one cache line with what else every poll looks at.
  alignas(64) std::atomic<void*> feed_state{nullptr};
  void* feed_owner = nullptr;  // the feed's, constant once the queue is in use

  bool has_ops() const { return op_count_.load(std::memory_order_acquire) != 0; }

  // --- polling. Sleeps until something may be there or the deadline; yield() makes it return.
  // Neither follows a forward by itself: resolve destination() first.
  void wait(rk::Micros deadline);
  void yield();
  bool yielded() const { return yielded_.load(std::memory_order_acquire); }
  bool take_yield();  // true once after each yield()
  rk::Parker& parker() { return *parker_; }

  // --- notification: at most one per period in which the application does not poll
  void set_io_event(int fd, const void* payload, size_t size);  // fd -1 removes
  void set_cb_event(void (*cb)(rd_kafka_t*, void*), void* opaque);
  void notify();        // something was put at hand for this queue
  void polled_empty();  // arms
  // The application polled: arms when nothing is left. Programs that know how much there is do not
  // poll once more to find nothing.
  void polled() {
    if (has_event_.load(std::memory_order_relaxed)) [[unlikely]]
      polled_some();
  }
  bool armed() const { return armed_.load(std::memory_order_acquire); }
  bool has_event() const { return has_event_.load(std::memory_order_acquire); }

 private:
  ~rd_kafka_queue_s();
  void put(rk::Op* op, bool front);
  void set_event(int fd, std::string payload, void (*cb)(rd_kafka_t*, void*), void* opaque);
  void signal();
  void polled_some();

  // On feed_state's cache line.
  std::atomic<rd_kafka_queue_s*> forward_{nullptr};  // written under mutex_; holds a reference
  std::atomic<rk::u32> op_count_{0};
  std::atomic<bool> yielded_{false};
  std::atomic<bool> has_event_{false};
  std::atomic<bool> armed_{false};
  std::atomic<rk::Feed*> feed_{nullptr};

  alignas(64) rk::Env& env_;
  rd_kafka_t* const rk_;
  const std::string name_;
  std::atomic<rk::u32> refs_{1};
  std::unique_ptr<rk::Parker> parker_;
  rk::Mutex mutex_;
  // guarded by mutex_
  rk::Op* head_ = nullptr;
  rk::Op* tail_ = nullptr;
  int io_fd_ = -1;
  std::string io_payload_;
  void (*event_cb_)(rd_kafka_t*, void*) = nullptr;
  void* event_opaque_ = nullptr;
  int signals_running_ = 0;
  std::thread::id signaller_;
};

namespace rk {

class QueueRef {
 public:
  QueueRef() = default;
  explicit QueueRef(Queue* adopted) : p_(adopted) {}
  QueueRef(const QueueRef& o) : p_(o.p_) {
    if (p_) p_->retain();
  }
  QueueRef(QueueRef&& o) noexcept : p_(o.p_) { o.p_ = nullptr; }
  QueueRef& operator=(QueueRef o) noexcept {
    std::swap(p_, o.p_);
    return *this;
  }
  ~QueueRef() {
    if (p_) p_->release();
  }
  Queue* get() const { return p_; }
  Queue& operator*() const { return *p_; }
  Queue* operator->() const { return p_; }
  explicit operator bool() const { return p_ != nullptr; }

 private:
  Queue* p_ = nullptr;
};

}  // namespace rk
