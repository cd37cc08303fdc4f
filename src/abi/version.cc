#include "base/version.h"

#include "rdkafka.h"

const char* fastka_version(void) {
  return rk::kVersion;
}

int rd_kafka_version(void) {
  return RD_KAFKA_VERSION;
}

// Bindings parse this and compare: it is the API level, not our own version.
const char* rd_kafka_version_str(void) {
  return "2.16.0";
}

const char* rd_kafka_get_debug_contexts(void) {
  return RD_KAFKA_DEBUG_CONTEXTS;
}
