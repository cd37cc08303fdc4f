#include "mock/partition.h"

#include <algorithm>
#include <cstring>

#include "base/buffer.h"
#include "record/builder.h"
#include "record/codec.h"
#include "record/reader.h"

namespace rk::mock {
namespace {

constexpr size_t kRememberedBatches = 5;

AppendResult refuse(ErrorCode error, const char* why = "") {
  AppendResult r;
  r.error = error;
  r.message = why;
  return r;
}

// Kafka's sequence numbers wrap from 2^31-1 to 0.
i32 add_sequence(i32 base, i32 delta) {
  return static_cast<i32>((static_cast<u32>(base) + static_cast<u32>(delta)) & 0x7fffffffu);
}

}  // namespace

AppendResult Partition::append(Bytes records, size_t batch_bytes_max, WallMs now) {
  const BatchCheck check = check_batch(records);
  if (check.state != BatchState::whole)
    return check.state == BatchState::unsupported
               ? refuse(RD_KAFKA_RESP_ERR_UNSUPPORTED_COMPRESSION_TYPE)
               : refuse(RD_KAFKA_RESP_ERR_INVALID_MSG);
  const BatchHeader& b = batch_at(records.data());
  if (check.size != records.size())
    return refuse(RD_KAFKA_RESP_ERR_INVALID_RECORD, "one batch a partition is allowed");
  if (check.size > batch_bytes_max) return refuse(RD_KAFKA_RESP_ERR_MSG_SIZE_TOO_LARGE);
  if (!verify_crc(b)) return refuse(RD_KAFKA_RESP_ERR_INVALID_MSG);
  if (b.count == 0 || b.count != b.last_offset_delta + 1 || b.control())
    return refuse(RD_KAFKA_RESP_ERR_INVALID_RECORD, "record count and offsets do not agree");
  AppendResult result;
  bool duplicate = false;
  if (b.has_producer()) {
    result = check_sequence(b, &duplicate);
    if (duplicate || result.error != kOk) return result;
  }
  result.base_offset = end_;
  if (log_append_time_) result.log_append_time = now;
  store(b, records, now);
  return result;
}

// The rules, in the order in which a broker applies them: an older epoch is fenced, even a retry of
// what is in the log (47); a newer one must start at sequence 0 (45) and forgets what was; the
// same range as one of the last five batches is a duplicate, answered with its offset and, as log
// append time, its greatest timestamp; anything but the next sequence is out of order (45). An
// unknown producer may start anywhere.
AppendResult Partition::check_sequence(const BatchHeader& b, bool* duplicate) {
  AppendResult ok;
  const i32 first = b.base_sequence;
  const i32 last = add_sequence(first, b.last_offset_delta);
  auto it = producers_.find(b.producer_id);
  if (it == producers_.end()) return ok;
  const ProducerState& state = it->second;
  if (b.producer_epoch < state.epoch) return refuse(RD_KAFKA_RESP_ERR_INVALID_PRODUCER_EPOCH);
  if (b.producer_epoch > state.epoch)
    return first == 0 ? ok : refuse(RD_KAFKA_RESP_ERR_OUT_OF_ORDER_SEQUENCE_NUMBER);
  for (const Sequence& s : state.batches) {
    if (s.first != first || s.last != last) continue;
    *duplicate = true;
    ok.base_offset = s.base_offset;
    ok.log_append_time = s.max_timestamp;
    return ok;
  }
  if (!state.batches.empty() && first != add_sequence(state.batches.back().last, 1))
    return refuse(RD_KAFKA_RESP_ERR_OUT_OF_ORDER_SEQUENCE_NUMBER);
  return ok;
}

void Partition::store(const BatchHeader& sent, Bytes records, WallMs now) {
  auto copy = std::make_shared<std::vector<u8>>(records.size() + Buffer::kPadding);
  std::memcpy(copy->data(), records.data(), records.size());
  auto* header = reinterpret_cast<BatchHeader*>(copy->data());
  header->base_offset = end_;
  header->leader_epoch = leader_epoch_;
  if (log_append_time_) {
    header->attributes = static_cast<i16>(sent.attributes | kLogAppendTimeBit);
    header->max_timestamp = now;
    stamp(copy->data(), records.size(), sent.producer_id, sent.producer_epoch, sent.base_sequence);
  }
  const BatchHeader& b = *header;
  StoredBatch stored;
  stored.base_offset = end_;
  stored.last_offset = end_ + b.last_offset_delta;
  stored.max_timestamp = b.max_timestamp;
  stored.size = records.size();
  stored.bytes = std::move(copy);
  if (b.has_producer()) {
    ProducerState& state = producers_[b.producer_id];
    if (state.epoch != b.producer_epoch) state.batches.clear();
    state.epoch = b.producer_epoch;
    state.batches.push_back({b.base_sequence, add_sequence(b.base_sequence, b.last_offset_delta),
                             end_, b.max_timestamp});
    if (state.batches.size() > kRememberedBatches) state.batches.pop_front();
  }
  end_ = stored.last_offset + 1;
  bytes_ += stored.size;
  batches_.push_back(std::move(stored));
  while (bytes_ > bytes_max_ && batches_.size() > 1) {
    bytes_ -= batches_.front().size;
    batches_.pop_front();
    start_ = batches_.front().base_offset;
  }
}

ErrorCode Partition::read(i64 offset, size_t bytes_max,
                          std::vector<const StoredBatch*>* out) const {
  if (offset < start_ || offset > end_) return RD_KAFKA_RESP_ERR_OFFSET_OUT_OF_RANGE;
  auto it =
      std::lower_bound(batches_.begin(), batches_.end(), offset,
                       [](const StoredBatch& b, i64 wanted) { return b.last_offset < wanted; });
  size_t bytes = 0;
  for (; it != batches_.end(); ++it) {
    if (!out->empty() && bytes + it->size > bytes_max) break;
    out->push_back(&*it);
    bytes += it->size;
  }
  return kOk;
}

bool Partition::damage(i64 offset, size_t at) {
  for (StoredBatch& b : batches_) {
    if (offset < b.base_offset || offset > b.last_offset) continue;
    auto copy = std::make_shared<std::vector<u8>>(*b.bytes);
    (*copy)[at % b.size] ^= 0x10;
    b.bytes = std::move(copy);
    return true;
  }
  return false;
}

void Partition::trim(i64 start) {
  start_ = std::max(start_, std::min(start, end_));
  while (!batches_.empty() && batches_.front().last_offset < start_) {
    bytes_ -= batches_.front().size;
    batches_.pop_front();
  }
}

i64 Partition::max_timestamp() const {
  i64 max = -1;
  for (const StoredBatch& stored : batches_) max = std::max(max, stored.max_timestamp);
  return max;
}

void Partition::begin_epoch(i32 epoch) {
  leader_epoch_ = epoch;
  while (!epochs_.empty() && epochs_.back().start >= end_) epochs_.pop_back();
  epochs_.push_back({epoch, end_});
}

Partition::EpochEnd Partition::epoch_end(i32 epoch) const {
  if (epoch == epochs_.back().epoch) return {epoch, end_};
  const auto newer = std::find_if(epochs_.begin(), epochs_.end(),
                                  [epoch](const EpochStart& e) { return e.epoch > epoch; });
  if (newer == epochs_.end()) return {};
  const i32 found = newer == epochs_.begin() ? epoch : std::prev(newer)->epoch;
  return {found, newer->start};
}

void Partition::find_time(i64 ts, i64* offset, i64* timestamp) const {
  *offset = *timestamp = -1;
  BufferPool* pool = nullptr;
  for (const StoredBatch& stored : batches_) {
    if (stored.max_timestamp < ts) continue;
    const BatchHeader& b = batch_at(stored.bytes->data());
    BufferRef unpacked;
    Bytes records = b.records();
    if (b.codec() != Codec::none) {
      if (!pool) pool = BufferPool::create(0);
      if (decompress(b.codec(), records, *pool, &unpacked)) continue;
      records = {unpacked->data(), unpacked->size()};
    }
    RecordCursor cursor(records, b.count, b.last_offset_delta);
    for (RecordView r{}; *offset < 0 && cursor.next(r);) {
      if (b.timestamp(r.timestamp_delta) < ts) continue;
      if (stored.base_offset + r.offset_delta < start_) continue;
      *offset = stored.base_offset + r.offset_delta;
      *timestamp = b.timestamp(r.timestamp_delta);
    }
    if (*offset >= 0) break;
  }
  if (pool) pool->release();
}

}  // namespace rk::mock
