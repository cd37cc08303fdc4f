/* Configurations, lists, headers, codes: what needs no broker. */
#include "calls.h"

static void set(const char* name, const char* value) {
  char text[512] = "", key[128], back[128] = "(unknown)";
  rd_kafka_conf_t* conf = rd_kafka_conf_new();
  const rd_kafka_conf_res_t r = rd_kafka_conf_set(conf, name, value, text, sizeof text);
  size_t size = sizeof back;
  if (rd_kafka_conf_get(conf, name, back, &size)) strcpy(back, "(unknown)");
  snprintf(key, sizeof key, "conf.set.%s=%s", name, value ? value : "NULL");
  say(key, "%d reads back %s", r, back);
  rd_kafka_conf_destroy(conf);
}

static void create(const char* name, rd_kafka_type_t type, const char* const* pairs) {
  char text[512] = "", key[128];
  rd_kafka_conf_t* conf = rd_kafka_conf_new();
  for (; *pairs; pairs += 2) rd_kafka_conf_set(conf, pairs[0], pairs[1], text, sizeof text);
  text[0] = '\0';
  errno = 0;
  rd_kafka_conf_set(conf, "log_level", "0", text, sizeof text);
  rd_kafka_t* rk = rd_kafka_new(type, conf, text, sizeof text);
  const int number = errno;
  snprintf(key, sizeof key, "new.%s", name);
  if (rk) {
    say(key, "made");
    rd_kafka_destroy(rk);
  } else {
    say(key, "%s errno %d text %s", name_of(rd_kafka_last_error()), number, text[0] ? "given" : "");
    rd_kafka_conf_destroy(conf);
  }
}
#define CREATE(name, type, ...) create(name, type, (const char* const[]){__VA_ARGS__, NULL})

void configuration(void) {
  static const char* const pairs[][2] = {{"client.id", "x"},
                                         {"client.id", ""},
                                         {"client.id", NULL},
                                         {"group.id", "g"},
                                         {"linger.ms", "0.5"},
                                         {"queue.buffering.max.ms", "7"},
                                         {"linger.ms", "-1"},
                                         {"acks", "all"},
                                         {"request.required.acks", "-1"},
                                         {"enable.auto.commit", "T"},
                                         {"enable.auto.commit", "0"},
                                         {"enable.auto.commit", "yes"},
                                         {"enable.auto.commit", ""},
                                         {"compression.type", "LZ4"},
                                         {"compression.codec", "zstd"},
                                         {"compression.codec", "best"},
                                         {"auto.offset.reset", "earliest"},
                                         {"auto.offset.reset", "none"},
                                         {"message.max.bytes", "999"},
                                         {"message.max.bytes", "1000"},
                                         {"fetch.min.bytes", "0"},
                                         {"isolation.level", "read_committed"},
                                         {"isolation.level", "dirty"},
                                         {" client.id", "x"},
                                         {"Client.Id", "x"},
                                         {"no.such.setting", "1"},
                                         {"partitioner", "murmur2_random"},
                                         {"partitioner", "mine"},
                                         {"debug", "broker,topic"},
                                         {"debug", "broker,nothing"},
                                         {"socket.timeout.ms", "9"},
                                         {"socket.timeout.ms", "10"},
                                         {"log_level", "8"},
                                         {"statistics.interval.ms", "86400001"},
                                         {"broker.address.family", "v4"},
                                         {"broker.address.family", "ipv4"},
                                         {"topic.metadata.refresh.interval.ms", "-1"},
                                         {"max.poll.interval.ms", "0"},
                                         {"session.timeout.ms", "3600000"},
                                         {"queue.buffering.max.messages", "0"},
                                         {"batch.size", "1"},
                                         {"batch.num.messages", "0"},
                                         {"message.timeout.ms", "0"},
                                         {"delivery.timeout.ms", "5"},
                                         {"retries", "0"},
                                         {"enable.partition.eof", "true"},
                                         {"client.dns.lookup", "x"},
                                         {"reconnect.backoff.ms", "0"},
                                         {"queued.min.messages", "0"},
                                         {"fetch.wait.max.ms", "300001"},
                                         {"enable.auto.offset.store", "f"}};
  for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) set(pairs[i][0], pairs[i][1]);
  CREATE("producer", RD_KAFKA_PRODUCER, "client.id", "p");
  CREATE("consumer", RD_KAFKA_CONSUMER, "group.id", "g");
  CREATE("consumer.nogroup", RD_KAFKA_CONSUMER, "client.id", "c");
  CREATE("other.role", RD_KAFKA_CONSUMER, "acks", "1", "linger.ms", "3");
  CREATE("receive", RD_KAFKA_CONSUMER, "fetch.max.bytes", "2000000", "receive.message.max.bytes",
         "1999999");
  CREATE("fetch", RD_KAFKA_CONSUMER, "message.max.bytes", "100000000", "fetch.max.bytes", "1000");
  CREATE("linger", RD_KAFKA_PRODUCER, "linger.ms", "10000", "message.timeout.ms", "100");
  CREATE("reconnect", RD_KAFKA_PRODUCER, "reconnect.backoff.ms", "10000",
         "reconnect.backoff.max.ms", "100");
  CREATE("poll.interval", RD_KAFKA_CONSUMER, "group.id", "g", "max.poll.interval.ms", "1000",
         "session.timeout.ms", "5000");
  CREATE("idempotence.inflight", RD_KAFKA_PRODUCER, "enable.idempotence", "true", "max.in.flight",
         "6");
  CREATE("idempotence.acks", RD_KAFKA_PRODUCER, "enable.idempotence", "true", "acks", "1");
}

