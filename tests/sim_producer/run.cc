#include "sim_producer/run.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace rk::sim {
namespace {

using Kind = mock::Fault::Kind;

constexpr const char* kFaultNames[mock::Fault::kKinds] = {
    "fault: refuse",      "fault: do then refuse", "fault: do then cut",   "fault: cut",
    "fault: cut then do", "fault: stall",          "fault: do then stall", "fault: throttle"};
constexpr const char* kStatusNames[] = {"report: not persisted", "report: possibly persisted",
                                        "report: persisted"};
// What a broker says after, and without, an append (measured; see producer/verdict.cc).
constexpr i16 kAfterAppend[] = {6, 7, 13, 20, 3, 56, -1};
constexpr i16 kRefusals[] = {2, 14, 15, 16, 19, 29, 44, 51, 17, 45, 47, 49, 59, 6, 3, 7};
constexpr Micros kReportGrace = kMicrosPerSecond + 50 * kMicrosPerMs;
constexpr const char* kTopic = "t";

}  // namespace

Plan::Plan(u64 seed) {
  TestRandom r(seed * 77 + 5);
  net = {100, static_cast<Micros>(r.chance(4) ? 50000 : 2000),
         r.chance(3) ? size_t{1} + r.below(200) : 0};
  cluster.broker_count = static_cast<i32>(1 + r.below(3));
  partitions = static_cast<i32>(1 + r.below(4));
  cluster.default_partitions = partitions;
  if (r.chance(4)) cluster.batch_bytes_max = 500 + r.below(3000);
  constexpr i64 timeouts[] = {1000, 3000, 10000, 60000, 300000};
  message_timeout_ms = timeouts[r.below(5)];
  constexpr i64 lingers[] = {0, 5, 100};
  linger_ms = lingers[r.below(3)];
  request_timeout_ms = r.chance(2) ? 30000 : 1000 + static_cast<i64>(r.below(2000));
  messages_max = r.chance(4) ? 20 : 100000;
  value_max = r.chance(3) ? 3000 : 100;
  healthy = r.chance(12);
  abandons = r.chance(10);
  constexpr const char* codecs[] = {"none", "gzip", "snappy", "lz4", "zstd"};
  settings = {{"compression.codec", codecs[r.below(5)]},
              {"message.timeout.ms", std::to_string(message_timeout_ms)},
              {"linger.ms", std::to_string(linger_ms)},
              {"request.timeout.ms", std::to_string(request_timeout_ms)},
              {"queue.buffering.max.messages", std::to_string(messages_max)},
              {"max.in.flight", std::to_string(1 + r.below(5))},
              {"batch.num.messages", std::to_string(r.chance(2) ? 10000 : 1 + r.below(8))}};
  if (r.chance(5)) settings.emplace_back("retries", std::to_string(1 + r.below(4)));
  if (r.chance(5)) settings.emplace_back("batch.size", std::to_string(200 + r.below(2000)));
}

Run::Run(u64 seed, Counters& counters)
    : seed_(seed),
      counters_(counters),
      random_(seed),
      plan_(seed),
      env_(seed, plan_.net),
      server_(std::make_unique<mock::Server>(env_, plan_.cluster)) {
  for (const char* name : kFaultNames) counters_[name];
  for (const char* name : kStatusNames) counters_[name];
}

Run::~Run() {
  if (rk_) rd_kafka_destroy(rk_);
}

void Run::expect(bool condition, const char* what, const Sent* about) {
  if (condition) return;
  std::fprintf(stderr, "seed %llu, %lld us: %s\n", static_cast<unsigned long long>(seed_),
               static_cast<long long>(env_.now()), what);
  if (about) {
    std::fprintf(stderr,
                 "  message %.8s partition %d: %d reports, error %d, status %d, offset %lld, "
                 "produced at %lld, reported at %lld\n",
                 about->value.c_str(), about->partition, about->reports, about->error,
                 about->status, static_cast<long long>(about->offset),
                 static_cast<long long>(about->produced_at),
                 static_cast<long long>(about->reported_at));
  }
  for (const auto& [name, value] : plan_.settings)
    std::fprintf(stderr, "  %s=%s\n", name.c_str(), value.c_str());
  fail();
}

