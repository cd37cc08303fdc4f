// JsonWriter: writes one JSON text, compact, straight into memory that malloc gave, for that is
// what the application may keep and free(). Strings are escaped, and bytes that are no UTF-8 become
// U+FFFD, so that the text is valid whatever was put into it. When memory is short it says so at
// the end (take() is null) and takes the calls in between. A plain value; its maker's thread.
#pragma once

#include <string_view>

#include "base/types.h"

namespace rk {

class JsonWriter {
 public:
  JsonWriter() = default;
  ~JsonWriter();
  JsonWriter(const JsonWriter&) = delete;
  JsonWriter& operator=(const JsonWriter&) = delete;

  // The whole text is one object; within it each value has its key.
  void open();
  void open(std::string_view key);
  void close();
  void string(std::string_view key, std::string_view value);
  void number(std::string_view key, i64 value);
  void count(std::string_view key, u64 value);
  void boolean(std::string_view key, bool value);

  // The text, NUL-terminated and the caller's to free(); null when memory was short.
  char* take(size_t* size);

 private:
  void put(std::string_view bytes);
  void put(char c) { put(std::string_view(&c, 1)); }
  void key(std::string_view name);
  void quoted(std::string_view text);
  bool room(size_t bytes);

  char* text_ = nullptr;
  size_t size_ = 0;
  size_t capacity_ = 0;
  bool failed_ = false;
  bool first_ = true;  // in the object that is open
};

}  // namespace rk
