// Env: everything that reaches outside the process's own memory: clocks, randomness, sockets,
// names, threads and blocking. It is passed in from the first constructor on; nothing below it
// reads a clock, opens a socket, starts a thread or sleeps by itself. LinuxEnv (env_linux.cc) is
// the real one; the simulator's (tests/sim) runs the very same clients in virtual time in one
// thread, where every call that may block runs the rest of the world instead.
//
// An Env outlives everything that was given it. All of Env is safe from any thread; a Poller's
// add/modify/remove/wait belong to one thread at a time (whoever leads), wake() to any.
#pragma once

#include <sys/uio.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/types.h"

namespace rk {

// A socket address, ready for connect(); `text` is how logs show it ("127.0.0.1:9092").
struct Address {
  u8 raw[28] = {};  // sockaddr_in or sockaddr_in6
  u32 size = 0;
  std::string text;
};

enum class Family : u8 { any, v4, v6 };

struct SocketOptions {
  int send_buffer_bytes = 0;  // 0: the system's default
  int receive_buffer_bytes = 0;
  bool keepalive = false;
  bool nagle_disable = true;
};

// A file descriptor in the real world, a number in the simulator.
using Socket = int;
constexpr Socket kNoSocket = -1;

// Non-blocking stream sockets. Failures are negative errno values; -EAGAIN: not now.
class Net {
 public:
  virtual ~Net() = default;
  // Starts connecting; the socket becomes writable when connect_result() has something to say.
  virtual Result<Socket> connect(const Address& to, const SocketOptions& options) = 0;
  // 0 connected, -EINPROGRESS not yet, else why not.
  virtual int connect_result(Socket s) = 0;
  virtual ssize_t send(Socket s, const iovec* parts, int count) = 0;  // never raises SIGPIPE
  virtual ssize_t receive(Socket s, void* to, size_t size) = 0;       // 0: the peer closed
  virtual void close(Socket s) = 0;
  // For servers (the embedded broker): port 0 picks a free one; accept answers -EAGAIN when none.
  virtual Result<Socket> listen(const Address& at) = 0;
  virtual int accept(Socket listener) = 0;
  virtual Result<Address> local_address(Socket s) = 0;
};

constexpr u8 kReadable = 1;
constexpr u8 kWritable = 2;
constexpr u8 kBroken = 4;  // error or hang-up: read to learn which

// Waits for sockets, a deadline, or wake(), whichever is first. Level-triggered.
class Poller {
 public:
  struct Ready {
    void* tag;
    u8 what;
  };
  virtual ~Poller() = default;
  virtual void add(Socket s, u8 interest, void* tag) = 0;
  virtual void modify(Socket s, u8 interest, void* tag) = 0;
  virtual void remove(Socket s) = 0;
  // Returns how many of `out` were filled; 0 at the deadline or after wake(). A deadline in the
  // past makes it a non-blocking look.
  virtual int wait(Ready* out, int max, Micros deadline) = 0;
  // Makes the wait under way, or else the next one, return at once. Any thread.
  virtual void wake() = 0;
  // Something that another Poller can wait on: readable while a socket of this one is ready (wake()
  // does not show). kNoSocket where pollers do not nest.
  virtual Socket descriptor() { return kNoSocket; }
};

// Where a thread sleeps until a condition that it reads elsewhere may have changed (an event
// count). Use: t = prepare(); look at the condition; wait(t, deadline). A notify() after prepare()
// is never lost. notify() without sleepers is one atomic add and no system call.
class Parker {
 public:
  virtual ~Parker() = default;
  virtual u32 prepare() = 0;
  virtual bool wait(u32 ticket, Micros deadline) = 0;  // false: the deadline passed
  virtual void notify() = 0;                           // wakes all sleepers
};

// A loop without a loop: step() does what can be done now and says until when nothing is due; the
// runner then waits on poller() until that deadline, a ready socket or a wake. The real Env gives
// each Worker a thread (all signals blocked, named); the simulator calls step() itself. The
// Worker's poller() is waited on by the runner with step() receiving what was ready.
class Worker {
 public:
  virtual ~Worker() = default;
  virtual Poller& poller() = 0;
  virtual Micros step(Micros now, const Poller::Ready* ready, int count) = 0;
  virtual const char* name() const = 0;  // at most 15 characters: the thread's name
};

// Answer of a name look-up; called once, on an unspecified thread.
using ResolveDone = std::function<void(Result<std::vector<Address>>)>;

constexpr const char* kNoPoller = "Failed to create an epoll descriptor";

class Env {
 public:
  virtual ~Env() = default;
  virtual Micros now() = 0;      // monotonic
  virtual WallMs wall_ms() = 0;  // wall clock; may jump
  virtual u64 random() = 0;      // 64 random bits
  virtual Net& net() = 0;
  // Null when the system has no descriptor left for it.
  virtual std::unique_ptr<Poller> new_poller() = 0;
  virtual std::unique_ptr<Parker> new_parker() = 0;

  // Runs `worker` until stop(): start returns at once; stop wakes it and returns when no step is
  // running and none will. A worker may be started and stopped once.
  virtual Error start(Worker& worker) = 0;
  virtual void stop(Worker& worker) = 0;
  // How many threads of ours this process runs (rd_kafka_thread_cnt).
  virtual int thread_count() = 0;

  // Looks up host:port without blocking the caller. Literal addresses are answered before it
  // returns. The real Env's resolver thread lives only while a name is looked up.
  virtual void resolve(std::string host, u16 port, Family family, ResolveDone done) = 0;

  // True in a child process of a fork() that happened after this Env came to be.
  virtual bool forked() = 0;
  // Grows by one in each child process: what a handle notes when it is made and compares later,
  // since a child may well make handles of its own.
  virtual u32 fork_generation() { return 0; }
};

// The process-wide real one; never destroyed (no global destructor may run under live threads).
Env& linux_env();

}  // namespace rk
