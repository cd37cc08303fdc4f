// What the simulated scenarios of the consumer share: virtual brokers with logs whose records say
// where they belong, and consumers over them. One thread, virtual time.
#pragma once

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "client/client.h"
#include "mock/server.h"
#include "record/builder.h"
#include "record/codec.h"
#include "sim/sim_env.h"
#include "support/unit.h"

namespace rk::sim {

// cmocka's own message would not say which seed it was.
#define EXPECT(world, condition)                                                               \
  do {                                                                                         \
    if (!(condition)) {                                                                        \
      std::fprintf(stderr, "seed %llu, %lld us: %s:%d: %s\n",                                  \
                   static_cast<unsigned long long>((world).seed),                              \
                   static_cast<long long>((world).env.now()), __FILE__, __LINE__, #condition); \
      fail();                                                                                  \
    }                                                                                          \
  } while (0)

inline std::string value_of(const std::string& topic, i32 partition, i64 offset) {
  return topic + "/" + std::to_string(partition) + "/" + std::to_string(offset);
}

using Settings = std::vector<std::pair<std::string, std::string>>;

struct World {
  World(u64 the_seed, const NetOptions& net, i32 brokers)
      : World(the_seed, net, options(brokers)) {}
  World(u64 the_seed, const NetOptions& net, const mock::ClusterOptions& cluster)
      : seed(the_seed),
        env(the_seed, net),
        random(the_seed * 31 + 7),
        server(env, cluster),
        pool(BufferPool::create(0)) {
    EXPECT(*this, server.start("127.0.0.1", 0).ok());
  }
  ~World() { pool->release(); }

  static mock::ClusterOptions options(i32 brokers) {
    mock::ClusterOptions o;
    o.broker_count = brokers;
    o.auto_create_topics = false;
    return o;
  }

  void create(const std::string& topic, i32 partitions) {
    const Lock lock = server.cluster().lock();
    EXPECT(*this, server.cluster().create_topic(topic, partitions, -1) == kOk);
  }
  i64 end_of(const std::string& topic, i32 partition) {
    const Lock lock = server.cluster().lock();
    return server.cluster().partition(topic, partition)->end_offset();
  }
  void set_leader(const std::string& topic, i32 partition, i32 leader) {
    const Lock lock = server.cluster().lock();
    server.cluster().partition(topic, partition)->set_leader(leader);
  }
  void damage(const std::string& topic, i32 partition, i64 offset, size_t at) {
    const Lock lock = server.cluster().lock();
    EXPECT(*this, server.cluster().partition(topic, partition)->damage(offset, at));
  }
  void trim(const std::string& topic, i32 partition, i64 start) {
    const Lock lock = server.cluster().lock();
    server.cluster().partition(topic, partition)->trim(start);
  }

  // One batch of `count` records at the end of the log.
  void append(const std::string& topic, i32 partition, i32 count, Codec codec = Codec::none) {
    const i64 base = end_of(topic, partition);
    std::vector<u8> bytes(kBatchHeaderSize + static_cast<size_t>(count) * 128);
    u8* at = bytes.data() + kBatchHeaderSize;
    for (i32 i = 0; i < count; ++i) {
      const std::string value = value_of(topic, partition, base + i);
      RecordInput r;
      r.value = value.data();
      r.value_size = value.size();
      r.offset_delta = i;
      at = append_record(at, r);
    }
    bytes.resize(static_cast<size_t>(at - bytes.data()));
    if (codec != Codec::none) pack(bytes, codec);
    BatchFields f;
    f.count = count;
    f.codec = codec;
    f.base_timestamp = f.max_timestamp = 1000;
    finish_header(bytes.data(), bytes.size(), f);
    {
      const Lock lock = server.cluster().lock();
      EXPECT(*this,
             server.cluster().partition(topic, partition)->append(bytes, 1 << 20).error == kOk);
      server.cluster().appended();
    }
    server.poller().wake();
  }
  void pack(std::vector<u8>& bytes, Codec codec) {
    BufferRef packed;
    const Bytes in(bytes.data() + kBatchHeaderSize, bytes.size() - kBatchHeaderSize);
    EXPECT(*this, !compress(codec, kCompressionLevelDefault, in, 0, *pool, &packed));
    bytes.resize(kBatchHeaderSize + packed->size());
    std::memcpy(bytes.data() + kBatchHeaderSize, packed->data(), packed->size());
  }

  rd_kafka_t* start(const Settings& settings, void (*prepare)(Conf&, void*) = nullptr,
                    void* opaque = nullptr) {
    auto conf = std::make_unique<Conf>();
    std::string why;
    const auto set = [&](const std::string& name, const std::string& value) {
      EXPECT(*this, conf_set(*conf, name.c_str(), value.c_str(), &why) == RD_KAFKA_CONF_OK);
    };
    set("bootstrap.servers", server.bootstrap());
    set("group.id", "g");
    set("auto.offset.reset", "earliest");
    for (const auto& [name, value] : settings) set(name, value);
    if (prepare) prepare(*conf, opaque);
    std::vector<std::string> warnings;
    EXPECT(*this, check_conf(*conf, RD_KAFKA_CONSUMER, &warnings).ok());
    auto* client = new Client(env, RD_KAFKA_CONSUMER, std::move(conf));
    EXPECT(*this, client->start().ok());
    return client;
  }

  const u64 seed;
  SimEnv env;
  TestRandom random;
  mock::Server server;
  BufferPool* pool;
};

// A list for the calls that take one; freed at the end of the full expression.
struct List {
  explicit List() : list(rd_kafka_topic_partition_list_new(8)) {}
  ~List() { rd_kafka_topic_partition_list_destroy(list); }
  List(const List&) = delete;
  List& operator=(const List&) = delete;
  List& add(const std::string& topic, i32 partition, i64 offset = RD_KAFKA_OFFSET_INVALID) {
    rd_kafka_topic_partition_list_add(list, topic.c_str(), partition)->offset = offset;
    return *this;
  }
  operator rd_kafka_topic_partition_list_t*() const { return list; }
  rd_kafka_topic_partition_list_t* list;
};

#if FASTKA_SANITIZED
constexpr u64 kSeedsShare = 10;  // slow profiles play one in so many
#else
constexpr u64 kSeedsShare = 1;
#endif

// Runs `scenario` for so many seeds from 1, or for the one that the command line names.
template <typename F>
void each_seed(u64 only, u64 count, F scenario) {
  if (only) return scenario(only);
  count = std::max<u64>(count / kSeedsShare, 40);
  for (u64 seed = 1; seed <= count; ++seed) scenario(seed);
}

}  // namespace rk::sim
