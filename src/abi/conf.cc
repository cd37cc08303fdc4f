// Configuration objects: the C calls around config/conf.h.
#include "config/conf.h"

#include <cstdlib>
#include <cstring>

#include "abi/error.h"

namespace rk {
namespace {

bool strengthened_by_environment() {
  const char* value = std::getenv("FASTKA_STRENGTHEN");
  return value && std::strcmp(value, "1") == 0;
}

rd_kafka_conf_res_t no_name(char* errstr, size_t errstr_size) {
  write_errstr(errstr, errstr_size, "The name of a setting is missing");
  return RD_KAFKA_CONF_UNKNOWN;
}

// The size counts the NUL; a buffer that is too small gets the beginning, and that is still OK.
rd_kafka_conf_res_t hand_out(const std::string& value, char* dest, size_t* dest_size) {
  size_t size = value.size() + 1;
  if (dest && dest_size) write_errstr(dest, *dest_size, value);
  if (dest_size) *dest_size = size;
  return RD_KAFKA_CONF_OK;
}

// Pairs of malloc'ed strings, for rd_kafka_conf_dump_free.
const char** as_array(const NamesAndValues& all, size_t* count) {
  *count = 0;
  auto array = static_cast<const char**>(std::calloc(all.size() * 2 + 1, sizeof(char*)));
  if (!array) return nullptr;
  for (const auto& [name, value] : all) {
    array[(*count)++] = strdup(name);
    array[(*count)++] = strdup(value.c_str());
  }
  return array;
}

// A callback of the conf together with its row.
template <typename F>
void set_callback(Conf* conf, const char* name, F Callbacks::*member, F callback) {
  conf->callbacks.*member = callback;
  mark_call(*conf, name, callback != nullptr);
}

}  // namespace
}  // namespace rk

rd_kafka_conf_t* rd_kafka_conf_new(void) {
  auto conf = new rk::Conf;
  conf->callbacks.log_cb = rd_kafka_log_print;
  if (rk::strengthened_by_environment()) rk::strengthen_by_default(*conf);
  return conf;
}

void rd_kafka_conf_destroy(rd_kafka_conf_t* conf) {
  if (conf && !conf->taken) delete conf;  // a taken one belongs to the client
}

rd_kafka_conf_t* rd_kafka_conf_dup(const rd_kafka_conf_t* conf) {
  auto copy = new rk::Conf(*conf);
  copy->taken = false;
  return copy;
}

rd_kafka_conf_t* rd_kafka_conf_dup_filter(const rd_kafka_conf_t* conf, size_t filter_cnt,
                                          const char** filter) {
  auto copy = rk::conf_dup_filter(*conf, filter_cnt, filter);
  copy->taken = false;
  return copy.release();
}

rd_kafka_conf_res_t rd_kafka_conf_set(rd_kafka_conf_t* conf, const char* name, const char* value,
                                      char* errstr, size_t errstr_size) {
  if (!name) return rk::no_name(errstr, errstr_size);
  std::string why;
  rd_kafka_conf_res_t res = rk::conf_set(*conf, name, value, &why);
  if (res != RD_KAFKA_CONF_OK) rk::write_errstr(errstr, errstr_size, why);
  return res;
}

rd_kafka_conf_res_t rd_kafka_topic_conf_set(rd_kafka_topic_conf_t* conf, const char* name,
                                            const char* value, char* errstr, size_t errstr_size) {
  if (!name) return rk::no_name(errstr, errstr_size);
  std::string why;
  rd_kafka_conf_res_t res = rk::topic_conf_set(*conf, name, value, &why);
  if (res != RD_KAFKA_CONF_OK) rk::write_errstr(errstr, errstr_size, why);
  return res;
}

rd_kafka_conf_res_t rd_kafka_conf_get(const rd_kafka_conf_t* conf, const char* name, char* dest,
                                      size_t* dest_size) {
  std::string value;
  if (!name || !rk::conf_get(*conf, name, &value)) return RD_KAFKA_CONF_UNKNOWN;
  return rk::hand_out(value, dest, dest_size);
}

rd_kafka_conf_res_t rd_kafka_topic_conf_get(const rd_kafka_topic_conf_t* conf, const char* name,
                                            char* dest, size_t* dest_size) {
  std::string value;
  if (!name || !rk::topic_conf_get(*conf, name, &value)) return RD_KAFKA_CONF_UNKNOWN;
  return rk::hand_out(value, dest, dest_size);
}

const char** rd_kafka_conf_dump(rd_kafka_conf_t* conf, size_t* cntp) {
  return rk::as_array(rk::conf_dump(*conf), cntp);
}

const char** rd_kafka_topic_conf_dump(rd_kafka_topic_conf_t* conf, size_t* cntp) {
  return rk::as_array(rk::topic_conf_dump(*conf), cntp);
}

void rd_kafka_conf_dump_free(const char** arr, size_t cnt) {
  for (size_t i = 0; i < cnt; i++) std::free(const_cast<char*>(arr[i]));
  std::free(arr);
}

void rd_kafka_conf_properties_show(FILE* fp) {
  std::fputs(rk::properties_text().c_str(), fp);
}

void rd_kafka_conf_set_events(rd_kafka_conf_t* conf, int events) {
  conf->values.enabled_events = events;
  rk::mark_call(*conf, "enabled_events", events != 0);
}

