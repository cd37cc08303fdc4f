/*
 * The embedded broker's C API, with librdkafka's names. It is a test aid, not production storage.
 */
#ifndef _RDKAFKA_MOCK_H_
#define _RDKAFKA_MOCK_H_

#include "rdkafka.h"

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#pragma GCC visibility push(default)
/* In C++, rd_kafka_metadata() hides the constructor of the struct of that name. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
#endif

/* ---------------------------------------------------------------------------------------------
 * Types
 * -------------------------------------------------------------------------------------------- */

typedef struct rd_kafka_mock_cluster_s rd_kafka_mock_cluster_t;
typedef struct rd_kafka_mock_request_s rd_kafka_mock_request_t;
typedef struct rd_kafka_mock_cgrp_consumer_target_assignment_s
    rd_kafka_mock_cgrp_consumer_target_assignment_t;

/* ---------------------------------------------------------------------------------------------
 * Functions
 * -------------------------------------------------------------------------------------------- */

/*
 * Starts an embedded broker that listens on loopback in this process, `broker_cnt` brokers of it,
 * logging through `rk`. NULL on failure, after a log line that says why. Owed to
 * rd_kafka_mock_cluster_destroy(). The setting test.mock.num.brokers does the same for one
 * client.
 */
rd_kafka_mock_cluster_t* rd_kafka_mock_cluster_new(rd_kafka_t* rk, int broker_cnt);

/* Stops it and frees all it holds. */
void rd_kafka_mock_cluster_destroy(rd_kafka_mock_cluster_t* mcluster);

/* The client it was made with. */
rd_kafka_t* rd_kafka_mock_cluster_handle(const rd_kafka_mock_cluster_t* mcluster);

/* The embedded broker that test.mock.num.brokers started for this client, or NULL. */
rd_kafka_mock_cluster_t* rd_kafka_handle_mock_cluster(const rd_kafka_t* rk);

/* Its brokers, for bootstrap.servers. Lives as long as the cluster. */
const char* rd_kafka_mock_cluster_bootstraps(const rd_kafka_mock_cluster_t* mcluster);

/*
 * Not supported: writes one line to stderr. (This call of the mock cluster is not yet in this
 * version.)
 */
void rd_kafka_mock_clear_request_errors(rd_kafka_mock_cluster_t* mcluster, int16_t ApiKey);

/*
 * Not supported: writes one line to stderr. (This call of the mock cluster is not yet in this
 * version.)
 */
void rd_kafka_mock_push_request_errors(rd_kafka_mock_cluster_t* mcluster, int16_t ApiKey,
                                       size_t cnt, ...);

/*
 * Not supported: writes one line to stderr. (This call of the mock cluster is not yet in this
 * version.)
 */
void rd_kafka_mock_push_request_errors_array(rd_kafka_mock_cluster_t* mcluster, int16_t ApiKey,
                                             size_t cnt, const rd_kafka_resp_err_t* errors);

/*
 * Not supported: writes one line to stderr. (This call of the mock cluster is not yet in this
 * version.)
 */
void rd_kafka_mock_group_initial_rebalance_delay_ms(rd_kafka_mock_cluster_t* mcluster,
                                                    int32_t delay_ms);

/*
 * Not supported: writes one line to stderr. (This call of the mock cluster is not yet in this
 * version.)
 */
void rd_kafka_mock_set_controller_id(rd_kafka_mock_cluster_t* mcluster, int32_t controller_id);

/*
 * Not supported: returns _NOT_IMPLEMENTED. (This call of the mock cluster is not yet in this
 * version.)
 */
rd_kafka_resp_err_t rd_kafka_mock_broker_push_request_error_rtts(rd_kafka_mock_cluster_t* mcluster,
                                                                 int32_t broker_id, int16_t ApiKey,
                                                                 size_t cnt, ...);

/*
 * Not supported: returns _NOT_IMPLEMENTED. Sets `cntp` to NULL or 0. (This call of the mock
 * cluster is not yet in this version.)
 */
rd_kafka_resp_err_t rd_kafka_mock_broker_error_stack_cnt(rd_kafka_mock_cluster_t* mcluster,
                                                         int32_t broker_id, int16_t ApiKey,
                                                         size_t* cntp);

/*
 * Not supported: returns _NOT_IMPLEMENTED. (This call of the mock cluster is not yet in this
 * version.)
 */
rd_kafka_resp_err_t rd_kafka_mock_partition_push_request_errors(rd_kafka_mock_cluster_t* mcluster,
                                                                const char* topic,
                                                                int32_t partition, int16_t ApiKey,
                                                                size_t cnt, ...);

