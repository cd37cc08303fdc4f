// Fetch: whole batches from the one that holds the asked offset, the first of the answer even when
// it is larger than the limits; nothing is decompressed or cut. Waits up to max_wait_ms until
// min_bytes are there, but answers at once when a partition has an error. No fetch sessions: an
// answer always names all partitions and session 0, which tells the client so. Only the leader
// serves; its epoch is checked when the client sends one (74, 75).
#include <deque>

#include "mock/handler.h"
#include "wire/messages/fetch.h"

namespace rk::mock {
namespace {

using wire::FetchRequest;
using wire::FetchResponse;
using PartitionAnswer = FetchResponse::Response::Partition;
using Aborted = PartitionAnswer::AbortedTransaction;

struct Gathered {
  std::vector<std::vector<PartitionAnswer>> rows;
  std::vector<std::vector<u8>> records;  // one a partition answered with data
  std::deque<std::vector<Aborted>> aborted;
  size_t bytes = 0;
  bool failed = false;
};

ErrorCode check_partition(const Call& call, const Partition* p, i32 leader_epoch) {
  if (!p) return RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART;
  if (p->leader() != call.broker_id) return RD_KAFKA_RESP_ERR_NOT_LEADER_FOR_PARTITION;
  if (leader_epoch >= 0 && leader_epoch < p->leader_epoch())
    return RD_KAFKA_RESP_ERR_FENCED_LEADER_EPOCH;
  if (leader_epoch > p->leader_epoch()) return RD_KAFKA_RESP_ERR_UNKNOWN_LEADER_EPOCH;
  return kOk;
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
                    size_t limit, bool first, bool committed) {
  out.high_watermark = p.end_offset();
  out.last_stable_offset = p.last_stable_offset();
  out.log_start_offset = p.start_offset();
  std::vector<const StoredBatch*> batches;
  const ErrorCode error = p.read(offset, limit, &batches);
  if (error != kOk) {
    out.error_code = static_cast<i16>(error);
    out.high_watermark = out.last_stable_offset = -1;
    to.failed = true;
    return;
  }
  if (committed) only_stable(to, out, p, offset, batches);
  // The answer's first batch is never left out for its size; later ones are.
  if (!first && !batches.empty() && batches.front()->size > limit) batches.clear();
  if (batches.empty()) return;
  std::vector<u8>& bytes = to.records.emplace_back();
  for (const StoredBatch* b : batches)
    bytes.insert(bytes.end(), b->bytes->begin(),
                 b->bytes->begin() + static_cast<std::ptrdiff_t>(b->size));
  to.bytes += bytes.size();
  out.records = bytes;
}

Gathered gather(Call& call, const FetchRequest& request) {
  Gathered to;
  size_t count = 0;
  for (const auto& t : request.topics) count += t.partitions.size();
  to.records.reserve(count);
  to.rows.reserve(request.topics.size());
  const auto max = static_cast<size_t>(std::max(request.max_bytes, 0));
  static const u8 nothing = 0;
  for (const auto& t : request.topics) {
    auto& row = to.rows.emplace_back();
    for (const auto& want : t.partitions) {
      PartitionAnswer& out = row.emplace_back();
      out.partition_index = want.partition;
      out.aborted_transactions = nullptr;
      out.records = Bytes(&nothing, 0);  // empty, not null
      const Partition* p = call.cluster.partition(t.topic, want.partition);
      const ErrorCode error = check_partition(call, p, want.current_leader_epoch);
      if (error != kOk) {
        out.error_code = static_cast<i16>(error);
        out.high_watermark = -1;
        to.failed = true;
        continue;
      }
      const size_t left = max > to.bytes ? max - to.bytes : 0;
      const size_t limit =
          std::min(left, static_cast<size_t>(std::max(want.partition_max_bytes, 0)));
      read_partition(to, out, *p, want.fetch_offset, limit, to.bytes == 0, request.isolation_level);
    }
  }
  return to;
}

}  // namespace

Handled handle_fetch(Call& call) {
  FetchRequest request;
  if (!read_request(call, request)) return {Outcome::malformed};
  FetchResponse response;
  response.throttle_time_ms = call.throttle_ms();
  if (request.session_id != 0) {
    response.error_code = RD_KAFKA_RESP_ERR_FETCH_SESSION_ID_NOT_FOUND;
    return answer(call, response);
  }
  Gathered found = gather(call, request);
  const bool enough =
      found.failed || found.bytes >= static_cast<size_t>(std::max(request.min_bytes, 0));
  if (!enough && !call.last_chance && request.max_wait_ms > 0)
    return {Outcome::wait, request.max_wait_ms * kMicrosPerMs};
  std::vector<FetchResponse::Response> topics(request.topics.size());
  for (size_t i = 0; i < topics.size(); ++i) {
    topics[i].topic = request.topics[i].topic;
    topics[i].partitions = found.rows[i];
  }
  response.responses = topics;
  call.held = std::move(found.records);
  return answer(call, response);
}

}  // namespace rk::mock
