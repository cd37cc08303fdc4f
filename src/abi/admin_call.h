// What the administration calls have in common: their deadline, their broker, and the way of a
// result to the application's queue. Any thread.
#pragma once

#include "abi/admin_result.h"
#include "base/arena.h"
#include "client/admin_call.h"
#include "client/client.h"
#include "queue/queue.h"
#include "wire/schema.h"

namespace rk {

// A result under way. Shared by the requests that fill it; deliver() hands it over, once.
template <typename Result>
struct Pending {
  Pending(rd_kafka_event_type_t type, const rd_kafka_AdminOptions_t* options, rd_kafka_queue_t* to)
      : result(std::make_unique<Result>(type, options)) {
    to->retain();
    queue = QueueRef(to);
  }
  void deliver(Error error = {}) {
    result->fail(std::move(error));
    queue->push(result.release());
  }
  std::unique_ptr<Result> result;
  QueueRef queue;
};

Micros admin_deadline(Client& client, const rd_kafka_AdminOptions_t* options);

// A call to `target`, or to the broker of the options.
std::shared_ptr<AdminCall> new_admin_call(Client& client, const rd_kafka_AdminOptions_t* options,
                                          Target target);

template <typename Request>
void speaks(AdminCall& call) {
  call.api = Request::key;
  call.versions = Request::versions;
}

// How long the broker may take over it.
i32 operation_timeout_ms(const rd_kafka_AdminOptions_t* options, i32 time_left_ms);

// Decodes into `body`; the answer's strings live as long as the reply and the arena.
template <typename Response>
Error read_admin_answer(Reply& reply, Response& body, Arena& arena) {
  if (wire::decode(reply.body, body, reply.version, arena)) return {};
  return errorf(RD_KAFKA_RESP_ERR__BAD_MSG, "%s answer is malformed",
                wire::api_name(Response::key));
}

// Null strings become none.
inline Text text_of(wire::Str s) {
  return s.data() != nullptr ? Text(std::string(s)) : std::nullopt;
}
// Brokers also send empty texts where they have nothing to say.
inline Text error_text_of(wire::Str s) {
  return s.empty() ? std::nullopt : Text(std::string(s));
}

}  // namespace rk
