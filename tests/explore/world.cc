#include "explore/world.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "explore/codes.h"

namespace rk::explore {
namespace {
using Kind = Event::Kind;
constexpr i64 kFirstId = 1000;
constexpr Micros kDeadline = 1000;
constexpr ErrorCode kLost = RD_KAFKA_RESP_ERR__TRANSPORT;

i16 code_of(const BrokerModel::Result& r) {
  return r.code == kDuplicate ? i16{0} : r.code;
}
}  // namespace

SequencerLimits World::limits(const Config& config) {
  SequencerLimits l;
  l.window = config.window;
  l.retries_max = config.retries;
  l.backoff = l.backoff_max = l.ghost_patience = 0;
  l.request_timeout = config.request_timeout;
  return l;
}

World::World(const Config& config)
    : config_(&config), sequencer_(limits(config)), budget_(config.budget) {
  id_wanted_ = config.id_late;
  Scratch s;
  if (!config.id_late) give_id(s);
  while (!config.add_later && added_ < config.batches) add(deadline_of(added_));
}

Micros World::deadline_of(u8 batch) const {
  return kDeadline * (config_->same_deadlines ? 1 : 1 + batch);
}

void World::add(Micros deadline) {
  const u8 first = messages_added_;
  Part& p = parts_[first];
  p.count = config_->counts[added_];
  p.deadline = deadline;
  CHECK(first + p.count <= kMessagesMax);
  sequencer_.add(id_of(first, p.count), p.count, p.deadline);
  messages_added_ = static_cast<u8>(first + p.count);
  ++added_;
}

void World::give_id(Scratch& s) {
  CHECK(producers_ < BrokerModel::kProducers);
  if (producers_ > 0) count(Row::id_renewed, s);
  if (producers_ == 0 && added_ > 0) count(Row::id_came_late, s);
  sequencer_.set_id(kFirstId + producers_, producers_ == 0 ? config_->first_epoch : i16{0});
  ++producers_;
  id_wanted_ = false;
}

// One request a connection, as the client does it; with a window above 1 they follow each other on
// one, since otherwise they could overtake each other.
u8 World::free_line() const {
  if (config_->window > 1) return 0;
  for (u8 line = 0;; ++line) {
    bool used = false;
    for (u8 i = 0; i < out_size_; ++i) used |= out_[i].line == line;
    if (!used) return line;
  }
}

// Requests whose batch is not reported yet.
u8 World::flying() const {
  u8 n = 0;
  for (u8 i = 0; i < out_size_; ++i) n += !(reported_ & mask(out_[i].bytes.first, 1));
  return n;
}

void World::send(Scratch& s) {
  const Generation on = now_on();
  const bool others_unresolved = unresolved_unreported();
  const i16 epoch_before = sequencer_.epoch();
  Sequencer::Attempt a{};
  CHECK(sequencer_.send(now_, on, &a));
  if (sequencer_.epoch() != epoch_before) count(Row::epoch_bumped, s);
  Part& p = parts_[first_of(a.id)];
  Request r;
  r.bytes = {first_of(a.id), p.count, static_cast<u8>(a.producer_id - kFirstId), a.epoch,
             a.base_sequence};
  r.on = on;
  r.line = free_line();
  r.broker = owner_;
  r.id = a.id;
  expect(a.id == id_of(first_of(a.id), p.count), "R1: a batch that is not queued is sent", s);
  expect(r.bytes.producer < producers_, "R11: a producer id that nobody gave", s);
  expect(!p.unresolved || r.bytes == p.bytes, "P8: an unresolved batch is sent with other numbers",
         s);
  expect(a.retry == p.unresolved, "P8: the retry flag is wrong", s);
  expect(!(reported_ & mask(r.bytes.first, 1)), "R10: sent after its report", s);
  expect(p.deadline > now_, "R10: an attempt starts after the deadline", s);
  expect(flying() < config_->window, "R4: the window is exceeded", s);
  expect(!others_unresolved || (p.unresolved && flying() == 0),
         "R4: sent beside something unresolved", s);
  expect(!p.unresolved || !(elsewhere_ & mask(r.bytes.first, r.bytes.count)),
         "P1: what may be in the old topic is sent to the new one", s);
  if (s.broken) return;
  out_[out_size_++] = r;
}

BrokerModel::Result World::append(const Bytes& b, Scratch& s) {
  const u32 before = broker_.messages();
  const BrokerModel::Result result = broker_.append(b, config_->kafka_2_4);
  if (result.code != kWritten) return result;
  const u32 m = mask(b.first, b.count);
  expect(!(before & m), "P1: twice in the log", s);
  expect(!(not_persisted_ & m), "P3: reported as not persisted, and now in the log", s);
  expect(before < (1u << b.first), "P6: behind a later one", s);
  return result;
}

void World::write(Request& r, Scratch& s) {
  r.processed = true;
  if (r.broker != leader_) {
    r.answer = {6};
    return;
  }
  r.answer = append(r.bytes, s);
  r.written = r.answer.code == kWritten;
}

void World::take(u8 i, Request* out) {
  *out = out_[i];
  for (--out_size_; i < out_size_; ++i) out_[i] = out_[i + 1];
}

void World::answer_with(u8 i, i16 code, Scratch& s) {
  out_[i].answer = {code};
  answer(i, 0, s);
}

void World::answer(u8 i, u8 variant, Scratch& s) {
  Request r;
  take(i, &r);
  const i16 code = variant == kCode46 ? i16{46} : code_of(r.answer);
  i64 base = -1;
  if (code == 0) {
    if (variant != kNoOffset) base = broker_.offset(r.answer.entry);
  }
  if (code == 0 || code == 46) broker_.replicate(r.answer.entry);
  count_answer(r, code, variant, s);
  Part& p = parts_[r.bytes.first];
  const bool counts = !(reported_ & mask(r.bytes.first, 1));
  expect(disturbed_ || !counts || (code != 45 && code != 47 && code != 59),
         "P9: a healthy broker found fault with our numbers", s);
  if (p.count == r.bytes.count &&
      std::find(std::begin(kMaybeCodes), std::end(kMaybeCodes), code) != std::end(kMaybeCodes)) {
    p.unresolved = true;
    p.bytes = r.bytes;
  }
  p.attempted = true;
  s.actions.clear();
  sequencer_.answered(r.id, static_cast<ErrorCode>(code), base, r.on, now_, 0, s.actions);
  carry_out(s, &r);
  for (const SequencerAction& a : s.actions) {
    if (a.what == SequencerAction::Do::drop_connection) return cut_line(r.line, false, s);
  }
}

// Every request of the line is lost: what its broker has not looked at may still come to it.
void World::cut_line(u8 line, bool last_unwritten, Scratch& s) {
  u8 last = out_size_;
  for (u8 i = 0; i < out_size_; ++i) {
    if (out_[i].line == line) last = i;
  }
  for (u8 i = 0; i < out_size_;) {
    if (out_[i].line != line) {
      ++i;
      continue;
    }
    const bool unwritten = last_unwritten && i == last;
    Request r;
    take(i, &r);
    --last;
    if (unwritten) {
      count(Row::not_written, s);
      sequencer_.not_written(r.id, now_, 0);
      continue;
    }
    count(Row::lost, s);
    if (!r.processed) add_late(r);
    Part& p = parts_[r.bytes.first];
    p.attempted = p.unresolved = true;
    p.bytes = r.bytes;
    s.actions.clear();
    sequencer_.lost(r.id, kLost, r.on, now_, 0, s.actions);
    carry_out(s, &r);
  }
  if (config_->window > 1 && line == 0) ++serial_;
}

void World::cut_line_to(u8 broker, u8 line, Scratch& s) {
  bool used = line == 0 && owner_ == broker && config_->window > 1;
  for (u8 i = 0; i < out_size_; ++i) used |= out_[i].line == line && out_[i].broker == broker;
  if (used) cut_line(line, false, s);
}

void World::add_late(const Request& r) {
  if (late_size_ == kLateMax) return;  // this one never arrives
  late_[late_size_++] = {r.bytes, r.broker, now_};
  std::sort(late_.begin(), late_.begin() + late_size_, [](const Late& x, const Late& y) {
    return std::pair(x.bytes.packed(), x.broker) < std::pair(y.bytes.packed(), y.broker);
  });
}

void World::drop_late(u8 j) {
  for (--late_size_; j < late_size_; ++j) late_[j] = late_[j + 1];
}

// One that is not written may stay: it is as if it had not come yet.
void World::late_copy(u8 j, bool may_stay, Scratch& s) {
  const Bytes b = late_[j].bytes;
  const i16 code = append(b, s).code;
  if (code == kWritten || !may_stay) drop_late(j);
  count(code == kWritten     ? Row::late_written
        : code == kDuplicate ? Row::late_duplicate
        : code == 47         ? Row::late_copy_fenced
                             : Row::late_refused,
        s);
}

// What is kept counts as replicated where an ok is under way already.
void World::change_leader(u8 length, Scratch& s) {
  count(length < broker_.acked()    ? Row::fault_unclean
        : length < broker_.length() ? Row::fault_tail_lost
                                    : Row::fault_leader,
        s);
  lossy_ |= length < broker_.acked();
  broker_.truncate(length);
  for (u8 i = 0; i < out_size_; ++i) {
    Request& r = out_[i];
    if (!r.processed || code_of(r.answer) != 0) continue;
    if (r.answer.entry >= length) {
      r.answer = {6};
    } else {
      broker_.replicate(r.answer.entry);
    }
  }
  leader_ ^= 1;
  ++leader_epoch_;
}

// The topic is deleted and made again, and the client hears of it before it sends again. What is
// under way to the old one may come into the new one, whose brokers know no producer.
void World::recreate(Scratch& s) {
  count(Row::fault_recreated, s);
  elsewhere_ |= broker_.messages();
  broker_ = {};
  for (u8 i = 0; i < out_size_; ++i) {
    if (out_[i].processed && code_of(out_[i].answer) == 0) out_[i].answer = {3};
  }
  s.actions.clear();
  sequencer_.topic_replaced(s.actions);
  carry_out(s);
}

void World::advance(Micros to) {
  now_ = to;
  if (config_->request_timeout == 0) return;
  for (u8 j = 0; j < late_size_;) {
    if (late_[j].lost_at + config_->request_timeout <= now_) {
      drop_late(j);
    } else {
      ++j;
    }
  }
}

void World::step(Scratch& s) {
  s.actions.clear();
  sequencer_.step(now_, s.actions);
  carry_out(s);
  expect(!expired(), "P7: not reported although its deadline has passed", s);
}

// Whatever happens, the owner looks at the Sequencer afterwards.
void World::settle(Scratch& s) {
  if (!expired()) {
    s.actions.clear();
    sequencer_.step(now_, s.actions);
    carry_out(s);
  }
  if (known_epoch_ != owner_epoch_ && sequencer_.in_flight() == 0) {
    count(Row::moved, s);
    owner_epoch_ = known_epoch_;
    owner_ = owner_epoch_ % 2;
    if (config_->window > 1) ++serial_;
    for (u8 i = 0; i < out_size_ && config_->window > 1; ++i) out_[i].line = kOldLine;
  }
  // What can come nowhere any more.
  for (u8 j = 0; j < late_size_;) {
    if (late_[j].broker != leader_ && budget_.leaders == 0 && budget_.uncleans == 0) {
      drop_late(j);
    } else {
      ++j;
    }
  }
  expect(sequencer_.check(), "check(): the Sequencer's own invariants", s);
}

void World::apply(const Event& e, Scratch& s) {
  auto fault = [this](u8& left) {
    --left;
    disturbed_ = true;
  };
  switch (e.kind) {
    case Kind::add:
      add(deadline_of(added_));
      break;
    case Kind::id:
      give_id(s);
      break;
    case Kind::send:
      send(s);
      break;
    case Kind::write:
      write(out_[e.a], s);
      break;
    case Kind::error:
      fault(budget_.errors);
      answer_with(e.a, kMaybeCodes[e.b], s);
      break;
    case Kind::refuse:
      fault(budget_.refusals);
      answer_with(e.a, kRefusals[e.b], s);
      break;
    case Kind::receive:
      if (e.b >= kMaybeInstead) {
        fault(budget_.errors);
        answer_with(e.a, kMaybeCodes[e.b - kMaybeInstead], s);
      } else {
        answer(e.a, e.b, s);
      }
      break;
    case Kind::cut:
      fault(budget_.cuts);
      count(Row::fault_cut, s);
      cut_line(e.a, false, s);
      break;
    case Kind::unwritten:
      --budget_.unwritten;
      cut_line(e.a, true, s);
      break;
    case Kind::restart:
      fault(budget_.restarts);
      count(Row::fault_restart, s);
      broker_.forget_all_but_last();
      for (u8 line = 0; line <= kOldLine; ++line) cut_line_to(leader_, line, s);
      break;
    case Kind::leader:
      fault(budget_.leaders);
      change_leader(e.a, s);
      break;
    case Kind::unclean:
      fault(budget_.uncleans);
      change_leader(e.a, s);
      break;
    case Kind::learn:
      known_epoch_ = leader_epoch_;
      sequencer_.leader_changed();
      break;
    case Kind::late:
      late_copy(e.a, true, s);
      break;
    case Kind::time:
      --budget_.expiries;
      advance(next_deadline());
      break;
    case Kind::wake:
      advance(next_wake());
      break;
    case Kind::step:
      step(s);
      break;
    case Kind::purge:
      --budget_.purges;
      s.actions.clear();
      sequencer_.purge(e.a & 1, e.a & 2, s.actions);
      carry_out(s);
      break;
    case Kind::recreate:
      fault(budget_.recreations);
      recreate(s);
      break;
    case Kind::forget:
      fault(budget_.forgets);
      count(Row::fault_forgotten, s);
      broker_.forget_producers();
      break;
    case Kind::refuse_id:
      --budget_.id_refusals;
      count(Row::id_refused, s);
      s.actions.clear();
      sequencer_.fail_unsent(RD_KAFKA_RESP_ERR_CLUSTER_AUTHORIZATION_FAILED, s.actions);
      carry_out(s);
      break;
    case Kind::kKinds:
      break;
  }
  settle(s);
}

}  // namespace rk::explore
