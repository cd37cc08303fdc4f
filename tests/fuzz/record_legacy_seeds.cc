// Writes the seeds of record_legacy_fuzz: message sets of magic 0 and 1.
// Usage: record_legacy_seeds FOLDER
#include "record_seeds.h"

int main(int, char** argv) {
  return write_seeds(argv[1], [](const golden::Batch& b) {
    return b.name.compare(0, 2, "v2") ? b.bytes : std::string();
  });
}
