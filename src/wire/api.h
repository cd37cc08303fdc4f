// ApiKey and VersionRange: which calls of Kafka's protocol we know by name and from which version
// each is written in the flexible encoding. Constants only; any thread.
#pragma once

#include <algorithm>
#include <limits>

#include "base/types.h"

namespace rk::wire {

enum class ApiKey : i16 {
  kProduce = 0,
  kFetch = 1,
  kListOffsets = 2,
  kMetadata = 3,
  kOffsetCommit = 8,
  kOffsetFetch = 9,
  kFindCoordinator = 10,
  kSaslHandshake = 17,
  kApiVersions = 18,
  kCreateTopics = 19,
  kDeleteTopics = 20,
  kInitProducerId = 22,
  kOffsetForLeaderEpoch = 23,
  kDescribeConfigs = 32,
  kSaslAuthenticate = 36,
  kCreatePartitions = 37,
};

constexpr i16 kVersionMax = std::numeric_limits<i16>::max();

// An inclusive range of versions; empty when max < min.
struct VersionRange {
  i16 min = 0;
  i16 max = kVersionMax;

  constexpr bool has(i16 version) const { return version >= min && version <= max; }
  constexpr bool empty() const { return max < min; }
  constexpr VersionRange common(VersionRange o) const {
    return {std::max(min, o.min), std::min(max, o.max)};
  }
  constexpr bool operator==(const VersionRange&) const = default;
};

constexpr VersionRange kNoVersions{1, 0};

// The first version of an API in the flexible encoding: request header v2, response header v1.
// Negative when we do not know the API, kVersionMax when it has no flexible version.
constexpr i16 flexible_from(ApiKey key) {
  switch (key) {
    case ApiKey::kProduce:
      return 9;
    case ApiKey::kFetch:
      return 12;
    case ApiKey::kListOffsets:
      return 6;
    case ApiKey::kMetadata:
      return 9;
    case ApiKey::kOffsetCommit:
      return 8;
    case ApiKey::kOffsetFetch:
      return 6;
    case ApiKey::kFindCoordinator:
      return 3;
    case ApiKey::kSaslHandshake:
      return kVersionMax;
    case ApiKey::kApiVersions:
      return 3;
    case ApiKey::kCreateTopics:
      return 5;
    case ApiKey::kDeleteTopics:
      return 4;
    case ApiKey::kInitProducerId:
      return 2;
    case ApiKey::kOffsetForLeaderEpoch:
      return 4;
    case ApiKey::kDescribeConfigs:
      return 4;
    case ApiKey::kSaslAuthenticate:
      return 2;
    case ApiKey::kCreatePartitions:
      return 2;
  }
  return -1;
}

constexpr bool is_known(ApiKey key) {
  return flexible_from(key) >= 0;
}
constexpr bool is_flexible(ApiKey key, i16 version) {
  return is_known(key) && version >= flexible_from(key);
}

constexpr const char* api_name(ApiKey key) {
  switch (key) {
    case ApiKey::kProduce:
      return "Produce";
    case ApiKey::kFetch:
      return "Fetch";
    case ApiKey::kListOffsets:
      return "ListOffsets";
    case ApiKey::kMetadata:
      return "Metadata";
    case ApiKey::kOffsetCommit:
      return "OffsetCommit";
    case ApiKey::kOffsetFetch:
      return "OffsetFetch";
    case ApiKey::kFindCoordinator:
      return "FindCoordinator";
    case ApiKey::kSaslHandshake:
      return "SaslHandshake";
    case ApiKey::kApiVersions:
      return "ApiVersions";
    case ApiKey::kCreateTopics:
      return "CreateTopics";
    case ApiKey::kDeleteTopics:
      return "DeleteTopics";
    case ApiKey::kInitProducerId:
      return "InitProducerId";
    case ApiKey::kOffsetForLeaderEpoch:
      return "OffsetForLeaderEpoch";
    case ApiKey::kDescribeConfigs:
      return "DescribeConfigs";
    case ApiKey::kSaslAuthenticate:
      return "SaslAuthenticate";
    case ApiKey::kCreatePartitions:
      return "CreatePartitions";
  }
  return "unknown";
}

}  // namespace rk::wire
