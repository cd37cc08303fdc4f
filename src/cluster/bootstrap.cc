#include "cluster/bootstrap.h"

#include <charconv>

namespace rk {
namespace {

std::string_view trim(std::string_view s) {
  while (!s.empty() && (s.front() == ' ' || s.front() == '\t' || s.front() == '\n'))
    s.remove_prefix(1);
  while (!s.empty() && (s.back() == ' ' || s.back() == '\t' || s.back() == '\n'))
    s.remove_suffix(1);
  return s;
}

bool parse_port(std::string_view s, u16* out) {
  unsigned port = 0;
  const auto r = std::from_chars(s.data(), s.data() + s.size(), port);
  if (r.ec != std::errc() || r.ptr != s.data() + s.size() || port == 0 || port > 65535)
    return false;
  *out = static_cast<u16>(port);
  return true;
}

bool parse_one(std::string_view s, BootstrapServer* out) {
  if (const size_t scheme = s.find("://"); scheme != s.npos) s.remove_prefix(scheme + 3);
  if (const size_t path = s.find('/'); path != s.npos) s = s.substr(0, path);
  std::string_view host = s;
  if (!s.empty() && s.front() == '[') {  // [v6]:port
    const size_t end = s.find(']');
    if (end == s.npos) return false;
    host = s.substr(1, end - 1);
    s.remove_prefix(end + 1);
    if (!s.empty() && (s.front() != ':' || !parse_port(s.substr(1), &out->port))) return false;
  } else if (const size_t colon = s.rfind(':'); colon != s.npos) {
    // More than one colon without brackets is a bare IPv6 address.
    if (s.find(':') == colon) {
      host = s.substr(0, colon);
      if (!parse_port(s.substr(colon + 1), &out->port)) return false;
    }
  }
  out->host = std::string(host);
  return !out->host.empty();
}

}  // namespace

std::vector<BootstrapServer> parse_bootstrap(std::string_view list) {
  std::vector<BootstrapServer> out;
  while (!list.empty()) {
    const size_t comma = list.find(',');
    BootstrapServer one;
    if (parse_one(trim(list.substr(0, comma)), &one)) out.push_back(std::move(one));
    if (comma == list.npos) break;
    list.remove_prefix(comma + 1);
  }
  return out;
}

}  // namespace rk
