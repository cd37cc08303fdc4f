// A broker's end of a connection, played by the test itself, and the loop that drives the client's
// end; both on the test's one thread, over real loopback sockets.
#pragma once

#include <arpa/inet.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <functional>
#include <map>

#include "net/connection.h"
#include "wire/header.h"
#include "wire/messages/api_versions.h"
#include "wire/messages/metadata.h"

namespace rk {

using Raw = std::vector<u8>;

constexpr Micros kPatience = 5 * kMicrosPerSecond;

inline Raw raw_of(const wire::Writer& w) {
  Raw out(w.size());
  w.copy_to(out.data());
  return out;
}

// A listening socket on `host`, closed or handed out at the end.
class Listener {
 public:
  explicit Listener(const char* host = "127.0.0.1", u16 at_port = 0) {
    fd_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const int one = 1;
    setsockopt(fd_, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    sockaddr_in a{};
    a.sin_family = AF_INET;
    a.sin_port = htons(at_port);
    inet_pton(AF_INET, host, &a.sin_addr);
    if (::bind(fd_, reinterpret_cast<sockaddr*>(&a), sizeof a) != 0) std::abort();
    if (::listen(fd_, 16) != 0) std::abort();
    socklen_t size = sizeof a;
    getsockname(fd_, reinterpret_cast<sockaddr*>(&a), &size);
    port_ = ntohs(a.sin_port);
  }
  ~Listener() { close(); }
  void close() {
    if (fd_ >= 0) ::close(fd_);
    fd_ = -1;
  }
  u16 port() const { return port_; }
  // -1: nobody is there.
  int accept() {
    pollfd p{fd_, POLLIN, 0};
    if (::poll(&p, 1, 0) <= 0) return -1;
    return ::accept4(fd_, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
  }

 private:
  int fd_ = -1;
  u16 port_ = 0;
};

struct SeenRequest {
  wire::ApiKey api{};
  i16 version = -1;
  i32 correlation_id = 0;
  std::string client_id;
  Raw body;
};

// The accepted socket.
class Peer {
 public:
  ~Peer() { close(); }
  void take(int fd) { fd_ = fd; }
  bool connected() const { return fd_ >= 0; }
  void close() {
    if (fd_ >= 0) ::close(fd_);
    fd_ = -1;
  }
  // RST instead of FIN.
  void reset() {
    const linger l{1, 0};
    setsockopt(fd_, SOL_SOCKET, SO_LINGER, &l, sizeof l);
    close();
  }
  int fd() const { return fd_; }

  // The next whole request, if it has arrived.
  bool next(SeenRequest* out) {
    u8 chunk[65536];
    ssize_t n;
    while (fd_ >= 0 && (n = ::recv(fd_, chunk, sizeof chunk, MSG_DONTWAIT)) != 0) {
      if (n < 0) break;
      input_.insert(input_.end(), chunk, chunk + n);
    }
    if (input_.size() < 4) return false;
    const auto size = static_cast<size_t>(load_be<i32>(input_.data()));
    if (input_.size() < 4 + size) return false;
    wire::Reader r(Bytes(input_.data() + 4, size));
    wire::RequestHeader h;
    if (!wire::decode_request_header(r, h)) std::abort();
    *out = {h.api, h.version, h.correlation_id, std::string(h.client_id),
            Raw(r.rest().begin(), r.rest().end())};
    input_.erase(input_.begin(), input_.begin() + static_cast<std::ptrdiff_t>(4 + size));
    return true;
  }

  void send(const Raw& bytes) {
    size_t at = 0;
    while (at < bytes.size()) {
      const ssize_t n = ::send(fd_, bytes.data() + at, bytes.size() - at, MSG_NOSIGNAL);
      if (n < 0 && errno != EAGAIN) std::abort();
      if (n > 0) at += static_cast<size_t>(n);
    }
  }

 private:
  int fd_ = -1;
  Raw input_;
};

template <typename M>
Raw response(const SeenRequest& to, const M& m, i16 body_version = -1) {
  wire::Writer w;
  const auto mark = wire::begin_response(w, to.api, to.version, to.correlation_id);
  wire::encode(w, m, body_version < 0 ? to.version : body_version);
  wire::end_frame(w, mark);
  return raw_of(w);
}

// What a broker of our own making speaks, unless a test says otherwise.
inline std::vector<wire::ApiVersionsResponse::ApiKey> usual_keys() {
  return {{3, 0, 12}, {18, 0, 3}, {2, 0, 5}, {0, 0, 8}, {1, 0, 11}};
}

inline Raw versions_response(const SeenRequest& to,
                             const std::vector<wire::ApiVersionsResponse::ApiKey>& keys) {
  wire::ApiVersionsResponse m;
  m.api_keys = keys;
  return response(to, m);
}

// A client's Connection, its poller and the loop.
class Client {
 public:
  explicit Client(u16 port, std::string host = "127.0.0.1",
                  std::function<void(ConnectionOptions&)> change = {}) {
    options.client_id = "tester";
    options.software_name = "fastka";
    options.software_version = "0.0.1";
    if (change) change(options);
    pool = BufferPool::create(size_t{1} << 20);
    poller = linux_env().new_poller();
    connection = std::make_unique<Connection>(linux_env(), log, *pool, options, std::move(host),
                                              port, -1, counters);
    connection->on_state = [this](Connection& c, const Error& e) {
      states.push_back(c.state());
      reason = e;
    };
    connection->attach(*poller);
  }
  ~Client() {
    connection.reset();
    pool->release();
  }

  void start() { connection->start(linux_env().now()); }

  // Drives until `done` says so; false when patience runs out.
  bool run(const std::function<bool()>& done, Micros patience = kPatience) {
    const Micros end = linux_env().now() + patience;
    Poller::Ready ready[8];
    while (!done()) {
      const Micros now = linux_env().now();
      if (now >= end) return false;
      const Micros due = std::min(connection->step(now), now + 2 * kMicrosPerMs);
      const int n = poller->wait(ready, 8, due);
      for (int i = 0; i < n; ++i) connection->on_ready(ready[i].what, linux_env().now());
    }
    return true;
  }
  bool closed() const { return connection->state() == Connection::State::closed; }
  bool up() const { return connection->state() == Connection::State::ready; }
  std::string text() const { return std::string(reason.text()); }
  bool says(std::string_view part) const { return reason.text().find(part) != std::string::npos; }

  // A Metadata request; what became of it lands in replies[number].
  Error ask(int number, Micros deadline = kNever, i16 min = 7, i16 max = 12, Bytes external = {}) {
    Request r;
    r.api = wire::ApiKey::kMetadata;
    r.version_min = min;
    r.version_max = max;
    r.deadline = deadline;
    r.encode = [external](wire::Writer& w, i16 version) {
      wire::encode(w, wire::MetadataRequest{}, version);
      w.append_external(external);
    };
    r.done = [this, number](Reply&& reply) {
      order.push_back(number);
      replies[number] = std::move(reply);
    };
    return connection->send(std::move(r), linux_env().now());
  }

  Logger log;
  ConnectionOptions options;
  BufferPool* pool;
  std::unique_ptr<Poller> poller;
  std::shared_ptr<BrokerCounters> counters = std::make_shared<BrokerCounters>();
  std::unique_ptr<Connection> connection;
  std::vector<Connection::State> states;
  Error reason;
  std::map<int, Reply> replies;
  std::vector<int> order;
};

// Accepts, answers ApiVersions; true when the client is ready.
inline bool establish(Client& client, Listener& listener, Peer& peer,
                      const std::vector<wire::ApiVersionsResponse::ApiKey>& keys = usual_keys()) {
  client.start();
  bool answered = false;
  return client.run([&] {
    if (!peer.connected()) {
      if (const int fd = listener.accept(); fd >= 0) peer.take(fd);
    }
    SeenRequest r;
    if (!answered && peer.connected() && peer.next(&r)) {
      peer.send(versions_response(r, keys));
      answered = true;
    }
    return client.up();
  });
}

inline bool receive_request(Client& client, Peer& peer, SeenRequest* out) {
  return client.run([&] { return peer.next(out); });
}

}  // namespace rk
