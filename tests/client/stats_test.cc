// Goal: the statistics are valid JSON, carry the keys that monitoring reads, in that order, and
// their numbers are those of the traffic that the test itself made; nobody pays for statistics that
// he does not take.
// Method: clients of the embedded broker through rdkafka.h. The lists of keys are what librdkafka
// 2.16.0 emitted against Kafka 4; counts and offsets follow from what is produced and consumed.
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <thread>

#include "abi/api.h"
#include "client/json_tree.h"

namespace {

constexpr int kMessages = 100;
constexpr char kPayload[] = "0123456789";
constexpr int kPayloadBytes = 10;

constexpr char kTopKeys[] =
    "name client_id type ts time age replyq msg_cnt msg_size msg_max msg_size_max simple_cnt "
    "metadata_cache_cnt brokers topics tx tx_bytes rx rx_bytes txmsgs txmsg_bytes rxmsgs "
    "rxmsg_bytes recoveries";
// Where `extra` stands between the topics and the sums.
std::string top_keys(const char* extra) {
  std::string keys = kTopKeys;
  return keys.insert(keys.find(" tx "), extra);
}

constexpr char kBrokerKeys[] =
    "name nodeid nodename source state stateage outbuf_cnt outbuf_msg_cnt waitresp_cnt "
    "waitresp_msg_cnt tx txbytes txerrs txretries txidle req_timeouts rx rxbytes rxerrs "
    "rxcorriderrs rxpartial rxidle zbuf_grow buf_grow wakeups connects disconnects int_latency "
    "outbuf_latency rtt throttle req toppars";
constexpr char kWindowKeys[] =
    "min max avg sum stddev p50 p75 p90 p95 p99 p99_99 outofrange hdrsize cnt";
constexpr char kTopicKeys[] = "topic age metadata_age batchsize batchcnt partitions";
constexpr char kPartitionKeys[] =
    "partition broker leader desired unknown msgq_cnt msgq_bytes xmit_msgq_cnt xmit_msgq_bytes "
    "fetchq_cnt fetchq_size fetch_state query_offset next_offset app_offset stored_offset "
    "stored_leader_epoch commited_offset committed_offset committed_leader_epoch eof_offset "
    "lo_offset hi_offset ls_offset consumer_lag consumer_lag_stored leader_epoch txmsgs txbytes "
    "rxmsgs rxbytes msgs rx_ver_drops msgs_inflight next_ack_seq next_err_seq acked_msgid";

// Where stats_cb leaves what it gets.
struct Inbox {
  std::string text;
  int count = 0;
  bool keep = false;
  char* kept = nullptr;
  uint64_t batches = 0, batched_messages = 0, round_trips = 0, throttles = 0;
};

int64_t num(const Json& at, std::string_view key) {
  const Json* v = at.find(key);
  if (!v) fail_msg("no \"%s\"", std::string(key).c_str());
  assert_true(v->kind == Json::Kind::number || v->kind == Json::Kind::boolean);
  return v->number;
}
const Json& sub(const Json& at, std::string_view key) {
  const Json* v = at.find(key);
  if (!v) fail_msg("no \"%s\" in %s", std::string(key).c_str(), at.keys().c_str());
  return *v;
}
const std::string& str(const Json& at, std::string_view key) {
  const Json& v = sub(at, key);
  assert_true(v.kind == Json::Kind::string);
  return v.text;
}

Json parse(const std::string& text) {
  Json tree;
  if (!JsonReader::read(text, &tree)) fail_msg("not valid: %s", text.c_str());
  return tree;
}

// The windows start anew with each text: added up over all of them.
void add_windows(Inbox& inbox, const Json& tree) {
  for (const auto& [name, t] : sub(tree, "topics").members) {
    inbox.batches += num(sub(t, "batchcnt"), "cnt");
    inbox.batched_messages += num(sub(t, "batchcnt"), "sum");
  }
  for (const auto& [name, b] : sub(tree, "brokers").members) {
    inbox.round_trips += num(sub(b, "rtt"), "cnt");
    inbox.throttles += num(sub(b, "throttle"), "cnt");
  }
}

int on_stats(rd_kafka_t*, char* json, size_t size, void* opaque) {
  Inbox& inbox = *static_cast<Inbox*>(opaque);
  assert_int_equal(strlen(json), size);
  inbox.text.assign(json, size);
  ++inbox.count;
  add_windows(inbox, parse(inbox.text));
  if (!inbox.keep || inbox.kept) return 0;
  inbox.kept = json;
  return 1;
}

using Settings = std::map<std::string, std::string>;

struct Destroy {
  void operator()(rd_kafka_t* rk) const { rd_kafka_destroy(rk); }
};
using Handle = std::unique_ptr<rd_kafka_t, Destroy>;

Handle make(rd_kafka_type_t type, const Settings& settings, Inbox* inbox, int events = 0) {
  char text[512];
  rd_kafka_conf_t* conf = rd_kafka_conf_new();
  for (const auto& [name, value] : settings)
    if (rd_kafka_conf_set(conf, name.c_str(), value.c_str(), text, sizeof text) != RD_KAFKA_CONF_OK)
      fail_msg("%s", text);
  rd_kafka_conf_set_opaque(conf, inbox);
  if (inbox) rd_kafka_conf_set_stats_cb(conf, on_stats);
  if (events) rd_kafka_conf_set_events(conf, events);
  rd_kafka_t* rk = rd_kafka_new(type, conf, text, sizeof text);
  if (!rk) fail_msg("%s", text);
  return Handle(rk);
}

std::string bootstrap_of(rd_kafka_t* rk) {
  char value[512];
  size_t size = sizeof value;
  assert_int_equal(rd_kafka_conf_get(rd_kafka_conf(rk), "bootstrap.servers", value, &size),
                   RD_KAFKA_CONF_OK);
  return value;
}

// Until `done` says so; a test that hangs for 20 s has failed.
void poll_until(rd_kafka_t* rk, const std::function<bool()>& done) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (!done()) {
    rd_kafka_poll(rk, 20);
    if (std::chrono::steady_clock::now() > end) fail_msg("waited for 20 s");
  }
}

