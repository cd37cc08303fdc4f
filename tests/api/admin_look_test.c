/*
 * Goal: what the administration calls tell of topics, the cluster, settings and offsets.
 */
#include "api/admin.h"

static void expect_operations(const rd_kafka_AclOperation_t* have, size_t count,
                              const rd_kafka_AclOperation_t* wanted, size_t wanted_count) {
  assert_int_equal(count, wanted_count);
  for (size_t i = 0; i < count; i++) assert_int_equal(have[i], wanted[i]);
}

/* Topics: all operations that Kafka has for them. Without access control all are allowed. */
static const rd_kafka_AclOperation_t kTopicOperations[] = {3, 4, 5, 6, 7, 8, 10, 11};
static const rd_kafka_AclOperation_t kClusterOperations[] = {5, 7, 8, 9, 10, 11, 12};

static void expect_node(const rd_kafka_Node_t* node) {
  assert_non_null(node);
  assert_true(rd_kafka_Node_id(node) >= 0);
  assert_string_equal(rd_kafka_Node_host(node), "127.0.0.1");
  assert_true(rd_kafka_Node_port(node) > 1000);
  if (!g_embedded) return;
  if (rd_kafka_Node_id(node) == 1) {
    assert_string_equal(rd_kafka_Node_rack(node), "north");
  } else {
    assert_null(rd_kafka_Node_rack(node));
  }
}

static void topics_are_described(void** state) {
  (void)state;
  const char* names[2] = {named("described"), named("missing")};
  assert_int_equal(create(names[0], 3, 1, false), 0);
  wait_partitions(names[0], 3);
  rd_kafka_event_t* event = describe_topics(names, 2, 1);
  size_t count = 0;
  const rd_kafka_TopicDescription_t** topics =
      rd_kafka_DescribeTopics_result_topics(rd_kafka_event_DescribeTopics_result(event), &count);
  assert_int_equal(count, 2);
  const int at = strcmp(rd_kafka_TopicDescription_name(topics[0]), names[0]) != 0;
  assert_string_equal(rd_kafka_TopicDescription_name(topics[at]), names[0]);
  assert_string_equal(rd_kafka_TopicDescription_name(topics[!at]), names[1]);
  const rd_kafka_error_t* error = rd_kafka_TopicDescription_error(topics[!at]);
  assert_non_null(error);
  assert_int_equal(rd_kafka_error_code(error), RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART);
  assert_true(rd_kafka_error_string(error)[0] != '\0');

  const rd_kafka_TopicDescription_t* topic = topics[at];
  assert_null(rd_kafka_TopicDescription_error(topic));
  assert_int_equal(rd_kafka_TopicDescription_is_internal(topic), 0);
  const rd_kafka_Uuid_t* id = rd_kafka_TopicDescription_topic_id(topic);
  assert_true(rd_kafka_Uuid_most_significant_bits(id) != 0 ||
              rd_kafka_Uuid_least_significant_bits(id) != 0);
  const rd_kafka_AclOperation_t* operations =
      rd_kafka_TopicDescription_authorized_operations(topic, &count);
  expect_operations(operations, count, kTopicOperations, 8);
  const rd_kafka_TopicPartitionInfo_t** partitions =
      rd_kafka_TopicDescription_partitions(topic, &count);
  assert_int_equal(count, 3);
  for (int i = 0; i < 3; i++) {
    assert_int_equal(rd_kafka_TopicPartitionInfo_partition(partitions[i]), i);
    const rd_kafka_Node_t* leader = rd_kafka_TopicPartitionInfo_leader(partitions[i]);
    expect_node(leader);
    const rd_kafka_Node_t** nodes = rd_kafka_TopicPartitionInfo_isr(partitions[i], &count);
    assert_int_equal(count, 1);
    assert_int_equal(rd_kafka_Node_id(nodes[0]), rd_kafka_Node_id(leader));
    nodes = rd_kafka_TopicPartitionInfo_replicas(partitions[i], &count);
    assert_int_equal(count, 1);
    assert_int_equal(rd_kafka_Node_id(nodes[0]), rd_kafka_Node_id(leader));
  }
  rd_kafka_event_destroy(event);

  event = describe_topics(names, 1, 0); /* not asked: not told */
  topics =
      rd_kafka_DescribeTopics_result_topics(rd_kafka_event_DescribeTopics_result(event), &count);
  assert_null(rd_kafka_TopicDescription_authorized_operations(topics[0], &count));
  assert_int_equal(count, 0);
  rd_kafka_event_destroy(event);
}

