// Goal: throttle_cb hears from Produce and from Fetch how long the broker wants silence, and once
// that it is over, as with librdkafka. Method: a virtual broker that throttles on request, in
// virtual time; a producer, then a consumer of what it wrote.
#include <memory>
#include <string>
#include <vector>

#include "client/client.h"
#include "mock/server.h"
#include "sim/sim_env.h"
#include "support/unit.h"

namespace {

struct World {
  World() : env(3), server(env, {}) { assert_true(server.start("127.0.0.1", 0).ok()); }

  rd_kafka_t* start(rd_kafka_type_t type) {
    auto conf = std::make_unique<rk::Conf>();
    std::string why;
    rk::conf_set(*conf, "bootstrap.servers", server.bootstrap().c_str(), &why);
    if (type == RD_KAFKA_CONSUMER) rk::conf_set(*conf, "group.id", "g", &why);
    conf->callbacks.throttle_cb = [](rd_kafka_t*, const char* name, int32_t broker, int ms,
                                     void* opaque) {
      auto& world = *static_cast<World*>(opaque);
      // Without the id behind it, as librdkafka 2.16.0 was seen to say it.
      assert_string_equal(name, world.server.bootstrap().c_str());
      assert_int_equal(broker, 1);
      world.told.push_back(ms);
    };
    conf->callbacks.opaque = this;
    std::vector<std::string> warnings;
    assert_true(rk::check_conf(*conf, type, &warnings).ok());
    auto* client = new rk::Client(env, type, std::move(conf));
    assert_true(client->start().ok());
    return client;
  }
  void throttle(rk::wire::ApiKey api, int ms) {
    const rk::Lock lock = server.cluster().lock();
    server.cluster().faults().add(
        api, {rk::mock::Fault::Kind::throttle, rk::kOk, ms * rk::kMicrosPerMs});
  }
  void produce(rd_kafka_t* rk) {
    assert_int_equal(rd_kafka_producev(rk, RD_KAFKA_V_TOPIC("t"), RD_KAFKA_V_PARTITION(0),
                                       RD_KAFKA_V_VALUE(const_cast<char*>("x"), 1), RD_KAFKA_V_END),
                     0);
    assert_int_equal(rd_kafka_flush(rk, 10000), 0);
    rd_kafka_poll(rk, 10);
  }

  rk::sim::SimEnv env;
  rk::mock::Server server;
  std::vector<int> told;
};

void the_callback_hears_of_throttling(void**) {
  World world;
  rd_kafka_t* producer = world.start(RD_KAFKA_PRODUCER);
  world.throttle(rk::wire::ApiKey::kProduce, 700);
  world.throttle(rk::wire::ApiKey::kProduce, 300);
  const rk::Micros began = world.env.now();
  for (int i = 0; i < 4; ++i) world.produce(producer);
  assert_true(world.told == (std::vector<int>{700, 300, 0}));
  assert_in_range(world.env.now() - began, rk::kMicrosPerSecond, 2 * rk::kMicrosPerSecond);
  rd_kafka_destroy(producer);

  world.told.clear();
  world.throttle(rk::wire::ApiKey::kFetch, 500);
  rd_kafka_t* consumer = world.start(RD_KAFKA_CONSUMER);
  rd_kafka_topic_partition_list_t* list = rd_kafka_topic_partition_list_new(1);
  rd_kafka_topic_partition_list_add(list, "t", 0)->offset = 0;
  assert_int_equal(rd_kafka_assign(consumer, list), 0);
  rd_kafka_topic_partition_list_destroy(list);
  for (int i = 0; i < 50; ++i)
    if (rd_kafka_message_t* m = rd_kafka_consumer_poll(consumer, 100)) rd_kafka_message_destroy(m);
  rd_kafka_poll(consumer, 0);
  assert_true(world.told == (std::vector<int>{500, 0}));
  rd_kafka_destroy(consumer);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {cmocka_unit_test(the_callback_hears_of_throttling)};
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
