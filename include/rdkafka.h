/*
 * librdkafka's C API as fastka implements it. Programs built against this header run with either
 * library; the declarations are the contract, the text is ours. What this build does not support
 * says so where it is declared and answers so when it is called (compat/SYMBOLS.md has the list).
 *
 * Unless a function says otherwise: calls on a client handle, its topics and its queues may come
 * from any thread at any time; all other objects (confs, lists, headers, requests) belong to one
 * thread at a time. Timeouts are milliseconds, 0 does not wait, -1 waits for ever. Strings are
 * NUL-terminated UTF-8 and are copied. Memory that the application has to free itself comes from
 * malloc: free() and rd_kafka_mem_free() do. An `errstr` of `errstr_size` bytes, where there is
 * one, receives the reason of a failure, cut to fit; it may be NULL.
 *
 * Legacy calls that return -1 or NULL leave the reason in rd_kafka_last_error() and errno, of the
 * calling thread.
 */
#ifndef _RDKAFKA_H_
#define _RDKAFKA_H_

#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/types.h>

/*
 * The API level, 0xMMmmrrpp (pp: ff for a release). Bindings check it when they are built and,
 * through rd_kafka_version(), when they load.
 */
#define RD_KAFKA_VERSION 0x021000ff

/* For declarations of the application's own; this header uses none of them. */
#define RD_EXPORT
#if defined(__GNUC__)
#define RD_UNUSED __attribute__((unused))
#define RD_DEPRECATED __attribute__((deprecated))
#define RD_FORMAT(...) __attribute__((format(__VA_ARGS__)))
#else
#define RD_UNUSED
#define RD_DEPRECATED
#define RD_FORMAT(...)
#endif
#define RD_INLINE inline

/* What the setting `debug` takes, comma-separated. */
#define RD_KAFKA_DEBUG_CONTEXTS                                        \
  "all,generic,broker,topic,metadata,feature,queue,msg,protocol,cgrp," \
  "security,fetch,interceptor,plugin,consumer,admin,eos,mock,assignor,conf"

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#pragma GCC visibility push(default)
/* In C++, rd_kafka_metadata() hides the constructor of the struct of that name. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
#endif

struct addrinfo;

/* ---------------------------------------------------------------------------------------------
 * Enums
 * -------------------------------------------------------------------------------------------- */

/* What a client handle does: rd_kafka_new(). */
typedef enum rd_kafka_type_t { RD_KAFKA_PRODUCER = 0, RD_KAFKA_CONSUMER = 1 } rd_kafka_type_t;

/* Who set a message's timestamp: the topic's message.timestamp.type says it. */
typedef enum rd_kafka_timestamp_type_t {
  RD_KAFKA_TIMESTAMP_NOT_AVAILABLE = 0,  /* the message has none */
  RD_KAFKA_TIMESTAMP_CREATE_TIME = 1,    /* the producer, when it made the message */
  RD_KAFKA_TIMESTAMP_LOG_APPEND_TIME = 2 /* the broker, when it wrote it */
} rd_kafka_timestamp_type_t;

/*
 * Error codes: below zero the client's own, above zero as brokers send them. Codes of brokers
 * that are not in this list are handed out as UNKNOWN, their number in the log.
 */
typedef enum rd_kafka_resp_err_t {
  RD_KAFKA_RESP_ERR__BEGIN = -200, /* below all local codes */
  RD_KAFKA_RESP_ERR__BAD_MSG = -199,
  RD_KAFKA_RESP_ERR__BAD_COMPRESSION = -198,
  RD_KAFKA_RESP_ERR__DESTROY = -197,
  RD_KAFKA_RESP_ERR__FAIL = -196,
  RD_KAFKA_RESP_ERR__TRANSPORT = -195,
  RD_KAFKA_RESP_ERR__CRIT_SYS_RESOURCE = -194,
  RD_KAFKA_RESP_ERR__RESOLVE = -193,
  RD_KAFKA_RESP_ERR__MSG_TIMED_OUT = -192, /* message.timeout.ms passed */
  RD_KAFKA_RESP_ERR__PARTITION_EOF = -191, /* with enable.partition.eof */
  RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION = -190,
  RD_KAFKA_RESP_ERR__FS = -189,
  RD_KAFKA_RESP_ERR__UNKNOWN_TOPIC = -188,
  RD_KAFKA_RESP_ERR__ALL_BROKERS_DOWN = -187,
  RD_KAFKA_RESP_ERR__INVALID_ARG = -186,
  RD_KAFKA_RESP_ERR__TIMED_OUT = -185,
  RD_KAFKA_RESP_ERR__QUEUE_FULL = -184,
  RD_KAFKA_RESP_ERR__ISR_INSUFF = -183,
  RD_KAFKA_RESP_ERR__NODE_UPDATE = -182,
  RD_KAFKA_RESP_ERR__SSL = -181,
  RD_KAFKA_RESP_ERR__WAIT_COORD = -180,
  RD_KAFKA_RESP_ERR__UNKNOWN_GROUP = -179,
  RD_KAFKA_RESP_ERR__IN_PROGRESS = -178,
  RD_KAFKA_RESP_ERR__PREV_IN_PROGRESS = -177,
  RD_KAFKA_RESP_ERR__EXISTING_SUBSCRIPTION = -176,
  RD_KAFKA_RESP_ERR__ASSIGN_PARTITIONS = -175,
  RD_KAFKA_RESP_ERR__REVOKE_PARTITIONS = -174,
  RD_KAFKA_RESP_ERR__CONFLICT = -173,
  RD_KAFKA_RESP_ERR__STATE = -172,
  RD_KAFKA_RESP_ERR__UNKNOWN_PROTOCOL = -171,
  RD_KAFKA_RESP_ERR__NOT_IMPLEMENTED = -170, /* not supported by this client or for its type */
  RD_KAFKA_RESP_ERR__AUTHENTICATION = -169,
  RD_KAFKA_RESP_ERR__NO_OFFSET = -168,
  RD_KAFKA_RESP_ERR__OUTDATED = -167,
  RD_KAFKA_RESP_ERR__TIMED_OUT_QUEUE = -166,
  RD_KAFKA_RESP_ERR__UNSUPPORTED_FEATURE = -165,
  RD_KAFKA_RESP_ERR__WAIT_CACHE = -164,
  RD_KAFKA_RESP_ERR__INTR = -163,
  RD_KAFKA_RESP_ERR__KEY_SERIALIZATION = -162,
  RD_KAFKA_RESP_ERR__VALUE_SERIALIZATION = -161,
  RD_KAFKA_RESP_ERR__KEY_DESERIALIZATION = -160,
  RD_KAFKA_RESP_ERR__VALUE_DESERIALIZATION = -159,
  RD_KAFKA_RESP_ERR__PARTIAL = -158,
  RD_KAFKA_RESP_ERR__READ_ONLY = -157,
  RD_KAFKA_RESP_ERR__NOENT = -156,
  RD_KAFKA_RESP_ERR__UNDERFLOW = -155,
  RD_KAFKA_RESP_ERR__INVALID_TYPE = -154,
  RD_KAFKA_RESP_ERR__RETRY = -153,
  RD_KAFKA_RESP_ERR__PURGE_QUEUE = -152,    /* rd_kafka_purge(), never sent */
  RD_KAFKA_RESP_ERR__PURGE_INFLIGHT = -151, /* rd_kafka_purge(), may have arrived */
  RD_KAFKA_RESP_ERR__FATAL = -150,          /* rd_kafka_fatal_error() has the cause */
  RD_KAFKA_RESP_ERR__INCONSISTENT = -149,
  RD_KAFKA_RESP_ERR__GAPLESS_GUARANTEE = -148,
  RD_KAFKA_RESP_ERR__MAX_POLL_EXCEEDED = -147,
  RD_KAFKA_RESP_ERR__UNKNOWN_BROKER = -146,
  RD_KAFKA_RESP_ERR__NOT_CONFIGURED = -145,
  RD_KAFKA_RESP_ERR__FENCED = -144,
  RD_KAFKA_RESP_ERR__APPLICATION = -143,
  RD_KAFKA_RESP_ERR__ASSIGNMENT_LOST = -142,
  RD_KAFKA_RESP_ERR__NOOP = -141,
  RD_KAFKA_RESP_ERR__AUTO_OFFSET_RESET = -140,
  RD_KAFKA_RESP_ERR__LOG_TRUNCATION = -139,
  RD_KAFKA_RESP_ERR__INVALID_DIFFERENT_RECORD = -138,
  RD_KAFKA_RESP_ERR__DESTROY_BROKER = -137,
  RD_KAFKA_RESP_ERR__END = -100, /* above all local codes */
  RD_KAFKA_RESP_ERR_UNKNOWN = -1,
  RD_KAFKA_RESP_ERR_NO_ERROR = 0,
  RD_KAFKA_RESP_ERR_OFFSET_OUT_OF_RANGE = 1,
  RD_KAFKA_RESP_ERR_INVALID_MSG = 2,
  RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART = 3,
  RD_KAFKA_RESP_ERR_INVALID_MSG_SIZE = 4,
  RD_KAFKA_RESP_ERR_LEADER_NOT_AVAILABLE = 5,
  RD_KAFKA_RESP_ERR_NOT_LEADER_FOR_PARTITION = 6,
  RD_KAFKA_RESP_ERR_REQUEST_TIMED_OUT = 7,
  RD_KAFKA_RESP_ERR_BROKER_NOT_AVAILABLE = 8,
  RD_KAFKA_RESP_ERR_REPLICA_NOT_AVAILABLE = 9,
  RD_KAFKA_RESP_ERR_MSG_SIZE_TOO_LARGE = 10,
  RD_KAFKA_RESP_ERR_STALE_CTRL_EPOCH = 11,
  RD_KAFKA_RESP_ERR_OFFSET_METADATA_TOO_LARGE = 12,
  RD_KAFKA_RESP_ERR_NETWORK_EXCEPTION = 13,
  RD_KAFKA_RESP_ERR_COORDINATOR_LOAD_IN_PROGRESS = 14,
  RD_KAFKA_RESP_ERR_COORDINATOR_NOT_AVAILABLE = 15,
  RD_KAFKA_RESP_ERR_NOT_COORDINATOR = 16,
  RD_KAFKA_RESP_ERR_TOPIC_EXCEPTION = 17,
  RD_KAFKA_RESP_ERR_RECORD_LIST_TOO_LARGE = 18,
  RD_KAFKA_RESP_ERR_NOT_ENOUGH_REPLICAS = 19,
  RD_KAFKA_RESP_ERR_NOT_ENOUGH_REPLICAS_AFTER_APPEND = 20,
  RD_KAFKA_RESP_ERR_INVALID_REQUIRED_ACKS = 21,
  RD_KAFKA_RESP_ERR_ILLEGAL_GENERATION = 22,
  RD_KAFKA_RESP_ERR_INCONSISTENT_GROUP_PROTOCOL = 23,
  RD_KAFKA_RESP_ERR_INVALID_GROUP_ID = 24,
  RD_KAFKA_RESP_ERR_UNKNOWN_MEMBER_ID = 25,
  RD_KAFKA_RESP_ERR_INVALID_SESSION_TIMEOUT = 26,
  RD_KAFKA_RESP_ERR_REBALANCE_IN_PROGRESS = 27,
  RD_KAFKA_RESP_ERR_INVALID_COMMIT_OFFSET_SIZE = 28,
  RD_KAFKA_RESP_ERR_TOPIC_AUTHORIZATION_FAILED = 29,
  RD_KAFKA_RESP_ERR_GROUP_AUTHORIZATION_FAILED = 30,
  RD_KAFKA_RESP_ERR_CLUSTER_AUTHORIZATION_FAILED = 31,
  RD_KAFKA_RESP_ERR_INVALID_TIMESTAMP = 32,
  RD_KAFKA_RESP_ERR_UNSUPPORTED_SASL_MECHANISM = 33,
  RD_KAFKA_RESP_ERR_ILLEGAL_SASL_STATE = 34,
  RD_KAFKA_RESP_ERR_UNSUPPORTED_VERSION = 35,
  RD_KAFKA_RESP_ERR_TOPIC_ALREADY_EXISTS = 36,
  RD_KAFKA_RESP_ERR_INVALID_PARTITIONS = 37,
  RD_KAFKA_RESP_ERR_INVALID_REPLICATION_FACTOR = 38,
  RD_KAFKA_RESP_ERR_INVALID_REPLICA_ASSIGNMENT = 39,
  RD_KAFKA_RESP_ERR_INVALID_CONFIG = 40,
  RD_KAFKA_RESP_ERR_NOT_CONTROLLER = 41,
  RD_KAFKA_RESP_ERR_INVALID_REQUEST = 42,
  RD_KAFKA_RESP_ERR_UNSUPPORTED_FOR_MESSAGE_FORMAT = 43,
  RD_KAFKA_RESP_ERR_POLICY_VIOLATION = 44,
  RD_KAFKA_RESP_ERR_OUT_OF_ORDER_SEQUENCE_NUMBER = 45,
  RD_KAFKA_RESP_ERR_DUPLICATE_SEQUENCE_NUMBER = 46,
  RD_KAFKA_RESP_ERR_INVALID_PRODUCER_EPOCH = 47,
  RD_KAFKA_RESP_ERR_INVALID_TXN_STATE = 48,
  RD_KAFKA_RESP_ERR_INVALID_PRODUCER_ID_MAPPING = 49,
  RD_KAFKA_RESP_ERR_INVALID_TRANSACTION_TIMEOUT = 50,
  RD_KAFKA_RESP_ERR_CONCURRENT_TRANSACTIONS = 51,
  RD_KAFKA_RESP_ERR_TRANSACTION_COORDINATOR_FENCED = 52,
  RD_KAFKA_RESP_ERR_TRANSACTIONAL_ID_AUTHORIZATION_FAILED = 53,
  RD_KAFKA_RESP_ERR_SECURITY_DISABLED = 54,
  RD_KAFKA_RESP_ERR_OPERATION_NOT_ATTEMPTED = 55,
  RD_KAFKA_RESP_ERR_KAFKA_STORAGE_ERROR = 56,
  RD_KAFKA_RESP_ERR_LOG_DIR_NOT_FOUND = 57,
  RD_KAFKA_RESP_ERR_SASL_AUTHENTICATION_FAILED = 58,
  RD_KAFKA_RESP_ERR_UNKNOWN_PRODUCER_ID = 59,
  RD_KAFKA_RESP_ERR_REASSIGNMENT_IN_PROGRESS = 60,
  RD_KAFKA_RESP_ERR_DELEGATION_TOKEN_AUTH_DISABLED = 61,
  RD_KAFKA_RESP_ERR_DELEGATION_TOKEN_NOT_FOUND = 62,
  RD_KAFKA_RESP_ERR_DELEGATION_TOKEN_OWNER_MISMATCH = 63,
  RD_KAFKA_RESP_ERR_DELEGATION_TOKEN_REQUEST_NOT_ALLOWED = 64,
  RD_KAFKA_RESP_ERR_DELEGATION_TOKEN_AUTHORIZATION_FAILED = 65,
  RD_KAFKA_RESP_ERR_DELEGATION_TOKEN_EXPIRED = 66,
  RD_KAFKA_RESP_ERR_INVALID_PRINCIPAL_TYPE = 67,
  RD_KAFKA_RESP_ERR_NON_EMPTY_GROUP = 68,
  RD_KAFKA_RESP_ERR_GROUP_ID_NOT_FOUND = 69,
  RD_KAFKA_RESP_ERR_FETCH_SESSION_ID_NOT_FOUND = 70,
  RD_KAFKA_RESP_ERR_INVALID_FETCH_SESSION_EPOCH = 71,
  RD_KAFKA_RESP_ERR_LISTENER_NOT_FOUND = 72,
  RD_KAFKA_RESP_ERR_TOPIC_DELETION_DISABLED = 73,
  RD_KAFKA_RESP_ERR_FENCED_LEADER_EPOCH = 74,
  RD_KAFKA_RESP_ERR_UNKNOWN_LEADER_EPOCH = 75,
  RD_KAFKA_RESP_ERR_UNSUPPORTED_COMPRESSION_TYPE = 76,
  RD_KAFKA_RESP_ERR_STALE_BROKER_EPOCH = 77,
  RD_KAFKA_RESP_ERR_OFFSET_NOT_AVAILABLE = 78,
  RD_KAFKA_RESP_ERR_MEMBER_ID_REQUIRED = 79,
  RD_KAFKA_RESP_ERR_PREFERRED_LEADER_NOT_AVAILABLE = 80,
  RD_KAFKA_RESP_ERR_GROUP_MAX_SIZE_REACHED = 81,
  RD_KAFKA_RESP_ERR_FENCED_INSTANCE_ID = 82,
  RD_KAFKA_RESP_ERR_ELIGIBLE_LEADERS_NOT_AVAILABLE = 83,
  RD_KAFKA_RESP_ERR_ELECTION_NOT_NEEDED = 84,
  RD_KAFKA_RESP_ERR_NO_REASSIGNMENT_IN_PROGRESS = 85,
  RD_KAFKA_RESP_ERR_GROUP_SUBSCRIBED_TO_TOPIC = 86,
  RD_KAFKA_RESP_ERR_INVALID_RECORD = 87,
  RD_KAFKA_RESP_ERR_UNSTABLE_OFFSET_COMMIT = 88,
  RD_KAFKA_RESP_ERR_THROTTLING_QUOTA_EXCEEDED = 89,
  RD_KAFKA_RESP_ERR_PRODUCER_FENCED = 90,
  RD_KAFKA_RESP_ERR_RESOURCE_NOT_FOUND = 91,
  RD_KAFKA_RESP_ERR_DUPLICATE_RESOURCE = 92,
  RD_KAFKA_RESP_ERR_UNACCEPTABLE_CREDENTIAL = 93,
  RD_KAFKA_RESP_ERR_INCONSISTENT_VOTER_SET = 94,
  RD_KAFKA_RESP_ERR_INVALID_UPDATE_VERSION = 95,
  RD_KAFKA_RESP_ERR_FEATURE_UPDATE_FAILED = 96,
  RD_KAFKA_RESP_ERR_PRINCIPAL_DESERIALIZATION_FAILURE = 97,
  RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_ID = 100,
  RD_KAFKA_RESP_ERR_INCONSISTENT_TOPIC_ID = 103,
  RD_KAFKA_RESP_ERR_FENCED_MEMBER_EPOCH = 110,
  RD_KAFKA_RESP_ERR_UNRELEASED_INSTANCE_ID = 111,
  RD_KAFKA_RESP_ERR_UNSUPPORTED_ASSIGNOR = 112,
  RD_KAFKA_RESP_ERR_STALE_MEMBER_EPOCH = 113,
  RD_KAFKA_RESP_ERR_MISMATCHED_ENDPOINT_TYPE = 114,
  RD_KAFKA_RESP_ERR_UNSUPPORTED_ENDPOINT_TYPE = 115,
  RD_KAFKA_RESP_ERR_UNKNOWN_CONTROLLER_ID = 116,
  RD_KAFKA_RESP_ERR_UNKNOWN_SUBSCRIPTION_ID = 117,
  RD_KAFKA_RESP_ERR_TELEMETRY_TOO_LARGE = 118,
  RD_KAFKA_RESP_ERR_INVALID_REGISTRATION = 119,
  RD_KAFKA_RESP_ERR_TRANSACTION_ABORTABLE = 120,
  RD_KAFKA_RESP_ERR_INVALID_RECORD_STATE = 121,
  RD_KAFKA_RESP_ERR_SHARE_SESSION_NOT_FOUND = 122,
  RD_KAFKA_RESP_ERR_INVALID_SHARE_SESSION_EPOCH = 123,
  RD_KAFKA_RESP_ERR_FENCED_STATE_EPOCH = 124,
  RD_KAFKA_RESP_ERR_INVALID_VOTER_KEY = 125,
  RD_KAFKA_RESP_ERR_DUPLICATE_VOTER = 126,
  RD_KAFKA_RESP_ERR_VOTER_NOT_FOUND = 127,
  RD_KAFKA_RESP_ERR_INVALID_REGULAR_EXPRESSION = 128,
  RD_KAFKA_RESP_ERR_REBOOTSTRAP_REQUIRED = 129,
  RD_KAFKA_RESP_ERR_STREAMS_INVALID_TOPOLOGY = 130,
  RD_KAFKA_RESP_ERR_STREAMS_INVALID_TOPOLOGY_EPOCH = 131,
  RD_KAFKA_RESP_ERR_STREAMS_TOPOLOGY_FENCED = 132,
  RD_KAFKA_RESP_ERR_SHARE_SESSION_LIMIT_REACHED = 133,
  RD_KAFKA_RESP_ERR_END_ALL = 134 /* above all codes; grows with releases */
} rd_kafka_resp_err_t;

/*
 * Tags of rd_kafka_producev()'s arguments; use the RD_KAFKA_V_ macros, which put tag and values
 * together with their types.
 */
typedef enum rd_kafka_vtype_t {
  RD_KAFKA_VTYPE_END = 0,
  RD_KAFKA_VTYPE_TOPIC = 1,
  RD_KAFKA_VTYPE_RKT = 2,
  RD_KAFKA_VTYPE_PARTITION = 3,
  RD_KAFKA_VTYPE_VALUE = 4,
  RD_KAFKA_VTYPE_KEY = 5,
  RD_KAFKA_VTYPE_OPAQUE = 6,
  RD_KAFKA_VTYPE_MSGFLAGS = 7,
  RD_KAFKA_VTYPE_TIMESTAMP = 8,
  RD_KAFKA_VTYPE_HEADER = 9,
  RD_KAFKA_VTYPE_HEADERS = 10
} rd_kafka_vtype_t;

/* What is known of a produced message's fate: rd_kafka_message_status(). */
typedef enum rd_kafka_msg_status_t {
  RD_KAFKA_MSG_STATUS_NOT_PERSISTED =
      0, /* never sent, or rejected for certain: producing it again makes no duplicate */
  RD_KAFKA_MSG_STATUS_POSSIBLY_PERSISTED = 1, /* sent, the outcome is unknown */
  RD_KAFKA_MSG_STATUS_PERSISTED = 2           /* acknowledged by the broker */
} rd_kafka_msg_status_t;

/* What the conf setters answer. */
typedef enum rd_kafka_conf_res_t {
  RD_KAFKA_CONF_UNKNOWN = -2, /* no such setting in librdkafka 2.16.0 either */
  RD_KAFKA_CONF_INVALID =
      -1, /* known, but not with this value or not in this build: errstr says why */
  RD_KAFKA_CONF_OK = 0
} rd_kafka_conf_res_t;

/* For rd_kafka_conf_set_ssl_cert(). */
typedef enum rd_kafka_cert_type_t {
  RD_KAFKA_CERT_PUBLIC_KEY = 0,
  RD_KAFKA_CERT_PRIVATE_KEY = 1,
  RD_KAFKA_CERT_CA = 2,
  RD_KAFKA_CERT__CNT = 3
} rd_kafka_cert_type_t;

/* For rd_kafka_conf_set_ssl_cert(). */
typedef enum rd_kafka_cert_enc_t {
  RD_KAFKA_CERT_ENC_PKCS12 = 0,
  RD_KAFKA_CERT_ENC_DER = 1,
  RD_KAFKA_CERT_ENC_PEM = 2,
  RD_KAFKA_CERT_ENC__CNT = 3
} rd_kafka_cert_enc_t;

