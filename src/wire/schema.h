// The vocabulary of message declarations. A message is a struct of plain members with a constexpr
// tuple `fields` that names them in wire order; decode, encode and dump are one fold over that
// tuple (wire/codec.h), so a field is described once. Constants only; any thread.
//
//   struct Topic {
//     Str name;
//     i32 epoch = -1;                       // the initializer is the protocol's default
//     static constexpr auto fields = std::tuple{field<&Topic::name>("name"),
//                                               field<&Topic::epoch>("epoch", v(7))};
//   };
#pragma once

#include <string>
#include <tuple>
#include <type_traits>

#include "base/arena.h"
#include "wire/api.h"
#include "wire/primitives.h"

namespace rk::wire {

constexpr VersionRange v(i16 from, i16 to = kVersionMax) {
  return {from, to};
}
constexpr VersionRange kAll{};

template <auto Member>
struct Field;

template <typename S, typename T, T S::*Member>
struct Field<Member> {
  using Type = T;
  static constexpr T S::*kMember = Member;

  std::string_view name;
  VersionRange versions;
  VersionRange null_versions = kNoVersions;
  i32 tag_number = -1;
  bool is_external = false;

  constexpr Field nullable(VersionRange in = kAll) const {
    Field f = *this;
    f.null_versions = in;
    return f;
  }
  // Content is large and outlives the frame: encoded by reference.
  constexpr Field external() const {
    Field f = *this;
    f.is_external = true;
    return f;
  }
};

template <auto Member>
constexpr Field<Member> field(std::string_view name, VersionRange versions = kAll) {
  return {name, versions};
}

// Lies in the tag section, and only when it differs from its default.
template <auto Member>
constexpr Field<Member> tagged(std::string_view name, i32 tag, VersionRange versions) {
  return {name, versions, kNoVersions, tag};
}

// False: the bytes are no such message. `out` then holds nothing of use. Bytes may remain; strings
// and bytes point into what `r` reads, arrays into `arena`.
template <typename T>
bool decode(Reader& r, T& out, i16 version, Arena& arena);

// Members that `version` does not know are left out. Look at w.ok() at the end.
template <typename T>
void encode(Writer& w, const T& message, i16 version);

// For logs and tests: the members that `version` knows, as JSON; bytes only by their number.
template <typename T>
void dump(std::string& out, const T& message, i16 version);

}  // namespace rk::wire

// The codec of a message is compiled once, in wire/messages.cc.
#define FASTKA_WIRE_CODEC(prefix, T)                                               \
  prefix template bool decode<T>(Reader & r, T & out, i16 version, Arena & arena); \
  prefix template void encode<T>(Writer & w, const T& message, i16 version);       \
  prefix template void dump<T>(std::string & out, const T& message, i16 version)
