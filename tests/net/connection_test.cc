// Goal: a ready connection answers every request exactly once, says truthfully whether a byte of it
// left, and breaks on anything that is not the protocol. Method: a broker's end played by the test
// over loopback sockets; rules from the protocol guide and KIP-219.
#include "net/scripted_peer.h"

#include "support/unit.h"

using namespace rk;

namespace {

struct Pair {
  explicit Pair(std::function<void(ConnectionOptions&)> change = {},
                std::vector<wire::ApiVersionsResponse::ApiKey> keys = usual_keys())
      : client(listener.port(), "127.0.0.1", std::move(change)) {
    assert_true(establish(client, listener, peer, keys));
  }
  Listener listener;
  Client client;
  Peer peer;
};

wire::MetadataResponse answer_from(i32 controller) {
  wire::MetadataResponse m;
  m.controller_id = controller;
  return m;
}

i32 controller_in(Reply& reply) {
  Arena arena;
  wire::MetadataResponse m;
  assert_true(wire::decode(reply.body, m, reply.version, arena));
  return m.controller_id;
}

void pipelined_answers_reach_their_askers_in_order(void**) {
  Pair p;
  for (int i = 0; i < 50; ++i) assert_true(p.client.ask(i).ok());
  assert_int_equal(p.client.connection->in_flight(), 50);
  Raw all;
  for (int i = 0; i < 50; ++i) {
    SeenRequest r;
    assert_true(receive_request(p.client, p.peer, &r));
    const Raw one = response(r, answer_from(100 + i));
    all.insert(all.end(), one.begin(), one.end());
  }
  p.peer.send(all);
  assert_true(p.client.run([&] { return p.client.replies.size() == 50; }));
  for (int i = 0; i < 50; ++i) {
    assert_int_equal(p.client.order[static_cast<size_t>(i)], i);
    Reply& r = p.client.replies[i];
    assert_true(r.error.ok() && r.bytes_sent);
    assert_int_equal(r.version, 12);
    assert_int_equal(controller_in(r), 100 + i);
  }
  assert_int_equal(p.client.connection->in_flight(), 0);
  assert_int_equal(p.client.counters->waiting.load(), 0);
  assert_int_equal(p.client.counters->unsent.load(), 0);
}

// Frames of all sizes around the limits of the read buffer, cut anywhere.
void frames_of_every_size_survive_any_cut(void**) {
  Pair p;
  TestRandom random(7);
  const size_t sizes[] = {0,     1,     2000,  2048,  2049,  30000,  32760,  32768,
                          32772, 40000, 65500, 65536, 65540, 200000, 3000000};
  std::vector<std::string> ids;
  for (size_t size : sizes) ids.push_back(std::string(size % 32000, 'x') + "y");
  int number = 0;
  Raw all;
  for (size_t i = 0; i < std::size(sizes); ++i) {
    assert_true(p.client.ask(number++, kNever, 7, 7).ok());
    SeenRequest r;
    assert_true(receive_request(p.client, p.peer, &r));
    std::vector<wire::MetadataResponse::Broker> brokers(1 + sizes[i] / 32000);
    for (auto& b : brokers) b.host = ids[i];
    wire::MetadataResponse m;
    m.brokers = brokers;
    m.controller_id = static_cast<i32>(i);
    const Raw one = response(r, m);
    all.insert(all.end(), one.begin(), one.end());
  }
  size_t at = 0;
  assert_true(p.client.run(
      [&] {
        if (at < all.size()) {
          const size_t n = std::min<size_t>(all.size() - at, 1 + random.below(90000));
          p.peer.send(Raw(all.begin() + static_cast<std::ptrdiff_t>(at),
                          all.begin() + static_cast<std::ptrdiff_t>(at + n)));
          at += n;
        }
        return p.client.replies.size() == std::size(sizes);
      },
      20 * kMicrosPerSecond));
  for (size_t i = 0; i < std::size(sizes); ++i) {
    Arena arena;
    wire::MetadataResponse m;
    Reply& r = p.client.replies[static_cast<int>(i)];
    assert_true(wire::decode(r.body, m, 7, arena));
    assert_int_equal(m.controller_id, i);
    assert_int_equal(m.brokers.size(), 1 + sizes[i] / 32000);
    for (const auto& b : m.brokers) assert_true(b.host == ids[i]);
  }
}

void large_requests_leave_in_parts_and_by_reference(void**) {
  Pair p([](ConnectionOptions& o) { o.socket.send_buffer_bytes = 8192; });
  Raw records(4000000);
  for (size_t i = 0; i < records.size(); ++i) records[i] = static_cast<u8>(i * 7 >> 3);
  assert_true(p.client.ask(1, kNever, 7, 7, Bytes(records.data(), records.size())).ok());
  assert_true(p.client.ask(2).ok());
  assert_int_equal(p.client.counters->unsent.load(), 2);
  SeenRequest r;
  assert_true(receive_request(p.client, p.peer, &r));
  assert_true(r.body.size() > records.size());
  assert_memory_equal(r.body.data() + (r.body.size() - records.size()), records.data(),
                      records.size());
  p.peer.send(response(r, answer_from(5)));
  assert_true(receive_request(p.client, p.peer, &r));
  p.peer.send(response(r, answer_from(6)));
  assert_true(p.client.run([&] { return p.client.replies.size() == 2; }));
  assert_int_equal(controller_in(p.client.replies[2]), 6);
}

void no_common_version_names_both_sides(void**) {
  Pair p({}, {{3, 0, 4}, {18, 0, 3}});
  const Error e = p.client.ask(1);
  assert_int_equal(e.code(), RD_KAFKA_RESP_ERR__UNSUPPORTED_FEATURE);
  const std::string text(e.text());
  for (const char* part : {"Metadata", "7 to 12", "0 to 4"})
    assert_non_null(std::strstr(text.c_str(), part));
  assert_true(text.starts_with(p.client.connection->name()));
  assert_true(p.client.order.empty());
  Request r;
  r.api = wire::ApiKey::kDescribeConfigs;
  r.version_max = 4;
  const Error missing = p.client.connection->send(std::move(r), linux_env().now());
  assert_int_equal(missing.code(), RD_KAFKA_RESP_ERR__UNSUPPORTED_FEATURE);
  assert_non_null(std::strstr(std::string(missing.text()).c_str(), "does not support"));
  assert_true(p.client.up());
}

void a_wrong_correlation_id_breaks_the_connection(void**) {
  Pair p;
  assert_true(p.client.ask(1).ok());
  assert_true(p.client.ask(2).ok());
  SeenRequest first, second;
  assert_true(receive_request(p.client, p.peer, &first));
  assert_true(receive_request(p.client, p.peer, &second));
  p.peer.send(response(second, answer_from(1)));
  assert_true(p.client.run([&] { return p.client.closed(); }));
  assert_true(p.client.says("correlation id"));
  assert_int_equal(p.client.counters->rx_corrid_errors.load(), 1);
  for (int i : {1, 2}) {
    assert_int_equal(p.client.replies[i].error.code(), RD_KAFKA_RESP_ERR__TRANSPORT);
    assert_true(p.client.replies[i].bytes_sent);
  }
}

void an_answer_to_no_request_breaks_the_connection(void**) {
  Pair p;
  p.peer.send({0, 0, 0, 8, 0, 0, 0, 1, 0, 0, 0, 0});
  assert_true(p.client.run([&] { return p.client.closed(); }));
  assert_true(p.client.says("to no request"));
}

void a_malformed_header_breaks_the_connection(void**) {
  Pair p;
  assert_true(p.client.ask(1, kNever, 12, 12).ok());  // flexible: a tag section must follow
  SeenRequest r;
  assert_true(receive_request(p.client, p.peer, &r));
  Raw frame = {0, 0, 0, 4, 0, 0, 0, 0};
  store_be(frame.data() + 4, r.correlation_id);
  p.peer.send(frame);
  assert_true(p.client.run([&] { return p.client.closed(); }));
  assert_int_equal(p.client.replies[1].error.code(), RD_KAFKA_RESP_ERR__BAD_MSG);
}

// Whether a byte left decides whether a producer may say NOT_PERSISTED.
void a_hang_up_tells_sent_from_unsent(void**) {
  for (const bool with_reset : {false, true}) {
    Pair p([](ConnectionOptions& o) { o.socket.send_buffer_bytes = 8192; });
    const Raw big(8000000);  // more than the socket's buffers hold
    assert_true(p.client.ask(1).ok());
    assert_true(p.client.ask(2, kNever, 7, 7, Bytes(big.data(), big.size())).ok());
    assert_true(p.client.ask(3).ok());
    SeenRequest r;
    assert_true(receive_request(p.client, p.peer, &r));
    if (with_reset)
      p.peer.reset();
    else
      p.peer.close();
    assert_true(p.client.run([&] { return p.client.closed(); }));
    assert_true(p.client.order == (std::vector<int>{1, 2, 3}));
    for (int i : {1, 2, 3})
      assert_int_equal(p.client.replies[i].error.code(), RD_KAFKA_RESP_ERR__TRANSPORT);
    assert_true(p.client.replies[1].bytes_sent);
    assert_true(p.client.replies[2].bytes_sent);
    assert_false(p.client.replies[3].bytes_sent);
    assert_false(p.client.connection->closed_quietly());
  }
}

void a_hang_up_while_nothing_is_asked_is_quiet(void**) {
  Pair p;
  p.peer.close();
  assert_true(p.client.run([&] { return p.client.closed(); }));
  assert_true(p.client.connection->closed_quietly());
  assert_int_equal(p.client.counters->disconnects.load(), 1);
  assert_int_equal(p.client.ask(1).code(), RD_KAFKA_RESP_ERR__TRANSPORT);
}

// Answers come in order, so an overdue one blocks all behind it.
void an_overdue_answer_breaks_the_connection(void**) {
  Pair p;
  const Micros now = linux_env().now();
  assert_true(p.client.ask(1).ok());
  assert_true(p.client.ask(2, now + 60 * kMicrosPerMs).ok());
  assert_true(p.client.run([&] { return p.client.closed(); }));
  assert_true(linux_env().now() >= now + 60 * kMicrosPerMs);
  assert_int_equal(p.client.replies[1].error.code(), RD_KAFKA_RESP_ERR__TRANSPORT);
  assert_int_equal(p.client.replies[2].error.code(), RD_KAFKA_RESP_ERR__TIMED_OUT);
  assert_true(p.client.replies[2].bytes_sent);
  assert_int_equal(p.client.counters->request_timeouts.load(), 1);
  assert_true(p.client.says("Metadata request timed out"));
}

void a_throttled_connection_is_silent(void**) {
  Pair p;
  assert_true(p.client.ask(1).ok());
  SeenRequest r;
  assert_true(receive_request(p.client, p.peer, &r));
  wire::MetadataResponse m;
  m.throttle_time_ms = 120;
  p.peer.send(response(r, m));
  assert_true(p.client.run([&] { return p.client.replies.size() == 1; }));
  const Micros muted_from = linux_env().now();
  assert_int_equal(p.client.replies[1].throttle_ms, 120);
  assert_true(p.client.ask(2).ok());
  assert_true(p.client.ask(3, muted_from + 40 * kMicrosPerMs).ok());
  assert_true(receive_request(p.client, p.peer, &r));
  // a little less: the connection's clock was read before the answer was handed on
  assert_true(linux_env().now() - muted_from >= 110 * kMicrosPerMs);
  // what timed out unsent is told apart, and breaks nothing
  assert_int_equal(p.client.replies[3].error.code(), RD_KAFKA_RESP_ERR__TIMED_OUT);
  assert_false(p.client.replies[3].bytes_sent);
  p.peer.send(response(r, answer_from(9)));
  assert_true(p.client.run([&] { return p.client.replies.size() == 3; }));
  assert_int_equal(controller_in(p.client.replies[2]), 9);
  assert_true(p.client.up());
}

void an_idle_connection_is_closed_when_asked_for(void**) {
  Pair p([](ConnectionOptions& o) { o.idle_max = 60 * kMicrosPerMs; });
  const Micros begin = linux_env().now();
  assert_true(p.client.run([&] { return p.client.closed(); }));
  assert_true(linux_env().now() - begin >= 50 * kMicrosPerMs);
  assert_true(p.client.connection->closed_quietly());
}

void destruction_answers_what_is_pending(void**) {
  Pair p;
  assert_true(p.client.ask(1).ok());
  p.client.connection.reset();
  assert_int_equal(p.client.replies[1].error.code(), RD_KAFKA_RESP_ERR__DESTROY);
  assert_true(p.client.replies[1].bytes_sent);
  assert_int_equal(p.client.states.size(), 1);  // ready; not told of its own end
}

// done() may ask again or close; both happen inside the driving call.
void an_answer_may_ask_again_or_close(void**) {
  Pair p;
  int asked = 0;
  std::function<void()> again = [&] {
    Request r;
    r.api = wire::ApiKey::kMetadata;
    r.version_min = r.version_max = 7;
    r.encode = [](wire::Writer& w, i16 v) { wire::encode(w, wire::MetadataRequest{}, v); };
    r.done = [&](Reply&& reply) {
      if (reply.error) return;
      if (++asked < 3)
        again();
      else
        p.client.connection->close(Error(RD_KAFKA_RESP_ERR__FAIL, "enough"), linux_env().now());
    };
    assert_true(p.client.connection->send(std::move(r), linux_env().now()).ok());
  };
  again();
  assert_true(p.client.run([&] {
    SeenRequest r;
    if (p.peer.next(&r)) p.peer.send(response(r, answer_from(1)));
    return p.client.closed();
  }));
  assert_int_equal(asked, 3);
  assert_int_equal(p.client.reason.code(), RD_KAFKA_RESP_ERR__FAIL);
}

// The pump and the producers get their connections from the control thread.
void a_connection_moves_between_pollers(void**) {
  Pair p;
  p.client.connection->detach();
  p.client.poller = linux_env().new_poller();
  p.client.connection->attach(*p.client.poller);
  assert_true(p.client.ask(1).ok());
  SeenRequest r;
  assert_true(receive_request(p.client, p.peer, &r));
  p.peer.send(response(r, answer_from(3)));
  assert_true(p.client.run([&] { return p.client.replies.size() == 1; }));
  assert_int_equal(controller_in(p.client.replies[1]), 3);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(pipelined_answers_reach_their_askers_in_order),
      cmocka_unit_test(frames_of_every_size_survive_any_cut),
      cmocka_unit_test(large_requests_leave_in_parts_and_by_reference),
      cmocka_unit_test(no_common_version_names_both_sides),
      cmocka_unit_test(a_wrong_correlation_id_breaks_the_connection),
      cmocka_unit_test(an_answer_to_no_request_breaks_the_connection),
      cmocka_unit_test(a_malformed_header_breaks_the_connection),
      cmocka_unit_test(a_hang_up_tells_sent_from_unsent),
      cmocka_unit_test(a_hang_up_while_nothing_is_asked_is_quiet),
      cmocka_unit_test(an_overdue_answer_breaks_the_connection),
      cmocka_unit_test(a_throttled_connection_is_silent),
      cmocka_unit_test(an_idle_connection_is_closed_when_asked_for),
      cmocka_unit_test(destruction_answers_what_is_pending),
      cmocka_unit_test(an_answer_may_ask_again_or_close),
      cmocka_unit_test(a_connection_moves_between_pollers),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
