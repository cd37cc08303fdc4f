// Events: an Op, or a consumed message (queue/event.h). A null event is one of type NONE.
#include "queue/event.h"

#include <cstdio>
#include <cstring>

#include "base/error_names.h"
#include "base/log.h"
#include "base/message.h"
#include "base/partition_list.h"
#include "cluster/topic.h"
#include "consumer/consumer.h"

namespace {

using rk::message_in;

// Message::spare: message_next() has handed it out.
constexpr rk::u8 kSeen = 1;

struct ContextName {
  rk::Debug bit;
  const char* name;
};
constexpr ContextName kContexts[] = {
    {rk::Debug::generic, "generic"}, {rk::Debug::broker, "broker"},
    {rk::Debug::topic, "topic"},     {rk::Debug::metadata, "metadata"},
    {rk::Debug::feature, "feature"}, {rk::Debug::queue, "queue"},
    {rk::Debug::msg, "msg"},         {rk::Debug::protocol, "protocol"},
    {rk::Debug::cgrp, "cgrp"},       {rk::Debug::security, "security"},
    {rk::Debug::fetch, "fetch"},     {rk::Debug::interceptor, "interceptor"},
    {rk::Debug::plugin, "plugin"},   {rk::Debug::consumer, "consumer"},
    {rk::Debug::admin, "admin"},     {rk::Debug::eos, "eos"},
    {rk::Debug::mock, "mock"},       {rk::Debug::assignor, "assignor"},
    {rk::Debug::conf, "conf"},       {rk::Debug::telemetry, "telemetry"},
};

struct TypeName {
  rd_kafka_event_type_t type;
  const char* name;
};
constexpr TypeName kTypes[] = {
    {RD_KAFKA_EVENT_NONE, "(NONE)"},
    {RD_KAFKA_EVENT_DR, "DeliveryReport"},
    {RD_KAFKA_EVENT_FETCH, "Fetch"},
    {RD_KAFKA_EVENT_LOG, "Log"},
    {RD_KAFKA_EVENT_ERROR, "Error"},
    {RD_KAFKA_EVENT_REBALANCE, "Rebalance"},
    {RD_KAFKA_EVENT_OFFSET_COMMIT, "OffsetCommit"},
    {RD_KAFKA_EVENT_STATS, "Stats"},
    {RD_KAFKA_EVENT_CREATETOPICS_RESULT, "CreateTopicsResult"},
    {RD_KAFKA_EVENT_DELETETOPICS_RESULT, "DeleteTopicsResult"},
    {RD_KAFKA_EVENT_CREATEPARTITIONS_RESULT, "CreatePartitionsResult"},
    {RD_KAFKA_EVENT_ALTERCONFIGS_RESULT, "AlterConfigsResult"},
    {RD_KAFKA_EVENT_DESCRIBECONFIGS_RESULT, "DescribeConfigsResult"},
    {RD_KAFKA_EVENT_DELETERECORDS_RESULT, "DeleteRecordsResult"},
    {RD_KAFKA_EVENT_DELETEGROUPS_RESULT, "DeleteGroupsResult"},
    {RD_KAFKA_EVENT_DELETECONSUMERGROUPOFFSETS_RESULT, "DeleteConsumerGroupOffsetsResult"},
    {RD_KAFKA_EVENT_OAUTHBEARER_TOKEN_REFRESH, "SaslOAuthBearerTokenRefresh"},
    {RD_KAFKA_EVENT_BACKGROUND, "BackgroundCb"},
    {RD_KAFKA_EVENT_CREATEACLS_RESULT, "CreateAclsResult"},
    {RD_KAFKA_EVENT_DESCRIBEACLS_RESULT, "DescribeAclsResult"},
    {RD_KAFKA_EVENT_DELETEACLS_RESULT, "DeleteAclsResult"},
    {RD_KAFKA_EVENT_LISTCONSUMERGROUPS_RESULT, "ListConsumerGroupsResult"},
    {RD_KAFKA_EVENT_DESCRIBECONSUMERGROUPS_RESULT, "DescribeConsumerGroupsResult"},
    {RD_KAFKA_EVENT_LISTCONSUMERGROUPOFFSETS_RESULT, "ListConsumerGroupOffsetsResult"},
    {RD_KAFKA_EVENT_ALTERCONSUMERGROUPOFFSETS_RESULT, "AlterConsumerGroupOffsetsResult"},
    {RD_KAFKA_EVENT_INCREMENTALALTERCONFIGS_RESULT, "IncrementalAlterConfigsResult"},
    {RD_KAFKA_EVENT_DESCRIBEUSERSCRAMCREDENTIALS_RESULT, "DescribeUserScramCredentials"},
    {RD_KAFKA_EVENT_ALTERUSERSCRAMCREDENTIALS_RESULT, "AlterUserScramCredentials"},
    {RD_KAFKA_EVENT_DESCRIBETOPICS_RESULT, "DescribeTopicsResult"},
    {RD_KAFKA_EVENT_DESCRIBECLUSTER_RESULT, "DescribeClusterResult"},
    {RD_KAFKA_EVENT_LISTOFFSETS_RESULT, "ListOffsetsResult"},
    {RD_KAFKA_EVENT_ELECTLEADERS_RESULT, "ElectLeadersResult"},
};

const char* type_name(rd_kafka_event_type_t type) {
  for (const TypeName& t : kTypes)
    if (t.type == type) return t.name;
  return "?unknown?";
}

}  // namespace

