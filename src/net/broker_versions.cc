#include "net/broker_versions.h"

namespace rk {

void BrokerVersions::set(i16 api, i16 min, i16 max) {
  if (api < 0 || api >= kKeysMax || min < 0 || max < min) return;
  const auto at = static_cast<size_t>(api);
  if (at >= ranges_.size()) ranges_.resize(at + 1, wire::kNoVersions);
  ranges_[at] = {min, max};
}

wire::VersionRange BrokerVersions::range(wire::ApiKey api) const {
  const auto at = static_cast<size_t>(api);
  return at < ranges_.size() ? ranges_[at] : wire::kNoVersions;
}

bool BrokerVersions::has(wire::ApiKey api) const {
  return !range(api).empty();
}

i16 BrokerVersions::pick(wire::ApiKey api, i16 min, i16 max) const {
  const wire::VersionRange common = range(api).common({min, max});
  return common.empty() ? i16{-1} : common.max;
}

Error BrokerVersions::no_common(wire::ApiKey api, i16 min, i16 max,
                                const std::string& broker) const {
  const wire::VersionRange theirs = range(api);
  if (theirs.empty())
    return errorf(RD_KAFKA_RESP_ERR__UNSUPPORTED_FEATURE,
                  "%s: the broker does not support %s (we speak versions %d to %d)", broker.c_str(),
                  wire::api_name(api), min, max);
  return errorf(RD_KAFKA_RESP_ERR__UNSUPPORTED_FEATURE,
                "%s: no common version of %s: we speak %d to %d, the broker %d to %d",
                broker.c_str(), wire::api_name(api), min, max, theirs.min, theirs.max);
}

}  // namespace rk
