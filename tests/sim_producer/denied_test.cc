// Goal: when brokers take nothing from this principal, the application hears of it through error_cb
// too, once and not once a batch, and again when it happens again. Method: a virtual broker that
// answers TOPIC_AUTHORIZATION_FAILED on request, in virtual time.
#include <memory>
#include <string>
#include <vector>

#include "client/client.h"
#include "mock/server.h"
#include "sim/sim_env.h"
#include "support/unit.h"

namespace {

constexpr auto kDenied = RD_KAFKA_RESP_ERR_TOPIC_AUTHORIZATION_FAILED;

struct World {
  World() : env(4), server(env, {}) {
    assert_true(server.start("127.0.0.1", 0).ok());
    auto conf = std::make_unique<rk::Conf>();
    std::string why;
    rk::conf_set(*conf, "bootstrap.servers", server.bootstrap().c_str(), &why);
    conf->callbacks.dr_msg_cb = [](rd_kafka_t*, const rd_kafka_message_t* m, void* opaque) {
      static_cast<World*>(opaque)->reports.push_back(m->err);
    };
    conf->callbacks.error_cb = [](rd_kafka_t*, int err, const char* reason, void* opaque) {
      assert_non_null(strstr(reason, "t [0]"));
      static_cast<World*>(opaque)->errors.push_back(err);
    };
    conf->callbacks.opaque = this;
    std::vector<std::string> warnings;
    assert_true(rk::check_conf(*conf, RD_KAFKA_PRODUCER, &warnings).ok());
    rk = new rk::Client(env, RD_KAFKA_PRODUCER, std::move(conf));
    assert_true(rk->start().ok());
  }
  ~World() { rd_kafka_destroy(rk); }

  void refuse(int times) {
    const rk::Lock lock = server.cluster().lock();
    for (int i = 0; i < times; ++i)
      server.cluster().faults().add(rk::wire::ApiKey::kProduce,
                                    {rk::mock::Fault::Kind::refuse, kDenied, 0});
  }
  void produce() {
    assert_int_equal(rd_kafka_producev(rk, RD_KAFKA_V_TOPIC("t"), RD_KAFKA_V_PARTITION(0),
                                       RD_KAFKA_V_VALUE(const_cast<char*>("x"), 1), RD_KAFKA_V_END),
                     0);
    assert_int_equal(rd_kafka_flush(rk, 10000), 0);
    rd_kafka_poll(rk, 10);
  }

  rk::sim::SimEnv env;
  rk::mock::Server server;
  rd_kafka_t* rk = nullptr;
  std::vector<int> reports, errors;
};

void error_cb_hears_of_a_topic_that_may_not_be_written(void**) {
  World world;
  world.produce();
  assert_true(world.errors.empty());
  world.refuse(3);
  for (int i = 0; i < 3; ++i) world.produce();
  assert_true(world.errors == std::vector<int>{kDenied});
  world.produce();
  world.refuse(1);
  world.produce();
  assert_true(world.errors == (std::vector<int>{kDenied, kDenied}));
  assert_true(world.reports == (std::vector<int>{0, kDenied, kDenied, kDenied, 0, kDenied}));
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {cmocka_unit_test(error_cb_hears_of_a_topic_that_may_not_be_written)};
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
