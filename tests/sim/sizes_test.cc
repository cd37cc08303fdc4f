// Goal: what a batch or an answer is in size never stops a consumer, and the broker's own times
// come through. Method: scripts in virtual time over the virtual broker, which gives the first
// batch of an answer whole and leaves out what no longer fits, as Kafka does; with fetch sessions,
// where the broker keeps the order of partitions, and without.
#include <cstdlib>

#include "sim/world.h"

namespace rk::sim {
namespace {

constexpr NetOptions kNet{100, 2000, 0};
constexpr i16 kFetchVersions[] = {17, 12, 11};

mock::ClusterOptions broker(i16 fetch, bool sessions) {
  mock::ClusterOptions o = World::options(1);
  o.version_max = {{wire::ApiKey::kFetch, fetch}};
  o.fetch_sessions = sessions;
  return o;
}

void assign(World& w, rd_kafka_t* rk, i32 partitions) {
  List list;
  for (i32 p = 0; p < partitions; ++p) list.add("t", p, 0);
  EXPECT(w, rd_kafka_assign(rk, list) == 0);
}

// A batch a hundred times as large as every limit is read, and what follows it.
void a_batch_larger_than_the_limits(void**) {
  for (const i16 fetch : kFetchVersions) {
    World w(1, kNet, broker(fetch, true));
    w.create("t", 1);
    w.append("t", 0, 5000);
    w.append("t", 0, 3);
    rd_kafka_t* rk = w.start({{"fetch.message.max.bytes", "1000"},
                              {"message.max.bytes", "1000"},
                              {"fetch.max.bytes", "1000"},
                              {"enable.partition.eof", "true"}});
    assign(w, rk, 1);
    for (i64 offset = 0; offset < 5003; ++offset) {
      rd_kafka_message_t* m = rd_kafka_consumer_poll(rk, 5000);
      EXPECT(w, m && m->err == 0 && m->offset == offset);
      rd_kafka_message_destroy(m);
    }
    rd_kafka_message_t* m = rd_kafka_consumer_poll(rk, 5000);
    EXPECT(w, m && m->err == RD_KAFKA_RESP_ERR__PARTITION_EOF);
    rd_kafka_message_destroy(m);
    rd_kafka_destroy(rk);
  }
}

// An answer has room for one partition's batch, and all have more than can be read.
void partitions_get_their_turn(void**) {
  constexpr i32 kPartitions = 3;
  for (const bool sessions : {true, false})
    for (const i16 fetch : kFetchVersions) {
      World w(1, kNet, broker(fetch, sessions));
      w.create("t", kPartitions);
      for (i32 p = 0; p < kPartitions; ++p)
        for (int i = 0; i < 100; ++i) w.append("t", p, 30);
      rd_kafka_t* rk = w.start({{"fetch.message.max.bytes", "1000"},
                                {"message.max.bytes", "1000"},
                                {"fetch.max.bytes", "1000"}});
      assign(w, rk, kPartitions);
      i64 read[kPartitions] = {};
      for (int n = 1; n <= 3000; ++n) {
        rd_kafka_message_t* m = rd_kafka_consumer_poll(rk, 5000);
        EXPECT(w, m && m->err == 0 && m->offset == read[m->partition]);
        ++read[m->partition];
        rd_kafka_message_destroy(m);
        const auto [least, most] = std::minmax_element(read, read + kPartitions);
        EXPECT(w, *most - *least <= 5 * 30);  // five batches
      }
      rd_kafka_destroy(rk);
    }
}

// The broker's time is that of every record, whatever the producer wrote (KIP-32).
void append_time_is_the_batchs_last(void**) {
  World w(1, kNet, broker(17, true));
  w.create("t", 1);
  std::vector<u8> bytes(kBatchHeaderSize + 256);
  u8* at = bytes.data() + kBatchHeaderSize;
  for (i32 i = 0; i < 2; ++i) {
    RecordInput r;
    r.value = "v";
    r.value_size = 1;
    r.offset_delta = i;
    r.timestamp_delta = 100 * i;
    at = append_record(at, r);
  }
  bytes.resize(static_cast<size_t>(at - bytes.data()));
  BatchFields f;
  f.count = 2;
  f.log_append_time = true;
  f.base_timestamp = -1;
  f.max_timestamp = 1700000000123;
  finish_header(bytes.data(), bytes.size(), f);
  {
    const Lock lock = w.server.cluster().lock();
    EXPECT(w, w.server.cluster().partition("t", 0)->append(bytes, 1 << 20).error == kOk);
  }
  rd_kafka_t* rk = w.start({});
  assign(w, rk, 1);
  for (int i = 0; i < 2; ++i) {
    rd_kafka_message_t* m = rd_kafka_consumer_poll(rk, 5000);
    EXPECT(w, m && m->err == 0);
    rd_kafka_timestamp_type_t type = RD_KAFKA_TIMESTAMP_NOT_AVAILABLE;
    EXPECT(w, rd_kafka_message_timestamp(m, &type) == 1700000000123);
    EXPECT(w, type == RD_KAFKA_TIMESTAMP_LOG_APPEND_TIME);
    rd_kafka_message_destroy(m);
  }
  rd_kafka_destroy(rk);
}

}  // namespace
}  // namespace rk::sim

int main() {
  using namespace rk::sim;
  const CMUnitTest tests[] = {
      cmocka_unit_test(a_batch_larger_than_the_limits),
      cmocka_unit_test(partitions_get_their_turn),
      cmocka_unit_test(append_time_is_the_batchs_last),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
