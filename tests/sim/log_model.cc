#include "sim/log_model.h"

#include <algorithm>
#include <cstring>

namespace rk::sim {
namespace {

// A marker's record: version and type as key, version and coordinator epoch as value.
constexpr u8 kAbortKey[4] = {0, 0, 0, 0};
constexpr u8 kCommitKey[4] = {0, 0, 0, 1};
constexpr u8 kMarkerValue[6] = {0, 0, 0, 0, 0, 0};

}  // namespace

i32 LogModel::append(i64 producer_id) {
  TestRandom& r = w_.random;
  static constexpr Codec kCodecs[] = {Codec::none, Codec::none,   Codec::none, Codec::lz4,
                                      Codec::gzip, Codec::snappy, Codec::zstd};
  const bool gaps = r.chance(5);
  const i32 span = static_cast<i32>(1 + r.below(r.chance(4) ? 150 : 9));
  i64 transaction = -1;
  if (producer_id >= 0) {
    if (!open_.contains(producer_id)) open_[producer_id] = {next_transaction_++, end_};
    transaction = open_[producer_id].transaction;
  }
  BatchFields f;
  f.base_timestamp = clock_;
  std::vector<u8> bytes(kBatchHeaderSize + static_cast<size_t>(span) * 160);
  u8* at = bytes.data() + kBatchHeaderSize;
  for (i32 i = 0; i < span; ++i) {
    if (gaps && r.chance(2)) continue;  // compacted away
    Record record{value_of(topic_, partition_, end_ + i), clock_, transaction, false};
    clock_ += static_cast<i64>(r.below(3));
    record.timestamp = f.max_timestamp = clock_;
    RecordInput in;
    in.value = record.value.data();
    in.value_size = record.value.size();
    in.offset_delta = i;
    in.timestamp_delta = record.timestamp - f.base_timestamp;
    at = append_record(at, in);
    ++f.count;
    records_[end_ + i] = std::move(record);
  }
  bytes.resize(static_cast<size_t>(at - bytes.data()));
  f.codec = f.count > 0 ? kCodecs[r.below(std::size(kCodecs))] : Codec::none;
  if (f.codec != Codec::none) w_.pack(bytes, f.codec);
  f.last_offset_delta = span - 1;
  f.transactional = producer_id >= 0;
  f.producer_id = producer_id;
  f.producer_epoch = producer_id >= 0 ? i16{0} : i16{-1};
  put(bytes, f);
  return f.count;
}

void LogModel::end_transaction(i64 producer_id, bool commit) {
  const auto it = open_.find(producer_id);
  if (it == open_.end()) return;
  const Open open = it->second;
  open_.erase(it);
  (commit ? committed_ : aborted_).insert(open.transaction);
  records_[end_] = {"", clock_, -1, true};
  std::vector<u8> bytes(kBatchHeaderSize + 64);
  RecordInput in;
  in.key = commit ? kCommitKey : kAbortKey;
  in.key_size = sizeof kCommitKey;
  in.value = kMarkerValue;
  in.value_size = sizeof kMarkerValue;
  u8* at = append_record(bytes.data() + kBatchHeaderSize, in);
  bytes.resize(static_cast<size_t>(at - bytes.data()));
  if (!commit) {
    const Lock lock = w_.server.cluster().lock();
    w_.server.cluster().partition(topic_, partition_)->add_aborted({producer_id, open.first, end_});
  }
  BatchFields f;
  f.count = 1;
  f.transactional = f.control = true;
  f.base_timestamp = f.max_timestamp = clock_;
  f.producer_id = producer_id;
  f.producer_epoch = 0;
  put(bytes, f);
}

void LogModel::end_all() {
  while (!open_.empty()) end_transaction(open_.begin()->first, w_.random.chance(2));
}

void LogModel::put(std::vector<u8>& bytes, const BatchFields& fields) {
  finish_header(bytes.data(), bytes.size(), fields);
  end_ += (fields.last_offset_delta < 0 ? fields.count - 1 : fields.last_offset_delta) + 1;
  {
    const Lock lock = w_.server.cluster().lock();
    mock::Partition* p = w_.server.cluster().partition(topic_, partition_);
    p->put(bytes);
    p->set_first_open(open_.empty() ? -1 : stable());
    EXPECT(w_, p->end_offset() == end_);
    w_.server.cluster().appended();
  }
  ends_.insert(end_);
  stable_ends_.insert(stable());
  w_.server.poller().wake();
}

i64 LogModel::stable() const {
  i64 first = end_;
  for (const auto& [producer, open] : open_) first = std::min(first, open.first);
  return first;
}

void LogModel::trim(i64 start) {
  if (start <= start_) return;
  start_ = start;
  const Lock lock = w_.server.cluster().lock();
  w_.server.cluster().partition(topic_, partition_)->trim(start);
}

i64 LogModel::next_visible(i64 from, bool committed) const {
  const i64 end = end_for(committed);
  for (auto it = records_.lower_bound(from); it != records_.end() && it->first < end; ++it) {
    const Record& r = it->second;
    if (!r.control && !(committed && aborted_.contains(r.transaction))) return it->first;
  }
  return -1;
}

i64 LogModel::find_time(i64 timestamp) const {
  for (const auto& [offset, r] : records_)
    if (offset >= start_ && r.timestamp >= timestamp) return offset;
  return -1;
}

}  // namespace rk::sim
