// World: one partition's life as the explorer sees it: the shipped Sequencer, the requests under
// way, late copies in cut connections, the BrokerModel, and what was reported. A plain value: it is
// copied for every event that may come next. One thread.
//
//   send -> [request on its way] -> write -> [answer on its way] -> receive
//                 | cut                           | cut
//                 v                               v
//           late copy: written any time      answer lost
//
// Time stands still but for the events `time` (on to the next deadline) and `wake` (on to when the
// Sequencer wants to be looked at). The back-off is 0: whenever something may be sent, every moment
// for it is explored anyway.
#pragma once

#include <array>
#include <limits>
#include <string>

#include "explore/broker_model.h"
#include "explore/rows.h"
#include "producer/sequencer.h"

namespace rk::explore {

// How often each fault may happen.
struct Budget {
  u8 cuts = 0;
  u8 unwritten = 0;
  u8 restarts = 0;
  u8 leaders = 0;
  u8 errors = 0;
  u8 refusals = 0;
  u8 expiries = 0;
  u8 purges = 0;
  u8 recreations = 0;
  u8 forgets = 0;
  u8 uncleans = 0;
  u8 id_refusals = 0;
};

constexpr u8 kMessagesMax = 12;
constexpr u8 kBatchesMax = 6;

struct Config {
  const char* name = "";
  u8 batches = 4;
  std::array<u8, kBatchesMax> counts{1, 2, 1, 1, 1, 1};
  u32 window = 1;
  u32 retries = std::numeric_limits<u32>::max();
  bool add_later = false;  // batches come one by one, not all at the start
  bool id_late = false;
  bool kafka_2_4 = false;
  bool same_deadlines = false;
  i16 first_epoch = 0;
  Micros request_timeout = 0;  // how long a late copy can be under way; 0: for ever
  Budget budget;
};

struct Event {
  enum class Kind : u8 {
    add,
    id,
    send,
    write,      // request a comes to its broker
    error,      // its answer is kMaybeCodes[b], and the broker has not looked at it
    refuse,     // its answer is kRefusals[b]
    receive,    // request a's answer comes; b: as it is, or one of the variants in codes.h
    cut,        // line a
    unwritten,  // line a, before a byte of its last request left
    restart,
    leader,   // another one, with the first a entries
    unclean,  // the same, below what is replicated
    learn,    // the client hears of it
    late,     // late copy a comes to its broker
    time,
    wake,
    step,
    purge,  // bit 0 queued, bit 1 in flight
    recreate,
    forget,
    refuse_id,
    kKinds
  };
  Kind kind = Kind::add;
  u8 a = 0;
  u8 b = 0;
  bool operator==(const Event&) const = default;
};
std::string name_of(const Event& e);
bool parse(const std::string& text, Event* out);

struct EventList {
  std::array<Event, 96> at;
  u8 size = 0;
  void add(Event::Kind kind, size_t a = 0, size_t b = 0);
};

// What is not part of the state.
struct Scratch {
  Sequencer::Actions actions;
  RowCounts rows{};
  const char* broken = nullptr;  // the first promise that did not hold
};

class World {
 public:
  explicit World(const Config& config);

  void events(EventList* out) const;
  void apply(const Event& e, Scratch& s);
  u64 digest() const;
  // Nothing more goes wrong: everything has to be reported, the late copies come in, and a fresh
  // batch has to get through.
  void finish(Scratch& s);

 private:
  struct Part {  // a batch, by its first message
    u8 count = 0;
    bool attempted = false;
    bool unresolved = false;  // by the explorer's own book-keeping
    Bytes bytes;              // of its attempts, while unresolved
    Micros deadline = kNever;
  };
  struct Request {
    Bytes bytes;
    Generation on;
    u8 line = 0;
    u8 broker = 0;
    bool processed = false;
    BrokerModel::Result answer;
    bool written = false;  // by this request, whatever the answer says
    BatchId id = 0;
    u64 packed() const;
  };
  struct Late {
    Bytes bytes;
    u8 broker = 0;
    Micros lost_at = 0;
  };
  static constexpr u8 kRequestsMax = 6;
  static constexpr u8 kOldLine = 7;  // requests to the former leader, with a window above 1
  static constexpr u8 kLateMax = 10;

