// Name look-ups: getaddrinfo blocks for as long as the resolver's configuration says, so it runs in
// a thread of its own which nobody joins; whoever asked may be gone when it answers (the
// ResolveDone owns what it needs).
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <cerrno>
#include <cstring>

#include "base/env_linux.h"

namespace rk {
namespace {

struct Lookup {
  std::string host;
  u16 port;
  Family family;
  ResolveDone done;
};

int system_family(Family f) {
  return f == Family::v4 ? AF_INET : f == Family::v6 ? AF_INET6 : AF_UNSPEC;
}

Error lookup_error(const Lookup& l, const char* why) {
  return errorf(RD_KAFKA_RESP_ERR__RESOLVE, "Failed to resolve '%s:%u': %s", l.host.c_str(), l.port,
                why);
}

Result<std::vector<Address>> look_up(const Lookup& l) {
  addrinfo hints{};
  hints.ai_family = system_family(l.family);
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_protocol = IPPROTO_TCP;
  hints.ai_flags = AI_ADDRCONFIG | AI_NUMERICSERV;
  addrinfo* list = nullptr;
  const int r = getaddrinfo(l.host.c_str(), std::to_string(l.port).c_str(), &hints, &list);
  if (r != 0) {
    char text[128];
    return lookup_error(l,
                        r == EAI_SYSTEM ? strerror_r(errno, text, sizeof text) : gai_strerror(r));
  }
  std::vector<Address> found;
  for (addrinfo* a = list; a; a = a->ai_next) {
    Address one;
    if (a->ai_addrlen > sizeof one.raw) continue;
    one.size = a->ai_addrlen;
    std::memcpy(one.raw, a->ai_addr, a->ai_addrlen);
    one.text = address_text(one);
    found.push_back(std::move(one));
  }
  freeaddrinfo(list);
  if (found.empty()) return lookup_error(l, "it has no usable address");
  return found;
}

void run_lookup(void* argument) {
  std::unique_ptr<Lookup> l(static_cast<Lookup*>(argument));
  l->done(look_up(*l));
}

}  // namespace

void linux_resolve(std::string host, u16 port, Family family, ResolveDone done) {
  Address literal;
  if (literal_address(host, port, &literal)) {
    const bool v4 = literal.size == sizeof(sockaddr_in);
    if ((family == Family::v4 && !v4) || (family == Family::v6 && v4)) {
      done(errorf(RD_KAFKA_RESP_ERR__RESOLVE,
                  "'%s' is not an address of the family that broker.address.family asks for",
                  host.c_str()));
      return;
    }
    done(std::vector<Address>{std::move(literal)});
    return;
  }
  auto l = std::make_unique<Lookup>(Lookup{std::move(host), port, family, std::move(done)});
  const int r = linux_start_thread("fastka-resolve", run_lookup, l.get(), nullptr);
  if (r == 0) {
    l.release();
    return;
  }
  char text[128];
  l->done(lookup_error(*l, strerror_r(r, text, sizeof text)));
}

}  // namespace rk
