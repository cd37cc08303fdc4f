// The fold that turns message declarations (wire/schema.h) into decoders, encoders and dumps.
// Included by wire/messages.cc, and by tests that declare messages of their own; everybody else
// needs only the declarations. No state; any thread.
#pragma once

#include <new>
#include <utility>

#include "wire/schema.h"

namespace rk::wire {
namespace codec {

struct Layout {
  i16 version;
  bool flexible;
};

template <typename T>
struct IsArray : std::false_type {};
template <typename T>
struct IsArray<Array<T>> : std::true_type {};
template <typename T>
concept IsStruct = requires {
  T::fields;
};

template <typename T, typename F>
void for_each_field(F&& f) {
  std::apply([&](const auto&... each) { (f(each), ...); }, T::fields);
}

template <typename T>
constexpr bool has_tags() {
  return std::apply([](const auto&... f) { return ((f.tag_number >= 0) || ...); }, T::fields);
}

// The fewest bytes that a value of this type can take.
template <typename T>
size_t bytes_min(Layout l) {
  if constexpr (std::is_same_v<T, Str>) {
    return l.flexible ? 1 : 2;
  } else if constexpr (std::is_same_v<T, Bytes> || IsArray<T>::value) {
    return l.flexible ? 1 : 4;
  } else if constexpr (IsStruct<T>) {
    size_t n = l.flexible ? 1 : 0;
    for_each_field<T>([&](const auto& f) {
      using Type = typename std::remove_cvref_t<decltype(f)>::Type;
      if (f.tag_number < 0 && f.versions.has(l.version)) n += bytes_min<Type>(l);
    });
    return n;
  } else {
    return sizeof(T);
  }
}

template <typename T>
void read_struct(Reader& r, T& out, Layout l, Arena& arena);
template <typename T>
void write_struct(Writer& w, const T& value, Layout l);
template <typename T>
void dump_struct(std::string& out, const T& value, Layout l);

template <typename T>
void read_value(Reader& r, T& out, Layout l, bool nullable, Arena& arena);

template <typename T>
void read_array(Reader& r, Array<T>& out, Layout l, bool nullable, Arena& arena) {
  const i32 count = r.read_array_size(l.flexible, nullable, bytes_min<T>(l));
  if (count < 0) {
    out = nullptr;
    return;
  }
  if (!r.ok() || count == 0) return;
  T* elements = arena.allocate<T>(static_cast<size_t>(count));
  if (!elements) return r.fail();
  for (i32 i = 0; i < count; ++i) {
    read_value(r, *new (elements + i) T{}, l, false, arena);
    if (!r.ok()) return;
  }
  out = Array<T>(elements, static_cast<size_t>(count));
}

template <typename T>
void read_value(Reader& r, T& out, Layout l, bool nullable, Arena& arena) {
  if constexpr (std::is_same_v<T, bool>) {
    out = r.read_bool();
  } else if constexpr (std::is_same_v<T, i8>) {
    out = r.read_i8();
  } else if constexpr (std::is_same_v<T, i16>) {
    out = r.read_i16();
  } else if constexpr (std::is_same_v<T, i32>) {
    out = r.read_i32();
  } else if constexpr (std::is_same_v<T, i64>) {
    out = r.read_i64();
  } else if constexpr (std::is_same_v<T, u16>) {
    out = r.read_u16();
  } else if constexpr (std::is_same_v<T, Uuid>) {
    out = r.read_uuid();
  } else if constexpr (std::is_same_v<T, Str>) {
    out = r.read_string(l.flexible, nullable);
  } else if constexpr (std::is_same_v<T, Bytes>) {
    out = r.read_bytes(l.flexible, nullable);
  } else if constexpr (IsArray<T>::value) {
    read_array(r, out, l, nullable, arena);
  } else {
    read_struct(r, out, l, arena);
  }
}

template <typename T>
void read_tagged(Reader& r, T& out, Layout l, Arena& arena) {
  if constexpr (!has_tags<T>()) return r.skip_tags();
  r.read_tags([&](u32 tag, Reader body) {
    bool good = true;
    for_each_field<T>([&](const auto& f) {
      if (f.tag_number < 0 || static_cast<u32>(f.tag_number) != tag) return;
      if (!f.versions.has(l.version)) return;
      read_value(body, out.*f.kMember, l, f.null_versions.has(l.version), arena);
      good = body.ok() && body.remaining() == 0;
    });
    return good;
  });
}

template <typename T>
void read_struct(Reader& r, T& out, Layout l, Arena& arena) {
  for_each_field<T>([&](const auto& f) {
    if (f.tag_number >= 0 || !f.versions.has(l.version) || !r.ok()) return;
    read_value(r, out.*f.kMember, l, f.null_versions.has(l.version), arena);
  });
  if (l.flexible && r.ok()) read_tagged(r, out, l, arena);
}

template <typename T>
void write_value(Writer& w, const T& value, Layout l, bool nullable, bool external) {
  if constexpr (std::is_same_v<T, bool>) {
    w.write_bool(value);
  } else if constexpr (std::is_same_v<T, i8>) {
    w.write_i8(value);
  } else if constexpr (std::is_same_v<T, i16>) {
    w.write_i16(value);
  } else if constexpr (std::is_same_v<T, i32>) {
    w.write_i32(value);
  } else if constexpr (std::is_same_v<T, i64>) {
    w.write_i64(value);
  } else if constexpr (std::is_same_v<T, u16>) {
    w.write_u16(value);
  } else if constexpr (std::is_same_v<T, Uuid>) {
    w.write_uuid(value);
  } else if constexpr (std::is_same_v<T, Str>) {
    w.write_string(value, l.flexible, nullable);
  } else if constexpr (std::is_same_v<T, Bytes>) {
    if (external) {
      w.write_external(value, l.flexible, nullable);
    } else {
      w.write_bytes(value, l.flexible, nullable);
    }
  } else if constexpr (IsArray<T>::value) {
    const bool null = nullable && value.is_null();
    w.write_array_size(null ? -1 : static_cast<i64>(value.size()), l.flexible);
    for (const auto& element : value) write_value(w, element, l, false, external);
  } else {
    write_struct(w, value, l);
  }
}

template <typename T>
bool same(const T& a, const T& b) {
  if constexpr (std::is_same_v<T, Str> || std::is_same_v<T, Bytes>) {
    return a.size() == 0 && b.size() == 0 && (a.data() == nullptr) == (b.data() == nullptr);
  } else if constexpr (IsArray<T>::value) {
    return a.empty() && b.empty() && a.is_null() == b.is_null();
  } else if constexpr (IsStruct<T>) {
    bool equal = true;
    for_each_field<T>([&](const auto& f) { equal = equal && same(a.*f.kMember, b.*f.kMember); });
    return equal;
  } else {
    return a == b;
  }
}

template <typename T>
void write_tagged(Writer& w, const T& value, Layout l) {
  if constexpr (!has_tags<T>()) return w.write_uvarint(0);
  const T defaults{};
  i64 last = -1;
  // Tags must ascend on the wire whatever order they are declared in.
  const auto for_next = [&](auto&& visit) {
    i64 next = std::numeric_limits<i64>::max();
    const auto wanted = [&](const auto& f) {
      return f.tag_number > last && f.versions.has(l.version) &&
             !same(value.*f.kMember, defaults.*f.kMember);
    };
    for_each_field<T>([&](const auto& f) {
      if (wanted(f)) next = std::min(next, i64{f.tag_number});
    });
    if (next == std::numeric_limits<i64>::max()) return false;
    for_each_field<T>([&](const auto& f) {
      if (f.tag_number == next) visit(f);
    });
    last = next;
    return true;
  };
  u32 count = 0;
  while (for_next([](const auto&) {})) ++count;
  w.write_uvarint(count);
  last = -1;
  while (for_next([&](const auto& f) {
    w.write_uvarint(static_cast<u32>(f.tag_number));
    const Writer::Mark m = w.mark();
    write_value(w, value.*f.kMember, l, f.null_versions.has(l.version), f.is_external);
    w.insert_size(m);
  })) {
  }
}

template <typename T>
void write_struct(Writer& w, const T& value, Layout l) {
  for_each_field<T>([&](const auto& f) {
    if (f.tag_number >= 0 || !f.versions.has(l.version)) return;
    write_value(w, value.*f.kMember, l, f.null_versions.has(l.version), f.is_external);
  });
  if (l.flexible) write_tagged(w, value, l);
}

void dump_name(std::string& out, Str name, bool first);
void dump_number(std::string& out, i64 value);
void dump_string(std::string& out, Str value);
void dump_bytes(std::string& out, Bytes value);
void dump_uuid(std::string& out, Uuid value);

template <typename T>
void dump_value(std::string& out, const T& value, Layout l) {
  if constexpr (std::is_same_v<T, bool>) {
    out += value ? "true" : "false";
  } else if constexpr (std::is_integral_v<T>) {
    dump_number(out, value);
  } else if constexpr (std::is_same_v<T, Uuid>) {
    dump_uuid(out, value);
  } else if constexpr (std::is_same_v<T, Str>) {
    dump_string(out, value);
  } else if constexpr (std::is_same_v<T, Bytes>) {
    dump_bytes(out, value);
  } else if constexpr (IsArray<T>::value) {
    if (value.is_null()) {
      out += "null";
      return;
    }
    out += '[';
    for (size_t i = 0; i < value.size(); ++i) {
      if (i > 0) out += ',';
      dump_value(out, value[i], l);
    }
    out += ']';
  } else {
    dump_struct(out, value, l);
  }
}

template <typename T>
void dump_struct(std::string& out, const T& value, Layout l) {
  out += '{';
  bool first = true;
  for_each_field<T>([&](const auto& f) {
    if (!f.versions.has(l.version)) return;
    dump_name(out, f.name, std::exchange(first, false));
    dump_value(out, value.*f.kMember, l);
  });
  out += '}';
}

// A message may be laid out in another version than the one asked for, depending on the error code
// that it starts with (ApiVersionsResponse::body_version).
template <typename T>
Layout layout(i16 version, i16 error_code) {
  if constexpr (requires { T::body_version(version, error_code); }) {
    version = T::body_version(version, error_code);
  }
  return {version, version >= T::flexible_from};
}

template <typename T>
Layout layout(i16 version, const T& message) {
  if constexpr (requires { T::body_version(version, message.error_code); }) {
    return layout<T>(version, message.error_code);
  }
  return layout<T>(version, i16{0});
}

}  // namespace codec

template <typename T>
bool decode(Reader& r, T& out, i16 version, Arena& arena) {
  static_assert(std::is_trivially_destructible_v<T>);
  out = T{};
  Reader peek = r;
  codec::read_struct(r, out, codec::layout<T>(version, peek.read_i16()), arena);
  return r.ok();
}

template <typename T>
void encode(Writer& w, const T& message, i16 version) {
  codec::write_struct(w, message, codec::layout(version, message));
}

template <typename T>
void dump(std::string& out, const T& message, i16 version) {
  codec::dump_struct(out, message, codec::layout(version, message));
}

}  // namespace rk::wire
