// Goal: no bytes make the header decoders misbehave. Method: libFuzzer; the first byte picks the
// API of the response header, the second its version, the rest is read both as a request's and as a
// response's header.
#include "wire/header.h"

using namespace rk;
using namespace rk::wire;

extern "C" int LLVMFuzzerTestOneInput(const u8* data, size_t size) {
  if (size < 2) return 0;
  const Bytes frame(data + 2, size - 2);
  Reader request(frame);
  RequestHeader header;
  if (decode_request_header(request, header)) {
    Writer w;
    begin_request(w, header);
    Reader again(w.bytes().subspan(4));
    RequestHeader same;
    if (!decode_request_header(again, same)) __builtin_trap();
    if (same.client_id != header.client_id || same.api != header.api) __builtin_trap();
  }
  Reader response(frame);
  i32 id = 0;
  decode_response_header(response, static_cast<ApiKey>(data[0]), data[1], id);
  return 0;
}
