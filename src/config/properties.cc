// The table of all settings: librdkafka's 209 and our own. Everything else about settings derives
// from it: conf_set, conf_get, dumps, refusals, compat/CONFIGURATION.md. Rows follow the groups of
// librdkafka's documentation. To support a row, change its Tier and give it a slot.
#include "base/log.h"
#include "base/version.h"
#include "config/conf.h"
#include "config/property.h"
#include "config/slot.h"

namespace rk {
namespace {

using S = Settings;
using T = TopicSettings;
using C = Callbacks;
using TC = TopicCallbacks;

constexpr Where kGlobal{Scope::global, Role::both};
constexpr Where kProducer{Scope::global, Role::producer};
constexpr Where kConsumer{Scope::global, Role::consumer};
constexpr Where kTopic{Scope::topic, Role::both};
constexpr Where kTopicProducer{Scope::topic, Role::producer};
constexpr Where kTopicConsumer{Scope::topic, Role::consumer};

constexpr char kFeatures[] = "gzip,snappy,lz4,zstd";

constexpr NamedValue kBooleans[] = {{"true", 1},  {"t", 1}, {"1", 1},
                                    {"false", 0}, {"f", 0}, {"0", 0}};
constexpr NamedValue kAcks[] = {{"all", -1}};
constexpr NamedValue kPartitioners[] = {
    {"random", 0},         {"consistent", 1}, {"consistent_random", 2}, {"murmur2", 3},
    {"murmur2_random", 4}, {"fnv1a", 5},      {"fnv1a_random", 6}};
constexpr NamedValue kFeatureNames[] = {{"gzip", 1}, {"snappy", 2}, {"lz4", 4}, {"zstd", 8}};
constexpr i64 bit(Debug context) {
  return static_cast<i64>(context);
}
constexpr NamedValue kDebug[] = {
    {"generic", bit(Debug::generic)}, {"broker", bit(Debug::broker)},
    {"topic", bit(Debug::topic)},     {"metadata", bit(Debug::metadata)},
    {"feature", bit(Debug::feature)}, {"queue", bit(Debug::queue)},
    {"msg", bit(Debug::msg)},         {"protocol", bit(Debug::protocol)},
    {"cgrp", bit(Debug::cgrp)},       {"security", bit(Debug::security)},
    {"fetch", bit(Debug::fetch)},     {"interceptor", bit(Debug::interceptor)},
    {"plugin", bit(Debug::plugin)},   {"consumer", bit(Debug::consumer)},
    {"admin", bit(Debug::admin)},     {"eos", bit(Debug::eos)},
    {"mock", bit(Debug::mock)},       {"assignor", bit(Debug::assignor)},
    {"conf", bit(Debug::conf)},       {"telemetry", bit(Debug::telemetry)},
    {"all", bit(Debug::all)}};
constexpr NamedValue kMetadataRecoveryStrategy[] = {{"none", 0}, {"rebootstrap", 1}};
constexpr NamedValue kBrokerAddressFamily[] = {{"any", 0}, {"v4", 1}, {"v6", 2}};
constexpr NamedValue kSecurityProtocol[] = {
    {"plaintext", 0}, {"ssl", 1}, {"sasl_plaintext", 2}, {"sasl_ssl", 3}};
constexpr NamedValue kSslEndpointIdentificationAlgorithm[] = {{"none", 0}, {"https", 1}};
constexpr NamedValue kSaslOauthbearerMethod[] = {{"default", 0}, {"oidc", 1}};
constexpr NamedValue kSaslOauthbearerGrantType[] = {
    {"client_credentials", 0}, {"urn:ietf:params:oauth:grant-type:jwt-bearer", 1}};
constexpr NamedValue kSaslOauthbearerAssertionAlgorithm[] = {{"RS256", 0}, {"ES256", 1}};
constexpr NamedValue kSaslOauthbearerMetadataAuthenticationType[] = {
    {"none", 0}, {"azure_imds", 1}, {"aws_iam", 2}};
constexpr NamedValue kGroupProtocol[] = {{"classic", 0}, {"consumer", 1}};
constexpr NamedValue kOffsetStoreMethod[] = {{"none", 0}, {"file", 1}, {"broker", 2}};
constexpr NamedValue kIsolationLevel[] = {{"read_uncommitted", 0}, {"read_committed", 1}};
constexpr NamedValue kCompressionCodec[] = {
    {"none", 0}, {"gzip", 1}, {"snappy", 2}, {"lz4", 3}, {"zstd", 4}};
constexpr NamedValue kClientDnsLookup[] = {{"use_all_dns_ips", 0},
                                           {"resolve_canonical_bootstrap_servers_only", 1}};
constexpr NamedValue kQueuingStrategy[] = {{"fifo", 0}, {"lifo", 1}};
constexpr NamedValue kCompressionCodecTopic[] = {{"none", 0}, {"gzip", 1}, {"snappy", 2},
                                                 {"lz4", 3},  {"zstd", 4}, {"inherit", 5}};
constexpr NamedValue kAutoOffsetReset[] = {{"smallest", 0}, {"earliest", 0}, {"beginning", 0},
                                           {"largest", 1},  {"latest", 1},   {"end", 1},
                                           {"error", 2}};
constexpr NamedValue kOffsetStoreMethodTopic[] = {{"file", 0}, {"broker", 1}};

constexpr Property row(Where where, const char* name, Type type, Tier tier, Importance importance,
                       Slot slot, const char* doc) {
  Property p;
  p.name = name;
  p.where = where;
  p.type = type;
  p.tier = tier;
  p.importance = importance;
  p.slot = slot;
  p.doc = doc;
  return p;
}

constexpr Property text(Where where, const char* name, Tier tier, Importance importance,
                        const char* unless_set, Slot slot, const char* doc) {
  Property p = row(where, name, Type::string, tier, importance, slot, doc);
  p.default_value = unless_set;
  return p;
}

constexpr Property integer(Where where, const char* name, Tier tier, Importance importance, i64 min,
                           i64 max, const char* unless_set, Slot slot, const char* doc) {
  Property p = row(where, name, Type::integer, tier, importance, slot, doc);
  p.min = min;
  p.max = max;
  p.default_value = unless_set;
  return p;
}

constexpr Property real(Where where, const char* name, Tier tier, Importance importance, i64 min,
                        i64 max, const char* unless_set, Slot slot, const char* doc) {
  Property p = integer(where, name, tier, importance, min, max, unless_set, slot, doc);
  p.type = Type::real;
  return p;
}

constexpr Property boolean(Where where, const char* name, Tier tier, Importance importance,
                           const char* unless_set, Slot slot, const char* doc) {
  Property p = row(where, name, Type::boolean, tier, importance, slot, doc);
  p.values = kBooleans;
  p.default_value = unless_set;
  return p;
}

constexpr Property enumeration(Where where, const char* name, Tier tier, Importance importance,
                               std::span<const NamedValue> values, const char* unless_set,
                               Slot slot, const char* doc) {
  Property p = row(where, name, Type::enumeration, tier, importance, slot, doc);
  p.values = values;
  p.default_value = unless_set;
  return p;
}

constexpr Property flags(Where where, const char* name, Tier tier, Importance importance,
                         std::span<const NamedValue> values, const char* unless_set, Slot slot,
                         const char* doc) {
  Property p = enumeration(where, name, tier, importance, values, unless_set, slot, doc);
  p.type = Type::flags;
  return p;
}

constexpr Property patterns(Where where, const char* name, Tier tier, Importance importance,
                            const char* doc) {
  return row(where, name, Type::patterns, tier, importance, Slot{}, doc);
}

constexpr Property call(Where where, const char* name, Tier tier, Importance importance, Slot slot,
                        const char* doc) {
  return row(where, name, Type::call, tier, importance, slot, doc);
}

constexpr Property internal(Where where, const char* name, Tier tier, Importance importance,
                            const char* doc) {
  return row(where, name, Type::pointer, tier, importance, Slot{}, doc);
}

constexpr Property foreign(Where where, const char* name, Tier tier, Importance importance,
                           const char* doc) {
  return row(where, name, Type::invalid, tier, importance, Slot{}, doc);
}

constexpr Property alias(Where where, const char* name, const char* canonical,
                         Importance importance) {
  Property p = row(where, name, Type::string, Tier::refused, importance, Slot{}, "");
  p.alias_of = canonical;
  return p;
}

constexpr Property kProperties[] = {
    flags(kGlobal, "builtin.features", Tier::honoured, Importance::low, kFeatureNames, kFeatures,
          Slot{},
          "What this build can do. Setting it asks: a name that is missing here is an error."),
    text(kGlobal, "client.id", Tier::honoured, Importance::low, "rdkafka", slot<&S::client_id>,
         "Name of the program, sent with every request; brokers log it and count quotas by it."),
    text(kGlobal, "metadata.broker.list", Tier::honoured, Importance::high, nullptr,
         slot<&S::metadata_broker_list>,
         "Brokers to start from: host, host:port or plaintext://host:port, separated by commas. "
         "The port is 9092 unless given."),
    alias(kGlobal, "bootstrap.servers", "metadata.broker.list", Importance::high),
    integer(kGlobal, "message.max.bytes", Tier::honoured, Importance::medium, 1000, 1000000000,
            "1000000", slot<&S::message_max_bytes>,
            "Largest message that the producer takes, and largest Produce request; counts key, "
            "value, headers and 36 bytes."),
    integer(kGlobal, "message.copy.max.bytes", Tier::inert, Importance::low, 0, 1000000000, "65535",
            Slot{}, "Threshold between copying and referencing a payload inside librdkafka.")
        .because("not visible from outside"),
    integer(kGlobal, "receive.message.max.bytes", Tier::honoured, Importance::medium, 1000,
            2147483647, "100000000", slot<&S::receive_message_max_bytes>,
            "Largest answer accepted from a broker. Grows to fetch.max.bytes + 512 by itself "
            "unless it was set."),
    integer(kGlobal, "max.in.flight.requests.per.connection", Tier::honoured, Importance::low, 1,
            1000000, "1000000", slot<&S::max_in_flight_requests_per_connection>,
            "Produce requests under way per broker; values above 5 act as 5."),
    alias(kGlobal, "max.in.flight", "max.in.flight.requests.per.connection", Importance::low),
    enumeration(kGlobal, "metadata.recovery.strategy", Tier::honoured, Importance::low,
                kMetadataRecoveryStrategy, "rebootstrap", slot<&S::metadata_recovery_strategy>,
                "What to do when no known broker can be reached: rebootstrap starts again from "
                "the bootstrap list."),
    integer(kGlobal, "metadata.recovery.rebootstrap.trigger.ms", Tier::honoured, Importance::low, 0,
            2147483647, "300000", slot<&S::metadata_recovery_rebootstrap_trigger_ms>,
            "Time without metadata after which the bootstrap list is asked again."),
    integer(kGlobal, "topic.metadata.refresh.interval.ms", Tier::honoured, Importance::low, -1,
            3600000, "300000", slot<&S::topic_metadata_refresh_interval_ms>,
            "Time between two metadata refreshes; -1 switches periodic refreshing off."),
    integer(kGlobal, "metadata.max.age.ms", Tier::honoured, Importance::low, 1, 86400000, "900000",
            slot<&S::metadata_max_age_ms>,
            "Age at which metadata of a topic is dropped. Three refresh intervals unless set."),
    integer(kGlobal, "topic.metadata.refresh.fast.interval.ms", Tier::honoured, Importance::low, 1,
            60000, "100", slot<&S::topic_metadata_refresh_fast_interval_ms>,
            "First pause when a topic has lost its leader; it doubles up to retry.backoff.max.ms. "
            "Equals retry.backoff.ms unless set."),
    integer(kGlobal, "topic.metadata.refresh.fast.cnt", Tier::inert, Importance::low, 0, 1000, "10",
            Slot{}, "No effect, in librdkafka neither.")
        .deprecated(),
    boolean(kGlobal, "topic.metadata.refresh.sparse", Tier::fixed, Importance::low, "true", Slot{},
            "Ask only for the topics in use.")
        .because("metadata is asked for the topics in use only"),
    integer(kGlobal, "topic.metadata.propagation.max.ms", Tier::honoured, Importance::low, 0,
            3600000, "30000", slot<&S::topic_metadata_propagation_max_ms>,
            "How long a topic that no broker knows may stay unknown before messages to it fail."),
    patterns(kGlobal, "topic.blacklist", Tier::refused, Importance::low,
             "Patterns of topics to hide from metadata.")
        .because("topics are not filtered by pattern", "leave the topics out in the program"),
    flags(kGlobal, "debug", Tier::honoured, Importance::medium, kDebug, "", slot<&S::debug>,
          "Contexts whose debug lines are logged, at level 7; \"all\" for everything. A leading "
          "\"-\" takes one away."),
    integer(kGlobal, "socket.timeout.ms", Tier::honoured, Importance::low, 10, 300000, "60000",
            slot<&S::socket_timeout_ms>, "How long a broker may take to answer a request."),
    integer(kGlobal, "socket.blocking.max.ms", Tier::inert, Importance::low, 1, 60000, "1000",
            Slot{}, "No effect, in librdkafka neither.")
        .deprecated(),
    integer(kGlobal, "socket.send.buffer.bytes", Tier::honoured, Importance::low, 0, 100000000, "0",
            slot<&S::socket_send_buffer_bytes>,
            "SO_SNDBUF of broker sockets; 0 leaves the system its choice."),
    integer(kGlobal, "socket.receive.buffer.bytes", Tier::honoured, Importance::low, 0, 100000000,
            "0", slot<&S::socket_receive_buffer_bytes>,
            "SO_RCVBUF of broker sockets; 0 leaves the system its choice."),
    boolean(kGlobal, "socket.keepalive.enable", Tier::honoured, Importance::low, "false",
            slot<&S::socket_keepalive_enable>, "SO_KEEPALIVE on broker sockets."),
    boolean(kGlobal, "socket.nagle.disable", Tier::honoured, Importance::low, "true",
            slot<&S::socket_nagle_disable>, "TCP_NODELAY on broker sockets."),
    integer(kGlobal, "socket.max.fails", Tier::fixed, Importance::low, 0, 1000000, "1", Slot{},
            "Timed out requests after which a connection is closed.")
        .because("a connection is closed at the first request that times out"),
    integer(kGlobal, "broker.address.ttl", Tier::honoured, Importance::low, 0, 86400000, "1000",
            slot<&S::broker_address_ttl>,
            "Age up to which looked-up addresses may be used again. Names are looked up at every "
            "connect, which satisfies any value."),
    enumeration(kGlobal, "broker.address.family", Tier::honoured, Importance::low,
                kBrokerAddressFamily, "any", slot<&S::broker_address_family>,
                "Addresses to use: any, only IPv4, only IPv6."),
    integer(
        kGlobal, "socket.connection.setup.timeout.ms", Tier::honoured, Importance::medium, 1000,
        2147483647, "30000", slot<&S::socket_connection_setup_timeout_ms>,
        "Time for a connection to become usable, from connect to the answer about API versions."),
    integer(kGlobal, "connections.max.idle.ms", Tier::honoured, Importance::medium, 0, 2147483647,
            "0", slot<&S::connections_max_idle_ms>,
            "Idle time after which a connection is closed; 0 keeps it open. 230000 unless set when "
            "a bootstrap name contains \"azure\"."),
    integer(kGlobal, "reconnect.backoff.jitter.ms", Tier::inert, Importance::low, 0, 3600000, "0",
            Slot{}, "No effect, in librdkafka neither.")
        .deprecated(),
    integer(kGlobal, "reconnect.backoff.ms", Tier::honoured, Importance::medium, 0, 3600000, "100",
            slot<&S::reconnect_backoff_ms>,
            "First pause before a broken connection is tried again; it doubles, by -25 to +50 "
            "percent, up to the maximum."),
    integer(kGlobal, "reconnect.backoff.max.ms", Tier::honoured, Importance::medium, 0, 3600000,
            "10000", slot<&S::reconnect_backoff_max_ms>,
            "Longest pause between connection attempts."),
    integer(kGlobal, "statistics.interval.ms", Tier::honoured, Importance::high, 0, 86400000, "0",
            slot<&S::statistics_interval_ms>,
            "Time between two statistics documents, handed to stats_cb or as events; 0 for none."),
    integer(kGlobal, "enabled_events", Tier::honoured, Importance::low, 0, 2147483647, "0",
            slot<&S::enabled_events>, "The events of rd_kafka_conf_set_events(), as a number."),
    call(kGlobal, "error_cb", Tier::honoured, Importance::low, slot<&C::error_cb>,
         "rd_kafka_conf_set_error_cb(): called with errors of the instance."),
    call(kGlobal, "throttle_cb", Tier::honoured, Importance::low, slot<&C::throttle_cb>,
         "rd_kafka_conf_set_throttle_cb(): called when a broker starts or stops throttling."),
    call(kGlobal, "stats_cb", Tier::honoured, Importance::low, slot<&C::stats_cb>,
         "rd_kafka_conf_set_stats_cb(): receives the statistics."),
    call(kGlobal, "log_cb", Tier::honoured, Importance::low, slot<&C::log_cb>,
         "rd_kafka_conf_set_log_cb(): receives log lines; they go to stderr unless set."),
    integer(kGlobal, "log_level", Tier::honoured, Importance::low, 0, 7, "6", slot<&S::log_level>,
            "Log lines up to this level are written, counted as syslog does."),
    boolean(kGlobal, "log.queue", Tier::honoured, Importance::low, "false", slot<&S::log_queue>,
            "Log lines wait in a queue until rd_kafka_set_log_queue() names one, and are served "
            "from there."),
    boolean(kGlobal, "log.thread.name", Tier::honoured, Importance::low, "true",
            slot<&S::log_thread_name>, "Log lines start with the name of the thread."),
    boolean(kGlobal, "enable.random.seed", Tier::inert, Importance::low, "true", Slot{},
            "Concerns srand(), which is never called here.")
        .because("srand() and rand() are never called"),
    boolean(kGlobal, "log.connection.close", Tier::honoured, Importance::low, "true",
            slot<&S::log_connection_close>, "Log that a broker closed a connection."),
    call(kGlobal, "background_event_cb", Tier::honoured, Importance::low,
         slot<&C::background_event_cb>,
         "rd_kafka_conf_set_background_event_cb(): serves the background queue on a thread of its "
         "own."),
    call(kGlobal, "socket_cb", Tier::refused, Importance::low, Slot{}, "Opens sockets.")
        .because("the library opens its sockets itself", "do not register it"),
    call(kGlobal, "connect_cb", Tier::refused, Importance::low, Slot{}, "Connects sockets.")
        .because("the library opens its sockets itself", "do not register it"),
    call(kGlobal, "closesocket_cb", Tier::refused, Importance::low, Slot{}, "Closes sockets.")
        .because("the library opens its sockets itself", "do not register it"),
    call(kGlobal, "open_cb", Tier::refused, Importance::low, Slot{},
         "Opens files of offset stores.")
        .because("offsets are not stored in files", "do not register it"),
    call(kGlobal, "resolve_cb", Tier::refused, Importance::low, Slot{}, "Looks up addresses.")
        .because("the library opens its sockets itself", "do not register it"),
    call(kGlobal, "opaque", Tier::honoured, Importance::low, slot<&C::opaque>,
         "rd_kafka_conf_set_opaque(): the pointer that callbacks receive."),
    call(kGlobal, "default_topic_conf", Tier::honoured, Importance::low, Slot{},
         "rd_kafka_conf_set_default_topic_conf(): settings of topics that have none of their own."),
    integer(kGlobal, "internal.termination.signal", Tier::inert, Importance::low, 0, 128, "0",
            Slot{}, "Signal that ends librdkafka threads at exit.")
        .because("threads of this library need no signal to end"),
    boolean(kGlobal, "api.version.request", Tier::fixed, Importance::high, "true", Slot{},
            "Ask brokers for the versions that they speak.")
        .deprecated()
        .because("brokers are always asked"),
    integer(kGlobal, "api.version.request.timeout.ms", Tier::honoured, Importance::low, 1, 300000,
            "10000", slot<&S::api_version_request_timeout_ms>,
            "Time for the answer about API versions."),
    integer(kGlobal, "api.version.fallback.ms", Tier::inert, Importance::medium, 0, 604800000, "0",
            Slot{}, "How long a broker that cannot name its versions is treated as an old one.")
        .deprecated()
        .because("such a broker (before 0.10) is not connected to"),
    text(kGlobal, "broker.version.fallback", Tier::inert, Importance::medium, "0.10.0", Slot{},
         "Version to assume of a broker that cannot name its versions.")
        .not_empty()
        .deprecated()
        .because("such a broker (before 0.10) is not connected to"),
    boolean(kGlobal, "allow.auto.create.topics", Tier::honoured, Importance::low, "false",
            slot<&S::allow_auto_create_topics>,
            "Asking for an unknown topic may create it. Unless set: true for producers, false for "
            "consumers."),
    enumeration(kGlobal, "security.protocol", Tier::not_yet, Importance::high, kSecurityProtocol,
                "plaintext", slot<&S::security_protocol>, "How to talk to brokers."),
    text(kGlobal, "ssl.cipher.suites", Tier::refused, Importance::low, nullptr, Slot{},
         "TLS cipher suites in OpenSSL's words.")
        .because("the syntax is OpenSSL's, which is not used here",
                 "leave it out: the TLS library chooses"),
    text(kGlobal, "ssl.curves.list", Tier::refused, Importance::low, nullptr, Slot{},
         "TLS groups in OpenSSL's words.")
        .because("the syntax is OpenSSL's, which is not used here",
                 "leave it out: the TLS library chooses"),
    text(kGlobal, "ssl.sigalgs.list", Tier::refused, Importance::low, nullptr, Slot{},
         "TLS signature algorithms in OpenSSL's words.")
        .because("the syntax is OpenSSL's, which is not used here",
                 "leave it out: the TLS library chooses"),
    text(kGlobal, "ssl.key.location", Tier::not_yet, Importance::low, nullptr,
         slot<&S::ssl_key_location>, "File with the client's private key (PEM)."),
    text(kGlobal, "ssl.key.password", Tier::not_yet, Importance::low, nullptr,
         slot<&S::ssl_key_password>, "Password of the private key.")
        .secret(),
    text(kGlobal, "ssl.key.pem", Tier::not_yet, Importance::low, nullptr, slot<&S::ssl_key_pem>,
         "The client's private key itself (PEM).")
        .secret(),
    call(kGlobal, "ssl_key", Tier::not_yet, Importance::low, Slot{},
         "rd_kafka_conf_set_ssl_cert(): a certificate or key in memory.")
        .secret(),
    text(kGlobal, "ssl.certificate.location", Tier::not_yet, Importance::low, nullptr,
         slot<&S::ssl_certificate_location>, "File with the client's certificate chain (PEM)."),
    text(kGlobal, "ssl.certificate.pem", Tier::not_yet, Importance::low, nullptr,
         slot<&S::ssl_certificate_pem>, "The client's certificate chain itself (PEM)."),
    call(kGlobal, "ssl_certificate", Tier::not_yet, Importance::low, Slot{},
         "rd_kafka_conf_set_ssl_cert(): a certificate or key in memory."),
    text(kGlobal, "ssl.ca.location", Tier::not_yet, Importance::low, nullptr,
         slot<&S::ssl_ca_location>,
         "File or directory with the certificates to trust, or \"probe\"."),
    text(kGlobal, "https.ca.location", Tier::refused, Importance::low, nullptr, Slot{},
         "Certificates to trust when fetching OAuth tokens.")
        .because("OAUTHBEARER is not supported, and nothing else uses https", "leave it out"),
    text(kGlobal, "https.ca.pem", Tier::refused, Importance::low, nullptr, Slot{},
         "Certificates to trust when fetching OAuth tokens.")
        .because("OAUTHBEARER is not supported, and nothing else uses https", "leave it out"),
    text(kGlobal, "ssl.ca.pem", Tier::not_yet, Importance::low, nullptr, slot<&S::ssl_ca_pem>,
         "The certificates to trust themselves (PEM)."),
    call(kGlobal, "ssl_ca", Tier::not_yet, Importance::low, Slot{},
         "rd_kafka_conf_set_ssl_cert(): a certificate or key in memory."),
    text(kGlobal, "ssl.ca.certificate.stores", Tier::refused, Importance::low, "Root", Slot{},
         "Windows certificate stores.")
        .because("it exists on Windows only", "use ssl.ca.location"),
    text(kGlobal, "ssl.crl.location", Tier::refused, Importance::low, nullptr, Slot{},
         "Certificate revocation list.")
        .because("revoked certificates are not checked, and ignoring the list would be unsafe",
                 "leave it out"),
    text(kGlobal, "ssl.keystore.location", Tier::refused, Importance::low, nullptr, Slot{},
         "PKCS#12 file with the client's key and certificate.")
        .because("PKCS#12 files are not read",
                 "convert it to PEM and use ssl.key.location and ssl.certificate.location"),
    text(kGlobal, "ssl.keystore.password", Tier::refused, Importance::low, nullptr, Slot{},
         "Password of the PKCS#12 file.")
        .secret()
        .because("PKCS#12 files are not read",
                 "convert the file to PEM and use ssl.key.location and ssl.certificate.location"),
    text(kGlobal, "ssl.providers", Tier::refused, Importance::low, nullptr, Slot{},
         "OpenSSL providers.")
        .because("OpenSSL is not used", "leave it out"),
    text(kGlobal, "ssl.engine.location", Tier::refused, Importance::low, nullptr, Slot{},
         "OpenSSL engine.")
        .deprecated()
        .because("OpenSSL is not used", "leave it out"),
    text(kGlobal, "ssl.engine.id", Tier::refused, Importance::low, "dynamic", Slot{},
         "Name of the OpenSSL engine.")
        .because("OpenSSL is not used", "leave it out"),
    call(kGlobal, "ssl_engine_callback_data", Tier::refused, Importance::low, Slot{},
         "Data for an OpenSSL engine.")
        .because("OpenSSL is not used", "leave it out"),
    boolean(kGlobal, "enable.ssl.certificate.verification", Tier::not_yet, Importance::low, "true",
            slot<&S::enable_ssl_certificate_verification>, "Check the broker's certificate chain."),
    enumeration(kGlobal, "ssl.endpoint.identification.algorithm", Tier::not_yet, Importance::low,
                kSslEndpointIdentificationAlgorithm, "https",
                slot<&S::ssl_endpoint_identification_algorithm>,
                "Check that the certificate names the broker: https, or none."),
    call(kGlobal, "ssl.certificate.verify_cb", Tier::refused, Importance::low, Slot{},
         "Checks broker certificates.")
        .because("its contract exposes OpenSSL's error codes", "do not register it"),
    text(kGlobal, "sasl.mechanisms", Tier::not_yet, Importance::high, "GSSAPI",
         slot<&S::sasl_mechanisms>, "SASL mechanism.")
        .not_empty(),
    alias(kGlobal, "sasl.mechanism", "sasl.mechanisms", Importance::high),
    text(kGlobal, "sasl.kerberos.service.name", Tier::inert, Importance::low, "kafka", Slot{},
         "Kerberos name of the brokers.")
        .because("only Kerberos (GSSAPI) reads it, which is refused itself"),
    text(kGlobal, "sasl.kerberos.principal", Tier::inert, Importance::low, "kafkaclient", Slot{},
         "Kerberos name of the client.")
        .because("only Kerberos (GSSAPI) reads it, which is refused itself"),
    text(kGlobal, "sasl.kerberos.kinit.cmd", Tier::inert, Importance::low,
         "kinit -R -t \"%{sasl.kerberos.keytab}\" -k %{sasl.kerberos.principal} || kinit -t "
         "\"%{sasl.kerberos.keytab}\" -k %{sasl.kerberos.principal}",
         Slot{}, "Command that renews the ticket. Never run.")
        .because("only Kerberos (GSSAPI) reads it, which is refused itself"),
    text(kGlobal, "sasl.kerberos.keytab", Tier::inert, Importance::low, nullptr, Slot{},
         "Kerberos key table.")
        .because("only Kerberos (GSSAPI) reads it, which is refused itself"),
    integer(kGlobal, "sasl.kerberos.min.time.before.relogin", Tier::inert, Importance::low, 0,
            86400000, "60000", Slot{}, "Time between two renewals.")
        .because("only Kerberos (GSSAPI) reads it, which is refused itself"),
    text(kGlobal, "sasl.username", Tier::not_yet, Importance::high, nullptr,
         slot<&S::sasl_username>, "User name for PLAIN and SCRAM."),
    text(kGlobal, "sasl.password", Tier::not_yet, Importance::high, nullptr,
         slot<&S::sasl_password>, "Password for PLAIN and SCRAM.")
        .secret(),
    text(kGlobal, "sasl.oauthbearer.config", Tier::refused, Importance::low, nullptr, Slot{},
         "Claims of an unsecured OAuth token.")
        .secret()
        .because("OAUTHBEARER is not supported", "leave it out"),
    boolean(kGlobal, "enable.sasl.oauthbearer.unsecure.jwt", Tier::refused, Importance::low,
            "false", Slot{}, "Make unsecured OAuth tokens, for tests.")
        .because("OAUTHBEARER is not supported", "leave it out"),
    call(kGlobal, "oauthbearer_token_refresh_cb", Tier::refused, Importance::low, Slot{},
         "Called when an OAuth token is due.")
        .because("OAUTHBEARER is not supported", "do not register it"),
    enumeration(kGlobal, "sasl.oauthbearer.method", Tier::refused, Importance::low,
                kSaslOauthbearerMethod, "default", Slot{}, "Where OAuth tokens come from.")
        .because("OAUTHBEARER is not supported", "leave it out"),
    text(kGlobal, "sasl.oauthbearer.client.id", Tier::refused, Importance::low, nullptr, Slot{},
         "Client name shown to the token endpoint.")
        .because("OAUTHBEARER is not supported", "leave it out"),
    alias(kGlobal, "sasl.oauthbearer.client.credentials.client.id", "sasl.oauthbearer.client.id",
          Importance::low),
    alias(kGlobal, "sasl.oauthbearer.client.credentials.client.secret",
          "sasl.oauthbearer.client.secret", Importance::low),
    text(kGlobal, "sasl.oauthbearer.client.secret", Tier::refused, Importance::low, nullptr, Slot{},
         "Client secret shown to the token endpoint.")
        .secret()
        .because("OAUTHBEARER is not supported", "leave it out"),
    text(kGlobal, "sasl.oauthbearer.scope", Tier::refused, Importance::low, nullptr, Slot{},
         "Scope to ask the token endpoint for.")
        .because("OAUTHBEARER is not supported", "leave it out"),
    text(kGlobal, "sasl.oauthbearer.extensions", Tier::refused, Importance::low, nullptr, Slot{},
         "SASL extensions sent to brokers with the token.")
        .because("OAUTHBEARER is not supported", "leave it out"),
    text(kGlobal, "sasl.oauthbearer.token.endpoint.url", Tier::refused, Importance::low, nullptr,
         Slot{}, "Address of the token endpoint.")
        .because("OAUTHBEARER is not supported", "leave it out"),
    text(kGlobal, "sasl.oauthbearer.sub.claim.name", Tier::refused, Importance::low, "sub", Slot{},
         "Claim that names the principal.")
        .because("OAUTHBEARER is not supported", "leave it out"),
    enumeration(kGlobal, "sasl.oauthbearer.grant.type", Tier::refused, Importance::low,
                kSaslOauthbearerGrantType, "client_credentials", Slot{}, "OAuth grant to ask for.")
        .because("OAUTHBEARER is not supported", "leave it out"),
    enumeration(kGlobal, "sasl.oauthbearer.assertion.algorithm", Tier::refused, Importance::low,
                kSaslOauthbearerAssertionAlgorithm, "RS256", Slot{},
                "Signature algorithm of the assertion.")
        .because("OAUTHBEARER is not supported", "leave it out"),
    text(kGlobal, "sasl.oauthbearer.assertion.private.key.file", Tier::refused, Importance::low,
         nullptr, Slot{}, "File with the key that signs the assertion.")
        .because("OAUTHBEARER is not supported", "leave it out"),
    text(kGlobal, "sasl.oauthbearer.assertion.private.key.passphrase", Tier::refused,
         Importance::low, nullptr, Slot{}, "Password of that key.")
        .secret()
        .because("OAUTHBEARER is not supported", "leave it out"),
    text(kGlobal, "sasl.oauthbearer.assertion.private.key.pem", Tier::refused, Importance::low,
         nullptr, Slot{}, "The key that signs the assertion itself.")
        .secret()
        .because("OAUTHBEARER is not supported", "leave it out"),
    text(kGlobal, "sasl.oauthbearer.assertion.file", Tier::refused, Importance::low, nullptr,
         Slot{}, "File with a ready assertion.")
        .because("OAUTHBEARER is not supported", "leave it out"),
    text(kGlobal, "sasl.oauthbearer.assertion.claim.aud", Tier::refused, Importance::low, nullptr,
         Slot{}, "Audience of the assertion.")
        .because("OAUTHBEARER is not supported", "leave it out"),
    integer(kGlobal, "sasl.oauthbearer.assertion.claim.exp.seconds", Tier::refused, Importance::low,
            1, 2147483647, "300", Slot{}, "Life of the assertion.")
        .because("OAUTHBEARER is not supported", "leave it out"),
    text(kGlobal, "sasl.oauthbearer.assertion.claim.iss", Tier::refused, Importance::low, nullptr,
         Slot{}, "Issuer of the assertion.")
        .because("OAUTHBEARER is not supported", "leave it out"),
    boolean(kGlobal, "sasl.oauthbearer.assertion.claim.jti.include", Tier::refused, Importance::low,
            "false", Slot{}, "Give the assertion an id.")
        .because("OAUTHBEARER is not supported", "leave it out"),
    integer(kGlobal, "sasl.oauthbearer.assertion.claim.nbf.seconds", Tier::refused, Importance::low,
            0, 2147483647, "60", Slot{}, "How far back the assertion is valid.")
        .because("OAUTHBEARER is not supported", "leave it out"),
    text(kGlobal, "sasl.oauthbearer.assertion.claim.sub", Tier::refused, Importance::low, nullptr,
         Slot{}, "Subject of the assertion.")
        .because("OAUTHBEARER is not supported", "leave it out"),
    text(kGlobal, "sasl.oauthbearer.assertion.jwt.template.file", Tier::refused, Importance::low,
         nullptr, Slot{}, "File with a template of the assertion.")
        .because("OAUTHBEARER is not supported", "leave it out"),
    enumeration(kGlobal, "sasl.oauthbearer.metadata.authentication.type", Tier::refused,
                Importance::low, kSaslOauthbearerMetadataAuthenticationType, "none", Slot{},
                "Cloud metadata service that hands out tokens.")
        .because("OAUTHBEARER is not supported", "leave it out"),
    text(kGlobal, "plugin.library.paths", Tier::refused, Importance::low, nullptr, Slot{},
         "Libraries to load.")
        .because("interceptors and plugins are not supported", "leave it out"),
    call(kGlobal, "interceptors", Tier::refused, Importance::low, Slot{}, "Interceptors.")
        .because("interceptors and plugins are not supported", "leave it out"),
    text(kConsumer, "group.id", Tier::honoured, Importance::high, nullptr, slot<&S::group_id>,
         "Name of the group under which offsets are committed and fetched."),
    text(kConsumer, "group.instance.id", Tier::group, Importance::medium, nullptr,
         slot<&S::group_instance_id>, "Name of a static group member."),
    text(kConsumer, "partition.assignment.strategy", Tier::group, Importance::medium,
         "range,roundrobin", slot<&S::partition_assignment_strategy>,
         "Assignors: range, roundrobin or cooperative-sticky, separated by commas."),
    integer(kConsumer, "session.timeout.ms", Tier::group, Importance::high, 1, 3600000, "45000",
            slot<&S::session_timeout_ms>, "Silence after which a group member counts as gone."),
    integer(kConsumer, "heartbeat.interval.ms", Tier::group, Importance::low, 1, 3600000, "3000",
            slot<&S::heartbeat_interval_ms>, "Time between two signs of life of a group member."),
    text(kConsumer, "group.protocol.type", Tier::group, Importance::low, "consumer",
         slot<&S::group_protocol_type>, "Kind of group."),
    enumeration(kConsumer, "group.protocol", Tier::group, Importance::high, kGroupProtocol,
                "classic", slot<&S::group_protocol>,
                "Group protocol: the classic one, or the consumer protocol of Kafka 4."),
    text(kConsumer, "group.remote.assignor", Tier::group, Importance::medium, nullptr,
         slot<&S::group_remote_assignor>, "Assignor on the broker's side."),
    integer(kConsumer, "coordinator.query.interval.ms", Tier::group, Importance::low, 1, 3600000,
            "600000", slot<&S::coordinator_query_interval_ms>,
            "Time between two look-ups of the group's coordinator."),
    integer(kConsumer, "max.poll.interval.ms", Tier::group, Importance::high, 1, 86400000, "300000",
            slot<&S::max_poll_interval_ms>, "Longest time between two polls of a group member."),
    boolean(kConsumer, "enable.auto.commit", Tier::honoured, Importance::high, "true",
            slot<&S::enable_auto_commit>,
            "Commit stored offsets every auto.commit.interval.ms and at close."),
    integer(kConsumer, "auto.commit.interval.ms", Tier::honoured, Importance::medium, 0, 86400000,
            "5000", slot<&S::auto_commit_interval_ms>,
            "Time between two automatic commits; 0 switches the timer off."),
    boolean(kConsumer, "enable.auto.offset.store", Tier::honoured, Importance::high, "true",
            slot<&S::enable_auto_offset_store>,
            "Store the offset of a message as soon as it is handed out."),
    integer(kConsumer, "queued.min.messages", Tier::honoured, Importance::medium, 1, 10000000,
            "100000", slot<&S::queued_min_messages>,
            "Messages per partition that the consumer tries to keep in its queue."),
    integer(kConsumer, "queued.max.messages.kbytes", Tier::honoured, Importance::medium, 1, 2097151,
            "65536", slot<&S::queued_max_messages_kbytes>,
            "Size of the consumer's queue; of each partition's queue when queues are split."),
    integer(kConsumer, "fetch.wait.max.ms", Tier::honoured, Importance::low, 0, 300000, "500",
            slot<&S::fetch_wait_max_ms>, "How long a broker may wait for fetch.min.bytes."),
    integer(kConsumer, "fetch.queue.backoff.ms", Tier::inert, Importance::medium, 0, 300000, "1000",
            Slot{}, "Pause before a partition whose queue is full is fetched again.")
        .because("it is fetched again as soon as there is room, without a pause"),
    integer(kConsumer, "fetch.message.max.bytes", Tier::honoured, Importance::medium, 1, 1000000000,
            "1048576", slot<&S::fetch_message_max_bytes>,
            "Bytes to ask for per partition; a larger first batch comes whole."),
    alias(kConsumer, "max.partition.fetch.bytes", "fetch.message.max.bytes", Importance::medium),
    integer(kConsumer, "fetch.max.bytes", Tier::honoured, Importance::medium, 0, 2147483135,
            "52428800", slot<&S::fetch_max_bytes>,
            "Bytes to ask for per fetch; 4 MB do unless it was set. Grows to message.max.bytes by "
            "itself unless it was set."),
    integer(kConsumer, "fetch.min.bytes", Tier::honoured, Importance::low, 0, 2147483647, "1",
            slot<&S::fetch_min_bytes>,
            "Bytes for which a broker waits before it answers. Consumers take 1 to 100000000."),
    integer(kConsumer, "fetch.error.backoff.ms", Tier::honoured, Importance::medium, 0, 300000,
            "500", slot<&S::fetch_error_backoff_ms>,
            "Pause before a partition is fetched again after an error."),
    enumeration(kConsumer, "offset.store.method", Tier::fixed, Importance::low, kOffsetStoreMethod,
                "broker", Slot{}, "Where offsets are kept.")
        .deprecated()
        .because("offsets are kept by the broker only"),
    enumeration(kConsumer, "isolation.level", Tier::honoured, Importance::high, kIsolationLevel,
                "read_committed", slot<&S::isolation_level>,
                "Whether messages of open and aborted transactions are read."),
    call(kConsumer, "consume_cb", Tier::honoured, Importance::low, slot<&C::consume_cb>,
         "rd_kafka_conf_set_consume_cb(): receives messages from rd_kafka_consumer_poll()."),
    call(kConsumer, "rebalance_cb", Tier::group, Importance::low, slot<&C::rebalance_cb>,
         "rd_kafka_conf_set_rebalance_cb(): called when a group assigns partitions."),
    call(kConsumer, "offset_commit_cb", Tier::honoured, Importance::low, slot<&C::offset_commit_cb>,
         "rd_kafka_conf_set_offset_commit_cb(): called with the outcome of commits."),
    boolean(kConsumer, "enable.partition.eof", Tier::honoured, Importance::low, "false",
            slot<&S::enable_partition_eof>, "Report when the end of a partition is reached."),
    boolean(kConsumer, "check.crcs", Tier::honoured, Importance::medium, "true",
            slot<&S::check_crcs>, "Check the checksum of every batch read.")
        .upstream("false"),
    text(
        kGlobal, "client.rack", Tier::honoured, Importance::low, "", slot<&S::client_rack>,
        "Rack of the program: partitions are read from a replica in it when the broker names one."),
    integer(kConsumer, "max.poll.records", Tier::inert, Importance::low, 1, 2147483647, "500",
            Slot{}, "Records per poll of a share consumer.")
        .because("only share consumers read it, which are not supported"),
    text(kConsumer, "share.acknowledgement.mode", Tier::refused, Importance::medium, "implicit",
         Slot{}, "How share consumers acknowledge.")
        .because("share consumers are not supported", "leave it out"),
    text(kProducer, "transactional.id", Tier::refused, Importance::high, nullptr, Slot{},
         "Name of a transactional producer.")
        .because("transactions are not yet in this version",
                 "leave it out, or use librdkafka for this program"),
    integer(kProducer, "transaction.timeout.ms", Tier::inert, Importance::medium, 1000, 2147483647,
            "60000", Slot{}, "Longest time that a transaction may stay open.")
        .because("only transactions read it, which are refused themselves"),
    boolean(kProducer, "enable.idempotence", Tier::fixed, Importance::high, "true",
            slot<&S::enable_idempotence>,
            "Messages are written once and in order in spite of retries.")
        .upstream("false")
        .because("the producer is always idempotent",
                 "leave it out, or set fastka.strengthen=true (or FASTKA_STRENGTHEN=1 in the "
                 "environment) to have it raised to true"),
    boolean(kProducer, "enable.gapless.guarantee", Tier::fixed, Importance::low, "false", Slot{},
            "A lost message is a fatal error.")
        .because("a lost message is reported and the producer goes on"),
    integer(kProducer, "queue.buffering.max.messages", Tier::honoured, Importance::high, 0,
            2147483647, "100000", slot<&S::queue_buffering_max_messages>,
            "Messages in the producer's queue; 0 for no limit."),
    integer(kProducer, "queue.buffering.max.kbytes", Tier::honoured, Importance::high, 1,
            2147483647, "1048576", slot<&S::queue_buffering_max_kbytes>,
            "Size of the producer's queue."),
    real(kProducer, "queue.buffering.max.ms", Tier::honoured, Importance::high, 0, 900000, "5",
         slot<&S::queue_buffering_max_ms>,
         "How long a message may wait for others of its batch, fractions allowed."),
    alias(kProducer, "linger.ms", "queue.buffering.max.ms", Importance::high),
    integer(kProducer, "message.send.max.retries", Tier::honoured, Importance::high, 0, 2147483647,
            "2147483647", slot<&S::message_send_max_retries>,
            "How often a message is sent again. At least 1: the producer is idempotent."),
    alias(kProducer, "retries", "message.send.max.retries", Importance::high),
    integer(kGlobal, "retry.backoff.ms", Tier::honoured, Importance::medium, 1, 300000, "100",
            slot<&S::retry_backoff_ms>,
            "First pause before a request is sent again; it doubles up to the maximum."),
    integer(kGlobal, "retry.backoff.max.ms", Tier::honoured, Importance::medium, 1, 300000, "1000",
            slot<&S::retry_backoff_max_ms>, "Longest pause before a request is sent again."),
    integer(kProducer, "queue.buffering.backpressure.threshold", Tier::fixed, Importance::low, 1,
            1000000, "1", Slot{}, "Requests under way at which batches wait and grow.")
        .because("an idempotent producer keeps it at 1"),
    enumeration(kProducer, "compression.codec", Tier::honoured, Importance::medium,
                kCompressionCodec, "none", slot<&S::compression_codec>, "Compression of batches."),
    alias(kProducer, "compression.type", "compression.codec", Importance::medium),
    integer(kProducer, "batch.num.messages", Tier::honoured, Importance::medium, 1, 1000000,
            "10000", slot<&S::batch_num_messages>, "Messages per batch."),
    integer(kProducer, "batch.size", Tier::honoured, Importance::medium, 1, 2147483647, "1000000",
            slot<&S::batch_size>, "Bytes per batch; the first message always fits."),
    boolean(kProducer, "delivery.report.only.error", Tier::honoured, Importance::low, "false",
            slot<&S::delivery_report_only_error>, "Report only messages that failed."),
    call(kProducer, "dr_cb", Tier::honoured, Importance::low, slot<&C::dr_cb>,
         "rd_kafka_conf_set_dr_cb(): called with delivery reports, the old form."),
    call(kProducer, "dr_msg_cb", Tier::honoured, Importance::low, slot<&C::dr_msg_cb>,
         "rd_kafka_conf_set_dr_msg_cb(): called with delivery reports."),
    integer(kProducer, "sticky.partitioning.linger.ms", Tier::honoured, Importance::low, 0, 900000,
            "10", slot<&S::sticky_partitioning_linger_ms>,
            "How long messages without a key stay on one partition; 0 chooses for each message. "
            "Twice linger.ms unless set."),
    enumeration(kGlobal, "client.dns.lookup", Tier::fixed, Importance::low, kClientDnsLookup,
                "use_all_dns_ips", Slot{}, "Which addresses of a name are used.")
        .because("all addresses of a name are tried"),
    boolean(kGlobal, "enable.metrics.push", Tier::fixed, Importance::low, "false", Slot{},
            "Send the client's metrics to the brokers.")
        .upstream("true")
        .because("metrics are never pushed to brokers",
                 "leave it out, and use statistics.interval.ms"),
    integer(kTopicProducer, "request.required.acks", Tier::fixed, Importance::high, -1, 1000, "-1",
            slot<&T::request_required_acks>,
            "Copies that must exist before a message counts as written: all (-1).")
        .words(kAcks)
        .because("the producer always waits for all in-sync replicas (acks=all)",
                 "leave it out, or set fastka.strengthen=true (or FASTKA_STRENGTHEN=1 in the "
                 "environment) to have it raised to all"),
    alias(kTopicProducer, "acks", "request.required.acks", Importance::high),
    integer(kTopicProducer, "request.timeout.ms", Tier::honoured, Importance::medium, 1, 900000,
            "30000", slot<&T::request_timeout_ms>, "How long a broker may wait for the copies."),
    integer(kTopicProducer, "message.timeout.ms", Tier::honoured, Importance::high, 0, 2147483647,
            "300000", slot<&T::message_timeout_ms>,
            "Deadline of a message, from produce to report; 0 for none. Must be longer than "
            "linger.ms."),
    alias(kTopicProducer, "delivery.timeout.ms", "message.timeout.ms", Importance::high),
    enumeration(kTopicProducer, "queuing.strategy", Tier::fixed, Importance::low, kQueuingStrategy,
                "fifo", Slot{}, "Order of the producer's queue.")
        .deprecated()
        .because("messages are sent in the order of the calls"),
    boolean(kTopicProducer, "produce.offset.report", Tier::inert, Importance::low, "false", Slot{},
            "No effect, in librdkafka neither: offsets are always reported.")
        .deprecated(),
    text(kTopicProducer, "partitioner", Tier::honoured, Importance::high, "consistent_random",
         slot<&T::partitioner>, "How a key chooses the partition.")
        .words(kPartitioners)
        .not_empty(),
    call(kTopicProducer, "partitioner_cb", Tier::honoured, Importance::low,
         slot<&TC::partitioner_cb>,
         "rd_kafka_topic_conf_set_partitioner_cb(): chooses the partition."),
    call(kTopicProducer, "msg_order_cmp", Tier::refused, Importance::low, Slot{},
         "Order of the producer's queue.")
        .deprecated()
        .because("messages are sent in the order of the calls", "do not register it"),
    call(kTopic, "opaque", Tier::honoured, Importance::low, slot<&TC::opaque>,
         "rd_kafka_topic_conf_set_opaque(): the pointer that a topic's callbacks receive."),
    enumeration(kTopicProducer, "compression.codec", Tier::honoured, Importance::high,
                kCompressionCodecTopic, "inherit", slot<&T::compression_codec>,
                "Compression of the topic's batches; inherit takes the global value."),
    alias(kTopicProducer, "compression.type", "compression.codec", Importance::medium),
    integer(kTopicProducer, "compression.level", Tier::honoured, Importance::medium, -1, 12, "-1",
            slot<&T::compression_level>,
            "Effort of the codec; -1 is its default, others are brought into its range."),
    boolean(kTopicConsumer, "auto.commit.enable", Tier::honoured, Importance::low, "true",
            slot<&T::auto_commit_enable>,
            "Legacy consumer: commit stored offsets every auto.commit.interval.ms.")
        .deprecated(),
    alias(kTopicConsumer, "enable.auto.commit", "auto.commit.enable", Importance::low).deprecated(),
    integer(kTopicConsumer, "auto.commit.interval.ms", Tier::honoured, Importance::high, 10,
            86400000, "60000", slot<&T::auto_commit_interval_ms>,
            "Legacy consumer: time between two automatic commits."),
    enumeration(kTopicConsumer, "auto.offset.reset", Tier::honoured, Importance::high,
                kAutoOffsetReset, "largest", slot<&T::auto_offset_reset>,
                "Where to start when there is no committed offset or it is out of range."),
    text(kTopicConsumer, "offset.store.path", Tier::inert, Importance::low, ".", Slot{},
         "File or directory of an offset store.")
        .deprecated()
        .because("only offset stores in files read it, which are refused themselves"),
    integer(kTopicConsumer, "offset.store.sync.interval.ms", Tier::inert, Importance::low, -1,
            86400000, "-1", Slot{}, "Time between two writes of an offset store.")
        .deprecated()
        .because("only offset stores in files read it, which are refused themselves"),
    enumeration(kTopicConsumer, "offset.store.method", Tier::fixed, Importance::low,
                kOffsetStoreMethodTopic, "broker", Slot{},
                "Where the legacy consumer keeps offsets.")
        .deprecated()
        .because("offsets are kept by the broker only"),
    integer(kTopicConsumer, "consume.callback.max.messages", Tier::honoured, Importance::low, 0,
            1000000, "0", slot<&T::consume_callback_max_messages>,
            "Messages that one rd_kafka_consume_callback() call hands out; 0 for no limit."),
    text(kGlobal, "client.software.name", Tier::honoured, Importance::hidden, "fastka",
         slot<&S::client_software_name>,
         "Name of the client software, sent to brokers; anything but letters, digits, \".\" and "
         "\"-\" becomes \"-\".")
        .upstream("librdkafka"),
    text(kGlobal, "client.software.version", Tier::honoured, Importance::hidden, kVersion,
         slot<&S::client_software_version>, "Version of the client software, sent to brokers.")
        .upstream(""),
    integer(kGlobal, "metadata.request.timeout.ms", Tier::inert, Importance::hidden, 10, 900000,
            "10", Slot{}, "No effect, in librdkafka neither.")
        .deprecated(),
    boolean(kGlobal, "enable.sparse.connections", Tier::fixed, Importance::hidden, "true", Slot{},
            "Connect only to the brokers that are needed.")
        .because("connections are made when needed only"),
    boolean(
        kGlobal, "enable_sasl_queue", Tier::refused, Importance::hidden, "false", Slot{},
        "rd_kafka_conf_enable_sasl_queue(): token refreshes are served from a queue of their own.")
        .because("OAUTHBEARER is not supported", "leave it out"),
    integer(kGlobal, "test.mock.num.brokers", Tier::honoured, Importance::hidden, 0, 10000, "0",
            slot<&S::test_mock_num_brokers>,
            "Brokers of a built-in test cluster, used instead of the bootstrap list; 0 for none."),
    integer(kGlobal, "test.mock.broker.rtt", Tier::not_yet, Importance::hidden, 0, 3600000, "0",
            slot<&S::test_mock_broker_rtt>, "Delay of the built-in test cluster."),
    internal(kGlobal, "ut_handle_ProduceResponse", Tier::refused, Importance::hidden,
             "Hook of librdkafka's own tests.")
        .because("it is internal to librdkafka", "leave it out"),
    foreign(kGlobal, "ssl.truststore.location", Tier::refused, Importance::hidden,
            "Java's trust store.")
        .because("Java trust stores are not read",
                 "put the certificates into a PEM file and use ssl.ca.location"),
    foreign(kGlobal, "sasl.jaas.config", Tier::refused, Importance::hidden,
            "Java's login configuration.")
        .because("Java login configurations are not read",
                 "use sasl.mechanism, sasl.username and sasl.password"),
    boolean(kGlobal, "fastka.strengthen", Tier::honoured, Importance::medium, "false",
            slot<&S::fastka_strengthen>,
            "Accept acks other than all and enable.idempotence=false on a producer and raise them, "
            "with one warning. FASTKA_STRENGTHEN=1 in the environment makes true the default.")
        .ours(),
};

constexpr size_t find(Scope scope, std::string_view name) {
  for (size_t i = 0; i < std::size(kProperties); i++)
    if (kProperties[i].where.scope == scope && name == kProperties[i].name) return i;
  return kNoRow;
}

constexpr size_t canonical(size_t i) {
  const Property& p = kProperties[i];
  return p.alias_of ? find(p.where.scope, p.alias_of) : i;
}

constexpr bool names_are_unique() {
  for (size_t i = 0; i < std::size(kProperties); i++)
    if (find(kProperties[i].where.scope, kProperties[i].name) != i) return false;
  return true;
}

constexpr bool aliases_resolve() {
  for (size_t i = 0; i < std::size(kProperties); i++) {
    size_t target = canonical(i);
    if (target == kNoRow || kProperties[target].alias_of) return false;
    if (kProperties[target].where.role != kProperties[i].where.role) return false;
  }
  return true;
}

constexpr bool in_range(const Property& p) {
  std::string_view digits = p.default_value;
  bool negative = digits.starts_with('-');
  i64 number = 0;
  for (char c : digits.substr(negative)) {
    if (c < '0' || c > '9') return false;
    number = number * 10 + (c - '0');
  }
  if (negative) number = -number;
  return number >= p.min && number <= p.max;
}

constexpr bool is_named(const Property& p) {
  for (const NamedValue& v : p.values)
    if (std::string_view(v.name) == p.default_value) return true;
  return false;
}

constexpr bool defaults_are_valid() {
  for (const Property& p : kProperties) {
    if (p.alias_of) continue;
    bool number = p.type == Type::integer || p.type == Type::real;
    if (number && !in_range(p)) return false;
    if ((p.type == Type::boolean || p.type == Type::enumeration) && !is_named(p)) return false;
  }
  return true;
}

// builtin.features is a constant and default_topic_conf a part of the Conf; nothing else that is
// honoured is without a place.
constexpr bool honoured_rows_have_slots() {
  for (const Property& p : kProperties) {
    if (p.alias_of || p.tier != Tier::honoured || p.slot.kind != Slot::Kind::none) continue;
    std::string_view name = p.name;
    bool fixed_by_type = name == "builtin.features" || name == "default_topic_conf";
    if (!fixed_by_type) return false;
  }
  return true;
}

constexpr Slot::Kind kind_for(Type type) {
  switch (type) {
    case Type::string:
      return Slot::Kind::text;
    case Type::real:
      return Slot::Kind::real;
    case Type::call:
      return Slot::Kind::pointer;
    default:
      return Slot::Kind::number;
  }
}

constexpr bool slots_fit_types() {
  for (const Property& p : kProperties)
    if (p.slot.kind != Slot::Kind::none && p.slot.kind != kind_for(p.type)) return false;
  return true;
}

constexpr bool refusals_say_why() {
  for (const Property& p : kProperties) {
    bool refuses = p.tier == Tier::refused || p.tier == Tier::fixed;
    if (!p.alias_of && refuses && !p.reason) return false;
  }
  return true;
}

static_assert(names_are_unique());
static_assert(aliases_resolve());
static_assert(defaults_are_valid());
static_assert(honoured_rows_have_slots());
static_assert(slots_fit_types());
static_assert(refusals_say_why());
// Rows has one bit for each.
static_assert(std::size(kProperties) <= sizeof(Rows::set) * 8);

}  // namespace

std::span<const Property> properties() {
  return kProperties;
}

size_t find_row(Scope scope, std::string_view name) {
  return find(scope, name);
}

size_t canonical_row(size_t row) {
  return canonical(row);
}

const char* builtin_features() {
  return kFeatures;
}

}  // namespace rk
