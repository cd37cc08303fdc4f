#include "abi/admin.h"
#include "abi/error.h"
#include "base/error.h"

namespace {

bool in_range(int value, int max) {
  return value >= -1 && value <= max;
}

template <typename T>
T* refuse(const std::string& text, char* errstr, size_t errstr_size) {
  rk::write_errstr(errstr, errstr_size, text);
  return nullptr;
}

// Replica lists come in the order of their partitions, each once.
rd_kafka_resp_err_t add_replicas(std::vector<std::vector<rk::i32>>* replicas, size_t count_max,
                                 int32_t partition, const int32_t* broker_ids, size_t broker_id_cnt,
                                 char* errstr, size_t errstr_size) {
  const size_t expected = replicas->size();
  std::string why;
  if (partition < 0 || static_cast<size_t>(partition) != expected) {
    why = rk::stringf("Partitions must be added in order: partition %zu comes next, not %d",
                      expected, static_cast<int>(partition));
  } else if (expected >= count_max) {
    why = rk::stringf("There are only %zu partitions", count_max);
  } else if (broker_id_cnt > static_cast<size_t>(rk::kReplicasMax)) {
    why = rk::stringf("More than %d replicas", rk::kReplicasMax);
  } else {
    replicas->emplace_back(broker_ids, broker_ids + broker_id_cnt);
    return RD_KAFKA_RESP_ERR_NO_ERROR;
  }
  rk::write_errstr(errstr, errstr_size, why);
  return RD_KAFKA_RESP_ERR__INVALID_ARG;
}

}  // namespace

rd_kafka_NewTopic_t* rd_kafka_NewTopic_new(const char* topic, int num_partitions,
                                           int replication_factor, char* errstr,
                                           size_t errstr_size) {
  using New = rd_kafka_NewTopic_t;
  if (topic == nullptr) return refuse<New>("Invalid topic name: NULL", errstr, errstr_size);
  if (!in_range(num_partitions, rk::kPartitionsMax)) {
    return refuse<New>(rk::stringf("num_partitions must be in the range 1..%d, or -1 for the "
                                   "broker's default",
                                   rk::kPartitionsMax),
                       errstr, errstr_size);
  }
  if (!in_range(replication_factor, rk::kReplicasMax)) {
    return refuse<New>(rk::stringf("replication_factor must be in the range 1..%d, or -1 for the "
                                   "broker's default",
                                   rk::kReplicasMax),
                       errstr, errstr_size);
  }
  return new rd_kafka_NewTopic_s{topic, num_partitions, replication_factor, {}, {}};
}

void rd_kafka_NewTopic_destroy(rd_kafka_NewTopic_t* new_topic) {
  delete new_topic;
}

void rd_kafka_NewTopic_destroy_array(rd_kafka_NewTopic_t** new_topics, size_t new_topic_cnt) {
  rk::delete_all(new_topics, new_topic_cnt);
}

rd_kafka_resp_err_t rd_kafka_NewTopic_set_replica_assignment(rd_kafka_NewTopic_t* new_topic,
                                                             int32_t partition, int32_t* broker_ids,
                                                             size_t broker_id_cnt, char* errstr,
                                                             size_t errstr_size) {
  if (new_topic->replication_factor != -1) {
    rk::write_errstr(errstr, errstr_size,
                     "A replica assignment needs replication_factor -1: they exclude each other");
    return RD_KAFKA_RESP_ERR__INVALID_ARG;
  }
  const int count = new_topic->partition_count;
  return add_replicas(&new_topic->replicas,
                      static_cast<size_t>(count == -1 ? rk::kPartitionsMax : count), partition,
                      broker_ids, broker_id_cnt, errstr, errstr_size);
}

rd_kafka_resp_err_t rd_kafka_NewTopic_set_config(rd_kafka_NewTopic_t* new_topic, const char* name,
                                                 const char* value) {
  if (name == nullptr) return RD_KAFKA_RESP_ERR__INVALID_ARG;
  new_topic->config.emplace_back(name, rk::text_of(value));
  return RD_KAFKA_RESP_ERR_NO_ERROR;
}

rd_kafka_DeleteTopic_t* rd_kafka_DeleteTopic_new(const char* topic) {
  return new rd_kafka_DeleteTopic_s{topic != nullptr ? topic : ""};
}

void rd_kafka_DeleteTopic_destroy(rd_kafka_DeleteTopic_t* del_topic) {
  delete del_topic;
}

void rd_kafka_DeleteTopic_destroy_array(rd_kafka_DeleteTopic_t** del_topics, size_t del_topic_cnt) {
  rk::delete_all(del_topics, del_topic_cnt);
}

rd_kafka_NewPartitions_t* rd_kafka_NewPartitions_new(const char* topic, size_t new_total_cnt,
                                                     char* errstr, size_t errstr_size) {
  using New = rd_kafka_NewPartitions_t;
  if (topic == nullptr) return refuse<New>("Invalid topic name: NULL", errstr, errstr_size);
  if (new_total_cnt < 1 || new_total_cnt > static_cast<size_t>(rk::kPartitionsMax)) {
    return refuse<New>(rk::stringf("new_total_cnt must be in the range 1..%d", rk::kPartitionsMax),
                       errstr, errstr_size);
  }
  return new rd_kafka_NewPartitions_s{topic, new_total_cnt, {}};
}

void rd_kafka_NewPartitions_destroy(rd_kafka_NewPartitions_t* new_parts) {
  delete new_parts;
}

void rd_kafka_NewPartitions_destroy_array(rd_kafka_NewPartitions_t** new_parts,
                                          size_t new_parts_cnt) {
  rk::delete_all(new_parts, new_parts_cnt);
}

rd_kafka_resp_err_t rd_kafka_NewPartitions_set_replica_assignment(
    rd_kafka_NewPartitions_t* new_parts, int32_t new_partition_idx, int32_t* broker_ids,
    size_t broker_id_cnt, char* errstr, size_t errstr_size) {
  return add_replicas(&new_parts->replicas, new_parts->total_count, new_partition_idx, broker_ids,
                      broker_id_cnt, errstr, errstr_size);
}

rd_kafka_DeleteRecords_t* rd_kafka_DeleteRecords_new(
    const rd_kafka_topic_partition_list_t* before_offsets) {
  return new rd_kafka_DeleteRecords_s{rk::own_copy(before_offsets)};
}

void rd_kafka_DeleteRecords_destroy(rd_kafka_DeleteRecords_t* del_records) {
  delete del_records;
}

void rd_kafka_DeleteRecords_destroy_array(rd_kafka_DeleteRecords_t** del_records,
                                          size_t del_record_cnt) {
  rk::delete_all(del_records, del_record_cnt);
}

rd_kafka_TopicCollection_t* rd_kafka_TopicCollection_of_topic_names(const char** topics,
                                                                    size_t topics_cnt) {
  return new rd_kafka_TopicCollection_s{{topics, topics + topics_cnt}};
}

void rd_kafka_TopicCollection_destroy(rd_kafka_TopicCollection_t* topics) {
  delete topics;
}

rd_kafka_ElectLeaders_t* rd_kafka_ElectLeaders_new(rd_kafka_ElectionType_t election_type,
                                                   rd_kafka_topic_partition_list_t* partitions) {
  return new rd_kafka_ElectLeaders_s{election_type, rk::own_copy(partitions)};
}

void rd_kafka_ElectLeaders_destroy(rd_kafka_ElectLeaders_t* elect_leaders) {
  delete elect_leaders;
}
