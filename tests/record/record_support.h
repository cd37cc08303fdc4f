// What several tests of src/record need: batches made by the builder, and batches taken apart.
#pragma once

#include <cstring>

#include "record/builder.h"
#include "record/codec.h"
#include "record/golden.h"
#include "record/legacy.h"
#include "record/reader.h"

namespace record_support {
using namespace rk;

// What each test gets, and gives back with no buffer kept.
struct Fixture {
  BufferPool* pool = BufferPool::create(1 << 22);
  CodecContext codecs;
};
template <typename F = Fixture>
int set_up(void** state) {
  *state = new F;
  return 0;
}
template <typename F = Fixture>
int tear_down(void** state) {
  auto* f = static_cast<F*>(*state);
  const size_t out = f->pool->bytes_out();
  f->pool->release();
  delete f;
  return out ? -1 : 0;
}

inline BufferRef to_buffer(BufferPool* pool, const std::string& bytes) {
  BufferRef b = pool->take(bytes.size());
  std::memcpy(b->data(), bytes.data(), bytes.size());
  b->set_size(bytes.size());
  // Padding may hold anything; make it the worst for a reader that trusts it.
  std::memset(b->data() + bytes.size(), 0xff, Buffer::kPadding);
  return b;
}

inline const void* data_or_null(const golden::MaybeBytes& b) {
  return b ? b->data() : nullptr;
}
inline size_t size_or_0(const golden::MaybeBytes& b) {
  return b ? b->size() : 0;
}

// The records as one batch by our builder; offsets and times relative to the first record's.
inline std::string build(const std::vector<golden::Record>& records, BatchFields fields, int level,
                         CodecContext& codecs, BufferPool* pool) {
  size_t bound = kBatchHeaderSize;
  std::vector<std::string> headers;
  for (const auto& r : records) {
    std::string wire;
    for (const auto& h : r.headers) {
      const size_t at = wire.size();
      wire.resize(at + header_size_bound(h.key.size(), size_or_0(h.value)));
      u8* const start = reinterpret_cast<u8*>(wire.data()) + at;
      u8* const end = append_header(start, h.key, data_or_null(h.value), size_or_0(h.value));
      wire.resize(at + static_cast<size_t>(end - start));
    }
    bound += record_size_bound(size_or_0(r.key), size_or_0(r.value), wire.size());
    headers.push_back(wire);
  }
  BufferRef raw = pool->take(bound);
  u8* const batch = raw->data();
  u8* at = batch + kBatchHeaderSize;
  fields.base_offset = records[0].offset;
  fields.base_timestamp = fields.max_timestamp = records[0].timestamp;
  for (size_t i = 0; i < records.size(); ++i) {
    const auto& r = records[i];
    RecordInput in;
    in.key = data_or_null(r.key);
    in.key_size = size_or_0(r.key);
    in.value = data_or_null(r.value);
    in.value_size = size_or_0(r.value);
    in.timestamp_delta = timestamp_delta(r.timestamp, records[0].timestamp);
    in.offset_delta = static_cast<i32>(r.offset - records[0].offset);
    in.header_count = static_cast<i32>(r.headers.size());
    in.headers = as_bytes(headers[i]);
    u8* const end = append_record(at, in);
    if (static_cast<size_t>(end - at) != record_size(in)) abort();
    at = end;
    if (r.timestamp > fields.max_timestamp) fields.max_timestamp = r.timestamp;
    fields.last_offset_delta = in.offset_delta;
  }
  fields.count = static_cast<i32>(records.size());
  size_t size = static_cast<size_t>(at - batch);
  if (fields.codec == Codec::none) {
    finish_header(batch, size, fields);
    return {reinterpret_cast<char*>(batch), size};
  }
  BufferRef packed;
  const Bytes body(batch + kBatchHeaderSize, size - kBatchHeaderSize);
  if (codecs.compress(fields.codec, level, body, kBatchHeaderSize, *pool, &packed)) abort();
  finish_header(packed->data(), packed->size(), fields);
  return {reinterpret_cast<char*>(packed->data()), packed->size()};
}

inline golden::MaybeBytes copied(const u8* data, u32 size) {
  if (!data) return {};
  return std::string(reinterpret_cast<const char*>(data), size);
}

// All records of a whole batch, or nothing when anything is wrong with it.
inline std::optional<std::vector<golden::Record>> take_apart(const BatchHeader& h, BufferPool* pool,
                                                             CodecContext& codecs) {
  Bytes records = h.records();
  BufferRef unpacked;
  if (h.codec() != Codec::none) {
    if (codecs.decompress(h.codec(), records, kUnpackedBytesMax, 2, *pool, &unpacked)) return {};
    records = {unpacked->data(), unpacked->size()};
  }
  if (!validate_records(records, h.count, h.last_offset_delta)) return {};
  RecordCursor cursor(records, h.count, h.last_offset_delta);
  std::vector<golden::Record> out;
  RecordView v;
  while (cursor.next(v)) {
    golden::Record r{h.base_offset + v.offset_delta,
                     h.timestamp(v.timestamp_delta),
                     copied(v.key, v.key_size),
                     copied(v.value, v.value_size),
                     {}};
    HeaderCursor headers(v.header_block);
    HeaderView header;
    while (headers.next(header)) {
      r.headers.push_back(
          {std::string(header.key, header.key_size), copied(header.value, header.value_size)});
    }
    if (static_cast<i32>(r.headers.size()) != v.header_count) abort();
    out.push_back(r);
  }
  return out;
}

inline bool same(const std::vector<golden::Record>& a, const std::vector<golden::Record>& b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    if (a[i].offset != b[i].offset || a[i].timestamp != b[i].timestamp || a[i].key != b[i].key ||
        a[i].value != b[i].value || a[i].headers.size() != b[i].headers.size()) {
      return false;
    }
    for (size_t k = 0; k < a[i].headers.size(); ++k) {
      if (a[i].headers[k].key != b[i].headers[k].key) return false;
      if (a[i].headers[k].value != b[i].headers[k].value) return false;
    }
  }
  return true;
}
}  // namespace record_support
