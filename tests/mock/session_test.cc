// Goal: one connection of the virtual broker behaves as a broker's: requests one after another,
// ApiVersions answered in any version, everything else unknown cut off, a waiting Fetch woken by an
// append. Method: bytes fed into a Session by hand, answers decoded with the client's codec.
#include "mock/session.h"

#include <functional>

#include "mock/batches.h"
#include "support/unit.h"
#include "wire/messages/all.h"

namespace {

using namespace rk;

struct Fixture {
  Fixture() : cluster(linux_env(), {.broker_count = 2, .default_partitions = 2}) {}
  mock::Cluster cluster;
  mock::Session session{cluster, 1};
};

std::vector<u8> frame(wire::ApiKey api, i16 version, i32 correlation,
                      const std::function<void(wire::Writer&)>& body) {
  wire::Writer w;
  const auto mark = wire::begin_request(w, {api, version, correlation, "test"});
  body(w);
  wire::end_frame(w, mark);
  std::vector<u8> bytes(w.size());
  w.copy_to(bytes.data());
  return bytes;
}

template <typename Request>
std::vector<u8> frame_of(const Request& request, i16 version, i32 correlation = 1) {
  return frame(Request::key, version, correlation,
               [&](wire::Writer& w) { wire::encode(w, request, version); });
}

// Takes the first answer out of the session's output.
template <typename Response>
bool take_answer(mock::Session& s, i16 version, Arena& arena, Response* out, std::vector<u8>* keep,
                 i32 correlation = 1) {
  std::vector<u8>& output = s.output();
  if (output.size() < 4) return false;
  const auto size = static_cast<size_t>(load_be<i32>(output.data()));
  keep->assign(output.begin() + 4, output.begin() + 4 + static_cast<std::ptrdiff_t>(size));
  output.erase(output.begin(), output.begin() + 4 + static_cast<std::ptrdiff_t>(size));
  wire::Reader r(*keep);
  i32 got = 0;
  assert_true(wire::decode_response_header(r, Response::key, version, got));
  assert_int_equal(got, correlation);
  assert_true(wire::decode(r, *out, version, arena));
  assert_int_equal(r.remaining(), 0);
  return true;
}

void api_versions_of_the_future_is_answered_in_version_0(void**) {
  Fixture f;
  assert_true(f.session.feed(frame(wire::ApiKey::kApiVersions, 9, 1, [](wire::Writer&) {}), 0));
  Arena arena;
  std::vector<u8> keep;
  wire::ApiVersionsResponse answer;
  assert_true(take_answer(f.session, 0, arena, &answer, &keep));
  assert_int_equal(answer.error_code, 35);
  assert_true(answer.api_keys.size() > 0);
}

void an_unknown_version_or_api_ends_the_connection(void**) {
  Fixture f;
  assert_false(f.session.feed(frame(wire::ApiKey::kProduce, 2, 1, [](wire::Writer&) {}), 0));
  Fixture g;
  assert_false(
      g.session.feed(frame(static_cast<wire::ApiKey>(999), 0, 1, [](wire::Writer&) {}), 0));
}

void a_frame_may_come_byte_by_byte(void**) {
  Fixture f;
  wire::MetadataRequest request;
  request.topics = nullptr;
  for (u8 b : frame_of(request, 7)) assert_true(f.session.feed({&b, 1}, 0));
  Arena arena;
  std::vector<u8> keep;
  wire::MetadataResponse answer;
  assert_true(take_answer(f.session, 7, arena, &answer, &keep));
  assert_int_equal(answer.brokers.size(), 2);
  assert_int_equal(answer.controller_id, 1);
}

void topics_are_created_only_when_asked_for_by_name(void**) {
  Fixture f;
  Arena arena;
  std::vector<u8> keep;
  wire::MetadataRequest::Topic topic;
  topic.name = "fresh";
  wire::MetadataRequest request;
  request.topics = wire::Array<wire::MetadataRequest::Topic>(&topic, 1);
  request.allow_auto_topic_creation = false;
  wire::MetadataResponse answer;
  assert_true(f.session.feed(frame_of(request, 12), 0));
  assert_true(take_answer(f.session, 12, arena, &answer, &keep));
  assert_int_equal(answer.topics[0].error_code, 3);
  request.allow_auto_topic_creation = true;
  assert_true(f.session.feed(frame_of(request, 12), 0));
  assert_true(take_answer(f.session, 12, arena, &answer, &keep));
  assert_int_equal(answer.topics[0].error_code, 0);
  assert_int_equal(answer.topics[0].partitions.size(), 2);
  assert_false(answer.topics[0].topic_id.is_zero());
  topic.name = "no spaces allowed";
  assert_true(f.session.feed(frame_of(request, 12), 0));
  assert_true(take_answer(f.session, 12, arena, &answer, &keep));
  assert_int_equal(answer.topics[0].error_code, 17);
}

struct FetchAsk {
  FetchAsk(wire::Str topic_name, i64 offset) {
    partition.partition = 0;
    partition.fetch_offset = offset;
    partition.partition_max_bytes = 1 << 20;
    topic.topic = topic_name;
    topic.partitions = wire::Array<wire::FetchRequest::Topic::Partition>(&partition, 1);
    request.max_wait_ms = 500;
    request.min_bytes = 1;
    request.rack_id = "";
    request.topics = wire::Array<wire::FetchRequest::Topic>(&topic, 1);
  }
  wire::FetchRequest::Topic::Partition partition;
  wire::FetchRequest::Topic topic;
  wire::FetchRequest request;
};

void a_fetch_waits_for_data_and_holds_up_what_follows(void**) {
  Fixture f;
  assert_int_equal(f.cluster.create_topic("t", 1, 1), kOk);
  FetchAsk ask("t", 0);
  assert_true(f.session.feed(frame_of(ask.request, 11), 1000));
  assert_int_equal(f.session.output().size(), 0);
  assert_int_equal(f.session.deadline(), 1000 + 500 * kMicrosPerMs);
  wire::MetadataRequest behind;
  behind.topics = nullptr;
  assert_true(f.session.feed(frame_of(behind, 7, 2), 1000));
  assert_int_equal(f.session.output().size(), 0);
  const auto batch = mock_test::make_batch({.count = 2});
  assert_int_equal(f.cluster.partition("t", 0)->append(batch, 1 << 20).error, kOk);
  f.cluster.appended();
  assert_true(f.session.step(2000));
  Arena arena;
  std::vector<u8> keep;
  wire::FetchResponse answer;
  assert_true(take_answer(f.session, 11, arena, &answer, &keep));
  const auto& p = answer.responses[0].partitions[0];
  assert_int_equal(p.high_watermark, 2);
  assert_int_equal(p.records.size(), batch.size());
  wire::MetadataResponse second;
  assert_true(take_answer(f.session, 7, arena, &second, &keep, 2));
}

void a_fetch_is_answered_empty_when_its_wait_is_over(void**) {
  Fixture f;
  assert_int_equal(f.cluster.create_topic("t", 1, 1), kOk);
  FetchAsk ask("t", 0);
  assert_true(f.session.feed(frame_of(ask.request, 11), 0));
  assert_true(f.session.step(499 * kMicrosPerMs));
  assert_int_equal(f.session.output().size(), 0);
  assert_true(f.session.step(500 * kMicrosPerMs));
  Arena arena;
  std::vector<u8> keep;
  wire::FetchResponse answer;
  assert_true(take_answer(f.session, 11, arena, &answer, &keep));
  assert_int_equal(answer.responses[0].partitions[0].records.size(), 0);
}

void errors_of_a_partition_do_not_wait(void**) {
  Fixture f;
  FetchAsk ask("nowhere", 0);
  assert_true(f.session.feed(frame_of(ask.request, 11), 0));
  Arena arena;
  std::vector<u8> keep;
  wire::FetchResponse answer;
  assert_true(take_answer(f.session, 11, arena, &answer, &keep));
  assert_int_equal(answer.responses[0].partitions[0].error_code, 3);
  assert_int_equal(f.cluster.create_topic("t", 1, 1), kOk);
  FetchAsk beyond("t", 5);
  assert_true(f.session.feed(frame_of(beyond.request, 11), 0));
  assert_true(take_answer(f.session, 11, arena, &answer, &keep));
  assert_int_equal(answer.responses[0].partitions[0].error_code, 1);
  f.cluster.partition("t", 0)->set_leader(2);
  FetchAsk moved("t", 0);
  assert_true(f.session.feed(frame_of(moved.request, 11), 0));
  assert_true(take_answer(f.session, 11, arena, &answer, &keep));
  assert_int_equal(answer.responses[0].partitions[0].error_code, 6);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(api_versions_of_the_future_is_answered_in_version_0),
      cmocka_unit_test(an_unknown_version_or_api_ends_the_connection),
      cmocka_unit_test(a_frame_may_come_byte_by_byte),
      cmocka_unit_test(topics_are_created_only_when_asked_for_by_name),
      cmocka_unit_test(a_fetch_waits_for_data_and_holds_up_what_follows),
      cmocka_unit_test(a_fetch_is_answered_empty_when_its_wait_is_over),
      cmocka_unit_test(errors_of_a_partition_do_not_wait),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
