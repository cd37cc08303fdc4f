#include "producer/producer_id.h"

#include <algorithm>

#include "base/error_names.h"
#include "wire/messages/init_producer_id.h"

namespace rk {
namespace {
constexpr int kDoublingsMax = 16;
// Failures after which a log line says why nothing is sent yet; a fresh cluster needs a few.
constexpr int kFailuresQuiet = 20;

// Codes for which no later try can do better.
bool is_refusal(ErrorCode code) {
  return code == RD_KAFKA_RESP_ERR_CLUSTER_AUTHORIZATION_FAILED ||
         code == RD_KAFKA_RESP_ERR_TRANSACTIONAL_ID_AUTHORIZATION_FAILED;
}
}  // namespace

void ProducerIdSource::ask() {
  {
    Lock lock(mutex_);
    if (asking_ || stopped_) return;
    asking_ = true;
  }
  send();
}

void ProducerIdSource::stop() {
  CallLock call(call_mutex_);
  got_ = {};
  refused_ = {};
  Lock lock(mutex_);
  stopped_ = true;
}

void ProducerIdSource::send() {
  Request request;
  request.api = wire::ApiKey::kInitProducerId;
  request.version_min = wire::InitProducerIdRequest::versions.min;
  request.version_max = wire::InitProducerIdRequest::versions.max;
  request.deadline = cluster_.env().now() + conf_.values.socket_timeout_ms * kMicrosPerMs;
  request.encode = [](wire::Writer& w, i16 version) {
    wire::InitProducerIdRequest body;
    body.transaction_timeout_ms = -1;  // no transactions
    wire::encode(w, body, version);
  };
  request.done = [weak = weak_from_this()](Reply&& reply) {
    if (auto self = weak.lock()) self->answered(std::move(reply));
  };
  cluster_.call(Target::to_any(), std::move(request));
}

void ProducerIdSource::answered(Reply&& reply) {
  if (reply.error) {
    return try_again(reply.error.code(), std::string(reply.error.text()));
  }
  Arena arena;
  wire::InitProducerIdResponse response;
  if (!wire::decode(reply.body, response, reply.version, arena)) {
    return try_again(RD_KAFKA_RESP_ERR__BAD_MSG, "unreadable answer");
  }
  const auto code = static_cast<ErrorCode>(response.error_code);
  if (is_refusal(code)) return refused(code);
  // A broker that is still loading may answer without an error and without an id.
  if (code != kOk || response.producer_id < 0) return try_again(code, {});
  CallLock call(call_mutex_);
  {
    Lock lock(mutex_);
    if (stopped_) return;
    asking_ = false;
    failures_ = 0;
  }
  got_(response.producer_id, response.producer_epoch);
}

void ProducerIdSource::try_again(ErrorCode code, const std::string& text) {
  Micros pause;
  bool tell;
  {
    Lock lock(mutex_);
    if (stopped_ || code == RD_KAFKA_RESP_ERR__DESTROY) return;
    const i64 ms = std::min(
        static_cast<i64>(conf_.values.retry_backoff_ms) << std::min(failures_, kDoublingsMax),
        static_cast<i64>(
            std::max(conf_.values.retry_backoff_max_ms, conf_.values.retry_backoff_ms)));
    pause = ms * kMicrosPerMs;
    tell = ++failures_ % kFailuresQuiet == 0 || code == RD_KAFKA_RESP_ERR__UNSUPPORTED_FEATURE;
  }
  if (tell) {
    cluster_.log().log(kLogWarning, "GETPID",
                       "no producer id yet, nothing can be sent: %s%s%s; trying again",
                       error_text(code), text.empty() ? "" : ": ", text.c_str());
  }
  cluster_.post_at(cluster_.env().now() + pause, [weak = weak_from_this()](bool dropped) {
    auto self = weak.lock();
    if (dropped || !self) return;
    {
      Lock lock(self->mutex_);
      if (self->stopped_) return;
    }
    self->send();
  });
}

void ProducerIdSource::refused(ErrorCode code) {
  CallLock call(call_mutex_);
  {
    Lock lock(mutex_);
    if (stopped_) return;
    asking_ = false;
  }
  cluster_.set_fatal(code,
                     "the broker refuses this client a producer id, without which it cannot send: "
                     "the principal needs the ACL WRITE on a topic, or IDEMPOTENT_WRITE on the "
                     "cluster with brokers before 2.8");
  refused_(code);
}

}  // namespace rk
