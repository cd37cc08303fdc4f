// The name tables of the administration enums, as Kafka's own tools print them.
#include <strings.h>

#include <array>

#include "base/types.h"

namespace {
template <size_t N>
const char* name_of(const std::array<const char*, N>& names, int value, const char* otherwise) {
  return value >= 0 && static_cast<size_t>(value) < N ? names[static_cast<size_t>(value)]
                                                      : otherwise;
}

template <typename E, size_t N>
E code_of(const std::array<const char*, N>& names, const char* name) {
  for (size_t i = 0; i < N; i++) {
    if (name != nullptr && strcasecmp(names[i], name) == 0) return static_cast<E>(i);
  }
  return static_cast<E>(0);  // unknown
}

constexpr std::array kStates{
    "Unknown", "PreparingRebalance", "CompletingRebalance", "Stable", "Dead", "Empty"};
constexpr std::array kTypes{"Unknown", "Consumer", "Classic"};
constexpr std::array kConfigSources{"UNKNOWN_CONFIG",
                                    "DYNAMIC_TOPIC_CONFIG",
                                    "DYNAMIC_BROKER_CONFIG",
                                    "DYNAMIC_DEFAULT_BROKER_CONFIG",
                                    "STATIC_BROKER_CONFIG",
                                    "DEFAULT_CONFIG",
                                    "DYNAMIC_BROKER_LOGGER_CONFIG",
                                    "CLIENT_METRICS_CONFIG",
                                    "GROUP_CONFIG"};
constexpr std::array kResourceTypes{"UNKNOWN", "ANY",    "TOPIC",
                                    "GROUP",   "BROKER", "TRANSACTIONAL_ID"};
constexpr std::array kPatternTypes{"UNKNOWN", "ANY", "MATCH", "LITERAL", "PREFIXED"};
constexpr std::array kAclOperations{"UNKNOWN",
                                    "ANY",
                                    "ALL",
                                    "READ",
                                    "WRITE",
                                    "CREATE",
                                    "DELETE",
                                    "ALTER",
                                    "DESCRIBE",
                                    "CLUSTER_ACTION",
                                    "DESCRIBE_CONFIGS",
                                    "ALTER_CONFIGS",
                                    "IDEMPOTENT_WRITE"};
constexpr std::array kPermissions{"UNKNOWN", "ANY", "DENY", "ALLOW"};
constexpr char kUnsupported[] = "UNSUPPORTED";
}  // namespace

const char* rd_kafka_consumer_group_state_name(rd_kafka_consumer_group_state_t state) {
  return name_of(kStates, state, nullptr);
}

rd_kafka_consumer_group_state_t rd_kafka_consumer_group_state_code(const char* name) {
  return code_of<rd_kafka_consumer_group_state_t>(kStates, name);
}

const char* rd_kafka_consumer_group_type_name(rd_kafka_consumer_group_type_t type) {
  return name_of(kTypes, type, nullptr);
}

rd_kafka_consumer_group_type_t rd_kafka_consumer_group_type_code(const char* name) {
  return code_of<rd_kafka_consumer_group_type_t>(kTypes, name);
}

const char* rd_kafka_ConfigSource_name(rd_kafka_ConfigSource_t confsource) {
  return name_of(kConfigSources, confsource, kUnsupported);
}

const char* rd_kafka_ResourceType_name(rd_kafka_ResourceType_t restype) {
  return name_of(kResourceTypes, restype, kUnsupported);
}

const char* rd_kafka_ResourcePatternType_name(
    rd_kafka_ResourcePatternType_t resource_pattern_type) {
  return name_of(kPatternTypes, resource_pattern_type, kUnsupported);
}

const char* rd_kafka_AclOperation_name(rd_kafka_AclOperation_t acl_operation) {
  return name_of(kAclOperations, acl_operation, kUnsupported);
}

const char* rd_kafka_AclPermissionType_name(rd_kafka_AclPermissionType_t acl_permission_type) {
  return name_of(kPermissions, acl_permission_type, kUnsupported);
}
