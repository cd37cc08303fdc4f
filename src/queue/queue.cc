#include "queue/queue.h"

#include <unistd.h>

#include "base/check.h"

using rk::Lock;
using rk::Op;

rd_kafka_queue_s::rd_kafka_queue_s(rk::Env& env, rd_kafka_t* rk, std::string name)
    : env_(env), rk_(rk), name_(std::move(name)), parker_(env.new_parker()) {}

rd_kafka_queue_s::~rd_kafka_queue_s() {
  if (rk::Feed* f = feed()) f->forget(*this);
  purge();
  if (rd_kafka_queue_s* d = forward_.load(std::memory_order_relaxed)) d->release();
}

void rd_kafka_queue_s::retain() {
  refs_.fetch_add(1, std::memory_order_relaxed);
}

void rd_kafka_queue_s::release() {
  if (refs_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
}

void rd_kafka_queue_s::push(Op* op) {
  put(op, false);
}

void rd_kafka_queue_s::push_front(Op* op) {
  put(op, true);
}

void rd_kafka_queue_s::put(Op* op, bool front) {
  rk::check_no_lock_is_held();
  {
    Lock lock(mutex_);
    if (rd_kafka_queue_s* d = forward_.load(std::memory_order_relaxed)) {
      d->retain();
      lock.unlock();
      d->put(op, front);
      d->release();
      return;
    }
    if (!head_) {
      op->next = nullptr;
      head_ = tail_ = op;
    } else if (front) {
      op->next = head_;
      head_ = op;
    } else {
      op->next = nullptr;
      tail_->next = op;
      tail_ = op;
    }
    // seq_cst: pairs with the pump's leader, which announces itself and then looks here
    op_count_.fetch_add(1, std::memory_order_seq_cst);
  }
  parker_->notify();
  if (rk::Feed* f = feed()) f->interrupt(*this);
  notify();
}

Op* rd_kafka_queue_s::pop() {
  if (forwarded()) {
    rk::QueueRef d(destination());
    return d.get() == this ? nullptr : d->pop();
  }
  if (!has_ops()) return nullptr;
  Lock lock(mutex_);
  Op* op = head_;
  if (!op) return nullptr;
  head_ = op->next;
  if (!head_) tail_ = nullptr;
  op->next = nullptr;
  op_count_.fetch_sub(1, std::memory_order_relaxed);
  return op;
}

size_t rd_kafka_queue_s::length() {
  rk::QueueRef d(destination());
  size_t n = d->op_count_.load(std::memory_order_acquire);
  if (rk::Feed* f = d->feed()) n += f->ready_count(*d);
  return n;
}

size_t rd_kafka_queue_s::op_count() {
  rk::QueueRef d(destination());
  return d->op_count_.load(std::memory_order_acquire);
}

void rd_kafka_queue_s::purge() {
  Op* op;
  {
    Lock lock(mutex_);
    op = head_;
    head_ = tail_ = nullptr;
    op_count_.store(0, std::memory_order_relaxed);
  }
  while (op) {
    Op* next = op->next;
    delete op;
    op = next;
  }
}

rd_kafka_queue_s* rd_kafka_queue_s::destination() {
  rd_kafka_queue_s* q = this;
  q->retain();
  while (q->forwarded()) {
    rd_kafka_queue_s* next;
    {
      Lock lock(q->mutex_);
      next = q->forward_.load(std::memory_order_relaxed);
      if (next) next->retain();
    }
    if (!next) break;
    q->release();
    q = next;
  }
  return q;
}

void rd_kafka_queue_s::forward_to(rd_kafka_queue_s* to) {
  if (to) {
    rk::QueueRef end(to->destination());
    if (end.get() == this) return;
    to->retain();
  }
  rd_kafka_queue_s* old;
  Op* moved = nullptr;
  {
    Lock lock(mutex_);
    old = forward_.load(std::memory_order_relaxed);
    forward_.store(to, std::memory_order_release);
    if (to) {
      moved = head_;
      head_ = tail_ = nullptr;
      op_count_.store(0, std::memory_order_relaxed);
    }
  }
  while (moved) {
    Op* next = moved->next;
    to->push(moved);
    moved = next;
  }
  if (rk::Feed* f = feed()) {
    f->routes_changed();
    f->interrupt(*this);
  }
  parker_->notify();
  if (old) old->release();  // last: partitions were routed to it until now
}

void rd_kafka_queue_s::wait(rk::Micros deadline) {
  if (rk::Feed* f = feed()) return f->wait(*this, deadline);
  const rk::u32 ticket = parker_->prepare();
  if (has_ops() || yielded() || forwarded()) return;
  if (deadline <= 0) return;  // a look, as rd_kafka_poll(rk, 0) after every message: no system call
  parker_->wait(ticket, deadline);
}

void rd_kafka_queue_s::yield() {
  rk::QueueRef d(destination());
  d->yielded_.store(true, std::memory_order_seq_cst);
  d->parker_->notify();
  if (rk::Feed* f = d->feed()) f->interrupt(*d);
}

bool rd_kafka_queue_s::take_yield() {
  return yielded() && yielded_.exchange(false, std::memory_order_acq_rel);
}
