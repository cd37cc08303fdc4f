/*
 * Goal: the request objects and name tables of the administration calls are real: they keep what
 * they are given, refuse what librdkafka 2.16.0 refuses (measured on it), and free everything.
 */
#include "abi/api.h"

static char errstr[256];

static void uuids(void** state) {
  (void)state;
  rd_kafka_Uuid_t* uuid = rd_kafka_Uuid_new(0x1122334455667788, -8027197137238495489);
  rd_kafka_Uuid_t* copy = rd_kafka_Uuid_copy(uuid);
  rd_kafka_Uuid_destroy(uuid);
  assert_true(rd_kafka_Uuid_most_significant_bits(copy) == 0x1122334455667788);
  assert_true(rd_kafka_Uuid_least_significant_bits(copy) == -8027197137238495489);
  assert_string_equal(rd_kafka_Uuid_base64str(copy), "ESIzRFVmd4iQmaq7zN3u/w");
  rd_kafka_Uuid_destroy(copy);
  uuid = rd_kafka_Uuid_new(1, 2);
  assert_string_equal(rd_kafka_Uuid_base64str(uuid), "AAAAAAAAAAEAAAAAAAAAAg");
  rd_kafka_Uuid_destroy(uuid);
  rd_kafka_Uuid_destroy(NULL);
}

static void names(void** state) {
  (void)state;
  assert_string_equal(rd_kafka_consumer_group_state_name(3), "Stable");
  assert_null(rd_kafka_consumer_group_state_name(6));
  assert_int_equal(rd_kafka_consumer_group_state_code("stable"), 3);
  assert_int_equal(rd_kafka_consumer_group_state_code("xx"), 0);
  assert_string_equal(rd_kafka_consumer_group_type_name(2), "Classic");
  assert_null(rd_kafka_consumer_group_type_name(3));
  assert_int_equal(rd_kafka_consumer_group_type_code("Consumer"), 1);
  assert_string_equal(rd_kafka_ConfigSource_name(8), "GROUP_CONFIG");
  assert_string_equal(rd_kafka_ConfigSource_name(9), "UNSUPPORTED");
  assert_string_equal(rd_kafka_ResourceType_name(RD_KAFKA_RESOURCE_TOPIC), "TOPIC");
  assert_string_equal(rd_kafka_ResourcePatternType_name(4), "PREFIXED");
  assert_string_equal(rd_kafka_AclOperation_name(12), "IDEMPOTENT_WRITE");
  assert_string_equal(rd_kafka_AclPermissionType_name(2), "DENY");
}

static void options(void** state) {
  (void)state;
  assert_null(rd_kafka_AdminOptions_new(NULL, RD_KAFKA_ADMIN_OP__CNT));
  rd_kafka_AdminOptions_t* o = rd_kafka_AdminOptions_new(NULL, RD_KAFKA_ADMIN_OP_DESCRIBECONFIGS);
  assert_int_equal(rd_kafka_AdminOptions_set_request_timeout(o, 3600000, errstr, sizeof errstr), 0);
  assert_int_equal(rd_kafka_AdminOptions_set_request_timeout(o, -1, errstr, sizeof errstr),
                   RD_KAFKA_RESP_ERR__INVALID_ARG);
  assert_non_null(strstr(errstr, "request_timeout"));
  assert_int_equal(rd_kafka_AdminOptions_set_operation_timeout(o, 1, errstr, sizeof errstr),
                   RD_KAFKA_RESP_ERR__INVALID_ARG);
  assert_int_equal(rd_kafka_AdminOptions_set_validate_only(o, 1, errstr, sizeof errstr),
                   RD_KAFKA_RESP_ERR__INVALID_ARG);
  assert_int_equal(rd_kafka_AdminOptions_set_broker(o, 0, errstr, sizeof errstr), 0);
  rd_kafka_AdminOptions_set_opaque(o, o);
  rd_kafka_AdminOptions_destroy(o);
  o = rd_kafka_AdminOptions_new(NULL, RD_KAFKA_ADMIN_OP_CREATETOPICS);
  assert_int_equal(rd_kafka_AdminOptions_set_operation_timeout(o, -1, errstr, sizeof errstr), 0);
  assert_int_equal(rd_kafka_AdminOptions_set_validate_only(o, 1, errstr, sizeof errstr), 0);
  rd_kafka_AdminOptions_destroy(o);
}

