// Goal: a C++ program may throw out of its callbacks: the exception reaches the call that polled,
// and the handle works on; what was being reported is not reported again.
// Method: an embedded broker; only the dispatch of callbacks is between thrower and catcher.
#include <stdexcept>
#include <string>

#include "abi/api.h"
#include "rdkafka_mock.h"

namespace {

constexpr int kWaitMs = 20000;

struct Count {
  int calls = 0;
  bool throws = true;
};

void on_report(rd_kafka_t*, const rd_kafka_message_t*, void* opaque) {
  auto* count = static_cast<Count*>(opaque);
  ++count->calls;
  if (count->throws) throw std::runtime_error("from the callback");
}

rd_kafka_t* handle(rd_kafka_type_t type, rd_kafka_conf_t* conf, Count* count) {
  char text[256];
  rd_kafka_conf_set(conf, "linger.ms", "0", text, sizeof text);
  rd_kafka_conf_set_opaque(conf, count);
  rd_kafka_t* rk = rd_kafka_new(type, conf, text, sizeof text);
  assert_non_null(rk);
  return rk;
}

rd_kafka_conf_t* with_broker() {
  char text[256];
  rd_kafka_conf_t* conf = rd_kafka_conf_new();
  assert_int_equal(rd_kafka_conf_set(conf, "test.mock.num.brokers", "1", text, sizeof text), 0);
  return conf;
}

void produce(rd_kafka_t* rk) {
  assert_int_equal(
      rd_kafka_producev(rk, RD_KAFKA_V_TOPIC("t"), RD_KAFKA_V_PARTITION(0),
                        RD_KAFKA_V_VALUE(const_cast<char*>("x"), size_t{1}), RD_KAFKA_V_END),
      0);
}

// Polls until a callback throws; its text.
template <typename F>
std::string thrown_by(F poll) {
  for (int i = 0; i < 200; ++i) {
    try {
      poll();
    } catch (const std::runtime_error& e) {
      return e.what();
    }
  }
  return "nothing";
}

void from_poll(void**) {
  Count count;
  rd_kafka_conf_t* conf = with_broker();
  rd_kafka_conf_set_dr_msg_cb(conf, on_report);
  rd_kafka_t* rk = handle(RD_KAFKA_PRODUCER, conf, &count);
  rd_kafka_mock_topic_create(rd_kafka_handle_mock_cluster(rk), "t", 1, 1);
  for (int i = 0; i < 3; ++i) produce(rk);
  for (int i = 1; i <= 3; ++i) {
    assert_string_equal(thrown_by([&] { rd_kafka_poll(rk, 100); }).c_str(), "from the callback");
    assert_int_equal(count.calls, i);
  }
  assert_int_equal(rd_kafka_outq_len(rk), 0);
  produce(rk);
  assert_string_equal(thrown_by([&] { rd_kafka_flush(rk, kWaitMs); }).c_str(), "from the callback");
  count.throws = false;
  produce(rk);
  assert_int_equal(rd_kafka_flush(rk, kWaitMs), 0);
  assert_int_equal(count.calls, 5);
  rd_kafka_destroy(rk);
}

void on_message(rd_kafka_message_t* m, void* opaque) {
  if (m->err) return;
  auto* count = static_cast<Count*>(opaque);
  assert_int_equal(m->offset, count->calls);
  ++count->calls;
  throw std::runtime_error("from the consumer");
}

void from_consume(void**) {
  Count count;
  rd_kafka_t* owner = handle(RD_KAFKA_PRODUCER, with_broker(), &count);
  rd_kafka_mock_cluster_t* cluster = rd_kafka_handle_mock_cluster(owner);
  rd_kafka_mock_topic_create(cluster, "t", 1, 1);
  for (int i = 0; i < 3; ++i) produce(owner);
  assert_int_equal(rd_kafka_flush(owner, kWaitMs), 0);

  char text[256];
  rd_kafka_conf_t* conf = rd_kafka_conf_new();
  rd_kafka_conf_set(conf, "bootstrap.servers", rd_kafka_mock_cluster_bootstraps(cluster), text,
                    sizeof text);
  rd_kafka_t* rk = rd_kafka_new(RD_KAFKA_CONSUMER, conf, text, sizeof text);
  assert_non_null(rk);
  rd_kafka_topic_t* rkt = rd_kafka_topic_new(rk, "t", nullptr);
  assert_int_equal(rd_kafka_consume_start(rkt, 0, 0), 0);
  for (int i = 1; i <= 3; ++i) {
    assert_string_equal(
        thrown_by([&] { rd_kafka_consume_callback(rkt, 0, 100, on_message, &count); }).c_str(),
        "from the consumer");
    assert_int_equal(count.calls, i);
  }
  assert_int_equal(rd_kafka_consume_stop(rkt, 0), 0);
  rd_kafka_topic_destroy(rkt);
  rd_kafka_destroy(rk);
  rd_kafka_destroy(owner);
}

}  // namespace

int main() {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(from_poll),
      cmocka_unit_test(from_consume),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
