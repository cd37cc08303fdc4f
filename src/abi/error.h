// The ABI's rd_kafka_error_t: a code, a text and what the application should do about it. malloc'ed
// and owned by whoever got it, until rd_kafka_error_destroy(). Immutable; any thread.
#pragma once

#include "base/error.h"

struct rd_kafka_error_s {
  rd_kafka_resp_err_t code;
  bool fatal;
  bool retriable;
  bool txn_requires_abort;
  char* text;  // null: the code's own description
};

namespace rk {

// Null for success, as the calls that return rd_kafka_error_t* document it; also when memory is
// out.
rd_kafka_error_t* make_error(const Error& error);
rd_kafka_error_t* make_error(ErrorCode code, std::string_view text);

// Copies `text` into an application's errstr buffer, cut where it does not fit. Null or size 0: no
// buffer.
void write_errstr(char* errstr, size_t errstr_size, std::string_view text);

}  // namespace rk
