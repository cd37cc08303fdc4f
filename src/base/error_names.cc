#include "base/error_names.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <map>
#include <mutex>
#include <string>

#include "base/lock.h"

namespace rk {
namespace {
constexpr int kFirst = RD_KAFKA_RESP_ERR__BEGIN;
constexpr size_t kCount = RD_KAFKA_RESP_ERR_END_ALL - RD_KAFKA_RESP_ERR__BEGIN;
using Table = std::array<rd_kafka_err_desc, kCount>;

constexpr Table make_table() {
  Table table{};
  for (size_t i = 0; i < kCount; i++) {
    table[i].code = static_cast<ErrorCode>(kFirst + static_cast<int>(i));
  }
  // The two marks have a name and no text; nothing is ever answered with them.
  table[0].name = "_BEGIN";
  table[RD_KAFKA_RESP_ERR__END - kFirst].name = "_END";
#define ERROR(NAME, TEXT)                                \
  table[RD_KAFKA_RESP_ERR_##NAME - kFirst].name = #NAME; \
  table[RD_KAFKA_RESP_ERR_##NAME - kFirst].desc = TEXT;
#include "base/error_table.def"
#undef ERROR
  return table;
}

constexpr Table kTable = make_table();

const rd_kafka_err_desc* find(ErrorCode code) {
  const int index = static_cast<int>(code) - kFirst;
  if (index < 0 || static_cast<size_t>(index) >= kCount) return nullptr;
  const rd_kafka_err_desc& row = kTable[static_cast<size_t>(index)];
  return row.desc != nullptr ? &row : nullptr;
}

// Callers keep the pointers for ever; programs meet a handful of unknown codes in their life.
struct UnknownTexts {
  Mutex mutex;
  std::map<int, std::array<std::string, 2>> texts;
};

const char* unknown(ErrorCode code, size_t which) {
  static auto* made = new UnknownTexts;
  std::lock_guard lock(made->mutex);
  auto& pair = made->texts[code];
  if (pair[0].empty()) {
    char number[16];
    std::snprintf(number, sizeof number, "%d", static_cast<int>(code));
    pair[0] = "ERR_" + std::string(number) + "?";
    pair[1] = "Err-" + std::string(number) + "?";
  }
  return pair[which].c_str();
}
}  // namespace

const char* error_name(ErrorCode code) {
  const rd_kafka_err_desc* row = find(code);
  return row != nullptr ? row->name : unknown(code, 0);
}

const char* error_text(ErrorCode code) {
  const rd_kafka_err_desc* row = find(code);
  return row != nullptr ? row->desc : unknown(code, 1);
}

bool error_known(ErrorCode code) {
  return find(code) != nullptr;
}

ErrorCode error_of_broker(i16 code) {
  const auto error = static_cast<ErrorCode>(code);
  return code >= -1 && error_known(error) ? error : RD_KAFKA_RESP_ERR_UNKNOWN;
}

ErrorCode error_of_errno(int errnox) {
  switch (errnox) {
    case EINVAL:
      return RD_KAFKA_RESP_ERR__INVALID_ARG;
    case EBUSY:
      return RD_KAFKA_RESP_ERR__CONFLICT;
    case ENOENT:
      return RD_KAFKA_RESP_ERR__UNKNOWN_TOPIC;
    case ESRCH:
      return RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION;
    case ETIMEDOUT:
      return RD_KAFKA_RESP_ERR__TIMED_OUT;
    case EMSGSIZE:
      return RD_KAFKA_RESP_ERR_MSG_SIZE_TOO_LARGE;
    case ENOBUFS:
      return RD_KAFKA_RESP_ERR__QUEUE_FULL;
    case ECANCELED:
      return RD_KAFKA_RESP_ERR__FATAL;
    default:
      return RD_KAFKA_RESP_ERR__FAIL;
  }
}

const rd_kafka_err_desc* error_descriptions(size_t* count) {
  *count = kCount;
  return kTable.data();
}

}  // namespace rk
