// An entry of a message set, after its offset (i64) and size (i32), all big-endian:
//
//   crc u32 | magic i8 | attributes i8 | timestamp i64, magic 1 only | key i32 length, bytes |
//   value i32 length, bytes
//
// A compressed entry's value is a message set of its own, which must not nest again.
#include "record/legacy.h"

#include <zlib.h>

#include <algorithm>

#include "record/builder.h"

namespace rk {
namespace {
constexpr size_t kCrcAt = 12;
constexpr size_t kMagicAt = 16;
constexpr size_t kAttributesAt = 17;
// A run of plain entries stops here: it is one allocation.
constexpr size_t kRunBytesMax = size_t{1} << 20;

struct Entry {
  i64 offset;
  i64 timestamp;
  const u8* key;  // null: none
  const u8* value;
  size_t key_size;
  size_t value_size;
  size_t size;  // with the prefix
  u8 codec;
  i8 magic;
  bool log_append_time;
};

// A length-prefixed field that must end within `end`; null pointer for length -1.
bool read_field(const u8*& p, const u8* end, const u8** data, size_t* size) {
  if (end - p < 4) return false;
  const i32 length = load_be<i32>(p);
  p += 4;
  *data = nullptr;
  *size = 0;
  if (length == -1) return true;
  if (length < 0 || length > end - p) return false;
  *data = p;
  *size = static_cast<size_t>(length);
  p += length;
  return true;
}

// Reads the entry at the start of `set`; false: cut or corrupt.
bool read_entry(Bytes set, bool check_crc, Entry* e) {
  const BatchCheck check = check_batch(set);
  if (check.state != BatchState::legacy) return false;
  const u8* const start = set.data();
  const u8* const end = start + check.size;
  e->size = check.size;
  e->offset = load_be<i64>(start);
  e->magic = static_cast<i8>(start[kMagicAt]);
  e->codec = start[kAttributesAt] & kCodecMask;
  e->log_append_time = e->magic == 1 && start[kAttributesAt] & kLogAppendTimeBit;
  const u8* p = start + kAttributesAt + 1;
  e->timestamp = kNoTimestamp;
  if (e->magic == 1) {
    e->timestamp = load_be<i64>(p);
    p += 8;
  }
  if (e->offset < 0 || e->offset == std::numeric_limits<i64>::max()) return false;
  if (!read_field(p, end, &e->key, &e->key_size)) return false;
  if (!read_field(p, end, &e->value, &e->value_size) || p != end) return false;
  if (!check_crc) return true;
  const auto crc = crc32_z(0, start + kMagicAt, check.size - kMagicAt);
  return load_be<u32>(start + kCrcAt) == static_cast<u32>(crc);
}

// Builds the magic 2 batch, entry by entry.
class Upgrade {
 public:
  // Room for `entries` entries with `payload` bytes of keys and values.
  Error start(BufferPool& pool, size_t entries, size_t payload) {
    buffer_ = pool.take(kBatchHeaderSize + entries * kRecordOverheadMax + payload);
    if (!buffer_) return Error(RD_KAFKA_RESP_ERR__CRIT_SYS_RESOURCE);
    at_ = buffer_->data() + kBatchHeaderSize;
    return {};
  }

  // False when the entry cannot join the batch: offset not above the last one's, too far off the
  // first one's, or of another kind or append time.
  bool add(const Entry& e, i64 offset) {
    if (!fields_.count) {
      fields_.base_offset = offset;
      fields_.base_timestamp = fields_.max_timestamp = e.timestamp;
      fields_.log_append_time = e.log_append_time;
      magic_ = e.magic;
    } else if (!joins(e, offset)) {
      return false;
    }
    RecordInput r;
    r.key = e.key;
    r.key_size = e.key_size;
    r.value = e.value;
    r.value_size = e.value_size;
    r.offset_delta = static_cast<i32>(offset - fields_.base_offset);
    r.timestamp_delta = timestamp_delta(e.timestamp, fields_.base_timestamp);
    at_ = append_record(at_, r);
    ++fields_.count;
    fields_.last_offset_delta = r.offset_delta;
    fields_.max_timestamp = std::max(fields_.max_timestamp, e.timestamp);
    return true;
  }

  // Gives every record the wrapper's append time, as magic 1 wants it.
  void set_append_time(i64 timestamp) {
    fields_.log_append_time = true;
    fields_.max_timestamp = timestamp;
  }

  i32 count() const { return fields_.count; }