static rd_kafka_NewTopic_t* new_topic(const char* name, int partitions, int replicas) {
  errstr[0] = '\0';
  return rd_kafka_NewTopic_new(name, partitions, replicas, errstr, sizeof errstr);
}

static void new_topics(void** state) {
  (void)state;
  static const int good[][2] = {{3, 1}, {-1, -1}, {100000, 10000}, {1, 0}};
  for (size_t i = 0; i < 4; i++) {
    rd_kafka_NewTopic_t* t = new_topic("t", good[i][0], good[i][1]);
    assert_non_null(t);
    rd_kafka_NewTopic_destroy(t);
  }
  static const int bad[][2] = {{-2, 1}, {100001, 1}, {1, -2}, {1, 10001}};
  for (size_t i = 0; i < 4; i++) {
    assert_null(new_topic("t", bad[i][0], bad[i][1]));
    assert_true(errstr[0] != '\0');
  }
  assert_null(new_topic(NULL, 1, 1));

  rd_kafka_NewTopic_t* array[2] = {new_topic("t", 3, -1), new_topic("u", 1, 1)};
  int32_t ids[3] = {1, 2, 3};
  static const int order[] = {1, 0, 0, 1, 2};
  static const int answers[] = {-186, 0, -186, 0, 0};
  for (size_t i = 0; i < 5; i++) {
    assert_int_equal(
        rd_kafka_NewTopic_set_replica_assignment(array[0], order[i], ids, 3, errstr, sizeof errstr),
        answers[i]);
  }
  assert_int_equal(
      rd_kafka_NewTopic_set_replica_assignment(array[1], 0, ids, 3, errstr, sizeof errstr), -186);
  assert_int_equal(rd_kafka_NewTopic_set_config(array[0], "a", "b"), 0);
  assert_int_equal(rd_kafka_NewTopic_set_config(array[0], "a", NULL), 0);
  rd_kafka_NewTopic_destroy_array(array, 2);
}

static void new_partitions(void** state) {
  (void)state;
  assert_null(rd_kafka_NewPartitions_new("t", 0, errstr, sizeof errstr));
  assert_null(rd_kafka_NewPartitions_new("t", 100001, errstr, sizeof errstr));
  rd_kafka_NewPartitions_t* p = rd_kafka_NewPartitions_new("t", 3, errstr, sizeof errstr);
  int32_t ids[2] = {1, 2};
  assert_int_equal(
      rd_kafka_NewPartitions_set_replica_assignment(p, 1, ids, 2, errstr, sizeof errstr), -186);
  assert_int_equal(
      rd_kafka_NewPartitions_set_replica_assignment(p, 0, ids, 2, errstr, sizeof errstr), 0);
  rd_kafka_NewPartitions_destroy(p);
}

static void config_resources(void** state) {
  (void)state;
  assert_null(rd_kafka_ConfigResource_new((rd_kafka_ResourceType_t)-1, "x"));
  assert_null(rd_kafka_ConfigResource_new(RD_KAFKA_RESOURCE_TOPIC, ""));
  assert_null(rd_kafka_ConfigResource_new(RD_KAFKA_RESOURCE_TOPIC, NULL));
  rd_kafka_ConfigResource_t* r = rd_kafka_ConfigResource_new(RD_KAFKA_RESOURCE_TOPIC, "x");
  assert_int_equal(rd_kafka_ConfigResource_type(r), RD_KAFKA_RESOURCE_TOPIC);
  assert_string_equal(rd_kafka_ConfigResource_name(r), "x");
  assert_int_equal(rd_kafka_ConfigResource_error(r), 0);
  assert_int_equal(rd_kafka_ConfigResource_set_config(r, "a", "1"), 0);
  assert_int_equal(rd_kafka_ConfigResource_set_config(r, "b", NULL), -186);
  assert_int_equal(rd_kafka_ConfigResource_set_config(r, "", "z"), -186);
  assert_null(rd_kafka_ConfigResource_add_incremental_config(r, "c", 1, NULL));
  rd_kafka_error_t* error = rd_kafka_ConfigResource_add_incremental_config(r, "c", 0, NULL);
  assert_int_equal(rd_kafka_error_code(error), -186);
  rd_kafka_error_destroy(error);
  size_t count = 0;
  const rd_kafka_ConfigEntry_t** entries = rd_kafka_ConfigResource_configs(r, &count);
  assert_int_equal(count, 2);
  assert_string_equal(rd_kafka_ConfigEntry_name(entries[0]), "a");
  assert_string_equal(rd_kafka_ConfigEntry_value(entries[0]), "1");
  assert_string_equal(rd_kafka_ConfigEntry_name(entries[1]), "c");
  assert_null(rd_kafka_ConfigEntry_value(entries[1]));
  assert_int_equal(rd_kafka_ConfigEntry_is_read_only(entries[0]), 0);
  assert_int_equal(rd_kafka_ConfigEntry_is_default(entries[0]), 0);
  assert_int_equal(rd_kafka_ConfigEntry_is_sensitive(entries[0]), 0);
  assert_int_equal(rd_kafka_ConfigEntry_is_synonym(entries[0]), 0);
  count = 7;
  assert_null(rd_kafka_ConfigEntry_synonyms(entries[0], &count));
  assert_int_equal(count, 0);
  rd_kafka_ConfigResource_destroy(r);
}

