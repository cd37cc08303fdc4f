// Non-blocking TCP sockets, IPv4 and IPv6.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <cerrno>
#include <cstring>

#include "base/env_linux.h"

namespace rk {
namespace {

static_assert(sizeof(Address::raw) >= sizeof(sockaddr_in6));

Error system_error(const char* what, int number) {
  char text[128];
  return errorf(RD_KAFKA_RESP_ERR__TRANSPORT, "%s: %s", what,
                strerror_r(number, text, sizeof text));
}

sockaddr_storage storage_of(const Address& a) {
  sockaddr_storage s{};
  std::memcpy(&s, a.raw, a.size < sizeof a.raw ? a.size : sizeof a.raw);
  return s;
}

void set_option(int fd, int level, int name, int value) {
  setsockopt(fd, level, name, &value, sizeof value);
}

class LinuxNet final : public Net {
 public:
  Result<Socket> connect(const Address& to, const SocketOptions& options) override {
    const sockaddr_storage at = storage_of(to);
    const int fd = ::socket(at.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0) return system_error("Failed to create a socket", errno);
    if (options.nagle_disable) set_option(fd, IPPROTO_TCP, TCP_NODELAY, 1);
    if (options.keepalive) set_option(fd, SOL_SOCKET, SO_KEEPALIVE, 1);
    if (options.send_buffer_bytes > 0)
      set_option(fd, SOL_SOCKET, SO_SNDBUF, options.send_buffer_bytes);
    if (options.receive_buffer_bytes > 0)
      set_option(fd, SOL_SOCKET, SO_RCVBUF, options.receive_buffer_bytes);
    if (::connect(fd, reinterpret_cast<const sockaddr*>(&at), to.size) < 0 &&
        errno != EINPROGRESS && errno != EINTR) {
      const int why = errno;
      ::close(fd);
      char text[128];
      return Error(RD_KAFKA_RESP_ERR__TRANSPORT, strerror_r(why, text, sizeof text));
    }
    return fd;
  }

  int connect_result(Socket s) override {
    int error = 0;
    socklen_t size = sizeof error;
    if (getsockopt(s, SOL_SOCKET, SO_ERROR, &error, &size) < 0) return -errno;
    if (error) return -error;
    pollfd p{s, POLLOUT, 0};
    if (::poll(&p, 1, 0) == 0) return -EINPROGRESS;
    sockaddr_storage peer;
    size = sizeof peer;
    if (getpeername(s, reinterpret_cast<sockaddr*>(&peer), &size) == 0) return 0;
    return -errno;
  }

  ssize_t send(Socket s, const iovec* parts, int count) override {
    msghdr m{};
    m.msg_iov = const_cast<iovec*>(parts);
    m.msg_iovlen = static_cast<size_t>(count);
    for (;;) {
      const ssize_t n = ::sendmsg(s, &m, MSG_NOSIGNAL);
      if (n >= 0) return n;
      if (errno != EINTR) return -errno;
    }
  }

  ssize_t receive(Socket s, void* to, size_t size) override {
    for (;;) {
      const ssize_t n = ::recv(s, to, size, 0);
      if (n >= 0) return n;
      if (errno != EINTR) return -errno;
    }
  }

  void close(Socket s) override { ::close(s); }

  Result<Socket> listen(const Address& at) override {
    const sockaddr_storage a = storage_of(at);
    const int fd = ::socket(a.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0) return system_error("Failed to create a socket", errno);
    set_option(fd, SOL_SOCKET, SO_REUSEADDR, 1);
    if (::bind(fd, reinterpret_cast<const sockaddr*>(&a), at.size) < 0 || ::listen(fd, 128) < 0) {
      const int why = errno;
      ::close(fd);
      return system_error("Failed to listen", why);
    }
    return fd;
  }

  int accept(Socket listener) override {
    for (;;) {
      const int fd = ::accept4(listener, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
      if (fd >= 0) {
        set_option(fd, IPPROTO_TCP, TCP_NODELAY, 1);
        return fd;
      }
      if (errno != EINTR && errno != ECONNABORTED) return -errno;
    }
  }

  Result<Address> local_address(Socket s) override {
    sockaddr_storage at{};
    socklen_t size = sizeof at;
    if (getsockname(s, reinterpret_cast<sockaddr*>(&at), &size) < 0)
      return system_error("getsockname", errno);
    Address a;
    if (size > sizeof a.raw) return system_error("getsockname", EAFNOSUPPORT);
    a.size = size;
    std::memcpy(a.raw, &at, size);
    a.text = address_text(a);
    return a;
  }
};

}  // namespace

bool literal_address(const std::string& host, u16 port, Address* out) {
  sockaddr_in v4{};
  if (inet_pton(AF_INET, host.c_str(), &v4.sin_addr) == 1) {
    v4.sin_family = AF_INET;
    v4.sin_port = htons(port);
    out->size = sizeof v4;
    std::memcpy(out->raw, &v4, sizeof v4);
    out->text = address_text(*out);
    return true;
  }
  sockaddr_in6 v6{};
  std::string bare = host;
  if (bare.size() > 2 && bare.front() == '[' && bare.back() == ']')
    bare = bare.substr(1, bare.size() - 2);
  if (inet_pton(AF_INET6, bare.c_str(), &v6.sin6_addr) != 1) return false;
  v6.sin6_family = AF_INET6;
  v6.sin6_port = htons(port);
  out->size = sizeof v6;
  std::memcpy(out->raw, &v6, sizeof v6);
  out->text = address_text(*out);
  return true;
}

std::string address_text(const Address& a) {
  char host[INET6_ADDRSTRLEN] = "?";
  const sockaddr_storage s = storage_of(a);
  if (s.ss_family == AF_INET) {
    sockaddr_in v4;
    std::memcpy(&v4, &s, sizeof v4);
    inet_ntop(AF_INET, &v4.sin_addr, host, sizeof host);
    return stringf("%s:%u", host, ntohs(v4.sin_port));
  }
  sockaddr_in6 v6;
  std::memcpy(&v6, &s, sizeof v6);
  inet_ntop(AF_INET6, &v6.sin6_addr, host, sizeof host);
  return stringf("[%s]:%u", host, ntohs(v6.sin6_port));
}

Net& linux_net() {
  static LinuxNet* net = new LinuxNet;
  return *net;
}

}  // namespace rk
