// Session: one client connection to one virtual broker, without the socket: bytes in, bytes out.
// Requests are handled strictly one after another, as a broker does: while a Fetch waits for data,
// what was sent behind it waits too. Owned by the Server (or a simulator); one thread at a time,
// which holds the Cluster's lock around feed() and step().
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mock/handler.h"
#include "wire/header.h"

namespace rk::mock {

class Session {
 public:
  Session(Cluster& cluster, i32 broker_id) : cluster_(cluster), broker_id_(broker_id) {}

  // False: the client broke the protocol; close the connection.
  bool feed(Bytes bytes, Micros now);
  // Looks again at a request that waits; false as for feed().
  bool step(Micros now);
  // When a waiting request must be answered, whatever there is.
  Micros deadline() const { return waiting_ ? waiting_->deadline : kNever; }
  // Does a request of a connection that is gone.
  static void do_late(Cluster& cluster, i32 broker_id, Bytes frame, Micros now);
  // Bytes to send; the taker erases what it sent.
  std::vector<u8>& output() { return output_; }

 private:
  struct Waiting {
    std::vector<u8> frame;
    Micros deadline = kNever;
    u64 appends = 0;                    // the Cluster's count when it was looked at last
    std::optional<Fault> stalled = {};  // the fault that has it wait
    std::vector<u8> answer = {};        // what is held back, when it was done already
    bool until_deadline = false;        // not looked at before
    std::optional<Fault> fault = {};
    std::vector<Appended> appended = {};
  };
  bool handle_all(Micros now);
  bool handle(Bytes frame, Micros now, bool last_chance, const std::optional<Fault>& fault,
              std::vector<Appended> appended = {});
  bool receive(Bytes frame, Micros now);
  bool handle_and_hold(Bytes frame, Micros now, const Fault& fault);

  Cluster& cluster_;
  const i32 broker_id_;
  std::vector<u8> input_;
  std::vector<u8> output_;
  std::optional<Waiting> waiting_;
};

}  // namespace rk::mock
