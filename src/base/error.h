// Error: a code and, where something can be said, a text. The empty Error is success and costs two
// words. Result<T>: a T or an Error. Both are values, owned by whoever holds them; no thread rules.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "base/check.h"
#include "base/types.h"

namespace rk {

class [[nodiscard]] Error {
 public:
  Error() = default;
  Error(ErrorCode code) : code_(code) {}
  Error(ErrorCode code, std::string text)
      : code_(code), text_(std::make_unique<std::string>(std::move(text))) {}
  Error(const Error& o)
      : code_(o.code_), text_(o.text_ ? std::make_unique<std::string>(*o.text_) : nullptr) {}
  Error& operator=(const Error& o) { return *this = Error(o); }
  Error(Error&&) = default;
  Error& operator=(Error&&) = default;

  bool ok() const { return code_ == kOk; }
  explicit operator bool() const { return !ok(); }  // true when there is an error
  ErrorCode code() const { return code_; }
  // What happened, to what; empty when only the code is known.
  std::string_view text() const { return text_ ? std::string_view(*text_) : std::string_view(); }

 private:
  ErrorCode code_ = kOk;
  std::unique_ptr<std::string> text_;
};

// printf-style construction of an Error's text.
Error errorf(ErrorCode code, const char* format, ...) __attribute__((format(printf, 2, 3)));
std::string stringf(const char* format, ...) __attribute__((format(printf, 1, 2)));

template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}
  Result(Error error) : error_(std::move(error)) { DCHECK(!error_.ok()); }
  Result(ErrorCode code) : Result(Error(code)) {}
  bool ok() const { return value_.has_value(); }
  explicit operator bool() const { return ok(); }  // true when there is a value
  T& operator*() { return *value_; }
  const T& operator*() const { return *value_; }
  T* operator->() { return &*value_; }
  const T* operator->() const { return &*value_; }
  T take() { return std::move(*value_); }
  const Error& error() const { return error_; }
  Error take_error() { return std::move(error_); }

 private:
  std::optional<T> value_;
  Error error_;
};

}  // namespace rk
