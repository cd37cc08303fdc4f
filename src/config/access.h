// Access: one view of a Conf and of a TopicConf for the code that works row by row. Borrows the
// conf; same threads as the conf.
#pragma once

#include <optional>
#include <string>

#include "config/conf.h"
#include "config/property.h"

namespace rk {

class Access {
 public:
  explicit Access(Conf& conf)
      : scope_(Scope::global),
        values_(&conf.values),
        callbacks_(&conf.callbacks),
        rows_(&conf.rows) {}
  explicit Access(TopicConf& conf)
      : scope_(Scope::topic),
        values_(&conf.values),
        callbacks_(&conf.callbacks),
        rows_(&conf.rows) {}
  // Only read() and the like may be called on it.
  static const Access of(const Conf& conf) { return Access(const_cast<Conf&>(conf)); }
  static const Access of(const TopicConf& conf) { return Access(const_cast<TopicConf&>(conf)); }

  Scope scope() const { return scope_; }
  // Rows are canonical ones of this scope from here on.
  bool is_set(size_t row) const { return rows_->is_set(row); }
  void mark(size_t row, bool on) { rows_->mark(row, on); }
  Value read(size_t row) const;
  void write(size_t row, const Value& value);
  void reset(size_t row);
  // As conf_get hands it out; nothing for strings and callbacks that are not set.
  std::optional<std::string> print(size_t row) const;
  bool is_default(size_t row) const;

 private:
  const Scope scope_;
  void* const values_;
  void* const callbacks_;
  Rows* const rows_;
};

// The row's default as a value.
Value default_of(const Property& property);

// Why `value` of the row is refused and what to do; names the setting.
std::string refusal(const Property& property, std::string_view name, std::string_view value);

}  // namespace rk
