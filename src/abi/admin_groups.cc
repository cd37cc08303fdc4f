#include "abi/admin.h"

rd_kafka_DeleteGroup_t* rd_kafka_DeleteGroup_new(const char* group) {
  return new rd_kafka_DeleteGroup_s{group != nullptr ? group : ""};
}

void rd_kafka_DeleteGroup_destroy(rd_kafka_DeleteGroup_t* del_group) {
  delete del_group;
}

void rd_kafka_DeleteGroup_destroy_array(rd_kafka_DeleteGroup_t** del_groups, size_t del_group_cnt) {
  rk::delete_all(del_groups, del_group_cnt);
}

// The requests that name a group and partitions of it.
#define GROUP_PARTITIONS_REQUEST(kind)                                                            \
  rd_kafka_##kind##_t* rd_kafka_##kind##_new(const char* group,                                   \
                                             const rd_kafka_topic_partition_list_t* partitions) { \
    return new rd_kafka_##kind##_s{group != nullptr ? group : "", rk::own_copy(partitions)};      \
  }                                                                                               \
  void rd_kafka_##kind##_destroy(rd_kafka_##kind##_t* request) {                                  \
    delete request;                                                                               \
  }                                                                                               \
  void rd_kafka_##kind##_destroy_array(rd_kafka_##kind##_t** requests, size_t count) {            \
    rk::delete_all(requests, count);                                                              \
  }

GROUP_PARTITIONS_REQUEST(ListConsumerGroupOffsets)
GROUP_PARTITIONS_REQUEST(AlterConsumerGroupOffsets)
GROUP_PARTITIONS_REQUEST(DeleteConsumerGroupOffsets)

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
