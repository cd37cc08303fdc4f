// Lines and columns of the data files beside the tests. One thread.
#pragma once

#include <cstdio>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace data {

inline std::vector<std::string> lines_of(const std::string& file) {
  std::ifstream in(std::string(TEST_DATA) + "/" + file);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  if (lines.empty()) std::fprintf(stderr, "%s: empty or not found\n", file.c_str());
  return lines;
}

inline std::vector<std::string> split(std::string_view text, std::string_view by) {
  std::vector<std::string> parts;
  for (;;) {
    size_t at = text.find(by);
    parts.emplace_back(text.substr(0, at));
    if (at == text.npos) return parts;
    text.remove_prefix(at + by.size());
  }
}

}  // namespace data
