// CMocka's includes in the order that it wants, for C++, and the extern "C" that older ones lack.
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

extern "C" {
#include <cmocka.h>
}

// They would hide members of those names.
#undef skip
#undef fail
#undef fail_msg
#define fail_msg(...) (print_error(__VA_ARGS__), print_error("\n"), _fail(__FILE__, __LINE__))
