// Goal: no decoder reads past its bytes, accepts a cut message or keeps something else than was
// sent. Method: random instances of every message and version; each encoding is cut at every byte
// (heap copies of exact size, so that AddressSanitizer sees a read past the end) and damaged at
// random. What the bytes mean is checked against Kafka's own classes in tests/oracle.
#include "wire/messages/all.h"

#include <memory>

#include "wire/cmocka_glue.h"
#include "wire/random_message.h"

using namespace rk;
using namespace rk::wire;

namespace {

constexpr u64 kSeeds = 12;

template <typename F>
void for_each_message(F&& f) {
  const auto one = [&]<typename T>() {
    for (i16 version = T::versions.min; version <= T::versions.max; ++version) {
      for (u64 seed = 1; seed <= kSeeds; ++seed) f.template operator()<T>(version, seed);
    }
  };
  Requests::for_each(one);
  Responses::for_each(one);
}

template <typename T>
bool decode_copy(const u8* data, size_t size, i16 version, T& out, Arena& arena, bool* all) {
  const std::unique_ptr<u8[]> exact(new u8[size]);
  std::copy(data, data + size, exact.get());
  Reader r({exact.get(), size});
  const bool good = decode(r, out, version, arena);
  *all = good && r.remaining() == 0;
  // The views die with the copy; what is left of `out` may not be used.
  return good;
}

void everything_comes_back(void**) {
  for_each_message([]<typename T>(i16 version, u64 seed) {
    RandomMessage random(seed);
    const T sent = random.make<T>(version);
    const std::vector<u8> frame = encoded(sent, version);
    Arena arena;
    T got;
    Reader r({frame.data(), frame.size()});
    std::string sent_text, got_text;
    const bool good = decode(r, got, version, arena);
    if (good) dump(got_text, got, version);
    dump(sent_text, sent, version);
    if (!good || r.remaining() != 0 || sent_text != got_text || encoded(got, version) != frame) {
      fail_msg("key %d version %d seed %llu:\nsent %s\ngot  %s", static_cast<int>(T::key), version,
               static_cast<unsigned long long>(seed), sent_text.c_str(), got_text.c_str());
    }
  });
}

void every_cut_fails(void**) {
  for_each_message([]<typename T>(i16 version, u64 seed) {
    RandomMessage random(seed);
    const std::vector<u8> frame = encoded(random.make<T>(version), version);
    for (size_t size = 0; size < frame.size(); ++size) {
      if (size > 1500) size = std::min(frame.size() - 1, size + 97);
      Arena arena;
      T got;
      bool all = false;
      if (decode_copy(frame.data(), size, version, got, arena, &all)) {
        fail_msg("key %d version %d seed %llu: %zu of %zu bytes decode", static_cast<int>(T::key),
                 version, static_cast<unsigned long long>(seed), size, frame.size());
      }
    }
  });
}

// Nothing to compare with: the point is that AddressSanitizer stays silent and that the arena's
// bound holds.
void damage_is_survived(void**) {
  for_each_message([]<typename T>(i16 version, u64 seed) {
    RandomMessage random(seed);
    std::vector<u8> frame = encoded(random.make<T>(version), version);
    u64 x = seed * 77 + 1;
    for (int round = 0; round < 200 && !frame.empty(); ++round) {
      x = x * 6364136223846793005 + 1442695040888963407;
      const size_t at = (x >> 33) % frame.size();
      const u8 before = frame[at];
      frame[at] = static_cast<u8>(x >> 20);
      Arena arena(size_t{1} << 20);
      T got;
      bool all = false;
      decode_copy(frame.data(), frame.size(), version, got, arena, &all);
      if (round % 3 != 0) frame[at] = before;
    }
  });
}

// KIP-511: a broker that does not know the version of ApiVersions answers error 35 in the layout
// of version 0; these bytes are what Kafka 2.4 sends for version 4 (key 18, 0 to 3).
void api_versions_falls_back(void**) {
  const u8 raw[] = {0, 35, 0, 0, 0, 1, 0, 18, 0, 0, 0, 3};
  Arena arena;
  ApiVersionsResponse got;
  Reader r({raw, sizeof raw});
  assert_true(decode(r, got, 3, arena));
  assert_int_equal(r.remaining(), 0);
  assert_int_equal(got.error_code, 35);
  assert_int_equal(got.api_keys.size(), 1);
  assert_int_equal(got.api_keys[0].max_version, 3);
  const std::vector<u8> again = encoded(got, 3);
  assert_int_equal(again.size(), sizeof raw);
  assert_memory_equal(again.data(), raw, sizeof raw);
}

void records_are_views(void**) {
  const std::vector<u8> records(4096, 0x33);
  FetchResponse::Response::Partition partition;
  partition.records = {records.data(), records.size()};
  FetchResponse::Response topic;
  topic.topic = "t";
  topic.partitions = {&partition, 1};
  FetchResponse sent;
  sent.responses = {&topic, 1};
  Writer w;
  encode(w, sent, 11);
  assert_true(w.has_external());
  const std::vector<u8> frame = encoded(sent, 11);
  Arena arena;
  FetchResponse got;
  Reader r({frame.data(), frame.size()});
  assert_true(decode(r, got, 11, arena));
  const Bytes back = got.responses[0].partitions[0].records;
  assert_ptr_equal(back.data(), frame.data() + frame.size() - 4096);
  assert_int_equal(back.size(), 4096);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(everything_comes_back), cmocka_unit_test(every_cut_fails),
      cmocka_unit_test(damage_is_survived),    cmocka_unit_test(api_versions_falls_back),
      cmocka_unit_test(records_are_views),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
