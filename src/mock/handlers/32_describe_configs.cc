// DescribeConfigs: the settings that this broker has, with its own values: of a topic the largest
// batch, of a broker that and what becomes of topics. A topic that does not exist is 3, a broker
// other than the one asked is 42, other kinds are 42 too. Settings that are asked for by name and
// do not exist are left out, as Kafka does.
#include <algorithm>
#include <charconv>

#include "mock/handler.h"
#include "wire/messages/describe_configs.h"

namespace rk::mock {
namespace {

using wire::DescribeConfigsResponse;
using Config = DescribeConfigsResponse::Result::Config;

constexpr i8 kTopic = 2, kBroker = 4;
constexpr i8 kStaticBroker = 4, kDefault = 5;

struct Setting {
  const char* name;
  std::string value;
};

struct Lists {
  std::vector<Setting> broker;
  std::vector<std::vector<Config>> configs;
  std::vector<std::vector<Config::Synonym>> synonyms;
};

bool wanted(const wire::DescribeConfigsRequest::Resource& r, wire::Str name) {
  const auto& keys = r.configuration_keys;
  return keys.is_null() || std::find(keys.begin(), keys.end(), name) != keys.end();
}

void add(const char* name, const Setting& from, bool read_only, bool synonyms, Lists& to) {
  auto& row = to.configs.back().emplace_back();
  row.name = name;
  row.value = from.value;
  row.read_only = read_only;
  row.config_source = kStaticBroker;
  if (!synonyms) return;
  auto& list = to.synonyms.emplace_back();
  auto& s = list.emplace_back();
  s.name = from.name;
  s.value = from.value;
  s.source = kStaticBroker;
  row.synonyms = list;
}

// A topic's settings: what the broker has for all of them.
void describe(Call& call, const wire::DescribeConfigsRequest::Resource& r, bool synonyms,
              DescribeConfigsResponse::Result& out, Lists& to) {
  if (r.resource_type == kTopic) {
    if (!call.cluster.topic(r.resource_name)) {
      out.error_code = RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART;
    } else if (wanted(r, "max.message.bytes")) {
      add("max.message.bytes", to.broker[0], false, synonyms, to);
    }
  } else if (r.resource_type == kBroker) {
    i32 id = -1;
    std::from_chars(r.resource_name.data(), r.resource_name.data() + r.resource_name.size(), id);
    if (id != call.broker_id) {
      out.error_code = RD_KAFKA_RESP_ERR_INVALID_REQUEST;
      out.error_message = "the settings of another broker were asked for";
      return;
    }
    for (const Setting& s : to.broker)
      if (wanted(r, s.name)) add(s.name, s, true, synonyms, to);
  } else {
    out.error_code = RD_KAFKA_RESP_ERR_INVALID_REQUEST;
    out.error_message = "only topics and brokers have settings here";
  }
}

}  // namespace

Handled handle_describe_configs(Call& call) {
  wire::DescribeConfigsRequest request;
  if (!read_request(call, request)) return {Outcome::malformed};
  const ClusterOptions& o = call.cluster.options();
  Lists lists;
  lists.broker = {{"message.max.bytes", std::to_string(o.batch_bytes_max)},
                  {"num.partitions", std::to_string(o.default_partitions)},
                  {"auto.create.topics.enable", o.auto_create_topics ? "true" : "false"}};
  std::vector<DescribeConfigsResponse::Result> results;
  for (const auto& r : request.resources) {
    auto& out = results.emplace_back();
    lists.configs.emplace_back();
    out.resource_type = r.resource_type;
    out.resource_name = r.resource_name;
    describe(call, r, request.include_synonyms, out, lists);
    out.configs = lists.configs.back();
  }
  DescribeConfigsResponse response;
  response.results = results;
  return answer(call, response);
}

}  // namespace rk::mock
