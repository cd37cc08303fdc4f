/* Goal: every C call on configuration objects works, with the answers librdkafka gives.
 * Method: a program that knows only rdkafka.h; it passes with librdkafka 2.16.0 as well
 * (LD_LIBRARY_PATH), which is where the expected values come from. */
#include <stdio.h>

#include "abi/api.h"

static rd_kafka_conf_t* conf;
static rd_kafka_topic_conf_t* tconf;

static int set_up(void** state) {
  (void)state;
  conf = rd_kafka_conf_new();
  tconf = rd_kafka_topic_conf_new();
  return conf && tconf ? 0 : -1;
}

static int tear_down(void** state) {
  (void)state;
  rd_kafka_conf_destroy(conf);
  rd_kafka_topic_conf_destroy(tconf);
  return 0;
}

/* The value, or "(unset)". */
static const char* get(const rd_kafka_conf_t* from, const char* name) {
  static char value[512];
  size_t size = sizeof(value);
  if (rd_kafka_conf_get(from, name, value, &size) != RD_KAFKA_CONF_OK) return "(unset)";
  assert_int_equal(size, strlen(value) + 1);
  return value;
}

static const char* topic_get(const rd_kafka_topic_conf_t* from, const char* name) {
  static char value[512];
  size_t size = sizeof(value);
  if (rd_kafka_topic_conf_get(from, name, value, &size) != RD_KAFKA_CONF_OK) return "(unset)";
  assert_int_equal(size, strlen(value) + 1);
  return value;
}

static void set(rd_kafka_conf_t* to, const char* name, const char* value) {
  char why[512] = "";
  if (rd_kafka_conf_set(to, name, value, why, sizeof(why)) != RD_KAFKA_CONF_OK)
    fail_msg("%s=%s: %s", name, value, why);
}

static void sets_and_gets(void** state) {
  (void)state;
  set(conf, "linger.ms", "0.5");
  assert_string_equal(get(conf, "queue.buffering.max.ms"), "0.5");
  set(conf, "client.id", "");
  assert_string_equal(get(conf, "client.id"), "rdkafka");
  assert_string_equal(get(conf, "group.id"), "(unset)");
  char why[128] = "before";
  assert_int_equal(rd_kafka_conf_set(conf, "no.such", "x", why, sizeof(why)),
                   RD_KAFKA_CONF_UNKNOWN);
  assert_non_null(strstr(why, "no.such"));
  assert_int_equal(rd_kafka_conf_set(conf, "log_level", "8", why, sizeof(why)),
                   RD_KAFKA_CONF_INVALID);
  assert_non_null(strstr(why, "log_level"));
  /* no room for a text */
  assert_int_equal(rd_kafka_conf_set(conf, "log_level", "8", NULL, 0), RD_KAFKA_CONF_INVALID);
  assert_int_equal(rd_kafka_conf_set(conf, "no.such", NULL, NULL, 0), RD_KAFKA_CONF_UNKNOWN);
  char small[5] = "####";
  rd_kafka_conf_set(conf, "log_level", "8", small, sizeof(small));
  assert_int_equal(strlen(small), 4);
}

static void sizes_count_the_nul(void** state) {
  (void)state;
  size_t size = 0;
  assert_int_equal(rd_kafka_conf_get(conf, "client.id", NULL, &size), RD_KAFKA_CONF_OK);
  assert_int_equal(size, 8);
  char value[8];
  size = 4;
  assert_int_equal(rd_kafka_conf_get(conf, "client.id", value, &size), RD_KAFKA_CONF_OK);
  assert_int_equal(size, 8);
  assert_string_equal(value, "rdk");
  size = 0;
  assert_int_equal(rd_kafka_topic_conf_get(tconf, "acks", NULL, &size), RD_KAFKA_CONF_OK);
  assert_int_equal(size, 3);
}

