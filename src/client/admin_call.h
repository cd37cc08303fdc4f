// AdminCall: one request of the administration API on its way: sent by the control thread to the
// broker it is for, again while the reason for not having an answer passes by itself (a controller
// that moved, a connection that broke), until the deadline. Shared between whoever started it and
// the requests under way; after start() only the control thread touches it.
#pragma once

#include <functional>
#include <memory>

#include "cluster/cluster.h"

namespace rk {

struct AdminCall {
  Target target;
  wire::ApiKey api{};
  wire::VersionRange versions;
  Micros deadline = kNever;
  // Once for each attempt; time_left_ms is what remains until the deadline.
  std::function<void(wire::Writer&, i16 version, i32 time_left_ms)> encode;
  // Reads an answer and keeps what it says. `again`: an earlier attempt may have been carried out
  // although its answer was lost. NOT_CONTROLLER and the like have it asked once more.
  std::function<Error(Reply&, bool again)> take;
  // Exactly once: with success after a take() that succeeded, else with what stood in the way. On
  // the thread that stops the cluster, with _DESTROY, if that comes first.
  std::function<void(Error)> done;

  int attempts = 0;
  bool answer_lost = false;
};

void start_admin_call(Cluster& cluster, std::shared_ptr<AdminCall> call);

}  // namespace rk