static void topics_are_named_once(void** state) {
  (void)state;
  const char* names[3] = {"a", "a", ""};
  size_t count = 7;
  rd_kafka_TopicCollection_t* none = rd_kafka_TopicCollection_of_topic_names(names, 0);
  rd_kafka_DescribeTopics(g_rk, none, NULL, g_queue);
  rd_kafka_TopicCollection_destroy(none);
  rd_kafka_event_t* event = event_of(RD_KAFKA_EVENT_DESCRIBETOPICS_RESULT, 0);
  assert_null(
      rd_kafka_DescribeTopics_result_topics(rd_kafka_event_DescribeTopics_result(event), &count));
  assert_int_equal(count, 0);
  rd_kafka_event_destroy(event);
  for (int from = 0; from < 2; from++) {
    rd_kafka_TopicCollection_t* topics =
        rd_kafka_TopicCollection_of_topic_names(names + 2 * from, from ? 1 : 2);
    rd_kafka_DescribeTopics(g_rk, topics, NULL, g_queue);
    rd_kafka_TopicCollection_destroy(topics);
    rd_kafka_event_destroy(
        event_of(RD_KAFKA_EVENT_DESCRIBETOPICS_RESULT, RD_KAFKA_RESP_ERR__INVALID_ARG));
  }
}

static void the_cluster_is_described(void** state) {
  (void)state;
  rd_kafka_AdminOptions_t* options = options_for(RD_KAFKA_ADMIN_OP_DESCRIBECLUSTER, NULL);
  expect_error_object(rd_kafka_AdminOptions_set_include_authorized_operations(options, 1), 0);
  expect_error_object(rd_kafka_AdminOptions_set_include_authorized_operations(options, 2),
                      RD_KAFKA_RESP_ERR__INVALID_ARG);
  expect_error_object(rd_kafka_AdminOptions_set_isolation_level(options, 1),
                      RD_KAFKA_RESP_ERR__INVALID_ARG);
  rd_kafka_DescribeCluster(g_rk, options, g_queue);
  rd_kafka_AdminOptions_destroy(options);
  rd_kafka_event_t* event = event_of(RD_KAFKA_EVENT_DESCRIBECLUSTER_RESULT, 0);
  const rd_kafka_DescribeCluster_result_t* result = rd_kafka_event_DescribeCluster_result(event);
  char* id = rd_kafka_clusterid(g_rk, kWaitMs);
  assert_string_equal(rd_kafka_DescribeCluster_result_cluster_id(result), id);
  rd_kafka_mem_free(g_rk, id);
  size_t count = 0;
  const rd_kafka_Node_t** nodes = rd_kafka_DescribeCluster_result_nodes(result, &count);
  assert_int_equal(count, g_embedded ? 2 : 1);
  for (size_t i = 0; i < count; i++) expect_node(nodes[i]);
  expect_node(rd_kafka_DescribeCluster_result_controller(result));
  const rd_kafka_AclOperation_t* operations =
      rd_kafka_DescribeCluster_result_authorized_operations(result, &count);
  expect_operations(operations, count, kClusterOperations, 7);
  rd_kafka_event_destroy(event);
}

