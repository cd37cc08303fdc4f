#include "abi/admin_result.h"

namespace rk {

rd_kafka_event_t* result_in(rd_kafka_event_t* rkev, rd_kafka_event_type_t type) {
  return rkev != nullptr && rd_kafka_event_type(rkev) == type ? rkev : nullptr;
}

namespace {

template <typename T>
const T& as(const rd_kafka_event_t* result) {
  return *static_cast<const T*>(result);
}

const rd_kafka_AclOperation_t* operations_of(const std::vector<rd_kafka_AclOperation_t>& operations,
                                             size_t* count) {
  *count = operations.size();
  return operations.empty() ? nullptr : operations.data();
}

}  // namespace
}  // namespace rk

const rd_kafka_CreateTopics_result_t* rd_kafka_event_CreateTopics_result(rd_kafka_event_t* rkev) {
  return rk::result_in(rkev, RD_KAFKA_EVENT_CREATETOPICS_RESULT);
}

const rd_kafka_DeleteTopics_result_t* rd_kafka_event_DeleteTopics_result(rd_kafka_event_t* rkev) {
  return rk::result_in(rkev, RD_KAFKA_EVENT_DELETETOPICS_RESULT);
}

const rd_kafka_CreatePartitions_result_t* rd_kafka_event_CreatePartitions_result(
    rd_kafka_event_t* rkev) {
  return rk::result_in(rkev, RD_KAFKA_EVENT_CREATEPARTITIONS_RESULT);
}

const rd_kafka_DescribeConfigs_result_t* rd_kafka_event_DescribeConfigs_result(
    rd_kafka_event_t* rkev) {
  return rk::result_in(rkev, RD_KAFKA_EVENT_DESCRIBECONFIGS_RESULT);
}

const rd_kafka_ListOffsets_result_t* rd_kafka_event_ListOffsets_result(rd_kafka_event_t* rkev) {
  return rk::result_in(rkev, RD_KAFKA_EVENT_LISTOFFSETS_RESULT);
}

const rd_kafka_DescribeTopics_result_t* rd_kafka_event_DescribeTopics_result(
    rd_kafka_event_t* rkev) {
  return rk::result_in(rkev, RD_KAFKA_EVENT_DESCRIBETOPICS_RESULT);
}

const rd_kafka_DescribeCluster_result_t* rd_kafka_event_DescribeCluster_result(
    rd_kafka_event_t* rkev) {
  return rk::result_in(rkev, RD_KAFKA_EVENT_DESCRIBECLUSTER_RESULT);
}

const rd_kafka_topic_result_t** rd_kafka_CreateTopics_result_topics(
    const rd_kafka_CreateTopics_result_t* result, size_t* cntp) {
  return rk::as<rk::TopicResults>(result).topics.pointers(cntp);
}

const rd_kafka_topic_result_t** rd_kafka_DeleteTopics_result_topics(
    const rd_kafka_DeleteTopics_result_t* result, size_t* cntp) {
  return rk::as<rk::TopicResults>(result).topics.pointers(cntp);
}

const rd_kafka_topic_result_t** rd_kafka_CreatePartitions_result_topics(
    const rd_kafka_CreatePartitions_result_t* result, size_t* cntp) {
  return rk::as<rk::TopicResults>(result).topics.pointers(cntp);
}

rd_kafka_resp_err_t rd_kafka_topic_result_error(const rd_kafka_topic_result_t* topicres) {
  return topicres->error;
}

const char* rd_kafka_topic_result_error_string(const rd_kafka_topic_result_t* topicres) {
  if (topicres->error == RD_KAFKA_RESP_ERR_NO_ERROR) return nullptr;
  return topicres->text ? topicres->text->c_str() : rd_kafka_err2str(topicres->error);
}

const char* rd_kafka_topic_result_name(const rd_kafka_topic_result_t* topicres) {
  return topicres->topic.c_str();
}

const rd_kafka_ConfigResource_t** rd_kafka_DescribeConfigs_result_resources(
    const rd_kafka_DescribeConfigs_result_t* result, size_t* cntp) {
  return rk::as<rk::ConfigResults>(result).resources.pointers(cntp);
}

const rd_kafka_ListOffsetsResultInfo_t** rd_kafka_ListOffsets_result_infos(
    const rd_kafka_ListOffsets_result_t* result, size_t* cntp) {
  return rk::as<rk::OffsetResults>(result).infos.pointers(cntp);
}

