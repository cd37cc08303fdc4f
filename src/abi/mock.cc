// The embedded broker through the ABI: the part of rdkafka_mock.h that is supported, and
// test.mock.num.brokers.
#include "abi/embedded.h"
#include "client/client.h"
#include "mock/server.h"
#include "rdkafka_mock.h"

struct rd_kafka_mock_cluster_s {
  rd_kafka_mock_cluster_s(rd_kafka_t* owner_in, rk::Env& env,
                          const rk::mock::ClusterOptions& options)
      : owner(owner_in), server(env, options) {}
  rd_kafka_t* owner;  // null for test.mock.num.brokers until its client is there
  rk::mock::Server server;
  std::string bootstrap;
};

namespace rk {
namespace {

Result<std::unique_ptr<rd_kafka_mock_cluster_s>> make_cluster(rd_kafka_t* owner, Env& env,
                                                              int broker_count) {
  mock::ClusterOptions options;
  options.broker_count = broker_count;
  auto cluster = std::make_unique<rd_kafka_mock_cluster_s>(owner, env, options);
  if (Error error = cluster->server.start("127.0.0.1", 0)) return error;
  cluster->bootstrap = cluster->server.bootstrap();
  return cluster;
}

}  // namespace

Error start_embedded_broker(Conf& conf, std::shared_ptr<void>* keep) {
  if (conf.values.test_mock_num_brokers <= 0) return {};
  auto cluster = make_cluster(nullptr, linux_env(), conf.values.test_mock_num_brokers);
  if (!cluster) return cluster.take_error();
  conf.values.metadata_broker_list = (*cluster)->bootstrap;
  *keep = std::shared_ptr<rd_kafka_mock_cluster_s>(cluster.take());
  return {};
}

}  // namespace rk

rd_kafka_mock_cluster_t* rd_kafka_mock_cluster_new(rd_kafka_t* rk, int broker_cnt) {
  if (!rk || broker_cnt < 1) return nullptr;
  auto cluster = rk::make_cluster(rk, rk->env, broker_cnt);
  if (cluster) return cluster.take().release();
  rk->log.log(rk::kLogError, "MOCK", "The embedded broker cannot start: %s",
              std::string(cluster.error().text()).c_str());
  return nullptr;
}

void rd_kafka_mock_cluster_destroy(rd_kafka_mock_cluster_t* mcluster) {
  delete mcluster;
}

const char* rd_kafka_mock_cluster_bootstraps(const rd_kafka_mock_cluster_t* mcluster) {
  return mcluster->bootstrap.c_str();
}

rd_kafka_t* rd_kafka_mock_cluster_handle(const rd_kafka_mock_cluster_t* mcluster) {
  return mcluster->owner;
}

rd_kafka_mock_cluster_t* rd_kafka_handle_mock_cluster(const rd_kafka_t* rk) {
  auto* cluster = static_cast<rd_kafka_mock_cluster_t*>(rk->attachment.get());
  if (cluster) cluster->owner = const_cast<rd_kafka_t*>(rk);
  return cluster;
}

rd_kafka_resp_err_t rd_kafka_mock_topic_create(rd_kafka_mock_cluster_t* mcluster, const char* topic,
                                               int partition_cnt, int replication_factor) {
  rk::mock::Cluster& cluster = mcluster->server.cluster();
  const rk::Lock lock = cluster.lock();
  return cluster.create_topic(topic, partition_cnt, replication_factor);
}

rd_kafka_resp_err_t rd_kafka_mock_broker_set_rack(rd_kafka_mock_cluster_t* mcluster,
                                                  int32_t broker_id, const char* rack) {
  rk::mock::Cluster& cluster = mcluster->server.cluster();
  const rk::Lock lock = cluster.lock();
  for (rk::mock::BrokerAddress& b : cluster.brokers()) {
    if (b.id != broker_id) continue;
    b.rack = rack != nullptr ? rack : "";
    return RD_KAFKA_RESP_ERR_NO_ERROR;
  }
  return RD_KAFKA_RESP_ERR__UNKNOWN_BROKER;
}
