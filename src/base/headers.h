// Headers: the ABI's rd_kafka_headers_t: a record's headers in order, names may repeat. Each entry
// is one malloc block "name\0value\0", so that names and values can be handed out as C strings.
// Owned by the application until a produce call takes it, or by the message it was read from. Not
// synchronised.
#pragma once

#include <cstdlib>
#include <memory>
#include <string_view>
#include <vector>

#include "base/types.h"

struct rd_kafka_headers_s {
  struct FreeBlock {
    void operator()(char* block) const { std::free(block); }
  };
  struct Entry {
    std::unique_ptr<char, FreeBlock> block;
    size_t name_size;
    size_t value_size;
    bool has_value;  // a null value is not an empty one

    std::string_view name() const { return {block.get(), name_size}; }
    const char* value() const { return has_value ? block.get() + name_size + 1 : nullptr; }
  };

  // False when memory is out. `value` null: no value. Both are copied.
  bool add(std::string_view name, const void* value, size_t value_size);
  size_t remove(std::string_view name);  // how many there were
  bool add_all(const rd_kafka_headers_s& other);

  // The idx-th header of that name, or null.
  const Entry* find(std::string_view name, size_t idx) const;
  const Entry* find_last(std::string_view name) const;
  const std::vector<Entry>& entries() const { return entries_; }
  void reserve(size_t count) { entries_.reserve(count); }

  // The record format: { name length, name, value length, value } ..., without the count before it.
  size_t wire_size() const;
  rk::u8* write(rk::u8* at) const;  // wire_size() bytes; the position after
  // Reads a header block, count first, of a record that was checked when it was read. Null when
  // memory is out.
  static std::unique_ptr<rd_kafka_headers_s> parse(const rk::u8* block);

 private:
  std::vector<Entry> entries_;
};

namespace rk {
using Headers = ::rd_kafka_headers_s;
}
