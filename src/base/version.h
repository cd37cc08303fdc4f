// fastka's own version, as fastka_version() and client.software.version report it. A test compares
// it with CMake's project version. A constant; any thread.
#pragma once

namespace rk {
constexpr char kVersion[] = "0.1.0";
}
