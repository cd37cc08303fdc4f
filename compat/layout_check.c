/*
 * The layout of every public struct, checked by the compiler. x86-64 and aarch64 agree; the numbers
 * were taken with libclang from librdkafka 2.0.2's and 2.15.1's own headers, which agree too.
 */
#include <assert.h>
#include <stddef.h>

#include "rdkafka.h"
#include "rdkafka_mock.h"

#define SIZE(type, size) static_assert(sizeof(type) == (size), "size of " #type)
#define FIELD(type, field, at, size)                                           \
  static_assert(offsetof(type, field) == (at), "offset of " #type "." #field); \
  static_assert(sizeof(((type*)0)->field) == (size), "size of " #type "." #field)

SIZE(struct rd_kafka_err_desc, 24);
static_assert(_Alignof(struct rd_kafka_err_desc) == 8, "alignment of struct rd_kafka_err_desc");
FIELD(struct rd_kafka_err_desc, code, 0, 4);
FIELD(struct rd_kafka_err_desc, name, 8, 8);
FIELD(struct rd_kafka_err_desc, desc, 16, 8);

SIZE(struct rd_kafka_topic_partition_s, 64);
static_assert(_Alignof(struct rd_kafka_topic_partition_s) == 8,
              "alignment of struct rd_kafka_topic_partition_s");
FIELD(struct rd_kafka_topic_partition_s, topic, 0, 8);
FIELD(struct rd_kafka_topic_partition_s, partition, 8, 4);
FIELD(struct rd_kafka_topic_partition_s, offset, 16, 8);
FIELD(struct rd_kafka_topic_partition_s, metadata, 24, 8);
FIELD(struct rd_kafka_topic_partition_s, metadata_size, 32, 8);
FIELD(struct rd_kafka_topic_partition_s, opaque, 40, 8);
FIELD(struct rd_kafka_topic_partition_s, err, 48, 4);
FIELD(struct rd_kafka_topic_partition_s, _private, 56, 8);

SIZE(struct rd_kafka_topic_partition_list_s, 16);
static_assert(_Alignof(struct rd_kafka_topic_partition_list_s) == 8,
              "alignment of struct rd_kafka_topic_partition_list_s");
FIELD(struct rd_kafka_topic_partition_list_s, cnt, 0, 4);
FIELD(struct rd_kafka_topic_partition_list_s, size, 4, 4);
FIELD(struct rd_kafka_topic_partition_list_s, elems, 8, 8);

SIZE(struct rd_kafka_vu_s, 72);
static_assert(_Alignof(struct rd_kafka_vu_s) == 8, "alignment of struct rd_kafka_vu_s");
FIELD(struct rd_kafka_vu_s, vtype, 0, 4);
FIELD(struct rd_kafka_vu_s, u, 8, 64);
FIELD(struct rd_kafka_vu_s, u.cstr, 8, 8);
FIELD(struct rd_kafka_vu_s, u.rkt, 8, 8);
FIELD(struct rd_kafka_vu_s, u.i, 8, 4);
FIELD(struct rd_kafka_vu_s, u.i32, 8, 4);
FIELD(struct rd_kafka_vu_s, u.i64, 8, 8);
FIELD(struct rd_kafka_vu_s, u.mem, 8, 16);
FIELD(struct rd_kafka_vu_s, u.mem.ptr, 8, 8);
FIELD(struct rd_kafka_vu_s, u.mem.size, 16, 8);
FIELD(struct rd_kafka_vu_s, u.header, 8, 24);
FIELD(struct rd_kafka_vu_s, u.header.name, 8, 8);
FIELD(struct rd_kafka_vu_s, u.header.val, 16, 8);
FIELD(struct rd_kafka_vu_s, u.header.size, 24, 8);
FIELD(struct rd_kafka_vu_s, u.headers, 8, 8);
FIELD(struct rd_kafka_vu_s, u.ptr, 8, 8);
FIELD(struct rd_kafka_vu_s, u._pad, 8, 64);

SIZE(struct rd_kafka_message_s, 72);
static_assert(_Alignof(struct rd_kafka_message_s) == 8, "alignment of struct rd_kafka_message_s");
FIELD(struct rd_kafka_message_s, err, 0, 4);
FIELD(struct rd_kafka_message_s, rkt, 8, 8);
FIELD(struct rd_kafka_message_s, partition, 16, 4);
FIELD(struct rd_kafka_message_s, payload, 24, 8);
FIELD(struct rd_kafka_message_s, len, 32, 8);
FIELD(struct rd_kafka_message_s, key, 40, 8);
FIELD(struct rd_kafka_message_s, key_len, 48, 8);
FIELD(struct rd_kafka_message_s, offset, 56, 8);
FIELD(struct rd_kafka_message_s, _private, 64, 8);

SIZE(struct rd_kafka_metadata_broker, 24);
static_assert(_Alignof(struct rd_kafka_metadata_broker) == 8,
              "alignment of struct rd_kafka_metadata_broker");
FIELD(struct rd_kafka_metadata_broker, id, 0, 4);
FIELD(struct rd_kafka_metadata_broker, host, 8, 8);
FIELD(struct rd_kafka_metadata_broker, port, 16, 4);

SIZE(struct rd_kafka_metadata_partition, 40);
static_assert(_Alignof(struct rd_kafka_metadata_partition) == 8,
              "alignment of struct rd_kafka_metadata_partition");
FIELD(struct rd_kafka_metadata_partition, id, 0, 4);
FIELD(struct rd_kafka_metadata_partition, err, 4, 4);
FIELD(struct rd_kafka_metadata_partition, leader, 8, 4);
FIELD(struct rd_kafka_metadata_partition, replica_cnt, 12, 4);
FIELD(struct rd_kafka_metadata_partition, replicas, 16, 8);
FIELD(struct rd_kafka_metadata_partition, isr_cnt, 24, 4);
FIELD(struct rd_kafka_metadata_partition, isrs, 32, 8);

SIZE(struct rd_kafka_metadata_topic, 32);
static_assert(_Alignof(struct rd_kafka_metadata_topic) == 8,
              "alignment of struct rd_kafka_metadata_topic");
FIELD(struct rd_kafka_metadata_topic, topic, 0, 8);
FIELD(struct rd_kafka_metadata_topic, partition_cnt, 8, 4);
FIELD(struct rd_kafka_metadata_topic, partitions, 16, 8);
FIELD(struct rd_kafka_metadata_topic, err, 24, 4);

SIZE(struct rd_kafka_metadata, 48);
static_assert(_Alignof(struct rd_kafka_metadata) == 8, "alignment of struct rd_kafka_metadata");
FIELD(struct rd_kafka_metadata, broker_cnt, 0, 4);
FIELD(struct rd_kafka_metadata, brokers, 8, 8);
FIELD(struct rd_kafka_metadata, topic_cnt, 16, 4);
FIELD(struct rd_kafka_metadata, topics, 24, 8);
FIELD(struct rd_kafka_metadata, orig_broker_id, 32, 4);
FIELD(struct rd_kafka_metadata, orig_broker_name, 40, 8);

SIZE(struct rd_kafka_group_member_info, 56);
static_assert(_Alignof(struct rd_kafka_group_member_info) == 8,
              "alignment of struct rd_kafka_group_member_info");
FIELD(struct rd_kafka_group_member_info, member_id, 0, 8);
FIELD(struct rd_kafka_group_member_info, client_id, 8, 8);
FIELD(struct rd_kafka_group_member_info, client_host, 16, 8);
FIELD(struct rd_kafka_group_member_info, member_metadata, 24, 8);
FIELD(struct rd_kafka_group_member_info, member_metadata_size, 32, 4);
FIELD(struct rd_kafka_group_member_info, member_assignment, 40, 8);
FIELD(struct rd_kafka_group_member_info, member_assignment_size, 48, 4);

SIZE(struct rd_kafka_group_info, 80);
static_assert(_Alignof(struct rd_kafka_group_info) == 8, "alignment of struct rd_kafka_group_info");
FIELD(struct rd_kafka_group_info, broker, 0, 24);
FIELD(struct rd_kafka_group_info, group, 24, 8);
FIELD(struct rd_kafka_group_info, err, 32, 4);
FIELD(struct rd_kafka_group_info, state, 40, 8);
FIELD(struct rd_kafka_group_info, protocol_type, 48, 8);
FIELD(struct rd_kafka_group_info, protocol, 56, 8);
FIELD(struct rd_kafka_group_info, members, 64, 8);
FIELD(struct rd_kafka_group_info, member_cnt, 72, 4);

SIZE(struct rd_kafka_group_list, 16);
static_assert(_Alignof(struct rd_kafka_group_list) == 8, "alignment of struct rd_kafka_group_list");
FIELD(struct rd_kafka_group_list, groups, 0, 8);
FIELD(struct rd_kafka_group_list, group_cnt, 8, 4);

/* Every enum is an int to programs and bindings. */
SIZE(rd_kafka_type_t, 4);
SIZE(rd_kafka_timestamp_type_t, 4);
SIZE(rd_kafka_resp_err_t, 4);
SIZE(rd_kafka_vtype_t, 4);
SIZE(rd_kafka_msg_status_t, 4);
SIZE(rd_kafka_conf_res_t, 4);
SIZE(rd_kafka_cert_type_t, 4);
SIZE(rd_kafka_cert_enc_t, 4);
SIZE(rd_kafka_share_AcknowledgeType_t, 4);
SIZE(rd_kafka_consumer_group_state_t, 4);
SIZE(rd_kafka_consumer_group_type_t, 4);
SIZE(rd_kafka_thread_type_t, 4);
SIZE(rd_kafka_admin_op_t, 4);
SIZE(rd_kafka_IsolationLevel_t, 4);
SIZE(rd_kafka_AclOperation_t, 4);
SIZE(rd_kafka_ConfigSource_t, 4);
SIZE(rd_kafka_ResourceType_t, 4);
SIZE(rd_kafka_ResourcePatternType_t, 4);
SIZE(rd_kafka_AlterConfigOpType_t, 4);
SIZE(rd_kafka_OffsetSpec_t, 4);
SIZE(rd_kafka_ScramMechanism_t, 4);
SIZE(rd_kafka_AclPermissionType_t, 4);
SIZE(rd_kafka_ElectionType_t, 4);
static_assert((rd_kafka_resp_err_t)-1 < 0, "error codes are signed");
static_assert(RD_KAFKA_VERSION == 0x021000ff, "API level");
