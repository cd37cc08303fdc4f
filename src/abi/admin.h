// The request objects of the administration calls: plain values that applications build, keep as
// long as they like and destroy themselves. Not synchronised.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/types.h"

struct rd_kafka_AdminOptions_s {
  rd_kafka_admin_op_t for_api;
  int request_timeout_ms = -1;  // -1: the client's socket.timeout.ms
  int operation_timeout_ms = -1;
  bool validate_only = false;
  rk::i32 broker_id = -1;
  void* opaque = nullptr;
};
