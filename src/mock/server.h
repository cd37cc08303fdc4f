// Server: the virtual brokers of a Cluster on real sockets: one listener per broker, any number of
// connections, all on one thread (a Worker of the Env). Owned by whoever wants brokers: the
// fastka-broker program, or a client with test.mock.num.brokers.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/env.h"
#include "mock/cluster.h"

namespace rk::mock {

class Server final : public Worker {
 public:
  Server(Env& env, const ClusterOptions& options);
  ~Server() override;  // stops
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  // Listens on `host` (a literal address); broker n on first_port + n - 1, or on free ports when
  // first_port is 0. Then runs until the destructor.
  Error start(const std::string& host, u16 first_port);
  // "127.0.0.1:40001,127.0.0.1:40002"
  std::string bootstrap();
  Cluster& cluster() { return cluster_; }

  Poller& poller() override { return *poller_; }
  Micros step(Micros now, const Poller::Ready* ready, int count) override;
  const char* name() const override { return "fastka-broker"; }

 private:
  struct Listener;
  struct Peer;
  void accept_all(Listener& from);
  bool receive(Peer& peer, Micros now);
  bool flush(Peer& peer);
  void drop_broken();
  Micros do_late(Micros now);

  Env& env_;
  Cluster cluster_;
  std::unique_ptr<Poller> poller_;
  std::vector<std::unique_ptr<Listener>> listeners_;
  std::vector<std::unique_ptr<Peer>> peers_;
  bool started_ = false;
};

}  // namespace rk::mock
