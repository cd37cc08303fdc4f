// The calling thread's last error: what rd_kafka_last_error() answers, and errno beside it. Thread
// local; overwritten by every call that documents it.
#pragma once

#include <cerrno>

#include "base/types.h"

namespace rk {

// `errnox` 0 leaves errno alone.
void set_last_error(rd_kafka_resp_err_t err, int errnox = 0);

// The errno beside the refusal of a configuration: ENOSYS for what is not supported.
inline int errno_of_refusal(rd_kafka_resp_err_t err) {
  return err == RD_KAFKA_RESP_ERR__NOT_IMPLEMENTED ? ENOSYS : EINVAL;
}

}  // namespace rk
