#include "base/error.h"

#include <cstdarg>
#include <cstdio>

namespace rk {
namespace {
std::string vstringf(const char* format, va_list args) {
  va_list again;
  va_copy(again, args);
  const int size = std::vsnprintf(nullptr, 0, format, args);
  std::string text(size > 0 ? static_cast<size_t>(size) : 0, '\0');
  if (size > 0) std::vsnprintf(text.data(), text.size() + 1, format, again);
  va_end(again);
  return text;
}
}  // namespace

Error errorf(ErrorCode code, const char* format, ...) {
  va_list args;
  va_start(args, format);
  std::string text = vstringf(format, args);
  va_end(args);
  return {code, std::move(text)};
}

std::string stringf(const char* format, ...) {
  va_list args;
  va_start(args, format);
  std::string text = vstringf(format, args);
  va_end(args);
  return text;
}

}  // namespace rk
