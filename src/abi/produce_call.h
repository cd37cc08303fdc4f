// ProduceCall: the arguments of rd_kafka_producev() and rd_kafka_produceva(), gathered one by one
// and checked. Lives on the stack of that call, on its thread.
#pragma once

#include <cstdlib>

#include "base/headers.h"
#include "client/client.h"
#include "producer/producer.h"

namespace rk {

// Headers in the record format; on the stack as long as they are small.
class HeaderBlock {
 public:
  HeaderBlock() = default;
  HeaderBlock(const HeaderBlock&) = delete;
  HeaderBlock& operator=(const HeaderBlock&) = delete;
  ~HeaderBlock() {
    if (data_ != small_) std::free(data_);
  }
  // Room for `size` more bytes; null when memory is short.
  u8* extend(size_t size);
  void set_end(const u8* end) { size_ = static_cast<size_t>(end - data_); }
  Bytes bytes() const { return {data_, size_}; }

 private:
  u8 small_[256];
  u8* data_ = small_;
  size_t size_ = 0;
  size_t capacity_ = sizeof small_;
};

class ProduceCall {
 public:
  explicit ProduceCall(Client& client) : client_(client) {}

  void add(const rd_kafka_vu_t& v);
  // Produces, and takes over a headers list if that succeeded.
  ErrorCode run();
  const char* why() const { return why_; }  // null: the code says it all

 private:
  void refuse(ErrorCode code, const char* why) {
    if (error_ != kOk) return;
    error_ = code;
    why_ = why;
  }
  void add_header(const char* name, const void* value, ssize_t size);
  void add_list(const Headers* list);

  Client& client_;
  NewMessage message_;
  HeaderBlock block_;
  Headers* list_ = nullptr;
  ErrorCode error_ = kOk;
  const char* why_ = nullptr;
};

}  // namespace rk
