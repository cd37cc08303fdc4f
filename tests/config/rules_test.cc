// Goal: what rd_kafka_new and rd_kafka_topic_new decide on: roles, fastka.strengthen, unsupported
// callbacks, settings that follow others, the life of a conf.
// Method: confs set as programs set them; the outcomes are those of the compatibility contract.
// (Where librdkafka has the same rule, differential_test.cc compares with it.)
#include "config/conf.h"
#include "data.h"
#include "support/unit.h"

namespace {

using rk::Conf;
using rk::Error;
using rk::TopicConf;
using Pairs = std::vector<std::pair<const char*, const char*>>;
using Warnings = std::vector<std::string>;

Conf conf_with(const Pairs& pairs) {
  Conf conf;
  for (auto [name, value] : pairs) {
    std::string why;
    if (rk::conf_set(conf, name, value, &why) != RD_KAFKA_CONF_OK) fail_msg("%s", why.c_str());
  }
  return conf;
}

TopicConf topic_with(const Pairs& pairs) {
  TopicConf conf;
  for (auto [name, value] : pairs) {
    std::string why;
    if (rk::topic_conf_set(conf, name, value, &why) != RD_KAFKA_CONF_OK)
      fail_msg("%s", why.c_str());
  }
  return conf;
}

std::string get(const Conf& conf, const char* name) {
  std::string value;
  return rk::conf_get(conf, name, &value) ? value : "(unset)";
}

void expect_text(const Error& e, rd_kafka_resp_err_t code, const char* part) {
  assert_int_equal(e.code(), code);
  if (e.text().find(part) == std::string_view::npos)
    fail_msg("\"%s\" is not in \"%s\"", part, std::string(e.text()).c_str());
}

void expect_made(Conf& conf, rd_kafka_type_t role, Warnings* warnings = nullptr) {
  if (Error e = rk::check_conf(conf, role, warnings)) fail_msg("%s", std::string(e.text()).c_str());
}

void acks_need_the_opt_in(void**) {
  for (const char* acks : {"0", "1", "2", "1000"}) {
    Conf conf = conf_with({{"acks", acks}});
    assert_string_equal(get(conf, "acks").c_str(), acks);
    Error e = rk::check_conf(conf, RD_KAFKA_PRODUCER, nullptr);
    expect_text(e, RD_KAFKA_RESP_ERR__INVALID_ARG, "acks");
    expect_text(e, RD_KAFKA_RESP_ERR__INVALID_ARG, "fastka.strengthen=true");
    expect_text(e, RD_KAFKA_RESP_ERR__INVALID_ARG, "FASTKA_STRENGTHEN=1");
    assert_string_equal(get(conf, "acks").c_str(), acks);  // a refused conf is left as it was
  }
  Conf idempotence = conf_with({{"enable.idempotence", "false"}});
  expect_text(rk::check_conf(idempotence, RD_KAFKA_PRODUCER, nullptr),
              RD_KAFKA_RESP_ERR__INVALID_ARG, "enable.idempotence");
}

void all_is_what_we_do(void**) {
  for (const char* acks : {"all", "-1", "ALL"}) {
    Conf conf = conf_with({{"acks", acks}, {"enable.idempotence", "true"}});
    Warnings warnings;
    expect_made(conf, RD_KAFKA_PRODUCER, &warnings);
    assert_true(warnings.empty());
    assert_string_equal(get(conf, "acks").c_str(), "-1");
  }
}

void strengthening_warns_once(void**) {
  Conf conf =
      conf_with({{"fastka.strengthen", "true"}, {"acks", "1"}, {"enable.idempotence", "false"}});
  Warnings warnings;
  expect_made(conf, RD_KAFKA_PRODUCER, &warnings);
  assert_int_equal(warnings.size(), 1);
  assert_string_equal(get(conf, "acks").c_str(), "-1");
  assert_string_equal(get(conf, "enable.idempotence").c_str(), "true");
  TopicConf topic = topic_with({{"acks", "0"}});
  assert_true(rk::check_topic_conf(topic, conf, RD_KAFKA_PRODUCER, &warnings).ok());
  assert_int_equal(topic.values.request_required_acks, -1);
  assert_int_equal(warnings.size(), 1);  // the instance has had its warning
}

void strengthening_a_topic_warns_too(void**) {
  Conf conf = conf_with({{"fastka.strengthen", "true"}});
  Warnings warnings;
  expect_made(conf, RD_KAFKA_PRODUCER, &warnings);
  assert_true(warnings.empty());
  for (int i = 0; i < 2; i++) {
    TopicConf topic = topic_with({{"acks", "1"}});
    assert_true(rk::check_topic_conf(topic, conf, RD_KAFKA_PRODUCER, &warnings).ok());
    assert_int_equal(topic.values.request_required_acks, -1);
  }
  assert_int_equal(warnings.size(), 1);
}

void strengthening_covers_nothing_else(void**) {
  for (auto [name, value] : Pairs{{"queuing.strategy", "lifo"},
                                  {"transactional.id", "x"},
                                  {"enable.gapless.guarantee", "true"},
                                  {"retries", "0"}}) {
    Conf conf = conf_with({{"fastka.strengthen", "true"}, {name, value}});
    expect_text(rk::check_conf(conf, RD_KAFKA_PRODUCER, nullptr), RD_KAFKA_RESP_ERR__INVALID_ARG,
                name);
  }
}

void environment_is_a_default(void**) {
  Conf conf = conf_with({{"acks", "1"}});
  rk::strengthen_by_default(conf);
  expect_made(conf, RD_KAFKA_PRODUCER);
  Conf explicit_no = conf_with({{"fastka.strengthen", "false"}, {"acks", "1"}});
  rk::strengthen_by_default(explicit_no);
  assert_false(rk::check_conf(explicit_no, RD_KAFKA_PRODUCER, nullptr).ok());
}

void topics_refuse_for_their_role(void**) {
  Conf producer;
  expect_made(producer, RD_KAFKA_PRODUCER);
  TopicConf acks = topic_with({{"acks", "0"}});
  expect_text(rk::check_topic_conf(acks, producer, RD_KAFKA_PRODUCER, nullptr),
              RD_KAFKA_RESP_ERR__INVALID_ARG, "acks");
  Warnings warnings;
  assert_true(rk::check_topic_conf(acks, producer, RD_KAFKA_CONSUMER, &warnings).ok());
  assert_int_equal(warnings.size(), 1);
  TopicConf file = topic_with({{"offset.store.method", "file"}});
  expect_text(rk::check_topic_conf(file, producer, RD_KAFKA_CONSUMER, nullptr),
              RD_KAFKA_RESP_ERR__INVALID_ARG, "offset.store.method");
  assert_true(rk::check_topic_conf(file, producer, RD_KAFKA_PRODUCER, nullptr).ok());
}

// Programs hand one map to producers and consumers.
void mixed_maps_are_warnings(void**) {
  Pairs map = {{"group.id", "g"},
               {"auto.offset.reset", "earliest"},
               {"linger.ms", "5"},
               {"transactional.id", ""},
               {"statistics.interval.ms", "1000"}};
  Conf conf = conf_with(map);
  Warnings warnings;
  expect_made(conf, RD_KAFKA_PRODUCER, &warnings);
  assert_int_equal(warnings.size(), 2);
  assert_true(warnings[0].find("group.id") != std::string::npos);
  assert_true(warnings[1].find("auto.offset.reset") != std::string::npos);
  Conf other = conf_with(map);
  warnings.clear();
  expect_made(other, RD_KAFKA_CONSUMER, &warnings);
  assert_int_equal(warnings.size(), 1);
  assert_true(warnings[0].find("queue.buffering.max.ms") != std::string::npos);
}

void transactions_are_named(void**) {
  Conf conf = conf_with({{"transactional.id", "x"}});
  expect_text(rk::check_conf(conf, RD_KAFKA_PRODUCER, nullptr), RD_KAFKA_RESP_ERR__INVALID_ARG,
              "transactions");
  expect_made(conf, RD_KAFKA_CONSUMER);
}

void poison_is_refused_by_name(void**) {
  Conf conf;
  rk::poison(conf, "rd_kafka_conf_set_socket_cb", "rd_kafka_conf_set_socket_cb() is not supported");
  expect_text(rk::check_conf(conf, RD_KAFKA_CONSUMER, nullptr), RD_KAFKA_RESP_ERR__NOT_IMPLEMENTED,
              "rd_kafka_conf_set_socket_cb");
  Conf copy = conf;
  assert_false(rk::check_conf(copy, RD_KAFKA_CONSUMER, nullptr).ok());
  rk::poison(conf, "rd_kafka_conf_set_socket_cb", "");
  expect_made(conf, RD_KAFKA_CONSUMER);
  TopicConf topic;
  rk::poison(topic, "msg_order_cmp", "rd_kafka_topic_conf_set_msg_order_cmp() is not supported");
  expect_text(rk::check_topic_conf(topic, conf, RD_KAFKA_PRODUCER, nullptr),
              RD_KAFKA_RESP_ERR__NOT_IMPLEMENTED, "msg_order_cmp");
}

// linger.ms and message.timeout.ms give way to each other unless both were set.
void linger_and_timeout_give_way(void**) {
  Conf linger = conf_with({{"linger.ms", "400000"}});
  expect_made(linger, RD_KAFKA_PRODUCER);
  assert_true(linger.topic.values.message_timeout_ms > 400000);
  TopicConf topic;
  assert_true(rk::check_topic_conf(topic, linger, RD_KAFKA_PRODUCER, nullptr).ok());
  assert_true(topic.values.message_timeout_ms > 400000);
  Conf timeout = conf_with({{"message.timeout.ms", "3"}});
  expect_made(timeout, RD_KAFKA_PRODUCER);
  assert_true(timeout.values.queue_buffering_max_ms < 3);
  Conf plain;
  expect_made(plain, RD_KAFKA_PRODUCER);
  TopicConf hasty = topic_with({{"message.timeout.ms", "2"}});
  assert_true(rk::check_topic_conf(hasty, plain, RD_KAFKA_PRODUCER, nullptr).ok());
  assert_true(rk::linger_ms_of(plain, hasty) < 2);
  assert_true(rk::linger_ms_of(plain, TopicConf{}) == 5);
}

void in_flight_is_capped(void**) {
  Conf conf = conf_with({{"max.in.flight", "100"}});
  expect_made(conf, RD_KAFKA_PRODUCER);
  assert_int_equal(conf.values.max_in_flight_requests_per_connection, 5);
}

void taken_shell_is_safe(void**) {
  Conf conf = conf_with({{"client.id", "me"}, {"acks", "all"}});
  std::unique_ptr<Conf> values = rk::take(conf);
  assert_string_equal(get(*values, "client.id").c_str(), "me");
  assert_false(values->taken);
  assert_true(values->is_set("client.id"));
  assert_true(values->topic.is_set("acks"));
  assert_string_equal(get(conf, "builtin.features").c_str(), rk::builtin_features());
  assert_string_equal(get(conf, "client.id").c_str(), "(unset)");
  std::string why;
  assert_int_equal(rk::conf_set(conf, "client.id", "x", &why), RD_KAFKA_CONF_UNKNOWN);
  assert_int_equal(rk::conf_dump(conf).size(), 1);
}

void explicitly_set_is_remembered(void**) {
  Conf conf = conf_with({{"bootstrap.servers", "a"}, {"linger.ms", "5"}, {"acks", "all"}});
  assert_true(conf.is_set("metadata.broker.list"));
  assert_true(conf.is_set("queue.buffering.max.ms"));
  assert_true(conf.is_set("linger.ms"));
  assert_true(conf.topic.is_set("request.required.acks"));
  assert_false(conf.is_set("client.id"));
  assert_false(conf.is_set("no.such.thing"));
}

void every_log_level_name_is_known(void**) {
  // The contexts that rdkafka.h announces are those that `debug` takes.
  Conf conf;
  std::string why;
  for (const std::string& name : data::split(RD_KAFKA_DEBUG_CONTEXTS, ","))
    assert_int_equal(rk::conf_set(conf, "debug", name.c_str(), &why), RD_KAFKA_CONF_OK);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(acks_need_the_opt_in),
      cmocka_unit_test(all_is_what_we_do),
      cmocka_unit_test(strengthening_warns_once),
      cmocka_unit_test(strengthening_a_topic_warns_too),
      cmocka_unit_test(strengthening_covers_nothing_else),
      cmocka_unit_test(environment_is_a_default),
      cmocka_unit_test(topics_refuse_for_their_role),
      cmocka_unit_test(mixed_maps_are_warnings),
      cmocka_unit_test(transactions_are_named),
      cmocka_unit_test(poison_is_refused_by_name),
      cmocka_unit_test(linger_and_timeout_give_way),
      cmocka_unit_test(in_flight_is_capped),
      cmocka_unit_test(taken_shell_is_safe),
      cmocka_unit_test(explicitly_set_is_remembered),
      cmocka_unit_test(every_log_level_name_is_known),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
