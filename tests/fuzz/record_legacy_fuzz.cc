// Goal: no bytes make the reading of message sets of magic 0 and 1 misbehave; what it makes of them
// is always a sound batch. Method: libFuzzer; the input is a record set, checksums not looked at.
#include "record/legacy.h"
#include "record_walk.h"

using namespace rk;

extern "C" int LLVMFuzzerTestOneInput(const u8* data, size_t size) {
  static BufferPool* const pool = BufferPool::create(1 << 20);
  static CodecContext codecs;
  LegacyOptions options;
  options.check_crcs = false;
  options.bytes_max = size_t{4} << 20;
  Bytes left(data, size);
  while (check_batch(left).state == BatchState::legacy) {
    LegacyBatch batch;
    if (upgrade_message_set(left, options, codecs, *pool, &batch)) break;
    if (!batch.consumed || batch.consumed > left.size()) __builtin_trap();
    const BatchCheck check = check_batch({batch.buffer->data(), batch.buffer->size()});
    if (check.state != BatchState::whole || check.size != batch.buffer->size()) __builtin_trap();
    const BatchHeader& h = batch.header();
    if (!verify_crc(h)) __builtin_trap();
    if (!validate_records(h.records(), h.count, h.last_offset_delta)) __builtin_trap();
    record_walk::walk(h.records(), h.count, h.last_offset_delta);
    left = left.subspan(batch.consumed);
  }
  return 0;
}
