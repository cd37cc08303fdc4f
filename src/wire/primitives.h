// Reader and Writer: the scalar types of Kafka's protocol over bytes, and the view types that
// decoded messages are made of. A Reader is a cheap value over bytes that somebody else owns; a
// Writer owns what was written to it. Each is used by one thread at a time.
#pragma once

#include <sys/uio.h>

#include <concepts>
#include <ranges>
#include <vector>

#include "base/bytes.h"
#include "base/types.h"

namespace rk::wire {

// Null strings and null byte fields have a null data(); an empty one has not.
using Str = std::string_view;

struct Uuid {
  u64 high = 0;
  u64 low = 0;
  constexpr bool is_zero() const { return high == 0 && low == 0; }
  constexpr bool operator==(const Uuid&) const = default;
};

// A view of elements that lie in an Arena or with the caller. Null is a state of its own, because
// an empty container's data() may be null as well.
template <typename T>
class Array {
 public:
  using Element = T;

  constexpr Array() = default;
  constexpr Array(std::nullptr_t) : is_null_(true) {}
  constexpr Array(const T* data, size_t size) : data_(data), size_(size) {}
  template <std::ranges::contiguous_range R>
  requires std::same_as<std::ranges::range_value_t<R>, T>
  constexpr Array(const R& r) : data_(std::ranges::data(r)), size_(std::ranges::size(r)) {}

  constexpr const T* data() const { return data_; }
  constexpr size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr bool is_null() const { return is_null_; }
  constexpr const T* begin() const { return data_; }
  constexpr const T* end() const { return data_ + size_; }
  constexpr const T& operator[](size_t i) const { return data_[i]; }

 private:
  const T* data_ = nullptr;
  size_t size_ = 0;
  bool is_null_ = false;
};

// What a broker may ask us to hold. Kafka refuses the same when it decodes.
constexpr size_t kArrayElementsMax = 1'000'000;
constexpr size_t kTaggedFieldsMax = 10'000;

// After the first failure ok() stays false, nothing remains and every read answers zero or null,
// so that decoders need to look only once, at the end.
class Reader {
 public:
  explicit Reader(Bytes bytes)
      : begin_(bytes.data()), at_(bytes.data()), end_(bytes.data() + bytes.size()) {}

  bool ok() const { return ok_; }
  void fail() {
    ok_ = false;
    at_ = end_;
  }
  size_t remaining() const { return static_cast<size_t>(end_ - at_); }
  size_t position() const { return static_cast<size_t>(at_ - begin_); }
  Bytes rest() const { return {at_, remaining()}; }

  i8 read_i8() { return fixed<i8>(); }
  i16 read_i16() { return fixed<i16>(); }
  i32 read_i32() { return fixed<i32>(); }
  i64 read_i64() { return fixed<i64>(); }
  u16 read_u16() { return fixed<u16>(); }
  bool read_bool() { return fixed<u8>() != 0; }
  Uuid read_uuid() {
    const u64 high = fixed<u64>();
    const u64 low = fixed<u64>();
    return ok_ ? Uuid{high, low} : Uuid{};
  }

  // At most 5 and 10 bytes; a value that does not fit is a failure, not a truncation.
  u32 read_uvarint();
  u64 read_uvarlong();
  i32 read_varint() { return unzigzag<i32>(read_uvarint()); }
  i64 read_varlong() { return unzigzag<i64>(read_uvarlong()); }

  // `flexible` selects the compact layout (uvarint of length + 1) over the old one. A null where
  // null is not allowed is a failure.
  Str read_string(bool flexible, bool nullable);
  Bytes read_bytes(bool flexible, bool nullable);
  // The element count, -1 for null. Never more than the bytes left can hold when each element
  // takes at least element_bytes_min.
  i32 read_array_size(bool flexible, bool nullable, size_t element_bytes_min);

  Bytes take(size_t n) {
    if (n > remaining()) {
      fail();
      return {};
    }
    const u8* p = at_;
    at_ += n;
    return {p, n};
  }
  void skip(size_t n) { take(n); }