static void codes(void) {
  for (int e = -200; e <= 112; e++) {
    char key[32];
    snprintf(key, sizeof key, "err2name.%d", e);
    if (strncmp(name_of(e), "ERR_", 4) != 0) say(key, "%s", name_of(e));
  }
  say("errno2err", "%s %s %s", name_of(rd_kafka_errno2err(ENOBUFS)),
      name_of(rd_kafka_errno2err(EMSGSIZE)), name_of(rd_kafka_errno2err(ESRCH)));
}

static void lists(void) {
  rd_kafka_topic_partition_list_t* list = rd_kafka_topic_partition_list_new(0);
  rd_kafka_topic_partition_list_add_range(list, "b", 0, 2);
  rd_kafka_topic_partition_list_add(list, "a", 1)->offset = 7;
  say_list("list.added", list);
  rd_kafka_topic_partition_list_sort(list, NULL, NULL);
  say_list("list.sorted", list);
  say("list.offset", "%s", name_of(rd_kafka_topic_partition_list_set_offset(list, "a", 1, 9)));
  say("list.offset.none", "%s", name_of(rd_kafka_topic_partition_list_set_offset(list, "a", 2, 9)));
  say("list.del", "%d", rd_kafka_topic_partition_list_del(list, "b", 1));
  say("list.del.none", "%d", rd_kafka_topic_partition_list_del(list, "b", 7));
  say("list.del.beyond", "%d", rd_kafka_topic_partition_list_del_by_idx(list, 9));
  rd_kafka_topic_partition_list_t* copy = rd_kafka_topic_partition_list_copy(list);
  say_list("list.copy", copy);
  rd_kafka_topic_partition_list_destroy(copy);
  rd_kafka_topic_partition_list_destroy(list);
}

static void headers(void) {
  rd_kafka_headers_t* h = rd_kafka_headers_new(1);
  const void* value;
  const char* name;
  size_t size;
  say("headers.add", "%s %s %s", name_of(rd_kafka_header_add(h, "a", -1, "one", -1)),
      name_of(rd_kafka_header_add(h, "a", 1, "two", 3)),
      name_of(rd_kafka_header_add(h, "n", -1, NULL, 0)));
  rd_kafka_resp_err_t err = rd_kafka_header_get_last(h, "a", &value, &size);
  say("headers.last", "%s %.3s", name_of(err), (const char*)value);
  err = rd_kafka_header_get(h, 0, "a", &value, &size);
  say("headers.get", "%s %s", name_of(err), (const char*)value);
  say("headers.get.beyond", "%s", name_of(rd_kafka_header_get(h, 2, "a", &value, &size)));
  err = rd_kafka_header_get_all(h, 2, &name, &value, &size);
  say("headers.all", "%s %s %d %zu", name_of(err), name, value == NULL, size);
  err = rd_kafka_header_remove(h, "a");
  say("headers.remove", "%s %s", name_of(err), name_of(rd_kafka_header_remove(h, "a")));
  say("headers.count", "%zu", rd_kafka_header_cnt(h));
  rd_kafka_headers_destroy(h);
}

void objects(void) {
  codes();
  lists();
  headers();
}
