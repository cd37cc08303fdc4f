// Writes the seeds of record_batch_fuzz: batches of magic 2. Usage: record_batch_seeds FOLDER
#include "record_seeds.h"

int main(int, char** argv) {
  return write_seeds(argv[1], [](const golden::Batch& b) {
    return b.name.compare(0, 2, "v2") ? std::string() : b.bytes;
  });
}
