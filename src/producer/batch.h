// Batch: the messages of one partition that travel together, from the first append to the last
// report. Encoded as they will be sent, in one pooled Buffer; nothing is kept per message but a
// Meta at the Buffer's other end, so that an append neither allocates nor builds an object. A
// finished Batch is itself the Op that waits in the application's queue (delivery.cc).
//
//   | 61 bytes of header | record 0 | record 1 | ... ->      <- ... | Meta 1 | Meta 0 |
//   0                    61                     end_     meta_at_               capacity
//
// Owned by one PartitionLog (under its lock), then by the queue, then by whoever popped it. What is
// sent holds a reference of its own to the bytes, so a Batch may be reported while a request of it
// is still out.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/buffer.h"
#include "base/message.h"
#include "producer/account.h"
#include "producer/new_message.h"
#include "producer/sequencer.h"
#include "queue/queue.h"
#include "record/builder.h"
#include "record/codec.h"

namespace rk {

// How reports reach the application; the same for all batches of a producer.
struct DeliveryMode {
  Queue* queue = nullptr;  // null: nobody listens, a finished batch just leaves the account
  void (*dr_cb)(rd_kafka_t*, void*, size_t, rd_kafka_resp_err_t, void*, void*) = nullptr;
  void (*dr_msg_cb)(rd_kafka_t*, const rd_kafka_message_t*, void*) = nullptr;
  void* opaque = nullptr;
  bool events = false;
  bool only_error = false;
  bool listens() const { return events || dr_cb || dr_msg_cb; }
};

// What every batch of a producer shares; outlives the producer with them.
struct BatchShared {
  BatchShared(Env& env, BufferPool& pool_in, u64 messages_max, u64 bytes_max)
      : pool(pool_in), account(env, messages_max, bytes_max) {}
  BufferPool& pool;  // alive as long as any batch, which holds a buffer of it
  Account account;
  std::atomic<u64> batch_ids{0};
  DeliveryMode delivery;
};

class Batch final : public rd_kafka_op_s {
 public:
  struct Limits {
    size_t bytes_max;  // header included, before packing; the first record always fits
    i32 messages_max;
  };

  // Null when memory is short. `capacity`: a guess at the bytes needed.
  static Batch* create(std::shared_ptr<BatchShared> shared, BufferPool& pool, Topic* topic,
                       i32 partition, size_t capacity, Micros opened_at);
  ~Batch() override;

  // At most what append() of this message takes.
  static size_t room_for(const NewMessage& m) {
    return record_size_bound(m.key_size, m.size, m.headers.size()) + kMetaMax;
  }
  // The capacity to ask for when `wanted` bytes are expected: so much, or the whole of what a batch
  // can take. What is not written to costs nothing, and buffers of one size serve each other; of
  // many sizes, each would have its own peak.
  static size_t buffer_for(size_t wanted, const Limits& limits);
  enum class Appended : u8 { yes, full, no_memory };
  // Copies the message behind those already there. `full`: it belongs into the next batch.
  Appended append(const NewMessage& m, WallMs timestamp, const Limits& limits, BufferPool& pool) {
    const size_t need = room_for(m);
    if (count_ >= limits.messages_max) return Appended::full;
    if (end_ + need > meta_at_ || end_ + need > limits.bytes_max) [[unlikely]] {
      const Appended room = make_room(m, timestamp, limits, pool, need);
      if (room != Appended::yes) return room;
    }
    put(m, timestamp);
    return Appended::yes;
  }

  i32 count() const { return count_; }
  Topic* topic() const { return topic_; }
  i32 partition() const { return partition_; }
  Micros opened_at() const { return opened_at_; }
  // When the messages that are appended from here on were produced. They need not tell one by one:
  // whoever appends looks at the clock when a tick is another than the last one's.
  void set_time(Micros at) {
    after_ = static_cast<u32>(std::clamp<Micros>(at - opened_at_, 0, kAfterMax));
  }
  bool is_timed(i64 tick) const { return tick_ == tick; }
  void set_time(Micros at, i64 tick) {
    set_time(at);
    tick_ = tick;
  }
  u64 payload_bytes() const { return payload_bytes_; }
  size_t size() const { return end_; }
  size_t used() const { return end_ + (capacity() - meta_at_); }
  // Unlike the address, never used again: an answer may come after the batch is gone.
  BatchId id() const { return id_; }