/* For share consumers (KIP-932), which are not supported. */
typedef enum rd_kafka_share_AcknowledgeType_t {
  RD_KAFKA_SHARE_ACKNOWLEDGE_TYPE_ACCEPT = 1,
  RD_KAFKA_SHARE_ACKNOWLEDGE_TYPE_RELEASE = 2,
  RD_KAFKA_SHARE_ACKNOWLEDGE_TYPE_REJECT = 3
} rd_kafka_share_AcknowledgeType_t;

/* States of a consumer group, as brokers name them. */
typedef enum rd_kafka_consumer_group_state_t {
  RD_KAFKA_CONSUMER_GROUP_STATE_UNKNOWN = 0,
  RD_KAFKA_CONSUMER_GROUP_STATE_PREPARING_REBALANCE = 1,
  RD_KAFKA_CONSUMER_GROUP_STATE_COMPLETING_REBALANCE = 2,
  RD_KAFKA_CONSUMER_GROUP_STATE_STABLE = 3,
  RD_KAFKA_CONSUMER_GROUP_STATE_DEAD = 4,
  RD_KAFKA_CONSUMER_GROUP_STATE_EMPTY = 5,
  RD_KAFKA_CONSUMER_GROUP_STATE__CNT = 6
} rd_kafka_consumer_group_state_t;

/* Which protocol a group uses: the classic one, or KIP-848's. */
typedef enum rd_kafka_consumer_group_type_t {
  RD_KAFKA_CONSUMER_GROUP_TYPE_UNKNOWN = 0,
  RD_KAFKA_CONSUMER_GROUP_TYPE_CONSUMER = 1,
  RD_KAFKA_CONSUMER_GROUP_TYPE_CLASSIC = 2,
  RD_KAFKA_CONSUMER_GROUP_TYPE__CNT = 3
} rd_kafka_consumer_group_type_t;

/* For interceptors, which are not supported. */
typedef enum rd_kafka_thread_type_t {
  RD_KAFKA_THREAD_MAIN = 0,
  RD_KAFKA_THREAD_BACKGROUND = 1,
  RD_KAFKA_THREAD_BROKER = 2
} rd_kafka_thread_type_t;

/* Which call a rd_kafka_AdminOptions_t is for. */
typedef enum rd_kafka_admin_op_t {
  RD_KAFKA_ADMIN_OP_ANY = 0,
  RD_KAFKA_ADMIN_OP_CREATETOPICS = 1,
  RD_KAFKA_ADMIN_OP_DELETETOPICS = 2,
  RD_KAFKA_ADMIN_OP_CREATEPARTITIONS = 3,
  RD_KAFKA_ADMIN_OP_ALTERCONFIGS = 4,
  RD_KAFKA_ADMIN_OP_DESCRIBECONFIGS = 5,
  RD_KAFKA_ADMIN_OP_DELETERECORDS = 6,
  RD_KAFKA_ADMIN_OP_DELETEGROUPS = 7,
  RD_KAFKA_ADMIN_OP_DELETECONSUMERGROUPOFFSETS = 8,
  RD_KAFKA_ADMIN_OP_CREATEACLS = 9,
  RD_KAFKA_ADMIN_OP_DESCRIBEACLS = 10,
  RD_KAFKA_ADMIN_OP_DELETEACLS = 11,
  RD_KAFKA_ADMIN_OP_LISTCONSUMERGROUPS = 12,
  RD_KAFKA_ADMIN_OP_DESCRIBECONSUMERGROUPS = 13,
  RD_KAFKA_ADMIN_OP_LISTCONSUMERGROUPOFFSETS = 14,
  RD_KAFKA_ADMIN_OP_ALTERCONSUMERGROUPOFFSETS = 15,
  RD_KAFKA_ADMIN_OP_INCREMENTALALTERCONFIGS = 16,
  RD_KAFKA_ADMIN_OP_DESCRIBEUSERSCRAMCREDENTIALS = 17,
  RD_KAFKA_ADMIN_OP_ALTERUSERSCRAMCREDENTIALS = 18,
  RD_KAFKA_ADMIN_OP_DESCRIBETOPICS = 19,
  RD_KAFKA_ADMIN_OP_DESCRIBECLUSTER = 20,
  RD_KAFKA_ADMIN_OP_LISTOFFSETS = 21,
  RD_KAFKA_ADMIN_OP_ELECTLEADERS = 22,
  RD_KAFKA_ADMIN_OP__CNT = 23
} rd_kafka_admin_op_t;

/* Whether records of open transactions count. */
typedef enum rd_kafka_IsolationLevel_t {
  RD_KAFKA_ISOLATION_LEVEL_READ_UNCOMMITTED = 0,
  RD_KAFKA_ISOLATION_LEVEL_READ_COMMITTED = 1
} rd_kafka_IsolationLevel_t;

/* What an access rule allows or denies. */
typedef enum rd_kafka_AclOperation_t {
  RD_KAFKA_ACL_OPERATION_UNKNOWN = 0,
  RD_KAFKA_ACL_OPERATION_ANY = 1,
  RD_KAFKA_ACL_OPERATION_ALL = 2,
  RD_KAFKA_ACL_OPERATION_READ = 3,
  RD_KAFKA_ACL_OPERATION_WRITE = 4,
  RD_KAFKA_ACL_OPERATION_CREATE = 5,
  RD_KAFKA_ACL_OPERATION_DELETE = 6,
  RD_KAFKA_ACL_OPERATION_ALTER = 7,
  RD_KAFKA_ACL_OPERATION_DESCRIBE = 8,
  RD_KAFKA_ACL_OPERATION_CLUSTER_ACTION = 9,
  RD_KAFKA_ACL_OPERATION_DESCRIBE_CONFIGS = 10,
  RD_KAFKA_ACL_OPERATION_ALTER_CONFIGS = 11,
  RD_KAFKA_ACL_OPERATION_IDEMPOTENT_WRITE = 12,
  RD_KAFKA_ACL_OPERATION__CNT = 13
} rd_kafka_AclOperation_t;

/* Where the value of a broker's or topic's setting comes from. */
typedef enum rd_kafka_ConfigSource_t {
  RD_KAFKA_CONFIG_SOURCE_UNKNOWN_CONFIG = 0,
  RD_KAFKA_CONFIG_SOURCE_DYNAMIC_TOPIC_CONFIG = 1,
  RD_KAFKA_CONFIG_SOURCE_DYNAMIC_BROKER_CONFIG = 2,
  RD_KAFKA_CONFIG_SOURCE_DYNAMIC_DEFAULT_BROKER_CONFIG = 3,
  RD_KAFKA_CONFIG_SOURCE_STATIC_BROKER_CONFIG = 4,
  RD_KAFKA_CONFIG_SOURCE_DEFAULT_CONFIG = 5,
  RD_KAFKA_CONFIG_SOURCE_GROUP_CONFIG = 8,
  RD_KAFKA_CONFIG_SOURCE__CNT = 9
} rd_kafka_ConfigSource_t;

/* What a setting or an access rule is about. */
typedef enum rd_kafka_ResourceType_t {
  RD_KAFKA_RESOURCE_UNKNOWN = 0,
  RD_KAFKA_RESOURCE_ANY = 1,
  RD_KAFKA_RESOURCE_TOPIC = 2,
  RD_KAFKA_RESOURCE_GROUP = 3,
  RD_KAFKA_RESOURCE_BROKER = 4,
  RD_KAFKA_RESOURCE_TRANSACTIONAL_ID = 5,
  RD_KAFKA_RESOURCE__CNT = 6
} rd_kafka_ResourceType_t;

/* How an access rule's name matches resources. */
typedef enum rd_kafka_ResourcePatternType_t {
  RD_KAFKA_RESOURCE_PATTERN_UNKNOWN = 0,
  RD_KAFKA_RESOURCE_PATTERN_ANY = 1,
  RD_KAFKA_RESOURCE_PATTERN_MATCH = 2,
  RD_KAFKA_RESOURCE_PATTERN_LITERAL = 3,
  RD_KAFKA_RESOURCE_PATTERN_PREFIXED = 4,
  RD_KAFKA_RESOURCE_PATTERN_TYPE__CNT = 5
} rd_kafka_ResourcePatternType_t;

/* What to do with a setting: KIP-339. */
typedef enum rd_kafka_AlterConfigOpType_t {
  RD_KAFKA_ALTER_CONFIG_OP_TYPE_SET = 0,
  RD_KAFKA_ALTER_CONFIG_OP_TYPE_DELETE = 1,
  RD_KAFKA_ALTER_CONFIG_OP_TYPE_APPEND = 2,
  RD_KAFKA_ALTER_CONFIG_OP_TYPE_SUBTRACT = 3,
  RD_KAFKA_ALTER_CONFIG_OP_TYPE__CNT = 4
} rd_kafka_AlterConfigOpType_t;

/* Offsets to ask for by meaning rather than number. */
typedef enum rd_kafka_OffsetSpec_t {
  RD_KAFKA_OFFSET_SPEC_MAX_TIMESTAMP = -3,
  RD_KAFKA_OFFSET_SPEC_EARLIEST = -2,
  RD_KAFKA_OFFSET_SPEC_LATEST = -1
} rd_kafka_OffsetSpec_t;

/* SCRAM's hash functions. */
typedef enum rd_kafka_ScramMechanism_t {
  RD_KAFKA_SCRAM_MECHANISM_UNKNOWN = 0,
  RD_KAFKA_SCRAM_MECHANISM_SHA_256 = 1,
  RD_KAFKA_SCRAM_MECHANISM_SHA_512 = 2,
  RD_KAFKA_SCRAM_MECHANISM__CNT = 3
} rd_kafka_ScramMechanism_t;

/* Whether an access rule allows or denies. */
typedef enum rd_kafka_AclPermissionType_t {
  RD_KAFKA_ACL_PERMISSION_TYPE_UNKNOWN = 0,
  RD_KAFKA_ACL_PERMISSION_TYPE_ANY = 1,
  RD_KAFKA_ACL_PERMISSION_TYPE_DENY = 2,
  RD_KAFKA_ACL_PERMISSION_TYPE_ALLOW = 3,
  RD_KAFKA_ACL_PERMISSION_TYPE__CNT = 4
} rd_kafka_AclPermissionType_t;

/* Which leader to elect: KIP-460. */
typedef enum rd_kafka_ElectionType_t {
  RD_KAFKA_ELECTION_TYPE_PREFERRED = 0,
  RD_KAFKA_ELECTION_TYPE_UNCLEAN = 1
} rd_kafka_ElectionType_t;

/* The names that Kafka gave some codes later. */
#define RD_KAFKA_RESP_ERR_NOT_LEADER_OR_FOLLOWER RD_KAFKA_RESP_ERR_NOT_LEADER_FOR_PARTITION
#define RD_KAFKA_RESP_ERR_GROUP_LOAD_IN_PROGRESS RD_KAFKA_RESP_ERR_COORDINATOR_LOAD_IN_PROGRESS
#define RD_KAFKA_RESP_ERR_GROUP_COORDINATOR_NOT_AVAILABLE \
  RD_KAFKA_RESP_ERR_COORDINATOR_NOT_AVAILABLE
#define RD_KAFKA_RESP_ERR_NOT_COORDINATOR_FOR_GROUP RD_KAFKA_RESP_ERR_NOT_COORDINATOR

/* ---------------------------------------------------------------------------------------------
 * Opaque types
 * -------------------------------------------------------------------------------------------- */

/* A client: a producer or a consumer. */
typedef struct rd_kafka_s rd_kafka_t;
/* A topic of one client; counted references. */
typedef struct rd_kafka_topic_s rd_kafka_topic_t;
/* Settings and callbacks of a client to be. */
typedef struct rd_kafka_conf_s rd_kafka_conf_t;
/* Settings and callbacks of a topic. */
typedef struct rd_kafka_topic_conf_s rd_kafka_topic_conf_t;
/* What waits for the application; counted references. */
typedef struct rd_kafka_queue_s rd_kafka_queue_t;
/* One thing out of a queue. */
typedef struct rd_kafka_op_s rd_kafka_event_t;
typedef struct rd_kafka_topic_result_s rd_kafka_topic_result_t;
typedef struct rd_kafka_consumer_group_metadata_s rd_kafka_consumer_group_metadata_t;
/* An error with a text and advice. */
typedef struct rd_kafka_error_s rd_kafka_error_t;
/* The headers of a record. */
typedef struct rd_kafka_headers_s rd_kafka_headers_t;
typedef struct rd_kafka_group_result_s rd_kafka_group_result_t;
typedef struct rd_kafka_acl_result_s rd_kafka_acl_result_t;
/* 128 bits, a topic's id for instance. */
typedef struct rd_kafka_Uuid_s rd_kafka_Uuid_t;
typedef struct rd_kafka_topic_partition_result_s rd_kafka_topic_partition_result_t;
typedef struct rd_kafka_share_s rd_kafka_share_t;
typedef struct rd_kafka_messages_s rd_kafka_messages_t;
typedef struct rd_kafka_share_partition_offsets_s rd_kafka_share_partition_offsets_t;
typedef struct rd_kafka_share_partition_offsets_list_s rd_kafka_share_partition_offsets_list_t;
typedef struct rd_kafka_Node_s rd_kafka_Node_t;
typedef struct rd_kafka_AdminOptions_s rd_kafka_AdminOptions_t;
typedef struct rd_kafka_NewTopic_s rd_kafka_NewTopic_t;
typedef struct rd_kafka_DeleteTopic_s rd_kafka_DeleteTopic_t;
typedef struct rd_kafka_NewPartitions_s rd_kafka_NewPartitions_t;
typedef struct rd_kafka_ConfigEntry_s rd_kafka_ConfigEntry_t;
typedef struct rd_kafka_ConfigResource_s rd_kafka_ConfigResource_t;
typedef struct rd_kafka_DeleteRecords_s rd_kafka_DeleteRecords_t;
typedef struct rd_kafka_TopicCollection_s rd_kafka_TopicCollection_t;
typedef struct rd_kafka_TopicPartitionInfo_s rd_kafka_TopicPartitionInfo_t;
typedef struct rd_kafka_TopicDescription_s rd_kafka_TopicDescription_t;
typedef struct rd_kafka_ConsumerGroupListing_s rd_kafka_ConsumerGroupListing_t;
typedef struct rd_kafka_ListConsumerGroupsResult_s rd_kafka_ListConsumerGroupsResult_t;
typedef struct rd_kafka_ConsumerGroupDescription_s rd_kafka_ConsumerGroupDescription_t;
typedef struct rd_kafka_MemberDescription_s rd_kafka_MemberDescription_t;
typedef struct rd_kafka_MemberAssignment_s rd_kafka_MemberAssignment_t;
typedef struct rd_kafka_DeleteGroup_s rd_kafka_DeleteGroup_t;
typedef struct rd_kafka_ListConsumerGroupOffsets_s rd_kafka_ListConsumerGroupOffsets_t;
typedef struct rd_kafka_AlterConsumerGroupOffsets_s rd_kafka_AlterConsumerGroupOffsets_t;
typedef struct rd_kafka_DeleteConsumerGroupOffsets_s rd_kafka_DeleteConsumerGroupOffsets_t;
typedef struct rd_kafka_ListOffsetsResultInfo_s rd_kafka_ListOffsetsResultInfo_t;
typedef struct rd_kafka_ScramCredentialInfo_s rd_kafka_ScramCredentialInfo_t;
typedef struct rd_kafka_UserScramCredentialsDescription_s
    rd_kafka_UserScramCredentialsDescription_t;
typedef struct rd_kafka_UserScramCredentialAlteration_s rd_kafka_UserScramCredentialAlteration_t;
typedef struct rd_kafka_AlterUserScramCredentials_result_response_s
    rd_kafka_AlterUserScramCredentials_result_response_t;
typedef struct rd_kafka_AclBinding_s rd_kafka_AclBinding_t;
typedef struct rd_kafka_DeleteAcls_result_response_s rd_kafka_DeleteAcls_result_response_t;
typedef struct rd_kafka_ElectLeaders_s rd_kafka_ElectLeaders_t;

/*
 * Results of administration calls are the events themselves: rd_kafka_event_X_result() checks the
 * type and gives the same pointer back.
 */
typedef int rd_kafka_event_type_t;
typedef rd_kafka_event_t rd_kafka_CreateTopics_result_t;
typedef rd_kafka_event_t rd_kafka_DeleteTopics_result_t;
typedef rd_kafka_event_t rd_kafka_CreateAcls_result_t;
typedef rd_kafka_event_t rd_kafka_DescribeAcls_result_t;
typedef rd_kafka_event_t rd_kafka_DeleteAcls_result_t;
typedef rd_kafka_event_t rd_kafka_CreatePartitions_result_t;
typedef rd_kafka_event_t rd_kafka_AlterConfigs_result_t;
typedef rd_kafka_event_t rd_kafka_IncrementalAlterConfigs_result_t;
typedef rd_kafka_event_t rd_kafka_DescribeConfigs_result_t;
typedef rd_kafka_event_t rd_kafka_DeleteRecords_result_t;
typedef rd_kafka_event_t rd_kafka_ListConsumerGroups_result_t;
typedef rd_kafka_event_t rd_kafka_DescribeConsumerGroups_result_t;
typedef rd_kafka_event_t rd_kafka_DeleteGroups_result_t;
typedef rd_kafka_event_t rd_kafka_DeleteConsumerGroupOffsets_result_t;
typedef rd_kafka_event_t rd_kafka_AlterConsumerGroupOffsets_result_t;
typedef rd_kafka_event_t rd_kafka_ListConsumerGroupOffsets_result_t;
typedef rd_kafka_event_t rd_kafka_DescribeTopics_result_t;
typedef rd_kafka_event_t rd_kafka_DescribeCluster_result_t;
typedef rd_kafka_event_t rd_kafka_DescribeUserScramCredentials_result_t;
typedef rd_kafka_event_t rd_kafka_AlterUserScramCredentials_result_t;
typedef rd_kafka_event_t rd_kafka_ListOffsets_result_t;
typedef rd_kafka_event_t rd_kafka_ElectLeaders_result_t;
typedef rd_kafka_AclBinding_t rd_kafka_AclBindingFilter_t;

/* ---------------------------------------------------------------------------------------------
 * Structs with public fields; their layout is part of the ABI
 * -------------------------------------------------------------------------------------------- */

/* One row of rd_kafka_get_err_descs(). */
struct rd_kafka_err_desc {
  rd_kafka_resp_err_t code;
  const char* name;
  const char* desc;
};

/*
 * One partition in a list. The application may read and write every field but `_private`.
 * `topic`, `metadata` and `_private` belong to the list; `metadata` that the application sets
 * must come from malloc. What `offset` and `err` mean depends on the call that the list is for.
 */
typedef struct rd_kafka_topic_partition_s {
  char* topic;
  int32_t partition;
  int64_t offset;
  void* metadata;
  size_t metadata_size;
  void* opaque;
  rd_kafka_resp_err_t err;
  void* _private;
} rd_kafka_topic_partition_t;

/*
 * A growing array of partitions: `cnt` of them in `elems`, room for `size`. Make it with
 * rd_kafka_topic_partition_list_new() and add with rd_kafka_topic_partition_list_add(); elements
 * may be re-ordered in place.
 */
typedef struct rd_kafka_topic_partition_list_s {
  int cnt;
  int size;
  rd_kafka_topic_partition_t* elems;
} rd_kafka_topic_partition_list_t;

/*
 * One argument of rd_kafka_produceva(): the tag and the member of `u` that goes with it: TOPIC
 * cstr, RKT rkt, PARTITION i32, VALUE and KEY mem, OPAQUE ptr, MSGFLAGS i, TIMESTAMP i64, HEADER
 * header, HEADERS headers.
 */
typedef struct rd_kafka_vu_s {
  rd_kafka_vtype_t vtype;
  union {
    const char* cstr;
    rd_kafka_topic_t* rkt;
    int i;
    int32_t i32;
    int64_t i64;
    struct {
      void* ptr;
      size_t size;
    } mem;
    struct {
      const char* name;
      const void* val;
      ssize_t size;
    } header;
    rd_kafka_headers_t* headers;
    void* ptr;
    char _pad[64];
  } u;
} rd_kafka_vu_t;

/*
 * A message. Consumed: err 0 and the record's fields; a NULL payload or key is a null one, an
 * empty one is not NULL. With err set it is an event instead: `payload` holds a text of `len`
 * bytes, `rkt` may be NULL; for RD_KAFKA_RESP_ERR__PARTITION_EOF `offset` is where the next
 * message will be. In a delivery report: what was produced, with the partition and offset it got,
 * or err, and the message's opaque in `_private`. For rd_kafka_produce_batch(): what to produce,
 * err is the result. Always made by the library but for that last use; the rd_kafka_message_
 * functions need more than these fields.
 */
typedef struct rd_kafka_message_s {
  rd_kafka_resp_err_t err;
  rd_kafka_topic_t* rkt;
  int32_t partition;
  void* payload;
  size_t len;
  void* key;
  size_t key_len;
  int64_t offset;
  void* _private;
} rd_kafka_message_t;

/* A broker in rd_kafka_metadata_t. */
typedef struct rd_kafka_metadata_broker {
  int32_t id;
  char* host;
  int port;
} rd_kafka_metadata_broker_t;

/* A partition: the brokers that lead it (-1: none), hold it, and are in sync. */
typedef struct rd_kafka_metadata_partition {
  int32_t id;
  rd_kafka_resp_err_t err;
  int32_t leader;
  int replica_cnt;
  int32_t* replicas;
  int isr_cnt;
  int32_t* isrs;
} rd_kafka_metadata_partition_t;

/* A topic and its partitions, or err. */
typedef struct rd_kafka_metadata_topic {
  char* topic;
  int partition_cnt;
  struct rd_kafka_metadata_partition* partitions;
  rd_kafka_resp_err_t err;
} rd_kafka_metadata_topic_t;

/*
 * The cluster as one broker described it, `orig_broker_id` (-1 when it was a bootstrap
 * connection) and `orig_broker_name` saying which. One block of memory.
 */
typedef struct rd_kafka_metadata {
  int broker_cnt;
  struct rd_kafka_metadata_broker* brokers;
  int topic_cnt;
  struct rd_kafka_metadata_topic* topics;
  int32_t orig_broker_id;
  char* orig_broker_name;
} rd_kafka_metadata_t;

/* For rd_kafka_list_groups(), which is not supported. */
struct rd_kafka_group_member_info {
  char* member_id;
  char* client_id;
  char* client_host;
  void* member_metadata;
  int member_metadata_size;
  void* member_assignment;
  int member_assignment_size;
};

/* For rd_kafka_list_groups(), which is not supported. */
struct rd_kafka_group_info {
  struct rd_kafka_metadata_broker broker;
  char* group;
  rd_kafka_resp_err_t err;
  char* state;
  char* protocol_type;
  char* protocol;
  struct rd_kafka_group_member_info* members;
  int member_cnt;
};

/* For rd_kafka_list_groups(), which is not supported. */
struct rd_kafka_group_list {
  struct rd_kafka_group_info* groups;
  int group_cnt;
};

/* ---------------------------------------------------------------------------------------------
 * Constants
 * -------------------------------------------------------------------------------------------- */

/*
 * RD_KAFKA_PARTITION_UA: not assigned yet; the partitioner decides. MSG_F: FREE, free(3) the
 * payload once the message is done, if it was accepted; COPY, copy the payload at once; neither,
 * the payload stays borrowed until its delivery report was served; BLOCK, wait for room instead
 * of failing with _QUEUE_FULL (another thread must serve the reports); PARTITION,
 * rd_kafka_produce_batch() takes each message's own partition. PURGE_F: what rd_kafka_purge()
 * drops, and whether it waits. DESTROY_F: rd_kafka_destroy_flags().
 */
