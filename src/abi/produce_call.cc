#include "abi/produce_call.h"

#include <algorithm>
#include <cstring>

#include "record/builder.h"

namespace rk {

u8* HeaderBlock::extend(size_t size) {
  if (size_ + size > capacity_) {
    const size_t capacity = std::max(capacity_ * 2, size_ + size);
    auto* larger = static_cast<u8*>(std::malloc(capacity));
    if (!larger) return nullptr;
    std::memcpy(larger, data_, size_);
    if (data_ != small_) std::free(data_);
    data_ = larger;
    capacity_ = capacity;
  }
  return data_ + size_;
}

void ProduceCall::add_header(const char* name, const void* value, ssize_t size) {
  if (list_) return refuse(RD_KAFKA_RESP_ERR__CONFLICT, "HEADER and HEADERS exclude each other");
  if (!name) return refuse(RD_KAFKA_RESP_ERR__INVALID_ARG, "a header needs a name");
  const std::string_view key = name;
  const size_t value_size = !value     ? 0
                            : size < 0 ? std::strlen(static_cast<const char*>(value))
                                       : static_cast<size_t>(size);
  u8* const at = block_.extend(header_size_bound(key.size(), value_size));
  if (!at) return refuse(RD_KAFKA_RESP_ERR__CRIT_SYS_RESOURCE, nullptr);
  block_.set_end(append_header(at, key, value, value_size));
  ++message_.header_count;
}

void ProduceCall::add_list(const Headers* list) {
  if (message_.header_count > 0)
    return refuse(RD_KAFKA_RESP_ERR__CONFLICT, "HEADER and HEADERS exclude each other");
  if (!list) return;
  list_ = const_cast<Headers*>(list);
}

void ProduceCall::add(const rd_kafka_vu_t& v) {
  int type;  // the application's: perhaps none that the enum has
  static_assert(sizeof type == sizeof v.vtype);
  std::memcpy(&type, &v.vtype, sizeof type);
  switch (type) {
    case RD_KAFKA_VTYPE_TOPIC:
      if (v.u.cstr) message_.topic = client_.producer->topic_named(v.u.cstr);
      return;
    case RD_KAFKA_VTYPE_RKT:
      message_.topic = v.u.rkt;
      return;
    case RD_KAFKA_VTYPE_PARTITION:
      message_.partition = v.u.i32;
      return;
    case RD_KAFKA_VTYPE_VALUE:
      message_.payload = v.u.mem.ptr;
      message_.size = v.u.mem.ptr ? v.u.mem.size : 0;
      return;
    case RD_KAFKA_VTYPE_KEY:
      message_.key = v.u.mem.ptr;
      message_.key_size = v.u.mem.ptr ? v.u.mem.size : 0;
      return;
    case RD_KAFKA_VTYPE_OPAQUE:
      message_.opaque = v.u.ptr;
      return;
    case RD_KAFKA_VTYPE_MSGFLAGS:
      message_.flags = v.u.i;
      return;
    case RD_KAFKA_VTYPE_TIMESTAMP:
      message_.timestamp_ms = v.u.i64;
      return;
    case RD_KAFKA_VTYPE_HEADER:
      return add_header(v.u.header.name, v.u.header.val, v.u.header.size);
    case RD_KAFKA_VTYPE_HEADERS:
      return add_list(v.u.headers);
    default:
      return refuse(RD_KAFKA_RESP_ERR__INVALID_ARG, "unknown argument type");
  }
}

ErrorCode ProduceCall::run() {
  if (error_ == kOk && !message_.topic)
    refuse(RD_KAFKA_RESP_ERR__INVALID_ARG, "no topic was given");
  if (error_ != kOk) return error_;
  if (list_) {
    u8* const at = block_.extend(list_->wire_size());
    if (!at) return RD_KAFKA_RESP_ERR__CRIT_SYS_RESOURCE;
    block_.set_end(list_->write(at));
    message_.header_count = static_cast<i32>(list_->entries().size());
  }
  if (message_.header_count > 0) message_.headers = block_.bytes();
  error_ = client_.producer->produce(message_);
  if (error_ == kOk) delete list_;
  return error_;
}

}  // namespace rk
