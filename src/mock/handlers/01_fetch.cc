// Fetch: whole batches from the one that holds the asked offset, the first of the answer even when
// it is larger than the limits; nothing is decompressed or cut. Waits up to max_wait_ms until
// min_bytes are there, but answers at once when a partition has something else to say. The leader
// serves, and with ClusterOptions::follower_fetching everybody: a leader in another rack than the
// client's names the broker of that rack (KIP-392). The leader epoch is checked when the client
// sends one (74, 75), and whether the log has diverged from what it read before (KIP-320). With a 6
// or 74 goes, from version 16 on, who leads now and where (KIP-951). Sessions are those of KIP-227;
// topics go by id from version 13 on (100 when it is none of ours).
#include <algorithm>
#include <deque>
#include <utility>

#include "mock/handler.h"
#include "wire/messages/fetch.h"

namespace rk::mock {
namespace {

using wire::FetchRequest;
using wire::FetchResponse;
using PartitionAnswer = FetchResponse::Response::Partition;
using Aborted = PartitionAnswer::AbortedTransaction;

constexpr i16 kIdsFrom = 13;
constexpr i16 kHintsFrom = 16;
constexpr i16 kFetchSessionTopicIdError = 106;  // not in rdkafka.h

struct Gathered {
  std::vector<PartitionAnswer> answers;  // one a partition asked for
  std::vector<std::vector<u8>> records;  // one a partition answered with data
  std::deque<std::vector<Aborted>> aborted;
  std::vector<wire::NodeEndpoint> nodes;
  size_t bytes = 0;
  bool urgent = false;  // not to be waited with
};

const Partition* find_partition(Call& call, const FetchedPartition& want, ErrorCode* error) {
  *error = RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART;
  if (call.version < kIdsFrom) return call.cluster.partition(want.topic, want.partition);
  if (const Topic* t = call.cluster.topic(want.topic_id))
    return call.cluster.partition(t->name, want.partition);
  *error = RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_ID;
  return nullptr;
}

ErrorCode check_partition(const Call& call, const Partition& p, i32 leader_epoch) {
  if (p.leader() != call.broker_id && !call.cluster.options().follower_fetching)
    return RD_KAFKA_RESP_ERR_NOT_LEADER_FOR_PARTITION;
  const i32 known = p.epoch_known(p.leader() != call.broker_id);
  if (leader_epoch >= 0 && leader_epoch < known) return RD_KAFKA_RESP_ERR_FENCED_LEADER_EPOCH;
  if (leader_epoch > known) return RD_KAFKA_RESP_ERR_UNKNOWN_LEADER_EPOCH;
  return kOk;
}

void hint_leader(Call& call, const Partition& p, PartitionAnswer& out, Gathered& to) {
  out.current_leader = {p.leader(), p.leader_epoch()};
  const BrokerAddress* at = call.cluster.broker(p.leader());
  const bool listed = std::any_of(to.nodes.begin(), to.nodes.end(),
                                  [&](const auto& n) { return n.node_id == p.leader(); });
  if (at && !listed) to.nodes.push_back({at->id, at->host, at->port, {}});
}

// The broker of the client's rack that is not the leader, or -1.
i32 nearer_replica(const Call& call, const Partition& p, wire::Str rack) {
  if (!call.cluster.options().follower_fetching || rack.empty() || p.leader() != call.broker_id)
    return -1;
  const BrokerAddress* leader = call.cluster.broker(p.leader());
  if (leader && leader->rack == rack) return -1;
  for (const BrokerAddress& b : call.cluster.brokers())
    if (b.rack == rack) return b.id;
  return -1;
}

bool has_diverged(const Partition& p, bool follower, const FetchedPartition& want,
                  PartitionAnswer& out) {
  if (want.last_epoch < 0) return false;
  Partition::EpochEnd end = p.epoch_end(want.last_epoch);
  if (follower && p.follower_end() >= 0)
    end.end_offset = std::min(end.end_offset, p.follower_end());
  if (end.end_offset < 0) {
    out.error_code = RD_KAFKA_RESP_ERR_OFFSET_OUT_OF_RANGE;
    return true;
  }
  if (end.epoch >= want.last_epoch && end.end_offset >= want.offset) return false;
  out.diverging_epoch = {end.epoch, end.end_offset};
  return true;
}

// A committed reader gets what lies below the last stable offset, with the aborted transactions
// that reach into it.
void only_stable(Gathered& to, PartitionAnswer& out, const Partition& p, i64 offset,
                 std::vector<const StoredBatch*>& batches) {
  std::erase_if(batches, [&](const auto* b) { return b->last_offset >= p.last_stable_offset(); });
  auto& list = to.aborted.emplace_back();
  for (const Partition::Aborted& a : p.aborted())
    if (!batches.empty() && a.last >= offset && a.first <= batches.back()->last_offset)
      list.push_back({a.producer_id, a.first});
  out.aborted_transactions = list;
}

void read_partition(Gathered& to, PartitionAnswer& out, const Partition& p, i64 offset,
                    size_t limit, bool follower, bool committed) {
  std::vector<const StoredBatch*> batches;
  const bool beyond = follower && p.follower_end() >= 0 && offset > p.follower_end();
  const ErrorCode error =
      beyond ? RD_KAFKA_RESP_ERR_OFFSET_OUT_OF_RANGE : p.read(offset, limit, &batches);
  if (error != kOk) {
    out.error_code = static_cast<i16>(error);
    return;
  }
  if (follower && p.follower_end() >= 0)
    std::erase_if(batches, [&](const auto* b) { return b->last_offset >= p.follower_end(); });
  if (committed) only_stable(to, out, p, offset, batches);
  // The answer's first batch is never left out for its size; later ones are.
  if (to.bytes > 0 && !batches.empty() && batches.front()->size > limit) batches.clear();
  if (batches.empty()) return;
  std::vector<u8>& bytes = to.records.emplace_back();
  for (const StoredBatch* b : batches)
    bytes.insert(bytes.end(), b->bytes->begin(),
                 b->bytes->begin() + static_cast<std::ptrdiff_t>(b->size));
  to.bytes += bytes.size();
  out.records = bytes;
}

void answer_partition(Call& call, const FetchRequest& request, const FetchedPartition& want,
                      PartitionAnswer& out, Gathered& to) {
  ErrorCode error = kOk;
  const Partition* p = find_partition(call, want, &error);
  if (p) error = check_partition(call, *p, want.leader_epoch);
  if (call.fault_code() != kOk) error = call.fault_code();
  out.error_code = static_cast<i16>(error);
  if (p && error == kOk) {
    out.high_watermark = p->end_offset();
    out.last_stable_offset = p->last_stable_offset();
    out.log_start_offset = p->start_offset();
    out.preferred_read_replica = nearer_replica(call, *p, request.rack_id);
    const size_t max = static_cast<size_t>(std::max(request.max_bytes, 0));
    const size_t limit = std::min(max > to.bytes ? max - to.bytes : 0,
                                  static_cast<size_t>(std::max(want.bytes_max, 0)));
    const bool follower = p->leader() != call.broker_id;
    if (out.preferred_read_replica >= 0 || has_diverged(*p, follower, want, out))
      to.urgent = true;
    else
      read_partition(to, out, *p, want.offset, limit, follower, request.isolation_level);
  }
  if (out.error_code == 0) return;
  to.urgent = true;
  out.high_watermark = out.last_stable_offset = -1;
  const bool moved = error == RD_KAFKA_RESP_ERR_NOT_LEADER_FOR_PARTITION ||
                     error == RD_KAFKA_RESP_ERR_FENCED_LEADER_EPOCH;
  if (p && moved && call.version >= kHintsFrom) hint_leader(call, *p, out, to);
}

Gathered gather(Call& call, const FetchRequest& request, const FetchedPartitions& list) {
  static const u8 nothing = 0;
  Gathered to;
  to.records.reserve(list.size());
  to.answers.resize(list.size());
  for (size_t i = 0; i < list.size(); ++i) {
    PartitionAnswer& out = to.answers[i];
    out.partition_index = list[i].partition;
    out.aborted_transactions = nullptr;
    out.records = Bytes(&nothing, 0);  // empty, not null
    answer_partition(call, request, list[i], out, to);
  }
  return to;
}

// Whether the client of a session has to hear of it.
bool is_news(const FetchedPartition& p, const PartitionAnswer& a) {
  return a.error_code != 0 || !a.records.empty() || a.preferred_read_replica >= 0 ||
         a.diverging_epoch.end_offset >= 0 || p.told_high != a.high_watermark ||
         p.told_start != a.log_start_offset;
}

void note_told(FetchedPartitions& list, const std::vector<PartitionAnswer>& answers) {
  for (size_t i = 0; i < list.size(); ++i) {
    list[i].told_high = answers[i].high_watermark;
    list[i].told_start = answers[i].log_start_offset;
  }
}

// Neighbours of one topic share its entry. `only_news`: leaves out what the client knows.
Handled send(Call& call, FetchResponse& response, const FetchedPartitions& list, Gathered found,
             bool only_news) {
  std::vector<std::pair<const FetchedPartition*, std::vector<PartitionAnswer>>> rows;
  for (size_t i = 0; i < list.size(); ++i) {
    if (only_news && !is_news(list[i], found.answers[i])) continue;
    const bool same = !rows.empty() && rows.back().first->topic == list[i].topic &&
                      rows.back().first->topic_id == list[i].topic_id;
    if (!same) rows.push_back({&list[i], {}});
    rows.back().second.push_back(found.answers[i]);
  }
  std::vector<FetchResponse::Response> topics(rows.size());
  for (size_t i = 0; i < rows.size(); ++i) {
    topics[i].topic = rows[i].first->topic;
    topics[i].topic_id = rows[i].first->topic_id;
    topics[i].partitions = rows[i].second;
  }
  response.responses = topics;
  response.node_endpoints = found.nodes;
  call.held = std::move(found.records);
  return answer(call, response);
}

bool must_wait(const Call& call, const FetchRequest& request, const Gathered& found) {
  const bool enough =
      found.urgent || found.bytes >= static_cast<size_t>(std::max(request.min_bytes, 0));
  return !enough && !call.last_chance && request.max_wait_ms > 0;
}

Handled full_fetch(Call& call, const FetchRequest& request, FetchResponse& response) {
  FetchSessions& sessions = call.cluster.fetch_sessions();
  FetchedPartitions list = asked_partitions(request);
  Gathered found = gather(call, request, list);
  if (must_wait(call, request, found)) return {Outcome::wait, request.max_wait_ms * kMicrosPerMs};
  ++sessions.requests;
  sessions.partitions_asked += list.size();
  sessions.erase(request.session_id);
  if (request.session_epoch == 0 && !list.empty() && call.cluster.options().fetch_sessions) {
    note_told(list, found.answers);
    response.session_id = sessions.create(call.broker_id, call.version >= kIdsFrom, list).id;
  }
  return send(call, response, list, std::move(found), false);
}

Handled incremental_fetch(Call& call, const FetchRequest& request, FetchResponse& response) {
  FetchSessions& sessions = call.cluster.fetch_sessions();
  FetchSession* session = sessions.find(call.broker_id, request.session_id);
  if (!session)
    response.error_code = RD_KAFKA_RESP_ERR_FETCH_SESSION_ID_NOT_FOUND;
  else if (session->next_epoch != request.session_epoch)
    response.error_code = RD_KAFKA_RESP_ERR_INVALID_FETCH_SESSION_EPOCH;
  else if (session->by_id != (call.version >= kIdsFrom))
    response.error_code = kFetchSessionTopicIdError;
  if (response.error_code != 0) return answer(call, response);
  session->update(request);
  if (call.throttle_ms() > 0) {  // who has to wait hears nothing else
    session->advance();
    response.session_id = session->id;
    return answer(call, response);
  }
  Gathered found = gather(call, request, session->partitions);
  if (must_wait(call, request, found)) return {Outcome::wait, request.max_wait_ms * kMicrosPerMs};
  ++sessions.requests;
  for (const auto& t : request.topics) sessions.partitions_asked += t.partitions.size();
  session->advance();
  response.session_id = session->id;
  // Who was served goes behind the others, so that all get their turn.
  FetchedPartitions told = session->partitions;
  note_told(told, found.answers);
  FetchedPartitions asked = std::exchange(session->partitions, {});
  for (const bool served : {false, true})
    for (size_t i = 0; i < told.size(); ++i)
      if (found.answers[i].records.empty() != served) session->partitions.push_back(told[i]);
  return send(call, response, asked, std::move(found), true);
}

}  // namespace

Handled handle_fetch(Call& call) {
  FetchRequest request;
  if (!read_request(call, request)) return {Outcome::malformed};
  FetchResponse response;
  response.throttle_time_ms = call.throttle_ms();
  return request.session_epoch <= 0 ? full_fetch(call, request, response)
                                    : incremental_fetch(call, request, response);
}

}  // namespace rk::mock
