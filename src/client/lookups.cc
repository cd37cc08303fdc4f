#include "client/lookups.h"

#include "base/await.h"

namespace rk {

Result<SnapshotPtr> lookup_metadata(Cluster& cluster, bool all, std::vector<std::string> topics,
                                    bool allow_auto_create, Micros deadline) {
  using Answer = std::shared_ptr<Result<SnapshotPtr>>;
  Await<Answer> wait(cluster.env());
  Cluster::MetadataAsk ask;
  ask.all = all;
  ask.topics = std::move(topics);
  ask.allow_auto_create = allow_auto_create;
  ask.deadline = deadline;
  ask.done = [set = wait.setter()](Result<SnapshotPtr> r) {
    set(std::make_shared<Result<SnapshotPtr>>(std::move(r)));
  };
  cluster.ask_metadata(std::move(ask));
  auto answer = wait.wait(deadline);
  if (answer && (*answer)->ok()) return (*answer)->take();
  // Nothing ever heard of any broker is a transport failure, whoever's clock ran out first.
  if (cluster.generation() == 0) return Error(RD_KAFKA_RESP_ERR__TRANSPORT);
  if (answer) return (*answer)->take_error();
  return Error(RD_KAFKA_RESP_ERR__TIMED_OUT);
}

SnapshotPtr wait_cluster_id(Cluster& cluster, Micros deadline) {
  SnapshotPtr now = cluster.snapshot();
  if (now && !now->cluster_id.empty()) return now;
  (void)lookup_metadata(cluster, false, {}, false, deadline);
  return cluster.snapshot();
}

Error lookup_offsets(Cluster& cluster, std::vector<OffsetQuery>& queries, bool read_committed,
                     Micros deadline) {
  struct Answer {
    Error whole;
    std::vector<OffsetQuery> queries;
  };
  Await<std::shared_ptr<Answer>> wait(cluster.env());
  ask_offsets(cluster, queries, read_committed, deadline,
              [set = wait.setter()](Error whole, std::vector<OffsetQuery> answered) {
                set(std::make_shared<Answer>(Answer{std::move(whole), std::move(answered)}));
              });
  const auto answer = wait.wait(deadline);
  if (!answer) {
    // Nothing ever heard of any broker is a transport failure, whoever's clock ran out first.
    return cluster.generation() == 0 ? RD_KAFKA_RESP_ERR__TRANSPORT : RD_KAFKA_RESP_ERR__TIMED_OUT;
  }
  queries = std::move((*answer)->queries);
  return std::move((*answer)->whole);
}

}  // namespace rk
