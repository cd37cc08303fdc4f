// BrokerModel: what the brokers of one partition remember of idempotent producers, and what they do
// with a batch. The rules as measured on Kafka 4.4.0 and 2.4.1, in the order in which a broker
// applies them; written for the explorer alone, without a look at src/mock or at the producer. A
// plain value of fixed size.
#pragma once

#include <array>

#include "base/types.h"

namespace rk::explore {

// Messages have numbers 0, 1, ... in the order of production; a batch is a range of them.
struct Bytes {
  u8 first = 0;
  u8 count = 0;
  u8 producer = 0;  // which producer id
  i16 epoch = 0;
  i32 sequence = 0;
  bool operator==(const Bytes&) const = default;
  u64 packed() const {
    return u64{first} | u64{count} << 8 | u64{producer} << 16 | u64{static_cast<u16>(epoch)} << 24 |
           u64{static_cast<u32>(sequence)} << 40;
  }
};

constexpr i16 kWritten = 0;
constexpr i16 kDuplicate = -100;  // not a code: an ok whose batch was there already

class BrokerModel {
 public:
  static constexpr u8 kLogMax = 16;
  static constexpr u8 kProducers = 6;
  static constexpr u8 kRemembered = 5;

  struct Result {
    i16 code = 0;  // kWritten, kDuplicate or an error code
    i8 entry = -1;
  };
  // kafka_2_4: an unknown producer must start at 0.
  Result append(const Bytes& b, bool kafka_2_4);

  // Everything up to this entry is replicated: no change of leaders loses it.
  void replicate(i8 entry) {
    if (entry >= acked_) acked_ = static_cast<u8>(entry + 1);
  }
  // The new leader has the first `length` entries and remembers what they tell.
  void truncate(u8 length);
  // What a restart leaves: the last batch of each producer.
  void forget_all_but_last();
  // Retention took all records, and Kafka 2.4 the producers' state with them.
  void forget_producers() { producers_ = {}; }

  bool remembers_several() const {
    for (const Producer& p : producers_) {
      if (p.size > 1) return true;
    }
    return false;
  }
  u8 length() const { return length_; }
  u8 acked() const { return acked_; }
  const Bytes& entry(u8 i) const { return log_[i]; }
  i64 offset(i8 entry) const;
  // Which messages are in the log, as bits; how often the worst of them.
  u32 messages() const;

  template <typename Mix>
  void mix_into(Mix&& mix) const {
    mix(u64{length_} | u64{acked_} << 8);
    for (u8 i = 0; i < length_; ++i) mix(log_[i].packed());
    for (size_t id = 0; id < kProducers; ++id) {
      const Producer& p = producers_[id];
      if (p.epoch < 0) continue;
      mix(u64{static_cast<u16>(p.epoch)} | u64{p.size} << 16 | id << 24);
      for (u8 i = 0; i < p.size; ++i) {
        mix(u64{static_cast<u32>(p.batches[i].sequence)} | u64{p.batches[i].count} << 32 |
            u64{p.batches[i].entry} << 40);
      }
    }
  }

 private:
  struct Remembered {
    i32 sequence = 0;
    u8 count = 0;
    u8 entry = 0;
  };
  struct Producer {
    i16 epoch = -1;
    u8 size = 0;
    std::array<Remembered, kRemembered> batches{};
  };
  void remember(const Bytes& b, u8 entry);

  std::array<Bytes, kLogMax> log_{};
  u8 length_ = 0;
  u8 acked_ = 0;
  std::array<Producer, kProducers> producers_{};
};

}  // namespace rk::explore
