// Settings and TopicSettings: the values of all settings that have an effect, one plain member per
// canonical property name ('.' -> '_'), initialised to the defaults. Owned by a Conf / TopicConf;
// written by conf_set and check_conf, read-only once a client runs. properties.cc binds the names.
#pragma once

#include <string>

#include "base/codec_id.h"
#include "base/types.h"
#include "base/version.h"

namespace rk {

enum class AddressFamily : i32 { any, v4, v6 };
enum class SecurityProtocol : i32 { plaintext, ssl, sasl_plaintext, sasl_ssl };
enum class EndpointIdentification : i32 { none, https };
enum class MetadataRecovery : i32 { none, rebootstrap };
enum class IsolationLevel : i32 { read_uncommitted, read_committed };
enum class GroupProtocol : i32 { classic, consumer };
enum class OffsetReset : i32 { smallest, largest, error };
// Codec with the topic's extra value; codec_of() in conf.h resolves it.
enum class TopicCodec : i32 { none, gzip, snappy, lz4, zstd, inherit };

struct Settings {
  // Client.
  std::string client_id = "rdkafka";
  std::string client_software_name = "fastka";
  std::string client_software_version = kVersion;
  std::string client_rack;
  bool fastka_strengthen = false;
  i32 test_mock_num_brokers = 0;
  i32 test_mock_broker_rtt = 0;

  // Finding and reaching brokers.
  std::string metadata_broker_list;
  i32 topic_metadata_refresh_interval_ms = 300000;
  i32 topic_metadata_refresh_fast_interval_ms = 100;
  i32 topic_metadata_propagation_max_ms = 30000;
  i32 metadata_max_age_ms = 900000;
  MetadataRecovery metadata_recovery_strategy = MetadataRecovery::rebootstrap;
  i32 metadata_recovery_rebootstrap_trigger_ms = 300000;
  bool allow_auto_create_topics = false;  // a producer that did not set it asks for creation
  i32 broker_address_ttl = 1000;
  AddressFamily broker_address_family = AddressFamily::any;
  i32 socket_timeout_ms = 60000;
  i32 socket_send_buffer_bytes = 0;
  i32 socket_receive_buffer_bytes = 0;
  bool socket_keepalive_enable = false;
  bool socket_nagle_disable = true;
  i32 socket_connection_setup_timeout_ms = 30000;
  i32 api_version_request_timeout_ms = 10000;
  i32 connections_max_idle_ms = 0;
  i32 reconnect_backoff_ms = 100;
  i32 reconnect_backoff_max_ms = 10000;
  i32 retry_backoff_ms = 100;
  i32 retry_backoff_max_ms = 1000;
  i32 message_max_bytes = 1000000;
  i32 receive_message_max_bytes = 100000000;
  i32 max_in_flight_requests_per_connection = 1000000;

  // Logs, statistics, events.
  u32 debug = 0;  // bits of rk::Debug
  i32 log_level = 6;
  bool log_queue = false;
  bool log_thread_name = true;
  bool log_connection_close = true;
  i32 statistics_interval_ms = 0;
  i32 enabled_events = 0;

  // Security.
  SecurityProtocol security_protocol = SecurityProtocol::plaintext;
  std::string ssl_key_location;
  std::string ssl_key_password;
  std::string ssl_key_pem;
  std::string ssl_certificate_location;
  std::string ssl_certificate_pem;
  std::string ssl_ca_location;
  std::string ssl_ca_pem;
  bool enable_ssl_certificate_verification = true;
  EndpointIdentification ssl_endpoint_identification_algorithm = EndpointIdentification::https;
  std::string sasl_mechanisms = "GSSAPI";
  std::string sasl_username;
  std::string sasl_password;

  // Consumer.
  std::string group_id;
  std::string group_instance_id;
  std::string partition_assignment_strategy = "range,roundrobin";
  i32 session_timeout_ms = 45000;
  i32 heartbeat_interval_ms = 3000;
  std::string group_protocol_type = "consumer";
  GroupProtocol group_protocol = GroupProtocol::classic;
  std::string group_remote_assignor;
  i32 coordinator_query_interval_ms = 600000;
  i32 max_poll_interval_ms = 300000;
  bool enable_auto_commit = true;
  i32 auto_commit_interval_ms = 5000;
  bool enable_auto_offset_store = true;
  i32 queued_min_messages = 100000;
  i32 queued_max_messages_kbytes = 65536;
  i32 fetch_wait_max_ms = 500;
  i32 fetch_message_max_bytes = 1048576;
  i32 fetch_max_bytes = 52428800;
  i32 fetch_min_bytes = 1;
  i32 fetch_error_backoff_ms = 500;
  IsolationLevel isolation_level = IsolationLevel::read_committed;
  bool enable_partition_eof = false;
  bool check_crcs = true;

  // Producer.
  bool enable_idempotence = true;
  i32 queue_buffering_max_messages = 100000;
  i32 queue_buffering_max_kbytes = 1048576;
  double queue_buffering_max_ms = 5;
  i32 message_send_max_retries = 2147483647;
  Codec compression_codec = Codec::none;
  i32 batch_num_messages = 10000;
  i32 batch_size = 1000000;
  bool delivery_report_only_error = false;
  i32 sticky_partitioning_linger_ms = 10;
};

struct TopicSettings {
  // Producer.
  i32 request_required_acks = -1;
  i32 request_timeout_ms = 30000;
  i32 message_timeout_ms = 300000;
  std::string partitioner = "consistent_random";
  TopicCodec compression_codec = TopicCodec::inherit;
  i32 compression_level = -1;

  // Consumer.
  bool auto_commit_enable = true;
  i32 auto_commit_interval_ms = 60000;
  OffsetReset auto_offset_reset = OffsetReset::largest;
  i32 consume_callback_max_messages = 0;
};

}  // namespace rk