static void topic_sets_and_gets(void** state) {
  (void)state;
  char why[128] = "";
  assert_int_equal(
      rd_kafka_topic_conf_set(tconf, "auto.offset.reset", "earliest", why, sizeof(why)),
      RD_KAFKA_CONF_OK);
  assert_string_equal(topic_get(tconf, "auto.offset.reset"), "smallest");
  /* kcat tries every setting here first and goes on only after this answer */
  assert_int_equal(rd_kafka_topic_conf_set(tconf, "group.id", "g", why, sizeof(why)),
                   RD_KAFKA_CONF_UNKNOWN);
  assert_non_null(strstr(why, "group.id"));
  assert_int_equal(rd_kafka_topic_conf_set(tconf, "acks", "-2", NULL, 0), RD_KAFKA_CONF_INVALID);
  rd_kafka_topic_conf_t* copy = rd_kafka_topic_conf_dup(tconf);
  assert_ptr_not_equal(copy, tconf);
  assert_string_equal(topic_get(copy, "auto.offset.reset"), "smallest");
  rd_kafka_topic_conf_destroy(copy);
}

static void on_error(rd_kafka_t* rk, int err, const char* reason, void* opaque) {
  (void)rk, (void)err, (void)reason, (void)opaque;
}
static void on_throttle(rd_kafka_t* rk, const char* name, int32_t id, int ms, void* opaque) {
  (void)rk, (void)name, (void)id, (void)ms, (void)opaque;
}
static void on_log(const rd_kafka_t* rk, int level, const char* fac, const char* buf) {
  (void)rk, (void)level, (void)fac, (void)buf;
}
static int on_stats(rd_kafka_t* rk, char* json, size_t len, void* opaque) {
  (void)rk, (void)json, (void)len, (void)opaque;
  return 0;
}
static void on_event(rd_kafka_t* rk, rd_kafka_event_t* rkev, void* opaque) {
  (void)rk, (void)rkev, (void)opaque;
}
static void on_dr(rd_kafka_t* rk, void* payload, size_t len, rd_kafka_resp_err_t err, void* opaque,
                  void* msg_opaque) {
  (void)rk, (void)payload, (void)len, (void)err, (void)opaque, (void)msg_opaque;
}
static void on_dr_msg(rd_kafka_t* rk, const rd_kafka_message_t* message, void* opaque) {
  (void)rk, (void)message, (void)opaque;
}
static void on_consume(rd_kafka_message_t* message, void* opaque) {
  (void)message, (void)opaque;
}
static void on_list(rd_kafka_t* rk, rd_kafka_resp_err_t err, rd_kafka_topic_partition_list_t* list,
                    void* opaque) {
  (void)rk, (void)err, (void)list, (void)opaque;
}
static int32_t on_partition(const rd_kafka_topic_t* rkt, const void* key, size_t keylen,
                            int32_t count, void* rkt_opaque, void* msg_opaque) {
  (void)rkt, (void)key, (void)keylen, (void)count, (void)rkt_opaque, (void)msg_opaque;
  return 0;
}

static void assert_is(const char* name, const void* pointer) {
  char expected[64];
  snprintf(expected, sizeof(expected), "%p", pointer);
  assert_string_equal(get(conf, name), expected);
}

