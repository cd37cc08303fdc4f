// Metadata and offset look-ups.
#include <cstdlib>
#include <cstring>

#include "abi/last_error.h"
#include "client/client.h"
#include "client/lookups.h"
#include "client/metadata_block.h"
#include "consumer/consumer.h"

namespace rk {
namespace {

Micros deadline_of(Client& client, int timeout_ms) {
  return deadline_after_ms(client.env.now(), timeout_ms);
}

bool may_create_topics(const Client& client) {
  return client.conf->values.allow_auto_create_topics ||
         (client.type == RD_KAFKA_PRODUCER && !client.conf->is_set("allow.auto.create.topics"));
}

bool read_committed(const Client& client) {
  return client.conf->values.isolation_level == IsolationLevel::read_committed;
}

std::vector<std::string> known_topics(Client& client) {
  std::vector<std::string> names;
  client.topics->for_each([&](Topic& t) { names.push_back(t.name); });
  return names;
}

}  // namespace
}  // namespace rk

rd_kafka_resp_err_t rd_kafka_metadata(rd_kafka_t* rk, int all_topics, rd_kafka_topic_t* only_rkt,
                                      const struct rd_kafka_metadata** metadatap, int timeout_ms) {
  std::vector<std::string> names;
  if (only_rkt)
    names.push_back(only_rkt->name);
  else if (!all_topics)
    names = rk::known_topics(*rk);
  const bool all = all_topics && !only_rkt;
  auto found = rk::lookup_metadata(*rk->cluster, all, names, rk::may_create_topics(*rk),
                                   rk::deadline_of(*rk, timeout_ms));
  if (!found) return found.error().code();
  const struct rd_kafka_metadata* block = rk::make_metadata_block(**found);
  if (!block) return RD_KAFKA_RESP_ERR__CRIT_SYS_RESOURCE;
  *metadatap = block;
  return RD_KAFKA_RESP_ERR_NO_ERROR;
}

void rd_kafka_metadata_destroy(const struct rd_kafka_metadata* metadata) {
  std::free(const_cast<struct rd_kafka_metadata*>(metadata));
}

char* rd_kafka_clusterid(rd_kafka_t* rk, int timeout_ms) {
  const rk::SnapshotPtr now = rk::wait_cluster_id(*rk->cluster, rk::deadline_of(*rk, timeout_ms));
  return now && !now->cluster_id.empty() ? strdup(now->cluster_id.c_str()) : nullptr;
}

int32_t rd_kafka_controllerid(rd_kafka_t* rk, int timeout_ms) {
  const rk::SnapshotPtr now = rk::wait_cluster_id(*rk->cluster, rk::deadline_of(*rk, timeout_ms));
  return now ? now->controller_id : -1;
}

int32_t* rd_kafka_brokers_learned_ids(rd_kafka_t* rk, size_t* cntp) {
  *cntp = 0;
  const rk::SnapshotPtr now = rk->cluster->snapshot();
  if (!now || now->brokers.empty()) return nullptr;
  auto* ids = static_cast<int32_t*>(std::malloc(now->brokers.size() * sizeof(int32_t)));
  if (!ids) return nullptr;
  for (const auto& [id, broker] : now->brokers) ids[(*cntp)++] = id;
  return ids;
}

rd_kafka_resp_err_t rd_kafka_query_watermark_offsets(rd_kafka_t* rk, const char* topic,
                                                     int32_t partition, int64_t* low, int64_t* high,
                                                     int timeout_ms) {
  std::vector<rk::OffsetQuery> queries(2);
  for (rk::OffsetQuery& q : queries) {
    q.topic = topic;
    q.partition = partition;
  }
  queries[0].timestamp = RD_KAFKA_OFFSET_BEGINNING;
  queries[1].timestamp = RD_KAFKA_OFFSET_END;
  if (rk::Error error = rk::lookup_offsets(*rk->cluster, queries, rk::read_committed(*rk),
                                           rk::deadline_of(*rk, timeout_ms)))
    return error.code();
  for (const rk::OffsetQuery& q : queries)
    if (q.error != rk::kOk) return q.error;
  *low = queries[0].offset;
  *high = queries[1].offset;
  return RD_KAFKA_RESP_ERR_NO_ERROR;
}

rd_kafka_resp_err_t rd_kafka_get_watermark_offsets(rd_kafka_t* rk, const char* topic,
                                                   int32_t partition, int64_t* low, int64_t* high) {
  *low = *high = RD_KAFKA_OFFSET_INVALID;
  if (rk->consumer) rk->consumer->watermarks(topic, partition, low, high);
  return RD_KAFKA_RESP_ERR_NO_ERROR;
}

rd_kafka_resp_err_t rd_kafka_offsets_for_times(rd_kafka_t* rk,
                                               rd_kafka_topic_partition_list_t* offsets,
                                               int timeout_ms) {
  if (!offsets || offsets->cnt == 0) return RD_KAFKA_RESP_ERR_NO_ERROR;
  std::vector<rk::OffsetQuery> queries(static_cast<size_t>(offsets->cnt));
  for (size_t i = 0; i < queries.size(); ++i) {
    queries[i].topic = offsets->elems[i].topic;
    queries[i].partition = offsets->elems[i].partition;
    queries[i].timestamp = offsets->elems[i].offset;
  }
  if (rk::Error error = rk::lookup_offsets(*rk->cluster, queries, rk::read_committed(*rk),
                                           rk::deadline_of(*rk, timeout_ms)))
    return error.code();
  // The whole fails when nothing was found; else each element tells for itself.
  bool any = false;
  for (size_t i = 0; i < queries.size(); ++i) {
    offsets->elems[i].err = queries[i].error;
    if (queries[i].error != rk::kOk) continue;
    offsets->elems[i].offset = queries[i].offset;
    any = true;
  }
  return any ? RD_KAFKA_RESP_ERR_NO_ERROR : queries[0].error;
}
