// Random instances of any declared message, from a seed. Values are drawn so that the borders of
// the encodings (null, empty, one and two byte lengths, extreme integers) come up often. Everything
// points into the RandomMessage, which must outlive what it filled in.
#pragma once

#include <list>
#include <string>
#include <vector>

#include "wire/codec.h"

namespace rk::wire {

class RandomMessage {
 public:
  explicit RandomMessage(u64 seed) : state_(seed * 0x9e3779b97f4a7c15 + 1) {}

  template <typename T>
  T make(i16 version) {
    T message{};
    fill(message, {version, version >= T::flexible_from}, false, 0);
    if constexpr (requires { T::body_version(version, message.error_code); }) {
      // This code selects another layout; it has a test of its own.
      if (message.error_code == RD_KAFKA_RESP_ERR_UNSUPPORTED_VERSION) message.error_code = 0;
    }
    return message;
  }

 private:
  u64 next() {  // splitmix64
    u64 z = (state_ += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  u64 below(u64 n) { return next() % n; }

  template <typename T>
  T integer() {
    switch (below(6)) {
      case 0:
        return 0;
      case 1:
        return static_cast<T>(-1);
      case 2:
        return std::numeric_limits<T>::min();
      case 3:
        return std::numeric_limits<T>::max();
      case 4:
        return static_cast<T>(below(100));
      default:
        return static_cast<T>(next());
    }
  }

  size_t length() {
    switch (below(8)) {
      case 0:
        return 0;
      case 1:
        return 126 + below(4);
      case 2:
        return below(700);
      default:
        return below(12);
    }
  }

  Str string() {
    static const char* const kPieces[] = {
        "a",  "B",  "7", "-", ".", "_", " ", "\xc3\xa9", "\xe6\xbc\xa2", "\xf0\x9f\x98\x80",
        "\"", "\\", "\n"};
    std::string& s = strings_.emplace_back();
    for (size_t n = length(); s.size() < n;) s += kPieces[below(std::size(kPieces))];
    return s;
  }

  Bytes bytes() {
    std::vector<u8>& b = bytes_.emplace_back(length());
    b.reserve(1);  // an empty value must not look like null
    for (u8& each : b) each = static_cast<u8>(next());
    return {b.data(), b.size()};
  }

  template <typename T>
  void fill_array(Array<T>& out, codec::Layout l, int depth) {
    size_t n = below(4);
    if (depth == 0 && below(40) == 0) n = 120 + below(20);
    T* elements = arena_.allocate<T>(n);
    for (size_t i = 0; i < n; ++i) fill(*new (elements + i) T{}, l, false, depth + 1);
    out = Array<T>(elements, n);
  }

  template <typename T>
  void fill(T& out, codec::Layout l, bool nullable, int depth) {
    if constexpr (std::is_same_v<T, bool>) {
      out = below(2) == 0;
    } else if constexpr (std::is_integral_v<T>) {
      out = integer<T>();
    } else if constexpr (std::is_same_v<T, Uuid>) {
      out = Uuid{next(), next()};
    } else if constexpr (std::is_same_v<T, Str>) {
      out = nullable && below(4) == 0 ? Str{} : string();
    } else if constexpr (std::is_same_v<T, Bytes>) {
      out = nullable && below(4) == 0 ? Bytes{} : bytes();
    } else if constexpr (codec::IsArray<T>::value) {
      if (nullable && below(4) == 0) {
        out = nullptr;
      } else {
        fill_array(out, l, depth);
      }
    } else {
      codec::for_each_field<T>([&](const auto& f) {
        if (!f.versions.has(l.version) || (f.tag_number >= 0 && below(2) == 0)) return;
        fill(out.*f.kMember, l, f.null_versions.has(l.version), depth);
      });
    }
  }

  u64 state_;
  std::list<std::string> strings_;
  std::list<std::vector<u8>> bytes_;
  Arena arena_;
};

template <typename T>
std::vector<u8> encoded(const T& message, i16 version) {
  Writer w;
  encode(w, message, version);
  std::vector<u8> out(w.ok() ? w.size() : 0);
  if (w.ok()) w.copy_to(out.data());
  return out;
}

}  // namespace rk::wire
