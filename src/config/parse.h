// Values of settings as text and back. Pure functions; any thread.
#pragma once

#include <string>
#include <string_view>

#include "config/property.h"

namespace rk {

// Reads a value that is not empty. *value holds the current value (flags add to it) and receives
// the new one. On false, *why says what is wrong, without naming the setting.
bool parse_value(const Property& property, std::string_view text, Value* value, std::string* why);

// The canonical form.
std::string print_value(const Property& property, const Value& value);

bool equals_ignoring_case(std::string_view a, std::string_view b);

}  // namespace rk
