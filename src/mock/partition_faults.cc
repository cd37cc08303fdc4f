// What a broker's failures do to a partition's log and to what it remembers of producers, and logs
// that no producer of ours would write.
#include <cstring>

#include "base/buffer.h"
#include "mock/partition.h"

namespace rk::mock {

// A restarted broker reads its producer snapshots, which keep one batch of each producer.
void Partition::forget_all_but_last() {
  for (auto& [id, state] : producers_)
    while (state.batches.size() > 1) state.batches.pop_front();
}

// The new leader lacks what was not acknowledged, and knows of producers what its log shows.
void Partition::lose_unacknowledged() {
  lose_from(acknowledged_);
}

void Partition::lose_from(i64 end) {
  while (!batches_.empty() && batches_.back().last_offset >= end) {
    bytes_ -= batches_.back().size;
    end_ = batches_.back().base_offset;
    batches_.pop_back();
  }
  while (epochs_.size() > 1 && epochs_.back().start >= end_) epochs_.pop_back();
  producers_.clear();
  for (const StoredBatch& stored : batches_) {
    const BatchHeader& b = batch_at(stored.bytes->data());
    if (!b.has_producer()) continue;
    ProducerState& state = producers_[b.producer_id];
    state.epoch = b.producer_epoch;
    const u32 last = static_cast<u32>(b.base_sequence) + static_cast<u32>(b.last_offset_delta);
    state.batches = {{b.base_sequence, static_cast<i32>(last & 0x7fffffffu), stored.base_offset,
                      stored.max_timestamp}};
  }
}

void Partition::put(Bytes batch) {
  auto copy = std::make_shared<std::vector<u8>>(batch.size() + Buffer::kPadding);
  std::memcpy(copy->data(), batch.data(), batch.size());
  auto* header = reinterpret_cast<BatchHeader*>(copy->data());
  header->base_offset = end_;
  header->leader_epoch = leader_epoch_;
  StoredBatch stored;
  stored.base_offset = end_;
  stored.last_offset = header->last_offset();
  stored.max_timestamp = header->max_timestamp;
  stored.size = batch.size();
  stored.bytes = std::move(copy);
  end_ = stored.last_offset + 1;
  bytes_ += stored.size;
  batches_.push_back(std::move(stored));
}

}  // namespace rk::mock
