// Record batches for the consumer's tests, and a partition with a queue and a feeder to read them.
#pragma once

#include <cstring>
#include <string>
#include <vector>

#include "base/env.h"
#include "consumer/feeder.h"
#include "consumer/fetcher.h"
#include "record/builder.h"

namespace rk::test {

struct BatchSpec {
  i64 base = 0;
  i32 count = 1;
  i32 first_delta = 0;  // a compacted batch may lack its first records
  i64 producer_id = -1;
  bool transactional = false;
  bool control = false;
  i16 control_type = 0;
  i32 last_delta = -1;  // it may lack its last ones, or all; -1: it lacks none
};

// One batch with values "v<offset>".
inline std::vector<u8> make_batch(const BatchSpec& s) {
  std::vector<u8> bytes(kBatchHeaderSize + static_cast<size_t>(s.count) * 64 + 64);
  u8* at = bytes.data() + kBatchHeaderSize;
  for (i32 i = 0; i < s.count; ++i) {
    const std::string value = "v" + std::to_string(s.base + s.first_delta + i);
    const u8 key[4] = {0, 0, 0, static_cast<u8>(s.control_type)};
    RecordInput r;
    r.value = value.data();
    r.value_size = value.size();
    if (s.control) {
      r.key = key;
      r.key_size = sizeof key;
    }
    r.offset_delta = s.first_delta + i;
    at = append_record(at, r);
  }
  bytes.resize(static_cast<size_t>(at - bytes.data()));
  BatchFields f;
  f.base_offset = s.base;
  f.count = s.count;
  f.last_offset_delta = s.last_delta >= 0 ? s.last_delta : s.first_delta + s.count - 1;
  f.producer_id = s.producer_id;
  f.producer_epoch = s.producer_id >= 0 ? 0 : -1;
  f.transactional = s.transactional || s.control;
  f.control = s.control;
  f.base_timestamp = f.max_timestamp = 1000;
  finish_header(bytes.data(), bytes.size(), f);
  return bytes;
}

struct Host final : FeederHost {
  explicit Host(BufferPool& buffers) : pool(buffers) {}
  BufferPool& buffer_pool() override { return pool; }
  bool check_crcs() const override { return crcs; }
  bool read_committed() const override { return true; }
  void corrupt(PartitionReader&, const Error& why) override {
    ++corrupt_count;
    last = std::string(why.text());
  }
  BufferPool& pool;
  bool crcs = true;
  int corrupt_count = 0;
  std::string last;
};

// What a feeder needs around it.
struct Rig {
  Rig()
      : pool(BufferPool::create(size_t{16} << 20)),
        host(*pool),
        topic(nullptr, "t", TopicConf()),
        queue(new Queue(linux_env(), nullptr, "q")),
        feeder(new Feeder(host, *queue)),
        reader(topic, 0, queue) {
    Feeder::rehome(reader, *feeder);
    reader.assigned = true;
    reader.mode = PartitionReader::Mode::active;
  }
  ~Rig() {
    delete feeder;
    pool->release();
  }

  void append(const std::vector<u8>& bytes, AbortFilter aborts = {}) {
    BufferRef buffer = pool->take(bytes.size());
    std::memcpy(buffer->data(), bytes.data(), bytes.size());
    buffer->set_size(bytes.size());
    Segment s;
    s.at = buffer->data();
    s.end = s.at + bytes.size();
    s.messages = walk_batches({s.at, bytes.size()}, 0, -1).messages;
    s.buffer = std::move(buffer);
    s.aborts = std::move(aborts);
    PartitionLock lock(reader);
    reader.append(std::move(s));
    feeder->announce(reader);
  }
  Message* take() {
    Chunk* c = static_cast<Chunk*>(queue->feed_state.load(std::memory_order_acquire));
    if (Message* m = take_ticket(*c)) return m;
    return feeder->ready() ? feeder->refill() : nullptr;
  }
  static void destroy(Message* m) { drop(*static_cast<Chunk*>(m->pub._private), 1); }
  // The offsets of all that is at hand.
  std::vector<i64> drain() {
    std::vector<i64> offsets;
    while (Message* m = take()) {
      offsets.push_back(m->pub.offset);
      destroy(m);
    }
    return offsets;
  }

  BufferPool* pool;
  Host host;
  Topic topic;
  QueueRef queue;
  Feeder* feeder;
  PartitionReader reader;
};

}  // namespace rk::test