#define RD_KAFKA_PARTITION_UA ((int32_t)-1)
#define RD_KAFKA_DESTROY_F_NO_CONSUMER_CLOSE 0x8
#define RD_KAFKA_MSG_F_FREE 0x1
#define RD_KAFKA_MSG_F_COPY 0x2
#define RD_KAFKA_MSG_F_BLOCK 0x4
#define RD_KAFKA_MSG_F_PARTITION 0x8
#define RD_KAFKA_PURGE_F_QUEUE 0x1
#define RD_KAFKA_PURGE_F_INFLIGHT 0x2
#define RD_KAFKA_PURGE_F_NON_BLOCKING 0x4

/*
 * Offsets with a meaning: where a partition begins and ends; the group's committed offset; none;
 * and n messages before the end.
 */
#define RD_KAFKA_OFFSET_BEGINNING -2
#define RD_KAFKA_OFFSET_END -1
#define RD_KAFKA_OFFSET_STORED -1000
#define RD_KAFKA_OFFSET_INVALID -1001
#define RD_KAFKA_OFFSET_TAIL_BASE -2000
#define RD_KAFKA_OFFSET_TAIL(n) (RD_KAFKA_OFFSET_TAIL_BASE - (n))

/*
 * Types of events. The first seven, OAUTHBEARER_TOKEN_REFRESH and BACKGROUND are flags for
 * rd_kafka_conf_set_events(); those from 100 to 107 are plain numbers, so compare types with ==,
 * never with &.
 */
#define RD_KAFKA_EVENT_NONE 0x0
#define RD_KAFKA_EVENT_DR 0x1
#define RD_KAFKA_EVENT_FETCH 0x2
#define RD_KAFKA_EVENT_LOG 0x4
#define RD_KAFKA_EVENT_ERROR 0x8
#define RD_KAFKA_EVENT_REBALANCE 0x10
#define RD_KAFKA_EVENT_OFFSET_COMMIT 0x20
#define RD_KAFKA_EVENT_STATS 0x40
#define RD_KAFKA_EVENT_CREATETOPICS_RESULT 100
#define RD_KAFKA_EVENT_DELETETOPICS_RESULT 101
#define RD_KAFKA_EVENT_CREATEPARTITIONS_RESULT 102
#define RD_KAFKA_EVENT_ALTERCONFIGS_RESULT 103
#define RD_KAFKA_EVENT_DESCRIBECONFIGS_RESULT 104
#define RD_KAFKA_EVENT_DELETERECORDS_RESULT 105
#define RD_KAFKA_EVENT_DELETEGROUPS_RESULT 106
#define RD_KAFKA_EVENT_DELETECONSUMERGROUPOFFSETS_RESULT 107
#define RD_KAFKA_EVENT_OAUTHBEARER_TOKEN_REFRESH 0x100
#define RD_KAFKA_EVENT_BACKGROUND 0x200
#define RD_KAFKA_EVENT_CREATEACLS_RESULT 0x400
#define RD_KAFKA_EVENT_DESCRIBEACLS_RESULT 0x800
#define RD_KAFKA_EVENT_DELETEACLS_RESULT 0x1000
#define RD_KAFKA_EVENT_LISTCONSUMERGROUPS_RESULT 0x2000
#define RD_KAFKA_EVENT_DESCRIBECONSUMERGROUPS_RESULT 0x4000
#define RD_KAFKA_EVENT_LISTCONSUMERGROUPOFFSETS_RESULT 0x8000
#define RD_KAFKA_EVENT_ALTERCONSUMERGROUPOFFSETS_RESULT 0x10000
#define RD_KAFKA_EVENT_INCREMENTALALTERCONFIGS_RESULT 0x20000
#define RD_KAFKA_EVENT_DESCRIBEUSERSCRAMCREDENTIALS_RESULT 0x40000
#define RD_KAFKA_EVENT_ALTERUSERSCRAMCREDENTIALS_RESULT 0x80000
#define RD_KAFKA_EVENT_DESCRIBETOPICS_RESULT 0x100000
#define RD_KAFKA_EVENT_DESCRIBECLUSTER_RESULT 0x200000
#define RD_KAFKA_EVENT_LISTOFFSETS_RESULT 0x400000
#define RD_KAFKA_EVENT_ELECTLEADERS_RESULT 0x800000

/*
 * Arguments of rd_kafka_producev(), each a tag and its values with a cast to the right type; the
 * list ends with RD_KAFKA_V_END.
 */
#define RD_KAFKA_V_END RD_KAFKA_VTYPE_END
#define RD_KAFKA_V_TOPIC(topic) RD_KAFKA_VTYPE_TOPIC, (const char*)topic
#define RD_KAFKA_V_RKT(rkt) RD_KAFKA_VTYPE_RKT, (rd_kafka_topic_t*)rkt
#define RD_KAFKA_V_PARTITION(partition) RD_KAFKA_VTYPE_PARTITION, (int32_t)partition
#define RD_KAFKA_V_VALUE(ptr, len) RD_KAFKA_VTYPE_VALUE, (void*)ptr, (size_t)len
#define RD_KAFKA_V_KEY(ptr, len) RD_KAFKA_VTYPE_KEY, (void*)ptr, (size_t)len
#define RD_KAFKA_V_OPAQUE(ptr) RD_KAFKA_VTYPE_OPAQUE, (void*)ptr
#define RD_KAFKA_V_MSGFLAGS(flags) RD_KAFKA_VTYPE_MSGFLAGS, (int)flags
#define RD_KAFKA_V_TIMESTAMP(ms) RD_KAFKA_VTYPE_TIMESTAMP, (int64_t)ms
#define RD_KAFKA_V_HEADER(name, val, len) \
  RD_KAFKA_VTYPE_HEADER, (const char*)name, (const void*)val, (ssize_t)len
#define RD_KAFKA_V_HEADERS(hdrs) RD_KAFKA_VTYPE_HEADERS, (rd_kafka_headers_t*)hdrs

/* ---------------------------------------------------------------------------------------------
 * Function types of plugins and interceptors
 * -------------------------------------------------------------------------------------------- */

typedef rd_kafka_resp_err_t(rd_kafka_plugin_f_conf_init_t)(rd_kafka_conf_t* conf,
                                                           void** plug_opaquep, char* errstr,
                                                           size_t errstr_size);
typedef rd_kafka_conf_res_t(rd_kafka_interceptor_f_on_conf_set_t)(rd_kafka_conf_t* conf,
                                                                  const char* name, const char* val,
                                                                  char* errstr, size_t errstr_size,
                                                                  void* ic_opaque);
typedef rd_kafka_resp_err_t(rd_kafka_interceptor_f_on_conf_dup_t)(rd_kafka_conf_t* new_conf,
                                                                  const rd_kafka_conf_t* old_conf,
                                                                  size_t filter_cnt,
                                                                  const char** filter,
                                                                  void* ic_opaque);
typedef rd_kafka_resp_err_t(rd_kafka_interceptor_f_on_conf_destroy_t)(void* ic_opaque);
typedef rd_kafka_resp_err_t(rd_kafka_interceptor_f_on_new_t)(rd_kafka_t* rk,
                                                             const rd_kafka_conf_t* conf,
                                                             void* ic_opaque, char* errstr,
                                                             size_t errstr_size);
typedef rd_kafka_resp_err_t(rd_kafka_interceptor_f_on_destroy_t)(rd_kafka_t* rk, void* ic_opaque);
typedef rd_kafka_resp_err_t(rd_kafka_interceptor_f_on_send_t)(rd_kafka_t* rk,
                                                              rd_kafka_message_t* rkmessage,
                                                              void* ic_opaque);
typedef rd_kafka_resp_err_t(rd_kafka_interceptor_f_on_acknowledgement_t)(
    rd_kafka_t* rk, rd_kafka_message_t* rkmessage, void* ic_opaque);
typedef rd_kafka_resp_err_t(rd_kafka_interceptor_f_on_consume_t)(rd_kafka_t* rk,
                                                                 rd_kafka_message_t* rkmessage,
                                                                 void* ic_opaque);
typedef rd_kafka_resp_err_t(rd_kafka_interceptor_f_on_commit_t)(
    rd_kafka_t* rk, const rd_kafka_topic_partition_list_t* offsets, rd_kafka_resp_err_t err,
    void* ic_opaque);
typedef rd_kafka_resp_err_t(rd_kafka_interceptor_f_on_request_sent_t)(
    rd_kafka_t* rk, int sockfd, const char* brokername, int32_t brokerid, int16_t ApiKey,
    int16_t ApiVersion, int32_t CorrId, size_t size, void* ic_opaque);
typedef rd_kafka_resp_err_t(rd_kafka_interceptor_f_on_response_received_t)(
    rd_kafka_t* rk, int sockfd, const char* brokername, int32_t brokerid, int16_t ApiKey,
    int16_t ApiVersion, int32_t CorrId, size_t size, int64_t rtt, rd_kafka_resp_err_t err,
    void* ic_opaque);
typedef rd_kafka_resp_err_t(rd_kafka_interceptor_f_on_thread_start_t)(
    rd_kafka_t* rk, rd_kafka_thread_type_t thread_type, const char* thread_name, void* ic_opaque);
typedef rd_kafka_resp_err_t(rd_kafka_interceptor_f_on_thread_exit_t)(
    rd_kafka_t* rk, rd_kafka_thread_type_t thread_type, const char* thread_name, void* ic_opaque);
typedef rd_kafka_resp_err_t(rd_kafka_interceptor_f_on_broker_state_change_t)(
    rd_kafka_t* rk, int32_t broker_id, const char* secproto, const char* name, int port,
    const char* state, void* ic_opaque);

/* ---------------------------------------------------------------------------------------------
 * Version and build
 * -------------------------------------------------------------------------------------------- */

/*
 * fastka's own version, "0.1.0" for instance; librdkafka does not have this function.
 * rd_kafka_version() is the API level instead.
 */
const char* fastka_version(void);

/*
 * The API level of the library in use, as RD_KAFKA_VERSION is the header's: 0x021000ff. Bindings
 * refuse to load below the level they need.
 */
int rd_kafka_version(void);

/* The API level as text, "2.16.0". Bindings parse it. */
const char* rd_kafka_version_str(void);

/* RD_KAFKA_DEBUG_CONTEXTS of the library in use. */
const char* rd_kafka_get_debug_contexts(void);

/* Not supported: returns 1, a failure. (The unit tests are not part of the library.) */
int rd_kafka_unittest(void);

/* calloc(). `rk` is not looked at and may be NULL. */
void* rd_kafka_mem_calloc(rd_kafka_t* rk, size_t num, size_t size);

/* malloc(). `rk` is not looked at and may be NULL. */
void* rd_kafka_mem_malloc(rd_kafka_t* rk, size_t size);

/*
 * Frees what a function hands over to the application as memory: it is free(), and will stay so.
 */
void rd_kafka_mem_free(rd_kafka_t* rk, void* ptr);

/* ---------------------------------------------------------------------------------------------
 * Errors
 * -------------------------------------------------------------------------------------------- */

/*
 * The table of all codes: one row a code, from -200 on without gaps in the numbering; rows whose
 * name or desc is NULL are no codes. Constant, lives as long as the process.
 */
void rd_kafka_get_err_descs(const struct rd_kafka_err_desc** errdescs, size_t* cntp);

/*
 * What a code means, in words; begins with "Local: " or "Broker: ", "Err-<n>?" for numbers that
 * are no codes. Constant, lives as long as the process.
 */
const char* rd_kafka_err2str(rd_kafka_resp_err_t err);

/*
 * A code's name without RD_KAFKA_RESP_ERR_, such as "_TIMED_OUT"; "ERR_<n>?" for numbers that are
 * no codes. Constant, lives as long as the process.
 */
const char* rd_kafka_err2name(rd_kafka_resp_err_t err);

/*
 * The error of the calling thread's last call that reports errors this way. Successful produce
 * calls reset it.
 */
rd_kafka_resp_err_t rd_kafka_last_error(void);

/* Deprecated: the code that goes with an errno of a legacy call. Use rd_kafka_last_error(). */
rd_kafka_resp_err_t rd_kafka_errno2err(int errnox);

/* Deprecated: the calling thread's errno, for languages that cannot read it themselves. */
int rd_kafka_errno(void);

/*
 * The first fatal error of a client, or NO_ERROR. After a fatal error a producer accepts nothing
 * more (RD_KAFKA_RESP_ERR__FATAL, ECANCELED), since the order or the single delivery of what it
 * had accepted can no longer be kept; the handle must be destroyed. Error callbacks see
 * RD_KAFKA_RESP_ERR__FATAL and ask here for the cause.
 */
rd_kafka_resp_err_t rd_kafka_fatal_error(rd_kafka_t* rk, char* errstr, size_t errstr_size);

/*
 * Raises a fatal error, so that applications can test what they do about one. The text is
 * prefixed with "test_fatal_error: ". Returns _PREV_IN_PROGRESS if there was one before: the
 * first stays.
 */
rd_kafka_resp_err_t rd_kafka_test_fatal_error(rd_kafka_t* rk, rd_kafka_resp_err_t err,
                                              const char* reason);

/* The code; NO_ERROR for NULL. */
rd_kafka_resp_err_t rd_kafka_error_code(const rd_kafka_error_t* error);

/* The code's name, as rd_kafka_err2name(); "" for NULL. */
const char* rd_kafka_error_name(const rd_kafka_error_t* error);

/* What happened, in words; lives as long as the object. "" for NULL. */
const char* rd_kafka_error_string(const rd_kafka_error_t* error);

/* 1 if the client cannot go on: see rd_kafka_fatal_error(). 0 for NULL. */
int rd_kafka_error_is_fatal(const rd_kafka_error_t* error);

/* 1 if the same call may succeed when it is made again. 0 for NULL. */
int rd_kafka_error_is_retriable(const rd_kafka_error_t* error);

/*
 * 1 if the transaction must be aborted before anything else. Never, while transactions are not
 * supported.
 */
int rd_kafka_error_txn_requires_abort(const rd_kafka_error_t* error);

/* Frees an error object. NULL is accepted. */
void rd_kafka_error_destroy(rd_kafka_error_t* error);

/*
 * A new error object with a printf-formatted text (NULL: the code's own). For bindings that raise
 * errors of their own.
 */
rd_kafka_error_t* rd_kafka_error_new(rd_kafka_resp_err_t code, const char* fmt, ...);

/* ---------------------------------------------------------------------------------------------
 * Universal identifiers
 * -------------------------------------------------------------------------------------------- */

/*
 * The 22 characters of its base64 form ('+' and '/', no padding); lives as long as the object.
 */
const char* rd_kafka_Uuid_base64str(const rd_kafka_Uuid_t* uuid);

/* The lower 64 bits. */
int64_t rd_kafka_Uuid_least_significant_bits(const rd_kafka_Uuid_t* uuid);

/* The upper 64 bits. */
int64_t rd_kafka_Uuid_most_significant_bits(const rd_kafka_Uuid_t* uuid);

/* A new uuid, owed to rd_kafka_Uuid_destroy(). */
rd_kafka_Uuid_t* rd_kafka_Uuid_new(int64_t most_significant_bits, int64_t least_significant_bits);

/* A copy, owed to rd_kafka_Uuid_destroy(). */
rd_kafka_Uuid_t* rd_kafka_Uuid_copy(const rd_kafka_Uuid_t* uuid);

/* Frees a uuid. NULL is accepted. */
void rd_kafka_Uuid_destroy(rd_kafka_Uuid_t* uuid);

/* ---------------------------------------------------------------------------------------------
 * Topic-partition lists
 * -------------------------------------------------------------------------------------------- */

/*
 * Frees an element that was handed out on its own: rd_kafka_event_topic_partition(). Not for
 * elements of a list. NULL is accepted.
 */
void rd_kafka_topic_partition_destroy(rd_kafka_topic_partition_t* rktpar);

/*
 * Sets the leader epoch that goes with the element's offset; -1: none. With it a broker notices
 * that the log was cut in between (KIP-320).
 */
void rd_kafka_topic_partition_set_leader_epoch(rd_kafka_topic_partition_t* rktpar,
                                               int32_t leader_epoch);

/* The leader epoch that goes with the element's offset, or -1. */
int32_t rd_kafka_topic_partition_get_leader_epoch(const rd_kafka_topic_partition_t* rktpar);

/*
 * A new list with room for `size` elements (it grows as needed), owed to
 * rd_kafka_topic_partition_list_destroy().
 */
rd_kafka_topic_partition_list_t* rd_kafka_topic_partition_list_new(int size);

/* Frees a list with all its elements, also after the client is gone. NULL is accepted. */
void rd_kafka_topic_partition_list_destroy(rd_kafka_topic_partition_list_t* rkparlist);

/*
 * Adds an element: offset RD_KAFKA_OFFSET_INVALID, no error. Returns it; the pointer is good
 * until the next addition.
 */
rd_kafka_topic_partition_t* rd_kafka_topic_partition_list_add(
    rd_kafka_topic_partition_list_t* rktparlist, const char* topic, int32_t partition);

/* Adds the partitions `start` to `stop`, both included; none if stop is less. */
void rd_kafka_topic_partition_list_add_range(rd_kafka_topic_partition_list_t* rktparlist,
                                             const char* topic, int32_t start, int32_t stop);

/* Removes the first element for that partition. Returns 1, or 0 if there is none. */
int rd_kafka_topic_partition_list_del(rd_kafka_topic_partition_list_t* rktparlist,
                                      const char* topic, int32_t partition);

/* Removes the element at `idx`. Returns 1, or 0 if there is none. */
int rd_kafka_topic_partition_list_del_by_idx(rd_kafka_topic_partition_list_t* rktparlist, int idx);

/* A copy with all that the elements hold; `opaque` is copied as a pointer. */
rd_kafka_topic_partition_list_t* rd_kafka_topic_partition_list_copy(
    const rd_kafka_topic_partition_list_t* src);

/*
 * Sets the offset of the first element for that partition. _UNKNOWN_PARTITION if there is none.
 */
rd_kafka_resp_err_t rd_kafka_topic_partition_list_set_offset(
    rd_kafka_topic_partition_list_t* rktparlist, const char* topic, int32_t partition,
    int64_t offset);

/* The first element for that partition, or NULL. */
rd_kafka_topic_partition_t* rd_kafka_topic_partition_list_find(
    const rd_kafka_topic_partition_list_t* rktparlist, const char* topic, int32_t partition);

/*
 * Sorts in place with `cmp`, which gets pointers to two elements and `cmp_opaque`; NULL sorts by
 * topic name, then partition.
 */
void rd_kafka_topic_partition_list_sort(rd_kafka_topic_partition_list_t* rktparlist,
                                        int (*cmp)(const void* a, const void* b, void* cmp_opaque),
                                        void* cmp_opaque);

/* ---------------------------------------------------------------------------------------------
 * Record headers
 * -------------------------------------------------------------------------------------------- */

/*
 * A new list of headers, with room for `initial_count` (it grows as needed). Owed to
 * rd_kafka_headers_destroy() until a produce call takes it.
 */
rd_kafka_headers_t* rd_kafka_headers_new(size_t initial_count);

/* Frees a list of headers. NULL is accepted. Not for lists that belong to a message. */
void rd_kafka_headers_destroy(rd_kafka_headers_t* hdrs);

/* A copy, owed to rd_kafka_headers_destroy(). */
rd_kafka_headers_t* rd_kafka_headers_copy(const rd_kafka_headers_t* src);

/*
 * Adds a header at the end; names may repeat. Name and value are copied; a size of -1 means
 * strlen(). A NULL value is a null one.
 */
rd_kafka_resp_err_t rd_kafka_header_add(rd_kafka_headers_t* hdrs, const char* name,
                                        ssize_t name_size, const void* value, ssize_t value_size);

/* Removes all headers of that name. _NOENT if there are none. */
rd_kafka_resp_err_t rd_kafka_header_remove(rd_kafka_headers_t* hdrs, const char* name);

/*
 * The last header of that name, which by Kafka's custom is the one that counts. The value lives
 * until the list is changed; it is followed by a NUL that is not part of its size. _NOENT if
 * there is none.
 */
rd_kafka_resp_err_t rd_kafka_header_get_last(const rd_kafka_headers_t* hdrs, const char* name,
                                             const void** valuep, size_t* sizep);

/* The idx-th header of that name, counted from 0; otherwise as rd_kafka_header_get_last(). */
rd_kafka_resp_err_t rd_kafka_header_get(const rd_kafka_headers_t* hdrs, size_t idx,
                                        const char* name, const void** valuep, size_t* sizep);

/* The idx-th header of all, counted from 0; otherwise as rd_kafka_header_get_last(). */
rd_kafka_resp_err_t rd_kafka_header_get_all(const rd_kafka_headers_t* hdrs, size_t idx,
                                            const char** namep, const void** valuep, size_t* sizep);

/*
 * The headers of a consumed message or a delivery report, parsed at the first call; they belong
 * to the message and may be changed. _NOENT if it has none.
 */
rd_kafka_resp_err_t rd_kafka_message_headers(const rd_kafka_message_t* rkmessage,
                                             rd_kafka_headers_t** hdrsp);

/* As rd_kafka_message_headers(), but the list is the application's from then on. */
rd_kafka_resp_err_t rd_kafka_message_detach_headers(rd_kafka_message_t* rkmessage,
                                                    rd_kafka_headers_t** hdrsp);

/* Replaces a message's headers; the list belongs to the message from then on. */
void rd_kafka_message_set_headers(rd_kafka_message_t* rkmessage, rd_kafka_headers_t* hdrs);

/* How many headers there are. */
size_t rd_kafka_header_cnt(const rd_kafka_headers_t* hdrs);

/* ---------------------------------------------------------------------------------------------
 * Messages
 * -------------------------------------------------------------------------------------------- */

/*
 * Gives a message back that consume, consume_batch, consumer_poll or their queue variants
 * returned, error messages too. Its payload, key and headers go with it. Any thread.
 */
void rd_kafka_message_destroy(rd_kafka_message_t* rkmessage);

/*
 * What is wrong with the message, in words, or NULL if nothing is. Safe for delivery reports too.
 * Lives as long as the message.
 */
const char* rd_kafka_message_errstr(const rd_kafka_message_t* rkmessage);

/*
 * What the broker said about a message that could not be delivered, or NULL where it said nothing
 * more than the code. Lives as long as the message.
 */
const char* rd_kafka_message_produce_errstr(const rd_kafka_message_t* rkmessage);

/* Milliseconds since 1970, or -1. `tstype` (may be NULL) receives what it means. */
int64_t rd_kafka_message_timestamp(const rd_kafka_message_t* rkmessage,
                                   rd_kafka_timestamp_type_t* tstype);

/*
 * In a delivery report: microseconds from the produce call to the acknowledgement; -1 if there
 * was none.
 */
int64_t rd_kafka_message_latency(const rd_kafka_message_t* rkmessage);

/* The broker that sent or took the message; -1 if none did. */
int32_t rd_kafka_message_broker_id(const rd_kafka_message_t* rkmessage);

/*
 * In a delivery report: what is known of the message's fate. It, not the error code, decides
 * whether producing it again can make a duplicate.
 */
rd_kafka_msg_status_t rd_kafka_message_status(const rd_kafka_message_t* rkmessage);

/* The leader epoch of a consumed message's batch, or -1. */
int32_t rd_kafka_message_leader_epoch(const rd_kafka_message_t* rkmessage);