/*
 * Not supported: writes one line to stderr. (This call of the mock cluster is not yet in this
 * version.)
 */
void rd_kafka_mock_topic_set_error(rd_kafka_mock_cluster_t* mcluster, const char* topic,
                                   rd_kafka_resp_err_t err);

/*
 * Creates a topic. Topics are also created when a client asks for them, with four partitions.
 */
rd_kafka_resp_err_t rd_kafka_mock_topic_create(rd_kafka_mock_cluster_t* mcluster, const char* topic,
                                               int partition_cnt, int replication_factor);

/*
 * Not supported: returns _NOT_IMPLEMENTED. (This call of the mock cluster is not yet in this
 * version.)
 */
rd_kafka_resp_err_t rd_kafka_mock_topic_delete(rd_kafka_mock_cluster_t* mcluster,
                                               const char* topic);

/*
 * Not supported: returns _NOT_IMPLEMENTED. (This call of the mock cluster is not yet in this
 * version.)
 */
rd_kafka_resp_err_t rd_kafka_mock_partition_delete_records(rd_kafka_mock_cluster_t* mcluster,
                                                           const char* topic, int32_t partition,
                                                           int64_t before_offset);

/*
 * Not supported: returns _NOT_IMPLEMENTED. (This call of the mock cluster is not yet in this
 * version.)
 */
rd_kafka_resp_err_t rd_kafka_mock_partition_set_leader(rd_kafka_mock_cluster_t* mcluster,
                                                       const char* topic, int32_t partition,
                                                       int32_t broker_id);

/*
 * Not supported: returns _NOT_IMPLEMENTED. (This call of the mock cluster is not yet in this
 * version.)
 */
rd_kafka_resp_err_t rd_kafka_mock_partition_set_follower(rd_kafka_mock_cluster_t* mcluster,
                                                         const char* topic, int32_t partition,
                                                         int32_t broker_id);

/*
 * Not supported: returns _NOT_IMPLEMENTED. (This call of the mock cluster is not yet in this
 * version.)
 */
rd_kafka_resp_err_t rd_kafka_mock_partition_set_follower_wmarks(rd_kafka_mock_cluster_t* mcluster,
                                                                const char* topic,
                                                                int32_t partition, int64_t lo,
                                                                int64_t hi);

/*
 * Not supported: returns _NOT_IMPLEMENTED. (This call of the mock cluster is not yet in this
 * version.)
 */
rd_kafka_resp_err_t rd_kafka_mock_partition_push_leader_response(rd_kafka_mock_cluster_t* mcluster,
                                                                 const char* topic, int partition,
                                                                 int32_t leader_id,
                                                                 int32_t leader_epoch);

/*
 * Not supported: returns _NOT_IMPLEMENTED. (This call of the mock cluster is not yet in this
 * version.)
 */
rd_kafka_resp_err_t rd_kafka_mock_broker_set_down(rd_kafka_mock_cluster_t* mcluster,
                                                  int32_t broker_id);

/*
 * Not supported: writes one line to stderr. (This call of the mock cluster is not yet in this
 * version.)
 */
void rd_kafka_mock_broker_set_host_port(rd_kafka_mock_cluster_t* mcluster, int32_t broker_id,
                                        const char* host, int port);

/*
 * Not supported: returns _NOT_IMPLEMENTED. (This call of the mock cluster is not yet in this
 * version.)
 */
rd_kafka_resp_err_t rd_kafka_mock_broker_set_up(rd_kafka_mock_cluster_t* mcluster,
                                                int32_t broker_id);

/*
 * Not supported: returns _NOT_IMPLEMENTED. (This call of the mock cluster is not yet in this
 * version.)
 */
rd_kafka_resp_err_t rd_kafka_mock_broker_set_rtt(rd_kafka_mock_cluster_t* mcluster,
                                                 int32_t broker_id, int rtt_ms);

/* The rack that Metadata tells of the broker; NULL for none. */
rd_kafka_resp_err_t rd_kafka_mock_broker_set_rack(rd_kafka_mock_cluster_t* mcluster,
                                                  int32_t broker_id, const char* rack);

/*
 * Not supported: returns _NOT_IMPLEMENTED. (This call of the mock cluster is not yet in this
 * version.)
 */
rd_kafka_resp_err_t rd_kafka_mock_broker_decommission(rd_kafka_mock_cluster_t* cluster,
                                                      int32_t broker_id);

