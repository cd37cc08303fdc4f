// Goal: one produce and one consume through the plain API run in virtual time, in one thread, on
// the shipped client and the virtual broker; time-outs of minutes take no time; the same seed gives
// the same run. Method: SimEnv under rd_kafka_s, the broker as a Worker beside it.
#include <memory>
#include <string>
#include <vector>

#include "client/client.h"
#include "mock/server.h"
#include "sim/sim_env.h"
#include "support/unit.h"

namespace {

using rk::Micros;

std::unique_ptr<rk::Conf> conf_for(const std::string& bootstrap,
                                   std::vector<std::pair<const char*, const char*>> settings,
                                   rd_kafka_type_t type) {
  auto conf = std::make_unique<rk::Conf>();
  std::string why;
  assert_int_equal(rk::conf_set(*conf, "bootstrap.servers", bootstrap.c_str(), &why),
                   RD_KAFKA_CONF_OK);
  for (auto [name, value] : settings)
    assert_int_equal(rk::conf_set(*conf, name, value, &why), RD_KAFKA_CONF_OK);
  std::vector<std::string> warnings;
  assert_true(rk::check_conf(*conf, type, &warnings).ok());
  return conf;
}

struct Report {
  int count = 0;
  rd_kafka_resp_err_t err = RD_KAFKA_RESP_ERR_NO_ERROR;
  int64_t offset = -1;
  rd_kafka_msg_status_t status = RD_KAFKA_MSG_STATUS_NOT_PERSISTED;
};

void on_report(rd_kafka_t*, const rd_kafka_message_t* m, void*) {
  auto* report = static_cast<Report*>(m->_private);
  ++report->count;
  report->err = m->err;
  report->offset = m->offset;
  report->status = rd_kafka_message_status(m);
}

rd_kafka_t* start_client(rk::sim::SimEnv& env, rd_kafka_type_t type,
                         std::unique_ptr<rk::Conf> conf) {
  if (type == RD_KAFKA_PRODUCER) conf->callbacks.dr_msg_cb = on_report;
  auto* rk = new rk::Client(env, type, std::move(conf));
  assert_true(rk->start().ok());
  return rk;
}

void produce(rd_kafka_t* rk, const char* topic, const std::string& value, Report* report) {
  assert_int_equal(
      rd_kafka_producev(rk, RD_KAFKA_V_TOPIC(topic), RD_KAFKA_V_PARTITION(0),
                        RD_KAFKA_V_VALUE(const_cast<char*>(value.data()), value.size()),
                        RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_COPY), RD_KAFKA_V_OPAQUE(report),
                        RD_KAFKA_V_END),
      RD_KAFKA_RESP_ERR_NO_ERROR);
}

struct Run {
  Micros took = 0;
  rk::u64 steps = 0;
};

Run produce_and_consume(rk::u64 seed) {
  rk::sim::SimEnv env(seed);
  const Micros began = env.now();
  {
    rk::mock::Server broker(env, {});
    assert_true(broker.start("127.0.0.1", 0).ok());
    rd_kafka_t* producer =
        start_client(env, RD_KAFKA_PRODUCER, conf_for(broker.bootstrap(), {}, RD_KAFKA_PRODUCER));
    Report report;
    produce(producer, "t", "hello", &report);
    assert_int_equal(rd_kafka_flush(producer, 10000), RD_KAFKA_RESP_ERR_NO_ERROR);
    assert_int_equal(report.count, 1);
    assert_int_equal(report.err, RD_KAFKA_RESP_ERR_NO_ERROR);
    assert_int_equal(report.offset, 0);
    assert_int_equal(report.status, RD_KAFKA_MSG_STATUS_PERSISTED);
    rd_kafka_destroy(producer);

    rd_kafka_t* consumer = start_client(
        env, RD_KAFKA_CONSUMER,
        conf_for(broker.bootstrap(), {{"group.id", "g"}, {"auto.offset.reset", "earliest"}},
                 RD_KAFKA_CONSUMER));
    rd_kafka_topic_partition_list_t* list = rd_kafka_topic_partition_list_new(1);
    rd_kafka_topic_partition_list_add(list, "t", 0)->offset = RD_KAFKA_OFFSET_BEGINNING;
    assert_int_equal(rd_kafka_assign(consumer, list), RD_KAFKA_RESP_ERR_NO_ERROR);
    rd_kafka_topic_partition_list_destroy(list);
    rd_kafka_message_t* m = rd_kafka_consumer_poll(consumer, 10000);
    assert_non_null(m);
    assert_int_equal(m->err, RD_KAFKA_RESP_ERR_NO_ERROR);
    assert_int_equal(m->offset, 0);
    assert_int_equal(m->len, 5);
    assert_memory_equal(m->payload, "hello", 5);
    rd_kafka_message_destroy(m);
    assert_int_equal(rd_kafka_consumer_close(consumer), RD_KAFKA_RESP_ERR_NO_ERROR);
    rd_kafka_destroy(consumer);
  }
  return {env.now() - began, env.steps()};
}

