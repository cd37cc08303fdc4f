#include "producer/verdict.h"

#include "base/planted.h"

namespace rk {
namespace {
struct Row {
  i16 code;
  Verdict verdict;
  bool metadata;
};

// Codes that an attempt can be answered with; checked against brokers (a code after which the
// records were found in the log can never be "refused": 6 and 7 are such).
constexpr Row kRows[] = {
    {0, Verdict::ok, false},
    {2, Verdict::corrupt, false},             // CORRUPT_MESSAGE
    {3, Verdict::maybe, true},                // UNKNOWN_TOPIC_OR_PARTITION
    {5, Verdict::maybe, true},                // LEADER_NOT_AVAILABLE
    {6, Verdict::maybe, true},                // NOT_LEADER_OR_FOLLOWER, also after the append
    {7, Verdict::maybe, false},               // REQUEST_TIMED_OUT
    {8, Verdict::maybe, true},                // BROKER_NOT_AVAILABLE
    {9, Verdict::maybe, true},                // REPLICA_NOT_AVAILABLE
    {10, Verdict::too_large, false},          // MESSAGE_TOO_LARGE
    {13, Verdict::maybe, true},               // NETWORK_EXCEPTION
    {14, Verdict::refused_retry, false},      // COORDINATOR_LOAD_IN_PROGRESS
    {15, Verdict::refused_retry, false},      // COORDINATOR_NOT_AVAILABLE
    {16, Verdict::refused_retry, false},      // NOT_COORDINATOR
    {17, Verdict::refused_for_good, false},   // INVALID_TOPIC_EXCEPTION
    {18, Verdict::too_large, false},          // RECORD_LIST_TOO_LARGE
    {19, Verdict::refused_retry, false},      // NOT_ENOUGH_REPLICAS
    {20, Verdict::maybe, false},              // NOT_ENOUGH_REPLICAS_AFTER_APPEND
    {21, Verdict::refused_for_good, false},   // INVALID_REQUIRED_ACKS
    {29, Verdict::refused_for_good, false},   // TOPIC_AUTHORIZATION_FAILED
    {31, Verdict::refused_for_good, false},   // CLUSTER_AUTHORIZATION_FAILED
    {32, Verdict::refused_for_good, false},   // INVALID_TIMESTAMP
    {35, Verdict::refused_for_good, false},   // UNSUPPORTED_VERSION
    {43, Verdict::refused_for_good, false},   // UNSUPPORTED_FOR_MESSAGE_FORMAT
    {44, Verdict::refused_for_good, false},   // POLICY_VIOLATION
    {45, Verdict::out_of_order, false},       // OUT_OF_ORDER_SEQUENCE_NUMBER
    {46, Verdict::duplicate, false},          // DUPLICATE_SEQUENCE_NUMBER
    {47, Verdict::stale_epoch, false},        // INVALID_PRODUCER_EPOCH
    {48, Verdict::refused_for_good, false},   // INVALID_TXN_STATE
    {49, Verdict::stale_epoch, false},        // INVALID_PRODUCER_ID_MAPPING
    {51, Verdict::refused_retry, false},      // CONCURRENT_TRANSACTIONS
    {53, Verdict::refused_for_good, false},   // TRANSACTIONAL_ID_AUTHORIZATION_FAILED
    {56, Verdict::maybe, true},               // KAFKA_STORAGE_ERROR
    {59, Verdict::unknown_producer, false},   // UNKNOWN_PRODUCER_ID
    {74, Verdict::maybe, true},               // FENCED_LEADER_EPOCH
    {76, Verdict::refused_for_good, false},   // UNSUPPORTED_COMPRESSION_TYPE
    {87, Verdict::refused_for_good, false},   // INVALID_RECORD
    {90, Verdict::refused_for_good, false},   // PRODUCER_FENCED
    {100, Verdict::refused_retry, true},      // UNKNOWN_TOPIC_ID
    {120, Verdict::refused_for_good, false},  // TRANSACTION_ABORTABLE
};

const Row* find(ErrorCode code) {
  for (const Row& row : kRows) {
    if (row.code == code) return &row;
  }
  return nullptr;
}
}  // namespace

Verdict verdict_of(ErrorCode code) {
  if (FASTKA_PLANTED(code_6_refused) && code == RD_KAFKA_RESP_ERR_NOT_LEADER_FOR_PARTITION)
    return Verdict::refused_retry;
  const Row* row = find(code);
  return row ? row->verdict : Verdict::maybe;
}

bool asks_for_metadata(ErrorCode code) {
  const Row* row = find(code);
  return row ? row->metadata : true;
}

}  // namespace rk
