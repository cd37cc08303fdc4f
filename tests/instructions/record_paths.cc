// The two paths that every message takes, as a program for cachegrind: `record_paths read N` reads
// N records of 100 B from sound batches into message slots; `record_paths validate N` walks them as
// validate_records() does; `record_paths append N` measures and appends N records of 100 B. `none
// N` does the setting up alone, so that the difference of two runs is the path itself.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "base/message.h"
#include "record/builder.h"
#include "record/reader.h"

using namespace rk;

namespace {
constexpr i32 kRecords = 640;  // of one batch: about 70 kB
constexpr size_t kSlots = 64;  // of one chunk
constexpr size_t kValue = 100;

// Out of line, as a producer's append is: nothing is known at compile time.
__attribute__((noinline)) u8* append_one(u8* at, u8* limit, i32 offset_delta, i64 timestamp_delta,
                                         const void* key, size_t key_size, const void* value,
                                         size_t value_size) {
  if (record_size_bound(key_size, value_size, 0) > static_cast<size_t>(limit - at)) return nullptr;
  RecordInput r;
  r.key = key;
  r.key_size = key_size;
  r.value = value;
  r.value_size = value_size;
  r.offset_delta = offset_delta;
  r.timestamp_delta = timestamp_delta;
  return append_record(at, r);
}

size_t fill(u8* batch, size_t room) {
  u8 value[kValue];
  std::memset(value, 'v', sizeof value);
  u8* at = batch + kBatchHeaderSize;
  for (i32 i = 0; i < kRecords; ++i) {
    at = append_one(at, batch + room, i, i / 10, nullptr, 0, value, sizeof value);
    if (!at) std::abort();
  }
  return static_cast<size_t>(at - batch);
}

// Up to one chunk of slots, as the consumer's refill fills them.
__attribute__((noinline)) size_t read_chunk(RecordCursor& cursor, const BatchHeader& batch,
                                            Message* slots, rd_kafka_topic_t* topic) {
  RecordCursor c = cursor;
  const i64 base_offset = batch.base_offset;
  const BatchTimes times = batch.times();
  const i32 leader_epoch = batch.leader_epoch;
  size_t n = 0;
  RecordView v;
  for (; n < kSlots && c.next_sound(v); ++n) {
    Message& m = slots[n];
    m.pub.err = kOk;
    m.pub.rkt = topic;
    m.pub.partition = 3;
    m.pub.payload = const_cast<u8*>(v.value);
    m.pub.len = v.value_size;
    m.pub.key = const_cast<u8*>(v.key);
    m.pub.key_len = v.key_size;
    m.pub.offset = base_offset + v.offset_delta;
    m.pub._private = slots;
    m.timestamp = times.at(v.timestamp_delta);
    m.headers = v.header_count ? reinterpret_cast<uintptr_t>(v.header_block) : 0;
    m.leader_epoch = leader_epoch;
    m.kind = MessageKind::record;
    m.timestamp_type = 1;
    m.status = 2;
    m.spare = 0;
  }
  cursor = c;
  return n;
}
}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const char* what = argv[1];
  const long target = std::strtol(argv[2], nullptr, 10);
  const size_t room = kRecords * (kValue + kRecordOverheadMax) + kBatchHeaderSize;
  BufferPool* pool = BufferPool::create(0);
  BufferRef buffer = pool->take(room);
  const size_t size = fill(buffer->data(), room);
  BatchFields fields;
  fields.count = kRecords;
  finish_header(buffer->data(), size, fields);
  const BatchHeader& batch = batch_at(buffer->data());
  auto* slots = static_cast<Message*>(std::calloc(kSlots, sizeof(Message)));
  long done = 0;
  while (done < target) {
    if (!std::strcmp(what, "read")) {
      RecordCursor cursor(batch.records(), batch.count, batch.last_offset_delta);
      while (const size_t n = read_chunk(cursor, batch, slots, nullptr))
        done += static_cast<long>(n);
      if (cursor.corrupt()) return 1;
    } else if (!std::strcmp(what, "validate")) {
      if (!validate_records(batch.records(), batch.count, batch.last_offset_delta)) return 1;
      done += kRecords;
    } else if (!std::strcmp(what, "append")) {
      if (fill(buffer->data(), room) != size) return 1;
      done += kRecords;
    } else {
      break;
    }
  }
  std::printf("%ld\n", done);
  std::free(slots);
  buffer = BufferRef();
  pool->release();
  return 0;
}
