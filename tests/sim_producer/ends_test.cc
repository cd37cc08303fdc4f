// Goal: what users of other clients met at the ends of things: reports that never come, flush,
// purge and destroy that hang or lie, queues that stay full, callers that block for ever. Method:
// the public calls against a virtual broker that does what the report describes, in virtual time.
// README.md lists the public reports.
#include <cstring>

#include "sim_producer/case_world.h"

using namespace rk;
using namespace rk::sim;

static void no_report_callback(Conf& conf) {
  conf.callbacks.dr_msg_cb = nullptr;
}
static void nobody_there(Conf& conf) {
  std::string why;
  conf_set(conf, "bootstrap.servers", "127.0.0.1:1", &why);
}

// rust-rdkafka #518, karafka-rdkafka #268 and #280, librdkafka #990 and #2180: no broker was ever
// reached; purge gives each message its one report, and destroy returns.
static void a_purge_reports_everything_without_a_broker(void**) {
  for (const int flags :
       {RD_KAFKA_PURGE_F_QUEUE, RD_KAFKA_PURGE_F_QUEUE | RD_KAFKA_PURGE_F_INFLIGHT,
        RD_KAFKA_PURGE_F_QUEUE | RD_KAFKA_PURGE_F_NON_BLOCKING}) {
    CaseWorld w;
    w.start({}, nobody_there);
    w.produce_many(2);
    w.poll_for(100 * kMs);
    const Micros began = w.env.now();
    assert_int_equal(rd_kafka_purge(w.rk, flags), kOk);
    assert_true(w.env.now() - began < 100 * kMs);
    rd_kafka_poll(w.rk, 0);
    for (auto& m : w.messages) CaseWorld::expect(*m, kNot, RD_KAFKA_RESP_ERR__PURGE_QUEUE);
    assert_int_equal(rd_kafka_outq_len(w.rk), 0);
    w.destroy();
    assert_true(w.env.now() - began < kMicrosPerSecond);
  }
}

// Purge tells what was on the wire from what was not, also while the leader changes, and what comes
// later for the former changes nothing.
static void a_purge_while_the_leader_changes_reports_each_once(void**) {
  for (u64 seed = 1; seed <= 50; ++seed) {
    CaseWorld w(one_partition(2), seed);
    w.start({{"batch.num.messages", "5"}});
    w.produce();
    w.poll_all(5 * kMicrosPerSecond);
    w.fault(Kind::stall, 0, 700 * kMs);
    const size_t sent = w.attempts.size();
    w.produce_many(15);
    w.wait_for([&] { return w.attempts.size() > sent || w.env.now() > 3 * kMicrosPerSecond; });
    w.set_leader(0, w.attempts.back().broker == 1 ? 2 : 1);
    w.poll_for(static_cast<Micros>(seed) * 40 * kMs);
    assert_int_equal(rd_kafka_purge(w.rk, RD_KAFKA_PURGE_F_QUEUE | RD_KAFKA_PURGE_F_INFLIGHT), kOk);
    w.poll_all(100 * kMs);
    std::vector<std::string> in_log;
    w.poll_for(5 * kMicrosPerSecond);
    in_log = w.values();
    for (auto& m : w.messages) {
      assert_int_equal(m->reports, 1);
      const bool there = std::find(in_log.begin(), in_log.end(), m->value) != in_log.end();
      if (m->status == kNot) assert_false(there);
      if (m->error == RD_KAFKA_RESP_ERR__PURGE_INFLIGHT) assert_int_equal(m->status, kPossibly);
      if (m->status == kPersisted) assert_true(there);
    }
    Message& after = w.produce();
    w.poll_all(10 * kMicrosPerSecond);
    CaseWorld::expect(after, kPersisted, 0);
    assert_int_equal(w.answers(45), 0);
  }
}

// Without purge or flush destroy is quick too, and says how many it drops.
static void destroy_drops_what_is_left_and_says_so(void**) {
  CaseWorld w;
  w.start({}, nobody_there);
  w.produce_many(2);
  w.poll_for(100 * kMs);
  const Micros began = w.env.now();
  w.destroy();
  assert_true(w.env.now() - began < kMicrosPerSecond);
  assert_true(w.logged("2 messages"));
  for (auto& m : w.messages) assert_int_equal(m->reports, 0);
}

