// Connection: one byte stream to one broker: connect (all addresses of the name, in turn),
// handshake (transport, ApiVersions, then the extra stages), then requests and answers, pipelined
// in order. Sans-threads: whoever owns it drives it. The control thread makes it and takes it
// through the handshake, then keeps it or hands it to the consumer's pump or a producer's worker
// (detach/attach). One thread at a time.
//
//   idle -> resolving -> connecting -> handshaking -> ready -> closed
//                        (next address) (transport, ApiVersions, stages)
//
// `done` of a request may send() and close(), nothing else: it runs inside the driving call.
// on_state is the last thing that a driving call does, so there everything is allowed, handing the
// Connection to another thread and destroying it included.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/env.h"
#include "base/log.h"
#include "net/broker_counters.h"
#include "net/broker_versions.h"
#include "net/frame_reader.h"
#include "net/request.h"
#include "net/transport.h"

namespace rk {

class Connection;

// One step between ApiVersions and ready, such as SASL. Owned by its Connection.
class HandshakeStage {
 public:
  virtual ~HandshakeStage() = default;
  virtual const char* state_name() const = 0;  // "AUTH_REQ", as error texts and statistics show it
  // Sends what it has to (Connection::send_in_handshake) and says when it is over
  // (Connection::stage_done), now or from a request's `done`.
  virtual void start(Connection& c, Micros now) = 0;
};
using MakeStage = std::function<std::unique_ptr<HandshakeStage>()>;

struct ConnectionOptions {
  std::string client_id;
  std::string software_name, software_version;  // KIP-511, already sanitised
  SocketOptions socket;
  Family family = Family::any;
  Micros setup_timeout = 30 * kMicrosPerSecond;         // connect + handshake
  Micros api_versions_timeout = 10 * kMicrosPerSecond;  // of it, ApiVersions
  Micros idle_max = kNever;                             // unused for so long: closed
  size_t receive_bytes_max = 100000000;                 // larger frames break the connection
  MakeTransport make_transport;                         // empty: plain
  std::vector<MakeStage> stages;                        // after ApiVersions
};

class Connection {
 public:
  enum class State : u8 { idle, resolving, connecting, handshaking, ready, closed };

  Connection(Env& env, Logger& log, BufferPool& pool, const ConnectionOptions& options,
             std::string host, u16 port, i32 broker_id, std::shared_ptr<BrokerCounters> counters);
  ~Connection();  // closes; pending requests are answered with _DESTROY, on_state is not called
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  // Called on the driving thread when ready or closed (with the reason).
  std::function<void(Connection&, const Error&)> on_state;

  void start(Micros now);  // resolve, connect, handshake; attach() first
  void attach(Poller& poller);
  void detach();

  State state() const { return state_; }
  const char* state_name() const;  // "CONNECT", "APIVERSION_QUERY", "UP", ...
  const Error& error() const { return error_; }
  // It was closed while ready and nothing was asked of it: no failure of anything.
  bool closed_quietly() const { return closed_quietly_; }
  const BrokerVersions& versions() const { return versions_; }
  const std::string& name() const { return name_; }  // "127.0.0.1:9092/1" or ".../bootstrap"
  const std::string& host() const { return host_; }
  u16 port() const { return port_; }
  i32 broker_id() const { return broker_id_; }
  void set_broker_id(i32 id);
  void set_counters(std::shared_ptr<BrokerCounters> counters);

  // Queues the request behind those already there; an Error (no common version, not ready) is
  // returned and `done` is then not called. Bytes go out at once as far as the socket takes them.
  Error send(Request&& request, Micros now);
  size_t in_flight() const { return pending_.size(); }
  // Since when the oldest request on its way has had no answer; kNever: there is none.
  Micros waiting_since() const {
    return pending_.empty() || pending_.front().written == 0 ? kNever : pending_.front().sent_at;
  }

  // Drives it: `what` is what the poller said of the tag (the Connection*).
  void on_ready(u8 what, Micros now);
  // Time-outs, a finished look-up; returns when it next needs to be called.
  Micros step(Micros now);
  // KIP-219: the broker asked for silence until then; send() still queues. A request whose deadline
  // passes before a byte of it was written is answered _TIMED_OUT and breaks nothing.
  void mute_until(Micros when) {
    if (when > muted_until_) muted_until_ = when;
  }
  Micros muted_until() const { return muted_until_; }

  // Answers everything pending with `why`, closes the socket, reports it.
  void close(Error why, Micros now);

  // --- for handshake stages
  Error send_in_handshake(Request&& request, Micros now);
  void stage_done(Error error, Micros now);

 private:
  struct Lookup;
  struct Turn;
  struct Pending {
    Request request;
    wire::Writer frame;
    size_t written = 0;
    i32 correlation_id = 0;
    i16 version = 0;
    Micros queued_at = 0;
    Micros sent_at = 0;
    bool whole() const { return written == frame.size(); }
  };

  // connection_setup.cc
  void enter(State state, const char* name, Micros now);
  void take_lookup(Micros now);
  void connect_next(Micros now);
  void connect_failed(const std::string& why, Micros now);
  void check_connected(Micros now);
  void drive_transport(Micros now);
  void ask_api_versions(i16 version, Micros now);
  void take_api_versions(Reply&& reply, Micros now);
  void next_stage(Micros now);
  void fail(ErrorCode code, const std::string& what, Micros now);
  Micros setup_step(Micros now);

  // connection_io.cc
  Error queue(Request&& request, i16 version, Micros now);
  void flush(Micros now);
  void written(size_t bytes, Micros now);
  void receive(Micros now);
  bool take_frame(FrameReader::Frame&& frame, Micros now);
  Micros expire(Micros now);
  void expire_unsent(Micros now);
  void answer(Pending&& p, Error error);
  void update_interest();
  void drop_socket();

  Env& env_;
  Logger& log_;
  BufferPool& pool_;
  const ConnectionOptions options_;
  const std::string host_;
  const u16 port_;
  i32 broker_id_;
  std::string name_;
  std::shared_ptr<BrokerCounters> counters_;

  State state_ = State::idle;
  const char* state_name_ = "INIT";
  Micros state_since_ = 0;
  Error error_;
  bool closed_quietly_ = false;
  int depth_ = 0;  // of driving calls
  bool report_ = false;

  std::shared_ptr<Lookup> lookup_;
  std::vector<Address> addresses_;
  size_t address_next_ = 0;
  Micros setup_deadline_ = kNever, address_deadline_ = kNever;
  size_t stage_next_ = 0;
  std::unique_ptr<HandshakeStage> stage_;

  Poller* poller_ = nullptr;
  Socket socket_ = kNoSocket;
  u8 interest_ = 0;
  std::unique_ptr<Transport> transport_;
  bool transport_ready_ = false;
  FrameReader reader_;
  BrokerVersions versions_;

  std::deque<Pending> pending_;
  size_t unsent_ = 0;  // index of the first request that is not wholly written
  i32 next_correlation_id_ = 1;
  Micros next_deadline_ = kNever;  // no later than the earliest of pending_
  Micros muted_until_ = 0;
  Micros last_used_ = 0;
};

}  // namespace rk
