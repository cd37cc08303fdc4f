// Goal: a topic that was deleted and created again is a new one, also for brokers without topic ids
// (before Kafka 2.8), where only its leaders' epochs tell, which start again: a message that may be
// in the old one is reported so and not written to the new one, and later messages arrive, whoever
// leads. Method: the virtual brokers in virtual time, with and without topic ids, with the topic
// missing for a while or at once there again.
#include <memory>
#include <string>
#include <vector>

#include "client/client.h"
#include "mock/server.h"
#include "sim/sim_env.h"
#include "support/unit.h"

namespace {

using Kind = rk::mock::Fault::Kind;

struct Report {
  int count = 0;
  rd_kafka_resp_err_t error = RD_KAFKA_RESP_ERR_NO_ERROR;
  rd_kafka_msg_status_t status = RD_KAFKA_MSG_STATUS_NOT_PERSISTED;
};

struct World {
  World(rk::u64 seed, bool topic_ids, rk::i32 brokers = 2) : env(seed) {
    rk::mock::ClusterOptions options;
    options.broker_count = brokers;
    options.auto_create_topics = false;
    options.topic_ids = topic_ids;
    server = std::make_unique<rk::mock::Server>(env, options);
    assert_true(server->start("127.0.0.1", 0).ok());
    create();
    auto conf = std::make_unique<rk::Conf>();
    std::string why;
    rk::conf_set(*conf, "bootstrap.servers", server->bootstrap().c_str(), &why);
    rk::conf_set(*conf, "message.timeout.ms", "60000", &why);
    conf->callbacks.dr_msg_cb = [](rd_kafka_t*, const rd_kafka_message_t* m, void*) {
      auto* report = static_cast<Report*>(m->_private);
      ++report->count;
      report->error = m->err;
      report->status = rd_kafka_message_status(m);
    };
    std::vector<std::string> warnings;
    assert_true(rk::check_conf(*conf, RD_KAFKA_PRODUCER, &warnings).ok());
    rk = new rk::Client(env, RD_KAFKA_PRODUCER, std::move(conf));
    assert_true(rk->start().ok());
  }
  ~World() { rd_kafka_destroy(rk); }

  void create() {
    const rk::Lock lock = server->cluster().lock();
    assert_int_equal(server->cluster().create_topic("t", 1, -1), 0);
  }
  void remove() {
    const rk::Lock lock = server->cluster().lock();
    server->cluster().delete_topic("t");
  }
  void move(int times) {
    for (int i = 0; i < times; ++i) {
      const rk::Lock lock = server->cluster().lock();
      rk::mock::Partition* p = server->cluster().partition("t", 0);
      p->set_leader(3 - p->leader());
    }
  }
  void fault(Kind kind, rk::Micros delay, int times, rk::wire::ApiKey api) {
    const rk::Lock lock = server->cluster().lock();
    for (int i = 0; i < times; ++i) server->cluster().faults().add(api, {kind, rk::kOk, delay});
  }
  void produce(const char* value, Report* report) {
    assert_int_equal(rd_kafka_producev(rk, RD_KAFKA_V_TOPIC("t"), RD_KAFKA_V_PARTITION(0),
                                       RD_KAFKA_V_VALUE(const_cast<char*>(value), 1),
                                       RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_COPY),
                                       RD_KAFKA_V_OPAQUE(report), RD_KAFKA_V_END),
                     0);
  }
  void poll(int ms) {
    for (const rk::Micros end = env.now() + ms * rk::kMicrosPerMs; env.now() < end;)
      rd_kafka_poll(rk, 10);
  }
  rk::i64 end_offset() {
    const rk::Lock lock = server->cluster().lock();
    return server->cluster().partition("t", 0)->end_offset();
  }

  rk::sim::SimEnv env;
  std::unique_ptr<rk::mock::Server> server;
  rd_kafka_t* rk = nullptr;
};

void recreate(bool topic_ids, int missing_ms) {
  for (rk::u64 seed = 1; seed <= 20; ++seed) {
    World world(seed, topic_ids);
    Report first, doubtful, later;
    world.produce("1", &first);
    assert_int_equal(rd_kafka_flush(world.rk, 10000), 0);
    world.move(5);  // the leader's epoch is 5, the leader is the other broker
    world.produce("2", &first);
    assert_int_equal(rd_kafka_flush(world.rk, 10000), 0);
    assert_int_equal(first.count, 2);
    // In the log, but the broker says every time that it does not know.
    {
      const rk::Lock lock = world.server->cluster().lock();
      for (int i = 0; i < 5; ++i)
        world.server->cluster().faults().add(
            rk::wire::ApiKey::kProduce, {Kind::do_then_refuse, static_cast<rk::ErrorCode>(6), 0});
    }
    world.produce("3", &doubtful);
    world.poll(50);
    world.remove();
    if (missing_ms > 0) world.poll(missing_ms);
    world.create();
    world.poll(20000);
    world.produce("4", &later);
    assert_int_equal(rd_kafka_flush(world.rk, 50000), 0);
    assert_int_equal(doubtful.count, 1);
    assert_int_equal(doubtful.status, RD_KAFKA_MSG_STATUS_POSSIBLY_PERSISTED);
    assert_int_equal(later.count, 1);
    assert_int_equal(later.error, 0);
    assert_int_equal(world.end_offset(), 1);
  }
}

