// Frames: the 4-byte size and the request and response headers in front of every message body.
// No state; any thread.
#pragma once

#include "wire/api.h"
#include "wire/primitives.h"

namespace rk::wire {

struct RequestHeader {
  ApiKey api{};
  i16 version = 0;
  i32 correlation_id = 0;
  Str client_id;  // may be null
};

// Writes the size (still open) and the header; the body follows, then end_frame().
Writer::Mark begin_request(Writer& w, const RequestHeader& header);
Writer::Mark begin_response(Writer& w, ApiKey api, i16 version, i32 correlation_id);
inline void end_frame(Writer& w, Writer::Mark mark) {
  w.patch_size(mark);
}

// Both read what follows the size. A request of an API that we do not know fails after api and
// version were filled in.
bool decode_request_header(Reader& r, RequestHeader& out);
bool decode_response_header(Reader& r, ApiKey api, i16 version, i32& correlation_id);

// ApiVersions is answered with header v0 in every version: its asker cannot know yet which versions
// the broker speaks.
constexpr bool response_header_has_tags(ApiKey api, i16 version) {
  return api != ApiKey::kApiVersions && is_flexible(api, version);
}

}  // namespace rk::wire
