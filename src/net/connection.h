// Connection: one byte stream to one broker: connect (all addresses of the name, in turn),
// handshake (ApiVersions; TLS and SASL slot in between), then requests and answers, pipelined in
// order. Sans-threads: whoever owns it drives it. The control thread makes it and takes it through
// the handshake, then keeps it or hands it to the consumer's pump or a producer's worker
// (detach/attach). One thread at a time.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/env.h"
#include "base/log.h"
#include "net/request.h"
#include "wire/api.h"

namespace rk {

// What a broker said it speaks, per API; asked anew on every connect.
class BrokerVersions {
 public:
  void clear();
  void set(i16 api, i16 min, i16 max);
  bool has(wire::ApiKey api) const;
  // The highest version in [min, max] that the broker speaks too, or -1.
  i16 pick(wire::ApiKey api, i16 min, i16 max) const;

 private:
  struct Range {
    i16 min = 0, max = -1;
  };
  std::vector<Range> ranges_;
};

struct ConnectionOptions {
  std::string client_id;
  std::string software_name, software_version;  // KIP-511, already sanitised
  SocketOptions socket;
  Family family = Family::any;
  Micros setup_timeout = 30 * kMicrosPerSecond;         // connect + handshake
  Micros api_versions_timeout = 10 * kMicrosPerSecond;  // of it, ApiVersions
  size_t receive_bytes_max = 100000000;                 // larger frames break the connection
};

// Counters of one broker for the statistics; shared by its connections, written by any thread.
struct BrokerCounters {
  std::atomic<u64> tx{0}, tx_bytes{0}, tx_errors{0}, tx_retries{0}, rx{0}, rx_bytes{0},
      rx_errors{0}, rx_corrid_errors{0}, rx_partial{0}, request_timeouts{0}, connects{0},
      disconnects{0};
  std::atomic<i64> last_tx{0}, last_rx{0};  // Micros
};

class Connection {
 public:
  enum class State : u8 { idle, resolving, connecting, handshaking, ready, closed };

  Connection(Env& env, Logger& log, BufferPool& pool, const ConnectionOptions& options,
             std::string host, u16 port, i32 broker_id, std::shared_ptr<BrokerCounters> counters);
  ~Connection();  // closes; pending requests are answered with _DESTROY

  // Called on the driving thread when ready or closed (with the reason).
  std::function<void(Connection&, const Error&)> on_state;

  void start(Micros now);  // resolve, connect, handshake; attach() first
  void attach(Poller& poller);
  void detach();
  // Wakes the driving thread from the resolver's (set by the owner, called on any thread).
  std::function<void()> wake;

  State state() const { return state_; }
  const Error& error() const { return error_; }
  const BrokerVersions& versions() const { return versions_; }
  const std::string& name() const { return name_; }  // "127.0.0.1:9092/1" or ".../bootstrap"
  i32 broker_id() const { return broker_id_; }
  void set_broker_id(i32 id);

  // Queues the request behind those already there; an Error (no common version, closed) is
  // returned and `done` is then not called. Bytes go out at once as far as the socket takes them.
  Error send(Request&& request, Micros now);
  size_t in_flight() const { return pending_.size(); }

  // Drives it: `what` is what the poller said of the tag (the Connection*).
  void on_ready(u8 what, Micros now);
  // Time-outs; returns when it next needs to be called.
  Micros step(Micros now);
  // KIP-219: the broker asked for silence until then; send() still queues.
  void mute_until(Micros when) { muted_until_ = when; }
  Micros muted_until() const { return muted_until_; }
  Micros last_used() const { return last_used_; }

  // Answers everything pending with `why`, closes the socket, reports it.
  void close(Error why, Micros now);

 private:
  struct Pending;
  Env& env_;
  Logger& log_;
  BufferPool& pool_;
  ConnectionOptions options_;
  std::string host_;
  u16 port_;
  i32 broker_id_;
  std::string name_;
  std::shared_ptr<BrokerCounters> counters_;
  State state_ = State::idle;
  Error error_;
  BrokerVersions versions_;
  std::deque<Pending> pending_;
  Micros muted_until_ = 0;
  Micros last_used_ = 0;
  // ... the owner of src/net completes this
};

}  // namespace rk
