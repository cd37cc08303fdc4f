// Temporary: answers of supported functions that have no definition yet, so that the library links
// while they are being written. Weak: a definition elsewhere wins.
#include <cerrno>

#include "abi/last_error.h"
#include "rdkafka.h"
#include "rdkafka_mock.h"

namespace {
template <typename F>
struct Result;
template <typename R, typename... A>
struct Result<R(A...)> {
  using Type = R;
};
template <typename R, typename... A>
struct Result<R(A..., ...)> {
  using Type = R;
};

template <typename R>
R pending() {
  rk::set_last_error(RD_KAFKA_RESP_ERR__NOT_IMPLEMENTED, ENOSYS);
  if constexpr (std::is_same_v<R, rd_kafka_resp_err_t>) {
    return RD_KAFKA_RESP_ERR__NOT_IMPLEMENTED;
  } else if constexpr (!std::is_void_v<R>) {
    return R{};
  }
}
}  // namespace

#define UNSUPPORTED(style, type, name, parameters, needs, reason)
#define CONTAINER SUPPORTED
#define SUPPORTED(name, test)                                   \
  extern "C" __attribute__((weak, visibility("default")))       \
  Result<decltype(name)>::Type pending_##name() __asm__(#name); \
  Result<decltype(name)>::Type pending_##name() {               \
    return pending<Result<decltype(name)>::Type>();             \
  }
#include "../../compat/symbols.def"
