// The handles that conf_probe.c makes, reduced to what configuration decides: the checks of
// rd_kafka_new and rd_kafka_topic_new and the conf that they leave behind. The probe then needs no
// client, and the test no network.
#include <memory>

#include "abi/last_error.h"
#include "config/conf.h"

struct rd_kafka_s {
  rd_kafka_type_t type;
  std::unique_ptr<rk::Conf> conf;
};
struct rd_kafka_topic_s {};

rd_kafka_t* rd_kafka_new(rd_kafka_type_t type, rd_kafka_conf_t* conf, char*, size_t) {
  std::vector<std::string> warnings;
  if (rk::Error error = rk::check_conf(*conf, type, &warnings)) {
    rk::set_last_error(error.code());
    return nullptr;
  }
  return new rd_kafka_t{type, std::unique_ptr<rk::Conf>(conf)};
}

void rd_kafka_destroy(rd_kafka_t* rk) {
  delete rk;
}

const rd_kafka_conf_t* rd_kafka_conf(rd_kafka_t* rk) {
  return rk->conf.get();
}

rd_kafka_topic_t* rd_kafka_topic_new(rd_kafka_t* rk, const char*, rd_kafka_topic_conf_t* conf) {
  std::unique_ptr<rk::TopicConf> owned(conf);
  std::vector<std::string> warnings;
  if (rk::Error error = rk::check_topic_conf(*owned, *rk->conf, rk->type, &warnings)) {
    rk::set_last_error(error.code());
    return nullptr;
  }
  return new rd_kafka_topic_t;
}

void rd_kafka_topic_destroy(rd_kafka_topic_t* rkt) {
  delete rkt;
}

void rd_kafka_log_print(const rd_kafka_t*, int, const char*, const char*) {}