void Run::on_report(rd_kafka_t*, const rd_kafka_message_t* m, void* opaque) {
  Run& run = *static_cast<Run*>(opaque);
  Sent& sent = *static_cast<Sent*>(m->_private);
  ++sent.reports;
  sent.reported_at = run.env_.now();
  sent.error = m->err;
  sent.status = rd_kafka_message_status(m);
  sent.partition = m->partition;
  sent.offset = m->offset;
  rd_kafka_timestamp_type_t type;
  sent.timestamp = rd_kafka_message_timestamp(m, &type);
  run.expect(sent.reports == 1, "P4: a second report", &sent);
  run.expect(m->len == sent.value.size() && !std::memcmp(m->payload, sent.value.data(), m->len),
             "P5: another payload", &sent);
  ++run.counters_[kStatusNames[sent.status]];
  if (sent.error) ++run.counters_["error: " + std::string(rd_kafka_err2name(sent.error))];
}

void Run::start_client() {
  expect(server_->start("127.0.0.1", 0).ok(), "the brokers do not start");
  auto conf = std::make_unique<Conf>();
  std::string why;
  auto set = [&](const std::string& name, const std::string& value) {
    expect(conf_set(*conf, name.c_str(), value.c_str(), &why) == RD_KAFKA_CONF_OK, why.c_str());
  };
  set("bootstrap.servers", server_->bootstrap());
  for (const auto& [name, value] : plan_.settings) set(name, value);
  conf->callbacks.dr_msg_cb = on_report;
  conf->callbacks.throttle_cb = [](rd_kafka_t*, const char* name, int32_t broker, int ms,
                                   void* opaque) {
    Run& run = *static_cast<Run*>(opaque);
    run.expect(broker >= 1 && name && std::strstr(name, "127.0.0.1:"), "throttle_cb: who?");
    ++run.counters_[ms > 0 ? "throttle_cb" : "throttle_cb: over"];
  };
  conf->callbacks.opaque = this;
  std::vector<std::string> warnings;
  expect(check_conf(*conf, RD_KAFKA_PRODUCER, &warnings).ok(), "the configuration is refused");
  rk_ = new Client(env_, RD_KAFKA_PRODUCER, std::move(conf));
  expect(rk_->start().ok(), "the client does not start");

  limit_ = plan_.message_timeout_ms * kMicrosPerMs + kReportGrace;
}

void Run::produce_one() {
  auto sent = std::make_unique<Sent>();
  char id[16];
  std::snprintf(id, sizeof id, "%08zu", sent_.size());
  sent->value = std::string(id) + std::string(random_.below(plan_.value_max), 'a');
  for (size_t i = 8; i < sent->value.size(); ++i)
    sent->value[i] = static_cast<char>(random_.next());
  sent->has_key = random_.chance(2);
  if (sent->has_key) sent->key = "k" + std::to_string(random_.below(20));
  sent->asked_partition =
      random_.chance(3) ? -1 : static_cast<i32>(random_.below(static_cast<u64>(plan_.partitions)));
  sent->produced_at = env_.now();
  const u64 waiting = static_cast<u64>(rd_kafka_outq_len(rk_));
  const ErrorCode error = rd_kafka_producev(
      rk_, RD_KAFKA_V_TOPIC(kTopic), RD_KAFKA_V_PARTITION(sent->asked_partition),
      RD_KAFKA_V_VALUE(sent->value.data(), sent->value.size()),
      RD_KAFKA_V_KEY(sent->has_key ? sent->key.data() : nullptr, sent->key.size()),
      RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_COPY), RD_KAFKA_V_OPAQUE(sent.get()), RD_KAFKA_V_END);
  if (error == RD_KAFKA_RESP_ERR__QUEUE_FULL) {
    ++counters_["produce: queue full"];
    expect(waiting == static_cast<u64>(plan_.messages_max), "P11: full too early", sent.get());
    return;
  }
  expect(error == kOk, rd_kafka_err2str(error), sent.get());
  expect(waiting < static_cast<u64>(plan_.messages_max), "P11: the limit is passed", sent.get());
  sent_.push_back(std::move(sent));
}

void Run::produce_some() {
  for (u64 n = 1 + random_.below(20); n > 0; --n) produce_one();
}

void Run::add_fault() {
  mock::Fault fault;
  fault.kind = static_cast<Kind>(random_.below(mock::Fault::kKinds));
  fault.delay = static_cast<Micros>(random_.below(random_.chance(3) ? 40000 : 3000)) * kMicrosPerMs;
  auto pick = [&](auto& list) {
    return static_cast<ErrorCode>(list[random_.below(std::size(list))]);
  };
  fault.code = fault.kind == Kind::do_then_refuse ? pick(kAfterAppend) : pick(kRefusals);
  auto api = wire::ApiKey::kProduce;
  if (random_.chance(6)) {
    constexpr i16 codes[] = {3, 5, 14, 15};
    fault.code = pick(codes);
    api = random_.chance(2) ? wire::ApiKey::kMetadata : wire::ApiKey::kInitProducerId;
  } else if (fault.kind == Kind::refuse &&
             (fault.code == 6 || fault.code == 3 || fault.code == 7)) {
    ++counters_["fault: refuse with what proves nothing"];
  }
  for (u64 n = random_.chance(5) ? 1 + random_.below(10) : 1; n > 0; --n)
    server_->cluster().faults().add(api, fault);
}