static void callbacks_are_kept(void** state) {
  (void)state;
  static int here;
  const char* names[] = {
      "error_cb",   "throttle_cb",  "stats_cb",         "dr_cb", "dr_msg_cb", "background_event_cb",
      "consume_cb", "rebalance_cb", "offset_commit_cb", "opaque"};
  for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
    assert_string_equal(get(conf, names[i]), "(unset)");
  rd_kafka_conf_set_error_cb(conf, on_error);
  assert_is("error_cb", (const void*)on_error);
  rd_kafka_conf_set_throttle_cb(conf, on_throttle);
  assert_is("throttle_cb", (const void*)on_throttle);
  rd_kafka_conf_set_log_cb(conf, on_log);
  assert_is("log_cb", (const void*)on_log);
  rd_kafka_conf_set_log_cb(conf, NULL);
  assert_string_equal(get(conf, "log_cb"), "(unset)");
  rd_kafka_conf_set_stats_cb(conf, on_stats);
  assert_is("stats_cb", (const void*)on_stats);
  rd_kafka_conf_set_background_event_cb(conf, on_event);
  assert_is("background_event_cb", (const void*)on_event);
  rd_kafka_conf_set_dr_cb(conf, on_dr);
  assert_is("dr_cb", (const void*)on_dr);
  rd_kafka_conf_set_dr_msg_cb(conf, on_dr_msg);
  assert_is("dr_msg_cb", (const void*)on_dr_msg);
  rd_kafka_conf_set_consume_cb(conf, on_consume);
  assert_is("consume_cb", (const void*)on_consume);
  rd_kafka_conf_set_rebalance_cb(conf, on_list);
  assert_is("rebalance_cb", (const void*)on_list);
  rd_kafka_conf_set_offset_commit_cb(conf, on_list);
  assert_is("offset_commit_cb", (const void*)on_list);
  rd_kafka_conf_set_opaque(conf, &here);
  assert_is("opaque", &here);
  rd_kafka_conf_set_events(conf, RD_KAFKA_EVENT_DR | RD_KAFKA_EVENT_ERROR);
  assert_string_equal(get(conf, "enabled_events"), "9");
  rd_kafka_conf_t* copy = rd_kafka_conf_dup(conf);
  assert_string_equal(get(copy, "enabled_events"), "9");
  assert_string_not_equal(get(copy, "opaque"), "(unset)");
  rd_kafka_conf_destroy(copy);
}

static void topic_callbacks_are_kept(void** state) {
  (void)state;
  char expected[64];
  assert_string_equal(topic_get(tconf, "partitioner_cb"), "(unset)");
  rd_kafka_topic_conf_set_partitioner_cb(tconf, on_partition);
  snprintf(expected, sizeof(expected), "%p", (const void*)on_partition);
  assert_string_equal(topic_get(tconf, "partitioner_cb"), expected);
  rd_kafka_topic_conf_set_opaque(tconf, expected);
  char pointer[64];
  snprintf(pointer, sizeof(pointer), "%p", (void*)expected);
  assert_string_equal(topic_get(tconf, "opaque"), pointer);
}

static void default_topic_conf(void** state) {
  (void)state;
  assert_null(rd_kafka_conf_get_default_topic_conf(conf));
  set(conf, "acks", "all");
  assert_non_null(rd_kafka_conf_get_default_topic_conf(conf));
  rd_kafka_topic_conf_set(tconf, "request.timeout.ms", "77", NULL, 0);
  rd_kafka_conf_set_default_topic_conf(conf, tconf);
  tconf = rd_kafka_topic_conf_new();
  assert_string_equal(get(conf, "request.timeout.ms"), "77");
  rd_kafka_topic_conf_t* now = rd_kafka_conf_get_default_topic_conf(conf);
  assert_string_equal(topic_get(now, "request.timeout.ms"), "77");
  set(conf, "request.timeout.ms", "78");
  now = rd_kafka_conf_get_default_topic_conf(conf);
  assert_string_equal(topic_get(now, "request.timeout.ms"), "78");
}

static void copies(void** state) {
  (void)state;
  set(conf, "client.id", "me");
  set(conf, "socket.timeout.ms", "1234");
  set(conf, "acks", "all");
  rd_kafka_conf_t* copy = rd_kafka_conf_dup(conf);
  set(copy, "client.id", "you");
  assert_string_equal(get(conf, "client.id"), "me");
  assert_string_equal(get(copy, "socket.timeout.ms"), "1234");
  assert_string_equal(get(copy, "acks"), "-1");
  rd_kafka_conf_destroy(copy);
  const char* filter[] = {"nothing", "socket."};
  copy = rd_kafka_conf_dup_filter(conf, 2, filter);
  assert_string_equal(get(copy, "client.id"), "me");
  assert_string_equal(get(copy, "socket.timeout.ms"), "60000");
  rd_kafka_conf_destroy(copy);
}

static const char* in_dump(const char** all, size_t count, const char* name) {
  assert_int_equal(count % 2, 0);
  for (size_t i = 0; i < count; i += 2)
    if (!strcmp(all[i], name)) return all[i + 1];
  return "(absent)";
}

