#include "config/access.h"

#include "config/parse.h"

namespace rk {

Value default_of(const Property& property) {
  Value value;
  std::string why;
  std::string_view text = property.default_value ? property.default_value : "";
  if (!text.empty()) parse_value(property, text, &value, &why);
  return value;
}

Value Access::read(size_t row) const {
  const Property& p = properties()[row];
  Value value;
  if (p.slot.kind != Slot::Kind::none) {
    p.slot.read(p.type == Type::call ? callbacks_ : values_, &value);
    return value;
  }
  auto stored = rows_->texts.find(row);
  if (stored == rows_->texts.end()) return default_of(p);
  std::string why;
  parse_value(p, stored->second, &value, &why);
  return value;
}

void Access::write(size_t row, const Value& value) {
  const Property& p = properties()[row];
  if (p.slot.kind != Slot::Kind::none)
    p.slot.write(values_, value);
  else
    rows_->texts[row] = print_value(p, value);
}

void Access::reset(size_t row) {
  const Property& p = properties()[row];
  if (p.slot.kind != Slot::Kind::none)
    p.slot.write(values_, default_of(p));
  else
    rows_->texts.erase(row);
  mark(row, false);
}

std::optional<std::string> Access::print(size_t row) const {
  const Property& p = properties()[row];
  if (p.type == Type::pointer || p.type == Type::invalid) return std::nullopt;
  Value value = read(row);
  bool set = true;
  if (p.type == Type::call) set = value.number != 0;
  if (p.type == Type::string || p.type == Type::patterns)
    set = !value.text.empty() || p.default_value;
  if (!set) return std::nullopt;
  return print_value(p, value);
}

bool Access::is_default(size_t row) const {
  const Property& p = properties()[row];
  return print_value(p, read(row)) == print_value(p, default_of(p));
}

std::string refusal(const Property& p, std::string_view name, std::string_view value) {
  std::string text = "Setting \"" + std::string(name) + "\"";
  if (name != p.name) text += " (" + std::string(p.name) + ")";
  if (!p.is_secret && !value.empty()) text += " = \"" + std::string(value) + "\"";
  text += " is refused: ";
  text += p.tier == Tier::not_yet ? "not yet in this version" : p.reason;
  text += "; ";
  if (p.remedy) return text + p.remedy;
  text += "leave it out";
  if (p.default_value && *p.default_value)
    text += " or at its default, \"" + std::string(p.default_value) + "\"";
  return text;
}

}  // namespace rk
