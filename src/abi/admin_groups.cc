#include "abi/admin.h"

namespace {
template <typename T>
T* new_group_request(const char* group, const rd_kafka_topic_partition_list_t* partitions) {
  return new T{group != nullptr ? group : "", rk::own_copy(partitions)};
}
}  // namespace

rd_kafka_DeleteGroup_t* rd_kafka_DeleteGroup_new(const char* group) {
  return new rd_kafka_DeleteGroup_s{group != nullptr ? group : ""};
}

void rd_kafka_DeleteGroup_destroy(rd_kafka_DeleteGroup_t* del_group) {
  delete del_group;
}

void rd_kafka_DeleteGroup_destroy_array(rd_kafka_DeleteGroup_t** del_groups, size_t del_group_cnt) {
  rk::delete_all(del_groups, del_group_cnt);
}

rd_kafka_ListConsumerGroupOffsets_t* rd_kafka_ListConsumerGroupOffsets_new(
    const char* group_id, const rd_kafka_topic_partition_list_t* partitions) {
  return new_group_request<rd_kafka_ListConsumerGroupOffsets_s>(group_id, partitions);
}

void rd_kafka_ListConsumerGroupOffsets_destroy(
    rd_kafka_ListConsumerGroupOffsets_t* list_grpoffsets) {
  delete list_grpoffsets;
}

void rd_kafka_ListConsumerGroupOffsets_destroy_array(
    rd_kafka_ListConsumerGroupOffsets_t** list_grpoffsets, size_t list_grpoffset_cnt) {
  rk::delete_all(list_grpoffsets, list_grpoffset_cnt);
}

rd_kafka_AlterConsumerGroupOffsets_t* rd_kafka_AlterConsumerGroupOffsets_new(
    const char* group_id, const rd_kafka_topic_partition_list_t* partitions) {
  return new_group_request<rd_kafka_AlterConsumerGroupOffsets_s>(group_id, partitions);
}

void rd_kafka_AlterConsumerGroupOffsets_destroy(
    rd_kafka_AlterConsumerGroupOffsets_t* alter_grpoffsets) {
  delete alter_grpoffsets;
}

void rd_kafka_AlterConsumerGroupOffsets_destroy_array(
    rd_kafka_AlterConsumerGroupOffsets_t** alter_grpoffsets, size_t alter_grpoffset_cnt) {
  rk::delete_all(alter_grpoffsets, alter_grpoffset_cnt);
}

rd_kafka_DeleteConsumerGroupOffsets_t* rd_kafka_DeleteConsumerGroupOffsets_new(
    const char* group, const rd_kafka_topic_partition_list_t* partitions) {
  return new_group_request<rd_kafka_DeleteConsumerGroupOffsets_s>(group, partitions);
}

void rd_kafka_DeleteConsumerGroupOffsets_destroy(
    rd_kafka_DeleteConsumerGroupOffsets_t* del_grpoffsets) {
  delete del_grpoffsets;
}

void rd_kafka_DeleteConsumerGroupOffsets_destroy_array(
    rd_kafka_DeleteConsumerGroupOffsets_t** del_grpoffsets, size_t del_grpoffset_cnt) {
  rk::delete_all(del_grpoffsets, del_grpoffset_cnt);
}

rd_kafka_consumer_group_metadata_t* rd_kafka_consumer_group_metadata_new(const char* group_id) {
  return rd_kafka_consumer_group_metadata_new_with_genid(group_id, -1, "", nullptr);
}

rd_kafka_consumer_group_metadata_t* rd_kafka_consumer_group_metadata_new_with_genid(
    const char* group_id, int32_t generation_id, const char* member_id,
    const char* group_instance_id) {
  if (group_id == nullptr) return nullptr;
  return new rd_kafka_consumer_group_metadata_s{group_id, generation_id,
                                                member_id != nullptr ? member_id : "",
                                                rk::text_of(group_instance_id)};
}

void rd_kafka_consumer_group_metadata_destroy(rd_kafka_consumer_group_metadata_t* metadata) {
  delete metadata;
}

const char* rd_kafka_consumer_group_metadata_group_id(
    const rd_kafka_consumer_group_metadata_t* group_metadata) {
  return group_metadata->group.c_str();
}

const char* rd_kafka_consumer_group_metadata_member_id(
    const rd_kafka_consumer_group_metadata_t* group_metadata) {
  return group_metadata->member.c_str();
}

const char* rd_kafka_consumer_group_metadata_group_instance_id(
    const rd_kafka_consumer_group_metadata_t* group_metadata) {
  return rk::c_str(group_metadata->instance);
}

int32_t rd_kafka_consumer_group_metadata_generation_id(
    const rd_kafka_consumer_group_metadata_t* group_metadata) {
  return group_metadata->generation;
}
