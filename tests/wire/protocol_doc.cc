// Prints compat/PROTOCOL.md from the declarations themselves; a test compares the two.
#include <cstdio>
#include <string>

#include "wire/messages/all.h"

using namespace rk::wire;

namespace {

std::string range(VersionRange r) {
  if (r.empty()) return "none";
  std::string out = std::to_string(r.min);
  if (r.max != r.min) out += "-" + std::to_string(r.max);
  return out;
}

}  // namespace

int main() {
  std::puts(
      "<!-- Generated from src/wire/messages by protocol_doc; do not edit. -->\n"
      "# Kafka calls that fastka speaks\n"
      "\n"
      "With each broker the newest version is used that both sides speak. A version is listed "
      "when\n"
      "`tests/oracle` compares its requests and responses, both ways, with Kafka's own message\n"
      "classes. Flexible versions are those in Kafka's compact encoding with tagged fields.\n"
      "\n"
      "| key | call | versions | flexible |\n"
      "|----:|------|----------|----------|");
  for (int key = 0; key < 100; ++key) {
    Requests::for_each([&]<typename T>() {
      if (static_cast<int>(T::key) != key) return;
      const VersionRange flexible = T::versions.common({T::flexible_from, kVersionMax});
      std::printf("| %d | %s | %s | %s |\n", key, api_name(T::key), range(T::versions).c_str(),
                  range(flexible).c_str());
    });
  }
  return 0;
}
