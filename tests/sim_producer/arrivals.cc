#include "sim_producer/arrivals.h"

#include <algorithm>
#include <cstdlib>

#include "record/codec.h"
#include "record/reader.h"
#include "wire/messages/produce.h"

namespace rk::sim {
namespace {

// Codes after which a record may be in the log, or may come there (measured on real brokers; see
// producer/verdict.cc). All others that the virtual brokers give refuse the attempt.
constexpr i16 kMaybe[] = {-1, 3, 5, 6, 7, 8, 9, 13, 20, 56, 74};

bool refuses(ErrorCode error) {
  return error != kOk && std::find(std::begin(kMaybe), std::end(kMaybe), static_cast<i16>(error)) ==
                             std::end(kMaybe);
}

i64 first_id_of(const std::vector<ReadRecord>& records) {
  return records.empty() ? -1 : std::atoll(records.front().value.substr(0, 8).c_str());
}

}  // namespace

bool read_batch(const BatchHeader& batch, std::vector<ReadRecord>* out) {
  BufferPool* pool = BufferPool::create(0);
  BufferRef unpacked;
  Bytes records = batch.records();
  bool ok = true;
  if (batch.codec() != Codec::none) {
    ok = !decompress(batch.codec(), records, *pool, &unpacked);
    if (ok) records = {unpacked->data(), unpacked->size()};
  }
  if (ok) {
    RecordCursor cursor(records, batch.count, batch.last_offset_delta);
    for (RecordView r{}; cursor.next(r);)
      out->push_back({r.offset_delta, batch.timestamp(r.timestamp_delta),
                      std::string(reinterpret_cast<const char*>(r.key), r.key_size),
                      std::string(reinterpret_cast<const char*>(r.value), r.value_size)});
    ok = !cursor.corrupt();
  }
  unpacked = {};
  pool->release();
  return ok;
}

void Arrivals::produce_arrived(i16 version, Bytes body) {
  wire::Reader reader(body);
  wire::ProduceRequest request;
  Arena arena;
  expect_(wire::decode(reader, request, version, arena), "a Produce that cannot be read");
  expect_(request.acks == -1, "P12: fewer acks than all");
  for (const auto& t : request.topic_data)
    for (const auto& data : t.partition_data) arrived(data.index, data.records);
}

void Arrivals::arrived(i32 partition, Bytes bytes) {
  expect_(check_batch(bytes).state == BatchState::whole, "a Produce without a whole batch");
  const BatchHeader& b = batch_at(bytes.data());
  expect_(b.has_producer(), "P12: without idempotence");
  std::vector<ReadRecord> records;
  expect_(verify_crc(b) && read_batch(b, &records), "a batch that cannot be read");
  const Stamp stamp{b.producer_id, b.producer_epoch, b.base_sequence, b.count,
                    first_id_of(records)};
  std::vector<u8> now(bytes.begin() + sizeof(i64), bytes.end());
  std::shared_ptr<Batch>& batch = batches_[{partition, stamp}];
  if (!batch) {
    batch = std::make_shared<Batch>();
    batch->bytes = std::move(now);
  } else {
    ++retries_;
    expect_(batch->bytes == now, "P8: other bytes under the same number");
  }
  ++batch->open;
  if (auto it = epochs_.find(partition); it != epochs_.end() && stamp.epoch > it->second)
    ++epoch_bumps_;
  epochs_[partition] = stamp.epoch;
  for (const ReadRecord& r : records) {
    const i64 id = std::atoll(r.value.substr(0, 8).c_str());
    expect_(env_.now() <= deadline_(id), "P7: sent after its deadline");
    std::shared_ptr<Batch>& last = of_message_[id];
    if (last && last != batch) {
      ++renumbered_;
      expect_(last->open == 0, "P8: another number while the outcome is open");
    }
    last = batch;
  }
}

void Arrivals::produce_answered(std::string_view, i32 partition, Bytes bytes, ErrorCode error) {
  if (!refuses(error)) return;
  const BatchHeader& b = batch_at(bytes.data());
  std::vector<ReadRecord> records;
  if (!read_batch(b, &records)) return;
  const auto it = batches_.find({partition, Stamp{b.producer_id, b.producer_epoch, b.base_sequence,
                                                  b.count, first_id_of(records)}});
  if (it != batches_.end() && it->second->open > 0) --it->second->open;
}

}  // namespace rk::sim
