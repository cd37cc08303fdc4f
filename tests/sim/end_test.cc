// Goal: the life of a handle ends well whatever state it is in: destroy returns within two seconds
// while any kind of request is unanswered and with events that nobody read; statistics and log
// lines that nobody reads stay few. Method: virtual brokers that answer a kind of request only
// after ten minutes; virtual time, so that the two seconds are exact. Cases "Destroy hangs",
// "Statistics nobody reads", "Log callbacks".
//
// Who asked for an event gets one, also when the handle ends while the question waits for its next
// try, or before it was looked at.
#include "sim/world.h"

namespace rk::sim {
namespace {

using mock::Fault;

void destroyed_while_requests_wait(void**) {
  constexpr wire::ApiKey kApis[] = {wire::ApiKey::kApiVersions, wire::ApiKey::kMetadata,
                                    wire::ApiKey::kListOffsets, wire::ApiKey::kFindCoordinator,
                                    wire::ApiKey::kOffsetFetch, wire::ApiKey::kOffsetCommit,
                                    wire::ApiKey::kFetch};
  for (const wire::ApiKey api : kApis) {
    for (const bool read_first : {false, true}) {
      World w(3, {100, 2000, 0}, 2);
      w.create("t", 2);
      w.append("t", 0, 5);
      const auto stall = [&] {
        const Lock lock = w.server.cluster().lock();
        for (int i = 0; i < 100; ++i)
          w.server.cluster().faults().add(api, {Fault::Kind::stall, kOk, 600 * kMicrosPerSecond});
      };
      if (!read_first) stall();
      rd_kafka_t* rk = w.start({});
      List list;
      list.add("t", 0, RD_KAFKA_OFFSET_STORED).add("t", 1, RD_KAFKA_OFFSET_END);
      EXPECT(w, rd_kafka_assign(rk, list) == 0);
      for (int i = 0; i < 20; ++i) {
        if (rd_kafka_message_t* m = rd_kafka_consumer_poll(rk, 50)) rd_kafka_message_destroy(m);
      }
      if (read_first) stall();
      const Micros start = w.env.now();
      rd_kafka_destroy(rk);  // commits what is stored, if it can
      const Micros took = w.env.now() - start;
      if (took > 2 * kMicrosPerSecond)
        fail_msg("%s: destroy took %lld ms", wire::api_name(api),
                 static_cast<long long>(took / kMicrosPerMs));
    }
  }
}

struct Question {
  wire::ApiKey api;
  ErrorCode refusal;  // passes by itself
  void (*ask)(rd_kafka_t* rk, rd_kafka_queue_t* answers);
};

constexpr Question kQuestions[] = {
    {wire::ApiKey::kCreateTopics, RD_KAFKA_RESP_ERR_NOT_CONTROLLER,
     [](rd_kafka_t* rk, rd_kafka_queue_t* answers) {
       rd_kafka_NewTopic_t* topic = rd_kafka_NewTopic_new("new", 1, 1, nullptr, 0);
       rd_kafka_CreateTopics(rk, &topic, 1, nullptr, answers);
       rd_kafka_NewTopic_destroy(topic);
     }},
    {wire::ApiKey::kDeleteTopics, RD_KAFKA_RESP_ERR_NOT_CONTROLLER,
     [](rd_kafka_t* rk, rd_kafka_queue_t* answers) {
       rd_kafka_DeleteTopic_t* topic = rd_kafka_DeleteTopic_new("t");
       rd_kafka_DeleteTopics(rk, &topic, 1, nullptr, answers);
       rd_kafka_DeleteTopic_destroy(topic);
     }},
    {wire::ApiKey::kListOffsets, RD_KAFKA_RESP_ERR_NOT_LEADER_FOR_PARTITION,
     [](rd_kafka_t* rk, rd_kafka_queue_t* answers) {
       List list;
       rd_kafka_ListOffsets(rk, list.add("t", 0, RD_KAFKA_OFFSET_SPEC_LATEST), nullptr, answers);
     }},
    {wire::ApiKey::kOffsetCommit, RD_KAFKA_RESP_ERR_COORDINATOR_LOAD_IN_PROGRESS,
     [](rd_kafka_t* rk, rd_kafka_queue_t* answers) {
       List list;
       rd_kafka_commit_queue(rk, list.add("t", 0, 3), answers, nullptr, nullptr);
     }},
};

void every_question_is_answered(void**) {
  for (const Question& q : kQuestions) {
    for (const Micros waited : {Micros{0}, Micros{1}, 20 * kMicrosPerMs, kMicrosPerSecond}) {
      World w(9, {100, 2000, 0}, 1);
      w.create("t", 1);
      rd_kafka_t* rk = w.start({});
      EXPECT(w, w.env.run_until([&] { return rk->cluster->generation() > 0; },
                                w.env.now() + 10 * kMicrosPerSecond));
      {
        const Lock lock = w.server.cluster().lock();
        for (int i = 0; i < 1000; ++i)
          w.server.cluster().faults().add(q.api, {Fault::Kind::refuse, q.refusal});
      }
      rd_kafka_queue_t* answers = rd_kafka_queue_new(rk);
      q.ask(rk, answers);
      w.env.run_for(waited);
      if (rd_kafka_queue_length(answers) != 0)
        fail_msg("%s, after %lld us: answered", wire::api_name(q.api),
                 static_cast<long long>(waited));
      {
        const Lock lock = w.server.cluster().lock();
        EXPECT(w, waited < kMicrosPerSecond ||
                      w.server.cluster().faults().taken(Fault::Kind::refuse) >= 2);
      }
      rd_kafka_destroy(rk);
      if (answers->op_count() != 1)
        fail_msg("%s, after %lld us: %zu answers", wire::api_name(q.api),
                 static_cast<long long>(waited), answers->op_count());
      Op* answer = answers->pop();
      EXPECT(w, answer->error() == RD_KAFKA_RESP_ERR__DESTROY);
      delete answer;
      rd_kafka_queue_destroy(answers);
    }
  }
}

void unread_statistics_are_few(void**) {
  World w(5, {100, 2000, 0}, 1);
  rd_kafka_t* rk = w.start({{"statistics.interval.ms", "1"}}, [](Conf& conf, void*) {
    conf.values.enabled_events |= RD_KAFKA_EVENT_STATS;
  });
  rd_kafka_queue_t* queue = rd_kafka_queue_get_main(rk);
  w.env.run_for(60 * kMicrosPerSecond);
  EXPECT(w, rd_kafka_queue_length(queue) >= 1 && rd_kafka_queue_length(queue) <= 2);
  // One that was read makes room for the next.
  rd_kafka_event_t* event = rd_kafka_queue_poll(queue, 1000);
  EXPECT(w, rd_kafka_event_type(event) == RD_KAFKA_EVENT_STATS);
  rd_kafka_event_destroy(event);
  event = rd_kafka_queue_poll(queue, 1000);
  EXPECT(w, rd_kafka_event_type(event) == RD_KAFKA_EVENT_STATS);
  rd_kafka_event_destroy(event);
  rd_kafka_queue_destroy(queue);
  rd_kafka_destroy(rk);
}

void unread_log_lines_are_bounded(void**) {
  World w(6, {100, 2000, 0}, 1);
  rd_kafka_t* rk = w.start({{"log.queue", "true"}});
  const auto chatter = [rk] {
    for (int i = 0; i < 30000; ++i) rk->log.log(4, "TEST", "line %d", i);
  };
  chatter();  // before there is a queue
  rd_kafka_queue_t* queue = rd_kafka_queue_new(rk);
  EXPECT(w, rd_kafka_set_log_queue(rk, queue) == 0);
  EXPECT(w, rd_kafka_queue_length(queue) == 10000);
  chatter();
  EXPECT(w, rd_kafka_queue_length(queue) == 10000);
  // Whoever reads gets lines again.
  for (int i = 0; i < 10000; ++i) rd_kafka_event_destroy(rd_kafka_queue_poll(queue, 0));
  rk->log.log(4, "TEST", "after that");
  rd_kafka_event_t* event = rd_kafka_queue_poll(queue, 0);
  const char *fac = nullptr, *text = nullptr;
  int level = 0;
  EXPECT(w, rd_kafka_event_log(event, &fac, &text, &level) == 0);
  EXPECT(w, std::strstr(text, "after that") != nullptr);
  rd_kafka_event_destroy(event);
  rd_kafka_queue_destroy(queue);
  rd_kafka_destroy(rk);
}

}  // namespace
}  // namespace rk::sim

int main() {
  using namespace rk::sim;
  const CMUnitTest tests[] = {
      cmocka_unit_test(destroyed_while_requests_wait),
      cmocka_unit_test(every_question_is_answered),
      cmocka_unit_test(unread_statistics_are_few),
      cmocka_unit_test(unread_log_lines_are_bounded),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
