// Writes the seeds of record_codec_fuzz: what stands behind the headers of packed batches, the
// codec's choice in front. Usage: record_codec_seeds FOLDER
#include "record/batch.h"
#include "record_seeds.h"

int main(int, char** argv) {
  return write_seeds(argv[1], [](const golden::Batch& b) {
    if (b.name.compare(0, 2, "v2")) return std::string();
    const int codec = b.bytes[22] & rk::kCodecMask;
    if (!codec) return std::string();
    return std::string(1, static_cast<char>(codec - 1)) + b.bytes.substr(rk::kBatchHeaderSize);
  });
}
