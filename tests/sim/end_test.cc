// Goal: the life of a handle ends well whatever state it is in: destroy returns within two seconds
// while any kind of request is unanswered and with events that nobody read; statistics and log
// lines that nobody reads stay few. Method: virtual brokers that answer a kind of request only
// after ten minutes; virtual time, so that the two seconds are exact. Cases "Destroy hangs",
// "Statistics nobody reads", "Log callbacks".
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
      cmocka_unit_test(unread_statistics_are_few),
      cmocka_unit_test(unread_log_lines_are_bounded),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
