// Cluster::Impl: the control thread's state. Everything here belongs to that thread, except what
// is marked as shared. One step() does, in this order:
//
//   sockets that are ready -> tasks posted by other threads -> timers -> connections' time-outs
//   -> calls (route, connect, expire) -> metadata (ask when due)
//
// Connections tell about themselves through on_state, which only moves things between the lists
// below and sets again_, so that the lists are looked at once more before the thread sleeps.
#pragma once

#include <atomic>
#include <deque>
#include <list>
#include <map>
#include <set>

#include "base/lock.h"
#include "cluster/cluster.h"
#include "cluster/metadata.h"

namespace rk {

// What other threads may ask about a broker.
struct BrokerShared {
  std::shared_ptr<BrokerCounters> counters = std::make_shared<BrokerCounters>();
  std::atomic<Micros> next_attempt{0};
  std::atomic<bool> throttled{false};  // throttle_cb was told a time that is not zero last
  std::string name;                    // guarded by Impl::shared_mutex_
};

struct Call {
  Target target;
  Request request;
};

// A broker that has left something unanswered for so long is not counted on when others would do as
// well: it may be paused or gone without a word, and a time-out is far away.
constexpr Micros kPatience = 3 * kMicrosPerSecond;

struct BrokerSlot {
  i32 id = -1;  // -1: a bootstrap server
  std::string host;
  u16 port = 0;
  std::shared_ptr<BrokerShared> shared;
  std::unique_ptr<Connection> control;
  Micros started_at = 0;  // control
  int failures = 0;       // attempts that failed since the last that did not
  std::string last_failure;
  Micros failure_logged = 0;  // when a failure was written to the log last; 0: not since it was up
  std::deque<Call> waiting;
  bool ready() const { return control && control->state() == Connection::State::ready; }
  bool connecting() const { return control && !ready(); }
  bool silent(Micros now) const {
    const Micros since = control ? control->waiting_since() : kNever;
    return since != kNever && now - since >= kPatience;
  }
};

struct FollowedTopic {
  int references = 0;
  // Asked for until something newer than `seen` is known, or a few answers said the same.
  bool stale = false;
  u64 seen = 0;
  int same_answers = 0;
  // When it was first missing since it was last known; 0: it is known.
  Micros unknown_since = 0;
};

struct Coordinator {
  i32 node = -1;
  bool asking = false;
  Micros next_ask = 0;
  int failures = 0;
  std::string last_failure;
};

class Cluster::Impl final : public Worker {
 public:
  Impl(Env& env, Logger& log, const Conf& conf, BufferPool& pool, rd_kafka_t* owner,
       Queue& main_queue, bool producer);
  ~Impl() override;

  // --- any thread
  // `task(false)` runs on the control thread; task(true), on whichever thread, when it cannot any
  // more.
  void submit(Continuation task);
  bool has_poller() const { return poller_ != nullptr; }
  Error start();
  SnapshotPtr snapshot() const;
  std::shared_ptr<BrokerShared> shared(i32 id);
  std::vector<BrokerView> views();
  i32 coordinator_of(const std::string& group) const;  // control thread
  void report_error(ErrorCode code, const std::string& text);
  void report_throttle(i32 broker_id, i32 throttle_ms);
  bool errors_are_listened_to() const;
  bool set_fatal(ErrorCode code, const std::string& text);
  ErrorCode fatal(std::string* text);
  void stop();

  // --- Worker
  Poller& poller() override { return *poller_; }
  Micros step(Micros now, const Poller::Ready* ready, int count) override;
  const char* name() const override { return "fastka-control"; }

  // --- control thread: control.cc
  int add_bootstrap(std::string_view list);
  void at(Micros when, Continuation f) {
    timers_.emplace(when, std::move(f));
    again_ = true;
  }

  void watch(Poller& inner, std::function<Micros()> step);

  // control_connections.cc
  BrokerSlot* slot_of(i32 id);  // null: not known yet
  void connect(i32 broker_id, ConnectDone done, Micros now);
  void update_addresses();
  void adopt_bootstrap();

  // control_rebootstrap.cc
  void rebootstrap(const std::string& why, Micros now);
  Micros serve_rebootstrap(Micros now);

  // control_calls.cc
  void call(Call c, Micros now);
  void forget_coordinator(const std::string& group);
  Micros serve_calls(Micros now);

  // control_metadata.cc
  void follow(const std::string& topic, Micros now);
  void unfollow(const std::string& topic);
  void refresh(const std::string& topic, const char* reason, Micros now);
  void refresh_all(const char* reason, Micros now);
  void learn_leaders(const std::vector<LeaderHint>& hints, Micros now);
  void ask_metadata(MetadataAsk ask, Micros now);
  Micros serve_metadata(Micros now);

  Env& env_;
  Logger& log_;
  const Conf& conf_;
  BufferPool& pool_;
  rd_kafka_t* const owner_;
  Queue& main_queue_;
  const bool producer_;
  std::atomic<u64> generation_{0};
  Recoveries recoveries_;
  // Guards the list and is held while listeners are called: remove_listener() waits for them.
  CallMutex listeners_mutex_;
  std::vector<MetadataListener*> listeners_;

