#include "mock/cluster.h"

#include <algorithm>

namespace rk::mock {
namespace {

constexpr size_t kTopicNameMax = 249;
constexpr i32 kPartitionsMax = 10000;

// 22 characters of URL-safe base64, as Kafka writes its cluster ids.
std::string random_id(Env& env) {
  static constexpr char digits[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  std::string id;
  for (int i = 0; i < 22; ++i) id.push_back(digits[env.random() % 64]);
  return id;
}

}  // namespace

Cluster::Cluster(Env& env, const ClusterOptions& options)
    : env_(env), options_(options), id_(random_id(env)) {
  for (i32 id = 1; id <= options.broker_count; ++id) {
    BrokerAddress& b = brokers_.emplace_back();
    b.id = id;
  }
}

const BrokerAddress* Cluster::broker(i32 id) const {
  for (const BrokerAddress& b : brokers_)
    if (b.id == id) return &b;
  return nullptr;
}

Topic* Cluster::topic(std::string_view name) {
  auto it = topics_.find(name);
  return it == topics_.end() ? nullptr : it->second.get();
}

Topic* Cluster::topic(const wire::Uuid& id) {
  if (id.is_zero()) return nullptr;
  for (auto& [name, t] : topics_)
    if (t->id == id) return t.get();
  return nullptr;
}

Partition* Cluster::partition(std::string_view name, i32 index) {
  Topic* t = topic(name);
  if (!t || index < 0 || static_cast<size_t>(index) >= t->partitions.size()) return nullptr;
  return t->partitions[static_cast<size_t>(index)].get();
}

void Cluster::freeze_metadata(i32 broker_id) {
  frozen_.erase(broker_id);
  std::map<std::string, TopicView> views;
  for (const auto& [name, t] : topics_) (void)view(broker_id, name, &views[name]);
  frozen_[broker_id] = std::move(views);
}

bool Cluster::view(i32 broker_id, const std::string& name, TopicView* out) {
  TopicView now;
  const Topic* t = topic(name);
  if (t) now.id = t->id;
  for (size_t i = 0; t && i < t->partitions.size(); ++i)
    now.leaders.push_back({t->partitions[i]->leader(), t->partitions[i]->leader_epoch()});
  const auto frozen = frozen_.find(broker_id);
  if (frozen == frozen_.end()) {
    *out = std::move(now);
    return t != nullptr;
  }
  const auto known = frozen->second.find(name);
  const bool knows = known != frozen->second.end();
  *out = knows ? known->second : TopicView{};
  const auto same = [](const TopicView::Leader& a, const TopicView::Leader& b) {
    return a.id == b.id && a.epoch == b.epoch;
  };
  stale_answers += knows != (t != nullptr) || !(out->id == now.id) ||
                   !std::equal(out->leaders.begin(), out->leaders.end(), now.leaders.begin(),
                               now.leaders.end(), same);
  return knows;
}

bool Cluster::valid_topic_name(std::string_view name) {
  if (name.empty() || name.size() > kTopicNameMax || name == "." || name == "..") return false;
  for (char c : name) {
    const bool ok = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                    c == '.' || c == '_' || c == '-';
    if (!ok) return false;
  }
  return true;
}

ErrorCode Cluster::create_topic(std::string_view name, i32 partitions, i32 replication, bool dry) {
  if (!valid_topic_name(name)) return RD_KAFKA_RESP_ERR_TOPIC_EXCEPTION;
  if (topic(name)) return RD_KAFKA_RESP_ERR_TOPIC_ALREADY_EXISTS;
  if (partitions == -1) partitions = options_.default_partitions;
  if (partitions < 1 || partitions > kPartitionsMax) return RD_KAFKA_RESP_ERR_INVALID_PARTITIONS;
  if (replication != -1 && (replication < 1 || replication > options_.broker_count))
    return RD_KAFKA_RESP_ERR_INVALID_REPLICATION_FACTOR;
  if (dry) return kOk;
  auto t = std::make_unique<Topic>();
  t->name = std::string(name);
  t->serial = next_topic_serial_++;
  if (options_.topic_ids) t->id = {env_.random() | 1, env_.random()};
  for (i32 p = 0; p < partitions; ++p) add_partition(*t);
  topics_.emplace(t->name, std::move(t));
  return kOk;
}

void Cluster::add_partition(Topic& t) {
  const auto p = static_cast<i32>(t.partitions.size());
  t.partitions.push_back(
      std::make_unique<Partition>(1 + p % options_.broker_count, options_.partition_bytes_max));
  t.partitions.back()->set_log_append_time(options_.log_append_time);
}

ErrorCode Cluster::create_partitions(std::string_view name, i32 total, bool dry) {
  Topic* t = topic(name);
  if (!t) return RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART;
  if (total <= static_cast<i32>(t->partitions.size()) || total > kPartitionsMax)
    return RD_KAFKA_RESP_ERR_INVALID_PARTITIONS;
  if (dry) return kOk;
  while (static_cast<i32>(t->partitions.size()) < total) add_partition(*t);
  return kOk;
}

}  // namespace rk::mock