static rd_kafka_AclBinding_t* acl(int type, const char* name, int pattern, int op, int permission) {
  return rd_kafka_AclBinding_new(type, name, pattern, "User:x", "*", op, permission, errstr,
                                 sizeof errstr);
}

static rd_kafka_AclBindingFilter_t* filter(int type, int pattern, int op, int permission) {
  return rd_kafka_AclBindingFilter_new(type, NULL, pattern, NULL, NULL, op, permission, errstr,
                                       sizeof errstr);
}

static void acls(void** state) {
  (void)state;
  rd_kafka_AclBinding_t* a = acl(2, "n", 3, 3, 3);
  assert_int_equal(rd_kafka_AclBinding_restype(a), 2);
  assert_string_equal(rd_kafka_AclBinding_name(a), "n");
  assert_int_equal(rd_kafka_AclBinding_resource_pattern_type(a), 3);
  assert_string_equal(rd_kafka_AclBinding_principal(a), "User:x");
  assert_string_equal(rd_kafka_AclBinding_host(a), "*");
  assert_int_equal(rd_kafka_AclBinding_operation(a), 3);
  assert_int_equal(rd_kafka_AclBinding_permission_type(a), 3);
  rd_kafka_AclBinding_destroy(a);
  static const int bad[][4] = {{1, 3, 3, 3}, {6, 3, 3, 3},  {2, 2, 3, 3}, {2, 5, 3, 3},
                               {2, 3, 1, 3}, {2, 3, 13, 3}, {2, 3, 3, 1}, {2, 3, 3, 4}};
  for (size_t i = 0; i < 8; i++) {
    assert_null(acl(bad[i][0], "n", bad[i][1], bad[i][2], bad[i][3]));
  }
  assert_null(acl(2, NULL, 3, 3, 3));
  assert_null(filter(0, 1, 1, 1));
  a = filter(1, 1, 1, 1);
  assert_non_null(a);
  assert_null(rd_kafka_AclBinding_name(a));
  rd_kafka_AclBinding_destroy_array(&a, 1);
}

static void group_metadata(void** state) {
  (void)state;
  rd_kafka_consumer_group_metadata_t* m = rd_kafka_consumer_group_metadata_new("g");
  assert_string_equal(rd_kafka_consumer_group_metadata_group_id(m), "g");
  assert_string_equal(rd_kafka_consumer_group_metadata_member_id(m), "");
  assert_null(rd_kafka_consumer_group_metadata_group_instance_id(m));
  assert_int_equal(rd_kafka_consumer_group_metadata_generation_id(m), -1);
  rd_kafka_consumer_group_metadata_destroy(m);
  m = rd_kafka_consumer_group_metadata_new_with_genid("g", 4, "m", "i");
  assert_string_equal(rd_kafka_consumer_group_metadata_member_id(m), "m");
  assert_string_equal(rd_kafka_consumer_group_metadata_group_instance_id(m), "i");
  assert_int_equal(rd_kafka_consumer_group_metadata_generation_id(m), 4);
  rd_kafka_consumer_group_metadata_destroy(m);
}