static void dumps(void** state) {
  (void)state;
  size_t count = 0;
  set(conf, "client.id", "me");
  set(conf, "group.id", "us");
  const char** all = rd_kafka_conf_dump(conf, &count);
  assert_non_null(all);
  assert_true(count > 200);
  assert_string_equal(in_dump(all, count, "client.id"), "me");
  assert_string_equal(in_dump(all, count, "group.id"), "us");
  assert_string_equal(in_dump(all, count, "queue.buffering.max.ms"), "5");
  assert_string_equal(in_dump(all, count, "linger.ms"), "(absent)");
  assert_string_equal(in_dump(all, count, "transactional.id"), "(absent)");
  rd_kafka_conf_dump_free(all, count);
  all = rd_kafka_topic_conf_dump(tconf, &count);
  assert_non_null(all);
  assert_string_equal(in_dump(all, count, "partitioner"), "consistent_random");
  assert_string_equal(in_dump(all, count, "acks"), "(absent)");
  assert_string_equal(in_dump(all, count, "request.required.acks"), "-1");
  rd_kafka_conf_dump_free(all, count);
}

static void table_is_printed(void** state) {
  (void)state;
  char* text = NULL;
  size_t size = 0;
  FILE* fp = open_memstream(&text, &size);
  rd_kafka_conf_properties_show(fp);
  fclose(fp);
  const char* names[] = {"bootstrap.servers", "linger.ms", "partitioner", "900000"};
  for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
    assert_non_null(strstr(text, names[i]));
  free(text);
}

static void instance_has_its_conf(void** state) {
  (void)state;
  char why[512] = "";
  set(conf, "client.id", "me");
  rd_kafka_conf_set_log_cb(conf, on_log);
  rd_kafka_conf_t* mine = rd_kafka_conf_dup(conf);
  set(mine, "auto.offset.reset", "error");
  rd_kafka_t* rk = rd_kafka_new(RD_KAFKA_CONSUMER, mine, why, sizeof(why));
  if (!rk) fail_msg("%s", why);
  assert_string_equal(get(rd_kafka_conf(rk), "client.id"), "me");
  rd_kafka_topic_conf_t* topic = rd_kafka_default_topic_conf_dup(rk);
  assert_non_null(topic);
  assert_string_equal(topic_get(topic, "auto.offset.reset"), "error");
  rd_kafka_topic_conf_destroy(topic);
  rd_kafka_destroy(rk);
}

static void one_round(void) {
  size_t count = 0;
  size_t topic_count = 0;
  rd_kafka_conf_t* c = rd_kafka_conf_new();
  rd_kafka_topic_conf_t* t = rd_kafka_topic_conf_new();
  rd_kafka_conf_set(c, "client.id", "a name too long for a short string to hold", NULL, 0);
  rd_kafka_conf_set(c, "sasl.kerberos.principal", "a name too long for a short string", NULL, 0);
  const char** all = rd_kafka_conf_dump(c, &count);
  const char** topics = rd_kafka_topic_conf_dump(t, &topic_count);
  rd_kafka_conf_dump_free(all, count);
  rd_kafka_conf_dump_free(topics, topic_count);
  rd_kafka_conf_destroy(rd_kafka_conf_dup(c));
  rd_kafka_topic_conf_destroy(rd_kafka_topic_conf_dup(t));
  rd_kafka_topic_conf_destroy(t);
  rd_kafka_conf_destroy(c);
}

static void nothing_leaks(void** state) {
  (void)state;
  assert_no_leak(one_round);
}

#define CASE(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void) {
  const struct CMUnitTest tests[] = {
      CASE(sets_and_gets),
      CASE(sizes_count_the_nul),
      CASE(topic_sets_and_gets),
      CASE(callbacks_are_kept),
      CASE(topic_callbacks_are_kept),
      CASE(default_topic_conf),
      CASE(copies),
      CASE(dumps),
      CASE(table_is_printed),
      CASE(nothing_leaks),
      CASE(instance_has_its_conf),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
