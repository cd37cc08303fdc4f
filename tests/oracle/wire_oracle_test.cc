// Goal: what we write, Kafka reads as we meant it, and what Kafka writes, we read as it was meant;
// for every message, version and direction that we declare. Method: random instances from a seed.
// Ours go to Kafka's own message classes (Oracle.java), which must understand the same members with
// the same values and encode them to the same bytes; theirs come to us, with the same demands.
//
//   wire_oracle_test RELEASE JARS ORACLE_SOURCE [SEED]
#include <cstdlib>
#include <memory>

#include "oracle/java_process.h"
#include "wire/cmocka_glue.h"
#include "wire/messages/all.h"
#include "wire/random_message.h"

using namespace rk;
using namespace rk::wire;

namespace {

constexpr u64 kInstances = 25;
// Only instances of these are compared member by member; releases before it used other names.
const char* const kNamesFrom = "4.4.0";

std::unique_ptr<JavaProcess> g_java;
std::string g_release;
u64 g_seed = 1;
int g_checked = 0;
int g_versions = 0;

std::string hex(const std::vector<u8>& bytes) {
  static const char kDigits[] = "0123456789abcdef";
  std::string out;
  for (const u8 b : bytes) {
    out += kDigits[b >> 4];
    out += kDigits[b & 15];
  }
  return out.empty() ? "-" : out;
}

std::vector<u8> unhex(const std::string& text) {
  std::vector<u8> out;
  if (text == "-") return out;
  for (size_t i = 0; i + 1 < text.size(); i += 2) {
    out.push_back(static_cast<u8>(std::strtoul(text.substr(i, 2).c_str(), nullptr, 16)));
  }
  return out;
}

struct Answer {
  bool ok = false;
  std::string bytes;  // in hex
  std::string json;
};

Answer ask(const std::string& line) {
  const std::string reply = g_java->ask(line);
  if (reply.empty()) fail_msg("the Java process has gone");
  const size_t second = reply.find(' ', 3);
  if (reply.compare(0, 3, "ok ") != 0 || second == std::string::npos) return {false, {}, reply};
  return {true, reply.substr(3, second - 3), reply.substr(second + 1)};
}

// The values in order, without the names of the members.
std::string values_only(const std::string& json) {
  std::string out;
  bool quoted = false;
  size_t start = 0;
  for (size_t i = 0; i < json.size(); ++i) {
    out += json[i];
    if (quoted && json[i] == '\\') {
      out += json[++i];
    } else if (json[i] == '"') {
      if (!quoted) start = out.size() - 1;
      quoted = !quoted;
      if (!quoted && i + 1 < json.size() && json[i + 1] == ':') out.resize(start);
    }
  }
  return out;
}

template <typename T>
bool same_meaning(const std::string& ours, const std::string& theirs, i16 version) {
  if (g_release == kNamesFrom) return ours == theirs;
  // Tags that the release does not know are not in its dump, only in its bytes.
  return version >= T::flexible_from || values_only(ours) == values_only(theirs);
}

template <typename T>
void ours_to_theirs(const std::string& name, i16 version, u64 seed) {
  RandomMessage random(seed);
  const T message = random.make<T>(version);
  const std::string bytes = hex(encoded(message, version));
  std::string json;
  dump(json, message, version);
  const Answer a = ask("read " + name + " " + std::to_string(version) + " " + bytes);
  if (!a.ok || a.bytes != bytes || !same_meaning<T>(json, a.json, version)) {
    fail_msg(
        "%s version %d seed %llu, ours to Kafka %s\nsent   %s\n       %s\nanswer %s\n       %s",
        name.c_str(), version, static_cast<unsigned long long>(seed), g_release.c_str(),
        bytes.c_str(), json.c_str(), a.bytes.c_str(), a.json.c_str());
  }
}

template <typename T>
void theirs_to_ours(const std::string& name, i16 version, u64 seed) {
  const Answer a = ask("make " + name + " " + std::to_string(version) + " " + std::to_string(seed));
  if (!a.ok) fail_msg("%s version %d: %s", name.c_str(), version, a.json.c_str());
  const std::vector<u8> frame = unhex(a.bytes);
  Reader r({frame.data(), frame.size()});
  Arena arena;
  T message;
  const bool good = decode(r, message, version, arena) && r.remaining() == 0;
  std::string json;
  if (good) dump(json, message, version);
  const std::string bytes = good ? hex(encoded(message, version)) : "";
  if (!good || bytes != a.bytes || !same_meaning<T>(json, a.json, version)) {
    fail_msg(
        "%s version %d seed %llu, Kafka %s to ours\nsent   %s\n       %s\nwe got %s\n       %s",
        name.c_str(), version, static_cast<unsigned long long>(seed), g_release.c_str(),
        a.bytes.c_str(), a.json.c_str(), bytes.c_str(), json.c_str());
  }
}

template <typename T>
void check_message(const char* direction) {
  const std::string name = std::string(api_name(T::key)) + direction;
  const std::string range = g_java->ask("range " + name);
  int low = 0;
  int high = -1;
  if (std::sscanf(range.c_str(), "ok %d %d", &low, &high) != 2) {
    fail_msg("%s: %s", name.c_str(), range.c_str());
  }
  for (i16 version = T::versions.min; version <= T::versions.max; ++version) {
    if (version < low || version > high) {
      // The newest release must know all that we speak; an older one what it can.
      if (g_release == kNamesFrom) fail_msg("%s has no version %d", name.c_str(), version);
      continue;
    }
    ++g_versions;
    for (u64 i = 0; i < kInstances; ++i, g_checked += 2) {
      ours_to_theirs<T>(name, version, g_seed + i);
      theirs_to_ours<T>(name, version, g_seed + i);
    }
  }
}

void requests(void**) {
  Requests::for_each([]<typename T>() { check_message<T>("Request"); });
}

void responses(void**) {
  Responses::for_each([]<typename T>() { check_message<T>("Response"); });
}

// The oracle must notice: the same bytes read as another version, or with one byte more, are not
// answered as if nothing were wrong.
void the_oracle_notices(void**) {
  ListOffsetsRequest::Topic::Partition partition{1, 2, 3};
  ListOffsetsRequest::Topic topic{"t", {&partition, 1}};
  ListOffsetsRequest message{-1, 1, {&topic, 1}};
  const std::string bytes = hex(encoded(message, 4));
  assert_true(ask("read ListOffsetsRequest 4 " + bytes).ok);
  assert_false(ask("read ListOffsetsRequest 4 " + bytes + "00").ok);
  assert_false(ask("read ListOffsetsRequest 3 " + bytes).ok);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) {
    std::fprintf(stderr, "usage: %s RELEASE JARS ORACLE_SOURCE [SEED]\n", argv[0]);
    return 2;
  }
  g_release = argv[1];
  if (argc > 4) g_seed = std::strtoull(argv[4], nullptr, 10);
  g_java = std::make_unique<JavaProcess>(argv[2], argv[3]);
  const CMUnitTest tests[] = {
      cmocka_unit_test(the_oracle_notices),
      cmocka_unit_test(requests),
      cmocka_unit_test(responses),
  };
  const int failed = cmocka_run_group_tests(tests, nullptr, nullptr);
  std::printf("kafka-clients %s: %d message versions, %d instances, seed %llu\n", argv[1],
              g_versions, g_checked, static_cast<unsigned long long>(g_seed));
  g_java.reset();
  return failed;
}
