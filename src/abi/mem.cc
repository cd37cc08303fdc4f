// rd_kafka_mem_*: the allocator of everything that applications free themselves. It is malloc's,
// and stays so: many programs free what they got with plain free().
#include <cstdlib>

#include "rdkafka.h"

void* rd_kafka_mem_calloc(rd_kafka_t*, size_t num, size_t size) {
  return std::calloc(num, size);
}

void* rd_kafka_mem_malloc(rd_kafka_t*, size_t size) {
  return std::malloc(size);
}

void rd_kafka_mem_free(rd_kafka_t*, void* ptr) {
  std::free(ptr);
}
