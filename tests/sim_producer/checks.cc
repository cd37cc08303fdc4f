// What must hold at the end of a life: the brokers' logs against the reports.
#include <algorithm>
#include <cstdlib>

#include "sim_producer/run.h"

namespace rk::sim {

void Run::check_logs() {
  for (size_t i = 0; i < old_logs_.size(); ++i)
    for (size_t p = 0; p < old_logs_[i].size(); ++p)
      check_log(static_cast<int>(i), static_cast<i32>(p), old_logs_[i][p]);
}

void Run::check_log(int incarnation, i32 partition, const Log& log) {
  i64 last_id = -1;
  for (const mock::StoredBatch& stored : log) {
    const BatchHeader& b = batch_at(stored.bytes->data());
    std::vector<ReadRecord> records;
    expect(verify_crc(b) && read_batch(b, &records), "a batch that cannot be read");
    i64 max_wall = 0;
    for (const ReadRecord& r : records) {
      const i64 id = std::atoll(r.value.substr(0, 8).c_str());
      expect(id >= 0 && static_cast<size_t>(id) < sent_.size(), "a record that nobody produced");
      max_wall = std::max(max_wall, sent_[static_cast<size_t>(id)]->wall_ms);
    }
    for (const ReadRecord& r : records)
      check_record(incarnation, partition, stored.base_offset + r.offset_delta, b.log_append_time(),
                   r, max_wall, &last_id);
  }
}

void Run::check_record(int incarnation, i32 partition, i64 offset, bool append_time,
                       const ReadRecord& record, i64 max_wall, i64* last_id) {
  const i64 id = std::atoll(record.value.substr(0, 8).c_str());
  Sent& sent = *sent_[static_cast<size_t>(id)];
  expect(sent.seen_in != incarnation, "P1: twice in a log", &sent);
  sent.seen = true;
  sent.seen_in = incarnation;
  expect(sent.accepted, "P4: refused, and in the log", &sent);
  expect(sent.value == record.value && sent.key == record.key, "P5: another record", &sent);
  expect(id > *last_id, "P6: out of order", &sent);
  *last_id = id;
  expect(sent.asked_partition < 0 || sent.asked_partition == partition, "another partition", &sent);
  check_partition(sent, partition);
  if (!append_time) expect(record.timestamp == sent.wall_ms, "P5: not the time of the call", &sent);
  if (sent.reports == 0) return;
  expect(sent.status != RD_KAFKA_MSG_STATUS_NOT_PERSISTED, "P3: it is in the log", &sent);
  if (sent.status != RD_KAFKA_MSG_STATUS_PERSISTED) return;
  // It may be in a topic of the same name that came later too, if it was on its way.
  if (sent.confirmed) return;
  const bool last = static_cast<size_t>(incarnation) + 1 == old_logs_.size();
  const bool place = sent.partition == partition &&
                     (sent.offset == offset || sent.offset == RD_KAFKA_OFFSET_INVALID);
  // The answer to a retry does not tell the two kinds of time apart when they are the same.
  const bool time = sent.timestamp == record.timestamp ||
                    (append_time && record.timestamp == max_wall && sent.timestamp == sent.wall_ms);
  if (!last && !(place && time)) return;
  expect(place, "P5: another offset", &sent);
  expect(time, "P5: another timestamp", &sent);
  sent.confirmed = true;
  if (sent.offset == RD_KAFKA_OFFSET_INVALID) ++counters_["report: offset unknown"];
  const bool as_append = sent.timestamp_type == RD_KAFKA_TIMESTAMP_LOG_APPEND_TIME;
  expect(as_append == append_time || (append_time && record.timestamp == max_wall),
         "P5: another type of timestamp", &sent);
  ++counters_[as_append ? "timestamp: of the append" : "timestamp: of the call"];
}

// A key lands where librdkafka and Java put it, for a partition count that the topic had.
void Run::check_partition(const Sent& sent, i32 partition) {
  if (sent.asked_partition >= 0 || !sent.has_key || plan_.partitioner_column == 0) return;
  const auto key = std::find_if(vectors_.keys.begin(), vectors_.keys.end(),
                                [&](const Vectors::Key& k) { return k.key == sent.key; });
  bool right = false;
  for (const i32 count : partition_counts_) {
    const auto row = key->by_count.find(count);
    if (row != key->by_count.end())
      right |= row->second[static_cast<size_t>(plan_.partitioner_column)] == partition;
  }
  expect(right, "P13: another partition than the key's", &sent);
}

void Run::check_messages() {
  const Micros timeout = plan_.message_timeout_ms * kMicrosPerMs;
  const Micros span =
      std::max(plan_.linger_ms * kMicrosPerMs, std::min(kMicrosPerSecond, timeout / 10));
  for (const auto& sent : sent_) check_message(*sent, span);
}

void Run::check_message(const Sent& sent, Micros span) {
  if (!sent.accepted) return expect(sent.reports == 0, "P4: refused, and a report", &sent);
  if (sent.reports == 0) return expect(plan_.abandons, "P4: no report", &sent);
  const Micros took = sent.reported_at - sent.produced_at;
  expect(took <= limit_, "P7: reported too late", &sent);
  if (sent.error == RD_KAFKA_RESP_ERR__MSG_TIMED_OUT)
    expect(took >= plan_.message_timeout_ms * kMicrosPerMs - span, "P7: timed out too early",
           &sent);
  if (sent.status == RD_KAFKA_MSG_STATUS_PERSISTED)
    expect(sent.seen && sent.confirmed && sent.error == kOk, "P2: it is in no log", &sent);
  if (sent.error == kOk)
    expect(sent.status == RD_KAFKA_MSG_STATUS_PERSISTED, "no error and not persisted", &sent);
  if (plan_.healthy && plan_.cluster.batch_bytes_max > 10000)
    expect(sent.error == kOk || plan_.message_timeout_ms < 60000, "healthy, and an error", &sent);
}

void Run::check_broker() {
  mock::Faults& faults = server_->cluster().faults();
  // What left before the answer arrived may still come.
  const Micros under_way = 2 * plan_.net.delay_max + kMicrosPerMs;
  for (const auto& broken : faults.silences_broken())
    expect(broken.at - broken.since <= under_way ||
               env_.lost_between(broken.since - under_way, broken.at),
           "P15: sent while throttled");
  if (plan_.healthy)
    for (i16 code : {45, 47, 59})
      expect(faults.produce_answers()[code] == 0, "P9: a fault of ours");
  for (i16 code : {10, 45, 47, 59})
    counters_["answer: " + std::to_string(code)] += faults.produce_answers()[code];
  counters_["a batch sent again"] += arrivals_->retries();
  counters_["a batch under a new number"] += arrivals_->renumbered();
  counters_["a new epoch of a partition"] += arrivals_->epoch_bumps();
  env_.counts().add_to(counters_);
}

}  // namespace rk::sim
