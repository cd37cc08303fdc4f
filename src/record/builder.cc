#include "record/builder.h"

#include "base/crc32c.h"

namespace rk {
namespace {
constexpr size_t kCrcStart = 21;

void seal(BatchHeader& h, size_t size) {
  h.crc = beu32(crc32c_extend(0, h.bytes() + kCrcStart, size - kCrcStart));
}

i16 attributes_of(const BatchFields& f) {
  return static_cast<i16>(static_cast<int>(f.codec) | (f.log_append_time ? kLogAppendTimeBit : 0) |
                          (f.transactional ? kTransactionalBit : 0) |
                          (f.control ? kControlBit : 0));
}
}  // namespace

void finish_header(u8* batch, size_t size, const BatchFields& f) {
  DCHECK(size >= kBatchHeaderSize && size - kBatchPrefixSize <= 0x7fffffff);
  auto& h = *reinterpret_cast<BatchHeader*>(batch);
  h.base_offset = f.base_offset;
  h.length = static_cast<i32>(size - kBatchPrefixSize);
  h.leader_epoch = f.leader_epoch;
  h.magic = 2;
  h.attributes = attributes_of(f);
  h.last_offset_delta = f.last_offset_delta < 0 ? f.count - 1 : f.last_offset_delta;
  h.base_timestamp = f.base_timestamp;
  h.max_timestamp = f.max_timestamp;
  h.producer_id = f.producer_id;
  h.producer_epoch = f.producer_epoch;
  h.base_sequence = f.base_sequence;
  h.count = f.count;
  seal(h, size);
}

void stamp(u8* batch, size_t size, i64 producer_id, i16 producer_epoch, i32 base_sequence) {
  auto& h = *reinterpret_cast<BatchHeader*>(batch);
  DCHECK(h.size() == size && h.magic == 2);
  h.producer_id = producer_id;
  h.producer_epoch = producer_epoch;
  h.base_sequence = base_sequence;
  seal(h, size);
}

}  // namespace rk
