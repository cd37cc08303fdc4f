// What the producer's scripted cases share: virtual brokers that do wrong what the script says, one
// producer, and a record of all that either side saw. One thread, virtual time.
#pragma once

#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "client/client.h"
#include "mock/server.h"
#include "producer/producer.h"
#include "record/codec.h"
#include "record/reader.h"
#include "sim/sim_env.h"
#include "support/unit.h"

namespace rk::sim {

using Kind = mock::Fault::Kind;
constexpr auto kNot = RD_KAFKA_MSG_STATUS_NOT_PERSISTED;
constexpr auto kPossibly = RD_KAFKA_MSG_STATUS_POSSIBLY_PERSISTED;
constexpr auto kPersisted = RD_KAFKA_MSG_STATUS_PERSISTED;
constexpr Micros kMs = kMicrosPerMs;

// A message and what was said of it.
struct Message {
  std::string value;
  Micros produced_at = 0, reported_at = 0;
  int reports = 0;
  ErrorCode error = kOk;
  rd_kafka_msg_status_t status = kNot;
  i32 partition = -1, broker = -1;
  i64 offset = -1, timestamp = -1, latency = -1;
  rd_kafka_timestamp_type_t timestamp_type = RD_KAFKA_TIMESTAMP_NOT_AVAILABLE;
  std::string text;
  Micros took() const { return reported_at - produced_at; }
};

// A batch as it reached a broker.
struct Attempt {
  i32 broker, partition;
  Micros at;
  i64 producer_id;
  i16 epoch;
  i32 sequence, count;
  std::vector<u8> bytes;
};

inline mock::ClusterOptions one_partition(i32 brokers = 1) {
  mock::ClusterOptions options;
  options.broker_count = brokers;
  options.default_partitions = 1;
  return options;
}

struct CaseWorld {
  explicit CaseWorld(const mock::ClusterOptions& options = one_partition(), u64 seed = 7)
      : env(seed), server(std::make_unique<mock::Server>(env, options)) {
    assert_true(server->start("127.0.0.1", 0).ok());
    server->cluster().faults().on_produce = [this](i32 broker, std::string_view, i32 partition,
                                                   Bytes records) {
      const BatchHeader& b = batch_at(records.data());
      attempts.push_back({broker,
                          partition,
                          env.now(),
                          b.producer_id,
                          b.producer_epoch,
                          b.base_sequence,
                          b.count,
                          {records.begin(), records.end()}});
    };
  }
  ~CaseWorld() {
    if (rk) rd_kafka_destroy(rk);
  }
  using Settings = std::vector<std::pair<std::string, std::string>>;
  void start(const Settings& settings = {}, void (*prepare)(Conf&) = nullptr) {
    auto conf = std::make_unique<Conf>();
    std::string why;
    const auto set = [&](const std::string& name, const std::string& value) {
      if (conf_set(*conf, name.c_str(), value.c_str(), &why) != RD_KAFKA_CONF_OK)
        fail_msg("%s", why.c_str());
    };
    set("bootstrap.servers", server->bootstrap());
    set("message.timeout.ms", "60000");
    for (const auto& [name, value] : settings) set(name, value);
    conf->callbacks.dr_msg_cb = on_report;
    conf->callbacks.log_cb = [](const rd_kafka_t* client, int, const char*, const char* line) {
      static_cast<CaseWorld*>(rd_kafka_opaque(client))->log.emplace_back(line);
    };
    conf->callbacks.opaque = this;
    if (prepare) prepare(*conf);
    std::vector<std::string> warnings;
    assert_true(check_conf(*conf, RD_KAFKA_PRODUCER, &warnings).ok());
    rk = new Client(env, RD_KAFKA_PRODUCER, std::move(conf));
    assert_true(rk->start().ok());
  }
  static void on_report(rd_kafka_t*, const rd_kafka_message_t* m, void* opaque) {
    auto& world = *static_cast<CaseWorld*>(opaque);
    auto& to = *static_cast<Message*>(m->_private);
    ++to.reports;
    to.reported_at = world.env.now();
    to.error = m->err;
    to.status = rd_kafka_message_status(m);
    to.partition = m->partition;
    to.broker = rd_kafka_message_broker_id(m);
    to.offset = m->offset;
    to.timestamp = rd_kafka_message_timestamp(m, &to.timestamp_type);
    to.latency = rd_kafka_message_latency(m);
    if (const char* text = rd_kafka_message_produce_errstr(m)) to.text = text;
    if (world.at_report) world.at_report(to);
  }

