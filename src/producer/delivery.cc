// The end of a Batch: how its messages' reports reach the application. A report's message struct
// exists only while it is looked at: poll fills one on its stack per callback, an event fills them
// all at the first look and keeps them until it is destroyed.
#include <new>

#include "base/check.h"
#include "base/headers.h"
#include "producer/batch.h"
#include "queue/poll.h"

namespace rk {

void Batch::deliver(Batch* batch) {
  const DeliveryMode& d = batch->shared_->delivery;
  const bool wanted = d.listens() && !(d.only_error && batch->outcome_.error == kOk);
  if (wanted) {
    d.queue->push(batch);
  } else {
    delete batch;
  }
}

void Batch::fill_common(DeliveryMessage* out) const {
  const Outcome& o = outcome_;
  *out = {};
  out->pub.err = o.error;
  if (o.error != kOk && !o.text.empty()) out->error_text = o.text.c_str();
  out->pub.rkt = topic_;
  out->pub.partition = partition_;
  const bool broker_time = o.log_append_time_ms != -1;
  out->timestamp = o.log_append_time_ms;
  out->timestamp_type = static_cast<u8>(broker_time ? RD_KAFKA_TIMESTAMP_LOG_APPEND_TIME
                                                    : RD_KAFKA_TIMESTAMP_CREATE_TIME);
  out->pub.offset = RD_KAFKA_OFFSET_INVALID;
  out->leader_epoch = -1;
  out->kind = MessageKind::delivery;
  out->status = static_cast<u8>(o.status);
  out->latency_us = -1;
  out->broker_id = o.broker_id;
}

void Batch::fill(const NewMessage& m, WallMs timestamp, const u8* header_block, i32 index,
                 DeliveryMessage* out) const {
  const Outcome& o = outcome_;
  if (partition_ < 0) out->pub.partition = m.partition;
  out->pub.payload = m.payload;
  out->pub.len = m.size;
  out->pub.key = const_cast<void*>(m.key);
  out->pub.key_len = m.key_size;
  if (o.base_offset >= 0) out->pub.offset = o.base_offset + index;
  out->pub._private = m.opaque;
  if (o.log_append_time_ms == -1) out->timestamp = timestamp;
  if (o.done_at > 0) out->latency_us = o.done_at - m.produced_at;
  out->headers = m.header_count > 0 ? raw_headers(header_block) : 0;
  if (!o.named.empty()) [[unlikely]]
    fill_named(index, out);
}

void Batch::fill_named(i32 index, DeliveryMessage* out) const {
  out->pub.err = error_of(index);
  out->error_text = outcome_.text.empty() ? nullptr : outcome_.text.c_str();
  for (const Outcome::Named& named : outcome_.named) {
    if (named.index == index && !named.text.empty()) out->error_text = named.text.c_str();
  }
}

// rd_kafka_message_headers() leaves what it read in the message.
void Batch::drop_headers(DeliveryMessage& m) {
  constexpr std::uintptr_t kParsed = 2;
  if (m.headers & kParsed) delete reinterpret_cast<Headers*>(m.headers & ~kParsed);
  m.headers = 0;
}

bool Batch::call_back(rd_kafka_t* rk) {
  const DeliveryMode& d = shared_->delivery;
  if (!d.dr_cb && !d.dr_msg_cb) {
    served_ = count_;
    shared_->account.give(static_cast<u64>(count_), payload_bytes_);
    return false;
  }
  // The report is served when its callback is left, however it is left.
  struct Served {
    Batch& b;
    size_t size;
    DeliveryMessage& message;
    ~Served() {
      if (message.headers) drop_headers(message);
      ++b.served_;
      b.served_bytes_ += size;
      b.shared_->account.give(1, size);
    }
  };
  if (!walk_) walk_.emplace(*this);
  NewMessage m;
  WallMs timestamp;
  DeliveryMessage message;
  fill_common(&message);
  const bool& yielded = thread_yield();
  while (served_ < count_ && walk_->step(&m, &timestamp)) {
    {
      Served served{*this, m.size, message};
      if (d.dr_msg_cb) {
        fill(m, timestamp, walk_->header_block(), served_, &message);
        d.dr_msg_cb(rk, &message.pub, d.opaque);
      } else {
        d.dr_cb(rk, m.payload, m.size, error_of(served_), d.opaque, m.opaque);
      }
    }
    if (yielded) break;  // the poll loop sees the mark and returns
  }
  return true;
}

ErrorCode Batch::error_of(i32 index) const {
  if (outcome_.named.empty()) return outcome_.error;
  for (const Outcome::Named& named : outcome_.named) {
    if (named.index == index) return outcome_.error;
  }
  return RD_KAFKA_RESP_ERR__INVALID_DIFFERENT_RECORD;
}

bool Batch::make_messages() {
  if (messages_) return true;
  const size_t size = static_cast<size_t>(count_) * sizeof(DeliveryMessage);
  messages_buffer_ = shared_->pool.take(size);
  if (!messages_buffer_) return false;
  messages_ = reinterpret_cast<DeliveryMessage*>(messages_buffer_->data());
  Walk walk(*this);
  NewMessage m;
  WallMs timestamp;
  for (i32 i = 0; walk.step(&m, &timestamp); ++i) {
    auto* message = new (messages_ + i) DeliveryMessage;
    fill_common(message);
    fill(m, timestamp, walk.header_block(), i, message);
  }
  return true;
}

const rd_kafka_message_t* Batch::message_next() {
  if (next_message_ >= static_cast<size_t>(count_) || !make_messages()) return nullptr;
  return &messages_[next_message_++].pub;
}

size_t Batch::message_array(const rd_kafka_message_t** to, size_t size) {
  size_t n = 0;
  while (n < size && (to[n] = message_next())) ++n;
  return n;
}

const char* Batch::error_string() {
  return outcome_.text.empty() ? nullptr : outcome_.text.c_str();
}

}  // namespace rk
