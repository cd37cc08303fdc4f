// StatsRows: one moment's numbers of all partitions and brokers, as the statistics need them side
// by side: by topic, by broker, summed up. A plain value that lives while one text is written, on
// the control thread.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/json.h"
#include "cluster/cluster.h"
#include "cluster/topics.h"
#include "consumer/consumer.h"
#include "producer/producer.h"

struct rd_kafka_s;

namespace rk {

struct PartitionRow {
  i32 id = RD_KAFKA_PARTITION_UA;
  const PartitionInfo* info = nullptr;  // null: the cluster does not know it
  bool produced = false;
  Producer::PartitionStats out{};
  bool consumed = false;
  Consumer::PartitionStats in{};

  i32 leader() const {
    return info && info->error != RD_KAFKA_RESP_ERR_LEADER_NOT_AVAILABLE ? info->leader : -1;
  }
};

struct TopicRow {
  Topic* topic = nullptr;
  const TopicInfo* info = nullptr;
  std::vector<PartitionRow> partitions;  // by number
  PartitionRow unassigned;
};

struct StatsTotals {
  u64 tx = 0, tx_bytes = 0, rx = 0, rx_bytes = 0;
  u64 tx_messages = 0, tx_message_bytes = 0, rx_messages = 0, rx_message_bytes = 0;
};

struct StatsRows {
  explicit StatsRows(rd_kafka_s& client);

  SnapshotPtr snapshot;
  std::vector<TopicRow> topics;  // by name
  // Which partitions each broker leads, and how many messages are on their way to it.
  std::map<i32, std::vector<std::pair<const Topic*, i32>>> led;
  std::map<i32, u64> flight_messages;
  size_t assigned = 0, legacy = 0;
  StatsTotals totals;

 private:
  void add_producer(Producer& producer);
  void add_consumer(Consumer& consumer);
  void sum_up();
  PartitionRow& row(const Topic* topic, i32 partition);
  std::map<const Topic*, size_t> index_;
};

// stats_brokers.cc, stats_topics.cc
void write_brokers(JsonWriter& json, rd_kafka_s& client, StatsRows& rows, Micros now);
void write_topics(JsonWriter& json, rd_kafka_s& client, const StatsRows& rows,
                  std::map<const Topic*, Micros>& since, Micros now);
void write_window(JsonWriter& json, std::string_view key, const Histogram& values);

}  // namespace rk