/* ---------------------------------------------------------------------------------------------
 * Configuration
 * -------------------------------------------------------------------------------------------- */

/*
 * A conf is filled by one thread, then taken by rd_kafka_new(). Setting names, their values and
 * what this build makes of them: compat/CONFIGURATION.md. Callbacks get the `opaque` of
 * rd_kafka_conf_set_opaque() as their last argument; they run in the thread that polls, with no
 * lock held, unless they say otherwise, and may call anything but rd_kafka_destroy().
 */

/*
 * A new conf with all defaults, owed to rd_kafka_conf_destroy() unless rd_kafka_new() takes it.
 */
rd_kafka_conf_t* rd_kafka_conf_new(void);

/* Frees a conf that was not taken. NULL is accepted. */
void rd_kafka_conf_destroy(rd_kafka_conf_t* conf);

/* A copy with values, callbacks and opaque. */
rd_kafka_conf_t* rd_kafka_conf_dup(const rd_kafka_conf_t* conf);

/*
 * As rd_kafka_conf_dup(), without the settings whose name begins with one of the `filter_cnt`
 * prefixes in `filter`.
 */
rd_kafka_conf_t* rd_kafka_conf_dup_filter(const rd_kafka_conf_t* conf, size_t filter_cnt,
                                          const char** filter);

/* The conf of a client, to read from; lives as long as the client. */
const rd_kafka_conf_t* rd_kafka_conf(rd_kafka_t* rk);

/*
 * Sets one setting. Topic-level names are accepted and go to the default topic conf. Names are
 * exact; aliases share one value. A value that this build refuses for producers only or consumers
 * only is accepted here and refused by rd_kafka_new() of that type, with the same text, since
 * programs hand one map to both. A NULL or empty value resets strings and is refused for
 * everything else. Returns CONF_OK, CONF_INVALID (the text names the setting and the reason) or
 * CONF_UNKNOWN.
 */
rd_kafka_conf_res_t rd_kafka_conf_set(rd_kafka_conf_t* conf, const char* name, const char* value,
                                      char* errstr, size_t errstr_size);

/*
 * Which things become events for rd_kafka_queue_poll() instead of callbacks: a mask of
 * RD_KAFKA_EVENT_ flags. An enabled event wins over a callback.
 */
void rd_kafka_conf_set_events(rd_kafka_conf_t* conf, int events);

/*
 * A callback for the events of rd_kafka_queue_get_background(), run by a thread of its own that
 * starts with the first use of that queue. The event is owed to rd_kafka_event_destroy().
 */
void rd_kafka_conf_set_background_event_cb(rd_kafka_conf_t* conf,
                                           void (*event_cb)(rd_kafka_t* rk, rd_kafka_event_t* rkev,
                                                            void* opaque));

/*
 * The older delivery report: one call for each accepted message, from rd_kafka_poll() or
 * rd_kafka_flush(). Prefer rd_kafka_conf_set_dr_msg_cb().
 */
void rd_kafka_conf_set_dr_cb(rd_kafka_conf_t* conf,
                             void (*dr_cb)(rd_kafka_t* rk, void* payload, size_t len,
                                           rd_kafka_resp_err_t err, void* opaque,
                                           void* msg_opaque));

/*
 * The delivery report: exactly one call for each accepted message (only the failed ones with
 * delivery.report.only.error), from rd_kafka_poll(), rd_kafka_flush() or a poll of the queue,
 * never from within a produce call. The message dies when the callback returns.
 */
void rd_kafka_conf_set_dr_msg_cb(rd_kafka_conf_t* conf,
                                 void (*dr_msg_cb)(rd_kafka_t* rk,
                                                   const rd_kafka_message_t* rkmessage,
                                                   void* opaque));

/*
 * A callback for consumed messages, served by rd_kafka_consumer_poll() in place of returning
 * them. The message dies when the callback returns.
 */
void rd_kafka_conf_set_consume_cb(rd_kafka_conf_t* conf,
                                  void (*consume_cb)(rd_kafka_message_t* rkmessage, void* opaque));

/*
 * Stored for consumer groups, which are not yet in this version; manual assignments never call
 * it.
 */
void rd_kafka_conf_set_rebalance_cb(
    rd_kafka_conf_t* conf,
    void (*rebalance_cb)(rd_kafka_t* rk, rd_kafka_resp_err_t err,
                         rd_kafka_topic_partition_list_t* partitions, void* opaque));

/*
 * The outcome of commits, automatic ones included, from the next poll. `offsets` has an error for
 * each partition; the list belongs to the library. err is _NO_OFFSET when there was nothing to
 * commit.
 */
void rd_kafka_conf_set_offset_commit_cb(
    rd_kafka_conf_t* conf,
    void (*offset_commit_cb)(rd_kafka_t* rk, rd_kafka_resp_err_t err,
                             rd_kafka_topic_partition_list_t* offsets, void* opaque));

/*
 * Errors of the client as a whole, from the next poll. Most are for information, _TRANSPORT and
 * _ALL_BROKERS_DOWN above all: the client goes on trying. On _FATAL the handle is of no more use:
 * rd_kafka_fatal_error() has the cause. Without callback and event errors are logged at level 3.
 */
void rd_kafka_conf_set_error_cb(rd_kafka_conf_t* conf,
                                void (*error_cb)(rd_kafka_t* rk, int err, const char* reason,
                                                 void* opaque));

/*
 * A broker told the client to hold back (its quota) or, with time 0, that it need no longer.
 */
void rd_kafka_conf_set_throttle_cb(rd_kafka_conf_t* conf,
                                   void (*throttle_cb)(rd_kafka_t* rk, const char* broker_name,
                                                       int32_t broker_id, int throttle_time_ms,
                                                       void* opaque));

/*
 * Where log lines go; NULL silences them. The default prints to stderr. Called by whichever
 * thread has something to say, from threads of the library too, so it must be thread-safe and may
 * call next to nothing; with log.queue=true by the thread that polls instead. `level` is
 * syslog's, `fac` a short word.
 */
void rd_kafka_conf_set_log_cb(rd_kafka_conf_t* conf,
                              void (*log_cb)(const rd_kafka_t* rk, int level, const char* fac,
                                             const char* buf));

/*
 * Statistics as JSON (librdkafka's STATISTICS.md names the fields) each statistics.interval.ms,
 * from the next poll. `json` is NUL-terminated, `json_len` does not count that. Return 0, or 1 to
 * keep the text: free() it later.
 */
void rd_kafka_conf_set_stats_cb(rd_kafka_conf_t* conf,
                                int (*stats_cb)(rd_kafka_t* rk, char* json, size_t json_len,
                                                void* opaque));

/*
 * Not supported: rd_kafka_new() refuses a conf for which it was called, by name; NULL or 0 takes
 * that back. (Replacing socket calls is not supported.)
 */
void rd_kafka_conf_set_socket_cb(rd_kafka_conf_t* conf,
                                 int (*socket_cb)(int domain, int type, int protocol,
                                                  void* opaque));

/*
 * Not supported: rd_kafka_new() refuses a conf for which it was called, by name; NULL or 0 takes
 * that back. (Replacing socket calls is not supported.)
 */
void rd_kafka_conf_set_connect_cb(rd_kafka_conf_t* conf,
                                  int (*connect_cb)(int sockfd, const struct sockaddr* addr,
                                                    int addrlen, const char* id, void* opaque));

/*
 * Not supported: rd_kafka_new() refuses a conf for which it was called, by name; NULL or 0 takes
 * that back. (Replacing socket calls is not supported.)
 */
void rd_kafka_conf_set_closesocket_cb(rd_kafka_conf_t* conf,
                                      int (*closesocket_cb)(int sockfd, void* opaque));

/*
 * Not supported: rd_kafka_new() refuses a conf for which it was called, by name; NULL or 0 takes
 * that back. (Files are not opened through callbacks.)
 */
void rd_kafka_conf_set_open_cb(rd_kafka_conf_t* conf,
                               int (*open_cb)(const char* pathname, int flags, mode_t mode,
                                              void* opaque));

/*
 * Not supported: rd_kafka_new() refuses a conf for which it was called, by name; NULL or 0 takes
 * that back. (Replacing name resolution is not supported.)
 */
void rd_kafka_conf_set_resolve_cb(rd_kafka_conf_t* conf,
                                  int (*resolve_cb)(const char* node, const char* service,
                                                    const struct addrinfo* hints,
                                                    struct addrinfo** res, void* opaque));

/* What callbacks, and rd_kafka_opaque(), get. */
void rd_kafka_conf_set_opaque(rd_kafka_conf_t* conf, void* opaque);

/*
 * The topic conf for topics that get none of their own; the conf takes it, and what was
 * topic-level before is lost.
 */
void rd_kafka_conf_set_default_topic_conf(rd_kafka_conf_t* conf, rd_kafka_topic_conf_t* tconf);

/*
 * The default topic conf as it is now, to read or change; belongs to the conf. NULL before one
 * was set or filled.
 */
rd_kafka_topic_conf_t* rd_kafka_conf_get_default_topic_conf(rd_kafka_conf_t* conf);

/*
 * A setting's value in its canonical form. `dest_size` is the size of `dest`, and receives the
 * size needed with its NUL; `dest` may be NULL to learn it. Too small a buffer gets a cut text
 * and still CONF_OK. CONF_UNKNOWN for unknown names and for strings and callbacks that are not
 * set. Passwords come in clear.
 */
rd_kafka_conf_res_t rd_kafka_conf_get(const rd_kafka_conf_t* conf, const char* name, char* dest,
                                      size_t* dest_size);

/*
 * All settings that have a value, as name, value, name, value, ...; `cntp` receives twice their
 * number. Owed to rd_kafka_conf_dump_free(). Passwords come in clear.
 */
const char** rd_kafka_conf_dump(rd_kafka_conf_t* conf, size_t* cntp);

/* Frees what the dump functions returned. */
void rd_kafka_conf_dump_free(const char** arr, size_t cnt);

/* Writes a table of all settings, for people. */
void rd_kafka_conf_properties_show(FILE* fp);

/* As rd_kafka_conf_get(), for topic-level names only. */
rd_kafka_conf_res_t rd_kafka_topic_conf_get(const rd_kafka_topic_conf_t* conf, const char* name,
                                            char* dest, size_t* dest_size);

/* As rd_kafka_conf_dump(), for a topic conf. */
const char** rd_kafka_topic_conf_dump(rd_kafka_topic_conf_t* conf, size_t* cntp);

/*
 * A new topic conf with all defaults, owed to rd_kafka_topic_conf_destroy() unless something
 * takes it.
 */
rd_kafka_topic_conf_t* rd_kafka_topic_conf_new(void);

/* A copy with values, callbacks and opaque. */
rd_kafka_topic_conf_t* rd_kafka_topic_conf_dup(const rd_kafka_topic_conf_t* conf);

/* A copy of a client's default topic conf. */
rd_kafka_topic_conf_t* rd_kafka_default_topic_conf_dup(rd_kafka_t* rk);

/* Frees a topic conf that was not taken. NULL is accepted. */
void rd_kafka_topic_conf_destroy(rd_kafka_topic_conf_t* topic_conf);

/* As rd_kafka_conf_set(), for topic-level names only: others are CONF_UNKNOWN here. */
rd_kafka_conf_res_t rd_kafka_topic_conf_set(rd_kafka_topic_conf_t* conf, const char* name,
                                            const char* value, char* errstr, size_t errstr_size);

/* What rd_kafka_topic_opaque() and the partitioner get. */
void rd_kafka_topic_conf_set_opaque(rd_kafka_topic_conf_t* conf, void* rkt_opaque);

/*
 * A partitioner of the application's own: returns a partition in [0, partition_cnt), or
 * RD_KAFKA_PARTITION_UA if there is none to choose. Called from produce calls and, for messages
 * that had to wait for metadata, from a thread of the library; of this API it may call
 * rd_kafka_topic_partition_available() and the rd_kafka_msg_partitioner_ functions.
 */
void rd_kafka_topic_conf_set_partitioner_cb(
    rd_kafka_topic_conf_t* topic_conf,
    int32_t (*partitioner)(const rd_kafka_topic_t* rkt, const void* keydata, size_t keylen,
                           int32_t partition_cnt, void* rkt_opaque, void* msg_opaque));

/*
 * Not supported: rd_kafka_topic_new() and rd_kafka_new() refuse a conf for which it was called,
 * by name; NULL takes that back. (Message order other than fifo is not supported.)
 */
void rd_kafka_topic_conf_set_msg_order_cmp(rd_kafka_topic_conf_t* topic_conf,
                                           int (*msg_order_cmp)(const rd_kafka_message_t* a,
                                                                const rd_kafka_message_t* b));

/* ---------------------------------------------------------------------------------------------
 * Partitioners
 * -------------------------------------------------------------------------------------------- */

/*
 * The partitioners of the setting `partitioner`, to be called from one of the application's own.
 * All answer a partition in [0, partition_cnt). Keyed messages go by hash, so the partition
 * depends on key and count alone, and all clients with the same hash agree.
 */

/* 1 if the partition has a leader as far as known; for use in partitioners. */
int rd_kafka_topic_partition_available(const rd_kafka_topic_t* rkt, int32_t partition);

/* A random partition; the key does not matter. */
int32_t rd_kafka_msg_partitioner_random(const rd_kafka_topic_t* rkt, const void* key, size_t keylen,
                                        int32_t partition_cnt, void* rkt_opaque, void* msg_opaque);

/*
 * CRC-32 of the key, unsigned, modulo the count. No key counts as an empty one: all such messages
 * go to one partition.
 */
int32_t rd_kafka_msg_partitioner_consistent(const rd_kafka_topic_t* rkt, const void* key,
                                            size_t keylen, int32_t partition_cnt, void* rkt_opaque,
                                            void* msg_opaque);

/*
 * The default: CRC-32 of the key as above; without a key, or with an empty one, a random
 * partition.
 */
int32_t rd_kafka_msg_partitioner_consistent_random(const rd_kafka_topic_t* rkt, const void* key,
                                                   size_t keylen, int32_t partition_cnt,
                                                   void* rkt_opaque, void* msg_opaque);

/* murmur2 of the key, as Kafka's Java producer. No key counts as an empty one. */
int32_t rd_kafka_msg_partitioner_murmur2(const rd_kafka_topic_t* rkt, const void* key,
                                         size_t keylen, int32_t partition_cnt, void* rkt_opaque,
                                         void* msg_opaque);

/*
 * murmur2 of the key, as Kafka's Java producer; without a key (NULL) a random partition. An empty
 * key is a key.
 */
int32_t rd_kafka_msg_partitioner_murmur2_random(const rd_kafka_topic_t* rkt, const void* key,
                                                size_t keylen, int32_t partition_cnt,
                                                void* rkt_opaque, void* msg_opaque);

/* FNV-1a of the key, as Sarama. No key counts as an empty one. */
int32_t rd_kafka_msg_partitioner_fnv1a(const rd_kafka_topic_t* rkt, const void* key, size_t keylen,
                                       int32_t partition_cnt, void* rkt_opaque, void* msg_opaque);

/*
 * FNV-1a of the key, as Sarama; without a key (NULL) a random partition. An empty key is a key.
 */
int32_t rd_kafka_msg_partitioner_fnv1a_random(const rd_kafka_topic_t* rkt, const void* key,
                                              size_t keylen, int32_t partition_cnt,
                                              void* rkt_opaque, void* msg_opaque);

/* ---------------------------------------------------------------------------------------------
 * Handles
 * -------------------------------------------------------------------------------------------- */

/* What rd_kafka_conf_set_opaque() set. */
void* rd_kafka_opaque(const rd_kafka_t* rk);

/*
 * A new client. Takes `conf` (NULL: all defaults) if it succeeds, and only then: on NULL the
 * application still owns it. Connects in the background; no broker has to be there. Fails with
 * _INVALID_ARG and EINVAL for settings that contradict each other or this type, with
 * _NOT_IMPLEMENTED and ENOSYS for those that are not supported; the text in errstr names them.
 * Settings that concern only the other type are logged (CONFWARN) and ignored. Owed to
 * rd_kafka_destroy(). Not usable across fork(): a child makes a client of its own.
 */
rd_kafka_t* rd_kafka_new(rd_kafka_type_t type, rd_kafka_conf_t* conf, char* errstr,
                         size_t errstr_size);

/*
 * Closes a client and waits until its threads are gone. A consumer with a group.id commits as
 * rd_kafka_consumer_close() does, if that was not called. Messages of a producer that were not
 * flushed are dropped without a report, after one log line with their number: call
 * rd_kafka_flush() first. Queues and topics should have been released before. Not from a
 * callback.
 */
void rd_kafka_destroy(rd_kafka_t* rk);

/* As rd_kafka_destroy(); with RD_KAFKA_DESTROY_F_NO_CONSUMER_CLOSE nothing is committed. */
void rd_kafka_destroy_flags(rd_kafka_t* rk, int flags);

/*
 * "<client.id>#producer-N" or "...#consumer-N", N counting the process's clients. Lives as long
 * as the client.
 */
const char* rd_kafka_name(const rd_kafka_t* rk);

/* Producer or consumer. */
rd_kafka_type_t rd_kafka_type(const rd_kafka_t* rk);

/*
 * A handle for a topic; the topic need not exist. The same name gives the same handle again, each
 * call owing one rd_kafka_topic_destroy(). `conf` (NULL: the default topic conf) is taken always,
 * also on failure, and counts only the first time. NULL with _INVALID_ARG and EINVAL for names
 * over 512 bytes and bad confs.
 */
rd_kafka_topic_t* rd_kafka_topic_new(rd_kafka_t* rk, const char* topic,
                                     rd_kafka_topic_conf_t* conf);

/* Gives back one rd_kafka_topic_new(). Messages keep their own hold on the topic. */
void rd_kafka_topic_destroy(rd_kafka_topic_t* rkt);

/* The topic's name; lives as long as the handle. */
const char* rd_kafka_topic_name(const rd_kafka_topic_t* rkt);

/* What rd_kafka_topic_conf_set_opaque() set. */
void* rd_kafka_topic_opaque(const rd_kafka_topic_t* rkt);

/*
 * Serves the client's main queue: delivery reports, errors, statistics, commit results, with
 * log.queue log lines. Waits up to `timeout_ms` for the first, then serves what is there; returns
 * how many. Producers must call it (or rd_kafka_flush()) regularly; consumers of
 * rd_kafka_consumer_poll() need not, once rd_kafka_poll_set_consumer() was called.
 */
int rd_kafka_poll(rd_kafka_t* rk, int timeout_ms);

/* From within a callback: makes the poll that runs it return after it. */
void rd_kafka_yield(rd_kafka_t* rk);

/*
 * Not supported: returns an error object with _NOT_IMPLEMENTED. (SASL is not yet in this
 * version.)
 */
rd_kafka_error_t* rd_kafka_sasl_set_credentials(rd_kafka_t* rk, const char* username,
                                                const char* password);

/*
 * Adds bootstrap brokers, "host[:port],...". Returns how many were valid. What the conf's
 * bootstrap.servers does, for a client that exists.
 */
int rd_kafka_brokers_add(rd_kafka_t* rk, const char* brokerlist);

/*
 * What a producer still has to do or to tell: messages whose report was not served, and entries
 * in the main queue. 0 means all is done; other values overlap (a report that waits counts as its
 * messages and as an entry), as they do in librdkafka.
 */
int rd_kafka_outq_len(rd_kafka_t* rk);

/* How many threads the library runs in this process, all clients together. */
int rd_kafka_thread_cnt(void);

/*
 * Waits until no client exists in this process. 0, or -1 if there still is one after
 * `timeout_ms`.
 */
int rd_kafka_wait_destroyed(int timeout_ms);

/* ---------------------------------------------------------------------------------------------
 * Logging and statistics
 * -------------------------------------------------------------------------------------------- */

/*
 * With log.queue=true: sends the log lines held so far, and all later ones, to `rkqu` (NULL: the
 * main queue). _NOT_CONFIGURED without that setting.
 */
rd_kafka_resp_err_t rd_kafka_set_log_queue(rd_kafka_t* rk, rd_kafka_queue_t* rkqu);

/* Deprecated: rd_kafka_conf_set_log_cb() for a client that exists. */
void rd_kafka_set_logger(rd_kafka_t* rk, void (*func)(const rd_kafka_t* rk, int level,
                                                      const char* fac, const char* buf));

/* The highest syslog level that is logged: 0 to 7, 6 is the default, `debug` needs 7. */
void rd_kafka_set_log_level(rd_kafka_t* rk, int level);

/* The default log callback: a line to stderr. */
void rd_kafka_log_print(const rd_kafka_t* rk, int level, const char* fac, const char* buf);

/* A log callback that writes to syslog. */
void rd_kafka_log_syslog(const rd_kafka_t* rk, int level, const char* fac, const char* buf);

/* Writes the state of a client, for people; the format may change. */
void rd_kafka_dump(FILE* fp, rd_kafka_t* rk);

/* ---------------------------------------------------------------------------------------------
 * Queues
 * -------------------------------------------------------------------------------------------- */

/*
 * Things wait in queues until the application polls. Every get and new owes one
 * rd_kafka_queue_destroy(). Polling a consumer's queue also fetches: see src/README.md.
 */

/* A new queue of the application's own, for results and for forwarding. */
rd_kafka_queue_t* rd_kafka_queue_new(rd_kafka_t* rk);

/* Gives back one reference. */
void rd_kafka_queue_destroy(rd_kafka_queue_t* rkqu);

/* The queue that rd_kafka_poll() serves. */
rd_kafka_queue_t* rd_kafka_queue_get_main(rd_kafka_t* rk);

/*
 * The queue that rd_kafka_consumer_poll() serves. Give it back before closing the consumer. NULL
 * for a producer and without a group.id.
 */
rd_kafka_queue_t* rd_kafka_queue_get_consumer(rd_kafka_t* rk);

/*
 * The queue of one partition of a consumer; it forwards to the consumer queue until
 * rd_kafka_queue_forward() says otherwise. The partition need not exist.
 */
rd_kafka_queue_t* rd_kafka_queue_get_partition(rd_kafka_t* rk, const char* topic,
                                               int32_t partition);

/*
 * The queue that rd_kafka_conf_set_background_event_cb()'s thread serves. NULL without that
 * callback.
 */
rd_kafka_queue_t* rd_kafka_queue_get_background(rd_kafka_t* rk);

/*
 * Lets `src` deliver into `dst` from now on; NULL detaches it, to be polled itself. This is how
 * the partitions of one consumer are served by different threads.
 */
void rd_kafka_queue_forward(rd_kafka_queue_t* src, rd_kafka_queue_t* dst);

/*
 * How many entries and messages are at hand. For a consumer's queue it does one step of network
 * input first.
 */
size_t rd_kafka_queue_length(rd_kafka_queue_t* rkqu);

/*
 * Writes `payload` (copied) to `fd` when the queue, polled empty before, gets something: one
 * write, however much came. fd -1 removes it. Excludes rd_kafka_queue_cb_event_enable(). For a
 * queue that forwards, set it on the destination.
 */
void rd_kafka_queue_io_event_enable(rd_kafka_queue_t* rkqu, int fd, const void* payload,
                                    size_t size);

/*
 * Calls `event_cb` at the same moments, from a thread of the library: it may do little more than
 * wake whoever polls. NULL removes it.
 */
void rd_kafka_queue_cb_event_enable(rd_kafka_queue_t* rkqu,
                                    void (*event_cb)(rd_kafka_t* rk, void* qev_opaque),
                                    void* qev_opaque);

