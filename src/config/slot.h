// slot<&Settings::member>: the Slot of a member, made at compile time. For properties.cc. No state;
// any thread.
#pragma once

#include <type_traits>

#include "config/property.h"

namespace rk {
namespace slots {

template <typename C, typename T>
C class_of(T C::*);
template <typename C, typename T>
T type_of(T C::*);

template <auto Member>
void write(void* object, const Value& value) {
  using C = decltype(class_of(Member));
  using T = decltype(type_of(Member));
  T& target = static_cast<C*>(object)->*Member;
  if constexpr (std::is_same_v<T, std::string>) {
    target = value.text;
  } else if constexpr (std::is_floating_point_v<T>) {
    target = value.real;
  } else if constexpr (!std::is_pointer_v<T>) {
    target = static_cast<T>(value.number);
  }
}

template <auto Member>
void read(const void* object, Value* value) {
  using C = decltype(class_of(Member));
  using T = decltype(type_of(Member));
  const T& source = static_cast<const C*>(object)->*Member;
  if constexpr (std::is_same_v<T, std::string>) {
    value->text = source;
  } else if constexpr (std::is_floating_point_v<T>) {
    value->real = source;
  } else if constexpr (std::is_pointer_v<T>) {
    value->number = static_cast<i64>(reinterpret_cast<uintptr_t>(source));
  } else {
    value->number = static_cast<i64>(source);
  }
}

template <auto Member>
constexpr Slot make() {
  using T = decltype(type_of(Member));
  Slot::Kind kind = std::is_same_v<T, std::string> ? Slot::Kind::text
                    : std::is_floating_point_v<T>  ? Slot::Kind::real
                    : std::is_pointer_v<T>         ? Slot::Kind::pointer
                                                   : Slot::Kind::number;
  return {kind, &write<Member>, &read<Member>};
}

}  // namespace slots

template <auto Member>
constexpr Slot slot = slots::make<Member>();

}  // namespace rk
