// Goal: when a broker takes only smaller batches than the client makes, the batches of the whole
// topic become smaller and all messages arrive; when only one message was too large, it alone fails
// and the batches behind it are as large as before. Method: a virtual broker with a small
// message.max.bytes, in virtual time; the sizes of the batches in its log are looked at.
#include <memory>
#include <string>
#include <vector>

#include "client/client.h"
#include "mock/server.h"
#include "sim/sim_env.h"
#include "support/unit.h"

namespace {

using rk::i32;
using rk::u64;

constexpr size_t kBrokerTakes = 10000;

struct World {
  explicit World(i32 partitions) : env(5) {
    rk::mock::ClusterOptions options;
    options.default_partitions = partitions;
    options.batch_bytes_max = kBrokerTakes;
    server = std::make_unique<rk::mock::Server>(env, options);
    assert_true(server->start("127.0.0.1", 0).ok());
    auto conf = std::make_unique<rk::Conf>();
    std::string why;
    rk::conf_set(*conf, "bootstrap.servers", server->bootstrap().c_str(), &why);
    rk::conf_set(*conf, "linger.ms", "50", &why);
    conf->callbacks.dr_msg_cb = [](rd_kafka_t*, const rd_kafka_message_t* m, void* opaque) {
      auto& world = *static_cast<World*>(opaque);
      ++(m->err ? world.failed : world.arrived);
      if (m->err) assert_int_equal(m->err, RD_KAFKA_RESP_ERR_MSG_SIZE_TOO_LARGE);
    };
    conf->callbacks.opaque = this;
    std::vector<std::string> warnings;
    assert_true(rk::check_conf(*conf, RD_KAFKA_PRODUCER, &warnings).ok());
    rk = new rk::Client(env, RD_KAFKA_PRODUCER, std::move(conf));
    assert_true(rk->start().ok());
  }
  ~World() { rd_kafka_destroy(rk); }

  void produce(i32 partition, size_t size) {
    std::string value(size, 'x');
    assert_int_equal(rd_kafka_producev(rk, RD_KAFKA_V_TOPIC("t"), RD_KAFKA_V_PARTITION(partition),
                                       RD_KAFKA_V_VALUE(value.data(), value.size()),
                                       RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_COPY), RD_KAFKA_V_END),
                     0);
  }
  void flush() { assert_int_equal(rd_kafka_flush(rk, 60000), 0); }
  u64 refusals() {
    const rk::Lock lock = server->cluster().lock();
    return server->cluster().faults().produce_answers()[RD_KAFKA_RESP_ERR_MSG_SIZE_TOO_LARGE];
  }
  size_t batches(i32 partition) {
    const rk::Lock lock = server->cluster().lock();
    size_t n = 0;
    server->cluster().partition("t", partition)->for_each_batch([&](const auto&) { ++n; });
    return n;
  }

  rk::sim::SimEnv env;
  std::unique_ptr<rk::mock::Server> server;
  rd_kafka_t* rk = nullptr;
  int arrived = 0, failed = 0;
};

void what_one_partition_learned_holds_for_the_topic(void**) {
  World world(2);
  for (int i = 0; i < 1000; ++i) world.produce(0, 100);
  world.flush();
  assert_int_equal(world.arrived, 1000);
  const u64 learned = world.refusals();
  assert_true(learned > 0);
  for (int i = 0; i < 1000; ++i) world.produce(1, 100);
  for (int i = 0; i < 1000; ++i) world.produce(0, 100);
  world.flush();
  assert_int_equal(world.arrived, 3000);
  assert_int_equal(world.failed, 0);
  assert_int_equal(world.refusals(), learned);
}

void one_message_that_is_too_large_does_not_make_the_rest_small(void**) {
  World world(1);
  for (int i = 0; i < 20; ++i) world.produce(0, i == 10 ? kBrokerTakes : 100);
  world.flush();
  assert_int_equal(world.failed, 1);
  assert_int_equal(world.arrived, 19);
  const size_t before = world.batches(0);
  for (int i = 0; i < 80; ++i) world.produce(0, 100);  // together less than the broker takes
  world.flush();
  assert_int_equal(world.arrived, 99);
  assert_int_equal(world.batches(0) - before, 1);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(what_one_partition_learned_holds_for_the_topic),
      cmocka_unit_test(one_message_that_is_too_large_does_not_make_the_rest_small),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