/* Makes a poll of this queue that is waiting in another thread return at once. */
void rd_kafka_queue_yield(rd_kafka_queue_t* rkqu);

/* ---------------------------------------------------------------------------------------------
 * Events
 * -------------------------------------------------------------------------------------------- */

/*
 * Accessors answer 0 or NULL for events of another type. What they return lives as long as the
 * event unless they say otherwise.
 */

/* RD_KAFKA_EVENT_x; NONE for NULL. */
rd_kafka_event_type_t rd_kafka_event_type(const rd_kafka_event_t* rkev);

/* The type's name, "DeliveryReport" for instance; "(NONE)" for NULL. */
const char* rd_kafka_event_name(const rd_kafka_event_t* rkev);

/* Frees an event and what belongs to it. NULL is accepted. */
void rd_kafka_event_destroy(rd_kafka_event_t* rkev);

/* FETCH and DR: the next message, NULL after the last. It belongs to the event. */
const rd_kafka_message_t* rd_kafka_event_message_next(rd_kafka_event_t* rkev);

/*
 * FETCH and DR: up to `size` messages that rd_kafka_event_message_next() has not given out;
 * returns how many. They belong to the event.
 */
size_t rd_kafka_event_message_array(rd_kafka_event_t* rkev, const rd_kafka_message_t** rkmessages,
                                    size_t size);

/* FETCH and DR: how many messages there are. */
size_t rd_kafka_event_message_count(rd_kafka_event_t* rkev);

/* OAUTHBEARER_TOKEN_REFRESH, which is not supported: NULL. */
const char* rd_kafka_event_config_string(rd_kafka_event_t* rkev);

/* The event's error, of all types that can fail. */
rd_kafka_resp_err_t rd_kafka_event_error(rd_kafka_event_t* rkev);

/* The same in words, or NULL. */
const char* rd_kafka_event_error_string(rd_kafka_event_t* rkev);

/* ERROR: 1 if it is fatal. */
int rd_kafka_event_error_is_fatal(rd_kafka_event_t* rkev);

/* OFFSET_COMMIT and results of administration calls: what was handed over with the call. */
void* rd_kafka_event_opaque(rd_kafka_event_t* rkev);

/* LOG: facility, text and syslog level; 0. For other types -1, and nothing is set. */
int rd_kafka_event_log(rd_kafka_event_t* rkev, const char** fac, const char** str, int* level);

/*
 * LOG: the debug contexts of the line, comma-separated, cut to fit `dst`; 0. For other types -1.
 */
int rd_kafka_event_debug_contexts(rd_kafka_event_t* rkev, char* dst, size_t dstsize);

/* STATS: the JSON. */
const char* rd_kafka_event_stats(rd_kafka_event_t* rkev);

/* OFFSET_COMMIT: the partitions with their offsets and errors. Belongs to the event. */
rd_kafka_topic_partition_list_t* rd_kafka_event_topic_partition_list(rd_kafka_event_t* rkev);

/*
 * ERROR: the partition that it is about, or NULL. Owed to rd_kafka_topic_partition_destroy().
 */
rd_kafka_topic_partition_t* rd_kafka_event_topic_partition(rd_kafka_event_t* rkev);

/*
 * The next event, owed to rd_kafka_event_destroy(), or NULL after `timeout_ms`. Entries that are
 * for callbacks (by rd_kafka_conf_set_events()) call them on the way.
 */
rd_kafka_event_t* rd_kafka_queue_poll(rd_kafka_queue_t* rkqu, int timeout_ms);

/*
 * Serves the queue by callbacks alone, as rd_kafka_poll() does with the main queue; returns how
 * many.
 */
int rd_kafka_queue_poll_callback(rd_kafka_queue_t* rkqu, int timeout_ms);

/* ---------------------------------------------------------------------------------------------
 * Producer
 * -------------------------------------------------------------------------------------------- */

/*
 * All producers are idempotent with acks=all: retries neither repeat nor re-order messages
 * (KIP-98). Produce calls copy topic, key and headers, never wait (but for RD_KAFKA_MSG_F_BLOCK),
 * and accept messages for topics not yet known; those wait for metadata until message.timeout.ms.
 */

/*
 * Accepts one message: `partition`, or RD_KAFKA_PARTITION_UA for the partitioner's choice;
 * RD_KAFKA_MSG_F_ flags for `payload`; NULL `payload` or `key` is a null one. Returns 0, or -1
 * with errno: ENOBUFS (_QUEUE_FULL: serve reports and try again), EMSGSIZE (MSG_SIZE_TOO_LARGE:
 * key, value, headers and 36 bytes exceed message.max.bytes), ESRCH (_UNKNOWN_PARTITION), ENOENT
 * (_UNKNOWN_TOPIC), ECANCELED (_FATAL). On -1 the payload stays the caller's whatever the flags,
 * and no report comes.
 */
int rd_kafka_produce(rd_kafka_topic_t* rkt, int32_t partition, int msgflags, void* payload,
                     size_t len, const void* key, size_t keylen, void* msg_opaque);

/*
 * Accepts one message given as RD_KAFKA_V_ arguments, ended by RD_KAFKA_V_END. RD_KAFKA_V_TOPIC
 * or _RKT is needed; all others have defaults. RD_KAFKA_V_HEADERS hands the list over if the call
 * succeeds, and only then; together with RD_KAFKA_V_HEADER it is _CONFLICT. Without
 * RD_KAFKA_V_MSGFLAGS the payload is borrowed. A timestamp of 0 is now.
 */
rd_kafka_resp_err_t rd_kafka_producev(rd_kafka_t* rk, ...);

/*
 * As rd_kafka_producev(), with the arguments in an array. NULL, or an error object with the
 * reason.
 */
rd_kafka_error_t* rd_kafka_produceva(rd_kafka_t* rk, const rd_kafka_vu_t* vus, size_t cnt);

/*
 * Accepts `message_cnt` messages: payload, key and _private (the opaque) of each, and with
 * RD_KAFKA_MSG_F_PARTITION each one's partition. Sets err of each; returns how many were
 * accepted. No headers.
 */
int rd_kafka_produce_batch(rd_kafka_topic_t* rkt, int32_t partition, int msgflags,
                           rd_kafka_message_t* rkmessages, int message_cnt);

/*
 * Sends everything at once, without linger, and serves reports until all messages are done. With
 * the DR event enabled it does not serve them but waits until another thread has. _TIMED_OUT if
 * something is left; _NOT_IMPLEMENTED on a consumer.
 */
rd_kafka_resp_err_t rd_kafka_flush(rd_kafka_t* rk, int timeout_ms);

/*
 * Drops messages: those not sent (RD_KAFKA_PURGE_F_QUEUE: _PURGE_QUEUE) and those on their way
 * (RD_KAFKA_PURGE_F_INFLIGHT: _PURGE_INFLIGHT; they may arrive all the same). Their reports must
 * still be served. _INVALID_ARG for other flags; _NOT_IMPLEMENTED on a consumer.
 */
rd_kafka_resp_err_t rd_kafka_purge(rd_kafka_t* rk, int purge_flags);

/* ---------------------------------------------------------------------------------------------
 * Consumer: assignment and polling
 * -------------------------------------------------------------------------------------------- */

/*
 * The application assigns partitions; subscribing as a member of a consumer group is not yet in
 * this version. As in librdkafka these calls need a group.id and answer _UNKNOWN_GROUP without
 * one; the legacy calls do not. Fetching happens in the thread that polls.
 */

/* Stops delivering from these partitions; err of each element says whether it worked. */
rd_kafka_resp_err_t rd_kafka_pause_partitions(rd_kafka_t* rk,
                                              rd_kafka_topic_partition_list_t* partitions);

/* Goes on with paused partitions; err of each element says whether it worked. */
rd_kafka_resp_err_t rd_kafka_resume_partitions(rd_kafka_t* rk,
                                               rd_kafka_topic_partition_list_t* partitions);

/*
 * Goes on from `offset` of each element; err of each says whether it worked, the error object
 * only whether the call did. NULL: look at the elements.
 */
rd_kafka_error_t* rd_kafka_seek_partitions(rd_kafka_t* rk,
                                           rd_kafka_topic_partition_list_t* partitions,
                                           int timeout_ms);

/*
 * The next message, error or end of partition (see rd_kafka_message_t), owed to
 * rd_kafka_message_destroy(), or NULL after `timeout_ms` (last error _TIMED_OUT). Callbacks of
 * the consumer queue run on the way. What it returns counts as consumed: its offset is stored for
 * the next commit unless enable.auto.offset.store is false.
 */
rd_kafka_message_t* rd_kafka_consumer_poll(rd_kafka_t* rk, int timeout_ms);

/*
 * Commits stored offsets if enable.auto.commit is on, and leaves nothing assigned. Polls return
 * NULL from then on.
 */
rd_kafka_resp_err_t rd_kafka_consumer_close(rd_kafka_t* rk);

/*
 * As rd_kafka_consumer_close(), without waiting: serve `rkqu` until rd_kafka_consumer_closed().
 */
rd_kafka_error_t* rd_kafka_consumer_close_queue(rd_kafka_t* rk, rd_kafka_queue_t* rkqu);

/* 1 once the consumer is closed. */
int rd_kafka_consumer_closed(rd_kafka_t* rk);

/* Adds partitions to the assignment. An error object if one is in it already. */
rd_kafka_error_t* rd_kafka_incremental_assign(rd_kafka_t* rk,
                                              const rd_kafka_topic_partition_list_t* partitions);

/* Takes partitions out of the assignment. An error object if one is not in it. */
rd_kafka_error_t* rd_kafka_incremental_unassign(rd_kafka_t* rk,
                                                const rd_kafka_topic_partition_list_t* partitions);

/*
 * Replaces the partitions to consume. Each starts at its `offset`: a number, BEGINNING, END,
 * TAIL(n), or STORED and INVALID for what the group committed; where that leads nowhere
 * auto.offset.reset decides. NULL clears the assignment. The list is copied; partitions need not
 * exist yet.
 */
rd_kafka_resp_err_t rd_kafka_assign(rd_kafka_t* rk,
                                    const rd_kafka_topic_partition_list_t* partitions);

/*
 * A new list of the assigned partitions with the offsets as they were given, owed to
 * rd_kafka_topic_partition_list_destroy().
 */
rd_kafka_resp_err_t rd_kafka_assignment(rd_kafka_t* rk,
                                        rd_kafka_topic_partition_list_t** partitions);

/*
 * Sets `offset` of each element to the last offset handed out plus one, or INVALID if nothing
 * was.
 */
rd_kafka_resp_err_t rd_kafka_position(rd_kafka_t* rk, rd_kafka_topic_partition_list_t* partitions);

/*
 * Sends the main queue's entries to the consumer queue, so that rd_kafka_consumer_poll() is all
 * that has to be called. Not reversible.
 */
rd_kafka_resp_err_t rd_kafka_poll_set_consumer(rd_kafka_t* rk);

/* ---------------------------------------------------------------------------------------------
 * Consumer: offsets
 * -------------------------------------------------------------------------------------------- */

/*
 * Offsets are committed for the group, one message further than the last one consumed: a
 * committed offset is where to go on. An assign-only consumer with a group.id commits every
 * auto.commit.interval.ms by itself, as librdkafka does, also while nobody polls.
 */

/*
 * Stores the offsets, as given, for the next automatic or NULL-list commit. err of each element;
 * _STATE for partitions that are not assigned. _INVALID_ARG while enable.auto.offset.store is on,
 * since both would fight.
 */
rd_kafka_resp_err_t rd_kafka_offsets_store(rd_kafka_t* rk,
                                           rd_kafka_topic_partition_list_t* offsets);

/*
 * Stores the message's offset + 1, with its leader epoch. NULL, or an error object as
 * rd_kafka_offsets_store() has errors.
 */
rd_kafka_error_t* rd_kafka_offset_store_message(rd_kafka_message_t* rkmessage);

/*
 * Commits the offsets of the list, or what is stored for the assignment if it is NULL (_NO_OFFSET
 * if there is nothing new). With `async` 0 it waits and returns the outcome; else
 * rd_kafka_conf_set_offset_commit_cb() or the OFFSET_COMMIT event has it.
 */
rd_kafka_resp_err_t rd_kafka_commit(rd_kafka_t* rk, const rd_kafka_topic_partition_list_t* offsets,
                                    int async);

/* Commits the message's offset + 1; otherwise as rd_kafka_commit(). */
rd_kafka_resp_err_t rd_kafka_commit_message(rd_kafka_t* rk, const rd_kafka_message_t* rkmessage,
                                            int async);

/*
 * Commits as rd_kafka_commit() does; the outcome comes to `rkqu` as an OFFSET_COMMIT event or a
 * call of `cb`. With `rkqu` NULL the call waits and runs `cb` itself.
 */
rd_kafka_resp_err_t rd_kafka_commit_queue(rd_kafka_t* rk,
                                          const rd_kafka_topic_partition_list_t* offsets,
                                          rd_kafka_queue_t* rkqu,
                                          void (*cb)(rd_kafka_t* rk, rd_kafka_resp_err_t err,
                                                     rd_kafka_topic_partition_list_t* offsets,
                                                     void* commit_opaque),
                                          void* commit_opaque);

/*
 * Sets `offset` of each element to what the group committed, or INVALID; err of each. Asks the
 * group's coordinator.
 */
rd_kafka_resp_err_t rd_kafka_committed(rd_kafka_t* rk, rd_kafka_topic_partition_list_t* partitions,
                                       int timeout_ms);

/* ---------------------------------------------------------------------------------------------
 * Consumer: one partition at a time (legacy)
 * -------------------------------------------------------------------------------------------- */

/*
 * The older consumer API, without groups: each partition is started, read and stopped by itself.
 * Failing calls return -1 or NULL and set last error and errno.
 */

/*
 * Starts a partition at `offset` (a number, BEGINNING, END, TAIL(n); STORED needs a group.id:
 * EINVAL without). 0 or -1.
 */
int rd_kafka_consume_start(rd_kafka_topic_t* rkt, int32_t partition, int64_t offset);

/* As rd_kafka_consume_start(), delivering into `rkqu`. */
int rd_kafka_consume_start_queue(rd_kafka_topic_t* rkt, int32_t partition, int64_t offset,
                                 rd_kafka_queue_t* rkqu);

/*
 * Stops a partition, committing what is stored if auto.commit.enable is on, and drops what was
 * fetched. 0 or -1.
 */
int rd_kafka_consume_stop(rd_kafka_topic_t* rkt, int32_t partition);

/* Goes on from `offset`. With a timeout other than 0 it waits until that has taken effect. */
rd_kafka_resp_err_t rd_kafka_seek(rd_kafka_topic_t* rkt, int32_t partition, int64_t offset,
                                  int timeout_ms);

/*
 * The next message, error or end of a partition that was started, owed to
 * rd_kafka_message_destroy(). NULL with ETIMEDOUT after `timeout_ms`, with ESRCH
 * (_UNKNOWN_PARTITION) if the partition was not started.
 */
rd_kafka_message_t* rd_kafka_consume(rd_kafka_topic_t* rkt, int32_t partition, int timeout_ms);

/*
 * Up to `rkmessages_size` messages into the array, each owed to rd_kafka_message_destroy();
 * returns how many, 0 after `timeout_ms`, or -1.
 */
ssize_t rd_kafka_consume_batch(rd_kafka_topic_t* rkt, int32_t partition, int timeout_ms,
                               rd_kafka_message_t** rkmessages, size_t rkmessages_size);

/*
 * Calls `consume_cb` for each message for up to `timeout_ms`; the messages are the library's.
 * Returns how many, or -1.
 */
int rd_kafka_consume_callback(rd_kafka_topic_t* rkt, int32_t partition, int timeout_ms,
                              void (*consume_cb)(rd_kafka_message_t* rkmessage,
                                                 void* commit_opaque),
                              void* commit_opaque);

/* As rd_kafka_consume(), from a queue. */
rd_kafka_message_t* rd_kafka_consume_queue(rd_kafka_queue_t* rkqu, int timeout_ms);

/* As rd_kafka_consume_batch(), from a queue. */
ssize_t rd_kafka_consume_batch_queue(rd_kafka_queue_t* rkqu, int timeout_ms,
                                     rd_kafka_message_t** rkmessages, size_t rkmessages_size);

/* As rd_kafka_consume_callback(), from a queue. */
int rd_kafka_consume_callback_queue(rd_kafka_queue_t* rkqu, int timeout_ms,
                                    void (*consume_cb)(rd_kafka_message_t* rkmessage,
                                                       void* commit_opaque),
                                    void* commit_opaque);

/*
 * Stores `offset` + 1 for the next commit: pass the offset of the last message that was dealt
 * with.
 */
rd_kafka_resp_err_t rd_kafka_offset_store(rd_kafka_topic_t* rkt, int32_t partition, int64_t offset);

/* ---------------------------------------------------------------------------------------------
 * Metadata and lookups
 * -------------------------------------------------------------------------------------------- */

/* The cluster's id, waiting up to `timeout_ms` to learn it; NULL otherwise. Owed to free(). */
char* rd_kafka_clusterid(rd_kafka_t* rk, int timeout_ms);

/* The controller's broker id, waiting up to `timeout_ms` to learn it; -1 otherwise. */
int32_t rd_kafka_controllerid(rd_kafka_t* rk, int timeout_ms);

/*
 * Asks the leader where the partition begins and ends: the first offset, and the one the next
 * message gets. Outputs are left alone on error (_UNKNOWN_PARTITION, _TIMED_OUT, ...).
 */
rd_kafka_resp_err_t rd_kafka_query_watermark_offsets(rd_kafka_t* rk, const char* topic,
                                                     int32_t partition, int64_t* low, int64_t* high,
                                                     int timeout_ms);

/*
 * The same from what fetching has shown, without asking: INVALID where nothing is known, and
 * NO_ERROR all the same.
 */
rd_kafka_resp_err_t rd_kafka_get_watermark_offsets(rd_kafka_t* rk, const char* topic,
                                                   int32_t partition, int64_t* low, int64_t* high);

/*
 * Goes in with a timestamp (milliseconds since 1970) in each `offset`, comes out with the offset
 * of the first message not older, END if there is none; err of each.
 */
rd_kafka_resp_err_t rd_kafka_offsets_for_times(rd_kafka_t* rk,
                                               rd_kafka_topic_partition_list_t* offsets,
                                               int timeout_ms);

/*
 * Asks a broker for the cluster's brokers and topics: all topics, or `only_rkt`, or (0, NULL)
 * those that this client uses. `metadatap` receives one block, owed to
 * rd_kafka_metadata_destroy(), and is left alone on error: _TIMED_OUT, _TRANSPORT, ...
 */
rd_kafka_resp_err_t rd_kafka_metadata(rd_kafka_t* rk, int all_topics, rd_kafka_topic_t* only_rkt,
                                      const struct rd_kafka_metadata** metadatap, int timeout_ms);

/* Frees what rd_kafka_metadata() gave. */
void rd_kafka_metadata_destroy(const struct rd_kafka_metadata* metadata);

/*
 * The ids of the brokers known by now; `cntp` receives how many. Owed to free(). NULL if there
 * are none.
 */
int32_t* rd_kafka_brokers_learned_ids(rd_kafka_t* rk, size_t* cntp);

/* ---------------------------------------------------------------------------------------------
 * Consumer groups
 * -------------------------------------------------------------------------------------------- */

/*
 * Being a member of a group (subscribe, rebalance) is not yet in this version; committing offsets
 * for one is: see above.
 */

/*
 * The member's id: "" with a group.id, as there is no membership, NULL without one. Owed to
 * free().
 */
char* rd_kafka_memberid(const rd_kafka_t* rk);

/*
 * Not supported: _NOT_IMPLEMENTED, and one log line ("consumer groups"). Before that, as in
 * librdkafka, _UNKNOWN_GROUP without a group.id and on a producer.
 */
rd_kafka_resp_err_t rd_kafka_subscribe(rd_kafka_t* rk,
                                       const rd_kafka_topic_partition_list_t* topics);

/*
 * There is no subscription to leave: NO_ERROR; a manual assignment stays as it is. _UNKNOWN_GROUP
 * without a group.id.
 */
rd_kafka_resp_err_t rd_kafka_unsubscribe(rd_kafka_t* rk);

/*
 * There is no subscription: an empty list, owed to rd_kafka_topic_partition_list_destroy().
 * _UNKNOWN_GROUP without a group.id.
 */
rd_kafka_resp_err_t rd_kafka_subscription(rd_kafka_t* rk, rd_kafka_topic_partition_list_t** topics);

/* "NONE", as long as nothing is subscribed; NULL without a group.id. */
const char* rd_kafka_rebalance_protocol(rd_kafka_t* rk);

/* 0: a manual assignment cannot be lost. */
int rd_kafka_assignment_lost(rd_kafka_t* rk);

/* ---------------------------------------------------------------------------------------------
 * Security
 * -------------------------------------------------------------------------------------------- */

/* TLS and SASL are not yet in this version: security.protocol is PLAINTEXT. */

/*
 * Not supported: returns RD_KAFKA_CONF_INVALID; NULL is accepted. (Certificate verification
 * callbacks are not supported.)
 */
rd_kafka_conf_res_t rd_kafka_conf_set_ssl_cert_verify_cb(
    rd_kafka_conf_t* conf,
    int (*ssl_cert_verify_cb)(rd_kafka_t* rk, const char* broker_name, int32_t broker_id,
                              int* x509_error, int depth, const char* buf, size_t size,
                              char* errstr, size_t errstr_size, void* opaque));

/*
 * Not supported: returns RD_KAFKA_CONF_INVALID and a text. (TLS is not yet in this version.)
 */
rd_kafka_conf_res_t rd_kafka_conf_set_ssl_cert(rd_kafka_conf_t* conf,
                                               rd_kafka_cert_type_t cert_type,
                                               rd_kafka_cert_enc_t cert_enc, const void* buffer,
                                               size_t size, char* errstr, size_t errstr_size);

/*
 * Not supported: rd_kafka_new() refuses a conf for which it was called, by name; NULL or 0 takes
 * that back. (OpenSSL engines are not supported.)
 */
void rd_kafka_conf_set_engine_callback_data(rd_kafka_conf_t* conf, void* callback_data);

/*
 * Not supported: rd_kafka_new() refuses a conf for which it was called, by name; NULL or 0 takes
 * that back. (OAUTHBEARER is not supported.)
 */
void rd_kafka_conf_set_oauthbearer_token_refresh_cb(
    rd_kafka_conf_t* conf,
    void (*oauthbearer_token_refresh_cb)(rd_kafka_t* rk, const char* oauthbearer_config,
                                         void* opaque));

/*
 * Not supported: rd_kafka_new() refuses a conf for which it was called, by name; NULL or 0 takes
 * that back. (OAUTHBEARER is not supported.)
 */
void rd_kafka_conf_enable_sasl_queue(rd_kafka_conf_t* conf, int enable);

/* Not supported: returns NULL, as there is none. (SASL is not yet in this version.) */
rd_kafka_queue_t* rd_kafka_queue_get_sasl(rd_kafka_t* rk);

/*
 * Not supported: returns an error object with _NOT_IMPLEMENTED. (SASL is not yet in this
 * version.)
 */
rd_kafka_error_t* rd_kafka_sasl_background_callbacks_enable(rd_kafka_t* rk);

