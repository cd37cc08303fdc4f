#include "explore/broker_model.h"

#include "base/check.h"

namespace rk::explore {
namespace {
constexpr i16 kOutOfOrder = 45;
constexpr i16 kStaleEpoch = 47;
constexpr i16 kUnknownProducer = 59;

i32 following(i32 sequence, u8 count) {
  return static_cast<i32>((static_cast<u32>(sequence) + count) & 0x7fffffffu);
}
}  // namespace

BrokerModel::Result BrokerModel::append(const Bytes& b, bool kafka_2_4) {
  CHECK(b.producer < kProducers && length_ < kLogMax);
  const Producer& p = producers_[b.producer];
  if (p.epoch < 0) {
    // Since Kafka 2.5 an unknown producer may start anywhere.
    if (kafka_2_4 && b.sequence != 0) return {kUnknownProducer};
  } else if (b.epoch < p.epoch) {
    return {kStaleEpoch};
  } else if (b.epoch > p.epoch) {
    if (b.sequence != 0) return {kOutOfOrder};
  } else {
    for (u8 i = 0; i < p.size; ++i) {
      if (p.batches[i].sequence == b.sequence && p.batches[i].count == b.count)
        return {kDuplicate, static_cast<i8>(p.batches[i].entry)};
    }
    const Remembered& last = p.batches[p.size - 1];
    if (b.sequence != following(last.sequence, last.count)) return {kOutOfOrder};
  }
  log_[length_] = b;
  remember(b, length_);
  return {kWritten, static_cast<i8>(length_++)};
}

void BrokerModel::remember(const Bytes& b, u8 entry) {
  Producer& p = producers_[b.producer];
  if (p.epoch != b.epoch) p.size = 0;
  p.epoch = b.epoch;
  if (p.size == kRemembered) {
    for (u8 i = 1; i < kRemembered; ++i) p.batches[i - 1] = p.batches[i];
    --p.size;
  }
  p.batches[p.size++] = {b.sequence, b.count, entry};
}

void BrokerModel::truncate(u8 length) {
  length_ = length;
  if (acked_ > length) acked_ = length;
  producers_ = {};
  for (u8 i = 0; i < length_; ++i) remember(log_[i], i);
}

void BrokerModel::forget_all_but_last() {
  for (Producer& p : producers_) {
    if (p.size > 1) {
      p.batches[0] = p.batches[p.size - 1];
      p.size = 1;
    }
  }
}

i64 BrokerModel::offset(i8 entry) const {
  i64 at = 0;
  for (i8 i = 0; i < entry; ++i) at += log_[static_cast<u8>(i)].count;
  return at;
}

u32 BrokerModel::messages() const {
  u32 bits = 0;
  for (u8 i = 0; i < length_; ++i) bits |= ((1u << log_[i].count) - 1) << log_[i].first;
  return bits;
}

}  // namespace rk::explore
