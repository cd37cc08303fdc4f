// Cluster: what the client knows of the brokers (an immutable Snapshot, swapped as a whole on each
// metadata answer) and the one control thread that learns it: it makes and authenticates every
// connection, asks Metadata, finds coordinators, and carries every request that is not Fetch or
// Produce over one control connection per broker, so that no call waits behind a long poll.
// One per client handle. All public calls: any thread, none blocks.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/env.h"
#include "base/log.h"
#include "cluster/snapshot.h"
#include "cluster/topic.h"
#include "config/conf.h"
#include "net/connection.h"
#include "queue/queue.h"

namespace rk {

// Told on the control thread after each swap; must not block.
class MetadataListener {
 public:
  virtual ~MetadataListener() = default;
  virtual void metadata_changed(const SnapshotPtr& now) = 0;
};

// Whom a request is for.
struct Target {
  enum class Kind : u8 { any, controller, broker, group_coordinator } kind = Kind::any;
  i32 broker_id = -1;
  std::string group;
  static Target to_any() { return {}; }
  static Target to_controller() { return {Kind::controller, -1, {}}; }
  static Target to_broker(i32 id) { return {Kind::broker, id, {}}; }
  static Target to_group_coordinator(std::string g) {
    return {Kind::group_coordinator, -1, std::move(g)};
  }
};

// KIP-951: who leads a partition, as an answer to a Produce or Fetch said it, and where that broker
// is (no host: the answer did not say).
struct LeaderHint {
  std::string topic;
  i32 partition = -1;
  i32 leader = -1;
  i32 leader_epoch = -1;
  std::string host = {};
  i32 port = 0;
  std::string rack = {};
  TopicId topic_id = {};  // of the topic that was asked for, if that is known
};
constexpr size_t kHintTextMax = 255;  // a host or rack that is longer is none

// How often something was mended without the application's doing; each leaves a line in the log.
struct Recoveries {
  std::atomic<u64> reconnects{0};       // of connections that fetch or produce
  std::atomic<u64> leader_moves{0};     // of partitions that are read
  std::atomic<u64> offset_resets{0};    // by auto.offset.reset, or to where a log was truncated
  std::atomic<u64> corrupt_batches{0};  // fetched again
  std::atomic<u64> rebootstraps{0};     // KIP-899
};

using ConnectDone = std::function<void(Result<std::unique_ptr<Connection>>)>;

class Cluster {
 public:
  // main_queue: where error events go. `producer`: decides the default of topic auto-creation.
  Cluster(Env& env, Logger& log, const Conf& conf, BufferPool& pool, rd_kafka_t* owner,
          Queue& main_queue, bool producer);
  ~Cluster();
  Error start();  // the control thread
  // Returns when the thread is gone; pending and later requests are answered with _DESTROY, on the
  // calling thread.
  void stop();

  Env& env();
  Logger& log();
  BufferPool& pool();
  const Conf& conf();
  rd_kafka_t* owner();

  // host:port,... with optional scheme; returns how many were added.
  int add_bootstrap(std::string_view list);

  SnapshotPtr snapshot() const;
  u64 generation() const;  // of the newest snapshot; one relaxed load
  void add_listener(MetadataListener* l);
  void remove_listener(MetadataListener* l);  // none of its calls is running when this returns

  // From now on the topic is part of every refresh; asks for it soon if it is not known.
  void follow(std::string_view topic);
  void unfollow(std::string_view topic);
  // Its leaders may have changed: ask soon (fast interval, backing off), until something newer.
  void refresh(std::string_view topic, const char* reason);
  void refresh_all(const char* reason);
  // Leaders that are newer than the known ones, and brokers that metadata did not name, are taken
  // over at once. Hints that lead nowhere make it ask for metadata.
  void learn_leaders(std::vector<LeaderHint> hints);

  // One Metadata exchange for a caller: `topics` null = all; answered on the control thread with
  // a snapshot of just that answer (which also went into the common one).
  struct MetadataAsk {
    bool all = false;
    std::vector<std::string> topics;
    bool allow_auto_create = false;
    Micros deadline = kNever;
    std::function<void(Result<SnapshotPtr>)> done;
  };
  void ask_metadata(MetadataAsk ask);

  // Sends over the control connection to `target` (connecting if needed); retries the connection,
  // never the request. done() runs on the control thread.
  void call(Target target, Request request);
  // A fresh, authenticated connection for the caller's own use, attached to no poller; answered on
  // the control thread. One attempt: the caller backs off by reconnect_backoff() between failures.
  void connect(i32 broker_id, ConnectDone done);
  Micros reconnect_backoff(i32 broker_id);  // how long until the next attempt is due
  // Runs f(false) on the control thread, soon / at `when`; or f(true), on the thread that stops the
  // cluster or on the caller's, when the cluster is stopped before. One of them, once: whoever owes
  // somebody an answer gives it then.
  using Continuation = std::function<void(bool dropped)>;
  void post(Continuation f);
  void post_at(Micros when, Continuation f);

  // The control thread waits on `inner`'s sockets too, and calls step() in each of its turns and at
  // the time that step() answered; kUnwatch ends it. A newer call replaces an older one.
  static constexpr Micros kUnwatch = -1;
  void watch(Poller& inner, std::function<Micros()> step);

  // The coordinator of `group` moved or is unknown: look it up again before the next call to it.
  void forget_coordinator(const std::string& group);
  // Where it is, -1 when unknown. Control thread only.
  i32 coordinator_of(const std::string& group) const;

  // An error event (error_cb or RD_KAFKA_EVENT_ERROR) on the main queue, or a log line without one.
  void report_error(ErrorCode code, const std::string& text);
  // The throttle time of a Produce or Fetch answer, zero too: throttle_cb hears of each that is not
  // zero, and of the first zero behind one.
  void report_throttle(i32 broker_id, i32 throttle_ms);
  // The first fatal error wins; returns false if there was one already.
  bool set_fatal(ErrorCode code, const std::string& text);
  ErrorCode fatal(std::string* text);

  Recoveries& recoveries();
  std::shared_ptr<BrokerCounters> counters(i32 broker_id);
  // Every broker that was ever connected to or asked for, bootstrap servers (id -1) included.
  struct BrokerView {
    i32 id = -1;
    std::string name;  // "host:port/id", "host:port/bootstrap"
    std::shared_ptr<BrokerCounters> counters;
  };
  std::vector<BrokerView> broker_views();

  class Impl;  // cluster/control.h

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace rk
