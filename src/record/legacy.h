// Message sets of magic 0 and 1, which brokers still return from segments written before Kafka
// 0.11. Rather than a second kind of reader, they are rewritten as one uncompressed magic 2 batch
// in a Buffer of its own: same offsets, times, keys and values; so a consumer has one path. Such
// data is rare; the copy does not matter. No state; any thread.
#pragma once

#include "base/buffer.h"
#include "base/error.h"
#include "record/batch.h"
#include "record/codec.h"

namespace rk {

struct LegacyOptions {
  bool check_crcs = true;
  size_t bytes_max = kUnpackedBytesMax;
};

struct LegacyBatch {
  BufferRef buffer;     // one whole magic 2 batch at its start, CRC included
  size_t consumed = 0;  // bytes of the set that it stands for
  const BatchHeader& header() const { return batch_at(buffer->data()); }
};

// Rewrites the run of entries at the start of `set` (check_batch() called the first `legacy`) that
// fit one batch: either one compressed entry with all that is in it, or consecutive plain ones of
// like kind. Entries after the run, sound or not, are left for the next call. Errors: _BAD_MSG when
// the first entry is corrupt, decompress()'s otherwise. Magic 0 has no times: base_timestamp and
// all records' times are kNoTimestamp.
Error upgrade_message_set(Bytes set, const LegacyOptions& options, CodecContext& codecs,
                          BufferPool& pool, LegacyBatch* out);

}  // namespace rk
