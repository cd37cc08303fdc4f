// DescribeConfigs: a broker's settings are asked of that broker, all others of any.
#include <charconv>

#include "abi/admin_call.h"
#include "base/error_names.h"
#include "wire/messages/describe_configs.h"

namespace rk {
namespace {

struct Resource {
  rd_kafka_ResourceType_t type;
  std::string name;
  std::vector<std::string> keys;  // empty: all of them
};

// The protocol's number of a kind, which is not the API's; 0: it has none.
constexpr struct {
  rd_kafka_ResourceType_t type;
  i8 number;
} kKinds[] = {
    {RD_KAFKA_RESOURCE_TOPIC, 2}, {RD_KAFKA_RESOURCE_BROKER, 4}, {RD_KAFKA_RESOURCE_GROUP, 32}};

i8 number_of(rd_kafka_ResourceType_t type) {
  for (const auto& k : kKinds)
    if (k.type == type) return k.number;
  return 0;
}
rd_kafka_ResourceType_t type_of(i8 number) {
  for (const auto& k : kKinds)
    if (k.number == number) return k.type;
  return RD_KAFKA_RESOURCE_UNKNOWN;
}

// Whom to ask; an error when there is no one broker for it.
Error find_target(const std::vector<Resource>& resources, Target* target) {
  *target = Target::to_any();
  for (const Resource& r : resources) {
    if (r.type != RD_KAFKA_RESOURCE_BROKER) continue;
    if (target->kind == Target::Kind::broker)
      return errorf(RD_KAFKA_RESP_ERR__CONFLICT,
                    "Only one ConfigResource of type BROKER is allowed in a call");
    i32 id = -1;
    const char* end = r.name.data() + r.name.size();
    const auto parsed = std::from_chars(r.name.data(), end, id);
    if (parsed.ec != std::errc() || parsed.ptr != end || id < 0)
      return errorf(RD_KAFKA_RESP_ERR__INVALID_ARG,
                    "The name of a ConfigResource of type BROKER must be a broker id, not \"%s\"",
                    r.name.c_str());
    *target = Target::to_broker(id);
  }
  return {};
}

void encode_resources(wire::Writer& w, i16 version, const std::vector<Resource>& resources) {
  std::vector<std::vector<wire::Str>> keys(resources.size());
  std::vector<wire::DescribeConfigsRequest::Resource> rows(resources.size());
  for (size_t i = 0; i < resources.size(); ++i) {
    rows[i].resource_type = number_of(resources[i].type);
    rows[i].resource_name = resources[i].name;
    keys[i].assign(resources[i].keys.begin(), resources[i].keys.end());
    if (keys[i].empty())
      rows[i].configuration_keys = nullptr;
    else
      rows[i].configuration_keys = keys[i];
  }
  wire::DescribeConfigsRequest m;
  m.resources = rows;
  m.include_synonyms = true;
  wire::encode(w, m, version);
}

// Sources that the API's enum does not have are unknown to it.
rd_kafka_ConfigSource_t source_of(i8 source) {
  return source > 0 && source < RD_KAFKA_CONFIG_SOURCE__CNT
             ? static_cast<rd_kafka_ConfigSource_t>(source)
             : RD_KAFKA_CONFIG_SOURCE_UNKNOWN_CONFIG;
}

using WireConfig = wire::DescribeConfigsResponse::Result::Config;

void fill(rd_kafka_ConfigEntry_s& to, const WireConfig& from) {
  to.name = std::string(from.name);
  to.value = text_of(from.value);
  to.source = source_of(from.config_source);
  to.is_read_only = from.read_only;
  to.is_default = to.source == RD_KAFKA_CONFIG_SOURCE_DEFAULT_CONFIG;
  to.is_sensitive = from.is_sensitive;
  for (const auto& s : from.synonyms) {
    rd_kafka_ConfigEntry_s& synonym = to.synonyms.add();
    synonym.name = std::string(s.name);
    synonym.value = text_of(s.value);
    synonym.source = source_of(s.source);
    synonym.is_default = synonym.source == RD_KAFKA_CONFIG_SOURCE_DEFAULT_CONFIG;
    synonym.is_synonym = true;
  }
}

Error read_settings(Reply& reply, ConfigResults& to) {
  Arena arena;
  wire::DescribeConfigsResponse m;
  if (Error e = read_admin_answer(reply, m, arena)) return e;
  for (const auto& r : m.results) {
    rd_kafka_ConfigResource_s& resource = to.resources.add();
    resource.type = type_of(r.resource_type);
    resource.name = std::string(r.resource_name);
    resource.error = error_of_broker(r.error_code);
    resource.error_text = error_text_of(r.error_message);
    for (const auto& c : r.configs) fill(resource.entries.add(), c);
  }
  return {};
}

}  // namespace
}  // namespace rk

void rd_kafka_DescribeConfigs(rd_kafka_t* rk, rd_kafka_ConfigResource_t** configs,
                              size_t config_cnt, const rd_kafka_AdminOptions_t* options,
                              rd_kafka_queue_t* rkqu) {
  using namespace rk;
  auto pending = std::make_shared<Pending<ConfigResults>>(RD_KAFKA_EVENT_DESCRIBECONFIGS_RESULT,
                                                          options, rkqu);
  auto resources = std::make_shared<std::vector<Resource>>();
  for (size_t i = 0; i < config_cnt; ++i) {
    Resource& r = resources->emplace_back(Resource{configs[i]->type, configs[i]->name, {}});
    for (size_t k = 0; k < configs[i]->entries.size(); ++k)
      r.keys.push_back(configs[i]->entries[k].name);
  }
  Target target;
  if (Error e = find_target(*resources, &target)) return pending->deliver(std::move(e));
  auto call = new_admin_call(*rk, options, std::move(target));
  speaks<wire::DescribeConfigsRequest>(*call);
  call->encode = [resources](wire::Writer& w, i16 version, i32) {
    encode_resources(w, version, *resources);
  };
  call->take = [pending](Reply& reply, bool) { return read_settings(reply, *pending->result); };
  call->done = [pending](Error e) { pending->deliver(std::move(e)); };
  start_admin_call(*rk->cluster, std::move(call));
}