/* Not supported: returns _NOT_IMPLEMENTED. (OAUTHBEARER is not supported.) */
rd_kafka_resp_err_t rd_kafka_oauthbearer_set_token(rd_kafka_t* rk, const char* token_value,
                                                   int64_t md_lifetime_ms,
                                                   const char* md_principal_name,
                                                   const char** extensions, size_t extension_size,
                                                   char* errstr, size_t errstr_size);

/* Not supported: returns _NOT_IMPLEMENTED. (OAUTHBEARER is not supported.) */
rd_kafka_resp_err_t rd_kafka_oauthbearer_set_token_failure(rd_kafka_t* rk, const char* errstr);

/* ---------------------------------------------------------------------------------------------
 * Transactions
 * -------------------------------------------------------------------------------------------- */

/* Not yet in this version: a producer with transactional.id is refused by rd_kafka_new(). */

/*
 * Not supported: returns NULL with last error _NOT_IMPLEMENTED. (Consumer groups are not yet in
 * this version.)
 */
rd_kafka_consumer_group_metadata_t* rd_kafka_consumer_group_metadata(rd_kafka_t* rk);

/*
 * What a transaction says about the group whose offsets it commits; of use once there are
 * transactions. Owed to rd_kafka_consumer_group_metadata_destroy().
 */
rd_kafka_consumer_group_metadata_t* rd_kafka_consumer_group_metadata_new(const char* group_id);

/* The same with the membership: generation, member id and, or NULL, instance id. */
rd_kafka_consumer_group_metadata_t* rd_kafka_consumer_group_metadata_new_with_genid(
    const char* group_id, int32_t generation_id, const char* member_id,
    const char* group_instance_id);

/* The group's id; lives as long as the object. */
const char* rd_kafka_consumer_group_metadata_group_id(
    const rd_kafka_consumer_group_metadata_t* group_metadata);

/* The member's instance id, or NULL; lives as long as the object. */
const char* rd_kafka_consumer_group_metadata_group_instance_id(
    const rd_kafka_consumer_group_metadata_t* group_metadata);

/* The member's id, "" if none; lives as long as the object. */
const char* rd_kafka_consumer_group_metadata_member_id(
    const rd_kafka_consumer_group_metadata_t* group_metadata);

/* The group's generation, -1 if none. */
int32_t rd_kafka_consumer_group_metadata_generation_id(
    const rd_kafka_consumer_group_metadata_t* group_metadata);

/* Frees it. NULL is accepted. */
void rd_kafka_consumer_group_metadata_destroy(rd_kafka_consumer_group_metadata_t*);

/*
 * Not supported: returns an error object with _NOT_IMPLEMENTED. Sets `bufferp` and `sizep` to
 * NULL or 0. (Consumer groups are not yet in this version.)
 */
rd_kafka_error_t* rd_kafka_consumer_group_metadata_write(
    const rd_kafka_consumer_group_metadata_t* cgmd, void** bufferp, size_t* sizep);

/*
 * Not supported: returns an error object with _NOT_IMPLEMENTED. Sets `cgmdp` to NULL or 0.
 * (Consumer groups are not yet in this version.)
 */
rd_kafka_error_t* rd_kafka_consumer_group_metadata_read(rd_kafka_consumer_group_metadata_t** cgmdp,
                                                        const void* buffer, size_t size);

/*
 * Not supported: returns an error object with _NOT_IMPLEMENTED. (Transactions are not yet in this
 * version.)
 */
rd_kafka_error_t* rd_kafka_init_transactions(rd_kafka_t* rk, int timeout_ms);

/*
 * Not supported: returns an error object with _NOT_IMPLEMENTED. (Transactions are not yet in this
 * version.)
 */
rd_kafka_error_t* rd_kafka_begin_transaction(rd_kafka_t* rk);

/*
 * Not supported: returns an error object with _NOT_IMPLEMENTED. (Transactions are not yet in this
 * version.)
 */
rd_kafka_error_t* rd_kafka_send_offsets_to_transaction(
    rd_kafka_t* rk, const rd_kafka_topic_partition_list_t* offsets,
    const rd_kafka_consumer_group_metadata_t* cgmetadata, int timeout_ms);

/*
 * Not supported: returns an error object with _NOT_IMPLEMENTED. (Transactions are not yet in this
 * version.)
 */
rd_kafka_error_t* rd_kafka_commit_transaction(rd_kafka_t* rk, int timeout_ms);

/*
 * Not supported: returns an error object with _NOT_IMPLEMENTED. (Transactions are not yet in this
 * version.)
 */
rd_kafka_error_t* rd_kafka_abort_transaction(rd_kafka_t* rk, int timeout_ms);

/* ---------------------------------------------------------------------------------------------
 * Plugins and interceptors
 * -------------------------------------------------------------------------------------------- */

/* Not supported: nothing is registered, and plugin.library.paths is refused. */

/* Not supported: returns _NOT_IMPLEMENTED. (Interceptors are not supported.) */
rd_kafka_resp_err_t rd_kafka_conf_interceptor_add_on_conf_set(
    rd_kafka_conf_t* conf, const char* ic_name, rd_kafka_interceptor_f_on_conf_set_t* on_conf_set,
    void* ic_opaque);

/* Not supported: returns _NOT_IMPLEMENTED. (Interceptors are not supported.) */
rd_kafka_resp_err_t rd_kafka_conf_interceptor_add_on_conf_dup(
    rd_kafka_conf_t* conf, const char* ic_name, rd_kafka_interceptor_f_on_conf_dup_t* on_conf_dup,
    void* ic_opaque);

/* Not supported: returns _NOT_IMPLEMENTED. (Interceptors are not supported.) */
rd_kafka_resp_err_t rd_kafka_conf_interceptor_add_on_conf_destroy(
    rd_kafka_conf_t* conf, const char* ic_name,
    rd_kafka_interceptor_f_on_conf_destroy_t* on_conf_destroy, void* ic_opaque);

/* Not supported: returns _NOT_IMPLEMENTED. (Interceptors are not supported.) */
rd_kafka_resp_err_t rd_kafka_conf_interceptor_add_on_new(rd_kafka_conf_t* conf, const char* ic_name,
                                                         rd_kafka_interceptor_f_on_new_t* on_new,
                                                         void* ic_opaque);

/* Not supported: returns _NOT_IMPLEMENTED. (Interceptors are not supported.) */
rd_kafka_resp_err_t rd_kafka_interceptor_add_on_destroy(
    rd_kafka_t* rk, const char* ic_name, rd_kafka_interceptor_f_on_destroy_t* on_destroy,
    void* ic_opaque);

/* Not supported: returns _NOT_IMPLEMENTED. (Interceptors are not supported.) */
rd_kafka_resp_err_t rd_kafka_interceptor_add_on_send(rd_kafka_t* rk, const char* ic_name,
                                                     rd_kafka_interceptor_f_on_send_t* on_send,
                                                     void* ic_opaque);

/* Not supported: returns _NOT_IMPLEMENTED. (Interceptors are not supported.) */
rd_kafka_resp_err_t rd_kafka_interceptor_add_on_acknowledgement(
    rd_kafka_t* rk, const char* ic_name,
    rd_kafka_interceptor_f_on_acknowledgement_t* on_acknowledgement, void* ic_opaque);

/* Not supported: returns _NOT_IMPLEMENTED. (Interceptors are not supported.) */
rd_kafka_resp_err_t rd_kafka_interceptor_add_on_consume(
    rd_kafka_t* rk, const char* ic_name, rd_kafka_interceptor_f_on_consume_t* on_consume,
    void* ic_opaque);

/* Not supported: returns _NOT_IMPLEMENTED. (Interceptors are not supported.) */
rd_kafka_resp_err_t rd_kafka_interceptor_add_on_commit(
    rd_kafka_t* rk, const char* ic_name, rd_kafka_interceptor_f_on_commit_t* on_commit,
    void* ic_opaque);

/* Not supported: returns _NOT_IMPLEMENTED. (Interceptors are not supported.) */
rd_kafka_resp_err_t rd_kafka_interceptor_add_on_request_sent(
    rd_kafka_t* rk, const char* ic_name, rd_kafka_interceptor_f_on_request_sent_t* on_request_sent,
    void* ic_opaque);

/* Not supported: returns _NOT_IMPLEMENTED. (Interceptors are not supported.) */
rd_kafka_resp_err_t rd_kafka_interceptor_add_on_response_received(
    rd_kafka_t* rk, const char* ic_name,
    rd_kafka_interceptor_f_on_response_received_t* on_response_received, void* ic_opaque);

/* Not supported: returns _NOT_IMPLEMENTED. (Interceptors are not supported.) */
rd_kafka_resp_err_t rd_kafka_interceptor_add_on_thread_start(
    rd_kafka_t* rk, const char* ic_name, rd_kafka_interceptor_f_on_thread_start_t* on_thread_start,
    void* ic_opaque);

/* Not supported: returns _NOT_IMPLEMENTED. (Interceptors are not supported.) */
rd_kafka_resp_err_t rd_kafka_interceptor_add_on_thread_exit(
    rd_kafka_t* rk, const char* ic_name, rd_kafka_interceptor_f_on_thread_exit_t* on_thread_exit,
    void* ic_opaque);

/* Not supported: returns _NOT_IMPLEMENTED. (Interceptors are not supported.) */
rd_kafka_resp_err_t rd_kafka_interceptor_add_on_broker_state_change(
    rd_kafka_t* rk, const char* ic_name,
    rd_kafka_interceptor_f_on_broker_state_change_t* on_broker_state_change, void* ic_opaque);

/* ---------------------------------------------------------------------------------------------
 * Share consumers
 * -------------------------------------------------------------------------------------------- */

/*
 * Queues on Kafka (KIP-932). Nothing of it is supported, so none of its objects can exist; all
 * calls accept NULL.
 */

/* Answers 0: no such object can exist (share consumers are not supported). */
size_t rd_kafka_messages_count(const rd_kafka_messages_t* messages);

/* Answers NULL: no such object can exist (share consumers are not supported). */
rd_kafka_message_t* rd_kafka_messages_get(const rd_kafka_messages_t* messages, size_t index);

/* Does nothing: no such object can exist (share consumers are not supported). */
void rd_kafka_messages_destroy(rd_kafka_messages_t* messages);

/* How often a share group delivered the message; there are none here. */
int16_t rd_kafka_message_delivery_count(const rd_kafka_message_t* rkmessage);

/* Answers NULL: no such object can exist (share consumers are not supported). */
rd_kafka_queue_t* rd_kafka_share_queue_get_sasl(rd_kafka_share_t* rkshare);

/* Not supported: returns _NOT_IMPLEMENTED. (Share consumers are not supported.) */
rd_kafka_resp_err_t rd_kafka_share_oauthbearer_set_token(
    rd_kafka_share_t* rkshare, const char* token_value, int64_t md_lifetime_ms,
    const char* md_principal_name, const char** extensions, size_t extension_size, char* errstr,
    size_t errstr_size);

/* Not supported: returns _NOT_IMPLEMENTED. (Share consumers are not supported.) */
rd_kafka_resp_err_t rd_kafka_share_oauthbearer_set_token_failure(rd_kafka_share_t* rkshare,
                                                                 const char* errstr);

/* Answers 0: no such object can exist (share consumers are not supported). */
size_t rd_kafka_share_partition_offsets_list_count(
    const rd_kafka_share_partition_offsets_list_t* list);

/* Answers NULL: no such object can exist (share consumers are not supported). */
const rd_kafka_share_partition_offsets_t* rd_kafka_share_partition_offsets_list_get(
    const rd_kafka_share_partition_offsets_list_t* list, size_t index);

/* Does nothing: no such object can exist (share consumers are not supported). */
void rd_kafka_share_partition_offsets_list_destroy(rd_kafka_share_partition_offsets_list_t* list);

/* Answers NULL: no such object can exist (share consumers are not supported). */
const rd_kafka_topic_partition_t* rd_kafka_share_partition_offsets_partition(
    const rd_kafka_share_partition_offsets_t* partition_offsets);

/* Answers NULL: no such object can exist (share consumers are not supported). */
const int64_t* rd_kafka_share_partition_offsets_offsets(
    const rd_kafka_share_partition_offsets_t* partition_offsets);

/* Answers 0: no such object can exist (share consumers are not supported). */
size_t rd_kafka_share_partition_offsets_offsets_cnt(
    const rd_kafka_share_partition_offsets_t* partition_offsets);

/*
 * Not supported: returns NULL and a text; the conf stays the caller's. (Share consumers are not
 * supported.)
 */
rd_kafka_share_t* rd_kafka_share_consumer_new(rd_kafka_conf_t* conf, char* errstr,
                                              size_t errstr_size);

/*
 * Not supported: returns an error object with _NOT_IMPLEMENTED. (Share consumers are not
 * supported.)
 */
rd_kafka_error_t* rd_kafka_share_set_acknowledgement_commit_cb(
    rd_kafka_share_t* rkshare,
    void (*share_acknowledgement_commit_cb)(rd_kafka_share_t* rkshare,
                                            rd_kafka_share_partition_offsets_list_t* partitions,
                                            rd_kafka_resp_err_t err, void* opaque),
    void* opaque);

/* Not supported: returns _NOT_IMPLEMENTED. (Share consumers are not supported.) */
rd_kafka_resp_err_t rd_kafka_share_subscribe(rd_kafka_share_t* rkshare,
                                             const rd_kafka_topic_partition_list_t* topics);

/* Not supported: returns _NOT_IMPLEMENTED. (Share consumers are not supported.) */
rd_kafka_resp_err_t rd_kafka_share_unsubscribe(rd_kafka_share_t* rkshare);

/*
 * Not supported: returns _NOT_IMPLEMENTED. Sets `topics` to NULL or 0. (Share consumers are not
 * supported.)
 */
rd_kafka_resp_err_t rd_kafka_share_subscription(rd_kafka_share_t* rkshare,
                                                rd_kafka_topic_partition_list_t** topics);

/*
 * Not supported: returns an error object with _NOT_IMPLEMENTED. Sets `rkmessages` to NULL or 0.
 * (Share consumers are not supported.)
 */
rd_kafka_error_t* rd_kafka_share_poll(rd_kafka_share_t* rkshare, int timeout_ms,
                                      rd_kafka_messages_t** rkmessages);

/* Not supported: returns _NOT_IMPLEMENTED. (Share consumers are not supported.) */
rd_kafka_resp_err_t rd_kafka_share_acknowledge(rd_kafka_share_t* rkshare,
                                               const rd_kafka_message_t* rkmessage);

/* Not supported: returns _NOT_IMPLEMENTED. (Share consumers are not supported.) */
rd_kafka_resp_err_t rd_kafka_share_acknowledge_type(rd_kafka_share_t* rkshare,
                                                    const rd_kafka_message_t* rkmessage,
                                                    rd_kafka_share_AcknowledgeType_t type);

/* Not supported: returns _NOT_IMPLEMENTED. (Share consumers are not supported.) */
rd_kafka_resp_err_t rd_kafka_share_acknowledge_offset(rd_kafka_share_t* rkshare, const char* topic,
                                                      int32_t partition, int64_t offset,
                                                      rd_kafka_share_AcknowledgeType_t type);

/*
 * Not supported: returns an error object with _NOT_IMPLEMENTED. (Share consumers are not
 * supported.)
 */
rd_kafka_error_t* rd_kafka_share_commit_async(rd_kafka_share_t* rkshare);

/*
 * Not supported: returns an error object with _NOT_IMPLEMENTED. Sets `partitions` to NULL or 0.
 * (Share consumers are not supported.)
 */
rd_kafka_error_t* rd_kafka_share_commit_sync(rd_kafka_share_t* rkshare, int timeout_ms,
                                             rd_kafka_topic_partition_list_t** partitions);

/*
 * Not supported: returns an error object with _NOT_IMPLEMENTED. (Share consumers are not
 * supported.)
 */
rd_kafka_error_t* rd_kafka_share_consumer_close(rd_kafka_share_t* rkshare);

/*
 * Not supported: returns an error object with _NOT_IMPLEMENTED. (Share consumers are not
 * supported.)
 */
rd_kafka_error_t* rd_kafka_share_consumer_close_queue(rd_kafka_share_t* rkshare,
                                                      rd_kafka_queue_t* rkqu);

/* Answers 1: no such object can exist (share consumers are not supported). */
int rd_kafka_share_consumer_closed(rd_kafka_share_t* rkshare);

/*
 * Not supported: returns an error object with _NOT_IMPLEMENTED. (Share consumers are not
 * supported.)
 */
rd_kafka_error_t* rd_kafka_share_destroy(rd_kafka_share_t* rkshare);

/*
 * Not supported: returns an error object with _NOT_IMPLEMENTED. (Share consumers are not
 * supported.)
 */
rd_kafka_error_t* rd_kafka_share_destroy_flags(rd_kafka_share_t* rkshare, int flags);

/*
 * Not supported: returns an error object with _NOT_IMPLEMENTED. (Share consumers are not
 * supported.)
 */
rd_kafka_error_t* rd_kafka_share_set_log_queue(rd_kafka_share_t* rkshare, rd_kafka_queue_t* rkqu);

/*
 * Not supported: returns an error object with _NOT_IMPLEMENTED. (Share consumers are not
 * supported.)
 */
rd_kafka_error_t* rd_kafka_share_sasl_background_callbacks_enable(rd_kafka_share_t* rkshare);

/*
 * Not supported: returns an error object with _NOT_IMPLEMENTED. (Share consumers are not
 * supported.)
 */
rd_kafka_error_t* rd_kafka_share_sasl_set_credentials(rd_kafka_share_t* rkshare,
                                                      const char* username, const char* password);

/* ---------------------------------------------------------------------------------------------
 * Administration: common parts
 * -------------------------------------------------------------------------------------------- */

/*
 * The calls themselves are not in this version: each puts one result event on its queue, of the
 * right type and with RD_KAFKA_RESP_ERR__NOT_IMPLEMENTED, a text and the options' opaque, and
 * results have no elements. The request objects work, since programs build them without looking
 * at results. They may be destroyed as soon as the call has returned.
 */

/*
 * New options for a call, or for any (RD_KAFKA_ADMIN_OP_ANY); NULL if `for_api` is no such call.
 * Owed to rd_kafka_AdminOptions_destroy(). All calls accept NULL for defaults.
 */
rd_kafka_AdminOptions_t* rd_kafka_AdminOptions_new(rd_kafka_t* rk, rd_kafka_admin_op_t for_api);

/* Frees options. NULL is accepted. */
void rd_kafka_AdminOptions_destroy(rd_kafka_AdminOptions_t* options);

/*
 * How long the whole call may take, 0 to 3600000 ms; socket.timeout.ms if not set. _INVALID_ARG
 * otherwise.
 */
rd_kafka_resp_err_t rd_kafka_AdminOptions_set_request_timeout(rd_kafka_AdminOptions_t* options,
                                                              int timeout_ms, char* errstr,
                                                              size_t errstr_size);

/*
 * How long the broker may wait for the change to spread, -1 (do not wait) to 3600000 ms.
 * _INVALID_ARG for other values and for calls that have no such timeout.
 */
rd_kafka_resp_err_t rd_kafka_AdminOptions_set_operation_timeout(rd_kafka_AdminOptions_t* options,
                                                                int timeout_ms, char* errstr,
                                                                size_t errstr_size);

/*
 * 1: check the request and change nothing. _INVALID_ARG for other values than 0 and 1 and for
 * calls that cannot do it.
 */
rd_kafka_resp_err_t rd_kafka_AdminOptions_set_validate_only(rd_kafka_AdminOptions_t* options,
                                                            int true_or_false, char* errstr,
                                                            size_t errstr_size);

/*
 * The broker to send the call to, instead of the one that it goes to by its nature. _INVALID_ARG
 * below 0.
 */
rd_kafka_resp_err_t rd_kafka_AdminOptions_set_broker(rd_kafka_AdminOptions_t* options,
                                                     int32_t broker_id, char* errstr,
                                                     size_t errstr_size);

/*
 * Not supported: returns an error object with _NOT_IMPLEMENTED. (This administration call is not
 * yet in this version.)
 */
rd_kafka_error_t* rd_kafka_AdminOptions_set_require_stable_offsets(rd_kafka_AdminOptions_t* options,
                                                                   int true_or_false);

/* Whether DescribeTopics and DescribeCluster also tell what the caller may do: 0 or 1. */
rd_kafka_error_t* rd_kafka_AdminOptions_set_include_authorized_operations(
    rd_kafka_AdminOptions_t* options, int true_or_false);

/*
 * Not supported: returns an error object with _NOT_IMPLEMENTED. (This administration call is not
 * yet in this version.)
 */
rd_kafka_error_t* rd_kafka_AdminOptions_set_match_consumer_group_states(
    rd_kafka_AdminOptions_t* options, const rd_kafka_consumer_group_state_t* consumer_group_states,
    size_t consumer_group_states_cnt);

/*
 * Not supported: returns an error object with _NOT_IMPLEMENTED. (This administration call is not
 * yet in this version.)
 */
rd_kafka_error_t* rd_kafka_AdminOptions_set_match_consumer_group_types(
    rd_kafka_AdminOptions_t* options, const rd_kafka_consumer_group_type_t* consumer_group_types,
    size_t consumer_group_types_cnt);

/* Whether ListOffsets' end is that of committed records. */
rd_kafka_error_t* rd_kafka_AdminOptions_set_isolation_level(rd_kafka_AdminOptions_t* options,
                                                            rd_kafka_IsolationLevel_t value);

/* What rd_kafka_event_opaque() of the result returns. */
void rd_kafka_AdminOptions_set_opaque(rd_kafka_AdminOptions_t* options, void* ev_opaque);

/* ---------------------------------------------------------------------------------------------
 * Administration: topics
 * -------------------------------------------------------------------------------------------- */

/* The event itself if it is of this type, else NULL. */
const rd_kafka_CreateTopics_result_t* rd_kafka_event_CreateTopics_result(rd_kafka_event_t* rkev);

/* The event itself if it is of this type, else NULL. */
const rd_kafka_DeleteTopics_result_t* rd_kafka_event_DeleteTopics_result(rd_kafka_event_t* rkev);

/* The event itself if it is of this type, else NULL. */
const rd_kafka_CreatePartitions_result_t* rd_kafka_event_CreatePartitions_result(
    rd_kafka_event_t* rkev);

/*
 * The event itself if it is of this type, else NULL. The result is an error: this administration
 * call is not yet in this version.
 */
const rd_kafka_DeleteRecords_result_t* rd_kafka_event_DeleteRecords_result(rd_kafka_event_t* rkev);

/* The event itself if it is of this type, else NULL. */
const rd_kafka_DescribeTopics_result_t* rd_kafka_event_DescribeTopics_result(
    rd_kafka_event_t* rkev);

/*
 * The event itself if it is of this type, else NULL. The result is an error: this administration
 * call is not yet in this version.
 */
const rd_kafka_ElectLeaders_result_t* rd_kafka_event_ElectLeaders_result(rd_kafka_event_t* rkev);

/* What became of this topic. */
rd_kafka_resp_err_t rd_kafka_topic_result_error(const rd_kafka_topic_result_t* topicres);

/* NULL on success. */
const char* rd_kafka_topic_result_error_string(const rd_kafka_topic_result_t* topicres);

/* The topic's name. */
const char* rd_kafka_topic_result_name(const rd_kafka_topic_result_t* topicres);

/* Answers NULL: no such object can exist (this administration call is not yet in this version). */
const rd_kafka_topic_partition_t* rd_kafka_topic_partition_result_partition(
    const rd_kafka_topic_partition_result_t* partition_result);

