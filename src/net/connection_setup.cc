// From start() to ready: look-up, the addresses in turn, the transport's handshake, ApiVersions,
// the extra stages.
#include <cerrno>
#include <cstring>

#include "base/error_names.h"
#include "net/connection.h"
#include "net/connection_parts.h"
#include "wire/messages/api_versions.h"

namespace rk {

void Connection::enter(State state, const char* name, Micros now) {
  state_ = state;
  state_name_ = name;
  state_since_ = now;
  counters_->state.store(name, std::memory_order_relaxed);
  counters_->state_since.store(now, std::memory_order_relaxed);
  if (log_.debug(Debug::broker))
    log_.trace(Debug::broker, "STATE", "%s: now in state %s", name_.c_str(), name);
}

// Closes with what happened, to whom, and how far it had come.
void Connection::fail(ErrorCode code, const std::string& what, Micros now) {
  close(errorf(code, "%s: %s (after %lldms in state %s)", name_.c_str(), what.c_str(),
               static_cast<long long>((now - state_since_) / kMicrosPerMs), state_name_),
        now);
}

void Connection::take_lookup(Micros now) {
  Error error;
  {
    Lock lock(lookup_->mutex);
    if (!lookup_->done) return;
    lookup_->poller = nullptr;
    error = std::move(lookup_->error);
    addresses_ = std::move(lookup_->addresses);
  }
  lookup_.reset();
  if (error) return fail(error.code(), std::string(error.text()), now);
  address_next_ = 0;
  connect_next(now);
}

// Each address gets an equal part of the time that is left, so that a black hole in front does not
// keep us from the one that works.
void Connection::connect_next(Micros now) {
  const Address& to = addresses_[address_next_];
  const auto left = static_cast<Micros>(addresses_.size() - address_next_);
  address_deadline_ =
      setup_deadline_ == kNever ? kNever : now + std::max<Micros>(setup_deadline_ - now, 0) / left;
  if (address_next_ == 0) enter(State::connecting, "CONNECT", now);
  counters_->connects.fetch_add(1, std::memory_order_relaxed);
  Result<Socket> s = env_.net().connect(to, options_.socket);
  if (!s) return connect_failed(std::string(s.error().text()), now);
  socket_ = *s;
  if (poller_) {
    interest_ = kWritable;
    poller_->add(socket_, interest_, this);
  }
}

void Connection::connect_failed(const std::string& why, Micros now) {
  const Address& to = addresses_[address_next_];
  const bool v4 = to.text.empty() || to.text[0] != '[';
  const std::string what =
      stringf("Connect to ipv%c#%s failed: %s", v4 ? '4' : '6', to.text.c_str(), why.c_str());
  drop_socket();
  if (++address_next_ >= addresses_.size()) return fail(RD_KAFKA_RESP_ERR__TRANSPORT, what, now);
  log_.trace(Debug::broker, "CONNECT", "%s: %s; trying the next address", name_.c_str(),
             what.c_str());
  connect_next(now);
}

void Connection::check_connected(Micros now) {
  const int r = env_.net().connect_result(socket_);
  if (r == -EINPROGRESS) return;
  if (r < 0) {
    char text[128];
    return connect_failed(strerror_r(-r, text, sizeof text), now);
  }
  transport_ = options_.make_transport ? options_.make_transport(env_.net(), socket_, host_)
                                       : std::make_unique<PlainTransport>(env_.net(), socket_);
  if (!transport_) return fail(RD_KAFKA_RESP_ERR__TRANSPORT, "No transport", now);
  enter(State::handshaking, options_.make_transport ? "SSL_HANDSHAKE" : "APIVERSION_QUERY", now);
  drive_transport(now);
}

void Connection::drive_transport(Micros now) {
  std::string why;
  const int r = transport_->handshake(&why);
  if (r < 0) return fail(RD_KAFKA_RESP_ERR__SSL, why, now);
  if (r > 0) {
    if (poller_ && interest_ != r) {
      interest_ = static_cast<u8>(r);
      poller_->modify(socket_, interest_, this);
    }
    return;
  }
  transport_ready_ = true;
  ask_api_versions(wire::ApiVersionsRequest::versions.max, now);
}

void Connection::ask_api_versions(i16 version, Micros now) {
  if (state_name_ != std::string_view("APIVERSION_QUERY"))
    enter(State::handshaking, "APIVERSION_QUERY", now);
  Request r;
  r.api = wire::ApiKey::kApiVersions;
  r.deadline =
      options_.api_versions_timeout == kNever ? kNever : now + options_.api_versions_timeout;
  r.encode = [this](wire::Writer& w, i16 v) {
    wire::ApiVersionsRequest m;
    m.client_software_name = options_.software_name;
    m.client_software_version = options_.software_version;
    wire::encode(w, m, v);
  };
  r.done = [this](Reply&& reply) {
    if (state_ == State::handshaking) take_api_versions(std::move(reply), env_.now());
  };
  const Error e = queue(std::move(r), version, now);
  if (e) fail(e.code(), std::string(e.text()), now);
}

void Connection::take_api_versions(Reply&& reply, Micros now) {
  if (reply.error) return;  // close() is under way
  // A broker that does not know our version answers error 35 in the layout of version 0.
  if (reply.version > 0) {
    wire::Reader peek = reply.body;
    if (peek.read_i16() == RD_KAFKA_RESP_ERR_UNSUPPORTED_VERSION && peek.ok())
      return ask_api_versions(0, now);
  }
  Arena arena;
  wire::ApiVersionsResponse m;
  if (!wire::decode(reply.body, m, reply.version, arena))
    return fail(RD_KAFKA_RESP_ERR__BAD_MSG, "ApiVersions answer could not be parsed", now);
  if (m.error_code != 0)
    return fail(error_of_broker(m.error_code),
                stringf("ApiVersions failed: error %d", m.error_code), now);
  versions_.clear();
  for (const auto& k : m.api_keys) versions_.set(k.api_key, k.min_version, k.max_version);
  stage_next_ = 0;
  next_stage(now);
}

void Connection::next_stage(Micros now) {
  if (stage_next_ < options_.stages.size()) {
    stage_ = options_.stages[stage_next_++]();
    enter(State::handshaking, stage_->state_name(), now);
    stage_->start(*this, now);
    return;
  }
  last_used_ = now;
  setup_deadline_ = kNever;
  counters_->up.fetch_add(1, std::memory_order_relaxed);
  enter(State::ready, "UP", now);
  report_ = true;
}

void Connection::stage_done(Error error, Micros now) {
  if (state_ != State::handshaking) return;
  if (error) return fail(error.code(), std::string(error.text()), now);
  next_stage(now);
}

Micros Connection::setup_step(Micros now) {
  if (state_ == State::connecting && now >= address_deadline_ && now < setup_deadline_) {
    connect_failed("timed out", now);
    if (state_ == State::closed) return kNever;
  }
  if (now >= setup_deadline_) {
    const char* what =
        state_ == State::resolving ? "Name look-up timed out" : "Connection setup timed out";
    fail(RD_KAFKA_RESP_ERR__TRANSPORT, what, now);
    return kNever;
  }
  return state_ == State::connecting ? std::min(setup_deadline_, address_deadline_)
                                     : setup_deadline_;
}

}  // namespace rk
