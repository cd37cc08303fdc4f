// The calling thread's last error: what rd_kafka_last_error() answers, and errno beside it. Thread
// local; overwritten by every call that documents it.
#pragma once

#include "base/types.h"

namespace rk {

// `errnox` 0 leaves errno alone.
void set_last_error(rd_kafka_resp_err_t err, int errnox = 0);

}  // namespace rk
