#include "abi/unsupported.h"

#include <cerrno>
#include <cstdio>

#include "abi/admin.h"
#include "abi/error.h"
#include "abi/last_error.h"
#include "base/names_once.h"
#include "client/client.h"
#include "queue/op.h"
#include "queue/queue.h"
#include "rdkafka_mock.h"

namespace rk::unsupported {
namespace {

// The event that a refused admin call puts on its queue.
class RefusedResult final : public Op {
 public:
  RefusedResult(rd_kafka_event_type_t type, std::string text, void* opaque)
      : Op(type), text_(std::move(text)), opaque_(opaque) {}
  bool call_back(rd_kafka_t*) override { return false; }
  bool as_event() const override { return true; }
  rd_kafka_resp_err_t error() override { return RD_KAFKA_RESP_ERR__NOT_IMPLEMENTED; }
  const char* error_string() override { return text_.c_str(); }
  void* opaque() override { return opaque_; }

 private:
  const std::string text_;
  void* const opaque_;
};

}  // namespace

std::string Call::text() const {
  return stringf("%s(): %s", name, reason);
}

void Call::fail() const {
  set_last_error(RD_KAFKA_RESP_ERR__NOT_IMPLEMENTED, ENOSYS);
}

void Call::log(const rd_kafka_t* rk) const {
  if (rk == nullptr) return;
  auto* handle = const_cast<rd_kafka_t*>(rk);
  if (handle->refused_calls.first(name)) handle->log.log(kLogError, "UNSUPP", "%s", text().c_str());
}

void Call::print() const {
  static auto* printed = new NamesOnce;
  if (printed->first(name)) std::fprintf(stderr, "%%3|UNSUPP|fastka| %s\n", text().c_str());
}

void fill_errstr(const Call& call, char* errstr, size_t errstr_size) {
  write_errstr(errstr, errstr_size, call.text());
}

rd_kafka_error_t* new_error(const Call& call) {
  return make_error(RD_KAFKA_RESP_ERR__NOT_IMPLEMENTED, call.text());
}

rd_kafka_resp_err_t answer_subscribe(const Call& call, const rd_kafka_t* rk) {
  if (rk == nullptr || rk->type != RD_KAFKA_CONSUMER || rk->conf->values.group_id.empty()) {
    set_last_error(RD_KAFKA_RESP_ERR__UNKNOWN_GROUP);
    return RD_KAFKA_RESP_ERR__UNKNOWN_GROUP;
  }
  call.log(rk);
  call.fail();
  return RD_KAFKA_RESP_ERR__NOT_IMPLEMENTED;
}

void push_result(const Call& call, rd_kafka_t* rk, rd_kafka_event_type_t type,
                 const rd_kafka_AdminOptions_t* options, rd_kafka_queue_t* rkqu) {
  call.log(rk);
  call.fail();
  if (rkqu == nullptr) return;
  rkqu->push(new RefusedResult(type, call.text(), options != nullptr ? options->opaque : nullptr));
}

void mark(const Call& call, rd_kafka_conf_t* conf, bool on) {
  if (conf != nullptr) poison(*conf, call.name, on ? call.text() : std::string());
}

void mark(const Call& call, rd_kafka_topic_conf_t* conf, bool on) {
  if (conf != nullptr) poison(*conf, call.name, on ? call.text() : std::string());
}

rd_kafka_event_t* cast(rd_kafka_event_t* rkev, rd_kafka_event_type_t type) {
  return rkev != nullptr && rd_kafka_event_type(rkev) == type ? rkev : nullptr;
}

}  // namespace rk::unsupported

// Parameters of a call that is refused have no use.
#pragma GCC diagnostic ignored "-Wunused-parameter"

#define SUPPORTED(name, test)
#define CONTAINER(name, test)
#define UNSUPPORTED(style, type, name, parameters, needs, reason)      \
  type name parameters {                                               \
    return rk::unsupported::style<type>{{#name, reason}}.answer needs; \
  }
#include "../../compat/symbols.def"
