// Topic handles.
#include <cerrno>
#include <cstring>

#include "abi/error.h"
#include "abi/last_error.h"
#include "client/client.h"

namespace rk {
namespace {
constexpr size_t kTopicNameMax = 512;

Topic* refuse_topic(ErrorCode code, int errnox) {
  set_last_error(code, errnox);
  return nullptr;
}
}  // namespace
}  // namespace rk

rd_kafka_topic_t* rd_kafka_topic_new(rd_kafka_t* rk, const char* topic,
                                     rd_kafka_topic_conf_t* conf) {
  const std::unique_ptr<rk::TopicConf> owned(conf);  // consumed always
  if (!topic || std::strlen(topic) > rk::kTopicNameMax)
    return rk::refuse_topic(RD_KAFKA_RESP_ERR__INVALID_ARG, EINVAL);
  if (owned) {
    std::vector<std::string> warnings;
    if (rk::Error error = rk::check_topic_conf(*owned, *rk->conf, rk->type, &warnings)) {
      rk->log.log(rk::kLogError, "TOPICCONF", "Incompatible configuration of topic \"%s\": %.*s",
                  topic, static_cast<int>(error.text().size()), error.text().data());
      return rk::refuse_topic(error.code(), rk::errno_of_refusal(error.code()));
    }
    for (const std::string& w : warnings) rk->log.log(rk::kLogWarning, "CONFWARN", "%s", w.c_str());
  }
  rk::Topic* handle = rk->topics->get(topic, owned.get());
  handle->application_refs.fetch_add(1, std::memory_order_relaxed);
  if (rk->type == RD_KAFKA_PRODUCER) rk->cluster->follow(topic);
  rk::set_last_error(RD_KAFKA_RESP_ERR_NO_ERROR);
  return handle;
}

// The client keeps the topic: messages and reports refer to it until rd_kafka_destroy.
void rd_kafka_topic_destroy(rd_kafka_topic_t* rkt) {
  if (rkt) rkt->application_refs.fetch_sub(1, std::memory_order_relaxed);
}

const char* rd_kafka_topic_name(const rd_kafka_topic_t* rkt) {
  return rkt->name.c_str();
}

void* rd_kafka_topic_opaque(const rd_kafka_topic_t* rkt) {
  return rkt->conf.callbacks.opaque;
}
