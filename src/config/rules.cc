// What rd_kafka_new and rd_kafka_topic_new check: values that only the role decides on, and rules
// between settings. All checks come first, so that a refused conf stays as the application made it.
#include <algorithm>
#include <atomic>
#include <cmath>

#include "config/access.h"
#include "config/conf.h"
#include "config/property.h"

namespace rk {
namespace {

constexpr i32 kMaxInFlight = 5;
constexpr i32 kFetchOverheadBytes = 512;
constexpr i32 kFetchMinBytesMax = 100000000;
constexpr i32 kSocketMarginMs = 1000;
constexpr i32 kAzureIdleMs = 230000;

using Warnings = std::vector<std::string>;

struct RoleName {
  Role own;
  const char* name;
};

RoleName role_of(rd_kafka_type_t type) {
  return type == RD_KAFKA_PRODUCER ? RoleName{Role::producer, "producer"}
                                   : RoleName{Role::consumer, "consumer"};
}

Error rejected(std::string text) {
  return Error(RD_KAFKA_RESP_ERR__INVALID_ARG, std::move(text));
}

// fastka.strengthen: weaker promises than ours that may be asked for and are exceeded.
bool can_be_strengthened(const Property& p) {
  std::string_view name = p.name;
  return name == "request.required.acks" || name == "enable.idempotence";
}

// Every row that was set: is it this role's, and if so, is its value one that we do?
Error check_rows(const Access& conf, RoleName role, bool strengthen, Warnings* warnings,
                 std::vector<size_t>* to_strengthen) {
  for (size_t row = 0; row < properties().size(); row++) {
    const Property& p = properties()[row];
    if (p.where.scope != conf.scope() || p.alias_of || !conf.is_set(row)) continue;
    if (p.where.role != Role::both && p.where.role != role.own) {
      warnings->push_back(stringf("Setting \"%s\" concerns %s only: this %s ignores it", p.name,
                                  p.where.role == Role::producer ? "producers" : "consumers",
                                  role.name));
      continue;
    }
    if (!refuses(p.tier) || conf.is_default(row)) continue;
    if (strengthen && can_be_strengthened(p))
      to_strengthen->push_back(row);
    else
      return rejected(refusal(p, p.name, conf.print(row).value_or("")));
  }
  return {};
}

Error check_poison(const Rows& rows) {
  if (rows.poison.empty()) return {};
  return Error(RD_KAFKA_RESP_ERR__NOT_IMPLEMENTED, rows.poison.begin()->second);
}

Error check_assignors(const std::string& list) {
  int eager = 0;
  int cooperative = 0;
  for (size_t at = 0; at <= list.size();) {
    size_t end = std::min(list.find(',', at), list.size());
    std::string name = list.substr(at, end - at);
    name.erase(0, name.find_first_not_of(' '));
    name.erase(name.find_last_not_of(' ') + 1);
    at = end + 1;
    if (name == "range" || name == "roundrobin")
      eager++;
    else if (name == "cooperative-sticky")
      cooperative++;
    else
      return rejected("Setting \"partition.assignment.strategy\": unknown assignor \"" + name +
                      "\"; known are range, roundrobin and cooperative-sticky");
  }
  if (!eager || !cooperative) return {};
  return rejected(
      "Setting \"partition.assignment.strategy\" mixes cooperative-sticky with other assignors; "
      "use one kind");
}

Error check_both(const Conf& conf, Warnings* warnings) {
  const Settings& s = conf.values;
  if (s.reconnect_backoff_max_ms < s.reconnect_backoff_ms)
    return rejected(
        stringf("Setting \"reconnect.backoff.max.ms\" (%d) must not be below "
                "\"reconnect.backoff.ms\" (%d)",
                s.reconnect_backoff_max_ms, s.reconnect_backoff_ms));
  if (s.retry_backoff_ms > s.retry_backoff_max_ms)
    warnings->push_back(
        stringf("Setting \"retry.backoff.ms\" (%d) is above "
                "\"retry.backoff.max.ms\" (%d), which is used for every retry",
                s.retry_backoff_ms, s.retry_backoff_max_ms));
  return check_assignors(s.partition_assignment_strategy);
}

Error check_linger(const Conf& conf, const TopicConf& topic) {
  i32 timeout_ms = topic.values.message_timeout_ms;
  double linger_ms = conf.values.queue_buffering_max_ms;
  bool both_set = topic.is_set("message.timeout.ms") && conf.is_set("linger.ms");
  if (!both_set || timeout_ms == 0 || linger_ms < timeout_ms) return {};
  return rejected(stringf("Setting \"message.timeout.ms\" (%d) must be above \"linger.ms\" (%g)",
                          timeout_ms, linger_ms));
}

Error check_producer(const Conf& conf) {
  const Settings& s = conf.values;
  if (s.message_send_max_retries < 1)
    return rejected(
        "Setting \"retries\" (message.send.max.retries) must be at least 1, because the producer "
        "is idempotent; use message.timeout.ms to bound the time of a message");
  bool asked = conf.is_set("enable.idempotence") && s.enable_idempotence;
  i32 in_flight = s.max_in_flight_requests_per_connection;
  if (asked && conf.is_set("max.in.flight") && in_flight > kMaxInFlight)
    return rejected(
        stringf("Setting \"max.in.flight\" (%d) must be at most %d when "
                "\"enable.idempotence\" is set to true",
                in_flight, kMaxInFlight));
  return check_linger(conf, conf.topic);
}

// fetch.max.bytes unless it was set: no more than the queue may hold, enough for one message.
i32 fetch_max_bytes_of(const Conf& conf) {
  const Settings& s = conf.values;
  if (conf.is_set("fetch.max.bytes")) return s.fetch_max_bytes;
  i64 queue_bytes = i64{s.queued_max_messages_kbytes} * 1024;
  return static_cast<i32>(
      std::max(std::min<i64>(s.fetch_max_bytes, queue_bytes), i64{s.message_max_bytes}));
}

Error check_fetch(const Conf& conf, Warnings* warnings) {
  const Settings& s = conf.values;
  i32 fetch_max = fetch_max_bytes_of(conf);
  if (fetch_max < s.message_max_bytes)
    return rejected(
        stringf("Setting \"fetch.max.bytes\" (%d) must not be below "
                "\"message.max.bytes\" (%d)",
                fetch_max, s.message_max_bytes));
  if (conf.is_set("receive.message.max.bytes") &&
      s.receive_message_max_bytes < i64{fetch_max} + kFetchOverheadBytes)
    return rejected(
        stringf("Setting \"receive.message.max.bytes\" (%d) must be at least "
                "\"fetch.max.bytes\" (%d) + %d",
                s.receive_message_max_bytes, fetch_max, kFetchOverheadBytes));
  if (s.fetch_min_bytes < 1 || s.fetch_min_bytes > kFetchMinBytesMax)
    return rejected(
        stringf("Setting \"fetch.min.bytes\" (%d) is outside the range 1 .. %d of a "
                "consumer",
                s.fetch_min_bytes, kFetchMinBytesMax));
  if (s.fetch_wait_max_ms > s.socket_timeout_ms - kSocketMarginMs)
    warnings->push_back(
        stringf("Setting \"fetch.wait.max.ms\" (%d) should be at least %d below "
                "\"socket.timeout.ms\" (%d), or idle fetches time out",
                s.fetch_wait_max_ms, kSocketMarginMs, s.socket_timeout_ms));
  return {};
}

Error check_group(const Conf& conf) {
  const Settings& s = conf.values;
  if (s.group_protocol == GroupProtocol::consumer) {
    for (const char* name :
         {"session.timeout.ms", "heartbeat.interval.ms", "partition.assignment.strategy"})
      if (conf.is_set(name))
        return rejected(
            stringf("Setting \"%s\" belongs to group.protocol=classic; with "
                    "\"consumer\" the broker decides it",
                    name));
    return {};
  }
  if (s.max_poll_interval_ms < s.session_timeout_ms)
    return rejected(
        stringf("Setting \"max.poll.interval.ms\" (%d) must not be below "
                "\"session.timeout.ms\" (%d)",
                s.max_poll_interval_ms, s.session_timeout_ms));
  return {};
}

Error check_consumer(const Conf& conf, Warnings* warnings) {
  if (Error e = check_fetch(conf, warnings)) return e;
  return check_group(conf);
}

std::string sanitised(std::string text) {
  auto alphanumeric = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  };
  for (char& c : text)
    if (!alphanumeric(c) && c != '.' && c != '-') c = '-';
  while (!text.empty() && !alphanumeric(text.front())) text.erase(0, 1);
  while (!text.empty() && !alphanumeric(text.back())) text.pop_back();
  return text;
}

void complete_client(Conf& conf) {
  Settings& s = conf.values;
  if (!conf.is_set("metadata.max.age.ms") && s.topic_metadata_refresh_interval_ms > 0)
    s.metadata_max_age_ms = s.topic_metadata_refresh_interval_ms * 3;
  if (!conf.is_set("topic.metadata.refresh.fast.interval.ms"))
    s.topic_metadata_refresh_fast_interval_ms = s.retry_backoff_ms;
  if (!conf.is_set("connections.max.idle.ms") &&
      s.metadata_broker_list.find("azure") != std::string::npos)
    s.connections_max_idle_ms = kAzureIdleMs;
  s.client_software_name = sanitised(s.client_software_name);
  s.client_software_version = sanitised(s.client_software_version);
}

// message.timeout.ms gives way to a longer linger.ms unless it was set.
void complete_topic(TopicConf& topic, const Conf& conf) {
  i32 timeout_ms = topic.values.message_timeout_ms;
  double linger_ms = conf.values.queue_buffering_max_ms;
  if (topic.is_set("message.timeout.ms") || timeout_ms == 0 || linger_ms < timeout_ms) return;
  topic.values.message_timeout_ms = static_cast<i32>(std::ceil(linger_ms)) + timeout_ms;
}

void complete_producer(Conf& conf) {
  Settings& s = conf.values;
  s.queue_buffering_max_ms = linger_ms_of(conf, conf.topic);
  complete_topic(conf.topic, conf);
  constexpr double kStickyMaxMs = 900000;
  if (!conf.is_set("sticky.partitioning.linger.ms"))
    s.sticky_partitioning_linger_ms =
        static_cast<i32>(std::min(2 * s.queue_buffering_max_ms, kStickyMaxMs));
  s.max_in_flight_requests_per_connection =
      std::min(s.max_in_flight_requests_per_connection, kMaxInFlight);
  if (!conf.is_set("allow.auto.create.topics")) s.allow_auto_create_topics = true;
}

void complete_consumer(Conf& conf) {
  Settings& s = conf.values;
  s.fetch_max_bytes = fetch_max_bytes_of(conf);
  s.receive_message_max_bytes =
      std::max(s.receive_message_max_bytes, s.fetch_max_bytes + kFetchOverheadBytes);
}

void apply_strength(Access& conf, const std::vector<size_t>& rows) {
  for (size_t row : rows) conf.write(row, default_of(properties()[row]));
}

void warn_about_strength(const Conf& conf, Warnings* warnings) {
  if (std::atomic_ref<bool>(conf.strengthen_warned).exchange(true)) return;
  warnings->push_back(
      "fastka.strengthen: weaker settings (acks, enable.idempotence) were raised to acks=all and "
      "enable.idempotence=true");
}

void append(Warnings* to, Warnings& from) {
  if (to) std::move(from.begin(), from.end(), std::back_inserter(*to));
}

}  // namespace