  ErrorCode try_produce(Message* m, i32 partition = 0, int flags = 0, const char* topic = "t") {
    m->produced_at = env.now();
    return rd_kafka_producev(rk, RD_KAFKA_V_TOPIC(topic), RD_KAFKA_V_PARTITION(partition),
                             RD_KAFKA_V_VALUE(m->value.data(), m->value.size()),
                             RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_COPY | flags), RD_KAFKA_V_OPAQUE(m),
                             RD_KAFKA_V_END);
  }
  // Values tell the order of the calls.
  Message& produce(size_t size = 0, i32 partition = 0, const char* topic = "t") {
    auto& m = *messages.emplace_back(std::make_unique<Message>());
    char id[16];
    std::snprintf(id, sizeof id, "%06zu", messages.size());
    m.value = id;
    if (size > m.value.size()) m.value.resize(size, 'x');
    assert_int_equal(try_produce(&m, partition, 0, topic), kOk);
    return m;
  }
  void produce_many(int count, size_t size = 0, i32 partition = 0) {
    for (int i = 0; i < count; ++i) produce(size, partition);
  }

  void poll_for(Micros span) {
    const Micros end = env.now() + span;
    while (env.now() < end)
      rd_kafka_poll(rk, static_cast<int>(std::max<Micros>((end - env.now()) / kMs, 1)));
  }
  // Until each message has its report; so long at most.
  void poll_all(Micros patience) {
    const Micros end = env.now() + patience;
    while (rd_kafka_outq_len(rk) > 0 && env.now() < end) rd_kafka_poll(rk, 10);
    assert_int_equal(rd_kafka_outq_len(rk), 0);
  }
  void wait_for(const std::function<bool()>& condition) {
    assert_true(env.run_until(condition, env.now() + 60 * kMicrosPerSecond));
  }

  void fault(Kind kind, int code = 0, Micros delay = 0, wire::ApiKey api = wire::ApiKey::kProduce) {
    add({kind, static_cast<ErrorCode>(code), delay}, api);
  }
  void add(const mock::Fault& fault, wire::ApiKey api = wire::ApiKey::kProduce) {
    const Lock lock = server->cluster().lock();
    server->cluster().faults().add(api, fault);
  }
  void clear_faults() {
    const Lock lock = server->cluster().lock();
    server->cluster().faults().clear();
  }
  void set_leader(i32 partition, i32 leader) {
    const Lock lock = server->cluster().lock();
    server->cluster().partition("t", partition)->set_leader(leader);
  }
  u64 answers(i16 code) {
    const Lock lock = server->cluster().lock();
    return server->cluster().faults().produce_answers()[code];
  }

  // The values in the partition's log.
  std::vector<std::string> values(i32 partition = 0) {
    std::vector<std::string> all;
    const Lock lock = server->cluster().lock();
    const mock::Partition* p = server->cluster().partition("t", partition);
    if (!p) return all;
    p->for_each_batch([&](const mock::StoredBatch& stored) { read(stored, &all); });
    return all;
  }
  static void read(const mock::StoredBatch& stored, std::vector<std::string>* to) {
    const BatchHeader& b = batch_at(stored.bytes->data());
    BufferPool* pool = BufferPool::create(0);
    BufferRef unpacked;
    Bytes records = b.records();
    if (b.codec() != Codec::none) {
      assert_true(!decompress(b.codec(), records, *pool, &unpacked));
      records = {unpacked->data(), unpacked->size()};
    }
    RecordCursor cursor(records, b.count, b.last_offset_delta);
    for (RecordView r{}; cursor.next(r);)
      to->emplace_back(reinterpret_cast<const char*>(r.value), r.value_size);
    unpacked = {};
    pool->release();
  }
  // All messages of partition 0, in the order of the calls, nothing else; all reported so.
  void expect_all_arrived() {
    const std::vector<std::string> in_log = values();
    assert_int_equal(in_log.size(), messages.size());
    for (size_t i = 0; i < messages.size(); ++i) {
      const Message& m = *messages[i];
      assert_string_equal(in_log[i].c_str(), m.value.c_str());
      assert_int_equal(m.reports, 1);
      assert_int_equal(m.error, kOk);
      assert_int_equal(m.status, kPersisted);
      assert_int_equal(m.offset, i);
    }
    expect_no_fatal_error();
  }
  void expect_no_fatal_error() {
    char text[64];
    assert_int_equal(rd_kafka_fatal_error(rk, text, sizeof text), kOk);
  }
  static void expect(const Message& m, rd_kafka_msg_status_t status, int error) {
    assert_int_equal(m.reports, 1);
    assert_int_equal(m.error, error);
    assert_int_equal(m.status, status);
  }
  bool logged(const char* words) const {
    for (const std::string& line : log) {
      if (line.find(words) != std::string::npos) return true;
    }
    return false;
  }
  void destroy() {
    rd_kafka_destroy(rk);
    rk = nullptr;
  }

  SimEnv env;
  std::unique_ptr<mock::Server> server;
  rd_kafka_t* rk = nullptr;
  std::vector<std::unique_ptr<Message>> messages;
  std::vector<Attempt> attempts;
  std::vector<std::string> log;
  std::function<void(Message&)> at_report;
};

}  // namespace rk::sim