  // Reads a tag section: on_tag(u32 tag, Reader field) for each; a field that on_tag does not read
  // is skipped. It answers false when the field is malformed. Tags must ascend.
  template <typename F>
  void read_tags(F&& on_tag) {
    const u32 count = read_uvarint();
    if (count > kTaggedFieldsMax) return fail();
    i64 last = -1;
    for (u32 i = 0; i < count; ++i) {
      const u32 tag = read_uvarint();
      const Bytes field = take(read_uvarint());
      if (!ok_ || static_cast<i64>(tag) <= last || !on_tag(tag, Reader(field))) return fail();
      last = tag;
    }
  }
  void skip_tags();

 private:
  template <typename T>
  T fixed() {
    if (remaining() < sizeof(T)) {
      fail();
      return 0;
    }
    const T v = load_be<T>(at_);
    at_ += sizeof(T);
    return v;
  }
  template <typename S, typename U>
  static S unzigzag(U v) {
    return static_cast<S>((v >> 1) ^ (~(v & 1) + 1));
  }
  u64 read_varuint(int bits);

  const u8* begin_;
  const u8* at_;
  const u8* end_;
  bool ok_ = true;
};

// Grows as it is written to. ok() turns false and stays so when memory is short or a value has no
// encoding (a string of more than 32767 bytes in the old layout); the content is then worthless.
class Writer {
 public:
  // Where a size is to be filled in.
  struct Mark {
    size_t own = 0;
    size_t total = 0;
  };

  Writer() = default;
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;
  Writer(Writer&& o) noexcept { swap(o); }
  Writer& operator=(Writer&& o) noexcept {
    swap(o);
    return *this;
  }
  ~Writer();

  bool ok() const { return ok_; }
  void fail() { ok_ = false; }
  // Everything written, what is kept by reference included.
  size_t size() const { return size_ + external_size_; }
  // Back to empty and ok; the memory is kept.
  void clear();

  void write_i8(i8 v) { fixed(v); }
  void write_i16(i16 v) { fixed(v); }
  void write_i32(i32 v) { fixed(v); }
  void write_i64(i64 v) { fixed(v); }
  void write_u16(u16 v) { fixed(v); }
  void write_bool(bool v) { fixed(static_cast<u8>(v)); }
  void write_uuid(Uuid v) {
    fixed(v.high);
    fixed(v.low);
  }
  void write_uvarint(u32 v) { write_uvarlong(v); }
  void write_uvarlong(u64 v);
  void write_varint(i32 v) {
    write_uvarint((static_cast<u32>(v) << 1) ^ static_cast<u32>(v >> 31));
  }
  void write_varlong(i64 v) {
    write_uvarlong((static_cast<u64>(v) << 1) ^ static_cast<u64>(v >> 63));
  }

  // A null where null is not allowed is written as empty.
  void write_string(Str v, bool flexible, bool nullable);
  void write_bytes(Bytes v, bool flexible, bool nullable);
  // The same for content that stays where it is until the frame was sent.
  void write_external(Bytes v, bool flexible, bool nullable);
  // size -1 is null.
  void write_array_size(i64 size, bool flexible);

  void append(Bytes v);
  // By reference, unless copying is cheaper than another iovec.
  void append_external(Bytes v);

  // Four bytes that patch_size() fills with the number of bytes written after them.
  Mark reserve_size();
  void patch_size(Mark m);
  void patch_i32(Mark m, i32 v);
  Mark mark() const { return {size_, size()}; }
  // Puts the number of bytes written since the mark, as a uvarint, in front of them.
  void insert_size(Mark m);

  // The written bytes; only when nothing was taken by reference.
  Bytes bytes() const { return {data_, size_}; }
  bool has_external() const { return !external_.empty(); }
  // The written bytes as pieces in order, valid until the next write.
  void append_iovecs(std::vector<iovec>& out) const;
  // Copies size() bytes.
  void copy_to(u8* out) const;

 private:
  struct External {
    size_t at;  // own bytes in front of it
    Bytes bytes;
  };

  static constexpr size_t kExternalMin = 512;

  u8* grow(size_t n);
  template <typename T>
  void fixed(T v) {
    if (u8* p = grow(sizeof(T))) store_be(p, v);
  }
  bool write_length(const void* data, size_t size, bool flexible, bool nullable, size_t max);
  void swap(Writer& o);

  u8* data_ = nullptr;
  size_t size_ = 0;
  size_t capacity_ = 0;
  size_t external_size_ = 0;
  std::vector<External> external_;
  bool ok_ = true;
};

}  // namespace rk::wire
