// OffsetFetch: what was committed, -1 where nothing was (no error); 88 to who wants it stable while
// a transaction is about to replace it. topics null: all that the group
// has committed. Since version 8 for several groups at once.
#include "mock/handler.h"
#include "wire/messages/offset_fetch.h"

namespace rk::mock {
namespace {

using wire::OffsetFetchResponse;

struct Lists {
  std::vector<OffsetFetchResponse::Topic> topics;
  std::vector<std::vector<OffsetFetchResponse::Topic::Partition>> rows;
};

void put(std::vector<OffsetFetchResponse::Topic::Partition>& row, i32 index,
         const CommittedOffset* found) {
  static constexpr CommittedOffset none;
  const CommittedOffset& c = found ? *found : none;
  auto& out = row.emplace_back();
  out.partition_index = index;
  out.committed_offset = c.offset;
  out.committed_leader_epoch = c.leader_epoch;
  out.metadata = c.metadata.empty() ? wire::Str("") : wire::Str(c.metadata);
}

void list_all(const Cluster::GroupOffsets& group, Lists& to) {
  for (const auto& [key, committed] : group) {
    if (to.topics.empty() || to.topics.back().name != key.first) {
      to.topics.emplace_back().name = key.first;
      to.rows.emplace_back();
    }
    put(to.rows.back(), key.second, &committed);
  }
}

void list(const Cluster::GroupOffsets& group,
          const wire::Array<wire::OffsetFetchRequest::Topic>& asked, Lists& lists) {
  if (asked.is_null()) {
    list_all(group, lists);
  } else {
    for (const auto& t : asked) {
      lists.topics.emplace_back().name = t.name;
      auto& row = lists.rows.emplace_back();
      for (const i32 p : t.partition_indexes) {
        auto it = group.find({std::string(t.name), p});
        put(row, p, it == group.end() ? nullptr : &it->second);
      }
    }
  }
  for (size_t i = 0; i < lists.topics.size(); ++i) lists.topics[i].partitions = lists.rows[i];
}

void refuse_pending(const Call& call, const wire::OffsetFetchRequest& request, Lists& lists) {
  if (!call.cluster.offsets_are_pending || !request.require_stable) return;
  for (auto& row : lists.rows) {
    for (auto& p : row) {
      p.committed_offset = -1;
      p.committed_leader_epoch = -1;
      p.metadata = "";
      p.error_code = RD_KAFKA_RESP_ERR_UNSTABLE_OFFSET_COMMIT;
    }
  }
}

}  // namespace

Handled handle_offset_fetch(Call& call) {
  constexpr i16 kGroupsFrom = 8;
  wire::OffsetFetchRequest request;
  if (!read_request(call, request)) return {Outcome::malformed};
  OffsetFetchResponse response;
  if (call.version < kGroupsFrom) {
    Lists lists;
    list(call.cluster.group(request.group_id), request.topics, lists);
    refuse_pending(call, request, lists);
    response.topics = lists.topics;
    return answer(call, response);
  }
  std::vector<Lists> lists(request.groups.size());
  std::vector<OffsetFetchResponse::Group> groups(request.groups.size());
  for (size_t i = 0; i < groups.size(); ++i) {
    list(call.cluster.group(request.groups[i].group_id), request.groups[i].topics, lists[i]);
    refuse_pending(call, request, lists[i]);
    groups[i].group_id = request.groups[i].group_id;
    groups[i].topics = lists[i].topics;
  }
  response.groups = groups;
  return answer(call, response);
}

}  // namespace rk::mock
