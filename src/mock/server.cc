#include "mock/server.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "mock/session.h"

namespace rk::mock {
namespace {

constexpr size_t kReceiveBytes = size_t{256} << 10;
// A peer that does not read its answers is not asked for more requests beyond this.
constexpr size_t kOutputBytesMax = size_t{64} << 20;

Result<Address> literal_address(const std::string& host, u16 port) {
  Address a;
  sockaddr_in v4{};
  sockaddr_in6 v6{};
  if (inet_pton(AF_INET, host.c_str(), &v4.sin_addr) == 1) {
    v4.sin_family = AF_INET;
    v4.sin_port = htons(port);
    std::memcpy(a.raw, &v4, sizeof v4);
    a.size = sizeof v4;
  } else if (inet_pton(AF_INET6, host.c_str(), &v6.sin6_addr) == 1) {
    v6.sin6_family = AF_INET6;
    v6.sin6_port = htons(port);
    std::memcpy(a.raw, &v6, sizeof v6);
    a.size = sizeof v6;
  } else {
    return errorf(RD_KAFKA_RESP_ERR__RESOLVE, "%s is not an IPv4 or IPv6 address", host.c_str());
  }
  a.text = host + ":" + std::to_string(port);
  return a;
}

u16 port_of(const Address& a) {
  u16 port = 0;  // sin_port and sin6_port lie at the same place
  std::memcpy(&port, a.raw + offsetof(sockaddr_in, sin_port), sizeof port);
  return ntohs(port);
}

}  // namespace

struct Server::Listener {
  bool is_listener = true;  // first member of both: tells a poller's tag apart
  Socket socket = kNoSocket;
  i32 broker_id = 0;
};

struct Server::Peer {
  Peer(Cluster& cluster, i32 broker_id, Socket s) : socket(s), session(cluster, broker_id) {}
  bool is_listener = false;
  Socket socket;
  Session session;
  size_t sent = 0;  // of session.output()
  u8 interest = kReadable;
  bool broken = false;
};

Server::Server(Env& env, const ClusterOptions& options)
    : env_(env), cluster_(env, options), poller_(env.new_poller()) {}

Server::~Server() {
  if (started_) env_.stop(*this);
  for (auto& peer : peers_) env_.net().close(peer->socket);
  for (auto& listener : listeners_) env_.net().close(listener->socket);
}

Error Server::start(const std::string& host, u16 first_port) {
  for (BrokerAddress& b : cluster_.brokers()) {
    const auto port = static_cast<u16>(first_port ? first_port + b.id - 1 : 0);
    auto at = literal_address(host, port);
    if (!at) return at.take_error();
    auto socket = env_.net().listen(*at);
    if (!socket) return socket.take_error();
    auto listener = std::make_unique<Listener>();
    listener->socket = *socket;
    listener->broker_id = b.id;
    poller_->add(*socket, kReadable, listener.get());
    listeners_.push_back(std::move(listener));
    auto bound = env_.net().local_address(*socket);
    if (!bound) return bound.take_error();
    b.host = host;
    b.port = port_of(*bound);
  }
  Error error = env_.start(*this);
  started_ = error.ok();
  return error;
}

std::string Server::bootstrap() {
  std::string list;
  for (const BrokerAddress& b : cluster_.brokers()) {
    const bool v6 = b.host.find(':') != std::string::npos;
    list += (list.empty() ? "" : ",") + (v6 ? "[" + b.host + "]" : b.host) + ":" +
            std::to_string(b.port);
  }
  return list;
}

Micros Server::step(Micros now, const Poller::Ready* ready, int count) {
  const Lock lock = cluster_.lock();
  for (int i = 0; i < count; ++i) {
    if (*static_cast<bool*>(ready[i].tag)) {
      accept_all(*static_cast<Listener*>(ready[i].tag));
      continue;
    }
    Peer& peer = *static_cast<Peer*>(ready[i].tag);
    if (ready[i].what & (kReadable | kBroken)) peer.broken |= !receive(peer, now);
  }
  Micros next = kNever;
  // An append may have given a waiting Fetch what it waits for.
  for (auto& peer : peers_) {
    if (!peer->broken) peer->broken |= !peer->session.step(now);
    if (!peer->broken) peer->broken |= !flush(*peer);
    if (!peer->broken) next = std::min(next, peer->session.deadline());
  }
  drop_broken();
  return std::min(next, do_late(now));
}

void Server::accept_all(Listener& from) {
  for (;;) {
    const int socket = env_.net().accept(from.socket);
    if (socket < 0) return;
    auto peer = std::make_unique<Peer>(cluster_, from.broker_id, socket);
    poller_->add(socket, kReadable, peer.get());
    peers_.push_back(std::move(peer));
  }
}

bool Server::receive(Peer& peer, Micros now) {
  static thread_local std::vector<u8> buffer(kReceiveBytes);
  while (peer.session.output().size() - peer.sent < kOutputBytesMax) {
    const ssize_t n = env_.net().receive(peer.socket, buffer.data(), buffer.size());
    if (n == -EAGAIN) return true;
    if (n <= 0) return false;
    if (!peer.session.feed({buffer.data(), static_cast<size_t>(n)}, now)) return false;
    if (static_cast<size_t>(n) < buffer.size()) return true;
  }
  return true;
}

bool Server::flush(Peer& peer) {
  std::vector<u8>& output = peer.session.output();
  while (peer.sent < output.size()) {
    const iovec part{output.data() + peer.sent, output.size() - peer.sent};
    const ssize_t n = env_.net().send(peer.socket, &part, 1);
    if (n == -EAGAIN) break;
    if (n < 0) return false;
    peer.sent += static_cast<size_t>(n);
  }
  if (peer.sent == output.size()) {
    output.clear();
    peer.sent = 0;
  }
  u8 interest = peer.sent < output.size() ? kWritable : 0;
  if (output.size() - peer.sent < kOutputBytesMax) interest |= kReadable;
  if (interest != peer.interest) poller_->modify(peer.socket, interest, &peer);
  peer.interest = interest;
  return true;
}

Micros Server::do_late(Micros now) {
  std::vector<Faults::Late>& late = cluster_.faults().late();
  Micros next = kNever;
  for (size_t i = 0; i < late.size();) {
    if (late[i].at > now) {
      next = std::min(next, late[i++].at);
      continue;
    }
    const Faults::Late request = std::move(late[i]);
    late.erase(late.begin() + static_cast<std::ptrdiff_t>(i));
    Session::do_late(cluster_, request.broker_id, request.frame, now);
  }
  return next;
}

void Server::drop_broken() {
  std::erase_if(peers_, [this](const std::unique_ptr<Peer>& peer) {
    if (!peer->broken) return false;
    poller_->remove(peer->socket);
    env_.net().close(peer->socket);
    return true;
  });
}

}  // namespace rk::mock
