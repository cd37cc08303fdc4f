// What the explorer counts: rows of the producer's event table (src/producer/README.md) and faults
// of the environment. One that never occurs fails the run.
#pragma once

#include <array>

#include "base/types.h"

namespace rk::explore {

#define FASTKA_EXPLORE_ROWS(X)                                           \
  X(ok, "ok")                                                            \
  X(ok_of_a_retry, "ok for a retry that was in the log")                 \
  X(ok_without_offset, "ok without an offset")                           \
  X(duplicate_46, "46 for a retry")                                      \
  X(not_written, "connection lost before the first byte")                \
  X(lost, "connection lost or timed out after it")                       \
  X(corrupt, "2, first and second time")                                 \
  X(maybe_after_append, "6 after the append")                            \
  X(maybe_without_append, "6 without it")                                \
  X(replicas_after_append, "7 after the append")                         \
  X(unlisted, "-1")                                                      \
  X(refused_retry, "19")                                                 \
  X(unknown_topic_id, "100")                                             \
  X(too_large_split, "10, batch split")                                  \
  X(too_large_alone, "10, one message")                                  \
  X(too_large_unresolved, "10, batch unresolved")                        \
  X(refused_for_good, "87")                                              \
  X(refused_unresolved, "87 for an unresolved batch")                    \
  X(mapping_49, "49")                                                    \
  X(gap, "45 for a first attempt")                                       \
  X(out_of_order_unresolved, "45 for an unresolved batch")               \
  X(persisted_by_a_later_ok, "persisted by a later batch's ok")          \
  X(stale_epoch, "47, nothing unresolved")                               \
  X(stale_epoch_unresolved, "47, batch unresolved")                      \
  X(late_copy_fenced, "47 for a late copy of an old epoch")              \
  X(unknown_producer, "59, nothing unresolved")                          \
  X(unknown_producer_unresolved, "59 for an unresolved batch")           \
  X(expired_queued, "deadline, never sent")                              \
  X(expired_in_flight, "deadline, in flight")                            \
  X(expired_unresolved, "deadline, unresolved")                          \
  X(expired_refused, "deadline, every attempt refused")                  \
  X(answer_after_report, "an answer after the report")                   \
  X(retries_used_up, "retries used up")                                  \
  X(epoch_bumped, "epoch + 1")                                           \
  X(id_renewed, "a new producer id")                                     \
  X(id_came_late, "batches before the first producer id")                \
  X(id_refused, "no producer id: 31, 53")                                \
  X(purged_queued, "purge, queued")                                      \
  X(purged_unresolved, "purge, unresolved")                              \
  X(purged_in_flight, "purge, in flight")                                \
  X(moved, "moved to another leader")                                    \
  X(fault_cut, "fault: connection cut")                                  \
  X(fault_restart, "fault: restart, all but the last batch forgotten")   \
  X(fault_leader, "fault: leader changed, nothing lost")                 \
  X(fault_tail_lost, "fault: leader changed, unacknowledged tail lost")  \
  X(fault_unclean, "fault: unclean election, acknowledged records lost") \
  X(fault_forgotten, "fault: producer state forgotten (Kafka 2.4)")      \
  X(fault_recreated, "fault: topic recreated")                           \
  X(late_written, "late copy written")                                   \
  X(late_duplicate, "late copy found as duplicate")                      \
  X(late_refused, "late copy refused")

enum class Row : u8 {
#define X(name, text) name,
  FASTKA_EXPLORE_ROWS(X)
#undef X
      kRows
};
constexpr size_t kRows = static_cast<size_t>(Row::kRows);
const char* row_name(size_t row);

using RowCounts = std::array<u64, kRows>;

}  // namespace rk::explore
