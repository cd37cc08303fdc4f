#include "sim_producer/plan.h"

#include "support/unit.h"

namespace rk::sim {
namespace {

NetOptions draw_net(TestRandom& r) {
  NetOptions net;
  net.delay_min = 100;
  net.delay_max = r.chance(4) ? 50000 : 2000;
  if (r.chance(3)) net.chunk_max = 1 + r.below(200);
  if (r.chance(5)) net.call_max = 20 + r.below(2000);
  if (r.chance(5)) net.again_one_in = 2 + r.below(4);
  return net;
}

mock::ClusterOptions draw_cluster(TestRandom& r) {
  mock::ClusterOptions cluster;
  cluster.broker_count = static_cast<i32>(r.chance(2) ? 3 : 1 + r.below(2));
  cluster.default_partitions = static_cast<i32>(1 + r.below(4));
  if (r.chance(4)) cluster.batch_bytes_max = 500 + r.below(3000);
  if (r.chance(3)) cluster.replication_us = static_cast<Micros>(1 + r.below(20000));
  cluster.log_append_time = r.chance(5);
  cluster.topic_ids = !r.chance(4);
  return cluster;
}

}  // namespace

Plan::Plan(u64 seed) {
  TestRandom r(seed * 77 + 5);
  net = draw_net(r);
  cluster = draw_cluster(r);
  constexpr i64 timeouts[] = {1000, 3000, 10000, 60000, 300000};
  message_timeout_ms = timeouts[r.below(5)];
  constexpr i64 lingers[] = {0, 5, 100};
  linger_ms = lingers[r.below(3)];
  request_timeout_ms = r.chance(2) ? 30000 : 1000 + static_cast<i64>(r.below(2000));
  value_max = r.chance(3) ? 3000 : 100;
  messages_max = r.chance(4) ? 20 : 100000;
  bytes_max = 1048576;
  if (r.chance(5)) {
    bytes_max = (2 + r.below(10)) << 10;
    value_max = 1500;
  }
  healthy = r.chance(12);
  fatal = !healthy && r.chance(60);
  background = r.chance(6);
  abandons = r.chance(10);
  constexpr const char* codecs[] = {"none", "gzip", "snappy", "lz4", "zstd"};
  settings = {{"compression.codec", codecs[r.below(5)]},
              {"message.timeout.ms", std::to_string(message_timeout_ms)},
              {"linger.ms", std::to_string(linger_ms)},
              {"request.timeout.ms", std::to_string(request_timeout_ms)},
              {"queue.buffering.max.messages", std::to_string(messages_max)},
              {"queue.buffering.max.kbytes", std::to_string(bytes_max >> 10)},
              {"max.in.flight", std::to_string(1 + r.below(5))},
              {"batch.num.messages", std::to_string(r.chance(2) ? 10000 : 1 + r.below(8))}};
  if (r.chance(5)) settings.emplace_back("retries", std::to_string(1 + r.below(4)));
  if (r.chance(5)) settings.emplace_back("batch.size", std::to_string(200 + r.below(2000)));
  if (r.chance(3)) settings.emplace_back("topic.metadata.refresh.interval.ms", "2000");
  constexpr std::pair<const char*, int> partitioners[] = {
      {"consistent", 3},        {"murmur2", 4}, {"fnv1a", 5},
      {"consistent_random", 3}, {"random", 0},  {"murmur2_random", 4}};
  const auto& [partitioner, column] = partitioners[r.below(6)];
  settings.emplace_back("partitioner", partitioner);
  partitioner_column = column;
  strengthened = r.chance(8);
  if (strengthened) {
    settings.emplace_back("fastka.strengthen", "true");
    settings.emplace_back("acks", r.chance(2) ? "1" : "0");
    settings.emplace_back("enable.idempotence", "false");
  }
}

}  // namespace rk::sim
