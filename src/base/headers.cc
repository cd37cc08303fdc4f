#include "base/headers.h"

#include <algorithm>
#include <cstring>

#include "base/varint.h"

using rk::i32;
using rk::u8;

bool rd_kafka_headers_s::add(std::string_view name, const void* value, size_t value_size) {
  auto* block = static_cast<char*>(std::malloc(name.size() + value_size + 2));
  if (block == nullptr) return false;
  std::copy(name.begin(), name.end(), block);
  block[name.size()] = '\0';
  char* to = block + name.size() + 1;
  if (value != nullptr && value_size != 0) std::memcpy(to, value, value_size);
  to[value_size] = '\0';
  entries_.push_back(
      Entry{std::unique_ptr<char, FreeBlock>(block), name.size(), value_size, value != nullptr});
  return true;
}

size_t rd_kafka_headers_s::remove(std::string_view name) {
  return std::erase_if(entries_, [&](const Entry& e) { return e.name() == name; });
}

bool rd_kafka_headers_s::add_all(const rd_kafka_headers_s& other) {
  reserve(entries_.size() + other.entries_.size());
  return std::all_of(other.entries_.begin(), other.entries_.end(),
                     [&](const Entry& e) { return add(e.name(), e.value(), e.value_size); });
}

const rd_kafka_headers_s::Entry* rd_kafka_headers_s::find(std::string_view name, size_t idx) const {
  for (const Entry& e : entries_) {
    if (e.name() == name && idx-- == 0) return &e;
  }
  return nullptr;
}

const rd_kafka_headers_s::Entry* rd_kafka_headers_s::find_last(std::string_view name) const {
  const auto it = std::find_if(entries_.rbegin(), entries_.rend(),
                               [&](const Entry& e) { return e.name() == name; });
  return it != entries_.rend() ? &*it : nullptr;
}

size_t rd_kafka_headers_s::wire_size() const {
  size_t size = 0;
  for (const Entry& e : entries_) {
    size += rk::varint32_size(static_cast<i32>(e.name_size)) + e.name_size;
    size += rk::varint32_size(e.has_value ? static_cast<i32>(e.value_size) : -1) + e.value_size;
  }
  return size;
}

u8* rd_kafka_headers_s::write(u8* at) const {
  for (const Entry& e : entries_) {
    at = rk::write_varint32(at, static_cast<i32>(e.name_size));
    at = std::copy_n(e.block.get(), e.name_size, at);
    at = rk::write_varint32(at, e.has_value ? static_cast<i32>(e.value_size) : -1);
    if (e.has_value) at = std::copy_n(e.value(), e.value_size, at);
  }
  return at;
}

std::unique_ptr<rd_kafka_headers_s> rd_kafka_headers_s::parse(const u8* block) {
  auto headers = std::make_unique<rd_kafka_headers_s>();
  i32 count = 0;
  const u8* p = rk::read_varint32_padded(block, &count);
  for (i32 i = 0; i < count; i++) {
    i32 name_size = 0;
    i32 value_size = 0;
    p = rk::read_varint32_padded(p, &name_size);
    const auto* name = reinterpret_cast<const char*>(p);
    p = rk::read_varint32_padded(p + name_size, &value_size);
    const bool has_value = value_size >= 0;
    const auto size = has_value ? static_cast<size_t>(value_size) : 0;
    if (!headers->add({name, static_cast<size_t>(name_size)}, has_value ? p : nullptr, size)) {
      return nullptr;
    }
    p += size;
  }
  return headers;
}
