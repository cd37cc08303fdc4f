#include "sim_producer/run.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace rk::sim {
namespace {

constexpr const char* kStatusNames[] = {"report: not persisted", "report: possibly persisted",
                                        "report: persisted"};
constexpr Micros kReportGrace = kMicrosPerSecond + 50 * kMicrosPerMs;
constexpr Micros kCallGrace = 100 * kMicrosPerMs;
constexpr const char* kTopic = "t";

}  // namespace

Run::Run(u64 seed, const Vectors& vectors, Counters& counters)
    : seed_(seed),
      vectors_(vectors),
      counters_(counters),
      random_(seed),
      plan_(seed),
      env_(seed, plan_.net),
      server_(std::make_unique<mock::Server>(env_, plan_.cluster)) {
  for (const char* name : kStatusNames) counters_[name];
  partition_counts_.insert(plan_.cluster.default_partitions);
}

Run::~Run() {
  if (rk_) rd_kafka_destroy(rk_);
}

void Run::expect(bool condition, const char* what, const Sent* about) {
  checked_.note(what);
  checked_both_.note(what);
  if (condition) return;
  std::fprintf(stderr, "seed %llu, %lld us: %s\n", static_cast<unsigned long long>(seed_),
               static_cast<long long>(env_.now()), what);
  if (about) {
    std::fprintf(stderr,
                 "  message %.8s partition %d: %d reports, error %d, status %d, offset %lld, "
                 "produced at %lld (wall %lld), reported at %lld (timestamp %lld)\n",
                 about->value.c_str(), about->partition, about->reports, about->error,
                 about->status, static_cast<long long>(about->offset),
                 static_cast<long long>(about->produced_at), static_cast<long long>(about->wall_ms),
                 static_cast<long long>(about->reported_at),
                 static_cast<long long>(about->timestamp));
  }
  for (const auto& [name, value] : plan_.settings)
    std::fprintf(stderr, "  %s=%s\n", name.c_str(), value.c_str());
  std::fprintf(stderr, "  this seed alone: sim_producer %llu\n",
               static_cast<unsigned long long>(seed_));
  fail();
}

void Run::report(const rd_kafka_message_t* m) {
  Sent& sent = *static_cast<Sent*>(m->_private);
  ++sent.reports;
  sent.reported_at = env_.now();
  sent.error = m->err;
  sent.status = rd_kafka_message_status(m);
  sent.partition = m->partition;
  sent.offset = m->offset;
  sent.timestamp = rd_kafka_message_timestamp(m, &sent.timestamp_type);
  expect(rk_ != nullptr, "P4: a report after destroy", &sent);
  expect(sent.accepted, "P4: a report of a refused message", &sent);
  expect(sent.reports == 1, "P4: a second report", &sent);
  expect(m->len == sent.value.size() && !std::memcmp(m->payload, sent.value.data(), m->len),
         "P5: another payload", &sent);
  --live_messages_;
  live_bytes_ -= m->len;
  ++counters_[kStatusNames[sent.status]];
  if (sent.error) ++counters_["error: " + std::string(rd_kafka_err2name(sent.error))];
}

void Run::on_report(rd_kafka_t*, const rd_kafka_message_t* m, void* opaque) {
  static_cast<Run*>(opaque)->report(m);
}

void Run::on_background(rd_kafka_t*, rd_kafka_event_t* e, void* opaque) {
  Run& run = *static_cast<Run*>(opaque);
  if (rd_kafka_event_type(e) == RD_KAFKA_EVENT_DR)
    while (const rd_kafka_message_t* m = rd_kafka_event_message_next(e)) run.report(m);
  rd_kafka_event_destroy(e);
}

