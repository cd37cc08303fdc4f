#include "sim/sim_env.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

namespace rk::sim {
namespace {

constexpr u64 kStepsPerInstantMax = 10000;

u16 port_of(const Address& a) {
  u16 port = 0;
  std::memcpy(&port, a.raw + offsetof(sockaddr_in, sin_port), sizeof port);
  return ntohs(port);
}

Address loopback(u16 port) {
  Address a;
  sockaddr_in v4{};
  v4.sin_family = AF_INET;
  v4.sin_port = htons(port);
  v4.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  std::memcpy(a.raw, &v4, sizeof v4);
  a.size = sizeof v4;
  a.text = "127.0.0.1:" + std::to_string(port);
  return a;
}

}  // namespace

class SimPoller final : public Poller {
 public:
  explicit SimPoller(SimEnv& env) : env_(env) { env_.pollers_.push_back(this); }
  ~SimPoller() override {
    std::erase(env_.pollers_, this);
    for (SimPoller* p : env_.pollers_)
      std::erase_if(p->nested_, [this](const Nested& n) { return n.inner == this; });
    for (auto& [socket, end] : env_.ends_)
      if (end.poller == this) end.poller = nullptr;
  }
  void add(Socket s, u8 interest, void* tag) override {
    if (SimPoller* inner = env_.find_poller(s)) {
      remove(s);
      nested_.push_back({inner, interest, tag});
    }
    if (SimEnv::End* end = env_.find(s)) {
      end->poller = this;
      end->interest = interest;
      end->tag = tag;
    }
  }
  void modify(Socket s, u8 interest, void* tag) override { add(s, interest, tag); }
  void remove(Socket s) override {
    if (SimPoller* inner = env_.find_poller(s))
      std::erase_if(nested_, [inner](const Nested& n) { return n.inner == inner; });
    if (SimEnv::End* end = env_.find(s)) end->poller = nullptr;
  }
  int wait(Ready* out, int max, Micros deadline) override {
    // A worker may look, but never wait.
    if (env_.stepping_)
      CHECK(deadline <= env_.now_);
    else
      env_.run_until([this] { return woken_ || any(); }, deadline);
    if (!env_.stepping_) ++env_.wake_ups_;
    return collect(out, max);
  }
  void wake() override { woken_ = true; }
  Socket descriptor() override {
    if (descriptor_ == kNoSocket) descriptor_ = env_.next_socket_++;
    return descriptor_;
  }

  bool runnable() const { return woken_ || any(); }
  int collect(Ready* out, int max) {
    woken_ = false;
    int n = 0;
    for (auto& [socket, end] : env_.ends_) {
      if (end.poller != this || n == max) continue;
      const u8 what = env_.readiness(end) & (end.interest | kBroken);
      if (what) out[n++] = {end.tag, what};
    }
    for (const Nested& nested : nested_)
      if (n < max && nested.ready()) out[n++] = {nested.tag, kReadable};
    return n;
  }

 private:
  friend class SimEnv;
  struct Nested {
    SimPoller* inner;
    u8 interest;
    void* tag;
    bool ready() const { return (interest & kReadable) && inner->any(); }
  };
  bool any() const {
    for (const Nested& nested : nested_)
      if (nested.ready()) return true;
    for (auto& [socket, end] : env_.ends_)
      if (end.poller == this && (env_.readiness(end) & (end.interest | kBroken))) return true;
    return false;
  }
  SimEnv& env_;
  bool woken_ = false;
  Socket descriptor_ = kNoSocket;
  std::vector<Nested> nested_;
};

class SimParker final : public Parker {
 public:
  explicit SimParker(SimEnv& env) : env_(env) {}
  u32 prepare() override { return count_; }
  bool wait(u32 ticket, Micros deadline) override {
    if (env_.stepping_) {
      CHECK(deadline <= env_.now_);
      return count_ != ticket;
    }
    ++env_.wake_ups_;
    env_.count_step("a waiting call");
    return env_.run_until([&] { return count_ != ticket; }, deadline);
  }
  void notify() override { ++count_; }

