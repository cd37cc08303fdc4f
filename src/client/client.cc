#include "client/client.h"

#include "client/background.h"
#include "client/stats.h"
#include "consumer/consumer.h"
#include "producer/producer.h"

namespace rk {
namespace {

// Both count for the life of the process, as librdkafka's do.
std::atomic<int> g_names{0};
std::atomic<int> g_clients{0};

// Free buffers that a client keeps for itself: enough that a steady flow never touches fresh pages.
// A producer's are those of its full batches: as many as its default queue holds, which use little
// more than half of each.
constexpr size_t kConsumerKeepBytes = size_t{16} << 20;
constexpr size_t kProducerKeepBytes = size_t{32} << 20;

std::string handle_name(const Conf& conf, rd_kafka_type_t type) {
  return conf.values.client_id + (type == RD_KAFKA_PRODUCER ? "#producer-" : "#consumer-") +
         std::to_string(g_names.fetch_add(1) + 1);
}

Parker& client_parker(Env& env) {
  static Parker* parker = env.new_parker().release();
  return *parker;
}

}  // namespace

int client_count() {
  return g_clients.load();
}

bool wait_no_client(Env& env, Micros deadline) {
  for (;;) {
    const u32 ticket = client_parker(env).prepare();
    if (client_count() == 0) return true;
    if (!client_parker(env).wait(ticket, deadline)) return client_count() == 0;
  }
}

}  // namespace rk

rd_kafka_s::rd_kafka_s(rk::Env& env_in, rd_kafka_type_t type_in, std::unique_ptr<rk::Conf> conf_in)
    : type(type_in),
      env(env_in),
      name(rk::handle_name(*conf_in, type_in)),
      conf(std::move(conf_in)),
      log_sink(std::make_unique<rk::ClientLog>(this, *conf)),
      pool(rk::BufferPool::create(type_in == RD_KAFKA_PRODUCER ? rk::kProducerKeepBytes
                                                               : rk::kConsumerKeepBytes)) {
  rk::g_clients.fetch_add(1);
  log.set_sink(log_sink.get());
  log.set_contexts(conf->values.debug);
  log.set_level(conf->values.debug ? rk::kLogDebug : conf->values.log_level);
  main_queue = rk::QueueRef(new rk::Queue(env, this, "main"));
  topics = std::make_unique<rk::Topics>(this, conf->topic);
  cluster = std::make_unique<rk::Cluster>(env, log, *conf, *pool, this, *main_queue.get(),
                                          type == RD_KAFKA_PRODUCER);
  if (type == RD_KAFKA_PRODUCER)
    producer = std::make_unique<rk::Producer>(*cluster, *topics, *conf, *main_queue.get());
  else
    consumer = std::make_unique<rk::Consumer>(*cluster, *topics, *conf, *main_queue.get());
  if (conf->callbacks.background_event_cb)
    background = std::make_unique<rk::Background>(env, this, *conf);
}

rk::Error rd_kafka_s::start() {
  if (consumer && !consumer->has_poller())
    return rk::Error(RD_KAFKA_RESP_ERR__CRIT_SYS_RESOURCE, rk::kNoPoller);
  if (rk::Error error = cluster->start()) return error;
  if (background)
    if (rk::Error error = background->start()) return error;
  if (producer)
    if (rk::Error error = producer->start()) return error;
  if (rk::Statistics::wanted(*conf)) {
    statistics = std::make_unique<rk::Statistics>(*this);
    statistics->start();
  }
  return {};
}

void rd_kafka_s::shut_down(bool consumer_close) {
  if (consumer && consumer_close && !conf->values.group_id.empty()) consumer->close();
  if (producer) producer->stop();
  if (background) background->stop();
  cluster->stop();
  int held = 0;
  topics->for_each([&](rk::Topic& t) { held += t.application_refs.load() > 0; });
  if (held > 0)
    log.trace(rk::Debug::generic, "TERMINATE",
              "%d topic(s) whose handles the application did not destroy", held);
  log_sink->close();
}

rd_kafka_s::~rd_kafka_s() {
  statistics.reset();
  background.reset();
  producer.reset();
  consumer.reset();
  cluster.reset();
  main_queue->purge();
  main_queue = {};
  topics.reset();
  pool->release();
  attachment.reset();
  rk::g_clients.fetch_sub(1);
  rk::client_parker(env).notify();
}

rk::QueueRef rd_kafka_s::background_queue() {
  return background ? background->queue() : rk::QueueRef();
}
