// Goal: an arena hands out disjoint, aligned memory, and never more than its limit.
// Method: allocate pieces of all sizes, write each wholly (AddressSanitizer watches), look for
// overlaps; then counts that a hostile broker could send.
#include "base/arena.h"

#include <cstring>
#include <vector>

#include "support/unit.h"

using namespace rk;

namespace {
void pieces_are_disjoint_and_aligned(void**) {
  Arena arena;
  TestRandom random(3);
  std::vector<std::pair<u8*, size_t>> pieces;
  for (int i = 0; i < 2000; ++i) {
    const size_t size = random.below(i % 50 ? 200 : 20000);
    u8* p = arena.allocate<u8>(size);
    assert_non_null(p);
    assert_int_equal(reinterpret_cast<uintptr_t>(p) % 16, 0);
    std::memset(p, i & 0xff, size);
    pieces.push_back({p, size});
  }
  for (size_t i = 0; i < pieces.size(); ++i) {
    for (size_t k = 0; k < pieces[i].second; ++k) assert_int_equal(pieces[i].first[k], i & 0xff);
  }
}

void the_limit_holds(void**) {
  Arena arena(64 << 10);
  assert_null(arena.allocate<u64>((64 << 10) / 8 + 1));
  assert_null(arena.allocate<u64>(std::numeric_limits<size_t>::max() / 8));
  assert_null(arena.allocate<u64>(std::numeric_limits<size_t>::max()));
  size_t got = 0;
  while (arena.allocate<u8>(1000)) got += 1000;
  assert_in_range(got, 32 << 10, 64 << 10);
  arena.reset();
  assert_non_null(arena.allocate<u8>(60000));
}
}  // namespace

int main() {
  const CMUnitTest tests[] = {cmocka_unit_test(pieces_are_disjoint_and_aligned),
                              cmocka_unit_test(the_limit_holds)};
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