void Run::start_client() {
  expect(server_->start("127.0.0.1", 0).ok(), "the brokers do not start");
  arrivals_ = std::make_unique<Arrivals>(
      env_, [this](bool ok, const char* what) { expect(ok, what); },
      [this](i64 id) {
        expect(id >= 0 && static_cast<size_t>(id) < sent_.size(), "a record that nobody produced");
        return sent_[static_cast<size_t>(id)]->produced_at +
               plan_.message_timeout_ms * kMicrosPerMs + plan_.net.delay_max + kMicrosPerMs;
      });
  server_->cluster().faults().watch(arrivals_.get());
  if (plan_.fatal)
    server_->cluster().faults().add(
        wire::ApiKey::kInitProducerId,
        {mock::Fault::Kind::refuse, RD_KAFKA_RESP_ERR_CLUSTER_AUTHORIZATION_FAILED, 0});
  auto conf = std::make_unique<Conf>();
  std::string why;
  auto set = [&](const std::string& name, const std::string& value) {
    expect(conf_set(*conf, name.c_str(), value.c_str(), &why) == RD_KAFKA_CONF_OK, why.c_str());
  };
  set("bootstrap.servers", server_->bootstrap());
  for (const auto& [name, value] : plan_.settings) set(name, value);
  if (plan_.background) {
    conf->callbacks.background_event_cb = on_background;
    conf->values.enabled_events = RD_KAFKA_EVENT_DR;
  } else {
    conf->callbacks.dr_msg_cb = on_report;
  }
  conf->callbacks.throttle_cb = [](rd_kafka_t*, const char* name, int32_t broker, int ms,
                                   void* opaque) {
    Run& run = *static_cast<Run*>(opaque);
    run.expect(broker >= 1 && name && std::strstr(name, "127.0.0.1:"), "throttle_cb: who?");
    ++run.counters_[ms > 0 ? "throttle_cb" : "throttle_cb: over"];
  };
  conf->callbacks.error_cb = [](rd_kafka_t*, int error, const char*, void* opaque) {
    Run& run = *static_cast<Run*>(opaque);
    run.fatal_errors_told_ += error == RD_KAFKA_RESP_ERR__FATAL;
    if (error == RD_KAFKA_RESP_ERR__ALL_BROKERS_DOWN) ++run.counters_["error_cb: all brokers down"];
  };
  conf->callbacks.opaque = this;
  std::vector<std::string> warnings;
  expect(check_conf(*conf, RD_KAFKA_PRODUCER, &warnings).ok(), "the configuration is refused");
  if (plan_.strengthened) expect(!warnings.empty(), "P12: strengthened without a warning");
  rk_ = new Client(env_, RD_KAFKA_PRODUCER, std::move(conf));
  expect(rk_->start().ok(), "the client does not start");
  if (plan_.background) {
    rd_kafka_queue_t* main = rd_kafka_queue_get_main(rk_);
    rd_kafka_queue_t* background = rd_kafka_queue_get_background(rk_);
    rd_kafka_queue_forward(main, background);
    rd_kafka_queue_destroy(main);
    rd_kafka_queue_destroy(background);
  }
  limit_ = plan_.message_timeout_ms * kMicrosPerMs + kReportGrace;
}

void Run::produce_one() {
  sent_.push_back(std::make_unique<Sent>());
  Sent& sent = *sent_.back();
  char id[16];
  std::snprintf(id, sizeof id, "%08zu", sent_.size() - 1);
  sent.value = std::string(id) + std::string(random_.below(plan_.value_max), 'a');
  for (size_t i = 8; i < sent.value.size(); ++i) sent.value[i] = static_cast<char>(random_.next());
  sent.has_key = random_.chance(2);
  if (sent.has_key) sent.key = vectors_.keys[random_.below(vectors_.keys.size())].key;
  const i32 most = *partition_counts_.rbegin();
  const i32 least = *partition_counts_.begin();
  sent.asked_partition =
      random_.chance(3) ? -1 : static_cast<i32>(random_.below(static_cast<u64>(most)));
  // A full queue is waited for only where a thread of ours serves the reports.
  const bool blocks = plan_.background && !plan_.abandons && random_.chance(2);
  const bool full = is_full(sent.value.size());
  sent.produced_at = env_.now();
  sent.wall_ms = env_.wall_ms();
  sent.accepted = true;
  const ErrorCode error = rd_kafka_producev(
      rk_, RD_KAFKA_V_TOPIC(kTopic), RD_KAFKA_V_PARTITION(sent.asked_partition),
      RD_KAFKA_V_VALUE(sent.value.data(), sent.value.size()),
      RD_KAFKA_V_KEY(sent.has_key ? sent.key.data() : nullptr, sent.key.size()),
      RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_COPY | (blocks ? RD_KAFKA_MSG_F_BLOCK : 0)),
      RD_KAFKA_V_OPAQUE(&sent), RD_KAFKA_V_END);
  sent.accepted = error == kOk;
  if (error == RD_KAFKA_RESP_ERR__QUEUE_FULL) {
    ++counters_["produce: queue full"];
    expect(full, "P11: full too early", &sent);
    expect(!blocks, "P11: full although it may wait", &sent);
  } else if (error == kOk) {
    if (full && blocks) {
      ++counters_["produce: waited for room"];
      // Its time began when there was room.
      sent.produced_at = env_.now();
      sent.wall_ms = env_.wall_ms();
    } else {
      expect(!full, "P11: the limit is passed", &sent);
    }
    ++live_messages_;
    live_bytes_ += sent.value.size();
    expect(live_messages_ <= plan_.messages_max && live_bytes_ <= plan_.bytes_max,
           "P11: more than the limit", &sent);
  } else if (error == RD_KAFKA_RESP_ERR__FATAL) {
    expect(plan_.fatal, "P10: fatal", &sent);
  } else {
    // A partition that is not there yet, or a topic that is gone, or seemed so for long.
    expect(recreated_ || gone_ || sent.asked_partition >= least ||
               (!plan_.healthy && error == RD_KAFKA_RESP_ERR__UNKNOWN_TOPIC),
           rd_kafka_err2str(error), &sent);
    ++counters_["produce: " + std::string(rd_kafka_err2name(error))];
  }
  if (!blocks) expect(env_.now() == sent.produced_at, "P11: produce waits", &sent);
}

