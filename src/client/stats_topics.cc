// The statistics' "topics".
#include "client/client.h"
#include "client/stats_rows.h"

namespace rk {
namespace {

const char* fetch_state(const PartitionRow& r) {
  if (!r.consumed) return "none";
  if (r.in.locating) return "offset-query";
  return r.in.fetching ? "active" : "stopped";
}

// How far `reached` is behind the end, -1 when either is unknown.
i64 lag(i64 end, i64 reached) {
  return end >= 0 && reached >= 0 ? std::max<i64>(end - reached, 0) : -1;
}

void write_offsets(JsonWriter& json, const PartitionRow& r, bool read_committed) {
  constexpr i64 kUnknown = RD_KAFKA_OFFSET_INVALID;
  const Consumer::PartitionStats& in = r.in;
  const auto known = [&r](i64 offset) { return r.consumed ? offset : kUnknown; };
  json.number("query_offset", r.consumed && in.locating ? in.wanted_offset : kUnknown);
  json.number("next_offset", in.next_offset);
  json.number("app_offset", known(in.app_offset));
  json.number("stored_offset", known(in.stored_offset));
  json.number("stored_leader_epoch", r.consumed ? in.stored_epoch : -1);
  json.number("commited_offset", known(in.committed_offset));
  json.number("committed_offset", known(in.committed_offset));
  json.number("committed_leader_epoch", -1);
  json.number("eof_offset", known(in.eof_offset));
  json.number("lo_offset", known(in.low));
  json.number("hi_offset", known(in.high));
  json.number("ls_offset", known(in.last_stable));
  const i64 end = known(read_committed ? in.last_stable : in.high);
  json.number("consumer_lag", lag(end, known(in.committed_offset)));
  json.number("consumer_lag_stored", lag(end, known(in.stored_offset)));
}

void write_partition(JsonWriter& json, const PartitionRow& r, bool read_committed) {
  const Producer::PartitionStats& out = r.out;
  const Consumer::PartitionStats& in = r.in;
  json.open(std::to_string(r.id));
  json.number("partition", r.id);
  json.number("broker", r.consumed && in.broker_id >= 0 ? in.broker_id : r.leader());
  json.number("leader", r.leader());
  json.boolean("desired", r.consumed);
  json.boolean("unknown", !r.info && r.id >= 0);
  json.count("msgq_cnt", out.queued_messages);
  json.count("msgq_bytes", out.queued_bytes);
  json.count("xmit_msgq_cnt", out.flight_messages);
  json.count("xmit_msgq_bytes", out.flight_bytes);
  json.count("fetchq_cnt", in.queued_count);
  json.count("fetchq_size", in.queued_bytes);
  json.string("fetch_state", fetch_state(r));
  write_offsets(json, r, read_committed);
  json.number("leader_epoch", r.info ? r.info->leader_epoch : -1);
  json.count("txmsgs", out.sent_messages);
  json.count("txbytes", out.sent_bytes);
  json.count("rxmsgs", in.messages);
  json.count("rxbytes", in.bytes);
  json.count("msgs", r.produced ? out.ended_messages + out.flight_messages + out.queued_messages
                                : in.messages);
  json.number("rx_ver_drops", 0);
  json.count("msgs_inflight", out.flight_messages);
  json.number("next_ack_seq", out.next_sequence);
  json.number("next_err_seq", out.next_sequence);
  json.count("acked_msgid", out.sent_messages);
  json.close();
}

}  // namespace

void write_window(JsonWriter& json, std::string_view key, const Histogram& values) {
  json.open(key);
  json.count("min", values.min());
  json.count("max", values.max());
  json.count("avg", values.average());
  json.count("sum", values.sum());
  json.count("stddev", values.deviation());
  json.count("p50", values.percentile(50));
  json.count("p75", values.percentile(75));
  json.count("p90", values.percentile(90));
  json.count("p95", values.percentile(95));
  json.count("p99", values.percentile(99));
  json.count("p99_99", values.percentile(99.99));
  json.count("outofrange", values.out_of_range());
  json.count("hdrsize", sizeof(Histogram));
  json.count("cnt", values.count());
  json.close();
}

void write_topics(JsonWriter& json, rd_kafka_s& client, const StatsRows& rows,
                  std::map<const Topic*, Micros>& since, Micros now) {
  const bool read_committed = client.conf->values.isolation_level == IsolationLevel::read_committed;
  json.open("topics");
  for (const TopicRow& t : rows.topics) {
    Histogram bytes, messages;
    Producer::take_batches(*t.topic, bytes, messages);
    json.open(t.topic->name);
    json.string("topic", t.topic->name);
    json.number("age", (now - since.try_emplace(t.topic, now).first->second) / kMicrosPerMs);
    json.number("metadata_age",
                t.info && t.info->updated > 0 ? (now - t.info->updated) / kMicrosPerMs : -1);
    write_window(json, "batchsize", bytes);
    write_window(json, "batchcnt", messages);
    json.open("partitions");
    for (const PartitionRow& r : t.partitions) write_partition(json, r, read_committed);
    write_partition(json, t.unassigned, read_committed);
    json.close();
    json.close();
  }
  json.close();
}

}  // namespace rk
