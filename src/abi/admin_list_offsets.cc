// ListOffsets: the offsets at the beginning, the end, the highest timestamp or a given time.
#include <algorithm>
#include <set>

#include "abi/admin_call.h"
#include "client/offset_questions.h"

namespace rk {
namespace {

Error check(const rd_kafka_topic_partition_list_t& list) {
  std::set<std::pair<std::string_view, i32>> seen;
  for (int i = 0; i < list.cnt; ++i) {
    const rd_kafka_topic_partition_t& p = list.elems[i];
    if (p.topic == nullptr || *p.topic == '\0')
      return errorf(RD_KAFKA_RESP_ERR__INVALID_ARG, "The topic of element %d is empty", i);
    if (p.partition < 0)
      return errorf(RD_KAFKA_RESP_ERR__INVALID_ARG, "The partition of element %d is negative", i);
    if (p.offset < RD_KAFKA_OFFSET_SPEC_MAX_TIMESTAMP)
      return errorf(RD_KAFKA_RESP_ERR__INVALID_ARG, "%lld is no offset that can be asked for",
                    static_cast<long long>(p.offset));
    if (!seen.insert({p.topic, p.partition}).second)
      return errorf(RD_KAFKA_RESP_ERR__INVALID_ARG, "%s [%d] is in the list twice", p.topic,
                    p.partition);
  }
  return {};
}

void fill(OffsetResults& to, const std::vector<OffsetQuery>& answered) {
  const std::unique_ptr<PartitionList, FreePartitionList> list(new_partition_list(1));
  for (const OffsetQuery& q : answered) {
    Partition* row = add(*list, q.topic, q.partition);
    if (row == nullptr) return;
    row->err = q.error;
    if (q.error == kOk) row->offset = q.offset;
    if (q.leader_epoch >= 0) set_leader_epoch(*row, q.leader_epoch);
    rd_kafka_ListOffsetsResultInfo_s& info = to.infos.add();
    info.partition = new_partition_copy(*row);
    info.timestamp = q.offset_timestamp;
  }
}

}  // namespace
}  // namespace rk

void rd_kafka_ListOffsets(rd_kafka_t* rk, rd_kafka_topic_partition_list_t* topic_partitions,
                          const rd_kafka_AdminOptions_t* options, rd_kafka_queue_t* rkqu) {
  using namespace rk;
  auto pending =
      std::make_shared<Pending<OffsetResults>>(RD_KAFKA_EVENT_LISTOFFSETS_RESULT, options, rkqu);
  if (Error e = check(*topic_partitions)) return pending->deliver(std::move(e));
  std::vector<OffsetQuery> queries;
  for (int i = 0; i < topic_partitions->cnt; ++i) {
    const rd_kafka_topic_partition_t& p = topic_partitions->elems[i];
    OffsetQuery& q = queries.emplace_back();
    q.topic = p.topic;
    q.partition = p.partition;
    q.timestamp = p.offset;
  }
  if (queries.empty()) return pending->deliver();
  const bool committed = options != nullptr && options->read_committed;
  ask_offsets(*rk->cluster, std::move(queries), committed, admin_deadline(*rk, options),
              [pending](Error whole, std::vector<OffsetQuery> answered) {
                const bool none =
                    std::all_of(answered.begin(), answered.end(), [](const OffsetQuery& q) {
                      return q.error == RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION;
                    });
                if (!whole && none)
                  whole = Error(RD_KAFKA_RESP_ERR__NOENT, "None of the partitions exists");
                if (!whole) fill(*pending->result, answered);
                pending->deliver(std::move(whole));
              });
}
