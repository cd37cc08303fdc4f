// Sequencer: the rules that keep a partition's reports true: which batch may be sent next and under
// which id, epoch and sequence; what an answer, a lost connection or a passed deadline proves. A
// plain copyable value: no buffers, no lock, no clock, no randomness (time and jitter are
// arguments), so that every interleaving can be explored by copying it. Owned by a PartitionLog,
// used under its lock. README.md has the rules R1 to R12, and which tests hold them.
//
//   add() --> queued --send()--> in flight --answered(ok)------------> report PERSISTED
//               ^                   |  \--answered(refused)--> retry with the same number
//               |  (nothing was     |   \-answered(maybe), lost() --> unresolved: never renumbered,
//               |   written)        |                                 nothing else is sent
//               +---not_written()---+    step(): past the deadline --> report, by what is known
//
// Words. Attempt: a request that carried the batch and of which a byte may have left. Unresolved:
// some attempt's outcome is unknown. Ghost: a batch that was reported while its request was out;
// nobody waits for it for long, but what its answer says about others still counts. Hole: the
// broker may wait for a number that will never come; as soon as nothing else is unresolved or in
// flight, the partition's epoch goes up by one and numbering starts again at 0. The first batch of
// the new epoch fences late copies of the old one, those of a ghost's request included.
#pragma once

#include <vector>

#include "base/types.h"

namespace rk {

using BatchId = u64;

// One broker process seen through one connection with one leader epoch: conclusions that join two
// answers need the same one.
struct Generation {
  u64 connection = 0;
  i32 leader_epoch = -1;
  bool operator==(const Generation&) const = default;
};

struct SequencerLimits {
  u32 window = 1;  // batches of the partition in flight
  u32 retries_max = std::numeric_limits<u32>::max();
  Micros backoff = 100 * kMicrosPerMs;
  Micros backoff_max = kMicrosPerSecond;
  Micros request_timeout = 30 * kMicrosPerSecond;
  // So long after it was sent a ghost's answer is waited for, though fencing makes that needless: a
  // healthy broker then never has to refuse anything.
  Micros ghost_patience = kMicrosPerSecond;
};

// What the caller has to do, in this order.
struct SequencerAction {
  enum class Do : u8 {
    report,  // the batch is done: error, status, base_offset (-1 unknown)
    split,   // cut it in two and call split()
    refresh_metadata,
    drop_connection,  // the bytes may have been damaged on the way: use another connection
    warn_gaps,        // gaps keep coming; base_offset is how many without an ok between
    new_id,           // the epoch is used up: get a new producer id and call set_id()
  };
  Do what;
  BatchId id = 0;
  ErrorCode error = kOk;
  rd_kafka_msg_status_t status = RD_KAFKA_MSG_STATUS_NOT_PERSISTED;
  i64 base_offset = -1;
};

class Sequencer {
 public:
  using Actions = std::vector<SequencerAction>;

  explicit Sequencer(const SequencerLimits& limits) : limits_(limits) {}

  // The id to number with. Once at the start and once per new_id; never with anything unresolved.
  void set_id(i64 producer_id, i16 epoch);
  bool has_id() const { return producer_id_ >= 0; }
  bool wants_id() const { return wants_id_; }

  // A closed batch. Deadlines do not decrease from one add() to the next.
  void add(BatchId id, i32 count, Micros deadline);

  struct Attempt {
    BatchId id;
    i64 producer_id;
    i16 epoch;
    i32 base_sequence;
    bool first;  // no attempt before: the number may have changed
    bool retry;  // an earlier attempt may have been appended
    Micros deadline;
  };
  // When the next attempt may start: now or before, later, or kNever (something must happen first).
  Micros send_at(Micros now, Generation on) const;
  // Which batch that will be; false when none may start now.
  bool next(Micros now, Generation on, BatchId* out) const;
  // Starts it; false when none may start.
  bool send(Micros now, Generation on, Attempt* out);