static rd_kafka_event_t* describe_configs(rd_kafka_ConfigResource_t** resources, size_t count,
                                          rd_kafka_resp_err_t error) {
  rd_kafka_DescribeConfigs(g_rk, resources, count, NULL, g_queue);
  rd_kafka_ConfigResource_destroy_array(resources, count);
  return event_of(RD_KAFKA_EVENT_DESCRIBECONFIGS_RESULT, error);
}

static const rd_kafka_ConfigEntry_t* entry_of(const rd_kafka_ConfigResource_t* resource,
                                              const char* name) {
  size_t count = 0;
  const rd_kafka_ConfigEntry_t** entries = rd_kafka_ConfigResource_configs(resource, &count);
  for (size_t i = 0; i < count; i++)
    if (strcmp(rd_kafka_ConfigEntry_name(entries[i]), name) == 0) return entries[i];
  fail_msg("there is no %s", name);
  return NULL;
}

static void settings_are_described(void** state) {
  (void)state;
  const char* name = named("settings");
  assert_int_equal(create(name, 1, 1, false), 0);
  wait_partitions(name, 1);
  rd_kafka_ConfigResource_t* asked[3] = {
      rd_kafka_ConfigResource_new(RD_KAFKA_RESOURCE_TOPIC, name),
      rd_kafka_ConfigResource_new(RD_KAFKA_RESOURCE_TOPIC, named("missing")),
      rd_kafka_ConfigResource_new(RD_KAFKA_RESOURCE_BROKER, "1")};
  rd_kafka_event_t* event = describe_configs(asked, 3, 0);
  size_t count = 0;
  const rd_kafka_ConfigResource_t** resources = rd_kafka_DescribeConfigs_result_resources(
      rd_kafka_event_DescribeConfigs_result(event), &count);
  assert_int_equal(count, 3);
  assert_int_equal(rd_kafka_ConfigResource_type(resources[0]), RD_KAFKA_RESOURCE_TOPIC);
  assert_string_equal(rd_kafka_ConfigResource_name(resources[0]), name);
  assert_int_equal(rd_kafka_ConfigResource_error(resources[0]), 0);
  assert_null(rd_kafka_ConfigResource_error_string(resources[0]));
  const rd_kafka_ConfigEntry_t* entry = entry_of(resources[0], "max.message.bytes");
  if (g_embedded) assert_string_equal(rd_kafka_ConfigEntry_value(entry), "1048588");
  assert_int_equal(rd_kafka_ConfigEntry_is_read_only(entry), 0);
  assert_int_equal(rd_kafka_ConfigEntry_is_sensitive(entry), 0);
  assert_int_equal(rd_kafka_ConfigEntry_is_synonym(entry), 0);
  const int source = rd_kafka_ConfigEntry_source(entry);
  assert_int_equal(source, RD_KAFKA_CONFIG_SOURCE_STATIC_BROKER_CONFIG);
  assert_int_equal(rd_kafka_ConfigEntry_is_default(entry), 0);
  const rd_kafka_ConfigEntry_t** synonyms = rd_kafka_ConfigEntry_synonyms(entry, &count);
  assert_true(count >= 1);
  assert_string_equal(rd_kafka_ConfigEntry_name(synonyms[0]), "message.max.bytes");
  assert_string_equal(rd_kafka_ConfigEntry_value(synonyms[0]), rd_kafka_ConfigEntry_value(entry));
  assert_int_equal(rd_kafka_ConfigEntry_is_synonym(synonyms[0]), 1);
  assert_int_equal(rd_kafka_ConfigEntry_source(synonyms[0]), source);

  assert_int_equal(rd_kafka_ConfigResource_error(resources[1]),
                   RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART);
  assert_true(rd_kafka_ConfigResource_error_string(resources[1])[0] != '\0');
  assert_null(rd_kafka_ConfigResource_configs(resources[1], &count));
  assert_int_equal(rd_kafka_ConfigResource_type(resources[2]), RD_KAFKA_RESOURCE_BROKER);
  assert_int_equal(rd_kafka_ConfigResource_error(resources[2]), 0);
  assert_non_null(rd_kafka_ConfigEntry_value(entry_of(resources[2], "num.partitions")));
  rd_kafka_event_destroy(event);
}

