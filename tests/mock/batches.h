// Batches for the virtual broker's tests, made with the record builder.
#pragma once

#include <vector>

#include "record/builder.h"

namespace rk::mock_test {

struct Wanted {
  i64 producer_id = 7;
  i16 epoch = 0;
  i32 sequence = 0;
  i32 count = 1;
  i64 timestamp = 1000;  // of the first record; each later one is 10 ms younger
};

inline std::vector<u8> make_batch(const Wanted& w) {
  std::vector<u8> bytes(kBatchHeaderSize + static_cast<size_t>(w.count) * 64);
  u8* at = bytes.data() + kBatchHeaderSize;
  for (i32 i = 0; i < w.count; ++i) {
    RecordInput r;
    r.value = "value";
    r.value_size = 5;
    r.timestamp_delta = 10 * i;
    r.offset_delta = i;
    at = append_record(at, r);
  }
  bytes.resize(static_cast<size_t>(at - bytes.data()));
  BatchFields fields;
  fields.count = w.count;
  fields.base_timestamp = w.timestamp;
  fields.max_timestamp = w.timestamp + 10 * (w.count - 1);
  fields.producer_id = w.producer_id;
  fields.producer_epoch = w.epoch;
  fields.base_sequence = w.sequence;
  finish_header(bytes.data(), bytes.size(), fields);
  return bytes;
}

}  // namespace rk::mock_test
