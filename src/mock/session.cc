#include "mock/session.h"

#include "mock/handler.h"

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
  if (!over && waiting_->appends == cluster_.appends()) return true;
  const std::vector<u8> frame = std::move(waiting_->frame);
  const Micros deadline = waiting_->deadline;
  waiting_.reset();
  if (!handle(frame, now, over)) return false;
  if (waiting_) waiting_->deadline = deadline;  // it goes on waiting, not anew
  return handle_all(now);
}

bool Session::handle_all(Micros now) {
  size_t used = 0;
  bool ok = true;
  while (ok && !waiting_ && input_.size() - used >= 4) {
    const i32 size = load_be<i32>(input_.data() + used);
    if (size < 8 || static_cast<size_t>(size) > kRequestBytesMax) return false;
    if (input_.size() - used - 4 < static_cast<size_t>(size)) break;
    ok = handle({input_.data() + used + 4, static_cast<size_t>(size)}, now, false);
    used += 4 + static_cast<size_t>(size);
  }
  input_.erase(input_.begin(), input_.begin() + static_cast<std::ptrdiff_t>(used));
  return ok;
}

bool Session::handle(Bytes frame, Micros now, bool last_chance) {
  wire::Reader reader(frame);
  wire::RequestHeader header;
  if (!wire::decode_request_header(reader, header)) return false;
  const Handler* handler = find_handler(header.api);
  const bool versions = header.api == wire::ApiKey::kApiVersions;
  // A version that we do not speak ends the connection, but for ApiVersions, which answers it.
  if (!handler || (!versions && !handler->versions.has(header.version))) return false;
  const i16 version = handler->versions.has(header.version) ? header.version : i16{0};
  wire::Writer writer;
  const wire::Writer::Mark mark =
      wire::begin_response(writer, header.api, version, header.correlation_id);
  Call call{cluster_, broker_id_, header.version, reader, writer, Arena(), now, last_chance};
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