  static SequencerLimits limits(const Config& config);
  static u32 mask(u8 first, u8 count) { return ((1u << count) - 1) << first; }
  static BatchId id_of(u8 first, u8 count) { return u64{first} << 8 | count; }
  static u8 first_of(BatchId id) { return static_cast<u8>(id >> 8); }

  void request_events(EventList* out) const;
  void fault_events(EventList* out) const;
  void time_events(EventList* out) const;
  bool first_of_line(u8 i, bool processed) const;
  bool first_of_all(u8 i) const;
  bool expired() const;
  bool unresolved_unreported() const;
  Micros next_deadline() const;
  Micros next_wake() const;
  bool may_forget() const;
  bool restart_matters() const;

  Micros deadline_of(u8 batch) const;
  void add(Micros deadline);
  void give_id(Scratch& s);
  Generation now_on() const { return {serial_, known_epoch_}; }
  u8 free_line() const;
  u8 flying() const;
  void send(Scratch& s);
  void write(Request& r, Scratch& s);
  BrokerModel::Result append(const Bytes& b, Scratch& s);
  void answer_with(u8 i, i16 code, Scratch& s);
  void answer(u8 i, u8 variant, Scratch& s);
  void count_answer(const Request& r, i16 code, u8 variant, Scratch& s);
  void cut_line(u8 line, bool last_unwritten, Scratch& s);
  void cut_line_to(u8 broker, u8 line, Scratch& s);
  void change_leader(u8 length, Scratch& s);
  void late_copy(u8 j, bool may_stay, Scratch& s);
  void step(Scratch& s);
  void recreate(Scratch& s);
  void take(u8 i, Request* out);
  void add_late(const Request& r);
  void drop_late(u8 j);
  void carry_out(Scratch& s, const Request* answered = nullptr);
  void report(const SequencerAction& a, const Request* answered, Scratch& s);
  void count_report(const SequencerAction& a, const Part& p, Scratch& s);
  void split(BatchId id, Scratch& s);
  void settle(Scratch& s);
  void advance(Micros to);
  static void expect(bool holds, const char* promise, Scratch& s) {
    if (!holds && !s.broken) s.broken = promise;
  }
  static void count(Row row, Scratch& s) { ++s.rows[static_cast<size_t>(row)]; }

  // liveness.cc
  bool progress(Scratch& s, bool late_too);
  void probe(Scratch& s);

  const Config* config_;
  Sequencer sequencer_;
  BrokerModel broker_;
  Budget budget_;
  Micros now_ = 1;
  std::array<Part, kMessagesMax> parts_{};
  u8 added_ = 0;  // batches
  u8 messages_added_ = 0;
  u8 producers_ = 0;  // ids handed out
  bool id_wanted_ = false;
  u32 reported_ = 0, persisted_ = 0, not_persisted_ = 0;  // messages, as bits
  u32 elsewhere_ = 0;                                     // in the log of the topic's former self
  bool lossy_ = false;                                    // acknowledged records were lost
  bool disturbed_ = false;                                // any fault of broker or network
  std::array<Request, kRequestsMax> out_{};
  u8 out_size_ = 0;
  std::array<Late, kLateMax> late_{};
  u8 late_size_ = 0;
  u16 serial_ = 1;             // of the connection that a window above 1 uses
  u8 leader_ = 0, owner_ = 0;  // broker: the leader; the one that the client sends to
  u8 leader_epoch_ = 0, known_epoch_ = 0, owner_epoch_ = 0;
};

}  // namespace rk::explore