/* Answers NULL: no such object can exist (this administration call is not yet in this version). */
const rd_kafka_error_t* rd_kafka_topic_partition_result_error(
    const rd_kafka_topic_partition_result_t* partition_result);

/*
 * A topic to create; -1 for either number is the broker's default. NULL for no name, more than
 * 100000 partitions or 10000 replicas. Owed to rd_kafka_NewTopic_destroy().
 */
rd_kafka_NewTopic_t* rd_kafka_NewTopic_new(const char* topic, int num_partitions,
                                           int replication_factor, char* errstr,
                                           size_t errstr_size);

/* Frees it. NULL is accepted. */
void rd_kafka_NewTopic_destroy(rd_kafka_NewTopic_t* new_topic);

/* Frees all elements, not the array. */
void rd_kafka_NewTopic_destroy_array(rd_kafka_NewTopic_t** new_topics, size_t new_topic_cnt);

/*
 * The brokers that hold one partition; to be called for each in order, from 0 on, on a topic made
 * with replication_factor -1. _INVALID_ARG otherwise.
 */
rd_kafka_resp_err_t rd_kafka_NewTopic_set_replica_assignment(rd_kafka_NewTopic_t* new_topic,
                                                             int32_t partition, int32_t* broker_ids,
                                                             size_t broker_id_cnt, char* errstr,
                                                             size_t errstr_size);

/* A setting of the new topic. */
rd_kafka_resp_err_t rd_kafka_NewTopic_set_config(rd_kafka_NewTopic_t* new_topic, const char* name,
                                                 const char* value);

/*
 * Asks the controller to create topics, and puts one result event on `rkqu`; the request objects
 * may be destroyed when this returns. An answer that is lost on the way does not make an error of
 * it: the request is sent again, and a topic that is there by then, as it was asked for, counts as
 * created.
 */
void rd_kafka_CreateTopics(rd_kafka_t* rk, rd_kafka_NewTopic_t** new_topics, size_t new_topic_cnt,
                           const rd_kafka_AdminOptions_t* options, rd_kafka_queue_t* rkqu);

/*
 * An array of the event's, NULL when there are none or the call failed as a whole
 * (rd_kafka_event_error()).
 */
const rd_kafka_topic_result_t** rd_kafka_CreateTopics_result_topics(
    const rd_kafka_CreateTopics_result_t* result, size_t* cntp);

/* A topic to delete. Owed to rd_kafka_DeleteTopic_destroy(). */
rd_kafka_DeleteTopic_t* rd_kafka_DeleteTopic_new(const char* topic);

/* Frees it. NULL is accepted. */
void rd_kafka_DeleteTopic_destroy(rd_kafka_DeleteTopic_t* del_topic);

/* Frees all elements, not the array. */
void rd_kafka_DeleteTopic_destroy_array(rd_kafka_DeleteTopic_t** del_topics, size_t del_topic_cnt);

/*
 * Asks the controller to delete topics, and puts one result event on `rkqu`. After an answer that
 * was lost, a topic that is gone counts as deleted.
 */
void rd_kafka_DeleteTopics(rd_kafka_t* rk, rd_kafka_DeleteTopic_t** del_topics,
                           size_t del_topic_cnt, const rd_kafka_AdminOptions_t* options,
                           rd_kafka_queue_t* rkqu);

/*
 * An array of the event's, NULL when there are none or the call failed as a whole
 * (rd_kafka_event_error()).
 */
const rd_kafka_topic_result_t** rd_kafka_DeleteTopics_result_topics(
    const rd_kafka_DeleteTopics_result_t* result, size_t* cntp);

/*
 * A topic and how many partitions it shall have in all, 1 to 100000; NULL otherwise. Owed to
 * rd_kafka_NewPartitions_destroy().
 */
rd_kafka_NewPartitions_t* rd_kafka_NewPartitions_new(const char* topic, size_t new_total_cnt,
                                                     char* errstr, size_t errstr_size);

/* Frees it. NULL is accepted. */
void rd_kafka_NewPartitions_destroy(rd_kafka_NewPartitions_t* new_parts);

/* Frees all elements, not the array. */
void rd_kafka_NewPartitions_destroy_array(rd_kafka_NewPartitions_t** new_parts,
                                          size_t new_parts_cnt);

/*
 * The brokers that hold one of the new partitions; to be called for each in order, from 0 on.
 * _INVALID_ARG otherwise.
 */
rd_kafka_resp_err_t rd_kafka_NewPartitions_set_replica_assignment(
    rd_kafka_NewPartitions_t* new_parts, int32_t new_partition_idx, int32_t* broker_ids,
    size_t broker_id_cnt, char* errstr, size_t errstr_size);

/*
 * Asks the controller for more partitions, and puts one result event on `rkqu`. After an answer
 * that was lost, a topic that has the wanted number counts as done.
 */
void rd_kafka_CreatePartitions(rd_kafka_t* rk, rd_kafka_NewPartitions_t** new_parts,
                               size_t new_parts_cnt, const rd_kafka_AdminOptions_t* options,
                               rd_kafka_queue_t* rkqu);

/*
 * An array of the event's, NULL when there are none or the call failed as a whole
 * (rd_kafka_event_error()).
 */
const rd_kafka_topic_result_t** rd_kafka_CreatePartitions_result_topics(
    const rd_kafka_CreatePartitions_result_t* result, size_t* cntp);

/*
 * Partitions and the offsets before which to delete; the list is copied. Owed to
 * rd_kafka_DeleteRecords_destroy().
 */
rd_kafka_DeleteRecords_t* rd_kafka_DeleteRecords_new(
    const rd_kafka_topic_partition_list_t* before_offsets);

/* Frees it. NULL is accepted. */
void rd_kafka_DeleteRecords_destroy(rd_kafka_DeleteRecords_t* del_records);

/* Frees all elements, not the array. */
void rd_kafka_DeleteRecords_destroy_array(rd_kafka_DeleteRecords_t** del_records,
                                          size_t del_record_cnt);

/*
 * Not supported: puts one result event with _NOT_IMPLEMENTED on `rkqu`. (This administration call
 * is not yet in this version.)
 */
void rd_kafka_DeleteRecords(rd_kafka_t* rk, rd_kafka_DeleteRecords_t** del_records,
                            size_t del_record_cnt, const rd_kafka_AdminOptions_t* options,
                            rd_kafka_queue_t* rkqu);

/* Answers NULL: no such object can exist (this administration call is not yet in this version). */
const rd_kafka_topic_partition_list_t* rd_kafka_DeleteRecords_result_offsets(
    const rd_kafka_DeleteRecords_result_t* result);

/* Topics to describe. Owed to rd_kafka_TopicCollection_destroy(). */
rd_kafka_TopicCollection_t* rd_kafka_TopicCollection_of_topic_names(const char** topics,
                                                                    size_t topics_cnt);

/* Frees it. NULL is accepted. */
void rd_kafka_TopicCollection_destroy(rd_kafka_TopicCollection_t* topics);

/*
 * Asks a broker what topics look like, and puts one result event on `rkqu`. Never creates a topic.
 */
void rd_kafka_DescribeTopics(rd_kafka_t* rk, const rd_kafka_TopicCollection_t* topics,
                             const rd_kafka_AdminOptions_t* options, rd_kafka_queue_t* rkqu);

/*
 * An array of the event's, NULL when there are none or the call failed as a whole
 * (rd_kafka_event_error()).
 */
const rd_kafka_TopicDescription_t** rd_kafka_DescribeTopics_result_topics(
    const rd_kafka_DescribeTopics_result_t* result, size_t* cntp);

/* The partitions in the order of their numbers. */
const rd_kafka_TopicPartitionInfo_t** rd_kafka_TopicDescription_partitions(
    const rd_kafka_TopicDescription_t* topicdesc, size_t* cntp);

/* The partition's number. */
int rd_kafka_TopicPartitionInfo_partition(const rd_kafka_TopicPartitionInfo_t* partition);

/* NULL while there is none. */
const rd_kafka_Node_t* rd_kafka_TopicPartitionInfo_leader(
    const rd_kafka_TopicPartitionInfo_t* partition);

/* The replicas in sync. */
const rd_kafka_Node_t** rd_kafka_TopicPartitionInfo_isr(
    const rd_kafka_TopicPartitionInfo_t* partition, size_t* cntp);

/* All replicas. */
const rd_kafka_Node_t** rd_kafka_TopicPartitionInfo_replicas(
    const rd_kafka_TopicPartitionInfo_t* partition, size_t* cntp);

/* NULL unless rd_kafka_AdminOptions_set_include_authorized_operations() asked for them. */
const rd_kafka_AclOperation_t* rd_kafka_TopicDescription_authorized_operations(
    const rd_kafka_TopicDescription_t* topicdesc, size_t* cntp);

/* The topic's name. */
const char* rd_kafka_TopicDescription_name(const rd_kafka_TopicDescription_t* topicdesc);

/* Zero where the broker knows no topic ids. */
const rd_kafka_Uuid_t* rd_kafka_TopicDescription_topic_id(
    const rd_kafka_TopicDescription_t* topicdesc);

/* 1 for topics of Kafka's own. */
int rd_kafka_TopicDescription_is_internal(const rd_kafka_TopicDescription_t* topicdesc);

/* NULL on success. */
const rd_kafka_error_t* rd_kafka_TopicDescription_error(
    const rd_kafka_TopicDescription_t* topicdesc);

/*
 * Partitions that shall elect a leader, NULL for all; the list is copied. Owed to
 * rd_kafka_ElectLeaders_destroy().
 */
rd_kafka_ElectLeaders_t* rd_kafka_ElectLeaders_new(rd_kafka_ElectionType_t election_type,
                                                   rd_kafka_topic_partition_list_t* partitions);

/* Frees it. NULL is accepted. */
void rd_kafka_ElectLeaders_destroy(rd_kafka_ElectLeaders_t* elect_leaders);

/*
 * Not supported: puts one result event with _NOT_IMPLEMENTED on `rkqu`. (This administration call
 * is not yet in this version.)
 */
void rd_kafka_ElectLeaders(rd_kafka_t* rk, rd_kafka_ElectLeaders_t* elect_leaders,
                           const rd_kafka_AdminOptions_t* options, rd_kafka_queue_t* rkqu);

/* No elements: this administration call is not yet in this version. */
const rd_kafka_topic_partition_result_t** rd_kafka_ElectLeaders_result_partitions(
    const rd_kafka_ElectLeaders_result_t* result, size_t* cntp);

/* ---------------------------------------------------------------------------------------------
 * Administration: configuration
 * -------------------------------------------------------------------------------------------- */

/*
 * The event itself if it is of this type, else NULL. The result is an error: this administration
 * call is not yet in this version.
 */
const rd_kafka_AlterConfigs_result_t* rd_kafka_event_AlterConfigs_result(rd_kafka_event_t* rkev);

/*
 * The event itself if it is of this type, else NULL. The result is an error: this administration
 * call is not yet in this version.
 */
const rd_kafka_IncrementalAlterConfigs_result_t* rd_kafka_event_IncrementalAlterConfigs_result(
    rd_kafka_event_t* rkev);

/* The event itself if it is of this type, else NULL. */
const rd_kafka_DescribeConfigs_result_t* rd_kafka_event_DescribeConfigs_result(
    rd_kafka_event_t* rkev);

/* The source's name, "UNSUPPORTED" for other numbers. Constant. */
const char* rd_kafka_ConfigSource_name(rd_kafka_ConfigSource_t confsource);

/* The setting's name; lives as long as the resource. */
const char* rd_kafka_ConfigEntry_name(const rd_kafka_ConfigEntry_t* entry);

/* The setting's value, or NULL; lives as long as the resource. */
const char* rd_kafka_ConfigEntry_value(const rd_kafka_ConfigEntry_t* entry);

/* Where the value comes from. */
rd_kafka_ConfigSource_t rd_kafka_ConfigEntry_source(const rd_kafka_ConfigEntry_t* entry);

/* 1 if it cannot be changed while the broker runs. */
int rd_kafka_ConfigEntry_is_read_only(const rd_kafka_ConfigEntry_t* entry);

/* 1 if the value is the default. */
int rd_kafka_ConfigEntry_is_default(const rd_kafka_ConfigEntry_t* entry);

/* 1 if the broker keeps the value to itself. */
int rd_kafka_ConfigEntry_is_sensitive(const rd_kafka_ConfigEntry_t* entry);

/* 1 if it is one of another entry's synonyms. */
int rd_kafka_ConfigEntry_is_synonym(const rd_kafka_ConfigEntry_t* entry);

/*
 * The other places that would give the setting a value, in their order; `cntp` receives how many.
 * NULL if there are none.
 */
const rd_kafka_ConfigEntry_t** rd_kafka_ConfigEntry_synonyms(const rd_kafka_ConfigEntry_t* entry,
                                                             size_t* cntp);

/* The type's name, "UNSUPPORTED" for other numbers. Constant. */
const char* rd_kafka_ResourceType_name(rd_kafka_ResourceType_t restype);

/*
 * Something with settings: a topic or a broker (its id as text). NULL for a negative type or no
 * name. Owed to rd_kafka_ConfigResource_destroy().
 */
rd_kafka_ConfigResource_t* rd_kafka_ConfigResource_new(rd_kafka_ResourceType_t restype,
                                                       const char* resname);

/* Frees it. NULL is accepted. */
void rd_kafka_ConfigResource_destroy(rd_kafka_ConfigResource_t* config);

/* Frees all elements, not the array. */
void rd_kafka_ConfigResource_destroy_array(rd_kafka_ConfigResource_t** config, size_t config_cnt);

/* A setting to give a new value. _INVALID_ARG without name or value. */
rd_kafka_resp_err_t rd_kafka_ConfigResource_set_config(rd_kafka_ConfigResource_t* config,
                                                       const char* name, const char* value);

/*
 * A change of one setting, the others staying as they are. NULL, or an error object for an
 * unknown operation, no name, or no value where one is needed.
 */
rd_kafka_error_t* rd_kafka_ConfigResource_add_incremental_config(
    rd_kafka_ConfigResource_t* config, const char* name, rd_kafka_AlterConfigOpType_t op_type,
    const char* value);

/* The settings that were added; `cntp` receives how many. They belong to the resource. */
const rd_kafka_ConfigEntry_t** rd_kafka_ConfigResource_configs(
    const rd_kafka_ConfigResource_t* config, size_t* cntp);

/* The resource's type. */
rd_kafka_ResourceType_t rd_kafka_ConfigResource_type(const rd_kafka_ConfigResource_t* config);

/* The resource's name; lives as long as it. */
const char* rd_kafka_ConfigResource_name(const rd_kafka_ConfigResource_t* config);

/* NO_ERROR: only resources of results have errors. */
rd_kafka_resp_err_t rd_kafka_ConfigResource_error(const rd_kafka_ConfigResource_t* config);

/* NULL on success. */
const char* rd_kafka_ConfigResource_error_string(const rd_kafka_ConfigResource_t* config);

/*
 * Not supported: puts one result event with _NOT_IMPLEMENTED on `rkqu`. (This administration call
 * is not yet in this version.)
 */
void rd_kafka_AlterConfigs(rd_kafka_t* rk, rd_kafka_ConfigResource_t** configs, size_t config_cnt,
                           const rd_kafka_AdminOptions_t* options, rd_kafka_queue_t* rkqu);

/* No elements: this administration call is not yet in this version. */
const rd_kafka_ConfigResource_t** rd_kafka_AlterConfigs_result_resources(
    const rd_kafka_AlterConfigs_result_t* result, size_t* cntp);

/*
 * Not supported: puts one result event with _NOT_IMPLEMENTED on `rkqu`. (This administration call
 * is not yet in this version.)
 */
void rd_kafka_IncrementalAlterConfigs(rd_kafka_t* rk, rd_kafka_ConfigResource_t** configs,
                                      size_t config_cnt, const rd_kafka_AdminOptions_t* options,
                                      rd_kafka_queue_t* rkqu);

/* No elements: this administration call is not yet in this version. */
const rd_kafka_ConfigResource_t** rd_kafka_IncrementalAlterConfigs_result_resources(
    const rd_kafka_IncrementalAlterConfigs_result_t* result, size_t* cntp);

/*
 * Asks for the settings of topics, groups and at most one broker, and puts one result event on
 * `rkqu`. Settings added with rd_kafka_ConfigResource_set_config() are the only ones asked for.
 */
void rd_kafka_DescribeConfigs(rd_kafka_t* rk, rd_kafka_ConfigResource_t** configs,
                              size_t config_cnt, const rd_kafka_AdminOptions_t* options,
                              rd_kafka_queue_t* rkqu);

/*
 * An array of the event's, NULL when there are none or the call failed as a whole
 * (rd_kafka_event_error()).
 */
const rd_kafka_ConfigResource_t** rd_kafka_DescribeConfigs_result_resources(
    const rd_kafka_DescribeConfigs_result_t* result, size_t* cntp);

/* ---------------------------------------------------------------------------------------------
 * Administration: cluster
 * -------------------------------------------------------------------------------------------- */

/* The broker's id. */
int rd_kafka_Node_id(const rd_kafka_Node_t* node);

/* Empty when the broker is not in the cluster any more. */
const char* rd_kafka_Node_host(const rd_kafka_Node_t* node);

/* 0 when the broker is not in the cluster any more. */
uint16_t rd_kafka_Node_port(const rd_kafka_Node_t* node);

/* NULL when the broker has none. */
const char* rd_kafka_Node_rack(const rd_kafka_Node_t* node);

/* The event itself if it is of this type, else NULL. */
const rd_kafka_DescribeCluster_result_t* rd_kafka_event_DescribeCluster_result(
    rd_kafka_event_t* rkev);

/* Asks a broker what the cluster consists of, and puts one result event on `rkqu`. */
void rd_kafka_DescribeCluster(rd_kafka_t* rk, const rd_kafka_AdminOptions_t* options,
                              rd_kafka_queue_t* rkqu);

/* All brokers; NULL when the call failed. */
const rd_kafka_Node_t** rd_kafka_DescribeCluster_result_nodes(
    const rd_kafka_DescribeCluster_result_t* result, size_t* cntp);

/* NULL unless rd_kafka_AdminOptions_set_include_authorized_operations() asked for them. */
const rd_kafka_AclOperation_t* rd_kafka_DescribeCluster_result_authorized_operations(
    const rd_kafka_DescribeCluster_result_t* result, size_t* cntp);

/* NULL when it is not known. */
const rd_kafka_Node_t* rd_kafka_DescribeCluster_result_controller(
    const rd_kafka_DescribeCluster_result_t* result);

/* The cluster's id; empty when the call failed. */
const char* rd_kafka_DescribeCluster_result_cluster_id(
    const rd_kafka_DescribeCluster_result_t* result);

/* ---------------------------------------------------------------------------------------------
 * Administration: groups
 * -------------------------------------------------------------------------------------------- */

/*
 * Not supported: returns _NOT_IMPLEMENTED. Sets `grplistp` to NULL or 0. (This administration call
 * is not yet in this version.)
 */
rd_kafka_resp_err_t rd_kafka_list_groups(rd_kafka_t* rk, const char* group,
                                         const struct rd_kafka_group_list** grplistp,
                                         int timeout_ms);

/* The state's name, NULL for other numbers. Constant. */
const char* rd_kafka_consumer_group_state_name(rd_kafka_consumer_group_state_t state);

/* The state of that name, in any case; UNKNOWN for other names. */
rd_kafka_consumer_group_state_t rd_kafka_consumer_group_state_code(const char* name);

/* The type's name, NULL for other numbers. Constant. */
const char* rd_kafka_consumer_group_type_name(rd_kafka_consumer_group_type_t type);

/* The type of that name, in any case; UNKNOWN for other names. */
rd_kafka_consumer_group_type_t rd_kafka_consumer_group_type_code(const char* name);

/* Does nothing: no such object can exist (this administration call is not yet in this version). */
void rd_kafka_group_list_destroy(const struct rd_kafka_group_list* grplist);

/*
 * The event itself if it is of this type, else NULL. The result is an error: this administration
 * call is not yet in this version.
 */
const rd_kafka_ListConsumerGroups_result_t* rd_kafka_event_ListConsumerGroups_result(
    rd_kafka_event_t* rkev);

/*
 * The event itself if it is of this type, else NULL. The result is an error: this administration
 * call is not yet in this version.
 */
const rd_kafka_DescribeConsumerGroups_result_t* rd_kafka_event_DescribeConsumerGroups_result(
    rd_kafka_event_t* rkev);

/*
 * The event itself if it is of this type, else NULL. The result is an error: this administration
 * call is not yet in this version.
 */
const rd_kafka_DeleteGroups_result_t* rd_kafka_event_DeleteGroups_result(rd_kafka_event_t* rkev);

/*
 * The event itself if it is of this type, else NULL. The result is an error: this administration
 * call is not yet in this version.
 */
const rd_kafka_DeleteConsumerGroupOffsets_result_t*
rd_kafka_event_DeleteConsumerGroupOffsets_result(rd_kafka_event_t* rkev);

/*
 * The event itself if it is of this type, else NULL. The result is an error: this administration
 * call is not yet in this version.
 */
const rd_kafka_ListConsumerGroupOffsets_result_t* rd_kafka_event_ListConsumerGroupOffsets_result(
    rd_kafka_event_t* rkev);

/*
 * The event itself if it is of this type, else NULL. The result is an error: this administration
 * call is not yet in this version.
 */
const rd_kafka_AlterConsumerGroupOffsets_result_t* rd_kafka_event_AlterConsumerGroupOffsets_result(
    rd_kafka_event_t* rkev);

/* Answers NULL: no such object can exist (this administration call is not yet in this version). */
const rd_kafka_error_t* rd_kafka_group_result_error(const rd_kafka_group_result_t* groupres);

/* Answers NULL: no such object can exist (this administration call is not yet in this version). */
const char* rd_kafka_group_result_name(const rd_kafka_group_result_t* groupres);

/* Answers NULL: no such object can exist (this administration call is not yet in this version). */
const rd_kafka_topic_partition_list_t* rd_kafka_group_result_partitions(
    const rd_kafka_group_result_t* groupres);

/*
 * Not supported: puts one result event with _NOT_IMPLEMENTED on `rkqu`. (This administration call
 * is not yet in this version.)
 */
void rd_kafka_ListConsumerGroups(rd_kafka_t* rk, const rd_kafka_AdminOptions_t* options,
                                 rd_kafka_queue_t* rkqu);

/* Answers NULL: no such object can exist (this administration call is not yet in this version). */
const char* rd_kafka_ConsumerGroupListing_group_id(const rd_kafka_ConsumerGroupListing_t* grplist);

/* Answers 0: no such object can exist (this administration call is not yet in this version). */
int rd_kafka_ConsumerGroupListing_is_simple_consumer_group(
    const rd_kafka_ConsumerGroupListing_t* grplist);

/* Answers 0: no such object can exist (this administration call is not yet in this version). */
rd_kafka_consumer_group_state_t rd_kafka_ConsumerGroupListing_state(
    const rd_kafka_ConsumerGroupListing_t* grplist);

/* Answers 0: no such object can exist (this administration call is not yet in this version). */
rd_kafka_consumer_group_type_t rd_kafka_ConsumerGroupListing_type(
    const rd_kafka_ConsumerGroupListing_t* grplist);

/* No elements: this administration call is not yet in this version. */
const rd_kafka_ConsumerGroupListing_t** rd_kafka_ListConsumerGroups_result_valid(
    const rd_kafka_ListConsumerGroups_result_t* result, size_t* cntp);

