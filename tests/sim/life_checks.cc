// What a consumer must have done: records, ends, errors, positions, commits, and sleeping.
#include "consumer/consumer.h"
#include "sim/life.h"

namespace rk::sim {
namespace {
constexpr i64 kNothing = RD_KAFKA_OFFSET_INVALID;
constexpr i64 kUnknown = -1;
}  // namespace

void Life::expect(bool condition, const char* what) {
  checked_.note(what);
  checked_both_.note(what);
  if (condition) return;
  std::fprintf(stderr, "seed %llu, %lld us: %s\n", static_cast<unsigned long long>(w_.seed),
               static_cast<long long>(w_.env.now()), what);
  for (const auto& [k, b] : books_)
    std::fprintf(stderr,
                 "%c %s [%d]: assigned %d, paused %d, next %lld, consumed %lld, eof at %lld, log "
                 "%lld to %lld (stable %lld), stored %lld, committed %lld\n",
                 looking_at_ && *looking_at_ == k ? '>' : ' ', k.first.c_str(), k.second,
                 b.assigned, b.paused, static_cast<long long>(b.next),
                 static_cast<long long>(b.consumed), static_cast<long long>(b.eof_at),
                 static_cast<long long>(b.log->start()), static_cast<long long>(b.log->end()),
                 static_cast<long long>(b.log->end_for(true)), static_cast<long long>(b.stored),
                 static_cast<long long>(b.committed));
  if (rk_)
    for (const auto& s : rk_->consumer->stats())
      std::fprintf(stderr, "  %s [%d]: broker %d, fetching %d, locating %d, at %lld, queued %zu\n",
                   s.topic->name.c_str(), s.partition, s.broker_id, s.fetching, s.locating,
                   static_cast<long long>(s.next_offset), s.queued_count);
  std::fprintf(stderr, "  isolation %s, reset %s; this seed alone: sim_life %llu\n",
               committed_ ? "read_committed" : "read_uncommitted", reset_.c_str(),
               static_cast<unsigned long long>(w_.seed));
  fail();
}

void Life::check(rd_kafka_message_t* m, rd_kafka_queue_t* q) {
  if (!m->rkt) return rd_kafka_message_destroy(m);  // an error of no partition
  const Key k{rd_kafka_topic_name(m->rkt), m->partition};
  EXPECT(w_, books_.contains(k));
  Book& b = books_[k];
  looking_at_ = &k;
  expect(b.assigned, "C5: of a partition that is not assigned");
  const bool record = !m->err || m->err == RD_KAFKA_RESP_ERR__PARTITION_EOF;
  expect(!b.paused || !record, "C5: of a paused partition");
  expect((b.own_queue ? b.own_queue : consumer_queue_) == q, "C5: on another queue");
  if (m->err == RD_KAFKA_RESP_ERR__PARTITION_EOF)
    check_end(b, m);
  else if (m->err)
    check_error(b, m);
  else
    check_record(k, b, m);
  looking_at_ = nullptr;
  if (!m->err && kept_.size() < 30 && w_.random.chance(20))
    kept_.emplace_back(k.first, m);
  else
    rd_kafka_message_destroy(m);
}

void Life::check_record(const Key& k, Book& b, rd_kafka_message_t* m) {
  expect(!b.failed, "C6: goes on although a reset is not allowed");
  i64 due = b.log->next_visible(b.next, committed_);
  if (!b.anywhere && m->offset != due && b.next < b.log->start() && m->offset >= b.log->start()) {
    // The log was trimmed beyond where it stood.
    expect(reset_ != "error" || b.from_beginning, "C6: reset although that is not allowed");
    jumps_ += !b.from_beginning;
    if (reset_ == "latest") b.anywhere = true;
    due = b.log->next_visible(b.log->start(), committed_);
  }
  if (b.anywhere && m->offset >= due && due >= 0) due = b.log->next_visible(m->offset, committed_);
  b.anywhere = b.from_beginning = false;
  expect(due >= 0 && m->offset >= b.next, "C1: handed out again, or too early");
  expect(m->offset == due,
         committed_ ? "C2: another record (read_committed)" : "C1: another record than the next");
  const std::string& value = b.log->value_at(m->offset);
  expect(m->len == value.size() && !std::memcmp(m->payload, value.data(), m->len),
         "C4: another value");
  expect(value == value_of(k.first, k.second, m->offset), "C4: a value of another place");
  rd_kafka_timestamp_type_t type;
  expect(rd_kafka_message_timestamp(m, &type) == b.log->timestamp_at(m->offset),
         "C4: another timestamp");
  b.next = b.consumed = m->offset + 1;
  if (auto_store_) b.stored = b.next;
  ++counters_[committed_ ? "record: committed" : "record: uncommitted"];
}

void Life::check_end(Book& b, const rd_kafka_message_t* m) {
  expect(eof_, "C8: an end that was not asked for");
  expect(b.eof_at != m->offset, "C8: told again");
  expect(b.log->ended_at(m->offset, committed_), "C8: it never ended there");
  const i64 lost = b.log->next_visible(b.next, committed_);
  if (b.anywhere) {
    b.next = std::max(b.next, m->offset);
  } else if (lost >= 0 && lost < b.log->start() && m->offset >= b.log->start()) {
    expect(reset_ != "error" || b.from_beginning, "C6: reset although that is not allowed");
    jumps_ += !b.from_beginning;
    b.next = m->offset;
  }
  b.anywhere = b.from_beginning = false;
  const i64 due = b.log->next_visible(b.next, committed_);
  expect(m->offset >= b.next && (due < 0 || due >= m->offset),
         "C8: the end before the last record");
  b.eof_at = b.next = m->offset;
  ++counters_["end of partition"];
}

void Life::check_error(Book& b, const rd_kafka_message_t* m) {
  ++counters_["error: " + std::string(rd_kafka_err2name(m->err))];
  if (m->err == RD_KAFKA_RESP_ERR__AUTO_OFFSET_RESET) {
    expect(reset_ == "error" && b.next < b.log->start() && !b.failed,
           "C6: told of a reset without cause");
    b.failed = true;
    return;
  }
  if (m->err == RD_KAFKA_RESP_ERR__BAD_MSG)
    return expect(b.damaged_at >= 0 || counters_["batch repaired"] > 0,
                  "C4: a sound batch is called corrupt");
  // The look-up of a committed offset that went wrong is told, and tried again.
  const bool unreachable =
      m->err == RD_KAFKA_RESP_ERR__TRANSPORT || m->err == RD_KAFKA_RESP_ERR__TIMED_OUT;
  expect(b.from_committed && b.consumed == kNothing && unreachable, "C6: an error without cause");
}

// Where rd_kafka_position() stands: behind what was handed out last.
void Life::check_positions() {
  List list;
  for (const auto& [k, b] : books_)
    if (b.assigned) list.add(k.first, k.second);
  EXPECT(w_, rd_kafka_position(rk_, list) == 0);
  for (int i = 0; i < list.list->cnt; ++i) {
    const Key k{list.list->elems[i].topic, list.list->elems[i].partition};
    looking_at_ = &k;
    expect(list.list->elems[i].offset == books_[k].consumed, "C3: another position");
    looking_at_ = nullptr;
  }
}

// Watermarks and offsets by time, as long as somebody answers.
void Life::ask(const Key& k) {
  Book& b = books_[k];
  const int timeout_ms = static_cast<int>(w_.random.below(2000));
  i64 low = -7, high = -7;
  ErrorCode error = kOk;
  within(timeout_ms, "B1: query_watermark_offsets waits longer", [&] {
    error =
        rd_kafka_query_watermark_offsets(rk_, k.first.c_str(), k.second, &low, &high, timeout_ms);
  });
  if (!error) {
    expect(low == b.log->start(), "C9: another low watermark");
    expect(high == b.log->end_for(committed_), "C9: another high watermark");
    ++counters_["watermarks"];
  }
  List list;
  const i64 time = 1000 + static_cast<i64>(w_.random.below(300));
  list.add(k.first, k.second, time);
  within(timeout_ms, "B1: offsets_for_times waits longer",
         [&] { error = rd_kafka_offsets_for_times(rk_, list, timeout_ms); });
  if (!error && !list.list->elems[0].err && b.damaged_at < 0) {
    const i64 due = b.log->find_time(time);
    if (list.list->elems[0].offset != (due < 0 ? RD_KAFKA_OFFSET_END : due))
      std::fprintf(stderr, "time %lld: %lld, not %lld\n", static_cast<long long>(time),
                   static_cast<long long>(list.list->elems[0].offset), static_cast<long long>(due));
    expect(list.list->elems[0].offset == (due < 0 ? RD_KAFKA_OFFSET_END : due),
           "C9: another offset for a time");
    ++counters_["offset for a time"];
  }
}

// What is committed is what was asked, or what was handed out.
void Life::store_and_commit() {
  if (!auto_store_) {
    List list;
    for (auto& [k, b] : books_) {
      if (!b.assigned || b.consumed < 0 || w_.random.chance(2)) continue;
      b.stored = b.consumed;
      list.add(k.first, k.second, b.stored);
    }
    EXPECT(w_, rd_kafka_offsets_store(rk_, list) == 0);
    ++counters_["offsets stored"];
  }
  ErrorCode error = kOk;
  within(60000, "B1: commit waits longer", [&] { error = rd_kafka_commit(rk_, nullptr, 0); });
  List asked;
  for (auto& [k, b] : books_) {
    if (!b.assigned) continue;
    if (b.stored > b.known_max) {
      b.known_max = b.stored;
      if (error == kOk) b.known_min = b.stored;
      b.committed = error == kOk || b.committed == b.stored ? b.stored : kUnknown;
    } else if (b.stored > b.known_min && b.stored != b.committed) {
      b.committed = kUnknown;
    }
    if (b.committed >= 0) asked.add(k.first, k.second);
  }
  ++counters_[error ? "commit that failed" : "commit"];
  const int timeout_ms = static_cast<int>(w_.random.below(3000));
  within(timeout_ms, "B1: committed waits longer",
         [&] { error = rd_kafka_committed(rk_, asked, timeout_ms); });
  if (error || auto_commit_) return;
  for (int i = 0; i < asked.list->cnt; ++i) {
    const Key k{asked.list->elems[i].topic, asked.list->elems[i].partition};
    if (asked.list->elems[i].err) continue;
    looking_at_ = &k;
    expect(asked.list->elems[i].offset == books_[k].committed,
           "C10: committed what the application was not given");
    expect(asked.list->elems[i].offset == books_[k].committed, "C3: another committed offset");
    looking_at_ = nullptr;
  }
}

// Nothing comes any more, and nothing is done.
void Life::check_idle() {
  const u64 wake_ups = w_.env.wake_ups();
  rd_kafka_message_t* m = nullptr;
  within(10000, "B1: poll waits longer", [&] { m = rd_kafka_consumer_poll(rk_, 10000); });
  // That a look-up went wrong before may be told yet; check() says whether there was one.
  const bool late =
      m && (m->err == RD_KAFKA_RESP_ERR__TIMED_OUT || m->err == RD_KAFKA_RESP_ERR__TRANSPORT);
  if (m) check(m, consumer_queue_);
  expect(!m || late, "C1: something after the end");
  // Bytes that trickle in wake by themselves.
  if (w_.server.cluster().brokers().size() == 1 && net_.chunk_max == 0 && net_.call_max == 0 &&
      net_.again_one_in == 0)
    expect(w_.env.wake_ups() - wake_ups <= 200 || fetch_wait_ms_ < 100, "B4: wakes up while idle");
}

}  // namespace rk::sim
