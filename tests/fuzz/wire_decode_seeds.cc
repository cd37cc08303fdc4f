// Writes a starting corpus for wire_decode_fuzz into the folder named: a few random instances of
// every message in every version.
#include <cstdio>
#include <string>

#include "fuzz/wire_message_at.h"
#include "wire/random_message.h"

using namespace rk;
using namespace rk::wire;

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  for (size_t i = 0; i < message_count(); ++i) {
    message_at(i, [&]<typename T>() {
      for (i16 version = T::versions.min; version <= T::versions.max; ++version) {
        for (u64 seed = 1; seed <= 3; ++seed) {
          RandomMessage random(seed);
          const std::vector<u8> body = encoded(random.make<T>(version), version);
          const u8 head[] = {static_cast<u8>(i), static_cast<u8>(version - T::versions.min)};
          const std::string name = std::string(argv[1]) + "/" + std::to_string(i) + "-" +
                                   std::to_string(version) + "-" + std::to_string(seed);
          std::FILE* f = std::fopen(name.c_str(), "wb");
          if (!f) return;
          std::fwrite(head, 1, sizeof head, f);
          std::fwrite(body.data(), 1, body.size(), f);
          std::fclose(f);
        }
      }
    });
  }
  return 0;
}
