// Goal: every function that is not supported answers so, as its style in compat/symbols.def says:
// the documented failure, the last error and errno, the text with function and reason; and with
// nothing but NULL and zeros at hand none of them crashes or hangs.
// Method: calls made from the table itself for what all have in common; single calls for outputs,
// conf marks, result events and the log line.
#include <cstring>
#include <string>
#include <type_traits>

#include "abi/api.h"
#include "rdkafka_mock.h"

namespace {

constexpr auto kUnsupported = RD_KAFKA_RESP_ERR__NOT_IMPLEMENTED;

template <typename R, typename... A>
R call(R (*f)(A...)) {
  return f(A{}...);
}
template <typename R, typename... A>
R call(R (*f)(A..., ...)) {
  return f(A{}...);
}

struct Row {
  const char* name;
  const char* reason;
};

void expect_last_error(const Row& row) {
  if (rd_kafka_last_error() != kUnsupported || errno != ENOSYS) {
    fail_msg("%s: last error %d, errno %d", row.name, rd_kafka_last_error(), errno);
  }
}

void expect(bool condition, const Row& row, const char* what) {
  if (!condition) fail_msg("%s: %s", row.name, what);
}

bool names_it(const char* text, const Row& row) {
  return text != nullptr && std::strstr(text, row.name) && std::strstr(text, row.reason);
}

template <typename F>
void check_RESP_ERR(F* f, Row row) {
  expect(call(f) == kUnsupported, row, "not _NOT_IMPLEMENTED");
  expect_last_error(row);
}

template <typename F>
void check_ERROR_OBJ(F* f, Row row) {
  rd_kafka_error_t* error = call(f);
  expect(error != nullptr, row, "no error object");
  expect(rd_kafka_error_code(error) == kUnsupported, row, "not _NOT_IMPLEMENTED");
  expect(names_it(rd_kafka_error_string(error), row), row, "text");
  expect(!rd_kafka_error_is_fatal(error) && !rd_kafka_error_is_retriable(error) &&
             !rd_kafka_error_txn_requires_abort(error),
         row, "flags");
  rd_kafka_error_destroy(error);
  expect_last_error(row);
}

template <typename F>
void check_CONF_RES(F* f, Row row) {
  expect(call(f) == RD_KAFKA_CONF_INVALID, row, "not CONF_INVALID");
  expect_last_error(row);
}

template <typename F>
void check_CONF_CALLBACK(F* f, Row row) {
  expect(call(f) == RD_KAFKA_CONF_OK, row, "NULL is the default");
}

template <typename F>
void check_POISON(F* f, Row) {
  call(f);
}

template <typename F>
void check_NULL_LASTERR(F* f, Row row) {
  expect(call(f) == nullptr, row, "not NULL");
  expect_last_error(row);
}
template <typename F>
void check_NULL_ERRSTR(F* f, Row row) {
  check_NULL_LASTERR(f, row);
}

template <typename F>
void check_NULL_TRUTHFUL(F* f, Row row) {
  expect(call(f) == nullptr, row, "not NULL");
}

template <typename F>
void check_ADMIN_EVENT(F* f, Row row) {
  call(f);
  expect_last_error(row);
}

template <typename F>
void check_EVENT_CAST(F* f, Row row) {
  expect(call(f) == nullptr, row, "not NULL");
}

template <typename R, typename T>
void check_EMPTY_RESULT(R (*f)(const T*, size_t*), Row row) {
  size_t count = 7;
  expect(f(nullptr, &count) == nullptr && count == 0, row, "not empty");
}
template <typename R, typename T>
void check_EMPTY_RESULT(R (*f)(const T*, size_t, size_t*), Row row) {
  size_t count = 7;
  expect(f(nullptr, 0, &count) == nullptr && count == 0, row, "not empty");
}

template <typename F>
void check_UNREACHABLE(F* f, Row row) {
  using R = decltype(call(f));
  if constexpr (std::is_void_v<R>) {
    call(f);
  } else if constexpr (std::is_pointer_v<R>) {
    expect(call(f) == nullptr, row, "not NULL");
    expect_last_error(row);
  } else {
    const auto value = static_cast<long long>(call(f));
    const bool closed = std::string(row.name) == "rd_kafka_share_consumer_closed";
    expect(closed ? value == 1 : value == 0 || value == -1, row, "not empty");
    expect_last_error(row);
  }
}

template <typename F>
void check_LOG(F* f, Row row) {
  call(f);
  expect_last_error(row);
}

template <typename F>
void check_INT_FAILCOUNT(F* f, Row row) {
  expect(call(f) == 1, row, "not a failure");
  expect_last_error(row);
}

template <typename F>
void check_SUBSCRIBE(F* f, Row row) {
  expect(call(f) == RD_KAFKA_RESP_ERR__UNKNOWN_GROUP, row, "no handle, no group");
}

void every_row(void**) {
  int rows = 0;
#define SUPPORTED(name, test)
#define CONTAINER(name, test)
#define UNSUPPORTED(style, type, name, parameters, needs, reason) \
  errno = 0;                                                      \
  check_##style(name, Row{#name, reason});                        \
  rows++;
#include "../../compat/symbols.def"
#undef SUPPORTED
#undef CONTAINER
#undef UNSUPPORTED
  print_message("%d functions\n", rows);
  assert_true(rows > 0);
}

void outputs_are_zeroed(void**) {
  const rd_kafka_group_list* groups = reinterpret_cast<rd_kafka_group_list*>(8);
  assert_int_equal(rd_kafka_list_groups(nullptr, nullptr, &groups, 0), kUnsupported);
  assert_null(groups);
  auto* messages = reinterpret_cast<rd_kafka_messages_t*>(8);
  rd_kafka_error_destroy(rd_kafka_share_poll(nullptr, 0, &messages));
  assert_null(messages);
  auto* topics = reinterpret_cast<rd_kafka_topic_partition_list_t*>(8);
  assert_int_equal(rd_kafka_share_subscription(nullptr, &topics), kUnsupported);
  assert_null(topics);
  topics = reinterpret_cast<rd_kafka_topic_partition_list_t*>(8);
  rd_kafka_error_destroy(rd_kafka_share_commit_sync(nullptr, 0, &topics));
  assert_null(topics);
  char** ids = reinterpret_cast<char**>(8);
  size_t count = 7;
  assert_int_equal(rd_kafka_mock_sharegroup_get_member_ids(nullptr, "g", &ids, &count),
                   kUnsupported);
  assert_null(ids);
  assert_int_equal(count, 0);
  count = 7;
  assert_int_equal(rd_kafka_mock_broker_error_stack_cnt(nullptr, 1, 0, &count), kUnsupported);
  assert_int_equal(count, 0);
  count = 7;
  assert_null(rd_kafka_mock_get_requests(nullptr, &count));
  assert_int_equal(count, 0);
  auto* metadata = reinterpret_cast<rd_kafka_consumer_group_metadata_t*>(8);
  rd_kafka_error_destroy(rd_kafka_consumer_group_metadata_read(&metadata, "x", 1));
  assert_null(metadata);
  void* buffer = reinterpret_cast<void*>(8);
  count = 7;
  rd_kafka_error_destroy(rd_kafka_consumer_group_metadata_write(nullptr, &buffer, &count));
  assert_null(buffer);
  assert_int_equal(count, 0);
}

void texts_in_errstr(void**) {
  char errstr[128] = "";
  rd_kafka_conf_t* conf = rd_kafka_conf_new();
  assert_int_equal(rd_kafka_conf_set_ssl_cert(conf, RD_KAFKA_CERT_CA, RD_KAFKA_CERT_ENC_PEM, "x", 1,
                                              errstr, sizeof errstr),
                   RD_KAFKA_CONF_INVALID);
  assert_non_null(std::strstr(errstr, "rd_kafka_conf_set_ssl_cert(): TLS"));
  assert_null(rd_kafka_share_consumer_new(conf, errstr, sizeof errstr));
  assert_non_null(std::strstr(errstr, "share consumers are not supported"));
  char cut[8] = "";
  assert_null(rd_kafka_share_consumer_new(conf, cut, sizeof cut));
  assert_string_equal(cut, "rd_kafk");
  rd_kafka_conf_destroy(conf);  // still ours
}

int some_connect(int, const struct sockaddr*, int, const char*, void*) {
  return 0;
}
int some_verify(rd_kafka_t*, const char*, int32_t, int*, int, const char*, size_t, char*, size_t,
                void*) {
  return 1;
}
int some_order(const rd_kafka_message_t*, const rd_kafka_message_t*) {
  return 0;
}

void marked_confs_are_refused(void**) {
  char errstr[256] = "";
  rd_kafka_conf_t* conf = rd_kafka_conf_new();
  rd_kafka_conf_set_connect_cb(conf, some_connect);
  errno = 0;
  assert_null(rd_kafka_new(RD_KAFKA_PRODUCER, conf, errstr, sizeof errstr));
  assert_non_null(std::strstr(errstr, "rd_kafka_conf_set_connect_cb()"));
  assert_int_equal(rd_kafka_last_error(), kUnsupported);
  assert_int_equal(errno, ENOSYS);
  // the conf is still ours, and NULL takes the mark away
  rd_kafka_conf_set_connect_cb(conf, nullptr);
  rd_kafka_t* rk = rd_kafka_new(RD_KAFKA_PRODUCER, conf, errstr, sizeof errstr);
  assert_non_null(rk);
  rd_kafka_destroy(rk);

  conf = rd_kafka_conf_new();
  assert_int_equal(rd_kafka_conf_set_ssl_cert_verify_cb(conf, some_verify), RD_KAFKA_CONF_INVALID);
  rd_kafka_topic_conf_t* topic = rd_kafka_topic_conf_new();
  rd_kafka_topic_conf_set_msg_order_cmp(topic, some_order);
  rd_kafka_conf_set_default_topic_conf(conf, topic);
  assert_null(rd_kafka_new(RD_KAFKA_PRODUCER, conf, errstr, sizeof errstr));
  assert_non_null(std::strstr(errstr, "rd_kafka_topic_conf_set_msg_order_cmp()"));
  rd_kafka_conf_destroy(conf);
}

struct Lines {
  int count = 0;
  int level = 0;
  std::string text;
};
Lines lines;

void keep_line(const rd_kafka_t*, int level, const char* fac, const char* buf) {
  if (std::string(fac) != "UNSUPP") return;
  lines.count++;
  lines.level = level;
  lines.text = buf;
}

rd_kafka_t* new_handle(rd_kafka_type_t type, const char* group) {
  lines = Lines();
  char errstr[256];
  rd_kafka_conf_t* conf = rd_kafka_conf_new();
  rd_kafka_conf_set_log_cb(conf, keep_line);
  if (group) {
    assert_int_equal(rd_kafka_conf_set(conf, "group.id", group, errstr, sizeof errstr),
                     RD_KAFKA_CONF_OK);
  }
  rd_kafka_t* rk = rd_kafka_new(type, conf, errstr, sizeof errstr);
  if (rk == nullptr) fail_msg("%s", errstr);
  return rk;
}

void one_line_per_function_and_handle(void**) {
  for (int handle = 0; handle < 2; handle++) {
    rd_kafka_t* rk = new_handle(RD_KAFKA_PRODUCER, nullptr);
    for (int i = 0; i < 3; i++) rd_kafka_error_destroy(rd_kafka_begin_transaction(rk));
    assert_int_equal(lines.count, 1);
    assert_int_equal(lines.level, 3);
    assert_non_null(std::strstr(lines.text.c_str(), "rd_kafka_begin_transaction(): transactions"));
    rd_kafka_error_destroy(rd_kafka_abort_transaction(rk, 0));
    assert_int_equal(lines.count, 2);
    rd_kafka_destroy(rk);
  }
}

void subscribe_keeps_the_order(void**) {
  rd_kafka_topic_partition_list_t* topics = rd_kafka_topic_partition_list_new(1);
  rd_kafka_topic_partition_list_add(topics, "t", RD_KAFKA_PARTITION_UA);
  rd_kafka_t* rk = new_handle(RD_KAFKA_PRODUCER, nullptr);
  assert_int_equal(rd_kafka_subscribe(rk, topics), RD_KAFKA_RESP_ERR__UNKNOWN_GROUP);
  rd_kafka_destroy(rk);
  rk = new_handle(RD_KAFKA_CONSUMER, nullptr);
  assert_int_equal(rd_kafka_subscribe(rk, topics), RD_KAFKA_RESP_ERR__UNKNOWN_GROUP);
  rd_kafka_destroy(rk);
  rk = new_handle(RD_KAFKA_CONSUMER, "g");
  assert_int_equal(rd_kafka_subscribe(rk, topics), kUnsupported);
  assert_non_null(std::strstr(lines.text.c_str(), "consumer groups"));
  rd_kafka_destroy(rk);
  rd_kafka_topic_partition_list_destroy(topics);
}

void admin_calls_answer_with_an_event(void**) {
  rd_kafka_t* rk = new_handle(RD_KAFKA_PRODUCER, nullptr);
  rd_kafka_queue_t* queue = rd_kafka_queue_new(rk);
  int mine = 0;
  rd_kafka_AdminOptions_t* options = rd_kafka_AdminOptions_new(rk, RD_KAFKA_ADMIN_OP_ANY);
  rd_kafka_AdminOptions_set_opaque(options, &mine);
  rd_kafka_DeleteGroup_t* groups[2] = {rd_kafka_DeleteGroup_new("g"), nullptr};
  rd_kafka_DeleteGroups(rk, groups, 2, options, queue);
  rd_kafka_AdminOptions_destroy(options);
  rd_kafka_DeleteGroup_destroy_array(groups, 2);
  rd_kafka_AlterConfigs(rk, nullptr, 0, nullptr, queue);

  rd_kafka_event_t* event = rd_kafka_queue_poll(queue, 1000);
  assert_non_null(event);
  assert_int_equal(rd_kafka_event_type(event), RD_KAFKA_EVENT_DELETEGROUPS_RESULT);
  assert_int_equal(rd_kafka_event_error(event), kUnsupported);
  assert_non_null(std::strstr(rd_kafka_event_error_string(event), "rd_kafka_DeleteGroups()"));
  assert_ptr_equal(rd_kafka_event_opaque(event), &mine);
  const rd_kafka_DeleteGroups_result_t* result = rd_kafka_event_DeleteGroups_result(event);
  assert_ptr_equal(result, event);
  assert_null(rd_kafka_event_ListConsumerGroups_result(event));
  assert_null(rd_kafka_event_CreateTopics_result(event));
  size_t count = 7;
  assert_null(rd_kafka_DeleteGroups_result_groups(result, &count));
  assert_int_equal(count, 0);
  rd_kafka_event_destroy(event);

  event = rd_kafka_queue_poll(queue, 1000);
  assert_non_null(event);
  assert_int_equal(rd_kafka_event_type(event), RD_KAFKA_EVENT_ALTERCONFIGS_RESULT);
  assert_null(rd_kafka_event_opaque(event));
  rd_kafka_event_destroy(event);
  rd_kafka_queue_destroy(queue);
  rd_kafka_destroy(rk);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(every_row),
      cmocka_unit_test(outputs_are_zeroed),
      cmocka_unit_test(texts_in_errstr),
      cmocka_unit_test(marked_confs_are_refused),
      cmocka_unit_test(one_line_per_function_and_handle),
      cmocka_unit_test(subscribe_keeps_the_order),
      cmocka_unit_test(admin_calls_answer_with_an_event),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
