#include "abi/last_error.h"

#include <cerrno>

namespace {
thread_local rd_kafka_resp_err_t last_error = RD_KAFKA_RESP_ERR_NO_ERROR;
}

namespace rk {
void set_last_error(rd_kafka_resp_err_t err, int errnox) {
  last_error = err;
  if (errnox != 0) errno = errnox;
}
}  // namespace rk

rd_kafka_resp_err_t rd_kafka_last_error(void) {
  return last_error;
}

int rd_kafka_errno(void) {
  return errno;
}
