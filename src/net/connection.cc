// The life of a Connection from the owner's side: making, attaching, driving, closing.
#include "net/connection.h"

#include "net/connection_parts.h"

namespace rk {

// Marks a driving call; the outermost one reports a change of state as its very last act, when
// nothing of the Connection is on the stack any more.
struct Connection::Turn {
  explicit Turn(Connection& connection) : c(connection) { ++c.depth_; }
  ~Turn() {
    if (--c.depth_ > 0 || !c.report_) return;
    c.report_ = false;
    if (!c.on_state) return;
    const auto call = c.on_state;
    const Error error = c.error_;
    call(c, error);
  }
  Connection& c;
};

Connection::Connection(Env& env, Logger& log, BufferPool& pool, const ConnectionOptions& options,
                       std::string host, u16 port, i32 broker_id,
                       std::shared_ptr<BrokerCounters> counters)
    : env_(env),
      log_(log),
      pool_(pool),
      options_(options),
      host_(std::move(host)),
      port_(port),
      counters_(std::move(counters)),
      reader_(pool, options.receive_bytes_max) {
  set_broker_id(broker_id);
}

Connection::~Connection() {
  on_state = nullptr;
  close(RD_KAFKA_RESP_ERR__DESTROY, last_used_);
  detach();
}

void Connection::set_broker_id(i32 id) {
  broker_id_ = id;
  name_ = id < 0 ? stringf("%s:%u/bootstrap", host_.c_str(), port_)
                 : stringf("%s:%u/%d", host_.c_str(), port_, id);
}

void Connection::set_counters(std::shared_ptr<BrokerCounters> counters) {
  const auto unsent = static_cast<i32>(pending_.size() - unsent_);
  const auto waiting = static_cast<i32>(unsent_);
  counters_->unsent.fetch_sub(unsent, std::memory_order_relaxed);
  counters_->waiting.fetch_sub(waiting, std::memory_order_relaxed);
  if (state_ == State::ready) {
    counters_->up.fetch_sub(1, std::memory_order_relaxed);
    counters->up.fetch_add(1, std::memory_order_relaxed);
  }
  counters_ = std::move(counters);
  counters_->unsent.fetch_add(unsent, std::memory_order_relaxed);
  counters_->waiting.fetch_add(waiting, std::memory_order_relaxed);
  counters_->state.store(state_name_, std::memory_order_relaxed);
  counters_->state_since.store(state_since_, std::memory_order_relaxed);
}

const char* Connection::state_name() const {
  return state_name_;
}

void Connection::attach(Poller& poller) {
  detach();
  poller_ = &poller;
  if (socket_ != kNoSocket) {
    interest_ = kReadable;
    poller_->add(socket_, interest_, this);
    update_interest();
  }
  if (lookup_) lookup_->set_poller(poller_);
}

void Connection::detach() {
  if (!poller_) return;
  if (lookup_) lookup_->set_poller(nullptr);
  if (socket_ != kNoSocket) poller_->remove(socket_);
  poller_ = nullptr;
  interest_ = 0;
}

void Connection::on_ready(u8 what, Micros now) {
  Turn turn(*this);
  counters_->wakeups.fetch_add(1, std::memory_order_relaxed);
  switch (state_) {
    case State::connecting:
      check_connected(now);
      break;
    case State::handshaking:
      if (!transport_ready_) {
        drive_transport(now);
        break;
      }
      [[fallthrough]];
    case State::ready:
      // A broken socket may still hold answers: reading finds both them and the reason.
      if ((what & (kReadable | kBroken)) || transport_->interest()) receive(now);
      if (socket_ != kNoSocket && ((what & kWritable) || transport_->interest())) flush(now);
      break;
    case State::idle:
    case State::resolving:
    case State::closed:
      break;
  }
  if (socket_ != kNoSocket) update_interest();
}

Micros Connection::step(Micros now) {
  Turn turn(*this);
  if (state_ == State::resolving) take_lookup(now);
  Micros next = kNever;
  if (state_ != State::ready && state_ != State::idle) next = setup_step(now);
  if (state_ == State::closed) return kNever;
  if (!pending_.empty()) {
    next = std::min(next, expire(now));
    if (state_ == State::closed) return kNever;
    if (unsent_ < pending_.size()) {
      if (now < muted_until_)
        next = std::min(next, muted_until_);
      else if (transport_ready_)
        flush(now);
    }
  } else if (state_ == State::ready && options_.idle_max != kNever) {
    if (now - last_used_ >= options_.idle_max)
      close(errorf(RD_KAFKA_RESP_ERR__TRANSPORT,
                   "%s: Connection was idle for %lld ms (connections.max.idle.ms)", name_.c_str(),
                   static_cast<long long>((now - last_used_) / kMicrosPerMs)),
            now);
    else
      next = std::min(next, last_used_ + options_.idle_max);
  }
  if (state_ == State::closed) return kNever;
  if (socket_ != kNoSocket) update_interest();
  return next;
}

void Connection::start(Micros now) {
  Turn turn(*this);
  last_used_ = now;
  setup_deadline_ = options_.setup_timeout == kNever ? kNever : now + options_.setup_timeout;
  enter(State::resolving, "CONNECT", now);
  auto lookup = std::make_shared<Lookup>();
  lookup->set_poller(poller_);
  lookup_ = lookup;
  env_.resolve(host_, port_, options_.family,
               [lookup](Result<std::vector<Address>> found) { lookup->answer(std::move(found)); });
  take_lookup(now);  // literal addresses are there already
}

Error Connection::send(Request&& request, Micros now) {
  if (state_ != State::ready)
    return errorf(RD_KAFKA_RESP_ERR__TRANSPORT, "%s: not connected", name_.c_str());
  const i16 version = versions_.pick(request.api, request.version_min, request.version_max);
  if (version < 0)
    return versions_.no_common(request.api, request.version_min, request.version_max, name_);
  Turn turn(*this);
  return queue(std::move(request), version, now);
}

Error Connection::send_in_handshake(Request&& request, Micros now) {
  if (state_ != State::handshaking)
    return errorf(RD_KAFKA_RESP_ERR__TRANSPORT, "%s: not connected", name_.c_str());
  const i16 version = versions_.pick(request.api, request.version_min, request.version_max);
  if (version < 0)
    return versions_.no_common(request.api, request.version_min, request.version_max, name_);
  return queue(std::move(request), version, now);
}

void Connection::close(Error why, Micros now) {
  if (state_ == State::closed) return;
  Turn turn(*this);
  closed_quietly_ = state_ == State::ready && pending_.empty();
  drop_socket();
  if (lookup_) {
    lookup_->set_poller(nullptr);
    lookup_.reset();
  }
  // Stages are not destroyed here: one of them may be calling.
  const bool was_up = state_ == State::ready;
  enter(State::closed, "DOWN", now);
  if (was_up) {
    counters_->disconnects.fetch_add(1, std::memory_order_relaxed);
    counters_->up.fetch_sub(1, std::memory_order_relaxed);
  }
  error_ = why;
  report_ = true;
  counters_->unsent.fetch_sub(static_cast<i32>(pending_.size() - unsent_),
                              std::memory_order_relaxed);
  counters_->waiting.fetch_sub(static_cast<i32>(unsent_), std::memory_order_relaxed);
  unsent_ = 0;
  std::deque<Pending> pending;
  pending.swap(pending_);
  for (Pending& p : pending) answer(std::move(p), why);
}

}  // namespace rk