void one_produce_and_one_consume(void**) {
  const Run run = produce_and_consume(1);
  assert_true(run.took < 10 * rk::kMicrosPerSecond);
}

void the_same_seed_is_the_same_run(void**) {
  const Run first = produce_and_consume(7);
  const Run second = produce_and_consume(7);
  assert_int_equal(first.took, second.took);
  assert_int_equal(first.steps, second.steps);
}

// No broker at all: the report comes at message.timeout.ms, says that nothing was written, and five
// minutes pass in virtual time only.
void a_timeout_of_minutes_costs_nothing(void**) {
  rk::sim::SimEnv env(3);
  rd_kafka_t* producer =
      start_client(env, RD_KAFKA_PRODUCER,
                   conf_for("127.0.0.1:1", {{"message.timeout.ms", "300000"}}, RD_KAFKA_PRODUCER));
  Report report;
  const Micros began = env.now();
  produce(producer, "t", "x", &report);
  while (report.count == 0 && env.now() - began < 400 * rk::kMicrosPerSecond)
    rd_kafka_poll(producer, 10000);
  assert_int_equal(report.count, 1);
  assert_int_equal(report.err, RD_KAFKA_RESP_ERR__MSG_TIMED_OUT);
  assert_int_equal(report.status, RD_KAFKA_MSG_STATUS_NOT_PERSISTED);
  // Not later than a second after the deadline, not earlier than the sealing span before it.
  assert_in_range(env.now() - began, 299 * rk::kMicrosPerSecond, 301 * rk::kMicrosPerSecond);
  rd_kafka_destroy(producer);
}

// All connections are cut while the produce is under way: still one true report and one record.
void a_cut_connection_loses_and_doubles_nothing(void**) {
  for (rk::u64 seed = 1; seed <= 50; ++seed) {
    rk::sim::SimEnv env(seed, {100, 2000, 7});
    rk::mock::Server broker(env, {});
    assert_true(broker.start("127.0.0.1", 0).ok());
    rd_kafka_t* producer =
        start_client(env, RD_KAFKA_PRODUCER, conf_for(broker.bootstrap(), {}, RD_KAFKA_PRODUCER));
    std::vector<Report> reports(20);
    for (size_t i = 0; i < reports.size(); ++i) {
      produce(producer, "t", "v" + std::to_string(i), &reports[i]);
      env.run_for(static_cast<Micros>(env.random() % 8000));
      if (i % 5 == 4) env.cut_all();
    }
    assert_int_equal(rd_kafka_flush(producer, 60000), RD_KAFKA_RESP_ERR_NO_ERROR);
    for (size_t i = 0; i < reports.size(); ++i) {
      assert_int_equal(reports[i].count, 1);
      assert_int_equal(reports[i].status, RD_KAFKA_MSG_STATUS_PERSISTED);
      assert_int_equal(reports[i].offset, i);
    }
    {
      const rk::Lock lock = broker.cluster().lock();
      assert_int_equal(broker.cluster().partition("t", 0)->end_offset(), reports.size());
    }
    rd_kafka_destroy(producer);
  }
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(one_produce_and_one_consume),
      cmocka_unit_test(the_same_seed_is_the_same_run),
      cmocka_unit_test(a_timeout_of_minutes_costs_nothing),
      cmocka_unit_test(a_cut_connection_loses_and_doubles_nothing),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
