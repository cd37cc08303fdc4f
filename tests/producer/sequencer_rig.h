// A Sequencer driven by hand, for the tests of its rules.
#pragma once

#include "producer/sequencer.h"
#include "support/unit.h"

namespace rk::sequencer_test {
using Do = SequencerAction::Do;
constexpr auto kNot = RD_KAFKA_MSG_STATUS_NOT_PERSISTED;
constexpr auto kPossibly = RD_KAFKA_MSG_STATUS_POSSIBLY_PERSISTED;
constexpr auto kPersisted = RD_KAFKA_MSG_STATUS_PERSISTED;
constexpr Generation kOne{1, 5};
constexpr Generation kTwo{2, 5};
constexpr Micros kMs = kMicrosPerMs;
constexpr i64 kId = 4711;

inline ErrorCode code(int c) {
  return static_cast<ErrorCode>(c);
}

// A Sequencer with its clock and what it asked for last.
struct Rig {
  explicit Rig(u32 window = 1, u32 retries = 1000) : s(limits(window, retries)) {
    s.set_id(kId, 0);
  }
  static SequencerLimits limits(u32 window, u32 retries) {
    SequencerLimits l;
    l.window = window;
    l.retries_max = retries;
    return l;
  }
  void add(BatchId id, i32 count, Micros deadline = 1000 * kMs) { s.add(id, count, deadline); }
  Sequencer::Attempt send(Generation on = kOne) {
    Sequencer::Attempt a{};
    const Micros at = s.send_at(now, on);
    assert_true(at != kNever);
    if (at > now) now = at;
    assert_true(s.send(now, on, &a));
    assert_true(s.check());
    return a;
  }
  bool can_send(Generation on = kOne) const { return s.send_at(now, on) != kNever; }
  void answer(BatchId id, int error, i64 base = -1, Generation on = kOne) {
    actions.clear();
    s.answered(id, code(error), base, on, now, 0, actions);
    assert_true(s.check());
  }
  void lose(BatchId id, Generation on = kOne) {
    actions.clear();
    s.lost(id, RD_KAFKA_RESP_ERR__TRANSPORT, on, now, 0, actions);
    assert_true(s.check());
  }
  void step(Micros at) {
    actions.clear();
    now = at;
    s.step(now, actions);
    assert_true(s.check());
  }
  // The report of `id` among the last actions; exactly one.
  const SequencerAction& report(BatchId id) const {
    const SequencerAction* found = nullptr;
    for (const SequencerAction& a : actions) {
      if (a.what != Do::report || a.id != id) continue;
      assert_null(found);
      found = &a;
    }
    assert_non_null(found);
    return *found;
  }
  size_t reports() const {
    size_t n = 0;
    for (const SequencerAction& a : actions) n += a.what == Do::report;
    return n;
  }
  bool asked(Do what) const {
    for (const SequencerAction& a : actions) {
      if (a.what == what) return true;
    }
    return false;
  }
  void expect(BatchId id, rd_kafka_msg_status_t status, ErrorCode error, i64 base = -1) const {
    const SequencerAction& r = report(id);
    assert_int_equal(r.status, status);
    assert_int_equal(r.error, error);
    assert_int_equal(r.base_offset, base);
  }

  Sequencer s;
  Micros now = 1 * kMs;
  Sequencer::Actions actions;
};

inline void expect_attempt(const Sequencer::Attempt& a, BatchId id, i16 epoch, i32 sequence) {
  assert_int_equal(a.id, id);
  assert_int_equal(a.producer_id, kId);
  assert_int_equal(a.epoch, epoch);
  assert_int_equal(a.base_sequence, sequence);
}
}  // namespace rk::sequencer_test