  // --- sending. The worker packs and stamps without the partition's lock, on a copy of what it
  // needs, since the batch may be reported (expiry, purge) and gone meanwhile.
  struct Packing {
    BufferRef bytes;  // raw; then what is sent
    size_t size = 0;
    BatchFields fields;
  };
  bool packed() const { return static_cast<bool>(wire_); }
  // Nothing is appended from here on.
  Packing packing() const;
  static Error pack(Packing& p, Codec codec, int level, CodecContext& codecs, BufferPool& pool);
  void set_packed(const Packing& p);
  size_t wire_size() const { return wire_ ? wire_->size() : end_; }
  i64 max_timestamp() const { return max_timestamp_; }
  // The numbers of the next attempt. True when they changed: write_header() has to follow.
  bool number(i64 producer_id, i16 epoch, i32 base_sequence, Packing* out);
  static void write_header(Packing& p) { finish_header(p.bytes->data(), p.size, p.fields); }
  // Halves it, for a broker that takes only smaller ones; false when memory is short. The original
  // keeps its claim on the account: forget() it.
  bool split(BufferPool& pool, Batch** first, Batch** second) const;

  // --- moving messages that waited for metadata: f(message, timestamp) for each, with the
  // partition that was asked for; the pointers last as long as the batch.
  template <typename F>
  void for_each(F&& f) const {
    Walk walk(*this);
    NewMessage m;
    WallMs timestamp;
    while (walk.next(&m, &timestamp)) f(m, timestamp);
  }
  // Gives up its claim on the account: the messages were moved to other batches.
  void forget();

  // --- the end
  struct Outcome {
    ErrorCode error = kOk;
    rd_kafka_msg_status_t status = RD_KAFKA_MSG_STATUS_NOT_PERSISTED;
    i64 base_offset = -1;         // -1: unknown
    i64 log_append_time_ms = -1;  // not -1: the record's time, as the broker set it
    i32 broker_id = -1;
    Micros done_at = 0;
    std::string text;  // the broker's own words, or none
    // Records that the broker named; all others of the batch failed only because of them.
    struct Named {
      i32 index;
      std::string text;
    };
    std::vector<Named> named;
  };
  void set_outcome(Outcome outcome) { outcome_ = std::move(outcome); }
  // Hands the batch to the application's queue, or drops it when nobody listens.
  static void deliver(Batch* batch);

  // --- Op: what the application does with the reports
  bool call_back(rd_kafka_t* rk) override;
  bool finished() const override { return served_ == count_; }
  bool as_event() const override { return shared_->delivery.events; }
  size_t message_count() override { return static_cast<size_t>(count_); }
  const rd_kafka_message_t* message_next() override;
  size_t message_array(const rd_kafka_message_t** to, size_t size) override;
  rd_kafka_resp_err_t error() override { return outcome_.error; }
  const char* error_string() override;

 private:
  // Under it lies a pointer when the payload is still the application's.
  struct Meta {
    void* opaque;
    u32 times;      // microseconds after the batch's opening; the lowest bit: it is borrowed
    i32 partition;  // that was asked for: read while messages wait for metadata
    bool borrowed() const { return times & 1; }
    Micros after() const { return times >> 1; }
  };
  static_assert(sizeof(Meta) == 16);
  static constexpr Micros kAfterMax = 0x7fffffff;  // 35 minutes: longer than linger.ms can be
  static constexpr size_t kMetaMax = sizeof(Meta) + sizeof(void*);

  // Reads the records and their Metas side by side. They are our own bytes, never a broker's: no
  // check is made.
  class Walk {
   public:
    explicit Walk(const Batch& b)
        : at_(b.raw_->data() + kBatchHeaderSize),
          meta_(b.raw_->data() + b.capacity()),
          left_(b.count_),
          topic_(b.topic_),
          base_timestamp_(b.base_timestamp_),
          opened_at_(b.opened_at_) {}
    bool next(NewMessage* m, WallMs* timestamp);
    // The same, for the loops that serve reports.
    [[gnu::always_inline]] inline bool step(NewMessage* m, WallMs* timestamp);
    const u8* header_block() const { return header_block_; }