 private:
  std::shared_ptr<BrokerShared> new_shared() const;
  void run_tasks();
  void run_timers(Micros now);
  Micros step_connections(Micros now);
  void close_everything();

  std::unique_ptr<Connection> make_connection(BrokerSlot& slot);
  void start_control(BrokerSlot& slot, Micros now);
  void control_changed(BrokerSlot& slot, const Error& why);
  void attempt_failed(BrokerSlot& slot, const Error& why, Micros now);
  void attempt_succeeded(BrokerSlot& slot, Micros now);
  void retire(std::unique_ptr<Connection> c);
  void check_all_down();
  bool any_ready() const;

  void route(Call c, Micros now);
  void route_any(Call c, Micros now);
  void route_group(Call c, Micros now);
  void hand_to(BrokerSlot& slot, Call c, Micros now);
  void refuse(Call&& c, Error why);
  void refuse_late(Call&& c);
  Micros expire_waiting(std::deque<Call>& waiting, Micros now);
  Micros serve_slot(BrokerSlot& slot, Micros now);
  Micros connect_for_any(Micros now);
  BrokerSlot* ready_slot();
  BrokerSlot* another_slot();
  bool may_rebootstrap() const {
    return conf_.values.metadata_recovery_strategy == MetadataRecovery::rebootstrap;
  }
  bool bootstrap_only() const;
  Micros ask_coordinators(Micros now);
  void ask_coordinator(const std::string& group, Coordinator& c, Micros now);
  void take_coordinator(const std::string& group, Reply&& reply);
  void coordinator_failed(const std::string& group, std::string why, bool fatal_to_calls,
                          ErrorCode code);

  void publish(Snapshot s);
  void send_periodic(Micros now, bool everything);
  bool question_waits() const;
  bool someone_is_silent() const;
  void ask_again(Micros now);
  void metadata_answered(bool ok, Micros now);
  bool wants_more(const std::string& topic, FollowedTopic& f, Micros now);
  Result<SnapshotPtr> take_metadata(Reply& reply, bool all, const std::vector<std::string>* asked);
  bool auto_create() const;

  const ConnectionOptions connection_options_;
  std::unique_ptr<Poller> poller_;
  bool started_ = false;
  const u32 fork_generation_;

  // Shared.
  mutable Mutex snapshot_mutex_;
  SnapshotPtr snapshot_;  // guarded by snapshot_mutex_
  Mutex tasks_mutex_;
  std::vector<Continuation> tasks_;  // guarded by tasks_mutex_
  bool stopped_ = false;             // guarded by tasks_mutex_
  Mutex shared_mutex_;
  std::map<i32, std::shared_ptr<BrokerShared>> shared_;          // guarded by shared_mutex_
  std::vector<std::shared_ptr<BrokerShared>> shared_bootstrap_;  // guarded by shared_mutex_
  Mutex fatal_mutex_;
  ErrorCode fatal_ = kOk;   // guarded by fatal_mutex_
  std::string fatal_text_;  // guarded by fatal_mutex_

  // Control thread.
  // Another poller that we wait on as well, for whoever has nobody to wait for him.
  struct Watched {
    Poller* inner = nullptr;
    std::function<Micros()> step;
  } watched_;
  Micros step_watched();
  bool again_ = false;
  bool stopping_ = false;
  Micros now_ = 0;  // of the step under way
  std::multimap<Micros, Continuation> timers_;
  std::set<Connection*> live_;  // attached to our poller
  std::vector<std::unique_ptr<Connection>> retired_;
  struct Joining {
    BrokerSlot* slot;
    std::unique_ptr<Connection> connection;
    ConnectDone done;
  };
  std::list<Joining> joining_;  // connections on their way to somebody else
  std::map<i32, BrokerSlot> brokers_;
  std::list<BrokerSlot> bootstrap_;
  size_t next_candidate_ = 0;
  // KIP-899: the known brokers are left alone until a bootstrap server told of others.
  bool rebootstrapping_ = false;
  Micros metadata_wanted_ = kNever;  // since when an answer is waited for
  bool all_down_ = false;
  bool adopt_ = false;

  std::deque<Call> any_waiting_;  // for any broker
  std::deque<Call> unrouted_;     // for one that is not known yet
  std::map<std::string, Coordinator> coordinators_;

  std::map<std::string, FollowedTopic, std::less<>> followed_;
  std::set<std::string> asked_once_;  // refresh() of topics that nobody follows
  Micros next_full_ = 0;              // the periodic refresh
  Micros next_fast_ = kNever;         // sooner, because something is missing
  Micros last_asked_ = 0;
  int fast_asks_ = 0;
  bool asking_ = false;
  u64 ask_number_ = 0;  // of the newest
  struct {
    std::shared_ptr<const std::vector<std::string>> topics;
    bool everything = false;
    Micros patience_end = 0;
  } under_way_;
};

}  // namespace rk
