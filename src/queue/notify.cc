// The notification side of Queue: one wake-up per period in which the application does not poll.
//
// armed_ is true from the moment the application found the queue empty (or switched the event on)
// until the one signal of that period was given. The race that must not lose a wake-up: a poller
// finds nothing, a producer puts something and sees armed_ false, the poller arms and goes to sleep
// on its fd. Hence polled_empty() arms first and then looks once more.
#include <unistd.h>

#include "base/planted.h"
#include "queue/queue.h"

using rk::Lock;

void rd_kafka_queue_s::set_io_event(int fd, const void* payload, size_t size) {
  set_event(fd, fd >= 0 ? std::string(static_cast<const char*>(payload), size) : std::string(),
            nullptr, nullptr);
}

void rd_kafka_queue_s::set_cb_event(void (*cb)(rd_kafka_t*, void*), void* opaque) {
  set_event(-1, {}, cb, opaque);
}

void rd_kafka_queue_s::set_event(int fd, std::string payload, void (*cb)(rd_kafka_t*, void*),
                                 void* opaque) {
  rk::QueueRef d(destination());
  if (d.get() != this) return d->set_event(fd, std::move(payload), cb, opaque);
  const bool on = fd >= 0 || cb;
  for (;;) {
    const rk::u32 ticket = parker_->prepare();
    {
      Lock lock(mutex_);
      // The old callback's opaque may be freed once we return, unless we are called from it.
      if (signals_running_ == 0 || signaller_ == std::this_thread::get_id()) {
        io_fd_ = fd;
        io_payload_ = std::move(payload);
        event_cb_ = cb;
        event_opaque_ = opaque;
        has_event_.store(on, std::memory_order_seq_cst);
        armed_.store(on, std::memory_order_seq_cst);
        break;
      }
    }
    parker_->wait(ticket, rk::kNever);
  }
  if (rk::Feed* f = feed()) f->arm(*this);
}

void rd_kafka_queue_s::notify() {
  rk::check_no_lock_is_held();
  if (!has_event_.load(std::memory_order_seq_cst)) return;
  if (!armed_.exchange(false, std::memory_order_seq_cst)) return;
  if (FASTKA_PLANTED(fetches_only_when_armed) && feed()) feed()->arm(*this);
  signal();
}

void rd_kafka_queue_s::polled_empty() {
  if (!has_event_.load(std::memory_order_relaxed)) return;
  if (armed_.exchange(true, std::memory_order_seq_cst)) return;
  rk::Feed* f = feed();
  if (op_count_.load(std::memory_order_seq_cst) != 0 || (f && f->ready(*this))) return notify();
  if (f) f->arm(*this);
}

void rd_kafka_queue_s::polled_some() {
  rk::Feed* f = feed();
  if (!has_ops() && !(f && f->ready(*this))) polled_empty();
}

void rd_kafka_queue_s::signal() {
  int fd;
  std::string payload;
  void (*cb)(rd_kafka_t*, void*);
  void* opaque;
  {
    Lock lock(mutex_);
    fd = io_fd_;
    payload = io_payload_;
    cb = event_cb_;
    opaque = event_opaque_;
    ++signals_running_;
    signaller_ = std::this_thread::get_id();
  }
  if (cb) {
    cb(rk_, opaque);
  } else if (fd >= 0) {
    // A full pipe is as good as a written one: its reader has something to read already.
    [[maybe_unused]] const ssize_t n = ::write(fd, payload.data(), payload.size());
  }
  {
    Lock lock(mutex_);
    if (--signals_running_ == 0) signaller_ = {};
  }
  parker_->notify();
}