static void settings_of_one_broker_only(void** state) {
  (void)state;
  rd_kafka_ConfigResource_t* two[2] = {rd_kafka_ConfigResource_new(RD_KAFKA_RESOURCE_BROKER, "1"),
                                       rd_kafka_ConfigResource_new(RD_KAFKA_RESOURCE_BROKER, "2")};
  rd_kafka_event_destroy(describe_configs(two, 2, RD_KAFKA_RESP_ERR__CONFLICT));
  rd_kafka_ConfigResource_t* odd = rd_kafka_ConfigResource_new(RD_KAFKA_RESOURCE_BROKER, "x");
  rd_kafka_event_t* event = describe_configs(&odd, 1, RD_KAFKA_RESP_ERR__INVALID_ARG);
  assert_true(rd_kafka_event_error_string(event)[0] != '\0');
  size_t count = 7;
  assert_null(rd_kafka_DescribeConfigs_result_resources(
      rd_kafka_event_DescribeConfigs_result(event), &count));
  assert_int_equal(count, 0);
  rd_kafka_event_destroy(event);
}

static const rd_kafka_ListOffsetsResultInfo_t* list_offset(const char* topic, int32_t partition,
                                                           int64_t spec, rd_kafka_event_t** event) {
  rd_kafka_topic_partition_list_t* list = list_of(topic, partition, spec);
  rd_kafka_AdminOptions_t* options = options_for(RD_KAFKA_ADMIN_OP_LISTOFFSETS, NULL);
  expect_error_object(
      rd_kafka_AdminOptions_set_isolation_level(options, RD_KAFKA_ISOLATION_LEVEL_READ_COMMITTED),
      0);
  rd_kafka_ListOffsets(g_rk, list, options, g_queue);
  rd_kafka_AdminOptions_destroy(options);
  rd_kafka_topic_partition_list_destroy(list);
  *event = event_of(RD_KAFKA_EVENT_LISTOFFSETS_RESULT, 0);
  size_t count = 0;
  const rd_kafka_ListOffsetsResultInfo_t** infos =
      rd_kafka_ListOffsets_result_infos(rd_kafka_event_ListOffsets_result(*event), &count);
  assert_int_equal(count, 1);
  return infos[0];
}

static void expect_offset(const char* topic, int64_t spec, int64_t offset, int64_t timestamp) {
  rd_kafka_event_t* event = NULL;
  const rd_kafka_ListOffsetsResultInfo_t* info = list_offset(topic, 0, spec, &event);
  const rd_kafka_topic_partition_t* p = rd_kafka_ListOffsetsResultInfo_topic_partition(info);
  assert_string_equal(p->topic, topic);
  assert_int_equal(p->partition, 0);
  assert_int_equal(p->err, 0);
  assert_int_equal(p->offset, offset);
  assert_int_equal(rd_kafka_topic_partition_get_leader_epoch(p), offset < 0 ? -1 : 0);
  assert_int_equal(rd_kafka_ListOffsetsResultInfo_timestamp(info), timestamp);
  rd_kafka_event_destroy(event);
}

static void produce_at(const char* topic, int64_t timestamp) {
  assert_int_equal(rd_kafka_producev(g_rk, RD_KAFKA_V_TOPIC(topic), RD_KAFKA_V_PARTITION(0),
                                     RD_KAFKA_V_VALUE("v", 1), RD_KAFKA_V_TIMESTAMP(timestamp),
                                     RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_COPY), RD_KAFKA_V_END),
                   0);
  assert_int_equal(rd_kafka_flush(g_rk, kWaitMs), 0);
}

