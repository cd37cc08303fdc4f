// Goal: the control thread itself: it stops in time whatever the broker does, answers everything
// that is pending, sleeps when there is nothing to do, and leaves no descriptor, thread or buffer.
// Method: the real Env and real threads, against listeners that accept and stay silent, against
// nothing at all, and against four threads that ask while it is stopped.
#include <dirent.h>

#include <atomic>
#include <thread>

#include "cluster/stage.h"
#include "support/unit.h"

using namespace rk;

namespace {

int open_descriptors() {
  int n = 0;
  DIR* d = opendir("/proc/self/fd");
  while (readdir(d)) ++n;
  closedir(d);
  return n;
}

struct Live {
  explicit Live(const std::string& bootstrap) {
    conf.values.metadata_broker_list = bootstrap;
    pool = BufferPool::create(size_t{1} << 20);
    queue = new Queue(linux_env(), nullptr, "main");
    conf.values.enabled_events = RD_KAFKA_EVENT_ERROR;
    cluster = std::make_unique<Cluster>(linux_env(), log, conf, *pool, nullptr, *queue, false);
    assert_true(cluster->start().ok());
  }
  ~Live() {
    cluster.reset();
    assert_int_equal(pool->bytes_out(), 0);
    queue->release();
    pool->release();
  }
  void ask(std::function<void(const Error&)> done) {
    Request r;
    r.api = wire::ApiKey::kMetadata;
    r.version_min = r.version_max = 7;
    r.encode = [](wire::Writer& w, i16 v) { wire::encode(w, wire::MetadataRequest{}, v); };
    r.done = [done](Reply&& reply) { done(reply.error); };
    cluster->call(Target::to_any(), std::move(r));
  }
  Conf conf;
  Logger log;
  BufferPool* pool;
  Queue* queue;
  std::unique_ptr<Cluster> cluster;
};

// A peer that accepts and never says anything, one that refuses, and an address where packets
// vanish (192.0.2.0/24 is for documentation, RFC 5737).
void stopping_is_quick_whatever_the_broker_does(void**) {
  Listener silent;
  u16 refusing = 0;
  {
    Listener l;
    refusing = l.port();
  }
  const std::string where[] = {stringf("127.0.0.1:%u", silent.port()),
                               stringf("127.0.0.1:%u", refusing), "192.0.2.1:9092", ""};
  for (const std::string& bootstrap : where) {
    const int descriptors = open_descriptors();
    const Micros begin = linux_env().now();
    int destroyed = 0;
    {
      Live live(bootstrap);
      for (int i = 0; i < 10; ++i)
        live.ask([&](const Error& e) { destroyed += e.code() == RD_KAFKA_RESP_ERR__DESTROY; });
      live.cluster->stop();
      assert_int_equal(destroyed, 10);
      live.ask([&](const Error& e) { destroyed += e.code() == RD_KAFKA_RESP_ERR__DESTROY; });
      assert_int_equal(destroyed, 11);
    }
    assert_true(linux_env().now() - begin < 2 * kMicrosPerSecond);
    assert_int_equal(linux_env().thread_count(), 0);
    assert_int_equal(open_descriptors(), descriptors);
  }
}

void every_request_is_answered_once_while_it_is_stopped(void**) {
  Listener silent;
  for (int round = 0; round < 20; ++round) {
    Live live(stringf("127.0.0.1:%u", silent.port()));
    std::atomic<int> asked{0}, answered{0};
    std::atomic<bool> go{true};
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
      threads.emplace_back([&] {
        while (go.load()) {
          if (asked.load() > 20000) continue;
          asked.fetch_add(1);
          live.ask([&](const Error& e) {
            if (e.code() == RD_KAFKA_RESP_ERR__DESTROY) answered.fetch_add(1);
          });
          live.cluster->follow("t");
          live.cluster->snapshot();
          live.cluster->reconnect_backoff(1);
        }
      });
    }
    while (asked.load() < 200) std::this_thread::yield();
    live.cluster->stop();
    go.store(false);
    for (std::thread& t : threads) t.join();
    assert_int_equal(answered.load(), asked.load());
  }
}

// Counted at the poller: how often does an idle client's thread wake up?
class CountingEnv final : public Env {
 public:
  struct CountingPoller final : Poller {
    explicit CountingPoller(std::atomic<int>& n) : count(n) {}
    void add(Socket s, u8 i, void* t) override { real->add(s, i, t); }
    void modify(Socket s, u8 i, void* t) override { real->modify(s, i, t); }
    void remove(Socket s) override { real->remove(s); }
    int wait(Ready* out, int max, Micros deadline) override {
      const int n = real->wait(out, max, deadline);
      count.fetch_add(1);
      return n;
    }
    void wake() override { real->wake(); }
    std::unique_ptr<Poller> real = linux_env().new_poller();
    std::atomic<int>& count;
  };
  Micros now() override { return linux_env().now(); }
  WallMs wall_ms() override { return linux_env().wall_ms(); }
  u64 random() override { return linux_env().random(); }
  Net& net() override { return linux_env().net(); }
  std::unique_ptr<Poller> new_poller() override { return std::make_unique<CountingPoller>(wakes); }
  std::unique_ptr<Parker> new_parker() override { return linux_env().new_parker(); }
  Error start(Worker& w) override { return linux_env().start(w); }
  void stop(Worker& w) override { linux_env().stop(w); }
  int thread_count() override { return linux_env().thread_count(); }
  void resolve(std::string h, u16 p, Family f, ResolveDone d) override {
    linux_env().resolve(std::move(h), p, f, std::move(d));
  }
  bool forked() override { return false; }
  std::atomic<int> wakes{0};
};

void an_idle_client_sleeps(void**) {
  FakeBroker* self = nullptr;
  FakeBroker broker(1, [&](FakeBroker&, const SeenRequest& r) {
    wire::MetadataResponse m;
    const std::vector<wire::MetadataResponse::Broker> list{{1, "127.0.0.1", self->port(), {}}};
    m.brokers = list;
    return response(r, m);
  });
  self = &broker;
  CountingEnv env;
  Conf conf;
  Logger log;
  conf.values.metadata_broker_list = stringf("127.0.0.1:%u", broker.port());
  BufferPool* pool = BufferPool::create(0);
  Queue* queue = new Queue(env, nullptr, "main");
  {
    Cluster cluster(env, log, conf, *pool, nullptr, *queue, false);
    assert_true(cluster.start().ok());
    auto parker = env.new_parker();
    const Micros end = env.now() + kPatience;
    while (cluster.generation() == 0 && env.now() < end) {
      broker.serve();
      parker->wait(parker->prepare(), env.now() + kMicrosPerMs);
    }
    assert_true(cluster.generation() > 0);
    parker->wait(parker->prepare(), env.now() + 50 * kMicrosPerMs);
    const int before = env.wakes.load();
    parker->wait(parker->prepare(), env.now() + kMicrosPerSecond);
    assert_in_range(env.wakes.load() - before, 0, 3);
  }
  queue->release();
  pool->release();
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(stopping_is_quick_whatever_the_broker_does),
      cmocka_unit_test(every_request_is_answered_once_while_it_is_stopped),
      cmocka_unit_test(an_idle_client_sleeps),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