void Run::move_leaders() {
  const Lock lock = server_->cluster().lock();
  mock::Topic* topic = server_->cluster().topic(kTopic);
  if (!topic) return;
  for (auto& p : topic->partitions) {
    if (random_.chance(3)) continue;
    const bool loses = random_.chance(2);
    if (loses) p->lose_unacknowledged();
    p->set_leader(
        static_cast<i32>(1 + random_.below(static_cast<u64>(plan_.cluster.broker_count))));
    ++counters_[loses ? "leader moved, tail lost" : "leader moved"];
  }
}

void Run::restart() {
  const Lock lock = server_->cluster().lock();
  env_.cut_all();
  server_->cluster().faults().forget_silences();
  ++counters_["restart"];
  if (mock::Topic* topic = server_->cluster().topic(kTopic))
    for (auto& p : topic->partitions) p->forget_all_but_last();
}

void Run::poll_for(Micros span) {
  const Micros end = env_.now() + span;
  while (env_.now() < end)
    rd_kafka_poll(rk_,
                  static_cast<int>(std::clamp<Micros>((end - env_.now()) / kMicrosPerMs, 1, 50)));
}

void Run::purge() {
  const int flags = static_cast<int>(1 + random_.below(3));
  expect(rd_kafka_purge(rk_, flags) == kOk, "purge fails");
  ++counters_["purge"];
}

void Run::flush(int ms) {
  const Micros began = env_.now();
  const ErrorCode error = rd_kafka_flush(rk_, ms);
  expect(error == kOk || error == RD_KAFKA_RESP_ERR__TIMED_OUT, "flush: another error");
  expect(env_.now() - began <= ms * kMicrosPerMs + 100 * kMicrosPerMs, "B1: flush takes longer");
  if (error == kOk) expect(rd_kafka_outq_len(rk_) == 0, "P14: flushed, and something is left");
  ++counters_[error == kOk ? "flush" : "flush timed out"];
}

void Run::act() {
  switch (random_.below(plan_.healthy ? 5 : 12)) {
    case 0:
    case 1:
    case 2:
      return produce_some();
    case 3:
      return poll_for(static_cast<Micros>(random_.below(20000)));
    case 4:
      if (random_.chance(3)) return flush(static_cast<int>(random_.below(500)));
      return poll_for(static_cast<Micros>(random_.below(2000000)));
    case 5:
    case 6:
    case 7:
      return add_fault();
    case 8:
      if (random_.chance(2)) {
        ++counters_["cut"];
        server_->cluster().faults().forget_silences();  // the answers may be lost
        return env_.cut_all();
      }
      return poll_for(static_cast<Micros>(random_.below(300000)));
    case 9:
      return random_.chance(2) ? restart() : move_leaders();
    case 10:
      if (random_.chance(6)) purge();
      return poll_for(static_cast<Micros>(random_.below(50000)));
    case 11:
      return poll_for(static_cast<Micros>(random_.below(3000)));
    default:
      return;
  }
}

// The faults end; now everything has to come to its end by itself.
void Run::settle() {
  for (size_t k = 0; k < mock::Fault::kKinds; ++k)
    counters_[kFaultNames[k]] += server_->cluster().faults().taken(static_cast<Kind>(k));
  server_->cluster().faults().clear();
  const i64 patience_ms = plan_.message_timeout_ms + kReportGrace / kMicrosPerMs;
  flush(static_cast<int>(patience_ms));
  expect(rd_kafka_outq_len(rk_) == 0, "P4: messages without a report");
  expect(rk_->producer->message_bytes() == 0, "bytes are counted of no message");
}

void Run::go() {
  start_client();
  for (u64 n = 20 + random_.below(60); n > 0; --n) act();
  if (!plan_.abandons) settle();
  const Micros began = env_.now();
  rd_kafka_destroy(rk_);
  rk_ = nullptr;
  expect(env_.now() - began < 2 * kMicrosPerSecond, "B2: destroy takes longer");
  // What is still under way comes in.
  env_.run_for(120 * kMicrosPerSecond);
  check_logs();
  check_messages();
  server_.reset();
}

