// The list of bootstrap.servers: "[scheme://]host[:port],...". Pure; any thread.
#pragma once

#include <string>
#include <vector>

#include "base/types.h"

namespace rk {

struct BootstrapServer {
  std::string host;
  u16 port = 9092;
};

// Elements that cannot be read are left out.
std::vector<BootstrapServer> parse_bootstrap(std::string_view list);

}  // namespace rk
