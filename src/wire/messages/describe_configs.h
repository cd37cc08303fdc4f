// DescribeConfigs: settings of topics and brokers. Declarations only; any thread.
#pragma once

#include "wire/schema.h"

namespace rk::wire {

struct DescribeConfigsResponse {
  static constexpr wire::ApiKey key = wire::ApiKey::kDescribeConfigs;
  static constexpr VersionRange versions{2, 2};
  static constexpr i16 flexible_from = wire::flexible_from(key);

  struct Result {
    struct Config {
      struct Synonym {
        Str name;
        Str value;
        i8 source = 0;

        static constexpr auto fields =
            std::tuple{field<&Synonym::name>("name"), field<&Synonym::value>("value").nullable(),
                       field<&Synonym::source>("source")};
      };

      Str name;
      Str value;
      bool read_only = false;
      i8 config_source = -1;
      bool is_sensitive = false;
      Array<Synonym> synonyms;

      static constexpr auto fields = std::tuple{field<&Config::name>("name"),
                                                field<&Config::value>("value").nullable(),
                                                field<&Config::read_only>("read_only"),
                                                field<&Config::config_source>("config_source"),
                                                field<&Config::is_sensitive>("is_sensitive"),
                                                field<&Config::synonyms>("synonyms")};
    };

    i16 error_code = 0;
    Str error_message;
    i8 resource_type = 0;
    Str resource_name;
    Array<Config> configs;

    static constexpr auto fields = std::tuple{
        field<&Result::error_code>("error_code"),
        field<&Result::error_message>("error_message").nullable(),
        field<&Result::resource_type>("resource_type"),
        field<&Result::resource_name>("resource_name"), field<&Result::configs>("configs")};
  };

  i32 throttle_time_ms = 0;
  Array<Result> results;

  static constexpr auto fields =
      std::tuple{field<&DescribeConfigsResponse::throttle_time_ms>("throttle_time_ms"),
                 field<&DescribeConfigsResponse::results>("results")};
};

struct DescribeConfigsRequest {
  using Response = DescribeConfigsResponse;
  static constexpr wire::ApiKey key = wire::ApiKey::kDescribeConfigs;
  static constexpr VersionRange versions = Response::versions;
  static constexpr i16 flexible_from = Response::flexible_from;

  struct Resource {
    i8 resource_type = 0;
    Str resource_name;
    Array<Str> configuration_keys;

    static constexpr auto fields =
        std::tuple{field<&Resource::resource_type>("resource_type"),
                   field<&Resource::resource_name>("resource_name"),
                   field<&Resource::configuration_keys>("configuration_keys").nullable()};
  };

  Array<Resource> resources;
  bool include_synonyms = false;

  static constexpr auto fields =
      std::tuple{field<&DescribeConfigsRequest::resources>("resources"),
                 field<&DescribeConfigsRequest::include_synonyms>("include_synonyms")};
};

FASTKA_WIRE_CODEC(extern, DescribeConfigsRequest);
FASTKA_WIRE_CODEC(extern, DescribeConfigsResponse);

}  // namespace rk::wire