   private:
    const u8* at_;
    const u8* meta_;
    i32 left_;
    Topic* topic_;
    i64 base_timestamp_;
    Micros opened_at_;
    const u8* header_block_ = nullptr;
  };

  Batch(std::shared_ptr<BatchShared> shared, Topic* topic, i32 partition, Micros opened_at,
        BufferRef raw);
  size_t capacity() const { return raw_->capacity(); }
  Appended make_room(const NewMessage& m, WallMs timestamp, const Limits& limits, BufferPool& pool,
                     size_t need);
  bool grow(BufferPool& pool, size_t need, const Limits& limits);
  void put(const NewMessage& m, WallMs timestamp);
  RecordInput record_of(const NewMessage& m, WallMs timestamp) const;
  // A report's parts: what all messages of the batch share, and what is one's own.
  void fill_common(DeliveryMessage* out) const;
  void fill(const NewMessage& m, WallMs timestamp, const u8* header_block, i32 index,
            DeliveryMessage* out) const;
  void fill_named(i32 index, DeliveryMessage* out) const;
  static void drop_headers(DeliveryMessage& m);
  bool make_messages();
  ErrorCode error_of(i32 index) const;

  std::shared_ptr<BatchShared> shared_;
  Topic* const topic_;
  const i32 partition_;
  const BatchId id_;
  i32 count_ = 0;
  BufferRef raw_;
  size_t end_ = kBatchHeaderSize;
  size_t meta_at_;
  i64 base_timestamp_ = 0;
  i64 max_timestamp_ = 0;
  u64 payload_bytes_ = 0;
  const Micros opened_at_;
  u32 after_ = 0;   // of the message that comes next
  i64 tick_ = -1;   // see is_timed()
  BufferRef wire_;  // what is sent; the same as raw_ unless packed
  Codec codec_ = Codec::none;
  bool numbered_ = false;
  i16 epoch_ = -1;
  i32 sequence_ = -1;
  i64 producer_id_ = -1;
  // reports
  i32 served_ = 0;
  u64 served_bytes_ = 0;
  Outcome outcome_;
  std::optional<Walk> walk_;   // where callbacks go on after a yield
  BufferRef messages_buffer_;  // of an event
  DeliveryMessage* messages_ = nullptr;
  size_t next_message_ = 0;
};

inline bool Batch::Walk::step(NewMessage* m, WallMs* timestamp) {
  if (left_ <= 0) return false;
  --left_;
  u32 size, offset, key_size, value_size;
  u64 delta;
  const u8* p = read_uvarint32_padded(at_, &size);
  at_ = p + (size >> 1);
  p = read_uvarint64_padded(p + 1, &delta);
  p = read_uvarint32_padded(p, &offset);  // not needed: the messages come in its order
  p = read_uvarint32_padded(p, &key_size);
  m->key = nullptr;
  m->key_size = 0;
  if (!(key_size & 1)) {
    m->key = p;
    p += m->key_size = key_size >> 1;
  }
  p = read_uvarint32_padded(p, &value_size);
  m->payload = nullptr;
  m->size = 0;
  if (!(value_size & 1)) [[likely]] {
    m->payload = const_cast<u8*>(p);
    p += m->size = value_size >> 1;
  }
  header_block_ = p;
  m->header_count = 0;
  if (*p) [[unlikely]]
    p = read_varint32_padded(p, &m->header_count);
  else
    ++p;
  m->headers = {p, at_};
  *timestamp = m->timestamp_ms =
      static_cast<i64>(static_cast<u64>(base_timestamp_) + static_cast<u64>(unzigzag64(delta)));

  Meta meta;
  meta_ -= sizeof meta;
  std::memcpy(&meta, meta_, sizeof meta);
  m->topic = topic_;
  m->partition = meta.partition;
  m->opaque = meta.opaque;
  m->produced_at = opened_at_ + meta.after();
  m->flags = RD_KAFKA_MSG_F_COPY;
  if (meta.borrowed()) [[unlikely]] {
    meta_ -= sizeof(void*);
    std::memcpy(&m->payload, meta_, sizeof(void*));
    m->flags = 0;
  }
  return true;
}

}  // namespace rk