void produce(rd_kafka_t* rk, const char* topic, int count) {
  for (int i = 0; i < count; ++i)
    assert_int_equal(rd_kafka_producev(rk, RD_KAFKA_V_TOPIC(topic), RD_KAFKA_V_PARTITION(1),
                                       RD_KAFKA_V_VALUE(const_cast<char*>(kPayload), kPayloadBytes),
                                       RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_COPY), RD_KAFKA_V_END),
                     RD_KAFKA_RESP_ERR_NO_ERROR);
  assert_int_equal(rd_kafka_flush(rk, 20000), RD_KAFKA_RESP_ERR_NO_ERROR);
}

// The next text that was begun after everything so far.
Json next_stats(rd_kafka_t* rk, Inbox& inbox) {
  const int wanted = inbox.count + 2;
  poll_until(rk, [&] { return inbox.count >= wanted; });
  return parse(inbox.text);
}

void check_shape(const Json& tree) {
  for (const auto& [name, b] : sub(tree, "brokers").members) {
    assert_string_equal(b.keys().c_str(), kBrokerKeys);
    assert_string_equal(str(b, "name").c_str(), name.c_str());
    for (const char* window : {"int_latency", "outbuf_latency", "rtt", "throttle"})
      assert_string_equal(sub(b, window).keys().c_str(), kWindowKeys);
    for (const auto& [key, t] : sub(b, "toppars").members)
      assert_string_equal(t.keys().c_str(), "topic partition");
  }
  for (const auto& [name, t] : sub(tree, "topics").members) {
    assert_string_equal(t.keys().c_str(), kTopicKeys);
    for (const char* window : {"batchsize", "batchcnt"})
      assert_string_equal(sub(t, window).keys().c_str(), kWindowKeys);
    for (const auto& [id, p] : sub(t, "partitions").members) {
      assert_string_equal(p.keys().c_str(), kPartitionKeys);
      assert_int_equal(num(p, "partition"), atoi(id.c_str()));
    }
  }
}

