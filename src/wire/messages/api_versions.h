// ApiVersions: which versions of which calls a broker speaks; the first exchange of a connection.
// Declarations only; any thread.
#pragma once

#include "wire/schema.h"

namespace rk::wire {

struct ApiVersionsResponse {
  static constexpr wire::ApiKey key = wire::ApiKey::kApiVersions;
  static constexpr VersionRange versions{0, 3};
  static constexpr i16 flexible_from = wire::flexible_from(key);

  // A broker that does not speak the version asked for answers in the layout of version 0, so that
  // the asker can read which it speaks.
  static constexpr i16 body_version(i16 version, i16 first_error_code) {
    return first_error_code == RD_KAFKA_RESP_ERR_UNSUPPORTED_VERSION ? i16{0} : version;
  }

  struct ApiKey {
    i16 api_key = 0;
    i16 min_version = 0;
    i16 max_version = 0;

    static constexpr auto fields =
        std::tuple{field<&ApiKey::api_key>("api_key"), field<&ApiKey::min_version>("min_version"),
                   field<&ApiKey::max_version>("max_version")};
  };

  struct SupportedFeature {
    Str name;
    i16 min_version = 0;
    i16 max_version = 0;

    static constexpr auto fields = std::tuple{field<&SupportedFeature::name>("name"),
                                              field<&SupportedFeature::min_version>("min_version"),
                                              field<&SupportedFeature::max_version>("max_version")};
  };

  struct FinalizedFeature {
    Str name;
    i16 max_version_level = 0;
    i16 min_version_level = 0;

    static constexpr auto fields =
        std::tuple{field<&FinalizedFeature::name>("name"),
                   field<&FinalizedFeature::max_version_level>("max_version_level"),
                   field<&FinalizedFeature::min_version_level>("min_version_level")};
  };

  i16 error_code = 0;
  Array<ApiKey> api_keys;
  i32 throttle_time_ms = 0;
  Array<SupportedFeature> supported_features;
  i64 finalized_features_epoch = -1;
  Array<FinalizedFeature> finalized_features;
  bool zk_migration_ready = false;

  static constexpr auto fields = std::tuple{
      field<&ApiVersionsResponse::error_code>("error_code"),
      field<&ApiVersionsResponse::api_keys>("api_keys"),
      field<&ApiVersionsResponse::throttle_time_ms>("throttle_time_ms", v(1)),
      tagged<&ApiVersionsResponse::supported_features>("supported_features", 0, v(3)),
      tagged<&ApiVersionsResponse::finalized_features_epoch>("finalized_features_epoch", 1, v(3)),
      tagged<&ApiVersionsResponse::finalized_features>("finalized_features", 2, v(3)),
      tagged<&ApiVersionsResponse::zk_migration_ready>("zk_migration_ready", 3, v(3))};
};

struct ApiVersionsRequest {
  using Response = ApiVersionsResponse;
  static constexpr wire::ApiKey key = wire::ApiKey::kApiVersions;
  static constexpr VersionRange versions = Response::versions;
  static constexpr i16 flexible_from = Response::flexible_from;

  Str client_software_name;
  Str client_software_version;

  static constexpr auto fields = std::tuple{
      field<&ApiVersionsRequest::client_software_name>("client_software_name", v(3)),
      field<&ApiVersionsRequest::client_software_version>("client_software_version", v(3))};
};

FASTKA_WIRE_CODEC(extern, ApiVersionsRequest);
FASTKA_WIRE_CODEC(extern, ApiVersionsResponse);

}  // namespace rk::wire