// Reports that nobody took are no leak and no report.
static void destroy_with_unserved_reports(void**) {
  CaseWorld w;
  w.start();
  w.produce_many(3);
  w.wait_for([&] { return w.values().size() == 3; });
  w.env.run_for(kMicrosPerSecond);
  w.destroy();
  for (auto& m : w.messages) assert_int_equal(m->reports, 0);
}

// librdkafka #4103: flush suspends linger.
static void flush_does_not_wait_for_linger(void**) {
  CaseWorld w;
  w.start({{"linger.ms", "50000"}});
  Message& m = w.produce();
  assert_int_equal(rd_kafka_flush(w.rk, 2000), kOk);
  CaseWorld::expect(m, kPersisted, 0);
  assert_true(m.took() < 200 * kMs);
  // For as long as it runs: afterwards batches fill again.
  w.produce();
  w.poll_for(2 * kMicrosPerSecond);
  assert_int_equal(w.attempts.size(), 1);
}

// librdkafka #999: a topic whose partitions are gone from the metadata still has its messages.
static void flush_waits_for_messages_of_a_topic_without_partitions(void**) {
  CaseWorld w;
  w.start({{"message.timeout.ms", "5000"}, {"topic.metadata.refresh.interval.ms", "200"}});
  w.produce();
  w.poll_all(kMicrosPerSecond);
  for (int i = 0; i < 100; ++i) w.fault(Kind::cut);
  w.produce();
  {
    const Lock lock = w.server->cluster().lock();
    w.server->cluster().topic("t")->partitions.clear();
  }
  assert_int_equal(rd_kafka_flush(w.rk, 2000), RD_KAFKA_RESP_ERR__TIMED_OUT);
  assert_int_equal(w.messages[1]->reports, 0);
  assert_int_equal(rd_kafka_flush(w.rk, 5000), kOk);
  assert_int_equal(w.messages[1]->error, RD_KAFKA_RESP_ERR__MSG_TIMED_OUT);
}

// librdkafka #3489: reports as events that nobody takes.
static void flush_times_out_while_events_are_unread(void**) {
  CaseWorld w;
  w.start({}, [](Conf& conf) { conf.values.enabled_events = RD_KAFKA_EVENT_DR; });
  w.produce();
  const Micros began = w.env.now();
  assert_int_equal(rd_kafka_flush(w.rk, 500), RD_KAFKA_RESP_ERR__TIMED_OUT);
  assert_in_range(w.env.now() - began, 500 * kMs, 600 * kMs);
  rd_kafka_queue_t* queue = rd_kafka_queue_get_main(w.rk);
  rd_kafka_event_t* event = rd_kafka_queue_poll(queue, 1000);
  assert_int_equal(rd_kafka_event_type(event), RD_KAFKA_EVENT_DR);
  assert_int_equal(rd_kafka_event_message_count(event), 1);
  assert_int_equal(rd_kafka_flush(w.rk, 0), RD_KAFKA_RESP_ERR__TIMED_OUT);
  rd_kafka_event_destroy(event);
  rd_kafka_queue_destroy(queue);
  assert_int_equal(rd_kafka_flush(w.rk, 0), kOk);
}

// A last report that comes just in time is in time, whatever the slices of waiting.
static void flush_counts_what_arrives_at_the_last_moment(void**) {
  for (int ms = 90; ms <= 110; ++ms) {
    CaseWorld w;
    w.start();
    w.produce();
    w.poll_all(kMicrosPerSecond);
    w.fault(Kind::do_then_stall, 0, 100 * kMs);
    Message& m = w.produce();
    const ErrorCode flushed = rd_kafka_flush(w.rk, ms);
    assert_int_equal(flushed, m.reports ? kOk : RD_KAFKA_RESP_ERR__TIMED_OUT);
    assert_int_equal(rd_kafka_outq_len(w.rk), m.reports ? 0 : 1);
  }
}