const Json& broker(const Json& tree) {
  for (const auto& [name, b] : sub(tree, "brokers").members)
    if (num(b, "nodeid") >= 0) return b;
  fail_msg("no broker");
  abort();
}

Settings embedded() {
  return {{"test.mock.num.brokers", "1"}, {"statistics.interval.ms", "20"}};
}

void producer_numbers(void**) {
  Inbox inbox;
  Settings settings = embedded();
  settings["client.id"] = "counting";
  settings["linger.ms"] = "0";
  const Handle rk = make(RD_KAFKA_PRODUCER, settings, &inbox);
  produce(rk.get(), "orders", kMessages);
  const Json tree = next_stats(rk.get(), inbox);
  // As of librdkafka with enable.idempotence: here producers always are.
  assert_string_equal(tree.keys().c_str(), top_keys(" eos").c_str());
  check_shape(tree);
  assert_string_equal(str(tree, "name").c_str(), rd_kafka_name(rk.get()));
  assert_string_equal(str(tree, "client_id").c_str(), "counting");
  assert_string_equal(str(tree, "type").c_str(), "producer");
  assert_true(std::abs(num(tree, "time") - time(nullptr)) < 30);
  assert_true(num(tree, "age") > 0 && num(tree, "ts") > num(tree, "age"));
  assert_int_equal(num(tree, "msg_cnt"), 0);
  assert_int_equal(num(tree, "msg_max"), 100000);
  assert_int_equal(num(tree, "msg_size_max"), 1073741824);
  assert_int_equal(num(tree, "metadata_cache_cnt"), 1);
  assert_int_equal(num(tree, "txmsgs"), kMessages);
  assert_int_equal(num(tree, "txmsg_bytes"), kMessages * kPayloadBytes);
  assert_int_equal(num(tree, "rxmsgs"), 0);

  const Json& partitions = sub(sub(sub(tree, "topics"), "orders"), "partitions");
  assert_string_equal(partitions.members.back().first.c_str(), "-1");
  const Json& p = sub(partitions, "1");
  assert_int_equal(num(p, "txmsgs"), kMessages);
  assert_int_equal(num(p, "txbytes"), kMessages * kPayloadBytes);
  assert_int_equal(num(p, "msgs"), kMessages);
  assert_int_equal(num(p, "msgq_cnt") + num(p, "xmit_msgq_cnt") + num(p, "msgs_inflight"), 0);
  assert_int_equal(num(p, "next_ack_seq"), kMessages);
  assert_int_equal(num(p, "unknown") + num(p, "desired"), 0);
  assert_string_equal(str(p, "fetch_state").c_str(), "none");
  assert_int_equal(num(p, "hi_offset"), -1001);
  assert_int_equal(num(p, "consumer_lag"), -1);
  assert_int_equal(num(sub(partitions, "0"), "txmsgs"), 0);

  const Json& b = broker(tree);
  assert_int_equal(num(p, "leader"), num(b, "nodeid"));
  assert_int_equal(num(p, "broker"), num(b, "nodeid"));
  assert_int_equal(num(sub(sub(b, "toppars"), "orders-1"), "partition"), 1);
  assert_string_equal(str(b, "state").c_str(), "UP");
  assert_string_equal(str(b, "source").c_str(), "learned");
  assert_string_equal((str(b, "nodename") + "/" + std::to_string(num(b, "nodeid"))).c_str(),
                      str(b, "name").c_str());
  // Every request is counted by its kind, sent, answered and timed.
  int64_t requests = 0;
  for (const auto& [name, count] : sub(b, "req").members) requests += count.number;
  assert_true(num(sub(b, "req"), "Produce") >= 1 && num(sub(b, "req"), "Metadata") >= 1);
  assert_int_equal(num(b, "tx"), requests);
  assert_int_equal(num(b, "rx"), requests);
  assert_int_equal(inbox.round_trips, requests);
  assert_int_equal(num(b, "waitresp_cnt") + num(b, "outbuf_cnt") + num(b, "disconnects"), 0);
  assert_true(num(b, "connects") >= 1 && num(b, "wakeups") >= 1);
  assert_true(num(b, "txbytes") > kMessages * kPayloadBytes);
  assert_true(num(b, "txidle") >= 0 && num(b, "rxidle") >= 0);
  assert_int_equal(num(tree, "tx"), num(b, "tx"));
  assert_int_equal(num(tree, "rx_bytes"), num(b, "rxbytes"));
  assert_int_equal(inbox.batched_messages, kMessages);
  assert_int_equal(inbox.batches, num(sub(b, "req"), "Produce"));
  assert_true(inbox.throttles > 0);
}

