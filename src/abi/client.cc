// rd_kafka_new and the calls on the handle itself.
#include <cerrno>
#include <cstring>

#include "abi/embedded.h"
#include "abi/error.h"
#include "abi/last_error.h"
#include "client/client.h"
#include "consumer/consumer.h"
#include "producer/producer.h"
#include "queue/poll.h"

namespace rk {
namespace {

rd_kafka_t* refuse(const Error& error, char* errstr, size_t errstr_size, int errnox) {
  write_errstr(errstr, errstr_size, error.text());
  set_last_error(error.code(), errnox);
  return nullptr;
}

// Everything that can be refused, before anything of the caller's is taken. Works on a copy, so
// that a refused conf is the caller's as it was.
Error checked_copy(rd_kafka_type_t type, const Conf* conf, std::unique_ptr<Conf>* out,
                   std::vector<std::string>* warnings) {
  if (type != RD_KAFKA_PRODUCER && type != RD_KAFKA_CONSUMER)
    return errorf(RD_KAFKA_RESP_ERR__INVALID_ARG, "Unknown client type %d", static_cast<int>(type));
  std::unique_ptr<Conf> copy(conf ? new Conf(*conf) : rd_kafka_conf_new());
  if (Error error = check_conf(*copy, type, warnings)) return error;
  *out = std::move(copy);
  return {};
}

void greet(Client& client, const std::vector<std::string>& warnings) {
  for (const std::string& w : warnings) client.log.log(kLogWarning, "CONFWARN", "%s", w.c_str());
  client.log.trace(Debug::generic, "INIT", "fastka %s (librdkafka API %s) client %s initialized",
                   fastka_version(), rd_kafka_version_str(), client.name.c_str());
  if (client.conf->values.metadata_broker_list.empty())
    client.log.log(kLogNotice, "CONFWARN",
                   "No `bootstrap.servers` configured: client will not be able to connect to a "
                   "Kafka cluster until rd_kafka_brokers_add() names one");
}

}  // namespace
}  // namespace rk

rd_kafka_t* rd_kafka_new(rd_kafka_type_t type, rd_kafka_conf_t* conf, char* errstr,
                         size_t errstr_size) {
  std::unique_ptr<rk::Conf> copy;
  std::vector<std::string> warnings;
  if (rk::Error error = rk::checked_copy(type, conf, &copy, &warnings))
    return rk::refuse(error, errstr, errstr_size, rk::errno_of_refusal(error.code()));
  std::shared_ptr<void> embedded;
  if (rk::Error error = rk::start_embedded_broker(*copy, &embedded))
    return rk::refuse(error, errstr, errstr_size, EAGAIN);
  auto client = std::make_unique<rk::Client>(rk::linux_env(), type, std::move(copy));
  client->attachment = std::move(embedded);
  if (rk::Error error = client->start()) {
    client->shut_down(false);
    return rk::refuse(error, errstr, errstr_size, EAGAIN);
  }
  if (conf) {
    (void)rk::take(*conf);  // the shell stays readable: some programs look at it afterwards
    client->conf_shell.reset(conf);
  }
  rk::greet(*client, warnings);
  rk::set_last_error(RD_KAFKA_RESP_ERR_NO_ERROR);
  return client.release();
}

void rd_kafka_destroy(rd_kafka_t* rk) {
  rd_kafka_destroy_flags(rk, 0);
}

void rd_kafka_destroy_flags(rd_kafka_t* rk, int flags) {
  if (!rk) return;
  if (rk->fork_generation != rk->env.fork_generation()) return;  // the parent's, not ours to end
  rk->shut_down(!(flags & RD_KAFKA_DESTROY_F_NO_CONSUMER_CLOSE));
  delete rk;
}

const char* rd_kafka_name(const rd_kafka_t* rk) {
  return rk->name.c_str();
}

rd_kafka_type_t rd_kafka_type(const rd_kafka_t* rk) {
  return rk->type;
}

void* rd_kafka_opaque(const rd_kafka_t* rk) {
  return rk->conf->callbacks.opaque;
}

const rd_kafka_conf_t* rd_kafka_conf(rd_kafka_t* rk) {
  return rk->conf.get();
}

rd_kafka_topic_conf_t* rd_kafka_default_topic_conf_dup(rd_kafka_t* rk) {
  return new rd_kafka_topic_conf_s(rk->conf->topic);
}

char* rd_kafka_memberid(const rd_kafka_t* rk) {
  // Without group membership there is no id yet; without a group there never is one.
  return rk && rk->consumer && rk->consumer->has_group() ? strdup("") : nullptr;
}

int rd_kafka_brokers_add(rd_kafka_t* rk, const char* brokerlist) {
  return brokerlist ? rk->cluster->add_bootstrap(brokerlist) : 0;
}

int rd_kafka_poll(rd_kafka_t* rk, int timeout_ms) {
  return rk::poll_callbacks(*rk->main_queue.get(), timeout_ms);
}

void rd_kafka_yield(rd_kafka_t*) {
  rk::yield_this_thread();
}

rd_kafka_resp_err_t rd_kafka_fatal_error(rd_kafka_t* rk, char* errstr, size_t errstr_size) {
  std::string text;
  const rd_kafka_resp_err_t code = rk->cluster->fatal(&text);
  if (code != RD_KAFKA_RESP_ERR_NO_ERROR) rk::write_errstr(errstr, errstr_size, text);
  return code;
}

rd_kafka_resp_err_t rd_kafka_test_fatal_error(rd_kafka_t* rk, rd_kafka_resp_err_t err,
                                              const char* reason) {
  const std::string text = std::string("test_fatal_error: ") + (reason ? reason : "");
  if (!rk->cluster->set_fatal(err, text)) return RD_KAFKA_RESP_ERR__PREV_IN_PROGRESS;
  if (rk->producer) rk->producer->fatal_error_raised(err);
  return RD_KAFKA_RESP_ERR_NO_ERROR;
}

int rd_kafka_thread_cnt(void) {
  return rk::linux_env().thread_count();
}

int rd_kafka_wait_destroyed(int timeout_ms) {
  rk::Env& env = rk::linux_env();
  if (rk::wait_no_client(env, rk::deadline_after_ms(env.now(), timeout_ms))) return 0;
  rk::set_last_error(RD_KAFKA_RESP_ERR__TIMED_OUT, ETIMEDOUT);
  return -1;
}
