// Goal: from start() to ready, and every way in which that fails, with texts that name what
// happened. Method: a broker's end played by the test over loopback sockets; byte layouts and rules
// from the protocol guide (ApiVersions, KIP-511) and KIP-602 for several addresses.
#include "net/scripted_peer.h"

#include "support/unit.h"

using namespace rk;

namespace {

void handshake_names_the_software_and_the_client(void**) {
  Listener listener;
  Client client(listener.port());
  Peer peer;
  client.start();
  SeenRequest r;
  assert_true(client.run([&] {
    if (!peer.connected()) {
      if (const int fd = listener.accept(); fd >= 0) peer.take(fd);
    }
    return peer.connected() && peer.next(&r);
  }));
  assert_true(r.api == wire::ApiKey::kApiVersions);
  assert_int_equal(r.version, 3);
  assert_string_equal(r.client_id.c_str(), "tester");
  Arena arena;
  wire::Reader body(Bytes(r.body.data(), r.body.size()));
  wire::ApiVersionsRequest m;
  assert_true(wire::decode(body, m, 3, arena));
  assert_true(m.client_software_name == "fastka" && m.client_software_version == "0.0.1");
  assert_false(client.up());
  peer.send(versions_response(r, usual_keys()));
  assert_true(client.run([&] { return client.up(); }));
  assert_int_equal(client.states.size(), 1);
  assert_int_equal(client.connection->versions().pick(wire::ApiKey::kMetadata, 7, 13), 12);
  assert_int_equal(client.connection->versions().pick(wire::ApiKey::kMetadata, 7, 9), 9);
  assert_int_equal(client.connection->versions().pick(wire::ApiKey::kMetadata, 13, 13), -1);
  assert_false(client.connection->versions().has(wire::ApiKey::kDescribeConfigs));
}

// A broker that does not know version 3 answers error 35 in version 0's layout.
void error_35_is_followed_by_version_0(void**) {
  Listener listener;
  Client client(listener.port());
  Peer peer;
  client.start();
  std::vector<i16> seen;
  assert_true(client.run([&] {
    if (!peer.connected()) {
      if (const int fd = listener.accept(); fd >= 0) peer.take(fd);
    }
    SeenRequest r;
    if (peer.connected() && peer.next(&r)) {
      seen.push_back(r.version);
      wire::ApiVersionsResponse m;
      const auto keys = usual_keys();
      m.api_keys = keys;
      m.error_code = r.version == 3 ? 35 : 0;
      peer.send(response(r, m, 0));
    }
    return client.up();
  }));
  assert_true(seen == (std::vector<i16>{3, 0}));
}

void answers_may_arrive_byte_by_byte(void**) {
  Listener listener;
  Client client(listener.port());
  Peer peer;
  client.start();
  SeenRequest r;
  Raw bytes;
  size_t at = 0;
  assert_true(client.run([&] {
    if (!peer.connected()) {
      if (const int fd = listener.accept(); fd >= 0) peer.take(fd);
    }
    if (bytes.empty() && peer.connected() && peer.next(&r))
      bytes = versions_response(r, usual_keys());
    if (at < bytes.size()) {
      assert_false(client.up());
      peer.send({bytes[at++]});
    }
    return client.up();
  }));
  assert_int_equal(at, bytes.size());
}

u16 unused_port() {
  Listener l;
  return l.port();
}

void refused_connections_say_so(void**) {
  const u16 port = unused_port();
  Client client(port);
  client.start();
  assert_true(client.run([&] { return client.closed(); }));
  assert_int_equal(client.reason.code(), RD_KAFKA_RESP_ERR__TRANSPORT);
  const std::string name = stringf("127.0.0.1:%u/bootstrap: ", port);
  assert_true(client.text().starts_with(name));
  assert_true(client.says(stringf("ipv4#127.0.0.1:%u failed: Connection refused", port)));
  assert_true(client.says("in state CONNECT)"));
  assert_false(client.connection->closed_quietly());
}

// "localhost" style names have several addresses; the first refuses, the second accepts.
class TwoAddresses final : public Env {
 public:
  Micros now() override { return linux_env().now(); }
  WallMs wall_ms() override { return linux_env().wall_ms(); }
  u64 random() override { return 4; }
  Net& net() override { return linux_env().net(); }
  std::unique_ptr<Poller> new_poller() override { return linux_env().new_poller(); }
  std::unique_ptr<Parker> new_parker() override { return linux_env().new_parker(); }
  Error start(Worker&) override { return RD_KAFKA_RESP_ERR__FAIL; }
  void stop(Worker&) override {}
  int thread_count() override { return 0; }
  bool forked() override { return false; }
  void resolve(std::string, u16 port, Family family, ResolveDone done) override {
    std::vector<Address> all;
    for (const char* host : {"127.0.0.2", "127.0.0.1"})
      linux_env().resolve(host, port, family,
                          [&](Result<std::vector<Address>> r) { all.push_back((*r)[0]); });
    done(all);
  }
};

void all_addresses_are_tried_in_turn(void**) {
  Listener listener;  // on 127.0.0.1 only
  Client client(listener.port());
  TwoAddresses env;
  client.connection =
      std::make_unique<Connection>(env, client.log, *client.pool, client.options, "two.example",
                                   listener.port(), 7, client.counters);
  client.connection->attach(*client.poller);
  Peer peer;
  assert_true(establish(client, listener, peer));
  assert_int_equal(client.counters->connects.load(), 2);
  assert_string_equal(client.connection->name().c_str(),
                      stringf("two.example:%u/7", listener.port()).c_str());
}

void unknown_names_are_reported_by_the_resolver(void**) {
  // .invalid never resolves (RFC 6761)
  Client client(9092, "no-such-host.invalid");
  client.start();
  assert_true(client.run([&] { return client.closed(); }, 20 * kMicrosPerSecond));
  assert_int_equal(client.reason.code(), RD_KAFKA_RESP_ERR__RESOLVE);
  assert_true(client.says("no-such-host.invalid:9092"));
}

// The connection goes while its name is being looked up; the answer then finds nobody.
void a_look_up_may_outlive_its_connection(void**) {
  {
    Client client(9092, "no-such-host.invalid");
    client.start();
  }
  const Micros end = linux_env().now() + 20 * kMicrosPerSecond;
  auto parker = linux_env().new_parker();
  while (linux_env().thread_count() > 0 && linux_env().now() < end)
    parker->wait(parker->prepare(), linux_env().now() + 5 * kMicrosPerMs);
  assert_int_equal(linux_env().thread_count(), 0);
}

void a_silent_broker_is_given_up(void**) {
  Listener listener;
  Client client(listener.port(), "127.0.0.1",
                [](ConnectionOptions& o) { o.api_versions_timeout = 50 * kMicrosPerMs; });
  client.start();
  const Micros begin = linux_env().now();
  assert_true(client.run([&] { return client.closed(); }));
  assert_true(linux_env().now() - begin >= 50 * kMicrosPerMs);
  assert_true(client.says("ApiVersions request timed out"));
  assert_true(client.says("in state APIVERSION_QUERY"));
}

void setup_has_one_deadline_for_everything(void**) {
  Listener listener;
  Client client(listener.port(), "127.0.0.1",
                [](ConnectionOptions& o) { o.setup_timeout = 50 * kMicrosPerMs; });
  client.start();
  assert_true(client.run([&] { return client.closed(); }));
  assert_true(client.says("setup timed out"));
}

void a_hang_up_in_the_handshake_is_a_failure(void**) {
  for (const bool with_reset : {false, true}) {
    Listener listener;
    Client client(listener.port());
    Peer peer;
    client.start();
    assert_true(client.run([&] {
      const bool asking = client.connection->state() == Connection::State::handshaking;
      if (asking && !peer.connected()) {
        if (const int fd = listener.accept(); fd >= 0) peer.take(fd);
        if (peer.connected() && with_reset) peer.reset();
        peer.close();
      }
      return client.closed();
    }));
    assert_int_equal(client.reason.code(), RD_KAFKA_RESP_ERR__TRANSPORT);
    assert_true(client.says("in state APIVERSION_QUERY"));
    assert_false(client.connection->closed_quietly());
  }
}

void other_errors_of_api_versions_are_failures(void**) {
  Listener listener;
  Client client(listener.port());
  Peer peer;
  client.start();
  assert_true(client.run([&] {
    if (!peer.connected()) {
      if (const int fd = listener.accept(); fd >= 0) peer.take(fd);
    }
    SeenRequest r;
    if (peer.connected() && peer.next(&r)) {
      wire::ApiVersionsResponse m;
      m.error_code = 58;
      peer.send(response(r, m));
    }
    return client.closed();
  }));
  assert_int_equal(client.reason.code(), RD_KAFKA_RESP_ERR_SASL_AUTHENTICATION_FAILED);
}

// What a TLS listener, a web server and the like send first, read as a frame's size.
void a_size_beyond_the_limit_is_refused_before_memory_is_taken(void**) {
  for (const char* first : {"HTTP/1.1 400 Bad Request\r\n", "\x15\x03\x03\x00\x02\x02\x28",
                            "\xff\xff\xff\xff....", "\x00\x00\x00\x03..."}) {
    Listener listener;
    Client client(listener.port());
    Peer peer;
    client.start();
    assert_true(client.run([&] {
      if (!peer.connected()) {
        if (const int fd = listener.accept(); fd >= 0) peer.take(fd);
      }
      SeenRequest r;
      if (peer.connected() && peer.next(&r)) {
        const size_t size = first[0] == 0 || first[0] == '\x15' ? 7 : 8;
        peer.send(Raw(first, first + size));
      }
      return client.closed();
    }));
    assert_true(client.says("Invalid response size"));
    assert_true(client.says("receive.message.max.bytes"));
    // only the read buffer ever was out
    assert_true(client.pool->bytes_out() <= 128 << 10);
  }
}

struct TokenStage final : HandshakeStage {
  explicit TokenStage(std::vector<std::string>& journal) : journal_(journal) {}
  const char* state_name() const override { return "AUTH_REQ"; }
  void start(Connection& c, Micros now) override {
    journal_.push_back("started");
    Request r;
    r.api = wire::ApiKey::kMetadata;
    r.version_min = r.version_max = 7;
    r.encode = [](wire::Writer& w, i16 v) { wire::encode(w, wire::MetadataRequest{}, v); };
    r.done = [this, &c](Reply&& reply) {
      if (reply.error) return;
      journal_.push_back("answered");
      c.stage_done({}, linux_env().now());
    };
    const Error e = c.send_in_handshake(std::move(r), now);
    if (e) c.stage_done(e, now);
  }
  std::vector<std::string>& journal_;
};

void stages_run_between_api_versions_and_ready(void**) {
  Listener listener;
  std::vector<std::string> journal;
  Client client(listener.port(), "127.0.0.1", [&](ConnectionOptions& o) {
    o.stages.push_back([&journal] { return std::make_unique<TokenStage>(journal); });
    o.stages.push_back([&journal] { return std::make_unique<TokenStage>(journal); });
  });
  Peer peer;
  client.start();
  assert_true(client.run([&] {
    if (!peer.connected()) {
      if (const int fd = listener.accept(); fd >= 0) peer.take(fd);
    }
    SeenRequest r;
    if (peer.connected() && peer.next(&r)) {
      assert_false(client.up());
      if (r.api == wire::ApiKey::kApiVersions) {
        peer.send(versions_response(r, usual_keys()));
      } else {
        assert_string_equal(client.connection->state_name(), "AUTH_REQ");
        peer.send(response(r, wire::MetadataResponse{}));
      }
    }
    return client.up();
  }));
  assert_true(journal == (std::vector<std::string>{"started", "answered", "started", "answered"}));
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(handshake_names_the_software_and_the_client),
      cmocka_unit_test(error_35_is_followed_by_version_0),
      cmocka_unit_test(answers_may_arrive_byte_by_byte),
      cmocka_unit_test(refused_connections_say_so),
      cmocka_unit_test(all_addresses_are_tried_in_turn),
      cmocka_unit_test(unknown_names_are_reported_by_the_resolver),
      cmocka_unit_test(a_look_up_may_outlive_its_connection),
      cmocka_unit_test(a_silent_broker_is_given_up),
      cmocka_unit_test(setup_has_one_deadline_for_everything),
      cmocka_unit_test(a_hang_up_in_the_handshake_is_a_failure),
      cmocka_unit_test(other_errors_of_api_versions_are_failures),
      cmocka_unit_test(a_size_beyond_the_limit_is_refused_before_memory_is_taken),
      cmocka_unit_test(stages_run_between_api_versions_and_ready),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
