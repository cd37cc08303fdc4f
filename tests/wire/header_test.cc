// Goal: frames and headers in all four header versions. Method: bytes spelled out from the protocol
// guide's header definitions.
#include "wire/header.h"

#include "wire/cmocka_glue.h"
#include "wire/messages/all.h"

using namespace rk;
using namespace rk::wire;

namespace {

using Raw = std::vector<u8>;

Raw request_frame(const RequestHeader& header) {
  Writer w;
  const Writer::Mark frame = begin_request(w, header);
  w.write_i8(0x55);
  end_frame(w, frame);
  Raw out(w.size());
  w.copy_to(out.data());
  return out;
}

void request_header_1(void**) {
  const RequestHeader sent{ApiKey::kMetadata, 7, 0x01020304, "me"};
  const Raw expected{0, 0, 0, 13, 0, 3, 0, 7, 1, 2, 3, 4, 0, 2, 'm', 'e', 0x55};
  assert_true(request_frame(sent) == expected);
  Reader r({expected.data() + 4, expected.size() - 4});
  RequestHeader got;
  assert_true(decode_request_header(r, got));
  assert_true(got.api == ApiKey::kMetadata && got.version == 7);
  assert_int_equal(got.correlation_id, 0x01020304);
  assert_true(got.client_id == "me");
  assert_int_equal(r.remaining(), 1);
}

// The client id keeps its i16 length; only the tag section is new.
void request_header_2(void**) {
  const RequestHeader sent{ApiKey::kMetadata, 9, 1, {}};
  const Raw expected{0, 0, 0, 12, 0, 3, 0, 9, 0, 0, 0, 1, 0xff, 0xff, 0, 0x55};
  assert_true(request_frame(sent) == expected);
  const Raw with_tag{0, 3, 0, 9, 0, 0, 0, 1, 0xff, 0xff, 1, 0, 2, 9, 9, 0x55};
  Reader r({with_tag.data(), with_tag.size()});
  RequestHeader got;
  assert_true(decode_request_header(r, got));
  assert_true(got.client_id.data() == nullptr);
  assert_int_equal(r.remaining(), 1);
}

void unknown_requests_are_refused(void**) {
  const Raw raw{0x27, 0x0f, 0, 1, 0, 0, 0, 1, 0xff, 0xff};
  Reader r({raw.data(), raw.size()});
  RequestHeader got;
  assert_false(decode_request_header(r, got));
  assert_int_equal(static_cast<int>(got.api), 9999);
  assert_int_equal(got.version, 1);
}

void response_headers(void**) {
  const struct {
    ApiKey api;
    i16 version;
    Raw raw;
  } cases[] = {
      {ApiKey::kMetadata, 8, {0, 0, 0, 5, 0, 0, 0, 9, 0x55}},
      {ApiKey::kMetadata, 9, {0, 0, 0, 6, 0, 0, 0, 9, 0, 0x55}},
      {ApiKey::kApiVersions, 3, {0, 0, 0, 5, 0, 0, 0, 9, 0x55}},
      {ApiKey::kSaslHandshake, 1, {0, 0, 0, 5, 0, 0, 0, 9, 0x55}},
  };
  for (const auto& c : cases) {
    Writer w;
    const Writer::Mark frame = begin_response(w, c.api, c.version, 9);
    w.write_i8(0x55);
    end_frame(w, frame);
    assert_int_equal(w.size(), c.raw.size());
    assert_memory_equal(w.bytes().data(), c.raw.data(), c.raw.size());
    Reader r({c.raw.data() + 4, c.raw.size() - 4});
    i32 id = 0;
    assert_true(decode_response_header(r, c.api, c.version, id));
    assert_int_equal(id, 9);
    assert_int_equal(r.remaining(), 1);
  }
}

void cut_headers_fail(void**) {
  const Raw raw{0, 3, 0, 9, 0, 0, 0, 1, 0, 1, 'x', 1, 0, 1, 7};
  for (size_t size = 0; size < raw.size(); ++size) {
    const Raw cut(raw.begin(), raw.begin() + static_cast<long>(size));
    Reader r({cut.data(), cut.size()});
    RequestHeader got;
    assert_false(decode_request_header(r, got));
  }
}

// Every message agrees with the table that the headers go by.
void tables_agree(void**) {
  const auto one = []<typename T>() {
    assert_int_equal(T::flexible_from, flexible_from(T::key));
    assert_true(T::versions.min >= 0 && !T::versions.empty());
  };
  Requests::for_each(one);
  Responses::for_each(one);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(request_header_1),
      cmocka_unit_test(request_header_2),
      cmocka_unit_test(unknown_requests_are_refused),
      cmocka_unit_test(response_headers),
      cmocka_unit_test(cut_headers_fail),
      cmocka_unit_test(tables_agree),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