Error check_conf(Conf& conf, rd_kafka_type_t type, std::vector<std::string>* warnings) {
  RoleName role = role_of(type);
  Warnings said;
  std::vector<size_t> rows;
  std::vector<size_t> topic_rows;
  bool strengthen = conf.values.fastka_strengthen;
  if (Error e = check_poison(conf.rows)) return e;
  if (Error e = check_poison(conf.topic.rows)) return e;
  if (Error e = check_rows(Access::of(conf), role, strengthen, &said, &rows)) return e;
  if (Error e = check_rows(Access::of(conf.topic), role, strengthen, &said, &topic_rows)) return e;
  if (Error e = check_both(conf, &said)) return e;
  if (Error e = role.own == Role::producer ? check_producer(conf) : check_consumer(conf, &said))
    return e;

  Access access(conf);
  Access topic_access(conf.topic);
  apply_strength(access, rows);
  apply_strength(topic_access, topic_rows);
  if (!rows.empty() || !topic_rows.empty()) warn_about_strength(conf, &said);
  complete_client(conf);
  role.own == Role::producer ? complete_producer(conf) : complete_consumer(conf);
  append(warnings, said);
  return {};
}

Error check_topic_conf(TopicConf& conf, const Conf& client, rd_kafka_type_t type,
                       std::vector<std::string>* warnings) {
  RoleName role = role_of(type);
  Warnings said;
  std::vector<size_t> rows;
  bool strengthen = client.values.fastka_strengthen;
  if (Error e = check_poison(conf.rows)) return e;
  if (Error e = check_rows(Access::of(conf), role, strengthen, &said, &rows)) return e;
  if (role.own == Role::producer) {
    if (Error e = check_linger(client, conf)) return e;
    complete_topic(conf, client);
  }
  Access access(conf);
  apply_strength(access, rows);
  if (!rows.empty()) warn_about_strength(client, &said);
  append(warnings, said);
  return {};
}

}  // namespace rk
