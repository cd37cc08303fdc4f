// A Cluster without its thread: the test drives the control worker itself, plays the brokers on
// real loopback sockets, and may let hours pass in between. One thread.
#pragma once

#include <algorithm>
#include <list>
#include <optional>
#include <set>

#include "cluster/cluster.h"
#include "cluster/ops.h"
#include "net/scripted_peer.h"
#include "wire/messages/find_coordinator.h"

namespace rk {

// The real world with a clock that can be put forward and a worker that has no thread.
class StageEnv final : public Env {
 public:
  Micros now() override { return linux_env().now() + skew; }
  WallMs wall_ms() override { return linux_env().wall_ms(); }
  u64 random() override { return linux_env().random(); }
  Net& net() override { return linux_env().net(); }
  std::unique_ptr<Poller> new_poller() override { return linux_env().new_poller(); }
  std::unique_ptr<Parker> new_parker() override { return linux_env().new_parker(); }
  Error start(Worker& w) override {
    worker = &w;
    return {};
  }
  void stop(Worker&) override { worker = nullptr; }
  int thread_count() override { return 0; }
  bool forked() override { return false; }
  void resolve(std::string host, u16 port, Family family, ResolveDone done) override {
    linux_env().resolve(std::move(host), port, family, std::move(done));
  }
  Micros skew = 0;
  Worker* worker = nullptr;
};

struct LogLine {
  int level;
  std::string facility, text;
};
class Lines final : public LogSink {
 public:
  void write(int level, const char* facility, const std::string& text, u32) override {
    lines.push_back({level, facility, text});
  }
  std::vector<LogLine> lines;
};

// A broker whose answers a test decides; answers Metadata and ApiVersions by itself.
class FakeBroker {
 public:
  using Handler = std::function<Raw(FakeBroker&, const SeenRequest&)>;
  FakeBroker(i32 node_id, Handler on_request) : id(node_id), handler(std::move(on_request)) {
    up();
  }
  void up() { listener = std::make_unique<Listener>("127.0.0.1", port_), port_ = listener->port(); }
  void down() {
    listener.reset();
    peers.clear();
  }
  u16 port() const { return port_; }
  void serve() {
    if (listener) {
      for (int fd; (fd = listener->accept()) >= 0;) {
        peers.push_back(std::make_unique<Peer>());
        peers.back()->take(fd);
        ++accepted;
      }
    }
    SeenRequest r;
    for (size_t i = 0; i < peers.size(); ++i) {
      while (i < peers.size() && peers[i]->next(&r)) {
        ++requests[r.api];
        Raw answer =
            r.api == wire::ApiKey::kApiVersions ? versions_response(r, keys) : handler(*this, r);
        if (!answer.empty() && i < peers.size()) peers[i]->send(answer);
      }
    }
  }

  const i32 id;
  Handler handler;
  std::vector<wire::ApiVersionsResponse::ApiKey> keys = {
      {3, 0, 12}, {18, 0, 3}, {10, 0, 4}, {2, 0, 5}, {8, 0, 7}};
  std::unique_ptr<Listener> listener;
  std::vector<std::unique_ptr<Peer>> peers;
  int accepted = 0;
  std::map<wire::ApiKey, int> requests;

 private:
  u16 port_ = 0;
};

// What the fake brokers say of the cluster.
struct FakePartition {
  i32 leader = 1;
  i32 epoch = 0;
  i16 error = 0;
};
struct FakeTopic {
  i16 error = 0;
  std::vector<FakePartition> partitions;
};

class Stage {
 public:
  explicit Stage(int broker_count = 1) {
    for (i32 id = 1; id <= broker_count; ++id)
      brokers.push_back(std::make_unique<FakeBroker>(
          id, [this](FakeBroker& b, const SeenRequest& r) { return answer(b, r); }));
    conf.values.metadata_broker_list = address(0);
    log.set_sink(&sink);
    pool = BufferPool::create(size_t{1} << 20);
    queue = new Queue(env, nullptr, "main");
  }
  ~Stage() {
    if (cluster) cluster->stop();
    cluster.reset();
    queue->release();
    pool->release();
  }
  std::string address(size_t i) { return stringf("127.0.0.1:%u", brokers[i]->port()); }
  FakeBroker& broker(i32 id) { return *brokers[static_cast<size_t>(id - 1)]; }

  void start(bool producer = false) {
    cluster = std::make_unique<Cluster>(env, log, conf, *pool, nullptr, *queue, producer);
    if (cluster->start()) std::abort();
  }

