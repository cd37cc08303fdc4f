// Seeds from the batches that the Java client wrote (tests/golden). For the *_seeds programs.
#pragma once

#include <cstdio>
#include <functional>

#include "record/golden.h"

inline int write_seeds(const char* folder,
                       const std::function<std::string(const golden::Batch&)>& seed) {
  std::string golden_file = __FILE__;
  golden_file = golden_file.substr(0, golden_file.rfind("/fuzz/")) + "/golden/java_batches.hex";
  const auto batches = golden::read_file(golden_file);
  for (const auto& batch : batches) {
    const std::string bytes = seed(batch);
    if (bytes.empty() || bytes.size() > 8000) continue;
    FILE* f = std::fopen((std::string(folder) + "/" + batch.name).c_str(), "wb");
    if (!f) return 1;
    std::fwrite(bytes.data(), 1, bytes.size(), f);
    std::fclose(f);
  }
  return batches.empty() ? 1 : 0;
}
