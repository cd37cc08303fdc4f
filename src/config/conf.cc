#include "config/conf.h"

#include "config/access.h"
#include "config/parse.h"
#include "config/property.h"

namespace rk {
namespace {

rd_kafka_conf_res_t invalid(std::string* why, std::string text) {
  *why = std::move(text);
  return RD_KAFKA_CONF_INVALID;
}

std::string quoted(std::string_view name) {
  return "Setting \"" + std::string(name) + "\"";
}

rd_kafka_conf_res_t set_nothing(Access& conf, size_t row, std::string_view name, std::string* why) {
  const Property& p = properties()[row];
  bool text = p.type == Type::string || p.type == Type::patterns;
  if (!text || p.needs_value) return invalid(why, quoted(name) + " needs a value");
  conf.reset(row);
  return RD_KAFKA_CONF_OK;
}

// conf_set does not know the role: a refused value of a row that concerns one role is kept, and
// check_conf refuses it for that role.
rd_kafka_conf_res_t set_row(Access& conf, size_t given, const char* value, std::string* why) {
  std::string_view name = properties()[given].name;
  size_t row = canonical_row(given);
  const Property& p = properties()[row];
  if (p.type == Type::pointer || p.type == Type::invalid) return invalid(why, refusal(p, name, ""));
  if (p.type == Type::call) {
    if (refuses(p.tier)) return invalid(why, refusal(p, name, ""));
    return invalid(why, quoted(name) + " is set by a function of its own, not by name");
  }
  if (!value || !*value) return set_nothing(conf, row, name, why);
  Value parsed = conf.read(row);
  std::string problem;
  if (!parse_value(p, value, &parsed, &problem))
    return invalid(why, quoted(name) + (p.is_secret ? ": the value is not valid" : ": " + problem));
  std::string canonical = print_value(p, parsed);
  if (refuses(p.tier) && p.where.role == Role::both && canonical != print_value(p, default_of(p)))
    return invalid(why, refusal(p, name, value));
  conf.write(row, parsed);
  conf.mark(row, true);
  return RD_KAFKA_CONF_OK;
}

rd_kafka_conf_res_t unknown(std::string* why, std::string_view name, const char* hint) {
  *why = "No such configuration property: \"" + std::string(name) + "\"" + hint;
  return RD_KAFKA_CONF_UNKNOWN;
}

// Setting builtin.features asks whether they are there; it changes nothing.
rd_kafka_conf_res_t ask_features(size_t row, const char* value, std::string* why) {
  const Property& p = properties()[row];
  if (!value || !*value) return invalid(why, quoted(p.name) + " needs a value");
  Value ignored;
  std::string problem;
  if (parse_value(p, value, &ignored, &problem)) return RD_KAFKA_CONF_OK;
  return invalid(why, quoted(p.name) + ": " + problem + " (what this build can do)");
}

bool get_row(const Access& conf, size_t row, std::string* value) {
  if (row == kNoRow) return false;
  std::optional<std::string> text = conf.print(canonical_row(row));
  if (!text) return false;
  *value = std::move(*text);
  return true;
}

constexpr std::string_view kTopicPrefix = "topic.";

}  // namespace

rd_kafka_conf_res_t conf_set(Conf& conf, std::string_view name, const char* value,
                             std::string* why) {
  if (conf.taken) return unknown(why, name, ": rd_kafka_new() has taken this configuration");
  size_t row = find_row(Scope::global, name);
  if (row == kNoRow) {
    rd_kafka_conf_res_t res = topic_conf_set(conf.topic, name, value, why);
    if (res == RD_KAFKA_CONF_OK) conf.topic_given = true;
    return res == RD_KAFKA_CONF_UNKNOWN ? unknown(why, name, "") : res;
  }
  if (name == "builtin.features") return ask_features(row, value, why);
  Access access(conf);
  return set_row(access, row, value, why);
}

rd_kafka_conf_res_t topic_conf_set(TopicConf& conf, std::string_view name, const char* value,
                                   std::string* why) {
  std::string_view plain = name;
  if (plain.starts_with(kTopicPrefix)) plain.remove_prefix(kTopicPrefix.size());
  size_t row = find_row(Scope::topic, plain);
  if (row == kNoRow) {
    bool global = find_row(Scope::global, name) != kNoRow;
    return unknown(why, name, global ? " of a topic: it belongs to the client" : "");
  }
  Access access(conf);
  return set_row(access, row, value, why);
}

bool conf_get(const Conf& conf, std::string_view name, std::string* value) {
  if (name == "builtin.features") {
    *value = builtin_features();
    return true;
  }
  if (conf.taken) return false;
  if (name == "default_topic_conf" && conf.topic_given) {
    *value = stringf("%p", static_cast<const void*>(&conf.topic));
    return true;
  }
  size_t row = find_row(Scope::global, name);
  if (row != kNoRow) return get_row(Access::of(conf), row, value);
  // As in librdkafka: no topic conf, nothing to read from it.
  return conf.topic_given && topic_conf_get(conf.topic, name, value);
}

bool topic_conf_get(const TopicConf& conf, std::string_view name, std::string* value) {
  return get_row(Access::of(conf), find_row(Scope::topic, name), value);
}

std::unique_ptr<Conf> take(Conf& conf) {
  auto values = std::make_unique<Conf>(std::move(conf));
  conf = Conf{};
  conf.taken = true;
  return values;
}

void poison(Conf& conf, const char* what, std::string text) {
  if (text.empty())
    conf.rows.poison.erase(what);
  else
    conf.rows.poison[what] = std::move(text);
}

void poison(TopicConf& conf, const char* what, std::string text) {
  if (text.empty())
    conf.rows.poison.erase(what);
  else
    conf.rows.poison[what] = std::move(text);
}

void mark_call(Conf& conf, std::string_view name, bool on) {
  size_t row = find_row(Scope::global, name);
  CHECK(row != kNoRow);
  conf.rows.mark(row, on);
}

void mark_call(TopicConf& conf, std::string_view name, bool on) {
  size_t row = find_row(Scope::topic, name);
  CHECK(row != kNoRow);
  conf.rows.mark(row, on);
}

void strengthen_by_default(Conf& conf) {
  if (!conf.is_set("fastka.strengthen")) conf.values.fastka_strengthen = true;
}

double linger_ms_of(const Conf& conf, const TopicConf& topic) {
  constexpr double kMarginMs = 0.1;
  double linger_ms = conf.values.queue_buffering_max_ms;
  double timeout_ms = topic.values.message_timeout_ms;
  if (timeout_ms > 0 && linger_ms >= timeout_ms && !conf.is_set("linger.ms"))
    return timeout_ms - kMarginMs;
  return linger_ms;
}

}  // namespace rk

bool rd_kafka_conf_s::is_set(std::string_view name) const {
  size_t row = rk::find_row(rk::Scope::global, name);
  return row != rk::kNoRow && rows.is_set(rk::canonical_row(row));
}

bool rd_kafka_topic_conf_s::is_set(std::string_view name) const {
  size_t row = rk::find_row(rk::Scope::topic, name);
  return row != rk::kNoRow && rows.is_set(rk::canonical_row(row));
}
