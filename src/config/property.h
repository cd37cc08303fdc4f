// Property: one row of the table of all settings, and the table itself (properties.cc). Constant
// data; any thread.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/types.h"

namespace rk {

enum class Scope : u8 { global, topic };
enum class Role : u8 { both, producer, consumer };
enum class Importance : u8 { high, medium, low, hidden };

enum class Type : u8 {
  string,
  integer,
  boolean,
  real,
  enumeration,
  flags,     // comma-separated names, each a bit
  patterns,  // comma-separated regular expressions
  call,      // set by a function of its own, never by conf_set
  pointer,   // internal to librdkafka
  invalid,   // the Java client's name for something
};

// What a value other than the default does. A row becomes supported by changing this one word.
enum class Tier : u8 {
  honoured,  // what its doc line says
  group,     // checked and stored; has an effect only together with consumer groups
  inert,     // checked and stored; nothing depends on it
  fixed,     // refused: the default is the only thing we do
  not_yet,   // refused: not yet in this version
  refused,   // refused: for the row's reason
};

// Whether anything but the default is refused.
constexpr bool refuses(Tier tier) {
  return tier == Tier::fixed || tier == Tier::not_yet || tier == Tier::refused;
}

// A value in the form its type has: `number` for integers, booleans, enumerations and flags.
struct Value {
  i64 number = 0;
  double real = 0;
  std::string text;
};

// Where a row's value lives. The object is the conf's Settings, TopicSettings, or for a `call` row
// its Callbacks or TopicCallbacks.
struct Slot {
  enum class Kind : u8 { none, number, real, text, pointer };
  Kind kind = Kind::none;
  void (*write)(void* object, const Value& value) = nullptr;
  void (*read)(const void* object, Value* value) = nullptr;
};

struct NamedValue {
  const char* name;
  i64 number;  // the first name of a number is the one that is read back
};

struct Where {
  Scope scope;
  Role role;
};

struct Property {
  const char* name = nullptr;
  Where where{};
  Type type = Type::string;
  Tier tier = Tier::refused;
  Importance importance = Importance::low;
  i64 min = 0;
  i64 max = 0;
  std::span<const NamedValue> values{};
  const char* default_value = nullptr;  // nullptr: not set
  Slot slot{};
  const char* doc = "";
  const char* alias_of = nullptr;
  const char* reason = nullptr;  // why it is refused
  const char* remedy = nullptr;  // what to do instead
  // librdkafka's default where ours differs: "" when it has none.
  const char* upstream_default = nullptr;
  bool is_deprecated = false;
  bool is_secret = false;  // the value is never part of a text
  bool is_ours = false;    // not a setting of librdkafka
  bool needs_value = false;

  constexpr Property because(const char* why, const char* instead = nullptr) const {
    Property p = *this;
    p.reason = why;
    p.remedy = instead;
    return p;
  }
  constexpr Property deprecated() const {
    Property p = *this;
    p.is_deprecated = true;
    return p;
  }
  constexpr Property secret() const {
    Property p = *this;
    p.is_secret = true;
    return p;
  }
  constexpr Property upstream(const char* value) const {
    Property p = *this;
    p.upstream_default = value;
    return p;
  }
  constexpr Property ours() const {
    Property p = *this;
    p.is_ours = true;
    return p;
  }
  // For strings: an empty value is an error, not a reset.
  constexpr Property not_empty() const {
    Property p = *this;
    p.needs_value = true;
    return p;
  }
  // For strings and integers: the values (strings) or further words for values (integers).
  constexpr Property words(std::span<const NamedValue> allowed) const {
    Property p = *this;
    p.values = allowed;
    return p;
  }
};

std::span<const Property> properties();

constexpr size_t kNoRow = static_cast<size_t>(-1);
// The row of that exact name in that scope, or kNoRow.
size_t find_row(Scope scope, std::string_view name);
// The row that holds an alias's value; the row itself otherwise.
size_t canonical_row(size_t row);

const char* name_of(Type type);
const char* name_of(Tier tier);
const char* name_of(Importance importance);
const char* name_of(Role role);  // "*", "P", "C"
// "1 .. 1000", "true, false", "none, gzip, ..."; empty for free text.
std::string range_of(const Property& property);

}  // namespace rk
