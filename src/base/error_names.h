// Names and texts of all error codes (error_table.def). Constant data that lives as long as the
// process; the texts of unknown codes are made on demand and kept. Any thread.
#pragma once

#include "base/types.h"

namespace rk {

const char* error_name(ErrorCode code);  // "_TIMED_OUT"; "ERR_<n>?" if unknown
const char* error_text(ErrorCode code);  // "Local: Timed out"; "Err-<n>?" if unknown
bool error_known(ErrorCode code);

// A broker's error code as the application may see it: codes that the ABI's enum does not have
// become UNKNOWN, since bindings hold the enum as a closed type.
ErrorCode error_of_broker(i16 code);

ErrorCode error_of_errno(int errnox);

// The table that rd_kafka_get_err_descs() hands out: one row per code from the lowest on, holes
// have no name.
const rd_kafka_err_desc* error_descriptions(size_t* count);

}  // namespace rk
