#include "base/json.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace rk {
namespace {

constexpr size_t kCapacityLeast = 4096;
constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

// How many bytes of `s` are one well-formed character (RFC 3629), 0 if it begins with none.
size_t character_size(std::string_view s) {
  const auto at = [&s](size_t i) { return static_cast<u8>(s[i]); };
  const u8 lead = at(0);
  if (lead < 0x80) return 1;
  const size_t n = lead >= 0xC2 && lead < 0xE0   ? 2
                   : lead >= 0xE0 && lead < 0xF0 ? 3
                   : lead >= 0xF0 && lead < 0xF5 ? 4
                                                 : 0;
  if (n == 0 || s.size() < n) return 0;
  for (size_t i = 1; i < n; ++i)
    if ((at(i) & 0xC0) != 0x80) return 0;
  // Overlong forms, surrogates, and what is beyond U+10FFFF.
  if (lead == 0xE0 && at(1) < 0xA0) return 0;
  if (lead == 0xED && at(1) > 0x9F) return 0;
  if (lead == 0xF0 && at(1) < 0x90) return 0;
  if (lead == 0xF4 && at(1) > 0x8F) return 0;
  return n;
}

}  // namespace

JsonWriter::~JsonWriter() {
  std::free(text_);
}

bool JsonWriter::room(size_t bytes) {
  if (failed_) return false;
  if (capacity_ - size_ >= bytes) return true;
  const size_t wanted = std::max({kCapacityLeast, 2 * capacity_, size_ + bytes});
  char* const more = static_cast<char*>(std::realloc(text_, wanted));
  if (!more) {
    failed_ = true;
    return false;
  }
  text_ = more;
  capacity_ = wanted;
  return true;
}

void JsonWriter::put(std::string_view bytes) {
  if (bytes.empty() || !room(bytes.size())) return;
  std::memcpy(text_ + size_, bytes.data(), bytes.size());
  size_ += bytes.size();
}

void JsonWriter::quoted(std::string_view text) {
  put('"');
  while (!text.empty()) {
    const size_t n = character_size(text);
    const char c = text[0];
    if (n == 0) {
      put(kReplacement);
    } else if (c == '"' || c == '\\') {
      const char escaped[2] = {'\\', c};
      put({escaped, 2});
    } else if (n == 1 && (static_cast<u8>(c) < 0x20 || c == 0x7F)) {
      const char* const digits = "0123456789abcdef";
      const char escaped[6] = {'\\',          'u', '0', '0', digits[static_cast<u8>(c) >> 4],
                               digits[c & 15]};
      put({escaped, 6});
    } else {
      put(text.substr(0, n));
    }
    text.remove_prefix(n == 0 ? 1 : n);
  }
  put('"');
}

void JsonWriter::key(std::string_view name) {
  if (!std::exchange(first_, false)) put(',');
  quoted(name);
  put(':');
}

void JsonWriter::open() {
  put('{');
  first_ = true;
}

void JsonWriter::open(std::string_view name) {
  key(name);
  open();
}

void JsonWriter::close() {
  put('}');
  first_ = false;
}

void JsonWriter::string(std::string_view name, std::string_view value) {
  key(name);
  quoted(value);
}

void JsonWriter::number(std::string_view name, i64 value) {
  key(name);
  char digits[24];
  const auto end = std::to_chars(digits, digits + sizeof digits, value);
  put({digits, static_cast<size_t>(end.ptr - digits)});
}

void JsonWriter::count(std::string_view name, u64 value) {
  // Readers take these for signed 64-bit integers.
  constexpr u64 kMax = static_cast<u64>(std::numeric_limits<i64>::max());
  number(name, static_cast<i64>(std::min(value, kMax)));
}

void JsonWriter::boolean(std::string_view name, bool value) {
  key(name);
  put(value ? "true" : "false");
}

char* JsonWriter::take(size_t* size) {
  if (!room(1)) return nullptr;
  text_[size_] = 0;
  *size = size_;
  size_ = capacity_ = 0;
  return std::exchange(text_, nullptr);
}

}  // namespace rk