void rd_kafka_conf_set_background_event_cb(rd_kafka_conf_t* conf,
                                           void (*event_cb)(rd_kafka_t* rk, rd_kafka_event_t* rkev,
                                                            void* opaque)) {
  rk::set_callback(conf, "background_event_cb", &rk::Callbacks::background_event_cb, event_cb);
}

void rd_kafka_conf_set_dr_cb(rd_kafka_conf_t* conf,
                             void (*dr_cb)(rd_kafka_t* rk, void* payload, size_t len,
                                           rd_kafka_resp_err_t err, void* opaque,
                                           void* msg_opaque)) {
  rk::set_callback(conf, "dr_cb", &rk::Callbacks::dr_cb, dr_cb);
}

void rd_kafka_conf_set_dr_msg_cb(rd_kafka_conf_t* conf,
                                 void (*dr_msg_cb)(rd_kafka_t* rk,
                                                   const rd_kafka_message_t* rkmessage,
                                                   void* opaque)) {
  rk::set_callback(conf, "dr_msg_cb", &rk::Callbacks::dr_msg_cb, dr_msg_cb);
}

void rd_kafka_conf_set_consume_cb(rd_kafka_conf_t* conf,
                                  void (*consume_cb)(rd_kafka_message_t* rkmessage, void* opaque)) {
  rk::set_callback(conf, "consume_cb", &rk::Callbacks::consume_cb, consume_cb);
}

void rd_kafka_conf_set_rebalance_cb(
    rd_kafka_conf_t* conf,
    void (*rebalance_cb)(rd_kafka_t* rk, rd_kafka_resp_err_t err,
                         rd_kafka_topic_partition_list_t* partitions, void* opaque)) {
  rk::set_callback(conf, "rebalance_cb", &rk::Callbacks::rebalance_cb, rebalance_cb);
}

void rd_kafka_conf_set_offset_commit_cb(
    rd_kafka_conf_t* conf,
    void (*offset_commit_cb)(rd_kafka_t* rk, rd_kafka_resp_err_t err,
                             rd_kafka_topic_partition_list_t* offsets, void* opaque)) {
  rk::set_callback(conf, "offset_commit_cb", &rk::Callbacks::offset_commit_cb, offset_commit_cb);
}

void rd_kafka_conf_set_error_cb(rd_kafka_conf_t* conf,
                                void (*error_cb)(rd_kafka_t* rk, int err, const char* reason,
                                                 void* opaque)) {
  rk::set_callback(conf, "error_cb", &rk::Callbacks::error_cb, error_cb);
}

void rd_kafka_conf_set_throttle_cb(rd_kafka_conf_t* conf,
                                   void (*throttle_cb)(rd_kafka_t* rk, const char* broker_name,
                                                       int32_t broker_id, int throttle_time_ms,
                                                       void* opaque)) {
  rk::set_callback(conf, "throttle_cb", &rk::Callbacks::throttle_cb, throttle_cb);
}

void rd_kafka_conf_set_log_cb(rd_kafka_conf_t* conf,
                              void (*log_cb)(const rd_kafka_t* rk, int level, const char* fac,
                                             const char* buf)) {
  rk::set_callback(conf, "log_cb", &rk::Callbacks::log_cb, log_cb);
}

void rd_kafka_conf_set_stats_cb(rd_kafka_conf_t* conf,
                                int (*stats_cb)(rd_kafka_t* rk, char* json, size_t json_len,
                                                void* opaque)) {
  rk::set_callback(conf, "stats_cb", &rk::Callbacks::stats_cb, stats_cb);
}

void rd_kafka_conf_set_opaque(rd_kafka_conf_t* conf, void* opaque) {
  rk::set_callback(conf, "opaque", &rk::Callbacks::opaque, opaque);
}

void rd_kafka_conf_set_default_topic_conf(rd_kafka_conf_t* conf, rd_kafka_topic_conf_t* tconf) {
  if (tconf == &conf->topic) return;
  conf->topic = tconf ? std::move(*tconf) : rk::TopicConf{};
  conf->topic_given = tconf != nullptr;
  delete tconf;
}

rd_kafka_topic_conf_t* rd_kafka_conf_get_default_topic_conf(rd_kafka_conf_t* conf) {
  return conf->topic_given ? &conf->topic : nullptr;
}

rd_kafka_topic_conf_t* rd_kafka_topic_conf_new(void) {
  return new rk::TopicConf;
}

rd_kafka_topic_conf_t* rd_kafka_topic_conf_dup(const rd_kafka_topic_conf_t* conf) {
  return new rk::TopicConf(*conf);
}

void rd_kafka_topic_conf_destroy(rd_kafka_topic_conf_t* topic_conf) {
  delete topic_conf;
}

void rd_kafka_topic_conf_set_opaque(rd_kafka_topic_conf_t* conf, void* rkt_opaque) {
  conf->callbacks.opaque = rkt_opaque;
  rk::mark_call(*conf, "opaque", rkt_opaque != nullptr);
}

void rd_kafka_topic_conf_set_partitioner_cb(
    rd_kafka_topic_conf_t* topic_conf,
    int32_t (*partitioner)(const rd_kafka_topic_t* rkt, const void* keydata, size_t keylen,
                           int32_t partition_cnt, void* rkt_opaque, void* msg_opaque)) {
  topic_conf->callbacks.partitioner_cb = partitioner;
  rk::mark_call(*topic_conf, "partitioner_cb", partitioner != nullptr);
}
