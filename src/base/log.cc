#include "base/log.h"

#include <cstdarg>
#include <cstdio>

namespace rk {
namespace {
std::string format_line(const char* format, va_list args) {
  char line[2048];  // longer lines are cut: a log line is not a place for payloads
  const int n = std::vsnprintf(line, sizeof line, format, args);
  if (n < 0) return {};
  return std::string(
      line, static_cast<size_t>(n) < sizeof line ? static_cast<size_t>(n) : sizeof line - 1);
}
}  // namespace

void Logger::log(int level, const char* facility, const char* format, ...) {
  if (!sink_ || level > this->level()) return;
  va_list args;
  va_start(args, format);
  std::string text = format_line(format, args);
  va_end(args);
  sink_->write(level, facility, text, 0);
}

void Logger::trace(Debug context, const char* facility, const char* format, ...) {
  if (!sink_ || !debug(context) || kLogDebug > level()) return;
  va_list args;
  va_start(args, format);
  std::string text = format_line(format, args);
  va_end(args);
  sink_->write(kLogDebug, facility, text, static_cast<u32>(context));
}

}  // namespace rk
