#include "abi/error.h"

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "base/error_names.h"

namespace rk {
namespace {
char* copy_text(std::string_view text) {
  auto* copy = static_cast<char*>(std::malloc(text.size() + 1));
  if (copy == nullptr) return nullptr;
  std::memcpy(copy, text.data(), text.size());
  copy[text.size()] = '\0';
  return copy;
}
}  // namespace

rd_kafka_error_t* make_error(ErrorCode code, std::string_view text) {
  auto* error = static_cast<rd_kafka_error_t*>(std::calloc(1, sizeof(rd_kafka_error_t)));
  if (error == nullptr) return nullptr;
  error->code = code;
  if (!text.empty()) error->text = copy_text(text);
  return error;
}

rd_kafka_error_t* make_error(const Error& error) {
  return error.ok() ? nullptr : make_error(error.code(), error.text());
}

void write_errstr(char* errstr, size_t errstr_size, std::string_view text) {
  if (errstr == nullptr || errstr_size == 0) return;
  const size_t n = std::min(text.size(), errstr_size - 1);
  std::memcpy(errstr, text.data(), n);
  errstr[n] = '\0';
}
}  // namespace rk

rd_kafka_error_t* rd_kafka_error_new(rd_kafka_resp_err_t code, const char* fmt, ...) {
  rd_kafka_error_t* error = rk::make_error(code, {});
  if (error == nullptr || fmt == nullptr) return error;
  va_list args;
  va_start(args, fmt);
  if (vasprintf(&error->text, fmt, args) < 0) error->text = nullptr;
  va_end(args);
  return error;
}

void rd_kafka_error_destroy(rd_kafka_error_t* error) {
  if (error == nullptr) return;
  std::free(error->text);
  std::free(error);
}

rd_kafka_resp_err_t rd_kafka_error_code(const rd_kafka_error_t* error) {
  return error != nullptr ? error->code : RD_KAFKA_RESP_ERR_NO_ERROR;
}

const char* rd_kafka_error_name(const rd_kafka_error_t* error) {
  return error != nullptr ? rd_kafka_err2name(error->code) : "";
}

const char* rd_kafka_error_string(const rd_kafka_error_t* error) {
  if (error == nullptr) return "";
  return error->text != nullptr ? error->text : rd_kafka_err2str(error->code);
}

int rd_kafka_error_is_fatal(const rd_kafka_error_t* error) {
  return error != nullptr && error->fatal ? 1 : 0;
}

int rd_kafka_error_is_retriable(const rd_kafka_error_t* error) {
  return error != nullptr && error->retriable ? 1 : 0;
}

int rd_kafka_error_txn_requires_abort(const rd_kafka_error_t* error) {
  return error != nullptr && error->txn_requires_abort ? 1 : 0;
}

const char* rd_kafka_err2str(rd_kafka_resp_err_t err) {
  return rk::error_text(err);
}

const char* rd_kafka_err2name(rd_kafka_resp_err_t err) {
  return rk::error_name(err);
}

rd_kafka_resp_err_t rd_kafka_errno2err(int errnox) {
  return rk::error_of_errno(errnox);
}

void rd_kafka_get_err_descs(const struct rd_kafka_err_desc** errdescs, size_t* cntp) {
  *errdescs = rk::error_descriptions(cntp);
}
