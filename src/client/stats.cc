#include "client/stats.h"

#include "client/client.h"
#include "cluster/ops.h"

namespace rk {

Statistics::Statistics(rd_kafka_s& client)
    : client_(client),
      interval_(client.conf->values.statistics_interval_ms * kMicrosPerMs),
      started_(client.env.now()),
      waiting_(std::make_shared<std::atomic<bool>>(false)),
      coordinator_since_(started_) {}

bool Statistics::wanted(const Conf& conf) {
  return conf.values.statistics_interval_ms > 0 &&
         (conf.callbacks.stats_cb || (conf.values.enabled_events & RD_KAFKA_EVENT_STATS));
}

void Statistics::start() {
  due_ = started_ + interval_;
  schedule();
}

void Statistics::schedule() {
  client_.cluster->post_at(due_, [this](bool dropped) {
    if (!dropped) tick();
  });
}

void Statistics::tick() {
  const Micros now = client_.env.now();
  if (!waiting_->load()) {
    JsonWriter json;
    write(json, now);
    size_t size = 0;
    if (char* const text = json.take(&size)) {
      waiting_->store(true);
      client_.main_queue->push(new StatsOp(*client_.conf, text, size, waiting_));
    }
  }
  due_ = std::max(due_, now - interval_) + interval_;
  schedule();
}

// The order of the keys is part of the contract: there are readers that take the first key that
// begins as the one they look for.
void Statistics::write(JsonWriter& json, Micros now) {
  const Settings& v = client_.conf->values;
  const bool producer = client_.producer != nullptr;
  StatsRows rows(client_);
  json.open();
  json.string("name", client_.name);
  json.string("client_id", v.client_id);
  json.string("type", producer ? "producer" : "consumer");
  json.number("ts", now);
  json.number("time", client_.env.wall_ms() / 1000);
  json.number("age", now - started_);
  json.count("replyq", client_.main_queue->op_count());
  json.count("msg_cnt", producer ? client_.producer->message_count() : 0);
  json.count("msg_size", producer ? client_.producer->message_bytes() : 0);
  json.number("msg_max", producer ? v.queue_buffering_max_messages : 0);
  json.number("msg_size_max", producer ? i64{v.queue_buffering_max_kbytes} * 1024 : 0);
  json.count("simple_cnt", rows.legacy);
  json.count("metadata_cache_cnt", rows.snapshot->topics.size());
  write_brokers(json, client_, rows, now);
  write_topics(json, client_, rows, topic_since_, now);
  if (client_.consumer && client_.consumer->has_group()) write_group(json, rows, now);
  if (producer) write_identity(json, now);
  const StatsTotals& t = rows.totals;
  json.count("tx", t.tx);
  json.count("tx_bytes", t.tx_bytes);
  json.count("rx", t.rx);
  json.count("rx_bytes", t.rx_bytes);
  json.count("txmsgs", t.tx_messages);
  json.count("txmsg_bytes", t.tx_message_bytes);
  json.count("rxmsgs", t.rx_messages);
  json.count("rxmsg_bytes", t.rx_message_bytes);
  write_recoveries(json);
  json.close();
}

// Ours: behind all that librdkafka has.
void Statistics::write_recoveries(JsonWriter& json) {
  Recoveries& r = client_.cluster->recoveries();
  const auto count = [&json](const char* key, const std::atomic<u64>& n) {
    json.count(key, n.load(std::memory_order_relaxed));
  };
  json.open("recoveries");
  count("reconnects", r.reconnects);
  count("leader_moves", r.leader_moves);
  count("offset_resets", r.offset_resets);
  count("corrupt_batches", r.corrupt_batches);
  count("rebootstraps", r.rebootstraps);
  json.close();
}

void Statistics::write_group(JsonWriter& json, const StatsRows& rows, Micros now) {
  const bool known = client_.cluster->coordinator_of(client_.conf->values.group_id) >= 0;
  if (known != coordinator_known_) coordinator_since_ = now;
  coordinator_known_ = known;
  json.open("cgrp");
  json.string("state", known ? "up" : "init");
  json.number("stateage", (now - coordinator_since_) / kMicrosPerMs);
  json.string("join_state", "init");
  json.number("rebalance_age", 0);
  json.number("rebalance_cnt", 0);
  json.string("rebalance_reason", "");
  json.count("assignment_size", rows.assigned);
  json.close();
}

void Statistics::write_identity(JsonWriter& json, Micros now) {
  const Producer::Identity id = client_.producer->identity();
  const bool known = id.producer_id >= 0;
  json.open("eos");
  json.string("idemp_state", known ? "Assigned" : "RequestPID");
  json.number("idemp_stateage", (now - (known ? id.since : started_)) / kMicrosPerMs);
  json.string("txn_state", "Init");
  json.number("txn_stateage", (now - started_) / kMicrosPerMs);
  json.boolean("txn_may_enq", false);
  json.number("producer_id", id.producer_id);
  json.number("producer_epoch", known ? id.epoch : -1);
  json.number("epoch_cnt", known ? 1 : 0);
  json.close();
}

}  // namespace rk