// vector #14290: after a fatal error nothing is taken, everything is reported, and all calls
// return.
static void a_fatal_error_ends_it_cleanly(void**) {
  for (const int code : {0, 31, 53}) {
    CaseWorld w;
    if (code) {
      w.fault(Kind::refuse, code, 0, wire::ApiKey::kInitProducerId);
    } else {
      w.fault(Kind::stall, 0, 30 * kMicrosPerSecond, wire::ApiKey::kInitProducerId);
    }
    w.start({{"message.timeout.ms", "0"}});
    w.produce_many(3);
    w.poll_for(code ? kMicrosPerSecond : 10 * kMs);
    if (!code)
      assert_int_equal(
          rd_kafka_test_fatal_error(w.rk, RD_KAFKA_RESP_ERR_OUT_OF_ORDER_SEQUENCE_NUMBER, "boom"),
          kOk);
    w.poll_all(kMicrosPerSecond);
    for (auto& m : w.messages) {
      assert_int_equal(m->reports, 1);
      assert_true(m->error != kOk);
      assert_int_equal(m->status, kNot);
    }
    Message refused;
    assert_int_equal(w.try_produce(&refused), RD_KAFKA_RESP_ERR__FATAL);
    assert_int_equal(rd_kafka_outq_len(w.rk), 0);
    char text[256];
    assert_int_equal(rd_kafka_fatal_error(w.rk, text, sizeof text),
                     code ? code : RD_KAFKA_RESP_ERR_OUT_OF_ORDER_SEQUENCE_NUMBER);
    assert_non_null(std::strstr(text, code ? "IDEMPOTENT_WRITE" : "test_fatal_error: boom"));
    assert_int_equal(rd_kafka_flush(w.rk, 1000), kOk);
    const Micros began = w.env.now();
    w.destroy();
    assert_true(w.env.now() - began < kMicrosPerSecond);
    assert_int_equal(refused.reports, 0);
  }
}

// A message that was taken while the fatal error came is reported like the others, also when it
// would never time out. (The partitioner runs between the check and the append.)
static void a_message_that_races_with_a_fatal_error_is_reported(void**) {
  CaseWorld w;
  w.start({{"message.timeout.ms", "0"}, {"sticky.partitioning.linger.ms", "0"}}, [](Conf& conf) {
    conf.topic.callbacks.partitioner_cb = [](const rd_kafka_topic_t* topic, const void*, size_t,
                                             int32_t, void*, void* m) {
      if (static_cast<Message*>(m)->value == "000002")
        rd_kafka_test_fatal_error(topic->rk, RD_KAFKA_RESP_ERR_OUT_OF_ORDER_SEQUENCE_NUMBER, "now");
      return 0;
    };
  });
  w.produce();
  w.poll_all(kMicrosPerSecond);
  for (int i = 0; i < 10; ++i) w.fault(Kind::refuse, 19);
  Message& m = w.produce(0, -1);
  w.poll_all(kMicrosPerSecond);
  CaseWorld::expect(m, kNot, RD_KAFKA_RESP_ERR__PURGE_QUEUE);
}

// The same of messages that are on their way from the wait for metadata to their partitions.
static void messages_on_their_way_share_a_fatal_error(void**) {
  CaseWorld w;
  w.start(
      {{"message.timeout.ms", "0"}, {"linger.ms", "50000"}, {"sticky.partitioning.linger.ms", "0"}},
      [](Conf& conf) {
        conf.topic.callbacks.partitioner_cb = [](const rd_kafka_topic_t* topic, const void*, size_t,
                                                 int32_t, void*, void* m) {
          if (static_cast<Message*>(m)->value == "000002")
            rd_kafka_test_fatal_error(topic->rk, RD_KAFKA_RESP_ERR_OUT_OF_ORDER_SEQUENCE_NUMBER,
                                      "now");
          return 0;
        };
      });
  for (int i = 0; i < 4; ++i) w.produce(0, -1);
  w.poll_all(kMicrosPerSecond);
  for (auto& m : w.messages) CaseWorld::expect(*m, kNot, RD_KAFKA_RESP_ERR__PURGE_QUEUE);
}

// The broker is slow to hand out ids, or cannot yet: the messages wait and then go.
static void a_producer_id_that_takes_a_while_loses_nothing(void**) {
  CaseWorld w;
  for (const int code : {14, 15, 16, 41, 7, -1})
    w.fault(Kind::refuse, code, 0, wire::ApiKey::kInitProducerId);
  w.fault(Kind::cut, 0, 0, wire::ApiKey::kInitProducerId);
  w.start({{"linger.ms", "0"}});
  w.produce_many(3);
  w.poll_for(100 * kMs);
  assert_int_equal(w.attempts.size(), 0);
  w.poll_all(30 * kMicrosPerSecond);
  w.expect_all_arrived();
}

