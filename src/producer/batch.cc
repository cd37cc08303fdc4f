#include "producer/batch.h"

#include <algorithm>
#include <new>

#include "base/check.h"

namespace rk {
namespace {
// A buffer grows by this factor while it is small, or when a full batch would be very large.
constexpr size_t kGrowth = 4;
constexpr size_t kSmall = size_t{64} << 10;
constexpr size_t kLarge = size_t{4} << 20;
}  // namespace

Batch* Batch::create(std::shared_ptr<BatchShared> shared, BufferPool& pool, Topic* topic,
                     i32 partition, size_t capacity, Micros opened_at) {
  BufferRef raw = pool.take(std::max(capacity, size_t{kBatchHeaderSize} + kMetaMax));
  if (!raw) return nullptr;
  auto* b =
      new (std::nothrow) Batch(std::move(shared), topic, partition, opened_at, std::move(raw));
  if (!b) out_of_memory("a batch");
  return b;
}

Batch::Batch(std::shared_ptr<BatchShared> shared, Topic* topic, i32 partition, Micros opened_at,
             BufferRef raw)
    : rd_kafka_op_s(RD_KAFKA_EVENT_DR),
      shared_(std::move(shared)),
      topic_(topic),
      partition_(partition),
      id_(shared_->batch_ids.fetch_add(1, std::memory_order_relaxed) + 1),
      raw_(std::move(raw)),
      meta_at_(raw_->capacity()),
      opened_at_(opened_at) {}

Batch::~Batch() {
  for (i32 i = 0; messages_ && i < count_; ++i) drop_headers(messages_[i]);
  if (served_ < count_) {
    shared_->account.give(static_cast<u64>(count_ - served_), payload_bytes_ - served_bytes_);
  }
}

void Batch::forget() {
  served_ = count_;
  served_bytes_ = payload_bytes_;
}

RecordInput Batch::record_of(const NewMessage& m, WallMs timestamp) const {
  RecordInput r;
  r.key = m.key;
  r.key_size = m.key_size;
  r.value = m.payload;
  r.value_size = m.size;
  r.timestamp_delta = count_ ? timestamp_delta(timestamp, base_timestamp_) : 0;
  r.offset_delta = count_;
  r.headers = m.headers;
  r.header_count = m.header_count;
  return r;
}

// The fast path said that the longest possible form of the record has no room.
Batch::Appended Batch::make_room(const NewMessage& m, WallMs timestamp, const Limits& limits,
                                 BufferPool& pool, size_t need) {
  if (count_ > 0 && end_ + need > limits.bytes_max &&
      end_ + record_size(record_of(m, timestamp)) > limits.bytes_max) {
    return Appended::full;
  }
  if (end_ + need > meta_at_ && !grow(pool, need, limits)) return Appended::no_memory;
  return Appended::yes;
}

size_t Batch::buffer_for(size_t wanted, const Limits& limits) {
  if (wanted <= kSmall) return wanted;
  const size_t metas = static_cast<size_t>(limits.messages_max) * sizeof(Meta);
  const size_t full = limits.bytes_max + std::min(limits.bytes_max, metas);
  return full <= kLarge ? std::max(full, wanted) : wanted;
}

bool Batch::grow(BufferPool& pool, size_t need, const Limits& limits) {
  const size_t metas = capacity() - meta_at_;
  const size_t least = end_ + metas + need;
  // Never far beyond a full batch: records up to the limit and Metas in the present proportion.
  const size_t bytes_max = limits.bytes_max;
  const size_t full = bytes_max + bytes_max / std::max<size_t>(end_ / (metas + 1), 1) + need;
  const size_t wanted = buffer_for(std::min(capacity() * kGrowth, full), limits);
  BufferRef larger = pool.take(std::max(least, wanted));
  if (!larger) larger = pool.take(least);
  if (!larger) return false;
  std::memcpy(larger->data() + kBatchHeaderSize, raw_->data() + kBatchHeaderSize,
              end_ - kBatchHeaderSize);
  std::memcpy(larger->data() + larger->capacity() - metas, raw_->data() + meta_at_, metas);
  raw_ = std::move(larger);
  meta_at_ = capacity() - metas;
  return true;
}

void Batch::put(const NewMessage& m, WallMs timestamp) {
  if (count_ == 0) base_timestamp_ = max_timestamp_ = timestamp;
  if (timestamp > max_timestamp_) max_timestamp_ = timestamp;
  u8* const data = raw_->data();
  end_ = static_cast<size_t>(append_record(data + end_, record_of(m, timestamp)) - data);
  ++count_;
  payload_bytes_ += m.size;
  meta_at_ -= sizeof(Meta);
  const Meta meta{m.opaque, after_ << 1 | m.borrowed(), m.partition};
  std::memcpy(data + meta_at_, &meta, sizeof meta);
  if (meta.borrowed()) {
    meta_at_ -= sizeof(void*);
    std::memcpy(data + meta_at_, &m.payload, sizeof(void*));
  }
}

bool Batch::Walk::next(NewMessage* m, WallMs* timestamp) {
  return step(m, timestamp);
}

Batch::Packing Batch::packing() const {
  Packing p;
  p.bytes = wire_ ? wire_ : raw_;
  p.size = wire_size();
  p.fields.codec = codec_;
  p.fields.count = count_;
  p.fields.base_timestamp = base_timestamp_;
  p.fields.max_timestamp = max_timestamp_;
  return p;
}

Error Batch::pack(Packing& p, Codec codec, int level, CodecContext& codecs, BufferPool& pool) {
  if (codec == Codec::none) return {};
  const Bytes records{p.bytes->data() + kBatchHeaderSize, p.size - kBatchHeaderSize};
  BufferRef packed;
  if (Error error = codecs.compress(codec, level, records, kBatchHeaderSize, pool, &packed)) {
    return error;
  }
  // What does not shrink is sent as it is.
  if (packed->size() >= p.size) return {};
  p.bytes = std::move(packed);
  p.size = p.bytes->size();
  p.fields.codec = codec;
  return {};
}

void Batch::set_packed(const Packing& p) {
  DCHECK(!wire_);
  if (p.bytes.get() == raw_.get()) raw_->set_size(end_);
  wire_ = p.bytes;
  codec_ = p.fields.codec;
}

bool Batch::number(i64 producer_id, i16 epoch, i32 base_sequence, Packing* out) {
  const bool changed =
      !numbered_ || producer_id_ != producer_id || epoch_ != epoch || sequence_ != base_sequence;
  numbered_ = true;
  producer_id_ = producer_id;
  epoch_ = epoch;
  sequence_ = base_sequence;
  *out = packing();
  out->fields.producer_id = producer_id;
  out->fields.producer_epoch = epoch;
  out->fields.base_sequence = base_sequence;
  return changed;
}

bool Batch::split(BufferPool& pool, Batch** first, Batch** second) const {
  const i32 half = count_ / 2;
  Batch* parts[2];
  for (Batch*& part : parts) {
    part = create(shared_, pool, topic_, partition_, used() / 2 + 4096, opened_at_);
  }
  bool ok = parts[0] && parts[1];
  const Limits none{std::numeric_limits<u32>::max(), std::numeric_limits<i32>::max()};
  Walk walk(*this);
  NewMessage m;
  WallMs timestamp;
  for (i32 i = 0; ok && walk.next(&m, &timestamp); ++i) {
    // A borrowed payload is read from the application's memory: still its promise.
    parts[i >= half]->set_time(m.produced_at);
    ok = parts[i >= half]->append(m, timestamp, none, pool) == Appended::yes;
  }
  if (!ok) {
    for (Batch* part : parts) {
      if (!part) continue;
      part->forget();
      delete part;
    }
    return false;
  }
  *first = parts[0];
  *second = parts[1];
  return true;
}

}  // namespace rk
