// Writes batches by our builder and codecs, with what is in them, in the text form of golden.h; the
// Java client reads them (JavaReads.java, java_reads.sh). Usage: write_batches SEED > FILE
#include "record/record_support.h"
#include "support/unit.h"

using namespace record_support;

namespace {
std::string random_bytes(TestRandom& random, size_t size) {
  std::string s(size, '\0');
  for (char& c : s) c = static_cast<char>('a' + random.below(8));
  return s;
}

std::vector<golden::Record> random_records(TestRandom& random, size_t count) {
  std::vector<golden::Record> records;
  for (size_t i = 0; i < count; ++i) {
    const i64 time = 1700000000000 + static_cast<i64>(random.below(1000000)) - 500000;
    golden::Record r{static_cast<i64>(i), time, {}, {}, {}};
    if (!random.chance(4)) r.key = random_bytes(random, random.below(random.chance(9) ? 180 : 20));
    if (!random.chance(6))
      r.value = random_bytes(random, random.below(random.chance(3) ? 190 : 90));
    if (random.chance(50)) r.value = std::string(1 + random.below(90000), 'x');
    for (u64 h = random.chance(3) ? random.below(5) : 0; h; --h) {
      r.headers.push_back({random_bytes(random, random.below(9)), {}});
      if (!random.chance(3)) r.headers.back().value = random_bytes(random, random.below(100));
    }
    records.push_back(r);
  }
  return records;
}
}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  TestRandom random(std::strtoull(argv[1], nullptr, 10));
  BufferPool* pool = BufferPool::create(1 << 22);
  CodecContext codecs;
  const Codec all[] = {Codec::none, Codec::gzip, Codec::snappy, Codec::lz4, Codec::zstd};
  const char* const names[] = {"none", "gzip", "snappy", "lz4", "zstd"};
  for (const Codec codec : all) {
    for (int level = -1; level <= 12; ++level) {
      BatchFields fields;
      fields.codec = codec;
      fields.producer_id = 4711 + level;
      fields.producer_epoch = static_cast<i16>(level + 1);
      fields.base_sequence = 2147483640;
      fields.transactional = level % 2 == 0;
      golden::Batch batch;
      batch.name = std::string(names[static_cast<int>(codec)]) + "-level-" + std::to_string(level);
      batch.records = random_records(random, 1 + random.below(300));
      batch.bytes = build(batch.records, fields, level, codecs, pool);
      golden::write_batch(stdout, batch);
    }
  }
  pool->release();
  return 0;
}
