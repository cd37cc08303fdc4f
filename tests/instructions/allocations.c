// Preloaded by whole_process.sh: counts the calls of malloc, calloc, realloc and aligned_alloc of a
// program and of all its libraries, and writes the count to the file that ALLOCATIONS names.
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static atomic_ulong calls;

extern void* __libc_malloc(size_t);
extern void* __libc_calloc(size_t, size_t);
extern void* __libc_realloc(void*, size_t);
extern void* __libc_memalign(size_t, size_t);

static void count(void) {
  atomic_fetch_add_explicit(&calls, 1, memory_order_relaxed);
}

void* malloc(size_t size) {
  count();
  return __libc_malloc(size);
}
void* calloc(size_t n, size_t size) {
  count();
  return __libc_calloc(n, size);
}
void* realloc(void* p, size_t size) {
  count();
  return __libc_realloc(p, size);
}
void* aligned_alloc(size_t alignment, size_t size) {
  count();
  return __libc_memalign(alignment, size);
}

__attribute__((destructor)) static void tell(void) {
  const char* path = getenv("ALLOCATIONS");
  FILE* out = path ? fopen(path, "w") : NULL;
  if (!out) return;
  fprintf(out, "%lu\n", atomic_load(&calls));
  fclose(out);
}