/*
 * Not supported: returns _NOT_IMPLEMENTED. (This call of the mock cluster is not yet in this
 * version.)
 */
rd_kafka_resp_err_t rd_kafka_mock_broker_remove_from_metadata(rd_kafka_mock_cluster_t* mcluster,
                                                              int32_t broker_id);

/*
 * Not supported: returns _NOT_IMPLEMENTED. (This call of the mock cluster is not yet in this
 * version.)
 */
rd_kafka_resp_err_t rd_kafka_mock_broker_add(rd_kafka_mock_cluster_t* mcluster, int32_t broker_id);

/*
 * Not supported: returns _NOT_IMPLEMENTED. (This call of the mock cluster is not yet in this
 * version.)
 */
rd_kafka_resp_err_t rd_kafka_mock_coordinator_set(rd_kafka_mock_cluster_t* mcluster,
                                                  const char* key_type, const char* key,
                                                  int32_t broker_id);

/*
 * Not supported: returns _NOT_IMPLEMENTED. (This call of the mock cluster is not yet in this
 * version.)
 */
rd_kafka_resp_err_t rd_kafka_mock_set_apiversion(rd_kafka_mock_cluster_t* mcluster, int16_t ApiKey,
                                                 int16_t MinVersion, int16_t MaxVersion);

/*
 * Not supported: writes one line to stderr. (This call of the mock cluster is not yet in this
 * version.)
 */
void rd_kafka_mock_start_request_tracking(rd_kafka_mock_cluster_t* mcluster);

/*
 * Not supported: writes one line to stderr. (This call of the mock cluster is not yet in this
 * version.)
 */
void rd_kafka_mock_stop_request_tracking(rd_kafka_mock_cluster_t* mcluster);

/*
 * Not supported: writes one line to stderr. (This call of the mock cluster is not yet in this
 * version.)
 */
void rd_kafka_mock_request_destroy(rd_kafka_mock_request_t* mreq);

/*
 * Not supported: writes one line to stderr. (This call of the mock cluster is not yet in this
 * version.)
 */
void rd_kafka_mock_request_destroy_array(rd_kafka_mock_request_t** mreqs, size_t mreq_cnt);

/*
 * Answers -1: no such object can exist (this call of the mock cluster is not yet in this
 * version).
 */
int32_t rd_kafka_mock_request_id(rd_kafka_mock_request_t* mreq);

/*
 * Answers -1: no such object can exist (this call of the mock cluster is not yet in this
 * version).
 */
int16_t rd_kafka_mock_request_api_key(rd_kafka_mock_request_t* mreq);

/*
 * Answers -1: no such object can exist (this call of the mock cluster is not yet in this
 * version).
 */
int64_t rd_kafka_mock_request_timestamp(rd_kafka_mock_request_t* mreq);

/*
 * Answers NULL: no such object can exist (this call of the mock cluster is not yet in this
 * version).
 */
rd_kafka_mock_request_t** rd_kafka_mock_get_requests(rd_kafka_mock_cluster_t* mcluster,
                                                     size_t* cntp);

/*
 * Not supported: writes one line to stderr. (This call of the mock cluster is not yet in this
 * version.)
 */
void rd_kafka_mock_clear_requests(rd_kafka_mock_cluster_t* mcluster);

/*
 * Not supported: returns _NOT_IMPLEMENTED. (This call of the mock cluster is not yet in this
 * version.)
 */
rd_kafka_resp_err_t rd_kafka_mock_telemetry_set_requested_metrics(rd_kafka_mock_cluster_t* mcluster,
                                                                  char** metrics,
                                                                  size_t metrics_cnt);

/*
 * Not supported: returns _NOT_IMPLEMENTED. (This call of the mock cluster is not yet in this
 * version.)
 */
rd_kafka_resp_err_t rd_kafka_mock_telemetry_set_push_interval(rd_kafka_mock_cluster_t* mcluster,
                                                              int64_t push_interval_ms);

/*
 * Answers NULL: no such object can exist (this call of the mock cluster is not yet in this
 * version).
 */
rd_kafka_mock_cgrp_consumer_target_assignment_t* rd_kafka_mock_cgrp_consumer_target_assignment_new(
    char** member_ids, int member_cnt, rd_kafka_topic_partition_list_t** assignment);

/*
 * Not supported: writes one line to stderr. (This call of the mock cluster is not yet in this
 * version.)
 */
