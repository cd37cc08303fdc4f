// Writes compat/CONFIGURATION.md and the table inside compat/DIFFERENCES.md from the table of
// settings:   config_doc FOLDER            writes them
//             config_doc --check FOLDER    fails when they are not up to date
#include <cstdio>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>

#include "config/conf.h"
#include "config/property.h"

namespace {

using rk::Property;
using rk::Scope;
using rk::Tier;

std::string cell(const std::string& text) {
  std::string out;
  for (char c : text) out += c == '|' ? std::string("\\|") : std::string(1, c);
  return out;
}

std::string code(const char* text) {
  return text ? "`" + cell(text) + "`" : "";
}

std::string default_of(const Property& p) {
  return p.default_value && *p.default_value ? code(p.default_value) : "";
}

std::string description(const Property& p) {
  if (p.alias_of) return "Another name of " + code(p.alias_of) + ".";
  std::string text = cell(p.doc);
  if (p.is_deprecated) text += " Deprecated.";
  if (p.is_ours) text += " Not a setting of librdkafka.";
  if (p.tier == Tier::refused || p.tier == Tier::fixed) {
    text += std::string(" Refused: ") + cell(p.reason);
    if (p.remedy) text += std::string("; ") + cell(p.remedy);
    text += ".";
  } else if (p.reason) {
    text += std::string(" Why: ") + cell(p.reason) + ".";
  }
  return text;
}

std::string tier_of(const Property& p) {
  if (!p.alias_of) return name_of(p.tier);
  return name_of(rk::properties()[rk::canonical_row(rk::find_row(p.where.scope, p.alias_of))].tier);
}

std::string table(Scope scope) {
  std::string text =
      "| setting | for | values | default | importance | support | description |\n"
      "|---|---|---|---|---|---|---|\n";
  for (const Property& p : rk::properties()) {
    if (p.where.scope != scope) continue;
    std::string values = p.alias_of ? "" : range_of(p);
    if (values.empty() && !p.alias_of) values = name_of(p.type);
    text += "| " + code(p.name) + " | " + name_of(p.where.role) + " | " + cell(values) + " | " +
            default_of(p) + " | " + name_of(p.importance) + " | " + tier_of(p) + " | " +
            description(p) + " |\n";
  }
  return text;
}

std::string configuration() {
  return "# Settings\n"
         "\n"
         "Written by `tests/config/doc_main.cc` from the table in `src/config/properties.cc`; the "
         "build fails when the two differ.\n"
         "\n"
         "*for*: P producers, C consumers, `*` both. A setting of the other role is accepted and "
         "warned about.\n"
         "\n"
         "*support*:\n"
         "\n"
         "- **honoured**: does what the description says.\n"
         "- **with groups**: checked and stored; has an effect only together with consumer groups, "
         "which are refused where they are asked for.\n"
         "- **no effect**: checked and stored; nothing depends on it.\n"
         "- **default only**: only the default is accepted.\n"
         "- **not yet**: only the default is accepted in this version.\n"
         "- **refused**: any value but the default is refused.\n"
         "\n"
         "A value that is refused is refused by `rd_kafka_conf_set()`, with a text that says why "
         "and what to do; if the setting is for one role only, by `rd_kafka_new()` (or "
         "`rd_kafka_topic_new()`) of that role, because programs hand one map of settings to "
         "producers and consumers.\n"
         "\n"
         "## Client\n\n" +
         table(Scope::global) + "\n## Topic\n\n" + table(Scope::topic);
}

std::string differing_defaults() {
  std::string text = "| setting | here | librdkafka |\n|---|---|---|\n";
  for (const Property& p : rk::properties())
    if (p.upstream_default)
      text += "| " + code(p.name) + " | " + default_of(p) + " | " +
              (*p.upstream_default ? code(p.upstream_default) : "(its own version)") + " |\n";
  return text;
}

constexpr char kBegin[] = "<!-- defaults: written by tests/config/doc_main.cc -->\n";
constexpr char kEnd[] = "<!-- end of defaults -->\n";

std::string read_file(const std::string& path) {
  std::ifstream in(path);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

// The file with our table between the two marks; empty when the marks are missing.
std::string differences(const std::string& now) {
  size_t begin = now.find(kBegin);
  size_t end = now.find(kEnd);
  if (begin == now.npos || end == now.npos || end < begin) return {};
  return now.substr(0, begin) + kBegin + differing_defaults() + now.substr(end);
}

bool settle(const std::string& path, const std::string& wanted, bool check) {
  if (wanted.empty()) {
    std::fprintf(stderr, "%s: the marks of the generated part are missing\n", path.c_str());
    return false;
  }
  if (read_file(path) == wanted) return true;
  if (check) {
    std::fprintf(stderr, "%s is not up to date: run config_doc %s\n", path.c_str(), "compat");
    return false;
  }
  std::ofstream(path) << wanted;
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  bool check = argc == 3 && std::strcmp(argv[1], "--check") == 0;
  if (argc != 2 && !check) {
    std::fprintf(stderr, "usage: config_doc [--check] FOLDER\n");
    return 2;
  }
  std::string folder = argv[argc - 1];
  std::string other = folder + "/DIFFERENCES.md";
  bool ok = settle(folder + "/CONFIGURATION.md", configuration(), check);
  ok = settle(other, differences(read_file(other)), check) && ok;
  return ok ? 0 : 1;
}
