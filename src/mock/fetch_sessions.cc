#include "mock/fetch_sessions.h"

#include <algorithm>

namespace rk::mock {

FetchedPartitions asked_partitions(const wire::FetchRequest& request) {
  FetchedPartitions list;
  for (const auto& t : request.topics) {
    for (const auto& p : t.partitions) {
      FetchedPartition& to = list.emplace_back();
      to.topic.assign(t.topic.data() ? t.topic : std::string_view());
      to.topic_id = t.topic_id;
      to.partition = p.partition;
      to.offset = p.fetch_offset;
      to.leader_epoch = p.current_leader_epoch;
      to.last_epoch = p.last_fetched_epoch;
      to.bytes_max = p.partition_max_bytes;
    }
  }
  return list;
}

void FetchSession::update(const wire::FetchRequest& request) {
  for (const auto& t : request.forgotten_topics_data) {
    std::erase_if(partitions, [&t](const FetchedPartition& p) {
      return p.topic_id == t.topic_id && p.topic == t.topic &&
             std::find(t.partitions.begin(), t.partitions.end(), p.partition) != t.partitions.end();
    });
  }
  for (FetchedPartition& asked : asked_partitions(request)) {
    const auto known = std::find_if(partitions.begin(), partitions.end(),
                                    [&asked](const auto& p) { return p.same(asked); });
    if (known == partitions.end()) {
      partitions.push_back(std::move(asked));
    } else {
      asked.told_high = known->told_high;
      asked.told_start = known->told_start;
      *known = std::move(asked);
    }
  }
}

FetchSession* FetchSessions::find(i32 broker_id, i32 id) {
  const auto it = sessions_.find(id);
  return it == sessions_.end() || it->second.broker_id != broker_id ? nullptr : &it->second;
}

FetchSession& FetchSessions::create(i32 broker_id, bool by_id, FetchedPartitions partitions) {
  FetchSession& s = sessions_[next_id_];
  s.id = next_id_++;
  s.broker_id = broker_id;
  s.by_id = by_id;
  s.partitions = std::move(partitions);
  return s;
}

}  // namespace rk::mock
