// Conf and TopicConf: the ABI's rd_kafka_conf_t and rd_kafka_topic_conf_t: values, callbacks, which
// settings were set by the application. Owned by the application until rd_kafka_new (topic_new)
// takes them, then by the client, which only reads. Not synchronised: one thread at a time until
// then, any thread afterwards.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/types.h"
#include "config/settings.h"

namespace rk {

struct Callbacks {
  void (*dr_cb)(rd_kafka_t*, void* payload, size_t len, rd_kafka_resp_err_t, void* opaque,
                void* msg_opaque) = nullptr;
  void (*dr_msg_cb)(rd_kafka_t*, const rd_kafka_message_t*, void* opaque) = nullptr;
  void (*consume_cb)(rd_kafka_message_t*, void* opaque) = nullptr;
  void (*rebalance_cb)(rd_kafka_t*, rd_kafka_resp_err_t, rd_kafka_topic_partition_list_t*,
                       void* opaque) = nullptr;
  void (*offset_commit_cb)(rd_kafka_t*, rd_kafka_resp_err_t, rd_kafka_topic_partition_list_t*,
                           void* opaque) = nullptr;
  void (*error_cb)(rd_kafka_t*, int err, const char* reason, void* opaque) = nullptr;
  void (*throttle_cb)(rd_kafka_t*, const char* broker_name, int32_t broker_id, int throttle_time_ms,
                      void* opaque) = nullptr;
  int (*stats_cb)(rd_kafka_t*, char* json, size_t json_len, void* opaque) = nullptr;
  // nullptr is silence; a new Conf starts with the printer to stderr (log_to_stderr below).
  void (*log_cb)(const rd_kafka_t*, int level, const char* fac, const char* buf) = nullptr;
  void (*background_event_cb)(rd_kafka_t*, rd_kafka_event_t*, void* opaque) = nullptr;
  void* opaque = nullptr;
};

struct TopicCallbacks {
  int32_t (*partitioner_cb)(const rd_kafka_topic_t*, const void* key, size_t keylen,
                            int32_t partition_cnt, void* rkt_opaque, void* msg_opaque) = nullptr;
  void* opaque = nullptr;
};

// What is known of the rows of the property table beside their values.
struct Rows {
  bool is_set(size_t row) const { return set[row / 64] >> (row % 64) & 1; }
  void mark(size_t row, bool on) {
    u64 bit = u64{1} << (row % 64);
    set[row / 64] = on ? set[row / 64] | bit : set[row / 64] & ~bit;
  }
  std::array<u64, 4> set{};             // one bit per row: set by the application
  std::map<size_t, std::string> texts;  // values of rows without a member in Settings
  // Unsupported callbacks that were registered: what -> the text of the refusal.
  std::map<std::string, std::string, std::less<>> poison;
};

}  // namespace rk

struct rd_kafka_topic_conf_s {
  rk::TopicSettings values;
  rk::TopicCallbacks callbacks;
  rk::Rows rows;

  // Was it set explicitly? Any topic-level name, aliases included.
  bool is_set(std::string_view name) const;
};

struct rd_kafka_conf_s {
  rk::Settings values;
  rk::Callbacks callbacks;
  rd_kafka_topic_conf_s topic;  // the default topic conf
  rk::Rows rows;
  bool topic_given = false;  // something topic-level was set
  // The one warning about fastka.strengthen was given; check_topic_conf uses it atomically.
  mutable bool strengthen_warned = false;
  // The values were moved to a client: the shell answers builtin.features and nothing else.
  bool taken = false;

  // Was it set explicitly? Any global name, aliases included.
  bool is_set(std::string_view name) const;
};

namespace rk {

using Conf = ::rd_kafka_conf_s;
using TopicConf = ::rd_kafka_topic_conf_s;

// RD_KAFKA_CONF_OK, _INVALID or _UNKNOWN; `why` is written in the last two cases. `value` may be
// null. A name that is only topic-level lands in conf.topic.
rd_kafka_conf_res_t conf_set(Conf& conf, std::string_view name, const char* value,
                             std::string* why);
rd_kafka_conf_res_t topic_conf_set(TopicConf& conf, std::string_view name, const char* value,
                                   std::string* why);

// The value in canonical form. False: unknown name, or a string or callback that is not set.
bool conf_get(const Conf& conf, std::string_view name, std::string* value);
bool topic_conf_get(const TopicConf& conf, std::string_view name, std::string* value);

using NamesAndValues = std::vector<std::pair<const char*, std::string>>;
NamesAndValues conf_dump(const Conf& conf);
NamesAndValues topic_conf_dump(const TopicConf& conf);

// A copy without the settings whose name starts with one of the prefixes.
std::unique_ptr<Conf> conf_dup_filter(const Conf& conf, size_t count, const char* const* prefixes);

// Moves everything out; `conf` stays a valid shell marked `taken`, to be kept by the client.
std::unique_ptr<Conf> take(Conf& conf);

// Marks (text not empty) or unmarks a registered callback that is not supported; check_conf and
// check_topic_conf then refuse with the text, which should name the function.
void poison(Conf& conf, const char* what, std::string text);
void poison(TopicConf& conf, const char* what, std::string text);

// For rd_kafka_new: what only the role can decide, and the rules between settings. On success
// settings that follow others are completed (metadata.max.age.ms, sticky.partitioning.linger.ms,
// ...). On failure nothing is changed. Each warning is one CONFWARN line (level 4).
Error check_conf(Conf& conf, rd_kafka_type_t role, std::vector<std::string>* warnings);
// For rd_kafka_topic_new; `client` is the client's own Conf, after check_conf.
Error check_topic_conf(TopicConf& conf, const Conf& client, rd_kafka_type_t role,
                       std::vector<std::string>* warnings);

// Notes that a callback row was set (on) or cleared by its function.
void mark_call(Conf& conf, std::string_view name, bool on);
void mark_call(TopicConf& conf, std::string_view name, bool on);

// Makes true the default of fastka.strengthen (the environment says so); an explicit value wins.
void strengthen_by_default(Conf& conf);

// The time that messages of a topic may wait for others. linger.ms gives way to a shorter
// message.timeout.ms unless it was set.
double linger_ms_of(const Conf& conf, const TopicConf& topic);

// The codec of a topic's batches.
inline Codec codec_of(const Conf& conf, const TopicConf& topic) {
  return topic.values.compression_codec == TopicCodec::inherit
             ? conf.values.compression_codec
             : static_cast<Codec>(topic.values.compression_codec);
}

// The list of settings that rd_kafka_conf_properties_show prints.
std::string properties_text();

// The list of `builtin.features`: what works in this build.
const char* builtin_features();

}  // namespace rk
