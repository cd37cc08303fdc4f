#include "base/headers.h"

#include <cstring>

namespace {
std::string_view sized(const char* text, ssize_t size) {
  return {text, size < 0 ? std::strlen(text) : static_cast<size_t>(size)};
}

rd_kafka_resp_err_t hand_out(const rk::Headers::Entry* entry, const void** valuep, size_t* sizep) {
  if (entry == nullptr) return RD_KAFKA_RESP_ERR__NOENT;
  if (valuep != nullptr) *valuep = entry->value();
  if (sizep != nullptr) *sizep = entry->value_size;
  return RD_KAFKA_RESP_ERR_NO_ERROR;
}
}  // namespace

rd_kafka_headers_t* rd_kafka_headers_new(size_t initial_count) {
  auto* hdrs = new rd_kafka_headers_s;
  constexpr size_t kReserveMax = 1024;  // a hint of the caller's, not a promise of ours
  hdrs->reserve(initial_count < kReserveMax ? initial_count : kReserveMax);
  return hdrs;
}

void rd_kafka_headers_destroy(rd_kafka_headers_t* hdrs) {
  delete hdrs;
}

rd_kafka_headers_t* rd_kafka_headers_copy(const rd_kafka_headers_t* src) {
  auto copy = std::make_unique<rd_kafka_headers_s>();
  return copy->add_all(*src) ? copy.release() : nullptr;
}

rd_kafka_resp_err_t rd_kafka_header_add(rd_kafka_headers_t* hdrs, const char* name,
                                        ssize_t name_size, const void* value, ssize_t value_size) {
  size_t size = 0;
  if (value != nullptr) size = sized(static_cast<const char*>(value), value_size).size();
  return hdrs->add(sized(name, name_size), value, size) ? RD_KAFKA_RESP_ERR_NO_ERROR
                                                        : RD_KAFKA_RESP_ERR__CRIT_SYS_RESOURCE;
}

rd_kafka_resp_err_t rd_kafka_header_remove(rd_kafka_headers_t* hdrs, const char* name) {
  return hdrs->remove(name) != 0 ? RD_KAFKA_RESP_ERR_NO_ERROR : RD_KAFKA_RESP_ERR__NOENT;
}

rd_kafka_resp_err_t rd_kafka_header_get_last(const rd_kafka_headers_t* hdrs, const char* name,
                                             const void** valuep, size_t* sizep) {
  return hand_out(hdrs->find_last(name), valuep, sizep);
}

rd_kafka_resp_err_t rd_kafka_header_get(const rd_kafka_headers_t* hdrs, size_t idx,
                                        const char* name, const void** valuep, size_t* sizep) {
  return hand_out(hdrs->find(name, idx), valuep, sizep);
}

rd_kafka_resp_err_t rd_kafka_header_get_all(const rd_kafka_headers_t* hdrs, size_t idx,
                                            const char** namep, const void** valuep,
                                            size_t* sizep) {
  if (idx >= hdrs->entries().size()) return RD_KAFKA_RESP_ERR__NOENT;
  const rk::Headers::Entry& entry = hdrs->entries()[idx];
  if (namep != nullptr) *namep = entry.name().data();
  return hand_out(&entry, valuep, sizep);
}

size_t rd_kafka_header_cnt(const rd_kafka_headers_t* hdrs) {
  return hdrs->entries().size();
}
