#include "wire/header.h"

namespace rk::wire {

Writer::Mark begin_request(Writer& w, const RequestHeader& header) {
  const Writer::Mark mark = w.reserve_size();
  w.write_i16(static_cast<i16>(header.api));
  w.write_i16(header.version);
  w.write_i32(header.correlation_id);
  // The client id keeps the old layout in header v2 too, so that a broker can read it before it
  // knows whether it speaks the version.
  w.write_string(header.client_id, false, true);
  if (is_flexible(header.api, header.version)) w.write_uvarint(0);
  return mark;
}

Writer::Mark begin_response(Writer& w, ApiKey api, i16 version, i32 correlation_id) {
  const Writer::Mark mark = w.reserve_size();
  w.write_i32(correlation_id);
  if (response_header_has_tags(api, version)) w.write_uvarint(0);
  return mark;
}

bool decode_request_header(Reader& r, RequestHeader& out) {
  out = RequestHeader{};
  out.api = static_cast<ApiKey>(r.read_i16());
  out.version = r.read_i16();
  if (!is_known(out.api)) r.fail();
  out.correlation_id = r.read_i32();
  out.client_id = r.read_string(false, true);
  if (is_flexible(out.api, out.version)) r.skip_tags();
  return r.ok();
}

bool decode_response_header(Reader& r, ApiKey api, i16 version, i32& correlation_id) {
  correlation_id = r.read_i32();
  if (response_header_has_tags(api, version)) r.skip_tags();
  return r.ok();
}

}  // namespace rk::wire
