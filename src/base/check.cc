#include "base/check.h"

#include <cstdio>
#include <cstdlib>

namespace rk {

void check_failed(const char* expression, const char* file, int line) {
  std::fprintf(stderr, "fastka: internal error at %s:%d: %s does not hold; aborting\n", file, line,
               expression);
  std::abort();
}

void out_of_memory(const char* what) {
  std::fprintf(stderr, "fastka: out of memory allocating %s; aborting\n", what);
  std::abort();
}

}  // namespace rk
