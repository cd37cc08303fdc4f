// Picks a message type by number, so that a fuzzer's input can choose one. No state; any thread.
#pragma once

#include "wire/messages/all.h"

namespace rk::wire {

// Calls f.template operator()<T>() for the index-th type, requests before responses.
template <typename F>
void message_at(size_t index, F&& f) {
  size_t at = 0;
  const auto one = [&]<typename T>() {
    if (at++ == index) f.template operator()<T>();
  };
  Requests::for_each(one);
  Responses::for_each(one);
}

inline size_t message_count() {
  size_t n = 0;
  const auto one = [&]<typename T>() { ++n; };
  Requests::for_each(one);
  Responses::for_each(one);
  return n;
}

}  // namespace rk::wire
