// Goal: configuration objects answer as librdkafka's do, for every setting, and the checks of
// rd_kafka_new let pass and refuse the same.
// Method: conf_probe.c's questions are asked here and compared with answers.txt, which librdkafka
// 2.16.0 gave to the same program. Questions about settings that this version refuses are left to
// rows_test.cc; where we differ on purpose the answer stands in known_differences.txt, with why,
// and must differ: a line there that no longer does is an error.
// clang-format off: cmocka.h comes last
#include <map>
#include <set>

#include "conf_probe.h"
#include "config/property.h"
#include "data.h"
#include "support/unit.h"
// clang-format on

namespace {

using data::lines_of;
using data::split;

struct Known {
  std::string answer;
  bool used = false;
};

std::map<std::string, Known> known_differences() {
  std::map<std::string, Known> known;
  for (const std::string& line : lines_of("known_differences.txt")) {
    if (line.empty() || line[0] == '#') continue;
    std::vector<std::string> parts = split(line, "\t-> ");
    known[parts.at(0)] = {parts.at(1)};
  }
  return known;
}

// A setting that conf_set refuses here and takes in librdkafka.
bool about_a_refused_row(const std::vector<std::string>& question) {
  if (question.size() < 2) return false;
  std::string name = question[1];
  bool topic = question[0][0] == 't' && question[0] != "topic";
  size_t row = topic ? rk::kNoRow : rk::find_row(rk::Scope::global, name);
  if (row == rk::kNoRow) {
    if (name.starts_with("topic.")) name.erase(0, 6);
    row = rk::find_row(rk::Scope::topic, name);
  }
  if (row == rk::kNoRow) return false;
  const rk::Property& p = rk::properties()[rk::canonical_row(row)];
  bool refuses =
      p.tier == rk::Tier::fixed || p.tier == rk::Tier::not_yet || p.tier == rk::Tier::refused;
  return refuses && p.where.role == rk::Role::both && p.type != rk::Type::call;
}

bool asks_about_set(const std::string& verb) {
  return verb == "set" || verb == "tset";
}

void answers_equal(void**) {
  std::map<std::string, Known> known = known_differences();
  std::string context;  // since the last reset: differences depend on it
  int compared = 0;
  int wrong = 0;
  for (const std::string& line : lines_of("answers.txt")) {
    std::vector<std::string> parts = split(line, "\t-> ");
    const std::string& question = parts.at(0);
    std::vector<std::string> fields = split(question, "\t");
    if (fields[0] == "reset") context.clear();
    if (about_a_refused_row(fields)) continue;
    std::string ours = probe_answer(question.c_str());
    std::string expected = parts.at(1);
    auto exception = known.find(context + question);
    if (exception == known.end()) exception = known.find(question);
    if (exception != known.end() && expected != exception->second.answer && ours != expected) {
      expected = exception->second.answer;
      exception->second.used = true;
    }
    if (ours != expected) {
      wrong++;
      print_error("%s\n  answers  %s\n  expected %s\n  (after %s)\n", question.c_str(),
                  ours.c_str(), expected.c_str(), context.c_str());
    }
    compared++;
    if (asks_about_set(fields[0]) && fields.size() == 3)
      context += fields[1] + "=" + fields[2] + "; ";
  }
  probe_end();
  for (const auto& [question, difference] : known) {
    if (difference.used) continue;
    wrong++;
    print_error("known_differences.txt: no difference any more: %s\n", question.c_str());
  }
  print_message("%d answers compared\n", compared);
  assert_int_equal(wrong, 0);
  assert_true(compared > 2500);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {cmocka_unit_test(answers_equal)};
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