  BufferRef finish() {
    const size_t size = static_cast<size_t>(at_ - buffer_->data());
    finish_header(buffer_->data(), size, fields_);
    buffer_->set_size(size);
    return std::move(buffer_);
  }

 private:
  bool joins(const Entry& e, i64 offset) const {
    const i64 delta = offset - fields_.base_offset;  // both are in [0, 2^63 - 1)
    if (delta <= fields_.last_offset_delta || delta > std::numeric_limits<i32>::max() - 1) {
      return false;
    }
    if (e.magic != magic_ || e.log_append_time != fields_.log_append_time) return false;
    return !e.log_append_time || e.timestamp == fields_.max_timestamp;
  }

  BufferRef buffer_;
  u8* at_ = nullptr;
  BatchFields fields_;
  i8 magic_ = 0;
};

Error corrupt_entry(const char* what) {
  return errorf(RD_KAFKA_RESP_ERR__BAD_MSG, "Corrupt message set: %s", what);
}

Error upgrade_run(Bytes set, const LegacyOptions& options, BufferPool& pool, LegacyBatch* out) {
  // First how much there is, then the copy.
  Entry e;
  size_t entries = 0, bytes = 0;
  while (bytes < kRunBytesMax && read_entry(set.subspan(bytes), options.check_crcs, &e) &&
         !e.codec) {
    bytes += e.size;
    ++entries;
  }
  Upgrade upgrade;
  if (Error error = upgrade.start(pool, entries, bytes)) return error;
  out->consumed = 0;
  for (size_t i = 0; i < entries; ++i) {
    read_entry(set.subspan(out->consumed), false, &e);
    if (!upgrade.add(e, e.offset)) break;
    out->consumed += e.size;
  }
  out->buffer = upgrade.finish();
  return {};
}

// The entries inside a compressed one: how many, and the offset of the last.
Error survey(Bytes inner, const Entry& outer, bool check_crc, size_t* entries, i64* last_offset) {
  Entry e;
  *entries = 0;
  for (size_t at = 0; at < inner.size(); at += e.size, ++*entries) {
    if (!read_entry(inner.subspan(at), check_crc, &e)) return corrupt_entry("bad inner message");
    if (e.codec) return corrupt_entry("nested compression");
    if (e.magic != outer.magic) return corrupt_entry("inner message of another format");
    *last_offset = e.offset;
  }
  return *entries ? Error() : corrupt_entry("empty compressed message");
}

Error upgrade_compressed(const Entry& outer, const LegacyOptions& options, CodecContext& codecs,
                         BufferPool& pool, LegacyBatch* out) {
  if (outer.codec > static_cast<u8>(Codec::lz4)) return corrupt_entry("unknown codec");
  if (!outer.value) return corrupt_entry("compressed message without a value");
  BufferRef unpacked;
  if (Error error =
          codecs.decompress(static_cast<Codec>(outer.codec), {outer.value, outer.value_size},
                            options.bytes_max, outer.magic, pool, &unpacked)) {
    return error;
  }
  const Bytes inner(unpacked->data(), unpacked->size());
  size_t entries = 0;
  i64 last_offset = 0;
  if (Error error = survey(inner, outer, options.check_crcs, &entries, &last_offset)) return error;
  // Magic 1 counts inner offsets from 0 and gives the outer one to the last message; magic 0 has
  // them absolute.
  const i64 shift = outer.magic == 1 ? outer.offset - last_offset : 0;
  Upgrade upgrade;
  if (Error error = upgrade.start(pool, entries, inner.size())) return error;
  for (size_t at = 0; at < inner.size();) {
    Entry e;
    read_entry(inner.subspan(at), false, &e);
    at += e.size;
    // The wrapper's word on times counts for all.
    e.log_append_time = false;
    // Wraps to a negative number instead of overflowing.
    const i64 offset = static_cast<i64>(static_cast<u64>(e.offset) + static_cast<u64>(shift));
    if (offset < 0 || !upgrade.add(e, offset)) return corrupt_entry("bad inner offset");
  }
  if (outer.log_append_time) upgrade.set_append_time(outer.timestamp);
  out->buffer = upgrade.finish();
  out->consumed = outer.size;
  return {};
}
}  // namespace

Error upgrade_message_set(Bytes set, const LegacyOptions& options, CodecContext& codecs,
                          BufferPool& pool, LegacyBatch* out) {
  Entry first;
  if (!read_entry(set, options.check_crcs, &first)) return corrupt_entry("bad message");
  if (first.codec) return upgrade_compressed(first, options, codecs, pool, out);
  return upgrade_run(set, options, pool, out);
}

}  // namespace rk
