#include "consumer/offset_lookup.h"

#include <algorithm>
#include <map>

#include "base/arena.h"
#include "base/error_names.h"
#include "wire/messages/list_offsets.h"
#include "wire/messages/offset_for_leader_epoch.h"

namespace rk {
namespace {

i64 timestamp_of(i64 spec) {
  return spec == RD_KAFKA_OFFSET_BEGINNING ? RD_KAFKA_OFFSET_BEGINNING : RD_KAFKA_OFFSET_END;
}

bool leader_moved(ErrorCode e) {
  switch (e) {
    case RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART:
    case RD_KAFKA_RESP_ERR_LEADER_NOT_AVAILABLE:
    case RD_KAFKA_RESP_ERR_NOT_LEADER_FOR_PARTITION:
    case RD_KAFKA_RESP_ERR_REPLICA_NOT_AVAILABLE:
    case RD_KAFKA_RESP_ERR_KAFKA_STORAGE_ERROR:
    case RD_KAFKA_RESP_ERR_FENCED_LEADER_EPOCH:
    case RD_KAFKA_RESP_ERR_UNKNOWN_LEADER_EPOCH:
    case RD_KAFKA_RESP_ERR_OFFSET_NOT_AVAILABLE:
    case RD_KAFKA_RESP_ERR_BROKER_NOT_AVAILABLE:
      return true;
    default:
      return false;
  }
}

}  // namespace

void OffsetLookup::kick() {
  if (kicked_.exchange(true, std::memory_order_acq_rel)) return;
  cluster_.post([this](bool dropped) {
    if (!dropped) run();
  });
}

void OffsetLookup::run() {
  kicked_.store(false, std::memory_order_release);
  const Micros now = cluster_.env().now();
  const SnapshotPtr snapshot = cluster_.snapshot();
  WantedList stored;
  std::map<i32, WantedList> by_leader, checks;
  Micros next = kNever;
  for (PartitionReader* p : host_.consumed()) {
    const PartitionInfo* info = snapshot->partition(p->topic.name, p->id);
    PartitionLock lock(*p);
    if (p->log_check == PartitionReader::Check::wanted && info && info->leader >= 0 &&
        now >= p->retry_at) {
      p->log_check = PartitionReader::Check::running;
      checks[info->leader].push_back({p, p->version, p->last_epoch, info->leader_epoch});
    } else if (p->log_check == PartitionReader::Check::wanted && now < p->retry_at) {
      next = std::min(next, p->retry_at);
    }
    if (p->mode != PartitionReader::Mode::lookup || p->lookup_running) continue;
    if (now < p->retry_at) {
      next = std::min(next, p->retry_at);
      continue;
    }
    const Wanted w{p, p->version, p->lookup_offset, info ? info->leader_epoch : -1};
    if (p->lookup_offset == RD_KAFKA_OFFSET_STORED) {
      stored.push_back(w);
    } else if (info && info->leader >= 0) {
      by_leader[info->leader].push_back(w);
    } else {
      continue;  // the fetcher's plan asks for it; metadata_changed() kicks again
    }
    p->lookup_running = true;
  }
  if (!stored.empty()) ask_group(std::move(stored));
  for (auto& [leader, list] : by_leader) ask_log(leader, std::move(list));
  for (auto& [leader, list] : checks) ask_epochs(leader, std::move(list));
  if (next == kNever) return;
  cluster_.post_at(next, [this](bool dropped) {
    if (!dropped) kick();
  });
}

void OffsetLookup::put_back(const Wanted& w, Micros retry_at) {
  PartitionLock lock(*w.partition);
  if (w.partition->version != w.version) return;
  w.partition->lookup_running = false;
  w.partition->retry_at = retry_at;
  if (w.partition->log_check == PartitionReader::Check::running)
    w.partition->log_check = PartitionReader::Check::wanted;
}

void OffsetLookup::ask_group(WantedList list) {
  PartitionOffsets asked;
  for (const Wanted& w : list) {
    PartitionOffset o;
    o.topic = w.partition->topic.name;
    o.partition = w.partition->id;
    asked.push_back(std::move(o));
  }
  const Micros deadline =
      cluster_.env().now() + Micros{conf_.values.socket_timeout_ms} * kMicrosPerMs;
  group_.fetch(std::move(asked), deadline, [this, list](ErrorCode e, PartitionOffsets answer) {
    const Micros retry_at =
        cluster_.env().now() + Micros{conf_.values.retry_backoff_ms} * kMicrosPerMs;
    if (e == RD_KAFKA_RESP_ERR__DESTROY) return;
    for (size_t i = 0; i < list.size(); ++i) {
      const ErrorCode failed = e != kOk ? e : answer[i].error;
      if (failed != kOk) {
        put_back(list[i], retry_at);
        host_.failing(*list[i].partition, list[i].version, failed, -1);
      } else if (answer[i].offset >= 0) {
        host_.located(*list[i].partition, list[i].version, answer[i].offset,
                      answer[i].leader_epoch);
      } else {
        host_.not_committed(*list[i].partition, list[i].version);
      }
    }
    kick();
  });
}

template <typename Body>
void OffsetLookup::ask_leader(i32 broker_id, WantedList list, Row<Body> row, Take take) {
  auto shared = std::make_shared<WantedList>(std::move(list));
  Request r;
  r.api = Body::key;
  r.version_min = Body::versions.min;
  r.version_max = Body::versions.max;
  r.deadline = cluster_.env().now() + Micros{conf_.values.socket_timeout_ms} * kMicrosPerMs;
  r.encode = [this, shared, row](wire::Writer& w, i16 version) {
    using AskedTopic = typename Body::Topic;
    std::map<std::string_view, std::vector<typename AskedTopic::Partition>> by_name;
    for (const Wanted& wanted : *shared)
      by_name[wanted.partition->topic.name].push_back(row(wanted));
    std::vector<AskedTopic> topics;
    for (const auto& [name, partitions] : by_name) topics.push_back({name, partitions});
    Body body;
    body.replica_id = -1;
    if constexpr (requires { body.isolation_level; })
      body.isolation_level = conf_.values.isolation_level == IsolationLevel::read_committed;
    body.topics = topics;
    wire::encode(w, body, version);
  };
  r.done = [this, shared, broker_id, take](Reply&& reply) {
    (this->*take)(*shared, broker_id, std::move(reply));
  };
  cluster_.call(Target::to_broker(broker_id), std::move(r));
}

void OffsetLookup::ask_log(i32 broker_id, WantedList list) {
  ask_leader<wire::ListOffsetsRequest>(
      broker_id, std::move(list),
      [](const Wanted& wanted) {
        wire::ListOffsetsRequest::Topic::Partition p;
        p.partition_index = wanted.partition->id;
        p.current_leader_epoch = wanted.leader_epoch;
        p.timestamp = timestamp_of(wanted.spec);
        return p;
      },
      &OffsetLookup::take_log);
}

void OffsetLookup::take_log(const WantedList& list, i32 broker_id, Reply&& reply) {
  const Micros retry_at =
      cluster_.env().now() + Micros{conf_.values.retry_backoff_ms} * kMicrosPerMs;
  wire::ListOffsetsResponse answer;
  Arena arena;
  ErrorCode all = reply.error.code();
  if (all == kOk && !wire::decode(reply.body, answer, reply.version, arena)) {
    all = RD_KAFKA_RESP_ERR__BAD_MSG;
  }
  for (const Wanted& w : list) {
    ErrorCode e = all;
    i64 offset = -1;
    if (e == kOk) {
      e = RD_KAFKA_RESP_ERR__BAD_MSG;  // not answered
      for (const auto& t : answer.topics) {
        if (t.name != w.partition->topic.name) continue;
        for (const auto& p : t.partitions) {
          if (p.partition_index != w.partition->id) continue;
          e = error_of_broker(p.error_code);
          offset = p.offset;
        }
      }
    }
    if (e == kOk && offset >= 0) {
      if (w.spec <= RD_KAFKA_OFFSET_TAIL_BASE) {
        offset = std::max<i64>(0, offset - (RD_KAFKA_OFFSET_TAIL_BASE - w.spec));
      }
      host_.located(*w.partition, w.version, offset, -1);
      continue;
    }
    put_back(w, retry_at);
    if (all != kOk || leader_moved(e)) {
      cluster_.refresh(w.partition->topic.name, error_name(e));
    } else {
      host_.failing(*w.partition, w.version, e, broker_id);
    }
  }
  kick();
}

void OffsetLookup::ask_epochs(i32 broker_id, WantedList list) {
  ask_leader<wire::OffsetForLeaderEpochRequest>(
      broker_id, std::move(list),
      [](const Wanted& wanted) {
        return wire::OffsetForLeaderEpochRequest::Topic::Partition{
            wanted.partition->id, wanted.leader_epoch, static_cast<i32>(wanted.spec)};
      },
      &OffsetLookup::take_epochs);
}

void OffsetLookup::take_epochs(const WantedList& list, i32 broker_id, Reply&& reply) {
  const Micros retry_at =
      cluster_.env().now() + Micros{conf_.values.retry_backoff_ms} * kMicrosPerMs;
  wire::OffsetForLeaderEpochResponse answer;
  Arena arena;
  ErrorCode all = reply.error.code();
  if (all == kOk && !wire::decode(reply.body, answer, reply.version, arena))
    all = RD_KAFKA_RESP_ERR__BAD_MSG;
  for (const Wanted& w : list) {
    // A broker that knows no epochs has nothing to say against it.
    if (all == RD_KAFKA_RESP_ERR__UNSUPPORTED_FEATURE) {
      const LogEnd none{static_cast<i32>(w.spec), std::numeric_limits<i64>::max()};
      host_.compared(*w.partition, w.version, w.leader_epoch, none, broker_id);
      continue;
    }
    ErrorCode e = all == kOk ? RD_KAFKA_RESP_ERR__BAD_MSG : all;  // not answered
    LogEnd end;
    for (const auto& t : answer.topics) {
      if (all != kOk || t.topic != w.partition->topic.name) continue;
      for (const auto& p : t.partitions) {
        if (p.partition != w.partition->id) continue;
        e = error_of_broker(p.error_code);
        end = {p.leader_epoch, p.end_offset};
      }
    }
    if (e == kOk) {
      host_.compared(*w.partition, w.version, w.leader_epoch, end, broker_id);
      continue;
    }
    put_back(w, retry_at);
    cluster_.refresh(w.partition->topic.name, error_name(e));
  }
  kick();
}

}  // namespace rk
