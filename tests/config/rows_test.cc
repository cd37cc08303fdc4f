// Goal: the table has every setting of librdkafka with its scope, role, type, range, default and
// alias; and every row, honoured or not, does at each of its values what its tier says, on both
// roles.
// Method: upstream_properties.tsv holds the facts (taken from librdkafka 2.15/2.16). The table is
// compared with it row by row; then the values tried are made from the facts, not from the table.
#include <map>
#include <set>

#include "config/conf.h"
#include "config/property.h"
#include "data.h"
#include "support/unit.h"

namespace {

using data::lines_of;
using data::split;
using rk::Property;
using rk::Scope;
using rk::Tier;

struct Fact {
  std::string name, scope, role, type, range, default_value, importance, deprecated, alias_of;
};

std::vector<Fact> facts() {
  std::vector<Fact> all;
  std::vector<std::string> lines = lines_of("upstream_properties.tsv");
  for (size_t i = 1; i < lines.size(); i++) {
    std::vector<std::string> f = split(lines[i], "\t");
    assert_int_equal(f.size(), 9);
    all.push_back({f[0], f[1], f[2], f[3], f[4], f[5], f[6], f[7], f[8]});
  }
  return all;
}

Scope scope_of(const Fact& fact) {
  return fact.scope == "topic" ? Scope::topic : Scope::global;
}

const Property& row_of(const Fact& fact) {
  size_t row = rk::find_row(scope_of(fact), fact.name);
  if (row == rk::kNoRow) fail_msg("no row for %s %s", fact.scope.c_str(), fact.name.c_str());
  return rk::properties()[row];
}

bool refuses(const Property& p) {
  return p.tier == Tier::fixed || p.tier == Tier::not_yet || p.tier == Tier::refused;
}

std::string text_of(const char* text) {
  return text ? text : "";
}

void table_equals_the_facts(void**) {
  std::set<std::string> differing;
  for (const Fact& fact : facts()) {
    const Property& p = row_of(fact);
    assert_string_equal(name_of(p.where.role), fact.role.c_str());
    assert_string_equal(name_of(p.importance), fact.importance.c_str());
    assert_string_equal(text_of(p.alias_of).c_str(), fact.alias_of.c_str());
    if (p.is_deprecated != (fact.deprecated == "y")) fail_msg("deprecated: %s", p.name);
    assert_false(p.is_ours);
    if (p.alias_of) continue;
    assert_string_equal(name_of(p.type), fact.type.c_str());
    if (fact.name == "builtin.features") continue;  // a list of what each build can do
    if (!fact.range.empty()) assert_string_equal(range_of(p).c_str(), fact.range.c_str());
    bool differs = p.upstream_default != nullptr;
    std::string theirs = text_of(differs ? p.upstream_default : p.default_value);
    if (theirs != fact.default_value) fail_msg("default of %s: %s", p.name, theirs.c_str());
    if (differs) differing.insert(p.name);
    if (differs && text_of(p.default_value) == theirs) fail_msg("no difference: %s", p.name);
  }
  const std::set<std::string> expected = {"check.crcs", "client.software.name",
                                          "client.software.version", "enable.idempotence",
                                          "enable.metrics.push"};
  assert_true(differing == expected);
}

void table_has_nothing_else(void**) {
  size_t theirs = 0;
  for (const Property& p : rk::properties()) {
    if (p.is_ours) assert_true(std::string_view(p.name).starts_with("fastka."));
    theirs += !p.is_ours;
  }
  assert_int_equal(theirs, facts().size());
  assert_int_equal(theirs, 209);
}

// A conf of either scope, with the calls on it.
struct Object {
  explicit Object(Scope s) : scope(s) {}
  rd_kafka_conf_res_t set(const std::string& name, const char* value) {
    why.clear();
    return scope == Scope::topic ? rk::topic_conf_set(conf.topic, name, value, &why)
                                 : rk::conf_set(conf, name, value, &why);
  }
  // "(unset)" when there is nothing to read.
  std::string get(const std::string& name) const {
    std::string value;
    bool there = scope == Scope::topic ? rk::topic_conf_get(conf.topic, name, &value)
                                       : rk::conf_get(conf, name, &value);
    return there ? value : "(unset)";
  }
  rk::Error check(rd_kafka_type_t role) const {
    rk::Conf copy = conf;
    return rk::check_conf(copy, role, nullptr);
  }
  Scope scope;
  rk::Conf conf;
  std::string why;
};

void expect_ok(const Fact& fact, const std::string& value, const std::string& read_back) {
  Object o(scope_of(fact));
  if (o.set(fact.name, value.c_str()) != RD_KAFKA_CONF_OK)
    fail_msg("%s=%s: %s", fact.name.c_str(), value.c_str(), o.why.c_str());
  if (o.get(fact.name) != read_back)
    fail_msg("%s=%s: reads back %s", fact.name.c_str(), value.c_str(), o.get(fact.name).c_str());
  if (!fact.alias_of.empty() && o.get(fact.alias_of) != read_back)
    fail_msg("%s: its alias %s reads back %s", fact.name.c_str(), fact.alias_of.c_str(),
             o.get(fact.alias_of).c_str());
}

void expect_invalid(const Fact& fact, const char* value) {
  Object o(scope_of(fact));
  std::string before = o.get(fact.name);
  if (o.set(fact.name, value) != RD_KAFKA_CONF_INVALID)
    fail_msg("%s=%s: was not refused", fact.name.c_str(), value ? value : "NULL");
  if (o.why.find("\"" + fact.name + "\"") == std::string::npos)
    fail_msg("%s: the text does not name it: %s", fact.name.c_str(), o.why.c_str());
  assert_string_equal(o.get(fact.name).c_str(), before.c_str());
}

// The text must say which setting, why, and what to do.
void expect_refusal(const Fact& fact, const Property& p, const std::string& text) {
  const char* reason = p.tier == Tier::not_yet ? "not yet in this version" : p.reason;
  if (text.find(p.name) == std::string::npos || text.find(fact.name) == std::string::npos ||
      text.find(reason) == std::string::npos)
    fail_msg("%s: refused with \"%s\"", fact.name.c_str(), text.c_str());
  if (text.find("; ") == std::string::npos) fail_msg("no remedy: %s", text.c_str());
}

// A value that the type allows and the default is not.
void expect_by_tier(const Fact& fact, const std::string& value, const std::string& read_back) {
  const Property& p = rk::properties()[rk::canonical_row(rk::find_row(scope_of(fact), fact.name))];
  if (!refuses(p)) return expect_ok(fact, value, read_back);
  if (fact.role == "*") {
    expect_invalid(fact, value.c_str());
    Object o(scope_of(fact));
    o.set(fact.name, value.c_str());
    return expect_refusal(fact, p, o.why);
  }
  // Stored; refused for its role by the checks of rd_kafka_new, warned about for the other.
  expect_ok(fact, value, read_back);
  Object o(scope_of(fact));
  o.set(fact.name, value.c_str());
  bool producer = fact.role == "P";
  rk::Error own = o.check(producer ? RD_KAFKA_PRODUCER : RD_KAFKA_CONSUMER);
  assert_int_equal(own.code(), RD_KAFKA_RESP_ERR__INVALID_ARG);
  Fact canonical = fact;
  canonical.name = p.name;
  expect_refusal(canonical, p, std::string(own.text()));
  rk::Conf other = o.conf;
  std::vector<std::string> warnings;
  rk::Error e = rk::check_conf(other, producer ? RD_KAFKA_CONSUMER : RD_KAFKA_PRODUCER, &warnings);
  if (e) fail_msg("%s on the other role: %s", p.name, std::string(e.text()).c_str());
  assert_int_equal(warnings.size(), 1);
  assert_true(warnings[0].find(p.name) != std::string::npos);
}

// The facts of an alias' values are those of its target.
Fact resolved(const Fact& fact, const std::vector<Fact>& all) {
  if (fact.alias_of.empty()) return fact;
  for (const Fact& other : all)
    if (other.name == fact.alias_of && other.scope == fact.scope) {
      Fact f = other;
      f.name = fact.name;
      f.alias_of = fact.alias_of;
      return f;
    }
  fail_msg("alias without target: %s", fact.name.c_str());
  return fact;
}

std::string default_here(const Fact& fact) {
  const Property& p = rk::properties()[rk::canonical_row(rk::find_row(scope_of(fact), fact.name))];
  return p.default_value ? p.default_value : "(unset)";
}

void try_value(const Fact& fact, const std::string& value, const std::string& read_back) {
  if (read_back == default_here(fact))
    expect_ok(fact, value, read_back);
  else
    expect_by_tier(fact, value, read_back);
}

void try_integer(const Fact& fact) {
  std::vector<std::string> range = split(fact.range, " .. ");
  long long low = std::stoll(range[0]);
  long long high = std::stoll(range[1]);
  for (long long v : {low, low + 1, high - 1, high})
    try_value(fact, std::to_string(v), std::to_string(v));
  for (long long v : {low - 1, high + 1}) expect_invalid(fact, std::to_string(v).c_str());
  for (const char* v : {"x", "1x", "", "99999999999999999999", "-99999999999999999999", "--1", "-"})
    expect_invalid(fact, v);
  expect_invalid(fact, nullptr);
}

void try_boolean(const Fact& fact) {
  for (const char* v : {"true", "True", "TRUE", "t", "T", "1"}) try_value(fact, v, "true");
  for (const char* v : {"false", "False", "FALSE", "f", "F", "0"}) try_value(fact, v, "false");
  for (const char* v : {"yes", "no", "2", "", "tru", "truee"}) expect_invalid(fact, v);
  expect_invalid(fact, nullptr);
}

// Words that mean the same as an earlier one; measured on librdkafka 2.16.0.
const std::map<std::string, std::string> kSameAs = {
    {"earliest", "smallest"}, {"beginning", "smallest"}, {"latest", "largest"}, {"end", "largest"}};

void try_enumeration(const Fact& fact) {
  for (const std::string& word : split(fact.range, ", ")) {
    auto same = kSameAs.find(word);
    std::string canonical = same == kSameAs.end() ? word : same->second;
    std::string upper = word;
    for (char& c : upper) c = static_cast<char>(toupper(c));
    try_value(fact, word, canonical);
    try_value(fact, upper, canonical);
    expect_invalid(fact, (word + "x").c_str());
  }
  expect_invalid(fact, "nope");
  expect_invalid(fact, "");
  expect_invalid(fact, nullptr);
}

void try_text(const Fact& fact) {
  if (fact.name == "partitioner") {
    for (const char* name : {"random", "consistent", "consistent_random", "murmur2",
                             "murmur2_random", "fnv1a", "fnv1a_random"})
      try_value(fact, name, name);
    for (const char* v : {"nope", "RANDOM", ""}) expect_invalid(fact, v);
    return;
  }
  try_value(fact, "some text", "some text");
  bool needs_value = fact.name == "broker.version.fallback" || fact.name == "sasl.mechanisms" ||
                     fact.name == "sasl.mechanism";
  for (const char* nothing : {static_cast<const char*>(""), static_cast<const char*>(nullptr)}) {
    if (needs_value) {
      expect_invalid(fact, nothing);
      continue;
    }
    Object o(scope_of(fact));
    o.set(fact.name, "before");
    assert_int_equal(o.set(fact.name, nothing), RD_KAFKA_CONF_OK);
    assert_string_equal(o.get(fact.name).c_str(), default_here(fact).c_str());
    assert_false(o.conf.is_set(fact.name) && fact.scope == "global");
  }
}

void every_row_at_every_value(void**) {
  std::vector<Fact> all = facts();
  for (const Fact& given : all) {
    Fact fact = resolved(given, all);
    if (fact.type == "integer") {
      try_integer(fact);
    } else if (fact.type == "boolean") {
      try_boolean(fact);
    } else if (fact.type == "enum value") {
      try_enumeration(fact);
    } else if (fact.type == "string") {
      try_text(fact);
    } else if (fact.type == "float") {
      for (const char* v : {"0", "0.5", "1", "899999", "900000"}) try_value(fact, v, v);
      for (const char* v : {"-0.1", "900000.1", "x", "", "nan", "1e999"}) expect_invalid(fact, v);
    } else if (fact.type == "pattern list") {
      try_value(fact, "^a,b", "^a,b");
      expect_ok(fact, "", "(unset)");
    } else if (fact.type == "CSV flags") {
      expect_invalid(fact, "nope");
    } else {
      for (const char* v : {"x", ""}) expect_invalid(fact, v);
      expect_invalid(fact, nullptr);
    }
  }
}

void fresh_confs_read_the_defaults(void**) {
  rk::Conf conf;
  std::map<std::string, std::string> global;
  std::map<std::string, std::string> topic;
  for (const auto& [name, value] : rk::conf_dump(conf)) global[name] = value;
  for (const auto& [name, value] : rk::topic_conf_dump(conf.topic)) topic[name] = value;
  for (const Property& p : rk::properties()) {
    if (p.alias_of) continue;
    auto& dumped = p.where.scope == Scope::topic ? topic : global;
    auto found = dumped.find(p.name);
    if ((found != dumped.end()) != (p.default_value != nullptr)) fail_msg("in dump? %s", p.name);
    if (p.default_value) assert_string_equal(found->second.c_str(), p.default_value);
    dumped.erase(p.name);
  }
  assert_true(global.empty());
  assert_true(topic.empty());
}

void names_are_exact(void**) {
  for (const Fact& fact : facts()) {
    for (const std::string& name : {" " + fact.name, fact.name + " ", fact.name + "x"}) {
      Object o(scope_of(fact));
      if (rk::find_row(scope_of(fact), name) != rk::kNoRow) continue;  // sasl.mechanism + "s"
      assert_int_equal(o.set(name, "1"), RD_KAFKA_CONF_UNKNOWN);
      assert_true(o.why.find("\"" + name + "\"") != std::string::npos);
    }
  }
}

void secrets_are_not_in_texts(void**) {
  for (const char* name : {"ssl.key.password", "sasl.password", "ssl.keystore.password",
                           "ssl.key.pem", "sasl.oauthbearer.client.secret"}) {
    Object o(Scope::global);
    assert_int_equal(o.set(name, "hunter2"), RD_KAFKA_CONF_INVALID);
    assert_true(o.why.find("hunter2") == std::string::npos);
  }
}

void version_is_the_project_s(void**) {
  rk::Conf conf;
  assert_string_equal(conf.values.client_software_version.c_str(), PROJECT_VERSION);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(table_equals_the_facts),        cmocka_unit_test(table_has_nothing_else),
      cmocka_unit_test(every_row_at_every_value),      cmocka_unit_test(names_are_exact),
      cmocka_unit_test(fresh_confs_read_the_defaults), cmocka_unit_test(secrets_are_not_in_texts),
      cmocka_unit_test(version_is_the_project_s),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
