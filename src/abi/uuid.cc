#include "abi/uuid.h"

#include <cstddef>

// Base64 with '+' and '/' and without padding, as measured on librdkafka 2.16.0; Kafka's own tools
// print the URL alphabet.
static void encode(const rd_kafka_Uuid_s& uuid, char* to) {
  static constexpr char kAlphabet[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const auto high = static_cast<rk::u64>(uuid.high);
  const auto low = static_cast<rk::u64>(uuid.low);
  auto byte = [&](size_t i) -> rk::u32 {
    if (i >= 16) return 0;
    return static_cast<rk::u32>((i < 8 ? high >> (56 - 8 * i) : low >> (120 - 8 * i)) & 0xff);
  };
  size_t at = 0;
  for (size_t i = 0; i < 16; i += 3) {
    const rk::u32 bits = byte(i) << 16 | byte(i + 1) << 8 | byte(i + 2);
    for (int shift = 18; shift >= 0 && at < 22; shift -= 6) {
      to[at++] = kAlphabet[bits >> shift & 0x3f];
    }
  }
  to[at] = '\0';
}

rd_kafka_Uuid_t* rd_kafka_Uuid_new(int64_t most_significant_bits, int64_t least_significant_bits) {
  return new rd_kafka_Uuid_s{most_significant_bits, least_significant_bits, {}};
}

rd_kafka_Uuid_t* rd_kafka_Uuid_copy(const rd_kafka_Uuid_t* uuid) {
  return new rd_kafka_Uuid_s{uuid->high, uuid->low, {}};
}

void rd_kafka_Uuid_destroy(rd_kafka_Uuid_t* uuid) {
  delete uuid;
}

const char* rd_kafka_Uuid_base64str(const rd_kafka_Uuid_t* uuid) {
  if (uuid->base64[0] == '\0') encode(*uuid, uuid->base64);
  return uuid->base64;
}

int64_t rd_kafka_Uuid_most_significant_bits(const rd_kafka_Uuid_t* uuid) {
  return uuid->high;
}

int64_t rd_kafka_Uuid_least_significant_bits(const rd_kafka_Uuid_t* uuid) {
  return uuid->low;
}
