// CMocka for C++ tests. Its failure path is longjmp, which runs no destructor: a failing test
// leaks, which is fine, the program ends soon after.
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

// after the four above; it does not say extern "C" itself
extern "C" {
#include <cmocka.h>
}

#include "base/types.h"

// A small generator with the same numbers everywhere (splitmix64): tests print their seed.
class TestRandom {
 public:
  explicit TestRandom(rk::u64 seed) : state_(seed) {}
  rk::u64 next() {
    rk::u64 z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  rk::u64 below(rk::u64 n) { return next() % n; }
  bool chance(rk::u64 one_in) { return below(one_in) == 0; }

 private:
  rk::u64 state_;
};