 private:
  SimEnv& env_;
  u32 count_ = 0;
};

SimEnv::SimEnv(u64 seed, const NetOptions& options)
    : random_state_(seed * 0x9e3779b97f4a7c15u + 1), options_(options) {}

SimEnv::~SimEnv() {
  CHECK(tasks_.empty());
}

u64 SimEnv::random() {
  u64 z = (random_state_ += 0x9e3779b97f4a7c15u);  // splitmix64
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

std::unique_ptr<Poller> SimEnv::new_poller() {
  return std::make_unique<SimPoller>(*this);
}
std::unique_ptr<Parker> SimEnv::new_parker() {
  return std::make_unique<SimParker>(*this);
}

Error SimEnv::start(Worker& worker) {
  tasks_.push_back({&worker, now_});
  return {};
}

void SimEnv::stop(Worker& worker) {
  std::erase_if(tasks_, [&](const Task& t) { return t.worker == &worker; });
}

void SimEnv::resolve(std::string, u16 port, Family, ResolveDone done) {
  done(std::vector<Address>{loopback(port)});
}

// A loop that asks to be called at once, again and again, would burn a core on a real machine.
void SimEnv::count_step(const char* who) {
  if (++steps_now_ <= kStepsPerInstantMax) return;
  std::fprintf(stderr, "%s spins: %llu steps at %lld us\n", who,
               static_cast<unsigned long long>(steps_now_), static_cast<long long>(now_));
  CHECK(false && "spins");
}

bool SimEnv::step_tasks() {
  std::vector<Worker*> runnable;
  for (const Task& t : tasks_)
    if (now_ >= t.deadline || static_cast<SimPoller&>(t.worker->poller()).runnable())
      runnable.push_back(t.worker);
  if (runnable.empty()) return false;
  for (size_t i = runnable.size(); i > 1; --i) std::swap(runnable[i - 1], runnable[random() % i]);
  for (Worker* w : runnable) {
    // An earlier step of this round may have stopped it.
    auto it =
        std::find_if(tasks_.begin(), tasks_.end(), [&](const Task& t) { return t.worker == w; });
    if (it == tasks_.end()) continue;
    Poller::Ready ready[64];
    const int n = static_cast<SimPoller&>(w->poller()).collect(ready, 64);
    ++steps_;
    if (std::strcmp(w->name(), "fastka-broker") != 0) ++wake_ups_;
    count_step(w->name());
    const Micros next = w->step(now_, ready, n);
    it = std::find_if(tasks_.begin(), tasks_.end(), [&](const Task& t) { return t.worker == w; });
    if (it != tasks_.end()) it->deadline = next;
  }
  return true;
}

bool SimEnv::run_until(const std::function<bool()>& done, Micros deadline) {
  CHECK(!stepping_);  // a thread of ours must never block
  for (;;) {
    if (done()) return true;
    stepping_ = true;
    const bool stepped = step_tasks();
    stepping_ = false;
    if (stepped) continue;
    if (now_ >= deadline) return false;
    Micros next = std::min(deadline, next_arrival());
    for (const Task& t : tasks_) next = std::min(next, t.deadline);
    CHECK(next != kNever);  // nothing will ever happen again
    if (next > now_) steps_now_ = 0;
    now_ = std::max(now_, next);
  }
}

Micros SimEnv::next_arrival() const {
  Micros next = kNever;
  for (const auto& [socket, end] : ends_) {
    auto consider = [&](Micros at) {
      if (at > now_) next = std::min(next, at);
    };
    consider(end.connected_at);
    consider(end.closed_at);
    if (!end.arriving.empty()) consider(end.arriving.front().at);
    if (!end.backlog.empty()) consider(end.backlog.front().first);
  }
  return next;
}

Micros SimEnv::delay() {
  const auto span = static_cast<u64>(options_.delay_max - options_.delay_min + 1);
  return options_.delay_min + static_cast<Micros>(random() % span);
}

// Bytes of one direction keep their order.
Micros SimEnv::arrival(const End& to) {
  const Micros at = now_ + delay();
  return to.arriving.empty() ? at : std::max(at, to.arriving.back().at);
}

SimEnv::End* SimEnv::find(Socket s) {
  auto it = ends_.find(s);
  return it == ends_.end() ? nullptr : &it->second;
}

SimPoller* SimEnv::find_poller(Socket s) const {
  for (SimPoller* p : pollers_)
    if (s != kNoSocket && p->descriptor_ == s) return p;
  return nullptr;
}

u8 SimEnv::readiness(const End& end) const {
  u8 what = 0;
  if (end.listener) {
    if (!end.backlog.empty() && end.backlog.front().first <= now_) what |= kReadable;
    return what;
  }
  if (end.connected_at <= now_) what |= kWritable;
  if (end.refused && end.connected_at <= now_) what |= kBroken;
  if (!end.arriving.empty() && end.arriving.front().at <= now_) what |= kReadable;
  if (end.closed_at <= now_ && end.arriving.empty()) what |= kReadable;
  return what;
}

Result<Socket> SimEnv::connect(const Address& to, const SocketOptions&) {
  ++connections_;
  const Socket ours = next_socket_++;
  const Socket theirs = next_socket_++;
  End& end = ends_[ours];
  if (black_hole_) {
    ++counts_.lost_in_black_hole;
    end.vanishes = true;
    return ours;
  }
  end.connected_at = now_ + delay();
  const auto down = refused_until_.find(port_of(to));
  const bool is_down = down != refused_until_.end() && now_ < down->second;
  for (auto& [socket, listener] : ends_) {
    if (is_down || !listener.listener || listener.port != port_of(to)) continue;
    end.peer = theirs;
    End& other = ends_[theirs];
    other.peer = ours;
    other.of_broker = true;
    other.connected_at = end.connected_at;
    listener.backlog.emplace_back(end.connected_at, theirs);
    return ours;
  }
  ++counts_.refused;
  end.refused = ECONNREFUSED;
  return ours;
}

int SimEnv::connect_result(Socket s) {
  End* end = find(s);
  if (!end) return -EBADF;
  if (now_ < end->connected_at) return -EINPROGRESS;
  return -end->refused;
}

bool SimEnv::again() {
  if (options_.again_one_in == 0 || random() % options_.again_one_in != 0) return false;
  ++counts_.agains;
  return true;
}

ssize_t SimEnv::send(Socket s, const iovec* parts, int count) {
  End* end = find(s);
  if (!end || end->reset) return -ECONNRESET;
  if (now_ < end->connected_at || again()) return -EAGAIN;
  End* peer = find(end->peer);
  if ((!peer && !end->vanishes) || end->closed_at <= now_) return -EPIPE;
  std::vector<u8> all;
  for (int i = 0; i < count; ++i) {
    const auto* p = static_cast<const u8*>(parts[i].iov_base);
    all.insert(all.end(), p, p + parts[i].iov_len);
  }
  if (options_.call_max && all.size() > options_.call_max) {
    ++counts_.short_sends;
    all.resize(options_.call_max);
  }
  if (black_hole_ || end->vanishes) {
    ++counts_.lost_in_black_hole;
    end->vanishes = true;
    losses_.push_back(now_);
    return static_cast<ssize_t>(all.size());
  }
  bool& cut = end->of_broker ? cut_answer_ : cut_request_;
  if (cut && all.size() > 1) {
    cut = false;
    losses_.push_back(now_);
    ++(end->of_broker ? counts_.answers_cut : counts_.requests_cut);
    deliver(*peer, all, 1 + random() % (all.size() - 1));
    // Its peer reads what came, then that it was all; the sender learns at once.
    peer->closed_at = peer->arriving.back().at;
    peer->peer = kNoSocket;
    reset(*end);
    return static_cast<ssize_t>(all.size());
  }
  deliver(*peer, all, all.size());
  return static_cast<ssize_t>(all.size());
}

void SimEnv::deliver(End& peer, const std::vector<u8>& all, size_t size) {
  const size_t piece = options_.chunk_max ? options_.chunk_max : size;
  for (size_t at = 0; at < size; at += piece) {
    const size_t n = std::min(piece, size - at);
    const auto from = all.begin() + static_cast<std::ptrdiff_t>(at);
    peer.arriving.push_back(
        {arrival(peer), std::vector<u8>(from, from + static_cast<std::ptrdiff_t>(n))});
  }
}

ssize_t SimEnv::receive(Socket s, void* to, size_t size) {
  End* end = find(s);
  if (!end || end->reset) return -ECONNRESET;
  if (again()) return -EAGAIN;
  if (options_.call_max && size > options_.call_max) {
    ++counts_.short_receives;
    size = options_.call_max;
  }
  auto* out = static_cast<u8*>(to);
  size_t got = 0;
  while (got < size && !end->arriving.empty() && end->arriving.front().at <= now_) {
    Piece& piece = end->arriving.front();
    const size_t n = std::min(size - got, piece.bytes.size() - end->offset);
    std::memcpy(out + got, piece.bytes.data() + end->offset, n);
    got += n;
    end->offset += n;
    if (end->offset == piece.bytes.size()) {
      end->arriving.pop_front();
      end->offset = 0;
    }
  }
  if (got) return static_cast<ssize_t>(got);
  return end->closed_at <= now_ && end->arriving.empty() ? 0 : -EAGAIN;
}

void SimEnv::close(Socket s) {
  End* end = find(s);
  if (!end) return;
  if (End* peer = end->vanishes ? nullptr : find(end->peer)) {
    peer->closed_at = arrival(*peer);
    peer->peer = kNoSocket;
  }
  ends_.erase(s);
}

Result<Socket> SimEnv::listen(const Address& at) {
  const Socket s = next_socket_++;
  End& end = ends_[s];
  end.listener = true;
  end.port = port_of(at) ? port_of(at) : next_port_++;
  return s;
}

int SimEnv::accept(Socket listener) {
  End* end = find(listener);
  if (!end || end->backlog.empty() || end->backlog.front().first > now_) return -EAGAIN;
  const Socket s = end->backlog.front().second;
  end->backlog.pop_front();
  return s;
}

Result<Address> SimEnv::local_address(Socket s) {
  End* end = find(s);
  if (!end) return Error(RD_KAFKA_RESP_ERR__TRANSPORT, "no such socket");
  return loopback(end->port);
}

void SimEnv::reset(End& end) {
  end.arriving.clear();
  end.offset = 0;
  end.closed_at = now_;
  end.reset = true;
}

void SimEnv::cut_all() {
  losses_.push_back(now_);
  for (auto& [socket, end] : ends_)
    if (!end.listener) reset(end);
}

void SimEnv::set_black_hole(bool on) {
  black_hole_ = on;
  losses_.push_back(now_);
  if (!on) return;
  for (auto& [socket, end] : ends_) {
    if (end.listener) continue;
    end.arriving.clear();
    end.offset = 0;
    end.vanishes = true;
  }
}

bool SimEnv::lost_between(Micros from, Micros to) const {
  const auto first = std::lower_bound(losses_.begin(), losses_.end(), from);
  return first != losses_.end() && *first <= to;
}

size_t SimEnv::client_sockets() const {
  size_t n = 0;
  for (const auto& [socket, end] : ends_) n += !end.listener && !end.of_broker;
  return n;
}

}  // namespace rk::sim