void Run::check_record(i32 partition, i64 offset, i64 timestamp, const std::string& key,
                       const std::string& value, i64* last_id) {
  const i64 id = std::atoll(value.substr(0, 8).c_str());
  expect(id >= 0 && static_cast<size_t>(id) < sent_.size(), "a record that nobody produced");
  Sent& sent = *sent_[static_cast<size_t>(id)];
  expect(!sent.seen, "P1: twice in a log", &sent);
  sent.seen = true;
  expect(sent.value == value && sent.key == key, "P5: another record", &sent);
  expect(id > *last_id, "P6: out of order", &sent);
  *last_id = id;
  expect(sent.asked_partition < 0 || sent.asked_partition == partition, "another partition", &sent);
  if (sent.reports == 0) return;
  expect(sent.status != RD_KAFKA_MSG_STATUS_NOT_PERSISTED, "P3: it is in the log", &sent);
  if (sent.status != RD_KAFKA_MSG_STATUS_PERSISTED) return;
  expect(sent.partition == partition, "P5: another partition", &sent);
  expect(sent.timestamp == timestamp, "P5: another timestamp", &sent);
  if (sent.offset == RD_KAFKA_OFFSET_INVALID) {
    ++counters_["report: offset unknown"];
  } else {
    expect(sent.offset == offset, "P5: another offset", &sent);
  }
}

void Run::check_batch(i32 partition, const mock::StoredBatch& stored, i64* last_id) {
  const BatchHeader& b = batch_at(stored.bytes->data());
  BufferPool* pool = BufferPool::create(0);
  BufferRef unpacked;
  Bytes records = b.records();
  if (b.codec() != Codec::none) {
    expect(!decompress(b.codec(), records, *pool, &unpacked), "a batch that cannot be read");
    records = {unpacked->data(), unpacked->size()};
  }
  RecordCursor cursor(records, b.count, b.last_offset_delta);
  for (RecordView r{}; cursor.next(r);) {
    check_record(partition, stored.base_offset + r.offset_delta, b.timestamp(r.timestamp_delta),
                 std::string(reinterpret_cast<const char*>(r.key), r.key_size),
                 std::string(reinterpret_cast<const char*>(r.value), r.value_size), last_id);
  }
  expect(!cursor.corrupt(), "a corrupt batch");
  unpacked = {};
  pool->release();
}

void Run::check_logs() {
  const Lock lock = server_->cluster().lock();
  for (i32 p = 0; p < plan_.partitions; ++p) {
    const mock::Partition* partition = server_->cluster().partition(kTopic, p);
    if (!partition) return;
    i64 last_id = -1;
    partition->for_each_batch(
        [&](const mock::StoredBatch& stored) { check_batch(p, stored, &last_id); });
  }
  expect(server_->cluster().faults().silence_broken() <= 2 * plan_.net.delay_max + 1000,
         "P15: sent while throttled");
  for (i16 code : {45, 47, 59}) {
    if (plan_.healthy)
      expect(server_->cluster().faults().produce_answers()[code] == 0, "P9: a fault of ours");
  }
}

void Run::check_messages() {
  const Micros timeout = plan_.message_timeout_ms * kMicrosPerMs;
  const Micros span =
      std::max(plan_.linger_ms * kMicrosPerMs, std::min(kMicrosPerSecond, timeout / 10));
  for (const auto& sent : sent_) {
    if (sent->reports == 0) {
      expect(plan_.abandons, "P4: no report", sent.get());
      continue;
    }
    const Micros took = sent->reported_at - sent->produced_at;
    expect(took <= limit_, "P7: reported too late", sent.get());
    if (sent->error == RD_KAFKA_RESP_ERR__MSG_TIMED_OUT)
      expect(took >= timeout - span, "P7: timed out too early", sent.get());
    if (sent->status == RD_KAFKA_MSG_STATUS_PERSISTED)
      expect(sent->seen && sent->error == kOk, "P2: it is in no log", sent.get());
    if (sent->error == kOk)
      expect(sent->status == RD_KAFKA_MSG_STATUS_PERSISTED, "no error and not persisted",
             sent.get());
    if (plan_.healthy && plan_.cluster.batch_bytes_max > 10000)
      expect(sent->error == kOk || plan_.message_timeout_ms < 60000, "healthy, and an error",
             sent.get());
  }
}

}  // namespace rk::sim
