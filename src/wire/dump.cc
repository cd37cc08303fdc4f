// What dumps need besides the fold: JSON strings of bytes that may be anything.
#include <cstdio>

#include "wire/codec.h"

namespace rk::wire::codec {

void dump_name(std::string& out, Str name, bool first) {
  out += first ? "\"" : ",\"";
  out += name;
  out += "\":";
}

void dump_number(std::string& out, i64 value) {
  out += std::to_string(value);
}

void dump_string(std::string& out, Str value) {
  if (!value.data()) {
    out += "null";
    return;
  }
  out += '"';
  for (const char c : value) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<u8>(c) < 0x20 || static_cast<u8>(c) >= 0x7f) {
      char raw[8];
      std::snprintf(raw, sizeof raw, "\\u00%02x", static_cast<unsigned>(static_cast<u8>(c)));
      out += raw;
    } else {
      out += c;
    }
  }
  out += '"';
}

void dump_bytes(std::string& out, Bytes value) {
  out += value.data() ? "\"" + std::to_string(value.size()) + " bytes\"" : "null";
}

void dump_uuid(std::string& out, Uuid value) {
  char raw[40];
  std::snprintf(raw, sizeof raw, "\"%016llx%016llx\"", static_cast<unsigned long long>(value.high),
                static_cast<unsigned long long>(value.low));
  out += raw;
}

}  // namespace rk::wire::codec
