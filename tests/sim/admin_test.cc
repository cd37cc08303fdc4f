// Goal: administration calls over a broken network: CreateTopics, DeleteTopics and CreatePartitions
// whose answer is lost succeed on the second try when the topic is as they asked for it, and only
// then; a controller that moved is asked again; every call ends at its deadline, not a moment later
// whatever the brokers do.
// Method: virtual brokers that do the request and cut the connection, stall, or refuse, as told for
// each attempt; virtual time, so that a deadline is exact.
#include "sim/world.h"
#include "wire/api.h"

namespace rk::sim {
namespace {

using mock::Fault;
constexpr auto kExists = RD_KAFKA_RESP_ERR_TOPIC_ALREADY_EXISTS;

class Scene {
 public:
  explicit Scene(i32 brokers = 2) : w_(7, {100, 2000, 0}, brokers) {
    rk_ = w_.start({});
    queue_ = rd_kafka_queue_new(rk_);
    // The controller is known before anything goes wrong.
    EXPECT(w_, w_.env.run_until([this] { return rk_->cluster->generation() > 0; },
                                w_.env.now() + 10 * kMicrosPerSecond));
  }
  ~Scene() {
    rd_kafka_queue_destroy(queue_);
    rd_kafka_destroy(rk_);
  }

  void fault(wire::ApiKey api, Fault::Kind kind, ErrorCode code = kOk, Micros delay = 0) {
    const Lock lock = w_.server.cluster().lock();
    w_.server.cluster().faults().add(api, {kind, code, delay});
  }

  rd_kafka_AdminOptions_t* options(int timeout_ms) {
    char text[128];
    rd_kafka_AdminOptions_t* o = rd_kafka_AdminOptions_new(rk_, RD_KAFKA_ADMIN_OP_ANY);
    EXPECT(w_, rd_kafka_AdminOptions_set_request_timeout(o, timeout_ms, text, sizeof text) == kOk);
    return o;
  }

  void create(const char* name, int partitions, int timeout_ms = 60000) {
    char text[128];
    rd_kafka_NewTopic_t* topic = rd_kafka_NewTopic_new(name, partitions, 1, text, sizeof text);
    rd_kafka_AdminOptions_t* o = options(timeout_ms);
    rd_kafka_CreateTopics(rk_, &topic, 1, o, queue_);
    rd_kafka_AdminOptions_destroy(o);
    rd_kafka_NewTopic_destroy(topic);
  }
  void remove(const char* name) {
    rd_kafka_DeleteTopic_t* topic = rd_kafka_DeleteTopic_new(name);
    rd_kafka_DeleteTopics(rk_, &topic, 1, nullptr, queue_);
    rd_kafka_DeleteTopic_destroy(topic);
  }
  void grow(const char* name, size_t count) {
    char text[128];
    rd_kafka_NewPartitions_t* more = rd_kafka_NewPartitions_new(name, count, text, sizeof text);
    rd_kafka_CreatePartitions(rk_, &more, 1, nullptr, queue_);
    rd_kafka_NewPartitions_destroy(more);
  }

  // The only topic's error, or that of the whole.
  ErrorCode outcome() {
    rd_kafka_event_t* event = rd_kafka_queue_poll(queue_, 120000);
    EXPECT(w_, event != nullptr);
    ErrorCode e = rd_kafka_event_error(event);
    if (e == kOk) {
      size_t count = 0;
      const rd_kafka_topic_result_t** topics = nullptr;
      if (const auto* r = rd_kafka_event_CreateTopics_result(event))
        topics = rd_kafka_CreateTopics_result_topics(r, &count);
      else if (const auto* d = rd_kafka_event_DeleteTopics_result(event))
        topics = rd_kafka_DeleteTopics_result_topics(d, &count);
      else if (const auto* p = rd_kafka_event_CreatePartitions_result(event))
        topics = rd_kafka_CreatePartitions_result_topics(p, &count);
      EXPECT(w_, count == 1);
      e = rd_kafka_topic_result_error(topics[0]);
    }
    rd_kafka_event_destroy(event);
    EXPECT(w_, rd_kafka_queue_poll(queue_, 0) == nullptr);  // one event, once
    return e;
  }

