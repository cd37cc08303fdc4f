// Goal: no bytes in a Fetch answer's records make the reading of batches misbehave.
// Method: libFuzzer; the input is a record set as it stands in an answer: each batch is checked,
// unpacked by its codec under a ceiling, and read. The CRC is not looked at: a hostile broker can
// compute it.
#include "record/batch.h"
#include "record/codec.h"
#include "record_walk.h"

using namespace rk;

extern "C" int LLVMFuzzerTestOneInput(const u8* data, size_t size) {
  static BufferPool* const pool = BufferPool::create(1 << 20);
  static CodecContext codecs;
  constexpr size_t kMost = size_t{4} << 20;
  Bytes left(data, size);
  for (;;) {
    const BatchCheck check = check_batch(left);
    if (check.state != BatchState::whole) break;
    if (check.size > left.size() || check.size < kBatchHeaderSize) __builtin_trap();
    const BatchHeader& h = batch_at(left.data());
    (void)verify_crc(h);
    if (h.next_offset() < 0) __builtin_trap();
    if (h.codec() == Codec::none) {
      record_walk::walk(h.records(), h.count, h.last_offset_delta);
    } else {
      BufferRef out;
      if (!codecs.decompress(h.codec(), h.records(), kMost, 2, *pool, &out)) {
        if (out->size() > kMost) __builtin_trap();
        record_walk::walk({out->data(), out->size()}, h.count, h.last_offset_delta);
      }
    }
    left = left.subspan(check.size);
  }
  if (pool->bytes_out()) __builtin_trap();
  return 0;
}
