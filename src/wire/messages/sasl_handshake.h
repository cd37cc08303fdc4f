// SaslHandshake: agrees on a mechanism. Has no flexible version. Declarations only; any thread.
#pragma once

#include "wire/schema.h"

namespace rk::wire {

struct SaslHandshakeResponse {
  static constexpr wire::ApiKey key = wire::ApiKey::kSaslHandshake;
  static constexpr VersionRange versions{1, 1};
  static constexpr i16 flexible_from = wire::flexible_from(key);

  i16 error_code = 0;
  Array<Str> mechanisms;

  static constexpr auto fields =
      std::tuple{field<&SaslHandshakeResponse::error_code>("error_code"),
                 field<&SaslHandshakeResponse::mechanisms>("mechanisms")};
};

struct SaslHandshakeRequest {
  using Response = SaslHandshakeResponse;
  static constexpr wire::ApiKey key = wire::ApiKey::kSaslHandshake;
  static constexpr VersionRange versions = Response::versions;
  static constexpr i16 flexible_from = Response::flexible_from;

  Str mechanism;

  static constexpr auto fields = std::tuple{field<&SaslHandshakeRequest::mechanism>("mechanism")};
};

FASTKA_WIRE_CODEC(extern, SaslHandshakeRequest);
FASTKA_WIRE_CODEC(extern, SaslHandshakeResponse);

}  // namespace rk::wire
