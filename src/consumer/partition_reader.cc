#include "consumer/partition_reader.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "base/error_names.h"
#include "base/planted.h"
#include "consumer/feeder.h"
#include "record/legacy.h"

namespace rk {

PartitionLock::PartitionLock(PartitionReader& p) {
  for (;;) {
    feeder_ = p.home.load(std::memory_order_acquire);
    lock_ = Lock(feeder_->mutex());
    if (p.home.load(std::memory_order_relaxed) == feeder_) return;
    lock_.unlock();
  }
}

void PartitionReader::append(Segment&& s) {
  queued_bytes += s.bytes();
  queued_messages += s.messages;
  segments.push_back(std::move(s));
}

void PartitionReader::drop_fetched(bool new_version) {
  segments.clear();
  queued_bytes = queued_messages = 0;
  batch_open_ = false;
  batch_buffer_ = {};
  if (!new_version) return;
  ++version;
  log_check = Check::none;
}

void PartitionReader::pop_segment() {
  // What was skipped: aborted, of before the start, or not there in spite of the header.
  queued_messages -= segments.front().messages;
  segments.pop_front();
}

u32 PartitionReader::fill(Chunk& c, const FillOptions& o, Error* trouble) {
  u32 n = 0;
  while (n < Chunk::kSlots) {
    if (!batch_open_) {
      if (segments.empty()) break;
      Segment& s = segments.front();
      if (s.notice != kOk) {
        if (n > 0) break;
        fill_notice(c);
        return 1;
      }
      if (s.at == s.end) {
        pop_segment();
        continue;
      }
      if (!open_batch(o, trouble)) {
        // What is in the chunk already is sound and goes first; the trouble is met again.
        if (n > 0) *trouble = Error();
        break;
      }
      continue;
    }
    if (c.buffer && c.buffer != batch_buffer_.get()) break;
    if (!c.buffer) c.buffer = BufferRef(batch_buffer_).detach();
    if (n == 0) c.broker_id = segments.front().broker_id;
    n = fill_records(c, n);
    if (cursor_.left() == 0) {
      finish_batch();
      if (segments.front().at == segments.front().end) pop_segment();
    }
  }
  if (n == 0 && c.buffer) {
    c.buffer->release();
    c.buffer = nullptr;
  }
  return n;
}

// Looks at the next batch of the first segment and opens it if it has records for the application.
// False: it is corrupt. Nothing of the partition changes then, so the same answer is given again.
bool PartitionReader::open_batch(const FillOptions& o, Error* trouble) {
  Segment& s = segments.front();
  const BatchCheck check = check_batch({s.at, s.bytes()});
  switch (check.state) {
    case BatchState::cut:
      queued_bytes -= s.bytes();
      s.at = s.end;
      return true;
    case BatchState::corrupt:
    case BatchState::unsupported:
      *trouble = Error(RD_KAFKA_RESP_ERR__BAD_MSG, check.why);
      return false;
    case BatchState::legacy: {
      LegacyBatch legacy;
      Error e = upgrade_message_set({s.at, s.bytes()}, {o.check_crcs, kUnpackedBytesMax}, o.codecs,
                                    o.pool, &legacy);
      if (e) {
        *trouble = std::move(e);
        return false;
      }
      if (!open_records(legacy.header(), legacy.buffer, o, trouble)) return false;
      s.at += legacy.consumed;
      queued_bytes -= legacy.consumed;
      return true;
    }
    case BatchState::whole:
      break;
  }
  if (!open_records(batch_at(s.at), s.buffer, o, trouble)) return false;
  s.at += check.size;
  queued_bytes -= check.size;
  return true;
}

bool PartitionReader::open_records(const BatchHeader& batch, const BufferRef& buffer,
                                   const FillOptions& o, Error* trouble) {
  Segment& s = segments.front();
  if (o.check_crcs && !FASTKA_PLANTED(trusts_any_crc) && !verify_crc(batch)) {
    *trouble = Error(RD_KAFKA_RESP_ERR__BAD_MSG, "the CRC does not match");
    return false;
  }
  if (batch.control()) {
    ControlType type = ControlType::none;
    RecordView v{};
    RecordCursor first(batch.records(), batch.count, batch.last_offset_delta);
    if (batch.codec() == Codec::none && first.next(v)) type = control_type(v.key, v.key_size);
    s.aborts.skips(batch, type);
  }
  const bool skip = (batch.control() && !FASTKA_PLANTED(hands_out_markers)) ||
                    (o.read_committed && s.aborts.skips(batch, {})) || batch.count == 0 ||
                    batch.next_offset() <= deliver_from;
  if (skip) {
    if (batch.next_offset() > deliver_from) deliver_from = batch.next_offset();
    return true;
  }
  BufferRef bytes = buffer;
  Bytes records = batch.records();
  if (batch.codec() != Codec::none) {
    BufferRef unpacked;
    Error e = o.codecs.decompress(batch.codec(), records, kUnpackedBytesMax, batch.magic, o.pool,
                                  &unpacked);
    if (e) {
      *trouble = std::move(e);
      return false;
    }
    records = {unpacked->data(), unpacked->size()};
    bytes = std::move(unpacked);
  }
  if (!validate_records(records, batch.count, batch.last_offset_delta)) {
    *trouble = Error(RD_KAFKA_RESP_ERR__BAD_MSG, "a record is malformed");
    return false;
  }
  batch_open_ = true;
  batch_buffer_ = std::move(bytes);
  cursor_ = RecordCursor(records, batch.count, batch.last_offset_delta);
  base_offset_ = batch.base_offset;
  batch_next_ = batch.next_offset();
  base_timestamp_ = batch.base_timestamp;
  // The checksum does not cover it: a leader's log has no epoch above the leader's own.
  const i32 epoch = batch.leader_epoch;
  batch_epoch_ = leader_epoch >= 0 && epoch > leader_epoch ? -1 : epoch;
  log_append_time_ = batch.log_append_time();
  append_time_ = batch.max_timestamp;
  return true;
}

void PartitionReader::finish_batch() {
  batch_open_ = false;
  batch_buffer_ = {};
  deliver_from = batch_next_;
}

u32 PartitionReader::fill_records(Chunk& c, u32 n) {
  // Copies in registers: a store into a slot could else be one into any of these.
  RecordCursor cursor = cursor_;
  i64 next = deliver_from;
  const i64 base_offset = base_offset_;
  const i64 base_timestamp = base_timestamp_;
  const i64 append_time = append_time_;
  const i32 epoch = batch_epoch_;
  const bool append_timed = log_append_time_;
  const u8 type_of_time = static_cast<u8>(append_timed ? RD_KAFKA_TIMESTAMP_LOG_APPEND_TIME
                                                       : RD_KAFKA_TIMESTAMP_CREATE_TIME);
  Topic* const of = &topic;
  const i32 partition = id;
  const u32 first = n;
  RecordView v;
  while (n < Chunk::kSlots && cursor.next_sound(v)) {
    const i64 offset = base_offset + v.offset_delta;
    if (offset < next && !FASTKA_PLANTED(begins_with_the_batch)) [[unlikely]]
      continue;
    next = offset + 1;
    Message& m = c.slots[n++];
    m.pub.err = kOk;
    m.pub.rkt = of;
    m.pub.partition = partition;
    m.pub.payload = const_cast<u8*>(v.value);
    m.pub.len = v.value_size;
    m.pub.key = const_cast<u8*>(v.key);
    m.pub.key_len = v.key_size;
    m.pub.offset = offset;
    m.pub._private = &c;
    m.timestamp = append_timed ? append_time
                               : static_cast<i64>(static_cast<u64>(base_timestamp) +
                                                  static_cast<u64>(v.timestamp_delta));
    m.headers = v.header_count ? raw_headers(v.header_block) : 0;
    m.leader_epoch = epoch;
    m.kind = MessageKind::record;
    m.timestamp_type = type_of_time;
    m.status = RD_KAFKA_MSG_STATUS_PERSISTED;
    m.spare = 0;
    if (m.timestamp == kNoTimestamp) [[unlikely]]
      m.timestamp_type = static_cast<u8>(RD_KAFKA_TIMESTAMP_NOT_AVAILABLE);
  }
  cursor_ = cursor;
  deliver_from = next;
  const u32 filled = n - first;
  messages_seen += filled;
  Segment& s = segments.front();
  const u32 counted = std::min(filled, s.messages);
  s.messages -= counted;
  queued_messages -= counted;
  return n;
}

void PartitionReader::fill_notice(Chunk& c) {
  Segment& s = segments.front();
  const char* text = s.text.empty() ? error_text(s.notice) : s.text.c_str();
  c.notice = true;
  c.text = ::strdup(text);
  c.broker_id = s.broker_id;
  Message& m = c.slots[0];
  m = Message{};
  m.pub.err = s.notice;
  m.pub.rkt = &topic;
  m.pub.partition = id;
  m.pub.payload = c.text;
  m.pub.len = c.text ? std::strlen(c.text) : 0;
  m.pub.offset = s.offset;
  m.pub._private = &c;
  m.timestamp = kNoTimestamp;
  m.leader_epoch = -1;
  m.kind = MessageKind::record;
  pop_segment();
}

}  // namespace rk
