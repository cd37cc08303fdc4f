// SimEnv: an Env in virtual time, in one thread, from one seed. Sockets are queues of bytes with a
// delivery time; threads are Workers in a list, stepped in seeded order; whoever would block runs
// the rest of the world until what it waits for has come. So a test calls the plain API, a five
// minute time-out takes microseconds, and the same seed gives the same run to the last byte.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "base/env.h"
#include "sim/counters.h"

namespace rk::sim {

struct NetOptions {
  Micros delay_min = 100;  // per hop, one way
  Micros delay_max = 2000;
  size_t chunk_max = 0;  // > 0: a send is cut into pieces of at most this, each with its own delay
  size_t call_max = 0;   // > 0: send and receive may do no more than this at a time
  u64 again_one_in = 0;  // > 0: one send or receive in so many says EAGAIN though it could
};

// How often the network did what a network may do.
struct NetCounts {
  u64 short_sends = 0, short_receives = 0, agains = 0, refused = 0;
  u64 requests_cut = 0, answers_cut = 0;  // in the middle of a frame
  u64 lost_in_black_hole = 0;

  void add_to(Counters& to) const {
    to["network: short send"] += short_sends;
    to["network: short receive"] += short_receives;
    to["network: EAGAIN"] += agains;
    to["network: connection refused"] += refused;
    to["network: request cut inside"] += requests_cut;
    to["network: answer cut inside"] += answers_cut;
    to["network: sent into a black hole"] += lost_in_black_hole;
  }
};

class SimPoller;
class SimParker;

class SimEnv final : public Env, private Net {
 public:
  explicit SimEnv(u64 seed, const NetOptions& options = {});
  ~SimEnv() override;

  Micros now() override { return now_; }
  WallMs wall_ms() override { return wall_base_ + now_ / kMicrosPerMs; }
  u64 random() override;
  Net& net() override { return *this; }
  std::unique_ptr<Poller> new_poller() override;
  std::unique_ptr<Parker> new_parker() override;
  Error start(Worker& worker) override;
  void stop(Worker& worker) override;
  int thread_count() override { return static_cast<int>(tasks_.size()); }
  void resolve(std::string host, u16 port, Family family, ResolveDone done) override;
  bool forked() override { return false; }

  // Runs the world until `done` holds or the deadline; whether it holds. A world in which nothing
  // will ever happen again ends the run at the deadline, or fails the test if there is none.
  bool run_until(const std::function<bool()>& done, Micros deadline);
  void run_for(Micros span) {
    run_until([] { return false; }, now_ + span);
  }

  // Faults. Ends every connection that exists, with what is under way lost.
  void cut_all();
  // The next send of a client, or of a broker, reaches its peer in part; then the connection is
  // gone.
  void cut_next_send(bool of_broker) { (of_broker ? cut_answer_ : cut_request_) = true; }
  void forget_cuts() { cut_answer_ = cut_request_ = false; }
  // Nobody listens at that port until then.
  void refuse(u16 port, Micros until) { refused_until_[port] = until; }
  // While it is on, what is sent vanishes and nobody answers a connect. Who had a connection then
  // will never hear of it again.
  void set_black_hole(bool on);
  void jump_wall_clock(i64 by_ms) { wall_base_ += by_ms; }

  // Whether something that was sent in that time may not have arrived.
  bool lost_between(Micros from, Micros to) const;

  const NetCounts& counts() const { return counts_; }
  u64 steps() const { return steps_; }
  // Steps of threads other than the brokers', and returns of waits.
  u64 wake_ups() const { return wake_ups_; }
  // Ends of connections that are open on the client's side.
  size_t client_sockets() const;
  u64 connections() const { return connections_; }  // that were ever begun

 private:
  friend class SimPoller;
  friend class SimParker;

  struct Piece {
    Micros at;
    std::vector<u8> bytes;
  };
  struct End {
    Socket peer = kNoSocket;
    bool listener = false;
    bool of_broker = false;  // accepted
    bool vanishes = false;   // what it sends reaches nobody any more
    u16 port = 0;
    Micros connected_at = kNever;  // of a connecting end
    int refused = 0;               // errno
    std::deque<Piece> arriving;
    size_t offset = 0;          // already read of arriving.front()
    Micros closed_at = kNever;  // when the peer's close arrives
    bool reset = false;         // cut: reading fails instead of ending
    std::deque<std::pair<Micros, Socket>> backlog;
    SimPoller* poller = nullptr;
    u8 interest = 0;
    void* tag = nullptr;
  };
  struct Task {
    Worker* worker;
    Micros deadline;
  };

  Result<Socket> connect(const Address& to, const SocketOptions& options) override;
  int connect_result(Socket s) override;
  ssize_t send(Socket s, const iovec* parts, int count) override;
  ssize_t receive(Socket s, void* to, size_t size) override;
  void close(Socket s) override;
  Result<Socket> listen(const Address& at) override;
  int accept(Socket listener) override;
  Result<Address> local_address(Socket s) override;

  Micros delay();
  Micros arrival(const End& to);
  u8 readiness(const End& end) const;
  Micros next_arrival() const;
  bool step_tasks();
  void count_step(const char* who);
  End* find(Socket s);
  SimPoller* find_poller(Socket descriptor) const;

  void deliver(End& peer, const std::vector<u8>& all, size_t size);
  bool again();
  void reset(End& end);

  u64 random_state_;
  const NetOptions options_;
  NetCounts counts_;
  WallMs wall_base_ = 1700000000000;
  std::vector<Micros> losses_;  // when something was lost, ascending
  bool cut_request_ = false;
  bool cut_answer_ = false;
  bool black_hole_ = false;
  std::map<u16, Micros> refused_until_;
  Micros now_ = 1000000;
  Socket next_socket_ = 1000;
  u16 next_port_ = 20000;
  std::map<Socket, End> ends_;
  std::vector<Task> tasks_;
  std::vector<SimPoller*> pollers_;
  bool stepping_ = false;
  u64 steps_ = 0;
  u64 wake_ups_ = 0;
  u64 connections_ = 0;
  u64 steps_now_ = 0;  // since time last moved
};

}  // namespace rk::sim
