// Goal: no bytes make a decoder misbehave, and what was decoded once survives being encoded and
// decoded again. Method: libFuzzer; the first byte picks the message, the second its version, the
// rest is the body. The arena is kept small so that its bound is met as well.
#include <string>

#include "fuzz/wire_message_at.h"
#include "wire/random_message.h"

using namespace rk;
using namespace rk::wire;

namespace {

template <typename T>
void one(i16 version, Bytes body) {
  Arena arena(size_t{4} << 20);
  T message;
  Reader r(body);
  if (!decode(r, message, version, arena)) return;
  const std::vector<u8> bytes = encoded(message, version);
  Arena again_arena;
  T again;
  Reader again_reader({bytes.data(), bytes.size()});
  if (bytes.empty() && body.size() > 0 && r.position() > 0) __builtin_trap();
  if (!decode(again_reader, again, version, again_arena)) __builtin_trap();
  if (again_reader.remaining() != 0) __builtin_trap();
  if (encoded(again, version) != bytes) __builtin_trap();
  std::string first, second;
  dump(first, message, version);
  dump(second, again, version);
  if (first != second) __builtin_trap();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const u8* data, size_t size) {
  if (size < 2) return 0;
  message_at(data[0] % message_count(), [&]<typename T>() {
    const int versions = T::versions.max - T::versions.min + 1;
    const i16 version = static_cast<i16>(T::versions.min + data[1] % versions);
    one<T>(version, {data + 2, size - 2});
  });
  return 0;
}
