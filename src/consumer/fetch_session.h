// FetchSession: the client's side of KIP-227. The broker remembers what a session asks for, so that
// a request names only the partitions whose offset or epoch changed, and an answer only those with
// news. One for each broker; used by the pump's leader only.
//
//   no session --full request, epoch 0--> the broker names one --> incremental, epoch 1, 2, ...
//        ^------------ any error, a lost connection, names instead of ids -------------'
#pragma once

#include <unordered_map>
#include <vector>

#include "cluster/snapshot.h"
#include "consumer/partition_reader.h"

namespace rk {

constexpr i16 kFetchSessionTopicIdError = 106;  // rdkafka.h has no name for it

// One partition of a request, as it was when the request was made: an answer counts only if the
// partition's version is still this.
struct FetchAsk {
  PartitionReader* partition;
  u32 version;
  i64 offset;
  i32 leader_epoch;
  i32 last_epoch;  // of the batch before the offset, where the broker is to check it (KIP-320)
  TopicId topic_id;
};

class FetchSession {
 public:
  struct Forgotten {
    PartitionReader* partition;
    TopicId topic_id;
  };
  // What the request says; `changed` holds places in the list of what is wanted.
  struct Request {
    i32 id = 0;
    i32 epoch = 0;
    std::vector<u32> changed;
    std::vector<Forgotten> forgotten;
  };

  // The request that gets everything in `wanted` and nothing else.
  Request next(const std::vector<FetchAsk>& wanted, bool by_id);
  // Its answer came. True: the broker does not know the session any more, asking at once is right.
  bool answered(i16 error_code, i32 session_id);
  // An answer was lost: what the broker remembers is not known.
  void lost() { epoch_ = 0; }
  bool incremental() const { return epoch_ > 0; }

 private:
  struct Known {
    i64 offset;
    i32 leader_epoch;
    i32 last_epoch;
    TopicId topic_id;
    u64 round;
  };
  static Known known_of(const FetchAsk& a, u64 round) {
    return {a.offset, a.leader_epoch, a.last_epoch, a.topic_id, round};
  }

  i32 id_ = 0;
  i32 epoch_ = 0;  // 0: the next request is a full one
  bool by_id_ = false;
  u64 round_ = 0;
  std::unordered_map<PartitionReader*, Known> known_;
};

}  // namespace rk