void Run::produce_some() {
  for (u64 n = 1 + random_.below(20); n > 0; --n) produce_one();
}

void Run::poll_for(Micros span) {
  const Micros end = env_.now() + span;
  if (plan_.background) return env_.run_for(span);  // a thread of ours polls
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
  expect(env_.now() - began <= ms * kMicrosPerMs + kCallGrace, "B1: flush takes longer");
  if (error == kOk) {
    expect(rd_kafka_outq_len(rk_) == 0, "P14: flushed, and something is left");
    expect(live_messages_ == 0, "P14: flushed, and a report is owed");
  }
  ++counters_[error == kOk ? "flush" : "flush timed out"];
}

void Run::act() {
  const u64 what = random_.below(plan_.healthy ? 6 : 14);
  if (what < 3) return produce_some();
  if (what == 3) return poll_for(static_cast<Micros>(random_.below(20000)));
  if (what == 4) {
    if (random_.chance(3)) return flush(static_cast<int>(random_.below(500)));
    return poll_for(static_cast<Micros>(random_.below(2000000)));
  }
  if (what == 5) {
    if (random_.chance(8)) {
      ++counters_["clock jump"];
      env_.jump_wall_clock(static_cast<i64>(random_.below(2000000000)) - 1000000000);
    }
    return poll_for(static_cast<Micros>(random_.below(3000)));
  }
  if (what == 6 && random_.chance(6)) return purge();
  trouble();
}

// The faults end; now everything has to come to its end by itself.
void Run::settle() {
  count_faults();
  server_->cluster().faults().clear();
  env_.forget_cuts();
  env_.set_black_hole(false);
  const i64 patience_ms = plan_.message_timeout_ms + kReportGrace / kMicrosPerMs;
  flush(static_cast<int>(patience_ms));
  expect(rd_kafka_outq_len(rk_) == 0, "P4: messages without a report");
  expect(rk_->producer->message_bytes() == 0, "bytes are counted of no message");
}

void Run::stop_client() {
  const bool fatal = rd_kafka_fatal_error(rk_, nullptr, 0) != kOk;
  expect(fatal == plan_.fatal, "P10: fatal, or not where it should");
  if (plan_.fatal && !plan_.abandons) {
    expect(fatal_errors_told_ == 1 || plan_.background, "P10: a fatal error is told once");
    ++counters_["fatal: no producer id is allowed"];
  }
  if (plan_.abandons && random_.chance(3)) {
    env_.set_black_hole(true);
    ++counters_["destroy with a black hole"];
  }
  const Micros began = env_.now();
  rd_kafka_destroy(std::exchange(rk_, nullptr));
  expect(env_.now() - began < 2 * kMicrosPerSecond, "B2: destroy takes longer");
  expect(env_.thread_count() == 1 && env_.client_sockets() == 0, "B3: something is left");
  env_.set_black_hole(false);
}

void Run::go() {
  start_client();
  if (plan_.fatal) {  // before anything else goes wrong
    produce_some();
    poll_for(10 * kMicrosPerSecond);
  }
  for (u64 n = 20 + random_.below(60); n > 0; --n) act();
  if (!plan_.abandons) settle();
  stop_client();
  // What is still under way comes in.
  env_.run_for(120 * kMicrosPerSecond);
  remember_logs();
  check_logs();
  check_messages();
  check_broker();
  checked_.add_to(counters_);
  checked_both_.add_to(counters_);
  server_.reset();
}

}  // namespace rk::sim