// librdkafka #1018, fluent-bit #514, #2871, #3766: once the broker is back there is room again.
static void a_full_queue_clears_when_the_broker_is_back(void**) {
  for (const bool listens : {true, false}) {
    CaseWorld w;
    w.start({{"queue.buffering.max.messages", "100"}}, listens ? nullptr : no_report_callback);
    for (int i = 0; i < 1000; ++i) w.fault(Kind::cut);
    ErrorCode error = kOk;
    while (error == kOk) {
      auto& m = *w.messages.emplace_back(std::make_unique<Message>());
      m.value = "m";
      error = w.try_produce(&m);
    }
    assert_int_equal(error, RD_KAFKA_RESP_ERR__QUEUE_FULL);
    assert_int_equal(w.messages.size(), 101);
    w.poll_for(3 * kMicrosPerSecond);
    assert_int_equal(w.try_produce(w.messages.back().get()), RD_KAFKA_RESP_ERR__QUEUE_FULL);
    w.clear_faults();
    const Micros back = w.env.now();
    while (w.try_produce(w.messages.back().get()) != kOk) {
      if (listens) rd_kafka_poll(w.rk, 0);
      w.env.run_for(10 * kMs);
      assert_true(w.env.now() - back < 2 * kMicrosPerSecond);
    }
    assert_int_equal(rd_kafka_flush(w.rk, 5000), kOk);
    for (auto& m : w.messages) assert_int_equal(m->reports, listens);
  }
}

// librdkafka #2794, #4627; node-rdkafka #922, #953: whatever is refused stays the caller's, payload
// and headers, and is freed once. (The sanitizers see to that.)
static void what_is_refused_stays_the_callers(void**) {
  CaseWorld w;
  w.start({{"queue.buffering.max.messages", "2"}, {"message.max.bytes", "1000"}});
  w.produce();
  w.poll_all(5 * kMicrosPerSecond);
  struct Attempted {
    i32 partition;
    size_t size;
    ErrorCode error;
  };
  const Attempted refused[] = {{999, 10, RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION},
                               {0, 1001, RD_KAFKA_RESP_ERR_MSG_SIZE_TOO_LARGE},
                               {0, 10, RD_KAFKA_RESP_ERR__QUEUE_FULL}};
  for (const Attempted& a : refused) {
    if (a.error == RD_KAFKA_RESP_ERR__QUEUE_FULL) w.produce_many(2);
    for (const bool by_array : {false, true}) {
      Message m;
      auto* payload = static_cast<char*>(std::malloc(a.size));
      std::memset(payload, 'p', a.size);
      rd_kafka_headers_t* headers = rd_kafka_headers_new(1);
      rd_kafka_header_add(headers, "name", -1, "value", -1);
      ErrorCode error;
      if (by_array) {
        rd_kafka_vu_t vus[6] = {};
        vus[0].vtype = RD_KAFKA_VTYPE_TOPIC;
        vus[0].u.cstr = "t";
        vus[1].vtype = RD_KAFKA_VTYPE_PARTITION;
        vus[1].u.i32 = a.partition;
        vus[2].vtype = RD_KAFKA_VTYPE_VALUE;
        vus[2].u.mem = {payload, a.size};
        vus[3].vtype = RD_KAFKA_VTYPE_HEADERS;
        vus[3].u.headers = headers;
        vus[4].vtype = RD_KAFKA_VTYPE_MSGFLAGS;
        vus[4].u.i = RD_KAFKA_MSG_F_FREE;
        vus[5].vtype = RD_KAFKA_VTYPE_OPAQUE;
        vus[5].u.ptr = &m;
        rd_kafka_error_t* why = rd_kafka_produceva(w.rk, vus, 6);
        error = rd_kafka_error_code(why);
        rd_kafka_error_destroy(why);
      } else {
        error = rd_kafka_producev(w.rk, RD_KAFKA_V_TOPIC("t"), RD_KAFKA_V_PARTITION(a.partition),
                                  RD_KAFKA_V_VALUE(payload, a.size), RD_KAFKA_V_HEADERS(headers),
                                  RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_FREE), RD_KAFKA_V_OPAQUE(&m),
                                  RD_KAFKA_V_END);
      }
      assert_int_equal(error, a.error);
      payload[0] = 'q';
      assert_int_equal(rd_kafka_header_cnt(headers), 1);
      w.env.run_for(kMicrosPerSecond);
      rd_kafka_poll(w.rk, 0);
      if (a.error == RD_KAFKA_RESP_ERR__QUEUE_FULL) w.produce_many(2);
      assert_int_equal(m.reports, 0);
      std::free(payload);
      rd_kafka_headers_destroy(headers);
    }
  }
  w.poll_all(5 * kMicrosPerSecond);
}

