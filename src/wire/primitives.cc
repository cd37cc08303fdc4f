#include "wire/primitives.h"

#include <cstdlib>
#include <utility>

namespace rk::wire {
namespace {
constexpr size_t kStringMax = 32767;
constexpr size_t kBytesMax = std::numeric_limits<i32>::max() - 1;
}  // namespace

u64 Reader::read_varuint(int bits) {
  u64 v = 0;
  for (int shift = 0; shift < bits; shift += 7) {
    const u8 b = fixed<u8>();
    if (!ok_) return 0;
    const int room = bits - shift;
    if (room < 7 && (b & 0x7f) >> room != 0) break;
    v |= static_cast<u64>(b & 0x7f) << shift;
    if (b < 0x80) return v;
  }
  fail();
  return 0;
}

u32 Reader::read_uvarint() {
  return static_cast<u32>(read_varuint(32));
}

u64 Reader::read_uvarlong() {
  return read_varuint(64);
}

Str Reader::read_string(bool flexible, bool nullable) {
  const i64 size = flexible ? i64{read_uvarint()} - 1 : i64{read_i16()};
  if (!ok_ || size < (nullable ? -1 : 0)) {
    fail();
    return {};
  }
  if (size < 0) return {};
  const Bytes b = take(static_cast<size_t>(size));
  return {reinterpret_cast<const char*>(b.data()), b.size()};
}

Bytes Reader::read_bytes(bool flexible, bool nullable) {
  const i64 size = flexible ? i64{read_uvarint()} - 1 : i64{read_i32()};
  if (!ok_ || size < (nullable ? -1 : 0)) {
    fail();
    return {};
  }
  if (size < 0) return {};
  return take(static_cast<size_t>(size));
}

i32 Reader::read_array_size(bool flexible, bool nullable, size_t element_bytes_min) {
  const i64 size = flexible ? i64{read_uvarint()} - 1 : i64{read_i32()};
  if (!ok_ || size < (nullable ? -1 : 0) || size > i64{kArrayElementsMax}) {
    fail();
    return 0;
  }
  if (size > 0 &&
      static_cast<size_t>(size) > remaining() / std::max<size_t>(1, element_bytes_min)) {
    fail();
    return 0;
  }
  return static_cast<i32>(size);
}

void Reader::skip_tags() {
  read_tags([](u32, Reader) { return true; });
}

Writer::~Writer() {
  std::free(data_);
}

void Writer::swap(Writer& o) {
  std::swap(data_, o.data_);
  std::swap(size_, o.size_);
  std::swap(capacity_, o.capacity_);
  std::swap(external_size_, o.external_size_);
  std::swap(external_, o.external_);
  std::swap(ok_, o.ok_);
}

void Writer::clear() {
  size_ = external_size_ = 0;
  external_.clear();
  ok_ = true;
}

u8* Writer::grow(size_t n) {
  if (!ok_) return nullptr;
  if (n > capacity_ - size_) {
    const size_t capacity = std::max(std::max<size_t>(256, capacity_ * 2), size_ + n);
    auto* data = static_cast<u8*>(std::realloc(data_, capacity));
    if (!data) {
      ok_ = false;
      return nullptr;
    }
    data_ = data;
    capacity_ = capacity;
  }
  u8* p = data_ + size_;
  size_ += n;
  return p;
}

void Writer::write_uvarlong(u64 v) {
  u8 raw[10];
  size_t n = 0;
  while (v >= 0x80) {
    raw[n++] = static_cast<u8>(v | 0x80);
    v >>= 7;
  }
  raw[n++] = static_cast<u8>(v);
  append({raw, n});
}

bool Writer::write_length(const void* data, size_t size, bool flexible, bool nullable, size_t max) {
  if (size > max) {
    fail();
    return false;
  }
  const bool null = nullable && data == nullptr;
  if (flexible) {
    write_uvarint(null ? 0 : static_cast<u32>(size + 1));
  } else if (max == kStringMax) {
    write_i16(null ? i16{-1} : static_cast<i16>(size));
  } else {
    write_i32(null ? -1 : static_cast<i32>(size));
  }
  return size > 0;
}

void Writer::write_string(Str v, bool flexible, bool nullable) {
  if (write_length(v.data(), v.size(), flexible, nullable, kStringMax)) append(as_bytes(v));
}

void Writer::write_bytes(Bytes v, bool flexible, bool nullable) {
  if (write_length(v.data(), v.size(), flexible, nullable, kBytesMax)) append(v);
}

void Writer::write_external(Bytes v, bool flexible, bool nullable) {
  if (write_length(v.data(), v.size(), flexible, nullable, kBytesMax)) append_external(v);
}

void Writer::write_array_size(i64 size, bool flexible) {
  if (size > i64{kArrayElementsMax}) return fail();
  if (flexible) {
    write_uvarint(static_cast<u32>(size + 1));
  } else {
    write_i32(static_cast<i32>(size));
  }
}

void Writer::append(Bytes v) {
  if (v.empty()) return;
  if (u8* p = grow(v.size())) std::memcpy(p, v.data(), v.size());
}

void Writer::append_external(Bytes v) {
  if (v.size() < kExternalMin) return append(v);
  external_.push_back({size_, v});
  external_size_ += v.size();
}

Writer::Mark Writer::reserve_size() {
  const Mark m = mark();
  write_i32(0);
  return m;
}

void Writer::patch_i32(Mark m, i32 v) {
  if (ok_) store_be(data_ + m.own, v);
}

void Writer::patch_size(Mark m) {
  const size_t n = size() - m.total;
  if (!ok_ || n < 4 || n - 4 > std::numeric_limits<i32>::max()) return fail();
  patch_i32(m, static_cast<i32>(n - 4));
}

void Writer::insert_size(Mark m) {
  const size_t n = size() - m.total;
  if (n > std::numeric_limits<u32>::max()) return fail();
  const size_t end = size_;
  write_uvarlong(n);
  if (!ok_) return;
  u8 raw[10];
  const size_t width = size_ - end;
  std::memcpy(raw, data_ + end, width);
  std::memmove(data_ + m.own + width, data_ + m.own, end - m.own);
  std::memcpy(data_ + m.own, raw, width);
  for (External& e : external_) {
    if (e.at >= m.own) e.at += width;
  }
}

void Writer::append_iovecs(std::vector<iovec>& out) const {
  size_t at = 0;
  for (const External& e : external_) {
    if (e.at > at) out.push_back({data_ + at, e.at - at});
    out.push_back({const_cast<u8*>(e.bytes.data()), e.bytes.size()});
    at = e.at;
  }
  if (size_ > at) out.push_back({data_ + at, size_ - at});
}

void Writer::copy_to(u8* out) const {
  std::vector<iovec> pieces;
  append_iovecs(pieces);
  for (const iovec& p : pieces) {
    std::memcpy(out, p.iov_base, p.iov_len);
    out += p.iov_len;
  }
}

}  // namespace rk::wire
