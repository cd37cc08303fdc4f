// Goal: the limits of queue.buffering.max.* hold exactly, in messages and in bytes, however large
// they are and however many threads come at once; what is given back can be taken again.
// Method: filled one by one; limits around those up to which both counts share one word, and none;
// threads that fill a small account and empty it again.
#include "producer/account.h"

#include <thread>
#include <vector>

#include "base/env_linux.h"
#include "support/unit.h"

using namespace rk;

namespace {
constexpr u64 kGiB = u64{1} << 30;

void check(u64 messages_max, u64 bytes_max, u64 size) {
  // Not on the stack: there ASan does not keep its alignment.
  const auto account = std::make_unique<Account>(linux_env(), messages_max, bytes_max);
  Account& a = *account;
  const u64 by_bytes = bytes_max / size;
  const u64 most = messages_max ? std::min(messages_max, by_bytes) : by_bytes;
  const u64 before = most - 1;
  for (u64 i = 0; i < before; ++i) assert_true(a.take(size));
  assert_int_equal(a.messages(), before);
  assert_int_equal(a.bytes(), before * size);
  assert_true(a.has_room(size));
  assert_true(a.take(size));
  assert_false(a.has_room(size));
  assert_false(a.take(size));
  assert_int_equal(a.messages(), most);
  assert_int_equal(a.bytes(), most * size);
  a.give(1, size);
  assert_true(a.take(size));
  a.give(most, most * size);
  assert_int_equal(a.messages(), 0);
  assert_int_equal(a.bytes(), 0);
}

void limits_hold_at_every_size(void**) {
  for (u64 messages : {u64{2}, u64{100000}, u64{1} << 22, (u64{1} << 22) + 1, u64{10000000}}) {
    for (u64 bytes : {kGiB, kGiB << 10, (kGiB << 10) + 1024, u64{2097151} << 20}) {
      check(messages, bytes, 100);
      check(messages, bytes, 1000000);
    }
  }
  check(0, kGiB, 1000);
  check(0, u64{2097151} << 20, 1000000000);
}

void threads_together_never_exceed_them(void**) {
  constexpr int kThreads = 4, kRounds = 20000;
  const auto account = std::make_unique<Account>(linux_env(), 3, 1000);
  Account& a = *account;
  std::atomic<int> inside{0};
  std::atomic<bool> exceeded{false};
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < kRounds; ++i) {
        if (!a.take(10)) continue;
        if (inside.fetch_add(1) >= 3) exceeded = true;
        inside.fetch_sub(1);
        a.give(1, 10);
      }
    });
  }
  for (auto& t : threads) t.join();
  assert_false(exceeded);
  assert_int_equal(a.messages(), 0);
  assert_int_equal(a.bytes(), 0);
}
}  // namespace

int main() {
  const CMUnitTest tests[] = {cmocka_unit_test(limits_hold_at_every_size),
                              cmocka_unit_test(threads_together_never_exceed_them)};
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
