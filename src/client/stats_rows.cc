#include "client/stats_rows.h"

#include "client/client.h"

namespace rk {

StatsRows::StatsRows(rd_kafka_s& client) : snapshot(client.cluster->snapshot()) {
  client.topics->for_each([this](Topic& topic) {
    TopicRow& row = topics.emplace_back();
    row.topic = &topic;
  });
  for (size_t i = 0; i < topics.size(); ++i) {
    TopicRow& row = topics[i];
    index_[row.topic] = i;
    row.info = snapshot->topic(row.topic->name);
    if (!row.info) continue;
    row.partitions.resize(row.info->partitions.size());
    for (size_t p = 0; p < row.partitions.size(); ++p) {
      row.partitions[p].id = static_cast<i32>(p);
      row.partitions[p].info = &row.info->partitions[p];
    }
  }
  if (client.producer) add_producer(*client.producer);
  if (client.consumer) add_consumer(*client.consumer);
  sum_up();
}

PartitionRow& StatsRows::row(const Topic* topic, i32 partition) {
  auto it = index_.find(topic);
  if (it == index_.end()) {  // it came to be since the table was looked at
    it = index_.emplace(topic, topics.size()).first;
    topics.emplace_back().topic = const_cast<Topic*>(topic);
  }
  TopicRow& t = topics[it->second];
  if (partition < 0) return t.unassigned;
  // Partitions that only the application believes in.
  const auto n = static_cast<size_t>(partition);
  while (t.partitions.size() <= n) {
    const auto id = static_cast<i32>(t.partitions.size());
    t.partitions.emplace_back().id = id;
  }
  return t.partitions[n];
}

void StatsRows::add_producer(Producer& producer) {
  producer.for_each_partition([this](const Producer::PartitionStats& s) {
    PartitionRow& r = row(s.topic, s.partition);
    r.produced = true;
    r.out = s;
  });
}

void StatsRows::add_consumer(Consumer& consumer) {
  for (const Consumer::PartitionStats& s : consumer.stats()) {
    PartitionRow& r = row(s.topic, s.partition);
    r.consumed = true;
    r.in = s;
    ++(s.legacy ? legacy : assigned);
  }
}

void StatsRows::sum_up() {
  for (const TopicRow& t : topics) {
    for (const PartitionRow& r : t.partitions) {
      if (r.leader() >= 0) led[r.leader()].emplace_back(t.topic, r.id);
      if (r.out.flight_messages > 0) flight_messages[r.out.leader] += r.out.flight_messages;
      totals.tx_messages += r.out.sent_messages;
      totals.tx_message_bytes += r.out.sent_bytes;
      totals.rx_messages += r.in.messages;
      totals.rx_message_bytes += r.in.bytes;
    }
  }
}

}  // namespace rk