void consumer_numbers(void**) {
  Inbox inbox;
  const Handle producer = make(RD_KAFKA_PRODUCER, embedded(), nullptr);
  produce(producer.get(), "orders", kMessages);
  const Handle rk = make(RD_KAFKA_CONSUMER,
                         {{"bootstrap.servers", bootstrap_of(producer.get())},
                          {"group.id", "readers"},
                          {"enable.auto.commit", "false"},
                          {"statistics.interval.ms", "20"}},
                         &inbox);
  rd_kafka_poll_set_consumer(rk.get());
  rd_kafka_topic_partition_list_t* list = rd_kafka_topic_partition_list_new(1);
  rd_kafka_topic_partition_list_add(list, "orders", 1)->offset = 0;
  assert_int_equal(rd_kafka_assign(rk.get(), list), 0);
  for (int got = 0; got < kMessages;) {
    rd_kafka_message_t* m = rd_kafka_consumer_poll(rk.get(), 20000);
    assert_non_null(m);
    assert_int_equal(m->err, 0);
    ++got;
    rd_kafka_message_destroy(m);
  }
  list->elems[0].offset = 40;
  assert_int_equal(rd_kafka_commit(rk.get(), list, 0), 0);
  rd_kafka_topic_partition_list_destroy(list);
  const int wanted = inbox.count + 2;
  while (inbox.count < wanted) assert_null(rd_kafka_consumer_poll(rk.get(), 20));
  const Json tree = parse(inbox.text);
  assert_string_equal(tree.keys().c_str(), top_keys(" cgrp").c_str());
  check_shape(tree);
  assert_string_equal(str(tree, "type").c_str(), "consumer");
  assert_int_equal(num(tree, "rxmsgs"), kMessages);
  assert_true(num(tree, "rxmsg_bytes") >= kMessages * kPayloadBytes);
  assert_int_equal(num(tree, "txmsgs") + num(tree, "msg_max") + num(tree, "simple_cnt"), 0);
  assert_string_equal(
      sub(tree, "cgrp").keys().c_str(),
      "state stateage join_state rebalance_age rebalance_cnt rebalance_reason assignment_size");
  assert_string_equal(str(sub(tree, "cgrp"), "state").c_str(), "up");
  assert_int_equal(num(sub(tree, "cgrp"), "assignment_size"), 1);
  const Json& p = sub(sub(sub(sub(tree, "topics"), "orders"), "partitions"), "1");
  assert_int_equal(num(p, "desired"), 1);
  assert_string_equal(str(p, "fetch_state").c_str(), "active");
  assert_int_equal(num(p, "next_offset"), kMessages);
  assert_int_equal(num(p, "app_offset"), kMessages);
  assert_int_equal(num(p, "stored_offset"), kMessages);
  assert_int_equal(num(p, "committed_offset"), 40);
  assert_int_equal(num(p, "commited_offset"), 40);
  assert_int_equal(num(p, "lo_offset"), 0);
  assert_int_equal(num(p, "hi_offset"), kMessages);
  assert_int_equal(num(p, "ls_offset"), kMessages);
  assert_int_equal(num(p, "consumer_lag"), kMessages - 40);
  assert_int_equal(num(p, "consumer_lag_stored"), 0);
  assert_int_equal(num(p, "rxmsgs"), kMessages);
  assert_int_equal(num(p, "msgs"), kMessages);
  assert_true(num(sub(broker(tree), "req"), "Fetch") >= 1);
  assert_true(num(sub(broker(tree), "req"), "OffsetCommit") >= 1);
}

