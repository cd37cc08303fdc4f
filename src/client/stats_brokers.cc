// The statistics' "brokers".
#include <algorithm>

#include "client/client.h"
#include "client/stats_rows.h"
#include "wire/api.h"

namespace rk {
namespace {

using CountersPtr = std::shared_ptr<BrokerCounters>;

// A broker with all that was counted for it. A bootstrap server that turned out to be one of the
// brokers is that broker.
struct Entry {
  i32 id = -1;
  std::string name;
  std::string address;
  std::vector<CountersPtr> counters;

  u64 sum(std::atomic<u64> BrokerCounters::*member) const {
    u64 n = 0;
    for (const CountersPtr& c : counters) n += ((*c).*member).load(std::memory_order_relaxed);
    return n;
  }
  u64 gauge(std::atomic<i32> BrokerCounters::*member) const {
    i64 n = 0;
    for (const CountersPtr& c : counters) n += ((*c).*member).load(std::memory_order_relaxed);
    return static_cast<u64>(std::max<i64>(n, 0));
  }
  Micros newest(std::atomic<i64> BrokerCounters::*member) const {
    Micros at = 0;
    for (const CountersPtr& c : counters)
      at = std::max(at, ((*c).*member).load(std::memory_order_relaxed));
    return at;
  }
  u64 requests(size_t key) const {
    u64 n = 0;
    for (const CountersPtr& c : counters) n += c->requests[key].load(std::memory_order_relaxed);
    return n;
  }
  Histogram take(Window BrokerWindows::*member) const {
    Histogram all;
    for (const CountersPtr& c : counters)
      if (c->windows) ((*c->windows).*member).take(all);
    return all;
  }
};

std::vector<Entry> collect(Cluster& cluster, const Snapshot& snapshot) {
  std::vector<Entry> entries;
  for (const auto& [id, info] : snapshot.brokers) {
    std::string address = stringf("%s:%d", info.host.c_str(), info.port);
    std::string name = stringf("%s/%d", address.c_str(), id);
    entries.push_back({id, std::move(name), std::move(address), {}});
  }
  for (Cluster::BrokerView& view : cluster.broker_views()) {
    std::string address = view.name.substr(0, view.name.rfind('/'));
    const auto same = std::find_if(entries.begin(), entries.end(), [&](const Entry& e) {
      return view.id >= 0 ? e.id == view.id : e.address == address;
    });
    if (same != entries.end())
      same->counters.push_back(std::move(view.counters));
    else
      entries.push_back({view.id, view.name, std::move(address), {std::move(view.counters)}});
  }
  return entries;
}

// Up while any connection is; otherwise what became of the one that changed last.
const char* state_of(const Entry& e, Micros* since) {
  const BrokerCounters* last = nullptr;
  bool up = false;
  for (const CountersPtr& c : e.counters) {
    const bool this_up = c->up.load(std::memory_order_relaxed) > 0;
    const bool newer = !last || c->state_since.load(std::memory_order_relaxed) >
                                    last->state_since.load(std::memory_order_relaxed);
    if (this_up > up || (this_up == up && newer)) last = c.get();
    up |= this_up;
  }
  *since = last ? last->state_since.load(std::memory_order_relaxed) : 0;
  if (up) return "UP";
  const char* const state = last ? last->state.load(std::memory_order_relaxed) : "INIT";
  // Handed to another broker's name since.
  return std::string_view(state) == "UP" ? "INIT" : state;
}

// The requests that are listed even when none was made, by the name that monitoring knows.
struct RequestName {
  size_t key;
  const char* name;
  bool by_producer, by_consumer;
};
constexpr RequestName kRequestNames[] = {
    {0, "Produce", true, false},
    {1, "Fetch", false, true},
    {2, "ListOffsets", true, true},
    {3, "Metadata", true, true},
    {8, "OffsetCommit", false, true},
    {9, "OffsetFetch", false, true},
    {10, "FindCoordinator", true, true},
    {11, "JoinGroup", false, true},
    {12, "Heartbeat", false, true},
    {13, "LeaveGroup", false, true},
    {14, "SyncGroup", false, true},
    {17, "SaslHandshake", true, true},
    {18, "ApiVersion", true, true},
    {22, "InitProducerId", true, false},
    {24, "AddPartitionsToTxn", true, false},
    {25, "AddOffsetsToTxn", true, false},
    {26, "EndTxn", true, false},
    {28, "TxnOffsetCommit", true, false},
    {36, "SaslAuthenticate", true, true},
    {60, "DescribeCluster", true, true},
    {61, "DescribeProducers", true, true},
    {65, "DescribeTransactions", true, true},
    {66, "ListTransactions", true, true},
    {71, "GetTelemetrySubscriptions", true, true},
    {72, "PushTelemetry", true, true},
};

void write_requests(JsonWriter& json, const Entry& e, bool producer) {
  json.open("req");
  const RequestName* next = std::begin(kRequestNames);
  for (size_t key = 0; key < BrokerCounters::kKeys; ++key) {
    const u64 count = e.requests(key);
    if (next != std::end(kRequestNames) && next->key == key) {
      if (count > 0 || (producer ? next->by_producer : next->by_consumer))
        json.count(next->name, count);
      ++next;
    } else if (count > 0) {
      json.count(wire::api_name(static_cast<wire::ApiKey>(key)), count);
    }
  }
  json.close();
}

void write_traffic(JsonWriter& json, const Entry& e, Micros now) {
  using C = BrokerCounters;
  const auto idle = [now](Micros last) { return last > 0 ? std::max<Micros>(now - last, 0) : -1; };
  json.count("tx", e.sum(&C::tx));
  json.count("txbytes", e.sum(&C::tx_bytes));
  json.count("txerrs", e.sum(&C::tx_errors));
  json.count("txretries", e.sum(&C::tx_retries));
  json.number("txidle", idle(e.newest(&C::last_tx)));
  json.count("req_timeouts", e.sum(&C::request_timeouts));
  json.count("rx", e.sum(&C::rx));
  json.count("rxbytes", e.sum(&C::rx_bytes));
  json.count("rxerrs", e.sum(&C::rx_errors));
  json.count("rxcorriderrs", e.sum(&C::rx_corrid_errors));
  json.count("rxpartial", e.sum(&C::rx_partial));
  json.number("rxidle", idle(e.newest(&C::last_rx)));
  json.number("zbuf_grow", 0);
  json.number("buf_grow", 0);
  json.count("wakeups", e.sum(&C::wakeups));
  json.count("connects", e.sum(&C::connects));
  json.count("disconnects", e.sum(&C::disconnects));
  write_window(json, "int_latency", e.take(&BrokerWindows::internal_latency));
  write_window(json, "outbuf_latency", e.take(&BrokerWindows::outbuf_latency));
  write_window(json, "rtt", e.take(&BrokerWindows::round_trip));
  write_window(json, "throttle", e.take(&BrokerWindows::throttle));
}

void write_broker(JsonWriter& json, const Entry& e, const StatsRows& rows, bool producer,
                  Micros now) {
  using C = BrokerCounters;
  Micros since = 0;
  const char* const state = state_of(e, &since);
  const auto flying = rows.flight_messages.find(e.id);
  json.open(e.name);
  json.string("name", e.name);
  json.number("nodeid", e.id);
  json.string("nodename", e.address);
  json.string("source", e.id < 0 ? "configured" : "learned");
  json.string("state", state);
  json.number("stateage", since > 0 ? now - since : 0);
  json.count("outbuf_cnt", e.gauge(&C::unsent));
  json.number("outbuf_msg_cnt", 0);
  json.count("waitresp_cnt", e.gauge(&C::waiting));
  json.count("waitresp_msg_cnt", flying == rows.flight_messages.end() ? 0 : flying->second);
  write_traffic(json, e, now);
  write_requests(json, e, producer);
  json.open("toppars");
  if (const auto led = rows.led.find(e.id); led != rows.led.end()) {
    for (const auto& [topic, partition] : led->second) {
      json.open(topic->name + "-" + std::to_string(partition));
      json.string("topic", topic->name);
      json.number("partition", partition);
      json.close();
    }
  }
  json.close();
  json.close();
}

}  // namespace

void write_brokers(JsonWriter& json, rd_kafka_s& client, StatsRows& rows, Micros now) {
  using C = BrokerCounters;
  json.open("brokers");
  for (const Entry& e : collect(*client.cluster, *rows.snapshot)) {
    write_broker(json, e, rows, client.producer != nullptr, now);
    rows.totals.tx += e.sum(&C::tx);
    rows.totals.tx_bytes += e.sum(&C::tx_bytes);
    rows.totals.rx += e.sum(&C::rx);
    rows.totals.rx_bytes += e.sum(&C::rx_bytes);
  }
  json.close();
}

}  // namespace rk