// Nobody told the client yet when it asks again for an answer that was lost. (By name, which is all
// that brokers before 4.1 understand, the batch would be in both topics.)
void a_retry_never_gets_into_another_topic(void**) {
  for (rk::u64 seed = 1; seed <= 20; ++seed) {
    World world(seed, true, 1);
    Report first, doubtful, later;
    world.produce("1", &first);
    assert_int_equal(rd_kafka_flush(world.rk, 10000), 0);
    world.fault(Kind::do_then_stall, 3 * rk::kMicrosPerSecond, 3, rk::wire::ApiKey::kMetadata);
    world.fault(Kind::do_then_cut, 0, 1, rk::wire::ApiKey::kProduce);
    world.produce("2", &doubtful);
    for (int i = 0; i < 1000 && world.end_offset() < 2; ++i) world.env.run_for(100);
    assert_int_equal(world.end_offset(), 2);
    world.remove();
    world.create();
    world.poll(20000);
    assert_int_equal(doubtful.count, 1);
    assert_int_equal(doubtful.status, RD_KAFKA_MSG_STATUS_POSSIBLY_PERSISTED);
    assert_int_equal(world.end_offset(), 0);
    world.produce("3", &later);
    assert_int_equal(rd_kafka_flush(world.rk, 10000), 0);
    assert_int_equal(later.error, 0);
    assert_int_equal(world.end_offset(), 1);
  }
}

// What never got into the old topic belongs into the new one.
void a_refused_batch_goes_to_the_new_topic(void**) {
  World world(3, true, 1);
  Report first, second;
  world.produce("1", &first);
  assert_int_equal(rd_kafka_flush(world.rk, 10000), 0);
  world.remove();
  world.create();
  world.produce("2", &second);
  assert_int_equal(rd_kafka_flush(world.rk, 10000), 0);
  assert_int_equal(second.count, 1);
  assert_int_equal(second.error, 0);
  assert_int_equal(second.status, RD_KAFKA_MSG_STATUS_PERSISTED);
  assert_int_equal(world.end_offset(), 1);
}

// A broker's answer about the old topic says who leads that one, in an epoch that the new one is
// far from.
void a_late_hint_about_the_old_topic_is_not_taken(void**) {
  for (rk::u64 seed = 1; seed <= 20; ++seed) {
    World world(seed, true);
    Report first, second, later;
    world.produce("1", &first);
    assert_int_equal(rd_kafka_flush(world.rk, 10000), 0);
    // The client does not know that the leader moved; the answer that tells it is on its way long.
    world.move(9);
    world.fault(Kind::do_then_stall, 4 * rk::kMicrosPerSecond, 1, rk::wire::ApiKey::kProduce);
    world.produce("2", &second);
    world.poll(300);
    world.remove();
    world.create();
    rk::i32 led_by;
    {
      const rk::Lock lock = world.server->cluster().lock();
      led_by = world.server->cluster().partition("t", 0)->leader();
    }
    rd_kafka_brokers_add(world.rk, world.server->bootstrap().c_str());
    const rd_kafka_metadata_t* metadata = nullptr;
    assert_int_equal(rd_kafka_metadata(world.rk, 1, nullptr, &metadata, 10000), 0);
    assert_int_equal(metadata->topics[0].partitions[0].leader, led_by);
    rd_kafka_metadata_destroy(metadata);
    world.poll(8000);  // the answer came
    world.produce("3", &later);
    assert_int_equal(rd_kafka_flush(world.rk, 30000), 0);
    assert_int_equal(later.count, 1);
    assert_int_equal(later.error, 0);
    metadata = nullptr;
    assert_int_equal(rd_kafka_metadata(world.rk, 1, nullptr, &metadata, 10000), 0);
    assert_int_equal(metadata->topics[0].partitions[0].leader, led_by);
    rd_kafka_metadata_destroy(metadata);
  }
}

void with_topic_ids(void**) {
  recreate(true, 0);
}
void without_ids_missing_for_a_while(void**) {
  recreate(false, 5000);
}
void without_ids_there_at_once(void**) {
  recreate(false, 0);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(with_topic_ids),
      cmocka_unit_test(without_ids_missing_for_a_while),
      cmocka_unit_test(without_ids_there_at_once),
      cmocka_unit_test(a_retry_never_gets_into_another_topic),
      cmocka_unit_test(a_refused_batch_goes_to_the_new_topic),
      cmocka_unit_test(a_late_hint_about_the_old_topic_is_not_taken),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