  // One turn of everybody; the deadline that the worker asked for is kept in `due`.
  void turn() {
    const int n = env.worker->poller().wait(ready_, 64, env.now() - env.skew + kMicrosPerMs);
    due = env.worker->step(env.now(), ready_, n);
    for (auto& b : brokers) b->serve();
  }
  bool run(const std::function<bool()>& done, Micros patience = kPatience) {
    const Micros end = linux_env().now() + patience;
    while (!done()) {
      if (linux_env().now() >= end) return false;
      turn();
    }
    return true;
  }
  // Until nothing happens any more.
  void settle() {
    const Micros end = linux_env().now() + 30 * kMicrosPerMs;
    run([&] { return linux_env().now() >= end; });
  }
  // Goes to where the worker is due next, if that is not now.
  void leap() {
    if (due != kNever && due > env.now()) env.skew += due - env.now();
    turn();
  }

  std::vector<ErrorCode> take_errors(std::string* last_text = nullptr) {
    std::vector<ErrorCode> out;
    while (Op* op = queue->pop()) {
      out.push_back(op->error());
      if (last_text) *last_text = op->error_string();
      delete op;
    }
    return out;
  }

  Reply* call(Target target, wire::ApiKey api, i16 version, Micros deadline) {
    replies.push_back(std::make_unique<std::optional<Reply>>());
    auto* slot = replies.back().get();
    Request r;
    r.api = api;
    r.version_min = r.version_max = version;
    r.deadline = deadline;
    r.encode = [](wire::Writer& w, i16) { w.write_i32(0); };
    r.done = [slot](Reply&& reply) { *slot = std::move(reply); };
    cluster->call(std::move(target), std::move(r));
    run([&] { return slot->has_value(); });
    return slot->has_value() ? &**slot : nullptr;
  }

  Raw metadata(const SeenRequest& r) {
    Arena arena;
    wire::Reader body(Bytes(r.body.data(), r.body.size()));
    wire::MetadataRequest ask;
    if (!wire::decode(body, ask, r.version, arena)) std::abort();
    asked_auto_create = ask.allow_auto_topic_creation;
    asked_topics.clear();
    for (const auto& t : ask.topics) asked_topics.push_back(std::string(t.name));
    wire::MetadataResponse m;
    std::vector<wire::MetadataResponse::Broker> list;
    for (auto& b : brokers)
      if (!hidden.contains(b->id)) list.push_back({b->id, "127.0.0.1", b->port(), {}});
    m.brokers = list;
    m.controller_id = controller;
    m.cluster_id = "fake";
    std::vector<wire::MetadataResponse::Topic> found;
    std::list<std::vector<wire::MetadataResponse::Topic::Partition>> keep;
    if (ask.topics.is_null()) {
      for (auto& [name, t] : topics) asked_topics.push_back(name);
    }
    for (const std::string& name : asked_topics) {
      wire::MetadataResponse::Topic t;
      t.name = name;
      const auto it = topics.find(name);
      t.error_code = it == topics.end() ? i16{3} : it->second.error;
      auto& partitions = keep.emplace_back();
      if (it != topics.end()) {
        i32 index = 0;
        for (const FakePartition& p : it->second.partitions)
          partitions.push_back({p.error, index++, p.leader, p.epoch, {}, {}, {}});
      }
      t.partitions = partitions;
      found.push_back(t);
    }
    m.topics = found;
    return response(r, m);
  }

  Raw answer(FakeBroker& b, const SeenRequest& r) {
    if (on_request)
      if (Raw own = on_request(b, r); !own.empty()) return own;
    if (r.api == wire::ApiKey::kMetadata) return silent.contains(b.id) ? Raw() : metadata(r);
    if (r.api == wire::ApiKey::kFindCoordinator) {
      wire::FindCoordinatorResponse m;
      m.error_code = coordinator_error;
      m.node_id = coordinator;
      m.host = "127.0.0.1";
      m.port = broker(coordinator).port();
      return response(r, m);
    }
    // anything else: an empty body with the node's number
    wire::Writer w;
    const auto mark = wire::begin_response(w, r.api, r.version, r.correlation_id);
    w.write_i32(0);
    w.write_i32(b.id);
    wire::end_frame(w, mark);
    return raw_of(w);
  }
  // The node that answered a call() of another API than the three above.
  static i32 answered_by(Reply& r) {
    r.body.read_i32();
    return r.body.read_i32();
  }

  StageEnv env;
  Conf conf;
  Logger log;
  Lines sink;
  BufferPool* pool;
  Queue* queue;
  std::vector<std::unique_ptr<FakeBroker>> brokers;
  std::unique_ptr<Cluster> cluster;
  Micros due = 0;

  std::map<std::string, FakeTopic> topics;
  std::set<i32> hidden;
  std::set<i32> silent;  // brokers that answer no Metadata
  i32 controller = 1;
  i32 coordinator = 1;
  i16 coordinator_error = 0;
  std::function<Raw(FakeBroker&, const SeenRequest&)> on_request;
  bool asked_auto_create = false;
  std::vector<std::string> asked_topics;
  std::vector<std::unique_ptr<std::optional<Reply>>> replies;

 private:
  Poller::Ready ready_[64];
};

}  // namespace rk