const rd_kafka_topic_partition_t* rd_kafka_ListOffsetsResultInfo_topic_partition(
    const rd_kafka_ListOffsetsResultInfo_t* result_info) {
  return result_info->partition;
}

int64_t rd_kafka_ListOffsetsResultInfo_timestamp(
    const rd_kafka_ListOffsetsResultInfo_t* result_info) {
  return result_info->timestamp;
}

const rd_kafka_TopicDescription_t** rd_kafka_DescribeTopics_result_topics(
    const rd_kafka_DescribeTopics_result_t* result, size_t* cntp) {
  return rk::as<rk::TopicDescriptions>(result).topics.pointers(cntp);
}

const char* rd_kafka_TopicDescription_name(const rd_kafka_TopicDescription_t* topicdesc) {
  return topicdesc->name.c_str();
}

const rd_kafka_Uuid_t* rd_kafka_TopicDescription_topic_id(
    const rd_kafka_TopicDescription_t* topicdesc) {
  return &topicdesc->id;
}

int rd_kafka_TopicDescription_is_internal(const rd_kafka_TopicDescription_t* topicdesc) {
  return topicdesc->is_internal;
}

const rd_kafka_error_t* rd_kafka_TopicDescription_error(
    const rd_kafka_TopicDescription_t* topicdesc) {
  return topicdesc->error.code == RD_KAFKA_RESP_ERR_NO_ERROR ? nullptr : &topicdesc->error;
}

const rd_kafka_TopicPartitionInfo_t** rd_kafka_TopicDescription_partitions(
    const rd_kafka_TopicDescription_t* topicdesc, size_t* cntp) {
  return topicdesc->partitions.pointers(cntp);
}

const rd_kafka_AclOperation_t* rd_kafka_TopicDescription_authorized_operations(
    const rd_kafka_TopicDescription_t* topicdesc, size_t* cntp) {
  return rk::operations_of(topicdesc->operations, cntp);
}

int rd_kafka_TopicPartitionInfo_partition(const rd_kafka_TopicPartitionInfo_t* partition) {
  return partition->partition;
}

const rd_kafka_Node_t* rd_kafka_TopicPartitionInfo_leader(
    const rd_kafka_TopicPartitionInfo_t* partition) {
  return partition->leader.get();
}

const rd_kafka_Node_t** rd_kafka_TopicPartitionInfo_isr(
    const rd_kafka_TopicPartitionInfo_t* partition, size_t* cntp) {
  return partition->isr.pointers(cntp);
}

const rd_kafka_Node_t** rd_kafka_TopicPartitionInfo_replicas(
    const rd_kafka_TopicPartitionInfo_t* partition, size_t* cntp) {
  return partition->replicas.pointers(cntp);
}

const rd_kafka_Node_t** rd_kafka_DescribeCluster_result_nodes(
    const rd_kafka_DescribeCluster_result_t* result, size_t* cntp) {
  return rk::as<rk::ClusterDescription>(result).nodes.pointers(cntp);
}

const rd_kafka_AclOperation_t* rd_kafka_DescribeCluster_result_authorized_operations(
    const rd_kafka_DescribeCluster_result_t* result, size_t* cntp) {
  return rk::operations_of(rk::as<rk::ClusterDescription>(result).operations, cntp);
}

const rd_kafka_Node_t* rd_kafka_DescribeCluster_result_controller(
    const rd_kafka_DescribeCluster_result_t* result) {
  return rk::as<rk::ClusterDescription>(result).controller.get();
}

const char* rd_kafka_DescribeCluster_result_cluster_id(
    const rd_kafka_DescribeCluster_result_t* result) {
  return rk::as<rk::ClusterDescription>(result).cluster_id.c_str();
}

int rd_kafka_Node_id(const rd_kafka_Node_t* node) {
  return node->id;
}

const char* rd_kafka_Node_host(const rd_kafka_Node_t* node) {
  return node->host.c_str();
}

uint16_t rd_kafka_Node_port(const rd_kafka_Node_t* node) {
  return node->port;
}

const char* rd_kafka_Node_rack(const rd_kafka_Node_t* node) {
  return rk::c_str(node->rack);
}