/* No elements: this administration call is not yet in this version. */
const rd_kafka_error_t** rd_kafka_ListConsumerGroups_result_errors(
    const rd_kafka_ListConsumerGroups_result_t* result, size_t* cntp);

/*
 * Not supported: puts one result event with _NOT_IMPLEMENTED on `rkqu`. (This administration call
 * is not yet in this version.)
 */
void rd_kafka_DescribeConsumerGroups(rd_kafka_t* rk, const char** groups, size_t groups_cnt,
                                     const rd_kafka_AdminOptions_t* options,
                                     rd_kafka_queue_t* rkqu);

/* No elements: this administration call is not yet in this version. */
const rd_kafka_ConsumerGroupDescription_t** rd_kafka_DescribeConsumerGroups_result_groups(
    const rd_kafka_DescribeConsumerGroups_result_t* result, size_t* cntp);

/* Answers NULL: no such object can exist (this administration call is not yet in this version). */
const char* rd_kafka_ConsumerGroupDescription_group_id(
    const rd_kafka_ConsumerGroupDescription_t* grpdesc);

/* Answers NULL: no such object can exist (this administration call is not yet in this version). */
const rd_kafka_error_t* rd_kafka_ConsumerGroupDescription_error(
    const rd_kafka_ConsumerGroupDescription_t* grpdesc);

/* Answers 0: no such object can exist (this administration call is not yet in this version). */
int rd_kafka_ConsumerGroupDescription_is_simple_consumer_group(
    const rd_kafka_ConsumerGroupDescription_t* grpdesc);

/* Answers NULL: no such object can exist (this administration call is not yet in this version). */
const char* rd_kafka_ConsumerGroupDescription_partition_assignor(
    const rd_kafka_ConsumerGroupDescription_t* grpdesc);

/* No elements: this administration call is not yet in this version. */
const rd_kafka_AclOperation_t* rd_kafka_ConsumerGroupDescription_authorized_operations(
    const rd_kafka_ConsumerGroupDescription_t* grpdesc, size_t* cntp);

/* Answers 0: no such object can exist (this administration call is not yet in this version). */
rd_kafka_consumer_group_state_t rd_kafka_ConsumerGroupDescription_state(
    const rd_kafka_ConsumerGroupDescription_t* grpdesc);

/* Answers NULL: no such object can exist (this administration call is not yet in this version). */
const rd_kafka_Node_t* rd_kafka_ConsumerGroupDescription_coordinator(
    const rd_kafka_ConsumerGroupDescription_t* grpdesc);

/* Answers 0: no such object can exist (this administration call is not yet in this version). */
rd_kafka_consumer_group_type_t rd_kafka_ConsumerGroupDescription_type(
    const rd_kafka_ConsumerGroupDescription_t* grpdesc);

/* Answers 0: no such object can exist (this administration call is not yet in this version). */
size_t rd_kafka_ConsumerGroupDescription_member_count(
    const rd_kafka_ConsumerGroupDescription_t* grpdesc);

/* Answers NULL: no such object can exist (this administration call is not yet in this version). */
const rd_kafka_MemberDescription_t* rd_kafka_ConsumerGroupDescription_member(
    const rd_kafka_ConsumerGroupDescription_t* grpdesc, size_t idx);

/* Answers NULL: no such object can exist (this administration call is not yet in this version). */
const char* rd_kafka_MemberDescription_client_id(const rd_kafka_MemberDescription_t* member);

/* Answers NULL: no such object can exist (this administration call is not yet in this version). */
const char* rd_kafka_MemberDescription_group_instance_id(
    const rd_kafka_MemberDescription_t* member);

/* Answers NULL: no such object can exist (this administration call is not yet in this version). */
const char* rd_kafka_MemberDescription_consumer_id(const rd_kafka_MemberDescription_t* member);

/* Answers NULL: no such object can exist (this administration call is not yet in this version). */
const char* rd_kafka_MemberDescription_host(const rd_kafka_MemberDescription_t* member);

/* Answers NULL: no such object can exist (this administration call is not yet in this version). */
const rd_kafka_MemberAssignment_t* rd_kafka_MemberDescription_assignment(
    const rd_kafka_MemberDescription_t* member);

/* Answers NULL: no such object can exist (this administration call is not yet in this version). */
const rd_kafka_topic_partition_list_t* rd_kafka_MemberAssignment_partitions(
    const rd_kafka_MemberAssignment_t* assignment);

/* Answers NULL: no such object can exist (this administration call is not yet in this version). */
const rd_kafka_MemberAssignment_t* rd_kafka_MemberDescription_target_assignment(
    const rd_kafka_MemberDescription_t* member);

/* A group to delete. Owed to rd_kafka_DeleteGroup_destroy(). */
rd_kafka_DeleteGroup_t* rd_kafka_DeleteGroup_new(const char* group);

/* Frees it. NULL is accepted. */
void rd_kafka_DeleteGroup_destroy(rd_kafka_DeleteGroup_t* del_group);

/* Frees all elements, not the array. */
void rd_kafka_DeleteGroup_destroy_array(rd_kafka_DeleteGroup_t** del_groups, size_t del_group_cnt);

/*
 * Not supported: puts one result event with _NOT_IMPLEMENTED on `rkqu`. (This administration call
 * is not yet in this version.)
 */
void rd_kafka_DeleteGroups(rd_kafka_t* rk, rd_kafka_DeleteGroup_t** del_groups,
                           size_t del_group_cnt, const rd_kafka_AdminOptions_t* options,
                           rd_kafka_queue_t* rkqu);

/* No elements: this administration call is not yet in this version. */
const rd_kafka_group_result_t** rd_kafka_DeleteGroups_result_groups(
    const rd_kafka_DeleteGroups_result_t* result, size_t* cntp);

/*
 * A group and the partitions to list, NULL for all; the list is copied. Owed to
 * rd_kafka_ListConsumerGroupOffsets_destroy().
 */
rd_kafka_ListConsumerGroupOffsets_t* rd_kafka_ListConsumerGroupOffsets_new(
    const char* group_id, const rd_kafka_topic_partition_list_t* partitions);

/* Frees it. NULL is accepted. */
void rd_kafka_ListConsumerGroupOffsets_destroy(
    rd_kafka_ListConsumerGroupOffsets_t* list_grpoffsets);

/* Frees all elements, not the array. */
void rd_kafka_ListConsumerGroupOffsets_destroy_array(
    rd_kafka_ListConsumerGroupOffsets_t** list_grpoffsets, size_t list_grpoffset_cnt);

/*
 * Not supported: puts one result event with _NOT_IMPLEMENTED on `rkqu`. (This administration call
 * is not yet in this version.)
 */
void rd_kafka_ListConsumerGroupOffsets(rd_kafka_t* rk,
                                       rd_kafka_ListConsumerGroupOffsets_t** list_grpoffsets,
                                       size_t list_grpoffsets_cnt,
                                       const rd_kafka_AdminOptions_t* options,
                                       rd_kafka_queue_t* rkqu);

/* No elements: this administration call is not yet in this version. */
const rd_kafka_group_result_t** rd_kafka_ListConsumerGroupOffsets_result_groups(
    const rd_kafka_ListConsumerGroupOffsets_result_t* result, size_t* cntp);

/*
 * A group and the offsets it shall have; the list is copied. Owed to
 * rd_kafka_AlterConsumerGroupOffsets_destroy().
 */
rd_kafka_AlterConsumerGroupOffsets_t* rd_kafka_AlterConsumerGroupOffsets_new(
    const char* group_id, const rd_kafka_topic_partition_list_t* partitions);

/* Frees it. NULL is accepted. */
void rd_kafka_AlterConsumerGroupOffsets_destroy(
    rd_kafka_AlterConsumerGroupOffsets_t* alter_grpoffsets);

/* Frees all elements, not the array. */
void rd_kafka_AlterConsumerGroupOffsets_destroy_array(
    rd_kafka_AlterConsumerGroupOffsets_t** alter_grpoffsets, size_t alter_grpoffset_cnt);

/*
 * Not supported: puts one result event with _NOT_IMPLEMENTED on `rkqu`. (This administration call
 * is not yet in this version.)
 */
void rd_kafka_AlterConsumerGroupOffsets(rd_kafka_t* rk,
                                        rd_kafka_AlterConsumerGroupOffsets_t** alter_grpoffsets,
                                        size_t alter_grpoffsets_cnt,
                                        const rd_kafka_AdminOptions_t* options,
                                        rd_kafka_queue_t* rkqu);

/* No elements: this administration call is not yet in this version. */
const rd_kafka_group_result_t** rd_kafka_AlterConsumerGroupOffsets_result_groups(
    const rd_kafka_AlterConsumerGroupOffsets_result_t* result, size_t* cntp);

/*
 * A group and the partitions whose offsets it shall forget; the list is copied. Owed to
 * rd_kafka_DeleteConsumerGroupOffsets_destroy().
 */
rd_kafka_DeleteConsumerGroupOffsets_t* rd_kafka_DeleteConsumerGroupOffsets_new(
    const char* group, const rd_kafka_topic_partition_list_t* partitions);

/* Frees it. NULL is accepted. */
void rd_kafka_DeleteConsumerGroupOffsets_destroy(
    rd_kafka_DeleteConsumerGroupOffsets_t* del_grpoffsets);

/* Frees all elements, not the array. */
void rd_kafka_DeleteConsumerGroupOffsets_destroy_array(
    rd_kafka_DeleteConsumerGroupOffsets_t** del_grpoffsets, size_t del_grpoffset_cnt);

/*
 * Not supported: puts one result event with _NOT_IMPLEMENTED on `rkqu`. (This administration call
 * is not yet in this version.)
 */
void rd_kafka_DeleteConsumerGroupOffsets(rd_kafka_t* rk,
                                         rd_kafka_DeleteConsumerGroupOffsets_t** del_grpoffsets,
                                         size_t del_grpoffsets_cnt,
                                         const rd_kafka_AdminOptions_t* options,
                                         rd_kafka_queue_t* rkqu);

/* No elements: this administration call is not yet in this version. */
const rd_kafka_group_result_t** rd_kafka_DeleteConsumerGroupOffsets_result_groups(
    const rd_kafka_DeleteConsumerGroupOffsets_result_t* result, size_t* cntp);

/* ---------------------------------------------------------------------------------------------
 * Administration: offsets
 * -------------------------------------------------------------------------------------------- */

/* The event itself if it is of this type, else NULL. */
const rd_kafka_ListOffsets_result_t* rd_kafka_event_ListOffsets_result(rd_kafka_event_t* rkev);

/* The partition with the offset that was found, its leader epoch and its own error. */
const rd_kafka_topic_partition_t* rd_kafka_ListOffsetsResultInfo_topic_partition(
    const rd_kafka_ListOffsetsResultInfo_t* result_info);

/* The time of the record at that offset in ms, -1 where it has no say. */
int64_t rd_kafka_ListOffsetsResultInfo_timestamp(
    const rd_kafka_ListOffsetsResultInfo_t* result_info);

/*
 * An array of the event's, NULL when there are none or the call failed as a whole
 * (rd_kafka_event_error()).
 */
const rd_kafka_ListOffsetsResultInfo_t** rd_kafka_ListOffsets_result_infos(
    const rd_kafka_ListOffsets_result_t* result, size_t* cntp);

/*
 * Asks the partitions' leaders for offsets, and puts one result event on `rkqu`. The elements'
 * offsets say which: RD_KAFKA_OFFSET_SPEC_* or a time in ms.
 */
void rd_kafka_ListOffsets(rd_kafka_t* rk, rd_kafka_topic_partition_list_t* topic_partitions,
                          const rd_kafka_AdminOptions_t* options, rd_kafka_queue_t* rkqu);

/* ---------------------------------------------------------------------------------------------
 * Administration: access control
 * -------------------------------------------------------------------------------------------- */

/*
 * The event itself if it is of this type, else NULL. The result is an error: administration of
 * access control is not supported.
 */
const rd_kafka_CreateAcls_result_t* rd_kafka_event_CreateAcls_result(rd_kafka_event_t* rkev);

/*
 * The event itself if it is of this type, else NULL. The result is an error: administration of
 * access control is not supported.
 */
const rd_kafka_DescribeAcls_result_t* rd_kafka_event_DescribeAcls_result(rd_kafka_event_t* rkev);

/*
 * The event itself if it is of this type, else NULL. The result is an error: administration of
 * access control is not supported.
 */
const rd_kafka_DeleteAcls_result_t* rd_kafka_event_DeleteAcls_result(rd_kafka_event_t* rkev);

/* The type's name, "UNSUPPORTED" for other numbers. Constant. */
const char* rd_kafka_ResourcePatternType_name(rd_kafka_ResourcePatternType_t resource_pattern_type);

/*
 * Answers NULL: no such object can exist (administration of access control is not supported).
 */
const rd_kafka_error_t* rd_kafka_acl_result_error(const rd_kafka_acl_result_t* aclres);

/* The operation's name, "UNSUPPORTED" for other numbers. Constant. */
const char* rd_kafka_AclOperation_name(rd_kafka_AclOperation_t acl_operation);

/* The type's name, "UNSUPPORTED" for other numbers. Constant. */
const char* rd_kafka_AclPermissionType_name(rd_kafka_AclPermissionType_t acl_permission_type);

/*
 * An access rule. Every part is needed, and none may be one of the values that match anything:
 * NULL and a text otherwise. Owed to rd_kafka_AclBinding_destroy().
 */
rd_kafka_AclBinding_t* rd_kafka_AclBinding_new(rd_kafka_ResourceType_t restype, const char* name,
                                               rd_kafka_ResourcePatternType_t resource_pattern_type,
                                               const char* principal, const char* host,
                                               rd_kafka_AclOperation_t operation,
                                               rd_kafka_AclPermissionType_t permission_type,
                                               char* errstr, size_t errstr_size);

/*
 * What rules to match: NULL and the ANY values match everything. Owed to
 * rd_kafka_AclBinding_destroy().
 */
rd_kafka_AclBindingFilter_t* rd_kafka_AclBindingFilter_new(
    rd_kafka_ResourceType_t restype, const char* name,
    rd_kafka_ResourcePatternType_t resource_pattern_type, const char* principal, const char* host,
    rd_kafka_AclOperation_t operation, rd_kafka_AclPermissionType_t permission_type, char* errstr,
    size_t errstr_size);

/* The rule's resource type. */
rd_kafka_ResourceType_t rd_kafka_AclBinding_restype(const rd_kafka_AclBinding_t* acl);

/* The rule's resource name, or NULL; lives as long as the rule. */
const char* rd_kafka_AclBinding_name(const rd_kafka_AclBinding_t* acl);

/* The rule's principal, or NULL; lives as long as the rule. */
const char* rd_kafka_AclBinding_principal(const rd_kafka_AclBinding_t* acl);

/* The rule's host, or NULL; lives as long as the rule. */
const char* rd_kafka_AclBinding_host(const rd_kafka_AclBinding_t* acl);

/* The rule's operation. */
rd_kafka_AclOperation_t rd_kafka_AclBinding_operation(const rd_kafka_AclBinding_t* acl);

/* The rule's permission. */
rd_kafka_AclPermissionType_t rd_kafka_AclBinding_permission_type(const rd_kafka_AclBinding_t* acl);

/* The rule's pattern. */
rd_kafka_ResourcePatternType_t rd_kafka_AclBinding_resource_pattern_type(
    const rd_kafka_AclBinding_t* acl);

/*
 * Answers NULL: no such object can exist (administration of access control is not supported).
 */
const rd_kafka_error_t* rd_kafka_AclBinding_error(const rd_kafka_AclBinding_t* acl);

/* Frees a rule or a filter. NULL is accepted. */
void rd_kafka_AclBinding_destroy(rd_kafka_AclBinding_t* acl_binding);

/* Frees all elements, not the array. */
void rd_kafka_AclBinding_destroy_array(rd_kafka_AclBinding_t** acl_bindings,
                                       size_t acl_bindings_cnt);

/* No elements: administration of access control is not supported. */
const rd_kafka_acl_result_t** rd_kafka_CreateAcls_result_acls(
    const rd_kafka_CreateAcls_result_t* result, size_t* cntp);

/*
 * Not supported: puts one result event with _NOT_IMPLEMENTED on `rkqu`. (Administration of access
 * control is not supported.)
 */
void rd_kafka_CreateAcls(rd_kafka_t* rk, rd_kafka_AclBinding_t** new_acls, size_t new_acls_cnt,
                         const rd_kafka_AdminOptions_t* options, rd_kafka_queue_t* rkqu);

/* No elements: administration of access control is not supported. */
const rd_kafka_AclBinding_t** rd_kafka_DescribeAcls_result_acls(
    const rd_kafka_DescribeAcls_result_t* result, size_t* cntp);

/*
 * Not supported: puts one result event with _NOT_IMPLEMENTED on `rkqu`. (Administration of access
 * control is not supported.)
 */
void rd_kafka_DescribeAcls(rd_kafka_t* rk, rd_kafka_AclBindingFilter_t* acl_filter,
                           const rd_kafka_AdminOptions_t* options, rd_kafka_queue_t* rkqu);

/* No elements: administration of access control is not supported. */
const rd_kafka_DeleteAcls_result_response_t** rd_kafka_DeleteAcls_result_responses(
    const rd_kafka_DeleteAcls_result_t* result, size_t* cntp);

/*
 * Answers NULL: no such object can exist (administration of access control is not supported).
 */
const rd_kafka_error_t* rd_kafka_DeleteAcls_result_response_error(
    const rd_kafka_DeleteAcls_result_response_t* result_response);

/* No elements: administration of access control is not supported. */
const rd_kafka_AclBinding_t** rd_kafka_DeleteAcls_result_response_matching_acls(
    const rd_kafka_DeleteAcls_result_response_t* result_response, size_t* matching_acls_cntp);

/*
 * Not supported: puts one result event with _NOT_IMPLEMENTED on `rkqu`. (Administration of access
 * control is not supported.)
 */
void rd_kafka_DeleteAcls(rd_kafka_t* rk, rd_kafka_AclBindingFilter_t** del_acls,
                         size_t del_acls_cnt, const rd_kafka_AdminOptions_t* options,
                         rd_kafka_queue_t* rkqu);

/* ---------------------------------------------------------------------------------------------
 * Administration: SCRAM credentials
 * -------------------------------------------------------------------------------------------- */

/*
 * The event itself if it is of this type, else NULL. The result is an error: administration of
 * SCRAM credentials is not supported.
 */
const rd_kafka_DescribeUserScramCredentials_result_t*
rd_kafka_event_DescribeUserScramCredentials_result(rd_kafka_event_t* rkev);

/*
 * The event itself if it is of this type, else NULL. The result is an error: administration of
 * SCRAM credentials is not supported.
 */
const rd_kafka_AlterUserScramCredentials_result_t* rd_kafka_event_AlterUserScramCredentials_result(
    rd_kafka_event_t* rkev);

/*
 * Answers 0: no such object can exist (administration of SCRAM credentials is not supported).
 */
rd_kafka_ScramMechanism_t rd_kafka_ScramCredentialInfo_mechanism(
    const rd_kafka_ScramCredentialInfo_t* scram_credential_info);

/*
 * Answers 0: no such object can exist (administration of SCRAM credentials is not supported).
 */
int32_t rd_kafka_ScramCredentialInfo_iterations(
    const rd_kafka_ScramCredentialInfo_t* scram_credential_info);

/*
 * Answers NULL: no such object can exist (administration of SCRAM credentials is not supported).
 */
const char* rd_kafka_UserScramCredentialsDescription_user(
    const rd_kafka_UserScramCredentialsDescription_t* description);

/*
 * Answers NULL: no such object can exist (administration of SCRAM credentials is not supported).
 */
const rd_kafka_error_t* rd_kafka_UserScramCredentialsDescription_error(
    const rd_kafka_UserScramCredentialsDescription_t* description);

/*
 * Answers 0: no such object can exist (administration of SCRAM credentials is not supported).
 */
size_t rd_kafka_UserScramCredentialsDescription_scramcredentialinfo_count(
    const rd_kafka_UserScramCredentialsDescription_t* description);

/*
 * Answers NULL: no such object can exist (administration of SCRAM credentials is not supported).
 */
const rd_kafka_ScramCredentialInfo_t* rd_kafka_UserScramCredentialsDescription_scramcredentialinfo(
    const rd_kafka_UserScramCredentialsDescription_t* description, size_t idx);

/* No elements: administration of SCRAM credentials is not supported. */
const rd_kafka_UserScramCredentialsDescription_t**
rd_kafka_DescribeUserScramCredentials_result_descriptions(
    const rd_kafka_DescribeUserScramCredentials_result_t* result, size_t* cntp);

/*
 * Not supported: puts one result event with _NOT_IMPLEMENTED on `rkqu`. (Administration of SCRAM
 * credentials is not supported.)
 */
void rd_kafka_DescribeUserScramCredentials(rd_kafka_t* rk, const char** users, size_t user_cnt,
                                           const rd_kafka_AdminOptions_t* options,
                                           rd_kafka_queue_t* rkqu);

/*
 * A user's new credential; password and salt are copied, a salt of NULL is made up. Owed to
 * rd_kafka_UserScramCredentialAlteration_destroy().
 */
rd_kafka_UserScramCredentialAlteration_t* rd_kafka_UserScramCredentialUpsertion_new(
    const char* username, rd_kafka_ScramMechanism_t mechanism, int32_t iterations,
    const unsigned char* password, size_t password_size, const unsigned char* salt,
    size_t salt_size);

/* A user's credential to delete. Owed to rd_kafka_UserScramCredentialAlteration_destroy(). */
rd_kafka_UserScramCredentialAlteration_t* rd_kafka_UserScramCredentialDeletion_new(
    const char* username, rd_kafka_ScramMechanism_t mechanism);

/* Frees it. NULL is accepted. */
void rd_kafka_UserScramCredentialAlteration_destroy(
    rd_kafka_UserScramCredentialAlteration_t* alteration);

/* Frees all elements, not the array. */
void rd_kafka_UserScramCredentialAlteration_destroy_array(
    rd_kafka_UserScramCredentialAlteration_t** alterations, size_t alteration_cnt);

/*
 * Answers NULL: no such object can exist (administration of SCRAM credentials is not supported).
 */
const char* rd_kafka_AlterUserScramCredentials_result_response_user(
    const rd_kafka_AlterUserScramCredentials_result_response_t* response);

/*
 * Answers NULL: no such object can exist (administration of SCRAM credentials is not supported).
 */
const rd_kafka_error_t* rd_kafka_AlterUserScramCredentials_result_response_error(
    const rd_kafka_AlterUserScramCredentials_result_response_t* response);

/* No elements: administration of SCRAM credentials is not supported. */
const rd_kafka_AlterUserScramCredentials_result_response_t**
rd_kafka_AlterUserScramCredentials_result_responses(
    const rd_kafka_AlterUserScramCredentials_result_t* result, size_t* cntp);

/*
 * Not supported: puts one result event with _NOT_IMPLEMENTED on `rkqu`. (Administration of SCRAM
 * credentials is not supported.)
 */
void rd_kafka_AlterUserScramCredentials(rd_kafka_t* rk,
                                        rd_kafka_UserScramCredentialAlteration_t** alterations,
                                        size_t alteration_cnt,
                                        const rd_kafka_AdminOptions_t* options,
                                        rd_kafka_queue_t* rkqu);

#if defined(__GNUC__)
#pragma GCC diagnostic pop
#pragma GCC visibility pop
#endif

#ifdef __cplusplus
}
#endif

#endif /* _RDKAFKA_H_ */