void rd_kafka_mock_cgrp_consumer_target_assignment_destroy(
    rd_kafka_mock_cgrp_consumer_target_assignment_t* target_assignment);

/*
 * Not supported: writes one line to stderr. (This call of the mock cluster is not yet in this
 * version.)
 */
void rd_kafka_mock_cgrp_consumer_target_assignment(
    rd_kafka_mock_cluster_t* mcluster, const char* group_id,
    rd_kafka_mock_cgrp_consumer_target_assignment_t* target_assignment);

/*
 * Not supported: writes one line to stderr. (This call of the mock cluster is not yet in this
 * version.)
 */
void rd_kafka_mock_set_group_consumer_session_timeout_ms(rd_kafka_mock_cluster_t* mcluster,
                                                         int group_consumer_session_timeout_ms);

/*
 * Not supported: writes one line to stderr. (This call of the mock cluster is not yet in this
 * version.)
 */
void rd_kafka_mock_set_group_consumer_heartbeat_interval_ms(
    rd_kafka_mock_cluster_t* mcluster, int group_consumer_heartbeat_interval_ms);

/*
 * Not supported: writes one line to stderr. (This call of the mock cluster is not yet in this
 * version.)
 */
void rd_kafka_mock_sharegroup_set_session_timeout(rd_kafka_mock_cluster_t* mcluster,
                                                  int session_timeout_ms);

/*
 * Not supported: writes one line to stderr. (This call of the mock cluster is not yet in this
 * version.)
 */
void rd_kafka_mock_sharegroup_set_heartbeat_interval(rd_kafka_mock_cluster_t* mcluster,
                                                     int heartbeat_interval_ms);

/*
 * Not supported: writes one line to stderr. (This call of the mock cluster is not yet in this
 * version.)
 */
void rd_kafka_mock_sharegroup_set_max_delivery_attempts(rd_kafka_mock_cluster_t* mcluster,
                                                        int max_attempts);

/*
 * Not supported: writes one line to stderr. (This call of the mock cluster is not yet in this
 * version.)
 */
void rd_kafka_mock_sharegroup_set_record_lock_duration(rd_kafka_mock_cluster_t* mcluster,
                                                       int lock_duration_ms);

/*
 * Not supported: writes one line to stderr. (This call of the mock cluster is not yet in this
 * version.)
 */
void rd_kafka_mock_sharegroup_set_isolation_level(rd_kafka_mock_cluster_t* mcluster, int level);

/*
 * Not supported: writes one line to stderr. (This call of the mock cluster is not yet in this
 * version.)
 */
void rd_kafka_mock_sharegroup_set_max_size(rd_kafka_mock_cluster_t* mcluster, int max_size);

/*
 * Not supported: writes one line to stderr. (This call of the mock cluster is not yet in this
 * version.)
 */
void rd_kafka_mock_sharegroup_set_max_fetch_sessions(rd_kafka_mock_cluster_t* mcluster,
                                                     int max_fetch_sessions);

/*
 * Not supported: writes one line to stderr. (This call of the mock cluster is not yet in this
 * version.)
 */
void rd_kafka_mock_sharegroup_set_max_record_locks(rd_kafka_mock_cluster_t* mcluster,
                                                   int max_record_locks);

/*
 * Not supported: writes one line to stderr. (This call of the mock cluster is not yet in this
 * version.)
 */
void rd_kafka_mock_sharegroup_set_auto_offset_reset(rd_kafka_mock_cluster_t* mcluster,
                                                    int auto_offset_reset);

/*
 * Not supported: writes one line to stderr. (This call of the mock cluster is not yet in this
 * version.)
 */
void rd_kafka_mock_sharegroup_target_assignment(rd_kafka_mock_cluster_t* mcluster,
                                                const char* group_id, const char** member_ids,
                                                rd_kafka_topic_partition_list_t** assignments,
                                                size_t member_cnt);

/*
 * Not supported: returns _NOT_IMPLEMENTED. Sets `member_ids_out` and `member_cnt_out` to NULL or
 * 0. (This call of the mock cluster is not yet in this version.)
 */
rd_kafka_resp_err_t rd_kafka_mock_sharegroup_get_member_ids(rd_kafka_mock_cluster_t* mcluster,
                                                            const char* group_id,
                                                            char*** member_ids_out,
                                                            size_t* member_cnt_out);

#if defined(__GNUC__)
#pragma GCC diagnostic pop
#pragma GCC visibility pop
#endif

#ifdef __cplusplus
}
#endif

#endif /* _RDKAFKA_MOCK_H_ */
