// The calls that produce, and those that wait for what was produced.
#include <cerrno>
#include <cstdarg>
#include <cstring>

#include "abi/error.h"
#include "abi/last_error.h"
#include "abi/produce_call.h"
#include "base/error_names.h"

namespace rk {
namespace {

int errno_of(ErrorCode code) {
  switch (code) {
    case RD_KAFKA_RESP_ERR__QUEUE_FULL:
      return ENOBUFS;
    case RD_KAFKA_RESP_ERR_MSG_SIZE_TOO_LARGE:
      return EMSGSIZE;
    case RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION:
      return ESRCH;
    case RD_KAFKA_RESP_ERR__UNKNOWN_TOPIC:
      return ENOENT;
    case RD_KAFKA_RESP_ERR__FATAL:
      return ECANCELED;
    case RD_KAFKA_RESP_ERR__STATE:
      return ENOEXEC;
    case RD_KAFKA_RESP_ERR__CRIT_SYS_RESOURCE:
      return ENOMEM;
    default:
      return EINVAL;
  }
}

// kOk, or why this handle produces nothing. A forked child has none of the threads that would send,
// and the locks may be held by those that it left behind.
ErrorCode unusable(const Client& rk) {
  const bool usable = rk.producer && rk.fork_generation == rk.env.fork_generation();
  return usable ? kOk : RD_KAFKA_RESP_ERR__STATE;
}
bool in_forked_child(const Client& rk) {
  return rk.producer && unusable(rk) != kOk;
}

// A null payload or key is none, whatever length goes with it.
ErrorCode produce(Topic* topic, i32 partition, int flags, void* payload, size_t size,
                  const void* key, size_t key_size, void* opaque, bool gives_up = false) {
  if (const ErrorCode error = unusable(*topic->rk)) return error;
  NewMessage m;
  m.topic = topic;
  m.partition = partition;
  m.flags = flags;
  m.payload = payload;
  m.size = payload ? size : 0;
  m.key = key;
  m.key_size = key ? key_size : 0;
  m.opaque = opaque;
  m.gives_up = gives_up;
  return topic->rk->producer->produce(m);
}

// One argument of producev, of the type that was read before it.
bool read_argument(int type, va_list* args, rd_kafka_vu_t* v) {
  std::memcpy(&v->vtype, &type, sizeof type);  // perhaps none that the enum has
  switch (type) {
    case RD_KAFKA_VTYPE_TOPIC:
      v->u.cstr = va_arg(*args, const char*);
      return true;
    case RD_KAFKA_VTYPE_RKT:
      v->u.rkt = va_arg(*args, rd_kafka_topic_t*);
      return true;
    case RD_KAFKA_VTYPE_PARTITION:
      v->u.i32 = va_arg(*args, int32_t);
      return true;
    case RD_KAFKA_VTYPE_VALUE:
    case RD_KAFKA_VTYPE_KEY:
      v->u.mem.ptr = va_arg(*args, void*);
      v->u.mem.size = va_arg(*args, size_t);
      return true;
    case RD_KAFKA_VTYPE_OPAQUE:
      v->u.ptr = va_arg(*args, void*);
      return true;
    case RD_KAFKA_VTYPE_MSGFLAGS:
      v->u.i = va_arg(*args, int);
      return true;
    case RD_KAFKA_VTYPE_TIMESTAMP:
      v->u.i64 = va_arg(*args, int64_t);
      return true;
    case RD_KAFKA_VTYPE_HEADER:
      v->u.header.name = va_arg(*args, const char*);
      v->u.header.val = va_arg(*args, const void*);
      v->u.header.size = va_arg(*args, ssize_t);
      return true;
    case RD_KAFKA_VTYPE_HEADERS:
      v->u.headers = va_arg(*args, rd_kafka_headers_t*);
      return true;
    default:
      return false;  // how long it is nobody knows: what follows cannot be read
  }
}

}  // namespace
}  // namespace rk

int rd_kafka_produce(rd_kafka_topic_t* rkt, int32_t partition, int msgflags, void* payload,
                     size_t len, const void* key, size_t keylen, void* msg_opaque) {
  const rk::ErrorCode error =
      rk::produce(rkt, partition, msgflags, payload, len, key, keylen, msg_opaque);
  if (error == rk::kOk) {
    rk::set_last_error(rk::kOk);
    return 0;
  }
  rk::set_last_error(error, rk::errno_of(error));
  return -1;
}

rd_kafka_resp_err_t rd_kafka_producev(rd_kafka_t* rk, ...) {
  if (const rk::ErrorCode error = rk::unusable(*rk)) return error;
  rk::ProduceCall call(*rk);
  va_list args;
  va_start(args, rk);
  rd_kafka_vu_t v;
  for (;;) {
    const int type = va_arg(args, int);
    if (type == RD_KAFKA_VTYPE_END) break;
    const bool known = rk::read_argument(type, &args, &v);
    call.add(v);
    if (!known) break;
  }
  va_end(args);
  return call.run();
}

rd_kafka_error_t* rd_kafka_produceva(rd_kafka_t* rk, const rd_kafka_vu_t* vus, size_t cnt) {
  if (rk::in_forked_child(*rk))
    return rk::make_error(RD_KAFKA_RESP_ERR__STATE, "a forked child cannot produce");
  if (!rk->producer) return rk::make_error(RD_KAFKA_RESP_ERR__STATE, "not a producer");
  rk::ProduceCall call(*rk);
  for (size_t i = 0; i < cnt; ++i) call.add(vus[i]);
  const rk::ErrorCode error = call.run();
  if (error == rk::kOk) return nullptr;
  return rk::make_error(error, call.why() ? call.why() : rk::error_text(error));
}

int rd_kafka_produce_batch(rd_kafka_topic_t* rkt, int32_t partition, int msgflags,
                           rd_kafka_message_t* rkmessages, int message_cnt) {
  int accepted = 0;
  for (int i = 0; i < message_cnt; ++i) {
    rd_kafka_message_t& m = rkmessages[i];
    const int32_t to = msgflags & RD_KAFKA_MSG_F_PARTITION ? m.partition : partition;
    m.err = rk::produce(rkt, to, msgflags, m.payload, m.len, m.key, m.key_len, m._private, true);
    accepted += m.err == rk::kOk;
    // Whoever gave up waiting does not wait for the others.
    if (m.err == RD_KAFKA_RESP_ERR__QUEUE_FULL) msgflags &= ~RD_KAFKA_MSG_F_BLOCK;
  }
  rk::set_last_error(rk::kOk);
  return accepted;
}

rd_kafka_resp_err_t rd_kafka_flush(rd_kafka_t* rk, int timeout_ms) {
  if (rk::in_forked_child(*rk)) return RD_KAFKA_RESP_ERR__STATE;
  return rk->producer ? rk->producer->flush(timeout_ms) : RD_KAFKA_RESP_ERR__NOT_IMPLEMENTED;
}

rd_kafka_resp_err_t rd_kafka_purge(rd_kafka_t* rk, int purge_flags) {
  if (rk::in_forked_child(*rk)) return RD_KAFKA_RESP_ERR__STATE;
  return rk->producer ? rk->producer->purge(purge_flags) : RD_KAFKA_RESP_ERR__NOT_IMPLEMENTED;
}

int rd_kafka_outq_len(rd_kafka_t* rk) {
  return rk->producer ? static_cast<int>(rk->producer->message_count()) : 0;
}
