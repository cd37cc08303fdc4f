// Goal: a produce call with RD_KAFKA_MSG_F_BLOCK that finds the queue full sleeps until there is
// room: it does not spin, whichever limit is reached, and returns once reports were served. Method:
// virtual brokers that answer late, reports served by the background thread, in virtual time; the
// simulator ends a test in which a waiting call comes back again and again at one instant.
#include <memory>
#include <string>
#include <vector>

#include "client/client.h"
#include "mock/server.h"
#include "sim/sim_env.h"
#include "support/unit.h"

namespace {

constexpr rk::Micros kStall = 5 * rk::kMicrosPerSecond;

void waits_asleep(const char* limit, const char* value, size_t size, int fit) {
  rk::sim::SimEnv env(3);
  rk::mock::Server server(env, {});
  assert_true(server.start("127.0.0.1", 0).ok());
  auto conf = std::make_unique<rk::Conf>();
  std::string why;
  rk::conf_set(*conf, "bootstrap.servers", server.bootstrap().c_str(), &why);
  rk::conf_set(*conf, limit, value, &why);
  rk::conf_set(*conf, "linger.ms", "0", &why);
  conf->values.enabled_events = RD_KAFKA_EVENT_DR;
  conf->callbacks.background_event_cb = [](rd_kafka_t*, rd_kafka_event_t* e, void*) {
    rd_kafka_event_destroy(e);
  };
  std::vector<std::string> warnings;
  assert_true(rk::check_conf(*conf, RD_KAFKA_PRODUCER, &warnings).ok());
  auto* rk = new rk::Client(env, RD_KAFKA_PRODUCER, std::move(conf));
  assert_true(rk->start().ok());
  rd_kafka_queue_t* main = rd_kafka_queue_get_main(rk);
  rd_kafka_queue_t* background = rd_kafka_queue_get_background(rk);
  rd_kafka_queue_forward(main, background);
  {
    const rk::Lock lock = server.cluster().lock();
    server.cluster().faults().add(rk::wire::ApiKey::kProduce, {rk::mock::Fault::Kind::stall,
                                                               RD_KAFKA_RESP_ERR_NO_ERROR, kStall});
  }
  const std::string payload(size, 'x');
  const auto produce = [&](int flags) {
    return rd_kafka_producev(rk, RD_KAFKA_V_TOPIC("t"), RD_KAFKA_V_PARTITION(0),
                             RD_KAFKA_V_VALUE(const_cast<char*>(payload.data()), payload.size()),
                             RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_COPY | flags), RD_KAFKA_V_END);
  };
  for (int i = 0; i < fit; ++i) assert_int_equal(produce(0), 0);
  assert_int_equal(produce(0), RD_KAFKA_RESP_ERR__QUEUE_FULL);
  const rk::Micros began = env.now();
  const rk::u64 wake_ups = env.wake_ups();
  assert_int_equal(produce(RD_KAFKA_MSG_F_BLOCK), 0);
  assert_in_range(env.now() - began, kStall, kStall + rk::kMicrosPerSecond);
  assert_true(env.wake_ups() - wake_ups < 100);
  assert_int_equal(rd_kafka_flush(rk, 20000), 0);
  rd_kafka_queue_destroy(main);
  rd_kafka_queue_destroy(background);
  rd_kafka_destroy(rk);
}

void the_limit_of_messages(void**) {
  waits_asleep("queue.buffering.max.messages", "5", 10, 5);
}
void the_limit_of_bytes(void**) {
  waits_asleep("queue.buffering.max.kbytes", "2", 600, 3);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(the_limit_of_messages),
      cmocka_unit_test(the_limit_of_bytes),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
