// Await: one value that another thread will deliver, and the caller who sleeps until then or until
// a deadline. Shared between the two, so that a value which comes too late is dropped safely: the
// way in which every blocking API call waits for the control thread. set() once, any thread;
// wait() by one caller.
#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "base/env.h"
#include "base/lock.h"

namespace rk {

template <typename T>
class Await {
 public:
  explicit Await(Env& env) : state_(std::make_shared<State>(env)) {}

  // A copyable handle for the delivering side.
  auto setter() const {
    return [state = state_](T value) {
      {
        Lock lock(state->mutex);
        state->value.emplace(std::move(value));
      }
      state->parker->notify();
    };
  }

  std::optional<T> wait(Micros deadline) {
    for (;;) {
      const u32 ticket = state_->parker->prepare();
      {
        Lock lock(state_->mutex);
        if (state_->value) return std::exchange(state_->value, std::nullopt);
      }
      if (!state_->parker->wait(ticket, deadline)) {
        Lock lock(state_->mutex);
        return std::exchange(state_->value, std::nullopt);
      }
    }
  }

 private:
  struct State {
    explicit State(Env& env) : parker(env.new_parker()) {}
    std::unique_ptr<Parker> parker;
    Mutex mutex;
    std::optional<T> value;  // guarded by mutex
  };
  std::shared_ptr<State> state_;
};

}  // namespace rk