static void offsets_are_listed(void** state) {
  (void)state;
  const char* name = named("offsets");
  assert_int_equal(create(name, 1, 1, false), 0);
  wait_partitions(name, 1);
  produce_at(name, 5000);
  produce_at(name, 9000);
  produce_at(name, 7000);
  expect_offset(name, RD_KAFKA_OFFSET_SPEC_EARLIEST, 0, -1);
  expect_offset(name, RD_KAFKA_OFFSET_SPEC_LATEST, 3, -1);
  expect_offset(name, RD_KAFKA_OFFSET_SPEC_MAX_TIMESTAMP, 1, 9000);
  expect_offset(name, 6000, 1, 9000);
  expect_offset(name, 9001, -1, -1);
  /* Of partitions that do not exist each tells for itself, unless there is no other. */
  rd_kafka_topic_partition_list_t* list = list_of(name, 7, -1);
  rd_kafka_ListOffsets(g_rk, list, NULL, g_queue);
  rd_kafka_event_destroy(event_of(RD_KAFKA_EVENT_LISTOFFSETS_RESULT, RD_KAFKA_RESP_ERR__NOENT));
  rd_kafka_topic_partition_list_add(list, name, 0)->offset = -1;
  rd_kafka_ListOffsets(g_rk, list, NULL, g_queue);
  rd_kafka_topic_partition_list_destroy(list);
  rd_kafka_event_t* event = event_of(RD_KAFKA_EVENT_LISTOFFSETS_RESULT, 0);
  size_t count = 0;
  const rd_kafka_ListOffsetsResultInfo_t** infos =
      rd_kafka_ListOffsets_result_infos(rd_kafka_event_ListOffsets_result(event), &count);
  assert_int_equal(count, 2);
  for (size_t i = 0; i < 2; i++) {
    const rd_kafka_topic_partition_t* p = rd_kafka_ListOffsetsResultInfo_topic_partition(infos[i]);
    assert_int_equal(p->err, p->partition == 7 ? RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION : 0);
    assert_int_equal(p->offset, p->partition == 7 ? RD_KAFKA_OFFSET_INVALID : 3);
  }
  rd_kafka_event_destroy(event);
}

static void offsets_of_what(void** state) {
  (void)state;
  static const struct {
    const char* topic;
    int32_t partition;
    int64_t spec;
  } bad[] = {{"", 0, -1}, {"t", -1, -1}, {"t", 0, -5}};
  rd_kafka_topic_partition_list_t* list = rd_kafka_topic_partition_list_new(2);
  rd_kafka_ListOffsets(g_rk, list, NULL, g_queue);
  rd_kafka_event_destroy(event_of(RD_KAFKA_EVENT_LISTOFFSETS_RESULT, 0));
  rd_kafka_topic_partition_list_add(list, "t", 0)->offset = -1;
  rd_kafka_topic_partition_list_add(list, "t", 0)->offset = -2;
  rd_kafka_ListOffsets(g_rk, list, NULL, g_queue);
  rd_kafka_topic_partition_list_destroy(list);
  rd_kafka_event_destroy(
      event_of(RD_KAFKA_EVENT_LISTOFFSETS_RESULT, RD_KAFKA_RESP_ERR__INVALID_ARG));
  for (size_t i = 0; i < 3; i++) {
    list = list_of(bad[i].topic, bad[i].partition, bad[i].spec);
    rd_kafka_ListOffsets(g_rk, list, NULL, g_queue);
    rd_kafka_topic_partition_list_destroy(list);
    rd_kafka_event_destroy(
        event_of(RD_KAFKA_EVENT_LISTOFFSETS_RESULT, RD_KAFKA_RESP_ERR__INVALID_ARG));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(topics_are_described),
      cmocka_unit_test(topics_are_named_once),
      cmocka_unit_test(the_cluster_is_described),
      cmocka_unit_test(settings_are_described),
      cmocka_unit_test(settings_of_one_broker_only),
      cmocka_unit_test(offsets_are_listed),
      cmocka_unit_test(offsets_of_what),
  };
  return cmocka_run_group_tests(tests, start, end);
}
