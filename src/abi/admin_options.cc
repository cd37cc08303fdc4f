#include "abi/admin.h"
#include "abi/error.h"
#include "base/error.h"

namespace {

constexpr int kTimeoutMaxMs = 3600 * 1000;

// Which calls an option concerns; the sets were measured on librdkafka 2.16.0.
bool has_operation_timeout(rd_kafka_admin_op_t op) {
  switch (op) {
    case RD_KAFKA_ADMIN_OP_ANY:
    case RD_KAFKA_ADMIN_OP_CREATETOPICS:
    case RD_KAFKA_ADMIN_OP_DELETETOPICS:
    case RD_KAFKA_ADMIN_OP_CREATEPARTITIONS:
    case RD_KAFKA_ADMIN_OP_DELETERECORDS:
    case RD_KAFKA_ADMIN_OP_LISTOFFSETS:
    case RD_KAFKA_ADMIN_OP_ELECTLEADERS:
      return true;
    default:
      return false;
  }
}

bool has_validate_only(rd_kafka_admin_op_t op) {
  switch (op) {
    case RD_KAFKA_ADMIN_OP_ANY:
    case RD_KAFKA_ADMIN_OP_CREATETOPICS:
    case RD_KAFKA_ADMIN_OP_CREATEPARTITIONS:
    case RD_KAFKA_ADMIN_OP_ALTERCONFIGS:
    case RD_KAFKA_ADMIN_OP_INCREMENTALALTERCONFIGS:
      return true;
    default:
      return false;
  }
}

bool has_authorized_operations(rd_kafka_admin_op_t op) {
  switch (op) {
    case RD_KAFKA_ADMIN_OP_ANY:
    case RD_KAFKA_ADMIN_OP_DESCRIBECONSUMERGROUPS:
    case RD_KAFKA_ADMIN_OP_DESCRIBETOPICS:
    case RD_KAFKA_ADMIN_OP_DESCRIBECLUSTER:
      return true;
    default:
      return false;
  }
}

bool has_isolation_level(rd_kafka_admin_op_t op) {
  return op == RD_KAFKA_ADMIN_OP_ANY || op == RD_KAFKA_ADMIN_OP_LISTOFFSETS;
}

rd_kafka_error_t* error_unless(bool applies, const char* option, int value) {
  using rk::make_error, rk::stringf;
  if (!applies) {
    return make_error(RD_KAFKA_RESP_ERR__INVALID_ARG,
                      stringf("\"%s\" does not apply to this operation", option));
  }
  if (value == 0 || value == 1) return nullptr;
  return make_error(RD_KAFKA_RESP_ERR__INVALID_ARG,
                    stringf("\"%s\" must be in the range 0..1, not %d", option, value));
}

rd_kafka_resp_err_t refuse(const std::string& text, char* errstr, size_t errstr_size) {
  rk::write_errstr(errstr, errstr_size, text);
  return RD_KAFKA_RESP_ERR__INVALID_ARG;
}

rd_kafka_resp_err_t not_for_this(const char* option, char* errstr, size_t errstr_size) {
  return refuse(rk::stringf("\"%s\" does not apply to this operation", option), errstr,
                errstr_size);
}

struct Range {
  const char* option;
  int min;
  int max;
};

template <typename T>
rd_kafka_resp_err_t store(T* to, int value, Range range, char* errstr, size_t errstr_size) {
  if (value < range.min || value > range.max) {
    return refuse(rk::stringf("\"%s\" must be in the range %d..%d, not %d", range.option, range.min,
                              range.max, value),
                  errstr, errstr_size);
  }
  *to = static_cast<T>(value);
  return RD_KAFKA_RESP_ERR_NO_ERROR;
}

}  // namespace

rd_kafka_AdminOptions_t* rd_kafka_AdminOptions_new(rd_kafka_t*, rd_kafka_admin_op_t for_api) {
  if (for_api < RD_KAFKA_ADMIN_OP_ANY || for_api >= RD_KAFKA_ADMIN_OP__CNT) return nullptr;
  auto* options = new rd_kafka_AdminOptions_s;
  options->for_api = for_api;
  return options;
}

void rd_kafka_AdminOptions_destroy(rd_kafka_AdminOptions_t* options) {
  delete options;
}

rd_kafka_resp_err_t rd_kafka_AdminOptions_set_request_timeout(rd_kafka_AdminOptions_t* options,
                                                              int timeout_ms, char* errstr,
                                                              size_t errstr_size) {
  return store(&options->request_timeout_ms, timeout_ms, {"request_timeout", 0, kTimeoutMaxMs},
               errstr, errstr_size);
}

rd_kafka_resp_err_t rd_kafka_AdminOptions_set_operation_timeout(rd_kafka_AdminOptions_t* options,
                                                                int timeout_ms, char* errstr,
                                                                size_t errstr_size) {
  if (!has_operation_timeout(options->for_api)) {
    return not_for_this("operation_timeout", errstr, errstr_size);
  }
  return store(&options->operation_timeout_ms, timeout_ms, {"operation_timeout", -1, kTimeoutMaxMs},
               errstr, errstr_size);
}

rd_kafka_resp_err_t rd_kafka_AdminOptions_set_validate_only(rd_kafka_AdminOptions_t* options,
                                                            int true_or_false, char* errstr,
                                                            size_t errstr_size) {
  if (!has_validate_only(options->for_api)) {
    return not_for_this("validate_only", errstr, errstr_size);
  }
  return store(&options->validate_only, true_or_false, {"validate_only", 0, 1}, errstr,
               errstr_size);
}

rd_kafka_resp_err_t rd_kafka_AdminOptions_set_broker(rd_kafka_AdminOptions_t* options,
                                                     int32_t broker_id, char* errstr,
                                                     size_t errstr_size) {
  return store(&options->broker_id, broker_id, {"broker", 0, std::numeric_limits<int32_t>::max()},
               errstr, errstr_size);
}

void rd_kafka_AdminOptions_set_opaque(rd_kafka_AdminOptions_t* options, void* ev_opaque) {
  options->opaque = ev_opaque;
}

rd_kafka_error_t* rd_kafka_AdminOptions_set_include_authorized_operations(
    rd_kafka_AdminOptions_t* options, int true_or_false) {
  rd_kafka_error_t* error = error_unless(has_authorized_operations(options->for_api),
                                         "include_authorized_operations", true_or_false);
  if (!error) options->authorized_operations = true_or_false != 0;
  return error;
}

rd_kafka_error_t* rd_kafka_AdminOptions_set_isolation_level(rd_kafka_AdminOptions_t* options,
                                                            rd_kafka_IsolationLevel_t value) {
  rd_kafka_error_t* error =
      error_unless(has_isolation_level(options->for_api), "isolation_level", value);
  if (!error) options->read_committed = value == RD_KAFKA_ISOLATION_LEVEL_READ_COMMITTED;
  return error;
}
