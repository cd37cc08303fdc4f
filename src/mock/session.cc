#include "mock/session.h"

namespace rk::mock {
namespace {

constexpr size_t kRequestBytesMax = size_t{100} << 20;  // a broker's socket.request.max.bytes

const Handler* find_handler(wire::ApiKey key) {
  for (const Handler& h : handlers())
    if (h.key == key) return &h;
  return nullptr;
}

}  // namespace

bool Session::feed(Bytes bytes, Micros now) {
  input_.insert(input_.end(), bytes.begin(), bytes.end());
  return handle_all(now);
}

bool Session::step(Micros now) {
  if (!waiting_) return true;
  const bool over = now >= waiting_->deadline;
  if (waiting_->stalled) {
    if (!over) return true;
    const Waiting held = std::move(*waiting_);
    waiting_.reset();
    output_.insert(output_.end(), held.answer.begin(), held.answer.end());
    if (!held.frame.empty() && !handle(held.frame, now, false, held.stalled)) return false;
    return handle_all(now);
  }
  if (!over && (waiting_->until_deadline || waiting_->appends == cluster_.appends())) return true;
  Waiting held = std::move(*waiting_);
  waiting_.reset();
  if (!handle(held.frame, now, over, held.fault, std::move(held.appended))) return false;
  if (waiting_) waiting_->deadline = held.deadline;  // it goes on waiting, not anew
  return handle_all(now);
}

bool Session::handle_all(Micros now) {
  size_t used = 0;
  bool ok = true;
  while (ok && !waiting_ && input_.size() - used >= 4) {
    const i32 size = load_be<i32>(input_.data() + used);
    if (size < 8 || static_cast<size_t>(size) > kRequestBytesMax) return false;
    if (input_.size() - used - 4 < static_cast<size_t>(size)) break;
    ok = receive({input_.data() + used + 4, static_cast<size_t>(size)}, now);
    used += 4 + static_cast<size_t>(size);
  }
  input_.erase(input_.begin(), input_.begin() + static_cast<std::ptrdiff_t>(used));
  return ok;
}

// A request that comes in: with the fault that waits for one of its kind.
bool Session::receive(Bytes frame, Micros now) {
  wire::Reader reader(frame);
  wire::RequestHeader header;
  if (!wire::decode_request_header(reader, header)) return false;
  if (header.api == wire::ApiKey::kProduce) {
    cluster_.faults().heard(broker_id_, now);
    if (Faults::Watcher* w = cluster_.faults().watcher())
      w->produce_arrived(header.version, reader.rest());
  }
  const std::optional<Fault> fault = cluster_.faults().take(header.api);
  if (!fault) return handle(frame, now, false, fault);
  using Kind = Fault::Kind;
  switch (fault->kind) {
    case Kind::cut:
      return false;
    case Kind::cut_then_do:
      cluster_.faults().late().push_back(
          {now + fault->delay, broker_id_, {frame.begin(), frame.end()}});
      return false;
    case Kind::stall:
      waiting_.emplace();
      waiting_->frame.assign(frame.begin(), frame.end());
      waiting_->deadline = now + fault->delay;
      waiting_->stalled = fault;
      return true;
    case Kind::do_then_cut:
      (void)handle(frame, now, true, fault);
      return false;
    case Kind::do_then_stall:
      return handle_and_hold(frame, now, *fault);
    case Kind::throttle:
    case Kind::refuse:
    case Kind::do_then_refuse:
      break;
  }
  return handle(frame, now, false, fault);
}

bool Session::handle_and_hold(Bytes frame, Micros now, const Fault& fault) {
  const size_t from = output_.size();
  if (!handle(frame, now, true, fault)) return false;
  const auto answer = output_.begin() + static_cast<std::ptrdiff_t>(from);
  waiting_.emplace();
  waiting_->deadline = now + fault.delay;
  waiting_->stalled = fault;
  waiting_->answer.assign(answer, output_.end());
  output_.erase(answer, output_.end());
  return true;
}

void Session::do_late(Cluster& cluster, i32 broker_id, Bytes frame, Micros now) {
  Session session(cluster, broker_id);
  const Fault late{Fault::Kind::cut_then_do, kOk, 0};
  (void)session.handle(frame, now, true, late);
}

bool Session::handle(Bytes frame, Micros now, bool last_chance, const std::optional<Fault>& fault,
                     std::vector<Appended> appended) {
  wire::Reader reader(frame);
  wire::RequestHeader header;
  if (!wire::decode_request_header(reader, header)) return false;
  const Handler* handler = find_handler(header.api);
  const bool versions = header.api == wire::ApiKey::kApiVersions;
  // A version that we do not speak ends the connection, but for ApiVersions, which answers it.
  if (!handler) return false;
  const bool spoken = offered(cluster_, *handler).has(header.version);
  if (!versions && !spoken) return false;
  const i16 version = spoken ? header.version : i16{0};
  wire::Writer writer;
  const wire::Writer::Mark mark =
      wire::begin_response(writer, header.api, version, header.correlation_id);
  Call call{cluster_, broker_id_, header.version, reader, writer, Arena(), now, last_chance};
  call.fault = fault;
  call.appended = std::move(appended);
  const Handled handled = handler->run(call);
  switch (handled.outcome) {
    case Outcome::malformed:
      return false;
    case Outcome::silent:
      return true;
    case Outcome::wait:
      waiting_.emplace();
      waiting_->frame.assign(frame.begin(), frame.end());
      waiting_->deadline = now + handled.wait_us;
      waiting_->appends = cluster_.appends();
      waiting_->until_deadline = handled.until_then;
      waiting_->fault = fault;
      waiting_->appended = std::move(call.appended);
      return true;
    case Outcome::answered:
      break;
  }
  wire::end_frame(writer, mark);
  if (!writer.ok()) return false;
  const size_t at = output_.size();
  output_.resize(at + writer.size());
  writer.copy_to(output_.data() + at);
  return true;
}

}  // namespace rk::mock