  // How the attempt ended. jitter: 0..255, spreads the back-off by +-20 %.
  void not_written(BatchId id, Micros now, u8 jitter);
  void lost(BatchId id, ErrorCode why, Generation on, Micros now, u8 jitter, Actions& out);
  void answered(BatchId id, ErrorCode code, i64 base_offset, Generation on, Micros now, u8 jitter,
                Actions& out);

  // Reports what is past its deadline; when to call again at the latest (kNever: no need).
  Micros step(Micros now, Actions& out);
  // rd_kafka_purge: what is not in flight, what is in flight.
  void purge(bool queued, bool in_flight, Actions& out);
  // One batch that cannot be sent (memory is short): as if it was refused for good.
  void fail(BatchId id, ErrorCode error, Actions& out);
  // Everything that was never attempted is reported with `error`.
  void fail_unsent(ErrorCode error, Actions& out);
  // The answer to Do::split.
  void split(BatchId id, BatchId first, i32 first_count, BatchId second, i32 second_count);
  // Metadata shows another topic under this name.
  void topic_replaced(Actions& out);
  // Another leader is known: no reason to back off any longer.
  void leader_changed() { not_before_ = 0; }

  // But for ghosts.
  bool empty() const { return slots_.size() == ghosts_; }
  size_t in_flight() const { return in_flight_; }
  bool is_in_flight(BatchId id) const;
  size_t unresolved() const;
  i16 epoch() const { return epoch_; }
  // The lowest sequence that the broker has not acknowledged.
  i32 unacknowledged() const;
  bool hole() const { return hole_; }

  // A hash of everything that decides behaviour from now on; ids count by their order, not their
  // value, times by how far ahead they lie, counters as far as they can still make a difference.
  u64 digest(Micros now) const;
  // Whether the invariants hold.
  bool check() const;

 private:
  struct Slot {
    BatchId id = 0;
    Micros deadline = kNever;
    i32 count = 0;
    i32 base_sequence = -1;  // valid when numbered
    u32 retries = 0;
    Micros sent_at = 0;   // the last attempt
    Generation asked_on;  // where the last 45 or maybe answer came from
    bool numbered = false;
    bool in_flight = false;
    bool attempted = false;
    bool unresolved = false;
    bool asked = false;  // 45 in this round over the unresolved ones
    bool corrupt_once = false;
    bool ghost = false;
    i16 epoch = -1;
  };

  // Gaps in a row after which each further one is worth a warning.
  static constexpr u32 kGapsQuiet = 5;

  size_t find(BatchId id) const;
  static bool in_time(const Slot& s, Micros now);
  size_t next_index(Micros now, Generation on) const;
  bool may_bump() const { return in_flight_ == 0 && unresolved() == 0; }
  void bump(Micros now);
  Micros bump_at() const;
  void number(Slot& s);
  void unnumber_from(size_t i);
  void unnumber_all();
  void erase(size_t i);
  void report(size_t i, ErrorCode error, Actions& out);
  void give_up(size_t i, ErrorCode error, Actions& out);
  void retry_later(size_t i, ErrorCode code, Micros now, u8 jitter, Actions& out);
  void confirmed(size_t i, i64 base_offset, Generation on, Actions& out);
  void out_of_order(size_t i, Generation on, Micros now, u8 jitter, Actions& out);
  void gap(size_t i, ErrorCode code, Actions& out);
  void too_large(size_t i, ErrorCode code, Micros now, u8 jitter, Actions& out);
  void back_off(Micros now, u8 jitter);
  void end_attempt(Slot& s);

  SequencerLimits limits_;
  i64 producer_id_ = -1;
  i16 epoch_ = -1;
  i32 next_sequence_ = 0;
  bool hole_ = false;
  bool wants_id_ = false;
  u32 gaps_without_ok_ = 0;
  u32 failures_ = 0;  // in a row, for the back-off
  Micros not_before_ = 0;
  Micros bump_not_before_ = 0;
  Micros last_unresolved_attempt_ = 0;
  Generation acked_on_;   // of the newest ok: a window above 1 opens only behind one
  size_t in_flight_ = 0;  // without ghosts
  size_t ghosts_ = 0;
  std::vector<Slot> slots_;  // in order of production
};

}  // namespace rk