  World w_;
  rd_kafka_t* rk_;
  rd_kafka_queue_t* queue_;
};

constexpr auto kCreate = wire::ApiKey::kCreateTopics;
constexpr auto kDelete = wire::ApiKey::kDeleteTopics;
constexpr auto kGrow = wire::ApiKey::kCreatePartitions;

void created_although_the_answer_was_lost(void**) {
  Scene s;
  s.fault(kCreate, Fault::Kind::do_then_cut);
  s.create("t", 3);
  assert_int_equal(s.outcome(), kOk);
  // Not done the first time: the second does it.
  s.fault(kCreate, Fault::Kind::cut);
  s.create("u", 3);
  assert_int_equal(s.outcome(), kOk);
  s.create("u", 3);
  assert_int_equal(s.outcome(), kExists);
}

// Somebody else's topic of that name is not ours, whether it was known before or looks different.
void another_topic_is_not_taken_for_ours(void**) {
  Scene s;
  s.w_.create("other", 5);
  s.fault(kCreate, Fault::Kind::cut);
  s.create("other", 3);
  assert_int_equal(s.outcome(), kExists);
  s.w_.create("known", 3);
  const struct rd_kafka_metadata* m = nullptr;
  assert_int_equal(rd_kafka_metadata(s.rk_, 1, nullptr, &m, 10000), kOk);
  rd_kafka_metadata_destroy(m);
  s.fault(kCreate, Fault::Kind::cut);
  s.create("known", 3);
  assert_int_equal(s.outcome(), kExists);
}

void deleted_although_the_answer_was_lost(void**) {
  Scene s;
  s.w_.create("t", 1);
  s.fault(kDelete, Fault::Kind::do_then_cut);
  s.remove("t");
  assert_int_equal(s.outcome(), kOk);
  s.remove("t");
  assert_int_equal(s.outcome(), RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART);
}

void grown_although_the_answer_was_lost(void**) {
  Scene s;
  s.w_.create("t", 1);
  s.fault(kGrow, Fault::Kind::do_then_cut);
  s.grow("t", 4);
  assert_int_equal(s.outcome(), kOk);
  s.fault(kGrow, Fault::Kind::cut);
  s.grow("t", 3);  // it has more
  assert_int_equal(s.outcome(), RD_KAFKA_RESP_ERR_INVALID_PARTITIONS);
}

void the_controller_moved(void**) {
  Scene s;
  for (int i = 0; i < 3; ++i)
    s.fault(kCreate, Fault::Kind::refuse, RD_KAFKA_RESP_ERR_NOT_CONTROLLER);
  s.create("t", 1);
  assert_int_equal(s.outcome(), kOk);
  // An answer that is not about who it was asked of stands.
  s.fault(kCreate, Fault::Kind::refuse, RD_KAFKA_RESP_ERR_POLICY_VIOLATION);
  s.create("u", 1);
  assert_int_equal(s.outcome(), RD_KAFKA_RESP_ERR_POLICY_VIOLATION);
}

void every_call_ends_at_its_deadline(void**) {
  for (int how = 0; how < 3; ++how) {
    Scene s;
    const Micros start = s.w_.env.now();
    if (how == 0) s.fault(kCreate, Fault::Kind::stall, kOk, 60 * kMicrosPerSecond);
    if (how == 1)
      for (int i = 0; i < 1000; ++i) s.fault(kCreate, Fault::Kind::cut);
    if (how == 2)
      for (int i = 0; i < 1000; ++i)
        s.fault(kCreate, Fault::Kind::refuse, RD_KAFKA_RESP_ERR_NOT_CONTROLLER);
    s.create("t", 1, 1500);
    const ErrorCode e = s.outcome();
    const Micros took = s.w_.env.now() - start;
    assert_int_not_equal(e, kOk);
    if (how == 0) assert_int_equal(e, RD_KAFKA_RESP_ERR__TIMED_OUT);
    // Virtual time: a millisecond is the granularity of the API.
    EXPECT(s.w_, took <= 1501 * kMicrosPerMs);
  }
}

void offsets_follow_the_leader(void**) {
  Scene s;
  s.w_.create("t", 1);
  s.w_.append("t", 0, 5);
  const struct rd_kafka_metadata* m = nullptr;
  assert_int_equal(rd_kafka_metadata(s.rk_, 1, nullptr, &m, 10000), kOk);
  rd_kafka_metadata_destroy(m);
  s.w_.set_leader("t", 0, 2);  // what the client knows is wrong now
  List list;
  list.add("t", 0, RD_KAFKA_OFFSET_SPEC_LATEST);
  rd_kafka_ListOffsets(s.rk_, list, nullptr, s.queue_);
  rd_kafka_event_t* event = rd_kafka_queue_poll(s.queue_, 60000);
  assert_int_equal(rd_kafka_event_error(event), kOk);
  size_t count = 0;
  const rd_kafka_ListOffsetsResultInfo_t** infos =
      rd_kafka_ListOffsets_result_infos(rd_kafka_event_ListOffsets_result(event), &count);
  assert_int_equal(count, 1);
  assert_int_equal(rd_kafka_ListOffsetsResultInfo_topic_partition(infos[0])->err, kOk);
  assert_int_equal(rd_kafka_ListOffsetsResultInfo_topic_partition(infos[0])->offset, 5);
  rd_kafka_event_destroy(event);
}

// The blocking look-ups hold to their argument too: no broker answers any more.
void lookups_end_at_their_deadline(void**) {
  Scene s;
  s.w_.create("t", 1);
  for (int i = 0; i < 100; ++i) {
    s.fault(wire::ApiKey::kListOffsets, Fault::Kind::stall, kOk, 600 * kMicrosPerSecond);
    s.fault(wire::ApiKey::kMetadata, Fault::Kind::stall, kOk, 600 * kMicrosPerSecond);
    s.fault(wire::ApiKey::kFindCoordinator, Fault::Kind::stall, kOk, 600 * kMicrosPerSecond);
  }
  const auto timed = [&s](auto call) {
    const Micros start = s.w_.env.now();
    assert_int_not_equal(call(), kOk);
    EXPECT(s.w_, s.w_.env.now() - start <= 701 * kMicrosPerMs);
  };
  i64 low = 0, high = 0;
  const struct rd_kafka_metadata* m = nullptr;
  List list;
  list.add("t", 0, 1000);
  timed([&] { return rd_kafka_query_watermark_offsets(s.rk_, "t", 0, &low, &high, 700); });
  timed([&] { return rd_kafka_offsets_for_times(s.rk_, list, 700); });
  timed([&] { return rd_kafka_metadata(s.rk_, 1, nullptr, &m, 700); });
  timed([&] { return rd_kafka_committed(s.rk_, list, 700); });
}

}  // namespace
}  // namespace rk::sim

int main() {
  using namespace rk::sim;
  const CMUnitTest tests[] = {
      cmocka_unit_test(created_although_the_answer_was_lost),
      cmocka_unit_test(another_topic_is_not_taken_for_ours),
      cmocka_unit_test(deleted_although_the_answer_was_lost),
      cmocka_unit_test(grown_although_the_answer_was_lost),
      cmocka_unit_test(the_controller_moved),
      cmocka_unit_test(every_call_ends_at_its_deadline),
      cmocka_unit_test(offsets_follow_the_leader),
      cmocka_unit_test(lookups_end_at_their_deadline),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
