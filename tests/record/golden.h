// The text form of batches and of what is in them, shared with the Java programs beside this file
// (GoldenBatches.java describes it). Reading and writing; for tests only.
#pragma once

#include <cstdio>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "base/types.h"

namespace golden {

using MaybeBytes = std::optional<std::string>;  // nullopt: null

struct Header {
  std::string key;
  MaybeBytes value;
};

struct Record {
  rk::i64 offset;
  rk::i64 timestamp;
  MaybeBytes key;
  MaybeBytes value;
  std::vector<Header> headers;
};

struct Batch {
  std::string name;
  std::string bytes;
  std::vector<Record> records;
};

inline std::string from_hex(const std::string& text) {
  std::string out;
  for (size_t i = 0; i + 1 < text.size(); i += 2) {
    out.push_back(static_cast<char>(std::stoi(text.substr(i, 2), nullptr, 16)));
  }
  return out;
}

inline MaybeBytes parse_value(const std::string& text) {
  if (text == "-") return {};
  if (text == "empty") return "";
  const size_t star = text.find('*');
  if (star == std::string::npos) return from_hex(text);
  return std::string(std::stoul(text.substr(star + 1)), from_hex(text.substr(0, star))[0]);
}

inline std::string to_hex(const std::string& bytes) {
  static const char digits[] = "0123456789abcdef";
  std::string out;
  for (const char c : bytes) {
    out.push_back(digits[static_cast<unsigned char>(c) >> 4]);
    out.push_back(digits[static_cast<unsigned char>(c) & 15]);
  }
  return out;
}

inline std::string show_value(const MaybeBytes& value) {
  return !value ? "-" : value->empty() ? "empty" : to_hex(*value);
}

inline std::vector<Batch> read_file(const std::string& path) {
  std::vector<Batch> batches;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string what, a, b;
    words >> what;
    if (what == "batch") {
      words >> a;
      batches.push_back({a, {}, {}});
    } else if (what == "hex") {
      words >> a;
      batches.back().bytes += from_hex(a);
    } else if (what == "record") {
      Record r{};
      words >> r.offset >> r.timestamp >> a >> b;
      r.key = parse_value(a);
      r.value = parse_value(b);
      batches.back().records.push_back(r);
    } else if (what == "header") {
      words >> a >> b;
      batches.back().records.back().headers.push_back({*parse_value(a), parse_value(b)});
    }
  }
  return batches;
}

inline void write_batch(FILE* to, const Batch& batch) {
  std::fprintf(to, "batch %s\n", batch.name.c_str());
  const std::string hex = to_hex(batch.bytes);
  for (size_t i = 0; i < hex.size(); i += 96) {
    std::fprintf(to, "hex %s\n", hex.substr(i, 96).c_str());
  }
  for (const Record& r : batch.records) {
    std::fprintf(to, "record %lld %lld %s %s\n", static_cast<long long>(r.offset),
                 static_cast<long long>(r.timestamp), show_value(r.key).c_str(),
                 show_value(r.value).c_str());
    for (const Header& h : r.headers) {
      std::fprintf(to, "header %s %s\n", show_value(h.key).c_str(), show_value(h.value).c_str());
    }
  }
  std::fprintf(to, "end\n");
}

}  // namespace golden
