// Requests out, answers in.
#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/planted.h"
#include "net/connection.h"
#include "wire/header.h"

namespace rk {
namespace {

constexpr size_t kPartsMax = 256;  // of one sendmsg
// After so many bytes other connections get their turn; what is left makes the poller come back.
constexpr size_t kReceiveBudget = size_t{8} << 20;

// The iovecs of `frame` from byte `from` on.
void append_rest(const wire::Writer& frame, size_t from, std::vector<iovec>& out) {
  const size_t first = out.size();
  frame.append_iovecs(out);
  size_t i = first;
  while (i < out.size() && from >= out[i].iov_len) from -= out[i++].iov_len;
  if (i < out.size()) {
    out[i].iov_base = static_cast<u8*>(out[i].iov_base) + from;
    out[i].iov_len -= from;
  }
  out.erase(out.begin() + static_cast<std::ptrdiff_t>(first),
            out.begin() + static_cast<std::ptrdiff_t>(i));
}

// Whether throttle_time_ms is the body's first field, in the versions that we speak. From these
// versions on the broker answers first and wants silence afterwards (KIP-219).
bool throttle_comes_first(wire::ApiKey api) {
  switch (api) {
    case wire::ApiKey::kFetch:
    case wire::ApiKey::kListOffsets:
    case wire::ApiKey::kMetadata:
    case wire::ApiKey::kOffsetCommit:
    case wire::ApiKey::kOffsetFetch:
    case wire::ApiKey::kFindCoordinator:
    case wire::ApiKey::kCreateTopics:
    case wire::ApiKey::kDeleteTopics:
    case wire::ApiKey::kInitProducerId:
    case wire::ApiKey::kOffsetForLeaderEpoch:
    case wire::ApiKey::kDescribeConfigs:
    case wire::ApiKey::kCreatePartitions:
      return true;
    default:
      return false;
  }
}

}  // namespace

Error Connection::queue(Request&& request, i16 version, Micros now) {
  Pending p;
  p.correlation_id = next_correlation_id_;
  p.version = version;
  p.queued_at = now;
  const auto mark =
      wire::begin_request(p.frame, {request.api, version, p.correlation_id, options_.client_id});
  if (request.encode) request.encode(p.frame, version);
  wire::end_frame(p.frame, mark);
  if (!p.frame.ok())
    return errorf(RD_KAFKA_RESP_ERR__INVALID_ARG, "%s: %s request could not be encoded",
                  name_.c_str(), wire::api_name(request.api));
  next_correlation_id_ =
      next_correlation_id_ == std::numeric_limits<i32>::max() ? 1 : next_correlation_id_ + 1;
  next_deadline_ = std::min(next_deadline_, request.deadline);
  const auto key = static_cast<size_t>(request.api);
  if (key < BrokerCounters::kKeys) counters_->requests[key].fetch_add(1, std::memory_order_relaxed);
  counters_->unsent.fetch_add(1, std::memory_order_relaxed);
  p.request = std::move(request);
  pending_.push_back(std::move(p));
  last_used_ = now;
  flush(now);
  if (socket_ != kNoSocket) update_interest();
  return {};
}

void Connection::flush(Micros now) {
  std::vector<iovec> parts;
  while (unsent_ < pending_.size() && socket_ != kNoSocket) {
    const bool midway = pending_[unsent_].written > 0;
    if (now < muted_until_ && !midway) return;
    parts.clear();
    for (size_t i = unsent_; i < pending_.size() && parts.size() < kPartsMax; ++i) {
      append_rest(pending_[i].frame, pending_[i].written, parts);
      if (now < muted_until_) break;
    }
    const size_t count = std::min(parts.size(), kPartsMax);
    const ssize_t n = transport_->send(parts.data(), static_cast<int>(count));
    if (n == -EAGAIN || n == -EWOULDBLOCK) return;
    if (n < 0) {
      counters_->tx_errors.fetch_add(1, std::memory_order_relaxed);
      char text[128];
      return fail(RD_KAFKA_RESP_ERR__TRANSPORT,
                  stringf("Send failed: %s", strerror_r(static_cast<int>(-n), text, sizeof text)),
                  now);
    }
    written(static_cast<size_t>(n), now);
  }
}

void Connection::written(size_t bytes, Micros now) {
  counters_->tx_bytes.fetch_add(bytes, std::memory_order_relaxed);
  counters_->last_tx.store(now, std::memory_order_relaxed);
  last_used_ = now;
  std::vector<Pending> unanswered;
  while (bytes > 0) {
    Pending& p = pending_[unsent_];
    if (p.written == 0) {
      p.sent_at = now;
      if (counters_->windows) counters_->windows->outbuf_latency.add(now - p.queued_at);
    }
    const size_t part = std::min(bytes, p.frame.size() - p.written);
    p.written += part;
    bytes -= part;
    if (!p.whole()) break;
    counters_->tx.fetch_add(1, std::memory_order_relaxed);
    counters_->unsent.fetch_sub(1, std::memory_order_relaxed);
    if (p.request.expects_answer) {
      counters_->waiting.fetch_add(1, std::memory_order_relaxed);
      ++unsent_;
      continue;
    }
    unanswered.push_back(std::move(p));
    pending_.erase(pending_.begin() + static_cast<std::ptrdiff_t>(unsent_));
  }
  // Last: their owners may send again, which must find the counts above in order.
  for (Pending& p : unanswered) answer(std::move(p), {});
}

void Connection::receive(Micros now) {
  size_t budget = kReceiveBudget;
  while (socket_ != kNoSocket) {
    size_t asked = 0;
    const ssize_t n = reader_.fill(*transport_, &asked);
    if (n == -EAGAIN || n == -EWOULDBLOCK) return;
    if (n <= 0) {
      if (reader_.partial()) counters_->rx_partial.fetch_add(1, std::memory_order_relaxed);
      char text[128];
      return fail(RD_KAFKA_RESP_ERR__TRANSPORT,
                  n == 0 ? std::string("Disconnected")
                         : stringf("Receive failed: %s",
                                   strerror_r(static_cast<int>(-n), text, sizeof text)),
                  now);
    }
    const auto got = static_cast<size_t>(n);
    counters_->rx_bytes.fetch_add(got, std::memory_order_relaxed);
    counters_->last_rx.store(now, std::memory_order_relaxed);
    last_used_ = now;
    FrameReader::Frame frame;
    Error why;
    FrameReader::Next next;
    while ((next = reader_.next(&frame, &why)) == FrameReader::Next::frame) {
      if (!take_frame(std::move(frame), now)) return;
      frame = {};
    }
    if (next == FrameReader::Next::bad) {
      counters_->rx_errors.fetch_add(1, std::memory_order_relaxed);
      return fail(RD_KAFKA_RESP_ERR__TRANSPORT, std::string(why.text()), now);
    }
    // Less than asked for: the socket is empty, asking again would only cost a system call.
    if (!transport_->buffered() && (got < asked || got >= budget)) return;
    budget -= std::min(budget, got);
  }
}

// False: the connection is closed.
bool Connection::take_frame(FrameReader::Frame&& frame, Micros now) {
  wire::Reader body(frame.bytes);
  i32 correlation_id = -1;
  const bool expected = unsent_ > 0;
  // An answer's first four bytes are its correlation id, in every header version.
  wire::Reader peek(frame.bytes);
  correlation_id = peek.read_i32();
  if (!expected || correlation_id != pending_.front().correlation_id) {
    counters_->rx_corrid_errors.fetch_add(1, std::memory_order_relaxed);
    fail(RD_KAFKA_RESP_ERR__TRANSPORT,
         expected ? stringf("Protocol error: answer with correlation id %d where %d was due",
                            correlation_id, pending_.front().correlation_id)
                  : stringf("Protocol error: answer with correlation id %d to no request",
                            correlation_id),
         now);
    return false;
  }
  Pending p = std::move(pending_.front());
  pending_.pop_front();
  --unsent_;
  counters_->waiting.fetch_sub(1, std::memory_order_relaxed);
  counters_->rx.fetch_add(1, std::memory_order_relaxed);
  if (counters_->windows) counters_->windows->round_trip.add(now - p.sent_at);

  if (!wire::decode_response_header(body, p.request.api, p.version, correlation_id)) {
    counters_->rx_errors.fetch_add(1, std::memory_order_relaxed);
    answer(std::move(p),
           errorf(RD_KAFKA_RESP_ERR__BAD_MSG, "%s: malformed response header", name_.c_str()));
    if (state_ != State::closed)
      fail(RD_KAFKA_RESP_ERR__TRANSPORT, "Protocol error: malformed response header", now);
    return false;
  }
  Reply reply;
  reply.bytes_sent = true;
  reply.version = p.version;
  reply.broker_id = broker_id_;
  reply.frame = std::move(frame.buffer);
  reply.body = body;
  reply.sent_at = p.sent_at;
  if (throttle_comes_first(p.request.api)) {
    wire::Reader first = body;
    reply.throttle_ms = std::clamp(first.read_i32(), 0, kThrottleMsMax);
    if (counters_->windows) counters_->windows->throttle.add(reply.throttle_ms);
    if (reply.throttle_ms > 0 && !FASTKA_PLANTED(sends_while_throttled))
      mute_until(now + reply.throttle_ms * kMicrosPerMs);
  }
  if (p.request.done) p.request.done(std::move(reply));
  return state_ != State::closed;
}

void Connection::answer(Pending&& p, Error error) {
  if (!p.request.done) return;
  Reply reply;
  reply.error = std::move(error);
  reply.bytes_sent = p.written > 0;
  reply.version = p.version;
  reply.broker_id = broker_id_;
  reply.sent_at = p.sent_at;
  p.request.done(std::move(reply));
}

// Requests past their deadline: one that may have reached the broker makes the connection useless,
// since answers come in order and its answer stands in front of all others.
Micros Connection::expire(Micros now) {
  if (now < next_deadline_) return next_deadline_;
  for (size_t i = 0; i < pending_.size(); ++i) {
    Pending& p = pending_[i];
    if (p.request.deadline > now || p.written == 0) continue;
    counters_->request_timeouts.fetch_add(1, std::memory_order_relaxed);
    const char* api = wire::api_name(p.request.api);
    const auto ms = static_cast<long long>((now - p.sent_at) / kMicrosPerMs);
    const bool whole = p.whole();
    Pending late = std::move(p);
    pending_.erase(pending_.begin() + static_cast<std::ptrdiff_t>(i));
    if (i < unsent_) --unsent_;
    (whole ? counters_->waiting : counters_->unsent).fetch_sub(1, std::memory_order_relaxed);
    const std::string what = stringf("%s request timed out after %lldms", api, ms);
    // Closed first: what the late one's owner asks for next must not go to this connection.
    const bool setting_up = state_ == State::handshaking;
    fail(RD_KAFKA_RESP_ERR__TRANSPORT, what, now);
    answer(std::move(late),
           setting_up ? error_ : Error(RD_KAFKA_RESP_ERR__TIMED_OUT, name_ + ": " + what));
    return kNever;
  }
  expire_unsent(now);
  next_deadline_ = kNever;
  for (const Pending& p : pending_) next_deadline_ = std::min(next_deadline_, p.request.deadline);
  return next_deadline_;
}

void Connection::expire_unsent(Micros now) {
  std::vector<Pending> late;
  for (size_t i = unsent_; i < pending_.size();) {
    if (pending_[i].request.deadline > now || pending_[i].written > 0) {
      ++i;
      continue;
    }
    late.push_back(std::move(pending_[i]));
    pending_.erase(pending_.begin() + static_cast<std::ptrdiff_t>(i));
    counters_->unsent.fetch_sub(1, std::memory_order_relaxed);
  }
  for (Pending& p : late) {
    const char* api = wire::api_name(p.request.api);
    answer(std::move(p), errorf(RD_KAFKA_RESP_ERR__TIMED_OUT,
                                "%s: %s request timed out before it was sent", name_.c_str(), api));
  }
}

void Connection::update_interest() {
  if (!poller_ || state_ == State::connecting || !transport_ready_) return;
  u8 want = kReadable;
  if (transport_) want = static_cast<u8>(want | transport_->interest());
  const bool blocked =
      unsent_ < pending_.size() && (pending_[unsent_].written > 0 || env_.now() >= muted_until_);
  if (blocked) want |= kWritable;
  if (want == interest_) return;
  interest_ = want;
  poller_->modify(socket_, interest_, this);
}

void Connection::drop_socket() {
  if (socket_ == kNoSocket) return;
  if (poller_) poller_->remove(socket_);
  transport_.reset();
  transport_ready_ = false;
  env_.net().close(socket_);
  socket_ = kNoSocket;
  interest_ = 0;
  reader_.reset();
}

}  // namespace rk
