// One supported function as this build would refuse it, in a library of its own to be preloaded:
// -DSWAP_NAME=rd_kafka_x. It answers what its result type says for "unsupported" and does nothing.
#include <dlfcn.h>

#include <cerrno>
#include <type_traits>

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
template <typename T>
T refusal() {
  errno = ENOSYS;
  if constexpr (std::is_same_v<T, rd_kafka_resp_err_t>) {
    return RD_KAFKA_RESP_ERR__NOT_IMPLEMENTED;
  } else if constexpr (std::is_same_v<T, rd_kafka_conf_res_t>) {
    return RD_KAFKA_CONF_INVALID;
  } else if constexpr (std::is_same_v<T, rd_kafka_error_t*>) {
    // the library's own, also when rd_kafka_error_new is the one that is refused
    using New = rd_kafka_error_t* (*)(rd_kafka_resp_err_t, const char*, ...);
    const auto make = reinterpret_cast<New>(dlsym(RTLD_NEXT, "rd_kafka_error_new"));
    return make(RD_KAFKA_RESP_ERR__NOT_IMPLEMENTED, "swapped");
  } else if constexpr (std::is_same_v<T, int> || std::is_same_v<T, ssize_t>) {
    return -1;
  } else if constexpr (!std::is_void_v<T>) {
    return T{};
  }
}

using R = Result<decltype(SWAP_NAME)>::Type;
}  // namespace

#define TEXT_OF(x) #x
#define NAME_OF(x) TEXT_OF(x)

// The arguments are left alone, so one without parameters can stand for any.
extern "C" __attribute__((visibility("default"))) R refused() __asm__(NAME_OF(SWAP_NAME));

R refused() {
  return refusal<R>();
}
