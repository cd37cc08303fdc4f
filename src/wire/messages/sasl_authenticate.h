// SaslAuthenticate: carries the mechanism's tokens. Never log auth_bytes.
// Declarations only; any thread.
#pragma once

#include "wire/schema.h"

namespace rk::wire {

struct SaslAuthenticateResponse {
  static constexpr wire::ApiKey key = wire::ApiKey::kSaslAuthenticate;
  static constexpr VersionRange versions{1, 1};
  static constexpr i16 flexible_from = wire::flexible_from(key);

  i16 error_code = 0;
  Str error_message;
  Bytes auth_bytes;
  i64 session_lifetime_ms = 0;

  static constexpr auto fields =
      std::tuple{field<&SaslAuthenticateResponse::error_code>("error_code"),
                 field<&SaslAuthenticateResponse::error_message>("error_message").nullable(),
                 field<&SaslAuthenticateResponse::auth_bytes>("auth_bytes"),
                 field<&SaslAuthenticateResponse::session_lifetime_ms>("session_lifetime_ms")};
};

struct SaslAuthenticateRequest {
  using Response = SaslAuthenticateResponse;
  static constexpr wire::ApiKey key = wire::ApiKey::kSaslAuthenticate;
  static constexpr VersionRange versions = Response::versions;
  static constexpr i16 flexible_from = Response::flexible_from;

  Bytes auth_bytes;

  static constexpr auto fields =
      std::tuple{field<&SaslAuthenticateRequest::auth_bytes>("auth_bytes")};
};

FASTKA_WIRE_CODEC(extern, SaslAuthenticateRequest);
FASTKA_WIRE_CODEC(extern, SaslAuthenticateResponse);

}  // namespace rk::wire
