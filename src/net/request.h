// Request and Reply: one exchange with a broker, as the caller sees it. A Request is built by any
// layer above net and moved into a Connection (net/connection.h), which encodes it with the version
// that was negotiated with that broker, and calls `done` exactly once, on the thread that drives
// the connection: with the answer's body, or with why there is none.
#pragma once

#include <functional>

#include "base/buffer.h"
#include "base/error.h"
#include "wire/api.h"
#include "wire/primitives.h"

namespace rk {

// A broker's quota windows span seconds; more than this is a broken or hostile answer.
constexpr i32 kThrottleMsMax = 60000;

struct Reply {
  Error error;              // _TRANSPORT, _TIMED_OUT, _UNSUPPORTED_FEATURE, ...; ok: body is valid
  bool bytes_sent = false;  // at least one byte of the request may have left ("an attempt")
  i16 version = 0;          // the version the request was sent with
  i32 broker_id = -1;       // the node that answered, -1 for a bootstrap connection
  BufferRef frame;          // owns the bytes that body reads
  wire::Reader body{{}};    // after the response header
  Micros sent_at = 0;
  // KIP-219, where it stands first in the body (all but Produce); the connection is muted already.
  i32 throttle_ms = 0;
};

struct Request {
  wire::ApiKey api{};
  // Asked with the negotiated version (the highest both sides speak within [min, max]).
  i16 version_min = 0;
  i16 version_max = 0;
  // Writes the body. Called once, just before sending.
  std::function<void(wire::Writer&, i16 version)> encode;
  // Bodies that carry records: appended to the frame after encode()'s bytes as they lie, without a
  // copy; they stay alive until done() was called.
  std::function<void(Reply&&)> done;
  Micros deadline = kNever;  // absolute; passing it in flight breaks the connection
  bool expects_answer = true;
};

}  // namespace rk
