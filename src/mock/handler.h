// What a request handler gets and answers. One file per API under handlers/, named by its key; each
// opens with the behaviour of a real broker that it imitates. Handlers run under the Cluster's
// lock.
#pragma once

#include <vector>

#include "base/arena.h"
#include "mock/cluster.h"
#include "wire/header.h"
#include "wire/schema.h"

namespace rk::mock {

// What became of one partition of a Produce request that waits for the other replicas.
struct Appended {
  AppendResult result;
  u64 topic_serial = 0;
  i32 leader_epoch = -1;
};

struct Call {
  Cluster& cluster;
  i32 broker_id;
  i16 version;
  wire::Reader body;     // the request's
  wire::Writer& answer;  // after the response header
  Arena arena;
  Micros now;
  // For a Fetch: answer with what there is, its wait is over.
  bool last_chance;
  // Bytes that the answer refers to and that must live until the session has copied it out.
  std::vector<std::vector<u8>> held = {};
  // What to do wrong (mock/faults.h); the session sees to connections and delays.
  std::optional<Fault> fault = {};
  // Filled when a Produce waits; there again when the wait is over.
  std::vector<Appended> appended = {};
  // What to answer instead of the truth, and whether nothing may be done.
  ErrorCode fault_code() const {
    const bool refuses =
        fault && (fault->kind == Fault::Kind::refuse || fault->kind == Fault::Kind::do_then_refuse);
    return refuses ? fault->code : kOk;
  }
  bool does() const { return !fault || fault->kind != Fault::Kind::refuse; }
  bool answers() const {
    return !fault ||
           (fault->kind != Fault::Kind::do_then_refuse && fault->kind != Fault::Kind::do_then_cut &&
            fault->kind != Fault::Kind::cut_then_do);
  }
  // Whether the client will ever see the answer, if its connection lives on.
  bool is_answered() const {
    return !fault ||
           (fault->kind != Fault::Kind::do_then_cut && fault->kind != Fault::Kind::cut_then_do);
  }
  i32 throttle_ms() const {
    return fault && fault->kind == Fault::Kind::throttle
               ? static_cast<i32>(fault->delay / kMicrosPerMs)
               : 0;
  }
};

enum class Outcome : u8 {
  answered,
  silent,     // no answer is due (Produce with acks=0)
  wait,       // not yet; wait_us says how long at most
  malformed,  // close the connection
};

struct Handled {
  Outcome outcome = Outcome::answered;
  Micros wait_us = 0;
  bool until_then = false;  // no sooner
};

struct Handler {
  wire::ApiKey key;
  wire::VersionRange versions;
  Handled (*run)(Call& call);
};

Handled handle_produce(Call& call);
Handled handle_fetch(Call& call);
Handled handle_list_offsets(Call& call);
Handled handle_metadata(Call& call);
Handled handle_offset_commit(Call& call);
Handled handle_offset_fetch(Call& call);
Handled handle_find_coordinator(Call& call);
Handled handle_api_versions(Call& call);
Handled handle_create_topics(Call& call);
Handled handle_delete_topics(Call& call);
Handled handle_init_producer_id(Call& call);
Handled handle_describe_configs(Call& call);
Handled handle_create_partitions(Call& call);
Handled handle_offset_for_leader_epoch(Call& call);

// All of them, in the order of their keys; ApiVersions advertises exactly this, as offered().
std::span<const Handler> handlers();
// The versions that the brokers of `cluster` speak.
wire::VersionRange offered(const Cluster& cluster, const Handler& handler);

// Reads the request's body and answers with the handler's response type.
template <typename Request>
bool read_request(Call& call, Request& out) {
  return wire::decode(call.body, out, call.version, call.arena);
}
template <typename Response>
Handled answer(Call& call, const Response& body) {
  wire::encode(call.answer, body, call.version);
  return {};
}

}  // namespace rk::mock