/* One object of every kind, made and freed once alone and once in an array where there is one. */
#define ALONE(type, make) rd_kafka_##type##_destroy(make)
#define ARRAY(type, make)                        \
  do {                                           \
    rd_kafka_##type##_t* array[] = {make, NULL}; \
    assert_non_null(array[0]);                   \
    rd_kafka_##type##_destroy_array(array, 1);   \
  } while (0)
#define BOTH(type, make) \
  ALONE(type, make);     \
  ARRAY(type, make)

static const char kLong[] = "a name that is longer than any small-string optimisation";
static rd_kafka_topic_partition_list_t* offsets;

static void simple_objects(void) {
  BOTH(DeleteTopic, rd_kafka_DeleteTopic_new(kLong));
  BOTH(DeleteGroup, rd_kafka_DeleteGroup_new(kLong));
  BOTH(NewTopic, rd_kafka_NewTopic_new(kLong, 1, 1, NULL, 0));
  BOTH(NewPartitions, rd_kafka_NewPartitions_new(kLong, 1, NULL, 0));
  BOTH(ConfigResource, rd_kafka_ConfigResource_new(RD_KAFKA_RESOURCE_TOPIC, kLong));
  BOTH(AclBinding, acl(2, kLong, 3, 3, 3));
  BOTH(UserScramCredentialAlteration, rd_kafka_UserScramCredentialDeletion_new(kLong, 1));
  ALONE(UserScramCredentialAlteration, rd_kafka_UserScramCredentialUpsertion_new(
                                           kLong, 1, 4096, (const unsigned char*)"p", 1, NULL, 0));
  const char* topics[] = {kLong, "t"};
  ALONE(TopicCollection, rd_kafka_TopicCollection_of_topic_names(topics, 2));
  ALONE(AdminOptions, rd_kafka_AdminOptions_new(NULL, RD_KAFKA_ADMIN_OP_ANY));
  ALONE(consumer_group_metadata, rd_kafka_consumer_group_metadata_new(kLong));
  ALONE(Uuid, rd_kafka_Uuid_new(1, 2));
}

static void objects_with_partitions(void) {
  BOTH(DeleteRecords, rd_kafka_DeleteRecords_new(offsets));
  BOTH(ListConsumerGroupOffsets, rd_kafka_ListConsumerGroupOffsets_new(kLong, offsets));
  BOTH(AlterConsumerGroupOffsets, rd_kafka_AlterConsumerGroupOffsets_new(kLong, offsets));
  BOTH(DeleteConsumerGroupOffsets, rd_kafka_DeleteConsumerGroupOffsets_new(kLong, offsets));
  ALONE(ElectLeaders, rd_kafka_ElectLeaders_new(RD_KAFKA_ELECTION_TYPE_PREFERRED, offsets));
  ALONE(ElectLeaders, rd_kafka_ElectLeaders_new(RD_KAFKA_ELECTION_TYPE_PREFERRED, NULL));
}

static void everything_exists_and_is_freed(void** state) {
  (void)state;
  offsets = rd_kafka_topic_partition_list_new(1);
  rd_kafka_topic_partition_list_add(offsets, kLong, 1);
  const char* topics[] = {kLong};
  rd_kafka_TopicCollection_t* collection = rd_kafka_TopicCollection_of_topic_names(topics, 1);
  assert_non_null(collection);
  rd_kafka_TopicCollection_destroy(collection);
  rd_kafka_ElectLeaders_t* election = rd_kafka_ElectLeaders_new(0, offsets);
  assert_non_null(election);
  rd_kafka_ElectLeaders_destroy(election);
  rd_kafka_UserScramCredentialAlteration_t* upsertion = rd_kafka_UserScramCredentialUpsertion_new(
      "u", 1, 4096, (const unsigned char*)"p", 1, (const unsigned char*)"s", 1);
  assert_non_null(upsertion);
  rd_kafka_UserScramCredentialAlteration_destroy(upsertion);
  assert_no_leak(simple_objects);
  assert_no_leak(objects_with_partitions);
  rd_kafka_topic_partition_list_destroy(offsets);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(uuids),
      cmocka_unit_test(names),
      cmocka_unit_test(options),
      cmocka_unit_test(new_topics),
      cmocka_unit_test(new_partitions),
      cmocka_unit_test(config_resources),
      cmocka_unit_test(acls),
      cmocka_unit_test(group_metadata),
      cmocka_unit_test(everything_exists_and_is_freed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
