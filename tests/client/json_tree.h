// A strict JSON reader (RFC 8259) for what the statistics may contain: objects, strings, integers,
// booleans. It keeps the order of keys, and refuses a key that comes twice and bytes that are no
// UTF-8.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

struct Json {
  enum class Kind { object, string, number, boolean } kind = Kind::object;
  std::string text;  // a string's value
  int64_t number = 0;
  std::vector<std::pair<std::string, Json>> members;

  const Json* find(std::string_view key) const {
    for (const auto& [k, v] : members)
      if (k == key) return &v;
    return nullptr;
  }
  std::string keys() const {
    std::string all;
    for (const auto& [k, v] : members) all += (all.empty() ? "" : " ") + k;
    return all;
  }
};

class JsonReader {
 public:
  // False when the text is not one valid object.
  static bool read(std::string_view text, Json* out) {
    JsonReader r(text);
    return r.object(out) && r.skip_space() && r.rest_.empty();
  }

 private:
  explicit JsonReader(std::string_view text) : rest_(text) {}

  bool skip_space() {
    while (!rest_.empty() && std::string_view(" \t\r\n").find(rest_[0]) != rest_.npos)
      rest_.remove_prefix(1);
    return true;
  }
  bool take(std::string_view what) {
    skip_space();
    if (rest_.substr(0, what.size()) != what) return false;
    rest_.remove_prefix(what.size());
    return true;
  }

  bool object(Json* out) {
    out->kind = Json::Kind::object;
    if (!take("{")) return false;
    if (take("}")) return true;
    do {
      std::string key;
      Json value;
      if (!string(&key) || !take(":") || !any(&value) || out->find(key)) return false;
      out->members.emplace_back(std::move(key), std::move(value));
    } while (take(","));
    return take("}");
  }

  bool any(Json* out) {
    skip_space();
    if (rest_.empty()) return false;
    if (rest_[0] == '{') return object(out);
    if (rest_[0] == '"') {
      out->kind = Json::Kind::string;
      return string(&out->text);
    }
    if (rest_[0] == 't' || rest_[0] == 'f') {
      out->kind = Json::Kind::boolean;
      out->number = rest_[0] == 't';
      return take(out->number ? "true" : "false");
    }
    return integer(out);
  }

  bool integer(Json* out) {
    out->kind = Json::Kind::number;
    size_t n = rest_[0] == '-' ? 1 : 0;
    const size_t first = n;
    while (n < rest_.size() && rest_[n] >= '0' && rest_[n] <= '9') ++n;
    if (n == first || n - first > 19 || (rest_[first] == '0' && n - first > 1)) return false;
    out->number = std::strtoll(std::string(rest_.substr(0, n)).c_str(), nullptr, 10);
    rest_.remove_prefix(n);
    return true;
  }

  bool string(std::string* out) {
    if (!take("\"")) return false;
    while (!rest_.empty() && rest_[0] != '"') {
      const auto c = static_cast<unsigned char>(rest_[0]);
      if (c < 0x20) return false;
      if (c == '\\' ? !escape(out) : !character(out)) return false;
    }
    if (rest_.empty()) return false;
    rest_.remove_prefix(1);
    return true;
  }

  // Only what a text needs that escapes no more than it must: \" \\ \u00xx.
  bool escape(std::string* out) {
    if (rest_.size() < 2) return false;
    if (rest_[1] == '"' || rest_[1] == '\\') {
      *out += rest_[1];
      rest_.remove_prefix(2);
      return true;
    }
    if (rest_.size() < 6 || rest_.substr(1, 3) != "u00") return false;
    const std::string digits(rest_.substr(4, 2));
    char* end = nullptr;
    *out += static_cast<char>(std::strtol(digits.c_str(), &end, 16));
    rest_.remove_prefix(6);
    return *end == 0;
  }

  // One character of UTF-8, decoded to see that it is the shortest form of a real code point.
  bool character(std::string* out) {
    const auto lead = static_cast<unsigned char>(rest_[0]);
    const size_t n = lead < 0x80       ? 1
                     : lead >> 5 == 6  ? 2
                     : lead >> 4 == 14 ? 3
                     : lead >> 3 == 30 ? 4
                                       : 0;
    if (n == 0 || rest_.size() < n) return false;
    uint32_t code = n == 1 ? lead : lead & (0x7Fu >> n);
    for (size_t i = 1; i < n; ++i) {
      const auto c = static_cast<unsigned char>(rest_[i]);
      if (c >> 6 != 2) return false;
      code = code << 6 | (c & 0x3Fu);
    }
    const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    if (code < least[n] || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) return false;
    out->append(rest_.substr(0, n));
    rest_.remove_prefix(n);
    return true;
  }

  std::string_view rest_;
};