// librdkafka #2464: a batch larger than the queue, one thread, nobody to serve the reports: what
// fits is taken, the rest refused, and the call returns. Without reports to serve all of it goes.
static void a_blocking_batch_larger_than_the_queue_returns(void**) {
  for (const bool listens : {true, false}) {
    CaseWorld w;
    w.start({{"queue.buffering.max.messages", "100"}}, listens ? nullptr : no_report_callback);
    rd_kafka_topic_t* topic = rd_kafka_topic_new(w.rk, "t", nullptr);
    std::vector<rd_kafka_message_t> batch(500);
    for (auto& element : batch) {
      auto& m = *w.messages.emplace_back(std::make_unique<Message>());
      m.value = "m";
      element = {};
      element.payload = m.value.data();
      element.len = m.value.size();
      element._private = &m;
    }
    const Micros began = w.env.now();
    const int taken = rd_kafka_produce_batch(topic, 0, RD_KAFKA_MSG_F_COPY | RD_KAFKA_MSG_F_BLOCK,
                                             batch.data(), static_cast<int>(batch.size()));
    assert_true(w.env.now() - began < 10 * kMicrosPerSecond);
    assert_int_equal(taken, listens ? 100 : 500);
    assert_int_equal(rd_kafka_flush(w.rk, 5000), kOk);
    for (size_t i = 0; i < batch.size(); ++i) {
      const bool fits = i < static_cast<size_t>(taken);
      assert_int_equal(batch[i].err, fits ? kOk : RD_KAFKA_RESP_ERR__QUEUE_FULL);
      assert_int_equal(w.messages[i]->reports, fits && listens);
    }
    rd_kafka_topic_destroy(topic);
  }
}

// What can never fit is not waited for.
static void a_blocking_message_larger_than_the_queue_is_refused(void**) {
  CaseWorld w;
  w.start({{"queue.buffering.max.kbytes", "1"}});
  Message m;
  m.value.assign(1025, 'm');
  assert_int_equal(w.try_produce(&m, 0, RD_KAFKA_MSG_F_BLOCK), RD_KAFKA_RESP_ERR__QUEUE_FULL);
  m.value.pop_back();
  assert_int_equal(w.try_produce(&m, 0, RD_KAFKA_MSG_F_BLOCK), kOk);
  w.poll_all(5 * kMicrosPerSecond);
  CaseWorld::expect(m, kPersisted, 0);
}

// librdkafka #2997, #1317, #303: a report comes although no broker was ever reached.
static void a_message_times_out_without_any_broker(void**) {
  for (const char* timeout : {"200", "1000", "10000"}) {
    CaseWorld w;
    w.start({{"message.timeout.ms", timeout}}, nobody_there);
    Message& m = w.produce(0, -1);
    const Micros limit = std::atoi(timeout) * kMs;
    w.poll_all(limit + kMicrosPerSecond);
    CaseWorld::expect(m, kNot, RD_KAFKA_RESP_ERR__MSG_TIMED_OUT);
    assert_in_range(m.took(), limit, limit + kMicrosPerSecond);
  }
}

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(a_purge_reports_everything_without_a_broker),
      cmocka_unit_test(a_purge_while_the_leader_changes_reports_each_once),
      cmocka_unit_test(destroy_drops_what_is_left_and_says_so),
      cmocka_unit_test(destroy_with_unserved_reports),
      cmocka_unit_test(flush_does_not_wait_for_linger),
      cmocka_unit_test(flush_waits_for_messages_of_a_topic_without_partitions),
      cmocka_unit_test(flush_times_out_while_events_are_unread),
      cmocka_unit_test(flush_counts_what_arrives_at_the_last_moment),
      cmocka_unit_test(a_fatal_error_ends_it_cleanly),
      cmocka_unit_test(a_message_that_races_with_a_fatal_error_is_reported),
      cmocka_unit_test(messages_on_their_way_share_a_fatal_error),
      cmocka_unit_test(a_producer_id_that_takes_a_while_loses_nothing),
      cmocka_unit_test(a_full_queue_clears_when_the_broker_is_back),
      cmocka_unit_test(what_is_refused_stays_the_callers),
      cmocka_unit_test(a_blocking_batch_larger_than_the_queue_returns),
      cmocka_unit_test(a_blocking_message_larger_than_the_queue_is_refused),
      cmocka_unit_test(a_message_times_out_without_any_broker),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
