// BrokerVersions: what a broker said it speaks, per API; asked anew on every connect. A value of
// its Connection; the thread that drives the connection reads it.
#pragma once

#include <vector>

#include "base/error.h"
#include "wire/api.h"

namespace rk {

class BrokerVersions {
 public:
  void clear() { ranges_.clear(); }
  void set(i16 api, i16 min, i16 max);
  bool has(wire::ApiKey api) const;
  // The broker's own range; empty when it does not have the API.
  wire::VersionRange range(wire::ApiKey api) const;
  // The highest version in [min, max] that the broker speaks too, or -1.
  i16 pick(wire::ApiKey api, i16 min, i16 max) const;
  // Why pick() said -1, naming the API, our range and the broker's.
  Error no_common(wire::ApiKey api, i16 min, i16 max, const std::string& broker) const;

 private:
  // Keys beyond this are none that we could ask for.
  static constexpr i16 kKeysMax = 512;
  std::vector<wire::VersionRange> ranges_;
};

}  // namespace rk
