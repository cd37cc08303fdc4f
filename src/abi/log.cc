// Logging calls of a handle, and the dump for people.
#include "abi/error.h"
#include "abi/last_error.h"
#include "client/client.h"
#include "client/dump.h"

void rd_kafka_set_logger(rd_kafka_t* rk, void (*func)(const rd_kafka_t* rk, int level,
                                                      const char* fac, const char* buf)) {
  rk->log_sink->set_callback(func);
}

void rd_kafka_set_log_level(rd_kafka_t* rk, int level) {
  rk->log.set_level(level);
}

void rd_kafka_log_print(const rd_kafka_t* rk, int level, const char* fac, const char* buf) {
  rk::log_to_stderr(rk, level, fac, buf);
}

void rd_kafka_log_syslog(const rd_kafka_t* rk, int level, const char* fac, const char* buf) {
  rk::log_to_syslog(rk, level, fac, buf);
}

rd_kafka_resp_err_t rd_kafka_set_log_queue(rd_kafka_t* rk, rd_kafka_queue_t* rkqu) {
  if (!rk->conf->values.log_queue) return RD_KAFKA_RESP_ERR__NOT_CONFIGURED;
  rk::Queue* to = rkqu ? rkqu : rk->main_queue.get();
  to->retain();
  rk->log_sink->set_queue(rk::QueueRef(to));
  return RD_KAFKA_RESP_ERR_NO_ERROR;
}

void rd_kafka_dump(FILE* fp, rd_kafka_t* rk) {
  rk::dump_client(fp, *rk);
}
