#include "base/message.h"

#include "base/error_names.h"
#include "base/headers.h"
#include "consumer/consumer.h"

namespace {

using rk::message_of;
using rk::MessageKind;

constexpr std::uintptr_t kRaw = 1;
constexpr std::uintptr_t kParsed = 2;

const rk::DeliveryMessage* delivery(const rd_kafka_message_t* m) {
  const rk::Message* message = message_of(m);
  return message->kind == MessageKind::delivery ? static_cast<const rk::DeliveryMessage*>(message)
                                                : nullptr;
}

// The message's headers, read now if they were not before; null without any.
rd_kafka_headers_t* headers_of(rk::Message& m, bool* no_memory) {
  if (m.headers & kRaw) {
    auto parsed = rk::Headers::parse(rk::raw_header_block(m.headers));
    *no_memory = parsed == nullptr;
    if (!parsed) return nullptr;
    m.headers = reinterpret_cast<std::uintptr_t>(parsed.release()) | kParsed;
  }
  return reinterpret_cast<rd_kafka_headers_t*>(m.headers & ~kParsed);
}

rd_kafka_resp_err_t find_headers(const rd_kafka_message_t* rkmessage, rd_kafka_headers_t** hdrsp) {
  bool no_memory = false;
  *hdrsp = headers_of(*message_of(const_cast<rd_kafka_message_t*>(rkmessage)), &no_memory);
  if (*hdrsp) return RD_KAFKA_RESP_ERR_NO_ERROR;
  return no_memory ? RD_KAFKA_RESP_ERR__CRIT_SYS_RESOURCE : RD_KAFKA_RESP_ERR__NOENT;
}

}  // namespace

void rd_kafka_message_destroy(rd_kafka_message_t* rkmessage) {
  // A delivery report's messages go with the report.
  if (message_of(rkmessage)->kind != MessageKind::delivery) rk::destroy_consumed(rkmessage);
}

const char* rd_kafka_message_errstr(const rd_kafka_message_t* rkmessage) {
  if (!rkmessage->err) return nullptr;
  if (delivery(rkmessage)) return rd_kafka_message_produce_errstr(rkmessage);
  if (rkmessage->payload) return static_cast<const char*>(rkmessage->payload);
  return rk::error_text(rkmessage->err);
}

const char* rd_kafka_message_produce_errstr(const rd_kafka_message_t* rkmessage) {
  if (!rkmessage->err) return nullptr;
  const rk::DeliveryMessage* d = delivery(rkmessage);
  return d && d->error_text ? d->error_text : rk::error_text(rkmessage->err);
}

int64_t rd_kafka_message_timestamp(const rd_kafka_message_t* rkmessage,
                                   rd_kafka_timestamp_type_t* tstype) {
  const rk::Message* m = message_of(rkmessage);
  const bool known = m->kind == MessageKind::delivery || !m->pub.err;
  if (tstype) {
    *tstype = known ? static_cast<rd_kafka_timestamp_type_t>(m->timestamp_type)
                    : RD_KAFKA_TIMESTAMP_NOT_AVAILABLE;
  }
  return known ? m->timestamp : -1;
}

int64_t rd_kafka_message_latency(const rd_kafka_message_t* rkmessage) {
  const rk::DeliveryMessage* d = delivery(rkmessage);
  return d ? d->latency_us : -1;
}

int32_t rd_kafka_message_broker_id(const rd_kafka_message_t* rkmessage) {
  const rk::DeliveryMessage* d = delivery(rkmessage);
  return d ? d->broker_id : rk::broker_id_of(rkmessage);
}

rd_kafka_msg_status_t rd_kafka_message_status(const rd_kafka_message_t* rkmessage) {
  return static_cast<rd_kafka_msg_status_t>(message_of(rkmessage)->status);
}

int32_t rd_kafka_message_leader_epoch(const rd_kafka_message_t* rkmessage) {
  const rk::Message* m = message_of(rkmessage);
  return m->kind == MessageKind::record && !m->pub.err ? m->leader_epoch : -1;
}

rd_kafka_resp_err_t rd_kafka_message_headers(const rd_kafka_message_t* rkmessage,
                                             rd_kafka_headers_t** hdrsp) {
  return find_headers(rkmessage, hdrsp);
}

rd_kafka_resp_err_t rd_kafka_message_detach_headers(rd_kafka_message_t* rkmessage,
                                                    rd_kafka_headers_t** hdrsp) {
  const rd_kafka_resp_err_t err = find_headers(rkmessage, hdrsp);
  if (!err) message_of(rkmessage)->headers = 0;
  return err;
}

void rd_kafka_message_set_headers(rd_kafka_message_t* rkmessage, rd_kafka_headers_t* hdrs) {
  rk::Message* m = message_of(rkmessage);
  if (!(m->headers & kRaw) && m->headers) delete headers_of(*m, nullptr);
  m->headers = hdrs ? reinterpret_cast<std::uintptr_t>(hdrs) | kParsed : 0;
}
