#include "client/dump.h"

#include "consumer/consumer.h"

namespace rk {
namespace {

void dump_topic(FILE* to, const TopicInfo& t) {
  std::fprintf(to, "  topic \"%s\": %zu partition(s)%s%s\n", t.name.c_str(), t.partitions.size(),
               t.error == kOk ? "" : ", error ", t.error == kOk ? "" : rd_kafka_err2name(t.error));
  for (size_t i = 0; i < t.partitions.size(); ++i)
    std::fprintf(to, "    partition %zu: leader %d, leader epoch %d\n", i, t.partitions[i].leader,
                 t.partitions[i].leader_epoch);
}

}  // namespace

void dump_client(FILE* to, Client& client) {
  const SnapshotPtr now = client.cluster->snapshot();
  std::fprintf(to, "client %s: cluster \"%s\", controller %d, metadata generation %llu\n",
               client.name.c_str(), now->cluster_id.c_str(), now->controller_id,
               static_cast<unsigned long long>(now->generation));
  for (const auto& [id, b] : now->brokers)
    std::fprintf(to, "  broker %d: %s:%d\n", id, b.host.c_str(), b.port);
  for (const auto& [name, t] : now->topics) dump_topic(to, t);
  if (client.consumer)
    for (const auto& p : client.consumer->stats())
      std::fprintf(to, "  consuming %s [%d]: next offset %lld, application at %lld, %zu queued\n",
                   p.topic->name.c_str(), p.partition, static_cast<long long>(p.next_offset),
                   static_cast<long long>(p.app_offset), p.queued_count);
  std::fprintf(to, "  queue \"main\": %zu event(s) waiting\n", client.main_queue->length());
}

}  // namespace rk
