// CHECK is for our own bugs, in every build: it prints where and aborts. DCHECK only in builds
// with FASTKA_ASSERTS. Neither may ever depend on bytes from the network or on arguments of the
// application: those are answered with errors.
#pragma once

namespace rk {
[[noreturn]] void check_failed(const char* expression, const char* file, int line);
// A small allocation of fixed size failed: one line to stderr, then abort. Nothing could be
// answered any more; an allocation whose size comes from input fails as an error instead.
[[noreturn]] void out_of_memory(const char* what);
}  // namespace rk

#define CHECK(x) (__builtin_expect(!!(x), 1) ? void(0) : ::rk::check_failed(#x, __FILE__, __LINE__))
#if FASTKA_ASSERTS
#define DCHECK(x) CHECK(x)
#else
#define DCHECK(x) void(sizeof(!!(x)))
#endif
