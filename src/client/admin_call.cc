#include "client/admin_call.h"

#include <algorithm>

#include "cluster/backoff.h"

namespace rk {
namespace {

// The longest that a broker is asked to take, as Kafka's own clients ask.
constexpr Micros kTimeLeftMax = 3600 * kMicrosPerSecond;

bool passes_by_itself(ErrorCode e) {
  switch (e) {
    case RD_KAFKA_RESP_ERR__TRANSPORT:
    case RD_KAFKA_RESP_ERR_NOT_CONTROLLER:
    case RD_KAFKA_RESP_ERR_BROKER_NOT_AVAILABLE:
    case RD_KAFKA_RESP_ERR_LEADER_NOT_AVAILABLE:
      return true;
    default:
      return false;
  }
}

void answered(Cluster& cluster, const std::shared_ptr<AdminCall>& call, Reply&& reply) {
  Error e = std::move(reply.error);
  if (!e) {
    e = call->take(reply, call->answer_lost);
  } else if (reply.bytes_sent) {
    call->answer_lost = true;
  }
  if (!passes_by_itself(e.code())) return call->done(std::move(e));
  if (call->target.kind == Target::Kind::controller)
    cluster.refresh_all("an administration call found no controller");
  const Conf& conf = cluster.conf();
  const Micros again = cluster.env().now() +
                       retry_backoff(conf.values.retry_backoff_ms, conf.values.retry_backoff_max_ms,
                                     ++call->attempts, cluster.env().random());
  if (again >= call->deadline) return call->done(std::move(e));
  // When the cluster is stopped meanwhile, its call() says so.
  cluster.post_at(again, [&cluster, call](bool) { start_admin_call(cluster, call); });
}

}  // namespace

void start_admin_call(Cluster& cluster, std::shared_ptr<AdminCall> call) {
  Request r;
  r.api = call->api;
  r.version_min = call->versions.min;
  r.version_max = call->versions.max;
  r.deadline = call->deadline;
  r.encode = [&cluster, call](wire::Writer& w, i16 version) {
    const Micros left = std::clamp<Micros>(call->deadline - cluster.env().now(), 0, kTimeLeftMax);
    call->encode(w, version, static_cast<i32>(left / kMicrosPerMs));
  };
  r.done = [&cluster, call](Reply&& reply) { answered(cluster, call, std::move(reply)); };
  Target target = call->target;
  cluster.call(std::move(target), std::move(r));
}

}  // namespace rk
