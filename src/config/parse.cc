#include "config/parse.h"

#include <charconv>
#include <cmath>

#include "base/error.h"

namespace rk {
namespace {

constexpr std::string_view kBlanks = " \t\n\r";

std::string_view without_blanks(std::string_view s) {
  size_t first = s.find_first_not_of(kBlanks);
  if (first == s.npos) return {};
  return s.substr(first, s.find_last_not_of(kBlanks) - first + 1);
}

const NamedValue* find_word(const Property& property, std::string_view text) {
  for (const NamedValue& v : property.values)
    if (equals_ignoring_case(v.name, text)) return &v;
  return nullptr;
}

bool wrong(std::string* why, std::string_view text, const std::string& expected) {
  *why = "value \"" + std::string(text) + "\" is not valid: expected " + expected;
  return false;
}

// Decimal, octal (leading 0) or hexadecimal (0x), as strtol with base 0 reads them, and a fraction
// that is zero: maps of settings made by other languages hold "6000.0".
bool read_integer(std::string_view text, i64* number) {
  text = without_blanks(text);
  bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  if (size_t dot = text.find('.'); dot != text.npos && dot > 0) {
    if (text.find_first_not_of('0', dot + 1) != text.npos) return false;
    text = text.substr(0, dot);
  }
  int base = 10;
  if (text.starts_with("0x") || text.starts_with("0X")) {
    base = 16;
    text.remove_prefix(2);
  } else if (text.size() > 1 && text[0] == '0') {
    base = 8;
  }
  if (text.empty() || text[0] == '-') return false;
  i64 parsed = 0;
  auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), parsed, base);
  if (end != text.data() + text.size()) return false;
  if (problem == std::errc::result_out_of_range)
    parsed = std::numeric_limits<i64>::max();
  else if (problem != std::errc{})
    return false;
  *number = negative ? -parsed : parsed;
  return true;
}

bool parse_integer(const Property& p, std::string_view text, Value* value, std::string* why) {
  if (const NamedValue* word = find_word(p, text)) {
    value->number = word->number;
    return true;
  }
  i64 number = 0;
  if (!read_integer(text, &number)) return wrong(why, text, "an integer in " + range_of(p));
  if (number < p.min || number > p.max) {
    *why = "value " + std::string(text) + " is outside the range " + range_of(p);
    return false;
  }
  value->number = number;
  return true;
}

bool parse_real(const Property& p, std::string_view text, Value* value, std::string* why) {
  std::string_view digits = without_blanks(text);
  if (digits.starts_with('+')) digits.remove_prefix(1);
  double number = 0;
  auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  bool whole = !digits.empty() && end == digits.data() + digits.size();
  if (!whole || problem == std::errc::invalid_argument || std::isnan(number))
    return wrong(why, text, "a number in " + range_of(p));
  bool in_range = number >= static_cast<double>(p.min) && number <= static_cast<double>(p.max);
  if (problem != std::errc{} || !in_range) {
    *why = "value " + std::string(text) + " is outside the range " + range_of(p);
    return false;
  }
  value->real = number;
  return true;
}

bool parse_word(const Property& p, std::string_view text, Value* value, std::string* why) {
  const NamedValue* word = find_word(p, text);
  if (!word) return wrong(why, text, "one of " + range_of(p));
  value->number = word->number;
  return true;
}

bool parse_flags(const Property& p, std::string_view text, Value* value, std::string* why) {
  i64 bits = value->number;
  while (!text.empty()) {
    size_t comma = text.find(',');
    std::string_view token = without_blanks(text.substr(0, comma));
    text = comma == text.npos ? std::string_view() : text.substr(comma + 1);
    if (token.empty()) continue;
    bool remove = token.starts_with('-');
    if (remove || token.starts_with('+')) token.remove_prefix(1);
    const NamedValue* word = find_word(p, token);
    if (!word) return wrong(why, token, "names out of " + range_of(p));
    bits = remove ? bits & ~word->number : bits | word->number;
  }
  value->number = bits;
  return true;
}

bool parse_text(const Property& p, std::string_view text, Value* value, std::string* why) {
  bool known = p.values.empty();
  for (const NamedValue& v : p.values) known = known || text == v.name;
  if (!known) return wrong(why, text, "one of " + range_of(p));
  value->text = text;
  return true;
}

std::string print_real(double number) {
  char digits[64];
  auto [end, problem] =
      std::to_chars(digits, digits + sizeof(digits), number, std::chars_format::general, 6);
  return problem == std::errc{} ? std::string(digits, end) : std::string();
}

std::string print_flags(const Property& p, i64 bits) {
  std::string names;
  for (const NamedValue& v : p.values)
    if ((bits & v.number) == v.number) names += (names.empty() ? "" : ",") + std::string(v.name);
  return names;
}

}  // namespace

bool equals_ignoring_case(std::string_view a, std::string_view b) {
  auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); i++)
    if (lower(a[i]) != lower(b[i])) return false;
  return true;
}

bool parse_value(const Property& property, std::string_view text, Value* value, std::string* why) {
  switch (property.type) {
    case Type::integer:
      return parse_integer(property, text, value, why);
    case Type::real:
      return parse_real(property, text, value, why);
    case Type::boolean:
    case Type::enumeration:
      return parse_word(property, text, value, why);
    case Type::flags:
      return parse_flags(property, text, value, why);
    case Type::string:
    case Type::patterns:
      return parse_text(property, text, value, why);
    case Type::call:
    case Type::pointer:
    case Type::invalid:
      break;
  }
  *why = "it takes no value";
  return false;
}

std::string print_value(const Property& property, const Value& value) {
  switch (property.type) {
    case Type::integer:
      return std::to_string(value.number);
    case Type::real:
      return print_real(value.real);
    case Type::boolean:
    case Type::enumeration:
      for (const NamedValue& v : property.values)
        if (v.number == value.number) return v.name;
      return {};
    case Type::flags:
      return print_flags(property, value.number);
    case Type::call:
      return stringf("0x%llx", static_cast<unsigned long long>(value.number));
    default:
      return value.text;
  }
}

}  // namespace rk
