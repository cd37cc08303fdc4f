// The listings: dumps of a conf, a filtered copy, the table as text.
#include <cstring>

#include "config/access.h"
#include "config/conf.h"
#include "config/property.h"

namespace rk {
namespace {

NamesAndValues dump(const Access& conf) {
  NamesAndValues all;
  for (size_t row = 0; row < properties().size(); row++) {
    const Property& p = properties()[row];
    if (p.where.scope != conf.scope() || p.alias_of) continue;
    if (std::optional<std::string> value = conf.print(row))
      all.emplace_back(p.name, std::move(*value));
  }
  return all;
}

bool starts_with_any(const char* name, size_t count, const char* const* prefixes) {
  for (size_t i = 0; i < count; i++)
    if (prefixes[i] && std::strncmp(name, prefixes[i], std::strlen(prefixes[i])) == 0) return true;
  return false;
}

// What may be set: a person who reads the list should not have to try.
std::string accepted_values(const Property& p) {
  if (!refuses(p.tier)) return range_of(p);
  return p.default_value ? p.default_value : "";
}

const char* restriction(const Property& p) {
  if (p.tier == Tier::not_yet) return " Not yet in this version.";
  return refuses(p.tier) ? " Nothing else is accepted." : "";
}

void pad(std::string* line, size_t column) {
  if (line->size() < column) line->resize(column, ' ');
}

}  // namespace

NamesAndValues conf_dump(const Conf& conf) {
  if (conf.taken) return {{"builtin.features", builtin_features()}};
  return dump(Access::of(conf));
}

NamesAndValues topic_conf_dump(const TopicConf& conf) {
  return dump(Access::of(conf));
}

std::unique_ptr<Conf> conf_dup_filter(const Conf& conf, size_t count, const char* const* prefixes) {
  auto copy = std::make_unique<Conf>(conf);
  Access access(*copy);
  for (size_t row = 0; row < properties().size(); row++) {
    const Property& p = properties()[row];
    if (p.where.scope != Scope::global || p.alias_of || p.type == Type::call) continue;
    if (starts_with_any(p.name, count, prefixes)) access.reset(row);
  }
  return copy;
}

std::string properties_text() {
  std::string text;
  for (Scope scope : {Scope::global, Scope::topic}) {
    text += scope == Scope::global ? "Settings of a client\n" : "\nSettings of a topic\n";
    std::string title = "name";
    pad(&title, 44);
    text += title + "| for | values | default | description\n";
    for (const Property& p : properties()) {
      if (p.where.scope != scope || p.importance == Importance::hidden) continue;
      std::string line = p.name;
      pad(&line, 44);
      line += std::string("| ") + name_of(p.where.role) + " | " + accepted_values(p) + " | ";
      line += p.default_value ? p.default_value : "";
      line += std::string(" | ");
      if (p.alias_of)
        line += std::string("Another name of ") + p.alias_of + ".";
      else
        line += std::string(p.doc) + restriction(p);
      text += line + "\n";
    }
  }
  return text;
}

const char* name_of(Role role) {
  return role == Role::producer ? "P" : role == Role::consumer ? "C" : "*";
}

const char* name_of(Importance importance) {
  static constexpr const char* kNames[] = {"high", "medium", "low", "hidden"};
  return kNames[static_cast<size_t>(importance)];
}

const char* name_of(Type type) {
  static constexpr const char* kNames[] = {
      "string",    "integer",      "boolean",           "float",   "enum value",
      "CSV flags", "pattern list", "see dedicated API", "pointer", "invalid"};
  return kNames[static_cast<size_t>(type)];
}

const char* name_of(Tier tier) {
  static constexpr const char* kNames[] = {"honoured",     "with groups", "no effect",
                                           "default only", "not yet",     "refused"};
  return kNames[static_cast<size_t>(tier)];
}

std::string range_of(const Property& p) {
  if (p.type == Type::integer || p.type == Type::real)
    return std::to_string(p.min) + " .. " + std::to_string(p.max);
  if (p.type == Type::boolean) return "true, false";
  std::string names;
  for (const NamedValue& v : p.values) names += (names.empty() ? "" : ", ") + std::string(v.name);
  return names;
}

}  // namespace rk
