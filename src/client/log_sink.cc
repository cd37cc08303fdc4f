#include "client/log_sink.h"

#include <pthread.h>
#include <sys/time.h>
#include <syslog.h>

#include <cstdio>

#include "client/client.h"
#include "cluster/ops.h"

namespace rk {

ClientLog::ClientLog(rd_kafka_t* owner, const Conf& conf)
    : owner_(owner),
      queued_(conf.values.log_queue),
      thread_name_(conf.values.log_thread_name),
      callback_(conf.callbacks.log_cb) {}

void ClientLog::write(int level, const char* facility, const std::string& text, u32 contexts) {
  check_no_lock_is_held();
  std::string line;
  if (thread_name_) {
    char name[16] = "";
    pthread_getname_np(pthread_self(), name, sizeof name);
    line = std::string("[thrd:") + name + "]: " + text;
  } else {
    line = text;
  }
  if (!queued_) {
    if (LogCallback cb = callback_.load(std::memory_order_acquire))
      cb(owner_, level, facility, line.c_str());
    return;
  }
  Op* op = new LogOp(*owner_->conf, level, facility, line, contexts);
  QueueRef to;
  {
    Lock lock(mutex_);
    if (closed_) {
      delete op;
      return;
    }
    to = queue_;
    if (!to) {
      held_.push_back(op);
      if (held_.size() > kHeldMax) {
        delete held_.front();
        held_.pop_front();
      }
    }
  }
  if (!to) return;
  // Nobody reads them: what is there already tells how it began.
  if (to->op_count() < kHeldMax)
    to->push(op);
  else
    delete op;
}

void ClientLog::set_queue(QueueRef queue) {
  std::deque<Op*> held;
  {
    Lock lock(mutex_);
    queue_ = queue;
    held.swap(held_);
  }
  for (Op* op : held) queue->push(op);
}

void ClientLog::close() {
  std::deque<Op*> held;
  QueueRef queue;
  {
    Lock lock(mutex_);
    closed_ = true;
    held.swap(held_);
    std::swap(queue, queue_);
  }
  for (Op* op : held) delete op;
}

void log_to_stderr(const rd_kafka_t* rk, int level, const char* fac, const char* buf) {
  timeval now{};
  gettimeofday(&now, nullptr);  // a printer may also be called without a client, so without an Env
  std::fprintf(stderr, "%%%d|%u.%03u|%s|%s| %s\n", level, static_cast<unsigned>(now.tv_sec),
               static_cast<unsigned>(now.tv_usec / 1000), fac, rk ? rk->name.c_str() : "", buf);
}

void log_to_syslog(const rd_kafka_t* rk, int level, const char* fac, const char* buf) {
  syslog(level, "%s: %s: %s", fac, rk ? rk->name.c_str() : "", buf);
}

}  // namespace rk
