#include "record/batch.h"

#include "base/crc32c.h"

namespace rk {
namespace {
constexpr u32 kMagicEnd = 17;              // offset, length, epoch, magic: needed to tell formats
constexpr u32 kCrcStart = 21;              // where what the CRC covers begins
constexpr i32 kBatchLengthMin = 49;        // a header without records
constexpr i32 kLegacyLengthMin = 14;       // crc, magic, attributes, two null lengths
constexpr i32 kLegacyLengthMinTimed = 22;  // the same with a timestamp
constexpr u32 kRecordSizeMin = 7;          // seven one-byte fields
constexpr u8 kCodecLast = static_cast<u8>(Codec::zstd);

BatchCheck corrupt(const char* why) {
  return {BatchState::corrupt, 0, why};
}

BatchCheck check_header(const BatchHeader& h, u32 size) {
  const i32 count = h.count;
  const i32 last = h.last_offset_delta;
  const i64 base = h.base_offset;
  if (base < 0) return corrupt("negative base offset");
  if (last < 0) return corrupt("negative last offset delta");
  if (base > std::numeric_limits<i64>::max() - last - 1) return corrupt("offset overflow");
  if (count < 0) return corrupt("negative record count");
  // In this order: last + 1 would overflow.
  if (count > 0 && count - 1 > last) return corrupt("more records than offsets");
  if ((h.attributes & kCodecMask) > kCodecLast) {
    return {BatchState::unsupported, 0, "unknown compression codec"};
  }
  const u32 room = size - kBatchHeaderSize;
  if (h.codec() == Codec::none && static_cast<u32>(count) > room / kRecordSizeMin) {
    return corrupt("more records than bytes");
  }
  return {BatchState::whole, size, nullptr};
}
}  // namespace

BatchCheck check_batch(Bytes left) {
  if (left.size() < kMagicEnd) return {BatchState::cut, 0, nullptr};
  const BatchHeader& h = batch_at(left.data());  // only the first 17 bytes are known to be there
  const i32 length = h.length;
  const i8 magic = h.magic;
  if (magic < 0 || magic > 2) return {BatchState::unsupported, 0, "unknown magic byte"};
  const i32 least =
      magic == 2 ? kBatchLengthMin : (magic == 1 ? kLegacyLengthMinTimed : kLegacyLengthMin);
  if (length < least) return corrupt("length too small");
  const u64 size = u64{kBatchPrefixSize} + static_cast<u64>(length);
  if (size > left.size()) return {BatchState::cut, 0, nullptr};
  if (magic < 2) return {BatchState::legacy, static_cast<u32>(size), nullptr};
  return check_header(h, static_cast<u32>(size));
}

bool verify_crc(const BatchHeader& batch) {
  return crc32c_extend(0, batch.bytes() + kCrcStart, batch.size() - kCrcStart) == batch.crc;
}

ControlType control_type(const u8* key, size_t key_size) {
  // version, type; later versions may append fields
  if (!key || key_size < 4 || load_be<i16>(key) < 0) return ControlType::none;
  const i16 type = load_be<i16>(key + 2);
  return type == 0 ? ControlType::abort : type == 1 ? ControlType::commit : ControlType::none;
}

}  // namespace rk