rd_kafka_event_type_t rd_kafka_event_type(const rd_kafka_event_t* rkev) {
  if (!rkev) return RD_KAFKA_EVENT_NONE;
  if (const rd_kafka_message_t* m = message_in(rkev)) {
    return m->err ? RD_KAFKA_EVENT_ERROR : RD_KAFKA_EVENT_FETCH;
  }
  return rkev->event_type;
}

const char* rd_kafka_event_name(const rd_kafka_event_t* rkev) {
  return type_name(rd_kafka_event_type(rkev));
}

void rd_kafka_event_destroy(rd_kafka_event_t* rkev) {
  if (!rkev) return;
  if (rd_kafka_message_t* m = message_in(rkev)) return rk::destroy_consumed(m);
  delete rkev;
}

const rd_kafka_message_t* rd_kafka_event_message_next(rd_kafka_event_t* rkev) {
  if (!rkev) return nullptr;
  rd_kafka_message_t* m = message_in(rkev);
  if (!m) return rkev->message_next();
  rk::u8& seen = rk::message_of(m)->spare;
  if (m->err || seen == kSeen) return nullptr;
  seen = kSeen;
  return m;
}

size_t rd_kafka_event_message_array(rd_kafka_event_t* rkev, const rd_kafka_message_t** rkmessages,
                                    size_t size) {
  if (!rkev) return 0;
  if (!message_in(rkev)) return rkev->message_array(rkmessages, size);
  if (size == 0) return 0;
  rkmessages[0] = rd_kafka_event_message_next(rkev);
  return rkmessages[0] ? 1 : 0;
}

size_t rd_kafka_event_message_count(rd_kafka_event_t* rkev) {
  if (!rkev) return 0;
  if (const rd_kafka_message_t* m = message_in(rkev)) return m->err ? 0 : 1;
  return rkev->message_count();
}

rd_kafka_resp_err_t rd_kafka_event_error(rd_kafka_event_t* rkev) {
  if (!rkev) return RD_KAFKA_RESP_ERR_NO_ERROR;
  if (const rd_kafka_message_t* m = message_in(rkev)) return m->err;
  return rkev->error();
}

const char* rd_kafka_event_error_string(rd_kafka_event_t* rkev) {
  if (rkev) {
    if (const rd_kafka_message_t* m = message_in(rkev)) {
      if (m->err && m->payload) return static_cast<const char*>(m->payload);
      return rk::error_text(m->err);
    }
    if (const char* text = rkev->error_string()) return text;
  }
  return rk::error_text(rd_kafka_event_error(rkev));
}

int rd_kafka_event_error_is_fatal(rd_kafka_event_t* rkev) {
  return rkev && !message_in(rkev) && rkev->error_is_fatal();
}

void* rd_kafka_event_opaque(rd_kafka_event_t* rkev) {
  return rkev && !message_in(rkev) ? rkev->opaque() : nullptr;
}

int rd_kafka_event_log(rd_kafka_event_t* rkev, const char** fac, const char** str, int* level) {
  return rkev && !message_in(rkev) && rkev->log(fac, str, level) ? 0 : -1;
}

int rd_kafka_event_debug_contexts(rd_kafka_event_t* rkev, char* dst, size_t dstsize) {
  if (!rkev || message_in(rkev) || rkev->event_type != RD_KAFKA_EVENT_LOG) return -1;
  std::string text;
  for (const ContextName& c : kContexts) {
    if (!(rkev->debug_contexts() & static_cast<rk::u32>(c.bit))) continue;
    if (!text.empty()) text += ',';
    text += c.name;
  }
  if (dstsize > 0) std::snprintf(dst, dstsize, "%s", text.c_str());
  return 0;
}

const char* rd_kafka_event_stats(rd_kafka_event_t* rkev) {
  return rkev && !message_in(rkev) ? rkev->stats() : nullptr;
}

rd_kafka_topic_partition_list_t* rd_kafka_event_topic_partition_list(rd_kafka_event_t* rkev) {
  return rkev && !message_in(rkev) ? rkev->topic_partition_list() : nullptr;
}

rd_kafka_topic_partition_t* rd_kafka_event_topic_partition(rd_kafka_event_t* rkev) {
  if (!rkev) return nullptr;
  rd_kafka_message_t* m = message_in(rkev);
  if (!m) return rkev->topic_partition();
  if (!m->rkt) return nullptr;
  rd_kafka_topic_partition_list_t* list = rk::new_partition_list(1);
  rd_kafka_topic_partition_t* p = rk::add(*list, m->rkt->name, m->partition);
  if (p) {
    p->offset = m->offset;
    p->err = m->err;
    p = rk::new_partition_copy(*p);
  }
  rk::destroy(list);
  return p;
}