// librdkafka's own text is not valid with such a client.id.
void names_are_escaped(void**) {
  Inbox inbox;
  Settings settings = embedded();
  settings["client.id"] = "a\"b\\c\n\xFF";
  settings["enable.idempotence"] = "true";
  const Handle rk = make(RD_KAFKA_PRODUCER, settings, &inbox);
  produce(rk.get(), "t", 1);
  const Json tree = next_stats(rk.get(), inbox);
  assert_string_equal(str(tree, "client_id").c_str(), "a\"b\\c\n\xEF\xBF\xBD");
  assert_string_equal(sub(tree, "eos").keys().c_str(),
                      "idemp_state idemp_stateage txn_state txn_stateage txn_may_enq producer_id "
                      "producer_epoch epoch_cnt");
  assert_string_equal(str(sub(tree, "eos"), "idemp_state").c_str(), "Assigned");
  assert_true(num(sub(tree, "eos"), "producer_id") >= 0);
}

// One text waits for who does not poll, however many intervals pass; it is no message.
void one_waits(void**) {
  Inbox inbox;
  Settings settings = embedded();
  settings["statistics.interval.ms"] = "1";
  const Handle rk = make(RD_KAFKA_PRODUCER, settings, &inbox);
  rd_kafka_queue_t* const q = rd_kafka_queue_get_main(rk.get());
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(200);
  size_t most = 0;
  while (std::chrono::steady_clock::now() < end) {
    most = std::max(most, rd_kafka_queue_length(q));
    assert_int_equal(rd_kafka_outq_len(rk.get()), 0);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  assert_int_equal(most, 1);
  poll_until(rk.get(), [&] { return inbox.count >= 3; });
  rd_kafka_queue_destroy(q);
}

void as_events(void**) {
  const Handle rk = make(RD_KAFKA_PRODUCER, embedded(), nullptr, RD_KAFKA_EVENT_STATS);
  rd_kafka_queue_t* const q = rd_kafka_queue_get_main(rk.get());
  for (int i = 0; i < 3; ++i) {
    rd_kafka_event_t* const event = rd_kafka_queue_poll(q, 20000);
    assert_int_equal(rd_kafka_event_type(event), RD_KAFKA_EVENT_STATS);
    assert_string_equal(rd_kafka_event_name(event), "Stats");
    const Json tree = parse(rd_kafka_event_stats(event));
    assert_string_equal(tree.keys().c_str(), top_keys(" eos").c_str());
    rd_kafka_event_destroy(event);
  }
  rd_kafka_queue_destroy(q);
}

void the_callback_may_keep_it(void**) {
  Inbox inbox;
  inbox.keep = true;
  Handle rk = make(RD_KAFKA_PRODUCER, embedded(), &inbox);
  poll_until(rk.get(), [&] { return inbox.count >= 2; });
  rk.reset();
  (void)parse(inbox.kept);
  rd_kafka_mem_free(nullptr, inbox.kept);
}

void nobody_listens(void**) {
  Settings settings = embedded();
  settings["statistics.interval.ms"] = "1";
  const Handle rk = make(RD_KAFKA_PRODUCER, settings, nullptr);
  produce(rk.get(), "t", 1);
  assert_int_equal(rd_kafka_poll(rk.get(), 100), 0);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(producer_numbers),  cmocka_unit_test(consumer_numbers),
      cmocka_unit_test(names_are_escaped), cmocka_unit_test(one_waits),
      cmocka_unit_test(as_events),         cmocka_unit_test(the_callback_may_keep_it),
      cmocka_unit_test(nobody_listens),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
