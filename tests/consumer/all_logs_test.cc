// Goal: a read_committed reader hands out the records of committed transactions and of none, below
// the last stable offset, each once and in order: for every log, from every offset, however the
// answers are cut, and after compaction. Method: all logs of up to 8 batches (10 and more by
// argument) that two transactional producers and a plain one can write, each batch a data batch or
// a marker; answers as a broker cuts them, with the aborted transactions that it lists (those that
// began before the answer's end and ended at or after its start). What is expected follows from the
// log itself: which marker ends a batch's transaction. The reader is the shipped one: the walk over
// headers, the filter, the partition, the feeder.
//
//   consumer_all_logs [BATCHES]
#include <cstdio>
#include <cstdlib>

#include "consumer/batches.h"
#include "support/unit.h"

using namespace rk;
using namespace rk::test;

namespace {

enum Kind : u8 { kPlain, kDataA, kDataB, kCommitA, kCommitB, kAbortA, kAbortB, kKinds };
constexpr i64 kIds[2] = {41, 7};  // their order is not that of the names

bool is_data(Kind k) {
  return k <= kDataB;
}
int producer_of(Kind k) {
  return k == kPlain ? -1 : k == kDataA || k == kCommitA || k == kAbortA ? 0 : 1;
}

// What compaction left of a data batch of two records.
enum Left : u8 { kBoth, kSecond, kFirst, kNone, kGone, kLefts };

struct Entry {
  Kind kind = kPlain;
  Left left = kBoth;
  i64 base = 0;
  i64 next = 0;                    // the offset behind it
  const std::vector<u8>* bytes{};  // null: the batch is gone
};

struct Transaction {
  i64 producer_id, first, last;
  bool aborted;
};

// A log as the broker knows it.
struct Log {
  std::vector<Entry> entries;
  std::vector<Transaction> ended;
  std::vector<i64> readable;  // what a read_committed reader is to see, ascending
  i64 stable = 0;             // the last stable offset

  void analyse(i32 records) {
    ended.clear();
    readable.clear();
    i64 open[2] = {-1, -1};
    stable = entries.empty() ? 0 : entries.back().next;
    for (const Entry& e : entries) {
      const int p = producer_of(e.kind);
      if (p < 0) continue;
      if (is_data(e.kind)) {
        if (open[p] < 0) open[p] = e.base;
        continue;
      }
      ended.push_back({kIds[p], open[p], e.base, e.kind >= kAbortA});
      open[p] = -1;
    }
    for (const i64 first : open)
      if (first >= 0) stable = std::min(stable, first);
    for (const Entry& e : entries) {
      if (!is_data(e.kind) || e.base >= stable || e.left >= kNone) continue;
      if (e.kind != kPlain && !committed(e)) continue;
      if (e.left != kSecond) readable.push_back(e.base);
      if (records > 1 && e.left != kFirst) readable.push_back(e.base + 1);
    }
  }
  bool committed(const Entry& e) const {
    for (const Transaction& t : ended)
      if (t.producer_id == kIds[producer_of(e.kind)] && t.first <= e.base && e.base < t.last)
        return !t.aborted;
    return false;
  }
  std::vector<AbortedTransaction> aborted(i64 from, i64 end) const {
    std::vector<AbortedTransaction> list;
    for (const Transaction& t : ended)
      if (t.aborted && t.last >= from && t.first < end) list.push_back({t.producer_id, t.first});
    return list;
  }
};

// How a broker cuts its answers: so many whole batches, and then some bytes of the next.
struct Cut {
  size_t batches;
  size_t tail;  // in sixteenths of the next batch
};

Rig* g_rig = nullptr;
u64 g_logs = 0, g_starts = 0, g_answers = 0;
#ifdef FASTKA_SANITIZED
size_t g_batches_max = 6;  // a hundredth of the work: it is the same code each time
#else
size_t g_batches_max = 8;
#endif

std::string describe(const Log& log, i64 start, Cut cut) {
  static const char* const kNames[] = {"P", "a", "b", "+A", "+B", "-A", "-B"};
  std::string text;
  for (const Entry& e : log.entries)
    text += std::string(kNames[e.kind]) + (e.left ? "/" + std::to_string(e.left) : "") + " ";
  return text + "from " + std::to_string(start) + ", " + std::to_string(cut.batches) +
         " batches and " + std::to_string(cut.tail) + "/16";
}

// One answer, filed as the Fetcher does it. False: there is nothing more.
bool fetch(const Log& log, Cut cut) {
  PartitionReader& p = g_rig->reader;
  const i64 from = p.fetch_offset;
  static std::vector<u8> bytes;
  bytes.clear();
  size_t whole = 0;
  i64 end = from;
  for (const Entry& e : log.entries) {
    if (e.next <= from || !e.bytes) continue;
    if (e.base >= log.stable) break;
    if (whole == cut.batches) {
      bytes.insert(bytes.end(), e.bytes->begin(),
                   e.bytes->begin() + static_cast<long>(e.bytes->size() * cut.tail / 16));
      break;
    }
    bytes.insert(bytes.end(), e.bytes->begin(), e.bytes->end());
    end = e.next;
    ++whole;
  }
  if (whole == 0) return false;
  ++g_answers;
  const Walk walk = walk_batches(bytes, from, log.stable);
  if (walk.corrupt || walk.next_offset != end) return false;
  p.fetch_offset = walk.next_offset;
  bytes.resize(walk.size);
  g_rig->append(bytes, AbortFilter(log.aborted(from, end)));
  return true;
}

void read(const Log& log, i64 start, Cut cut) {
  PartitionReader& p = g_rig->reader;
  p.fetch_offset = p.deliver_from = start;
  auto expected = std::lower_bound(log.readable.begin(), log.readable.end(), start);
  bool good = true;
  while (fetch(log, cut)) {
    while (Message* m = g_rig->take()) {
      good = good && expected != log.readable.end() && m->pub.offset == *expected++;
      Rig::destroy(m);
    }
  }
  good = good && expected == log.readable.end() && p.queued_messages == 0 && p.queued_bytes == 0;
  if (!good) fail_msg("%s", describe(log, start, cut).c_str());
}

// Calls f(log) for every log of up to `max` batches; `add` makes an entry's bytes.
template <typename Add, typename F>
void each_log(Log& log, size_t max, i32 records, bool open_a, bool open_b, const Add& add,
              const F& f) {
  log.analyse(records);
  f(log);
  if (log.entries.size() == max) return;
  for (u8 k = 0; k < kKinds; ++k) {
    const Kind kind = static_cast<Kind>(k);
    const bool ends = !is_data(kind);
    if (ends && !(producer_of(kind) == 0 ? open_a : open_b)) continue;
    const bool a = kind == kDataA || (open_a && !(ends && producer_of(kind) == 0));
    const bool b = kind == kDataB || (open_b && !(ends && producer_of(kind) == 1));
    add(log, kind, [&] { each_log(log, max, records, a, b, add, f); });
  }
}

std::vector<u8> bytes_of(Kind kind, Left left, i64 base, i32 records) {
  BatchSpec s;
  s.base = base;
  s.count = records;
  if (kind != kPlain) s.producer_id = kIds[producer_of(kind)];
  s.transactional = kind != kPlain;
  if (!is_data(kind)) {
    s.control = true;
    s.count = 1;
    s.control_type = kind >= kAbortA ? 0 : 1;
  } else if (left != kBoth) {
    s.last_delta = records - 1;
    s.count = left == kNone ? 0 : 1;
    s.first_delta = left == kSecond ? 1 : 0;
  }
  return make_batch(s);
}

// One record a batch, so that a batch's place is its offset.
void every_log_from_every_offset(void**) {
  std::vector<std::vector<std::vector<u8>>> made(g_batches_max);
  for (size_t i = 0; i < g_batches_max; ++i)
    for (u8 k = 0; k < kKinds; ++k)
      made[i].push_back(bytes_of(static_cast<Kind>(k), kBoth, static_cast<i64>(i), 1));
  const auto add = [&](Log& log, Kind kind, const auto& then) {
    const size_t at = log.entries.size();
    log.entries.push_back(
        {kind, kBoth, static_cast<i64>(at), static_cast<i64>(at) + 1, &made[at][kind]});
    then();
    log.entries.pop_back();
  };
  Log log;
  g_logs = g_starts = g_answers = 0;
  each_log(log, g_batches_max, 1, false, false, add, [](const Log& l) {
    ++g_logs;
    const size_t n = l.entries.size();
    for (size_t start = 0; start <= n; ++start) {
      ++g_starts;
      read(l, static_cast<i64>(start), {n, 0});
      for (size_t whole = 1; whole < n; ++whole)
        read(l, static_cast<i64>(start), {whole, (g_starts + whole) % 16});
    }
  });
  std::printf("%llu logs, %llu starts, %llu answers\n", static_cast<unsigned long long>(g_logs),
              static_cast<unsigned long long>(g_starts),
              static_cast<unsigned long long>(g_answers));
  // How many there are follows from the grammar.
  if (g_batches_max == 8) assert_true(g_logs == 217241 && g_starts == 1900693);
  if (g_batches_max == 10) assert_true(g_logs == 5426257 && g_starts == 58331586);
}

// Two records a batch, of which compaction left both, one, none, or not even the batch; every
// start, every cut at a batch and at each sixteenth of one.
void every_compacted_log(void**) {
  constexpr size_t kBatches = 4;
  static std::vector<u8> made[kBatches * 2][kKinds][kLefts];
  for (i64 base = 0; base < static_cast<i64>(kBatches * 2); ++base)
    for (u8 k = 0; k < kKinds; ++k)
      for (u8 left = 0; left < kGone; ++left)
        made[base][k][left] = bytes_of(static_cast<Kind>(k), static_cast<Left>(left), base, 2);
  const auto add = [&](Log& log, Kind kind, const auto& then) {
    const i64 base = log.entries.empty() ? 0 : log.entries.back().next;
    for (u8 left = 0; left < (is_data(kind) ? kLefts : 1); ++left) {
      const auto l = static_cast<Left>(left);
      log.entries.push_back({kind, l, base, base + (is_data(kind) ? 2 : 1),
                             l == kGone ? nullptr : &made[base][kind][left]});
      then();
      log.entries.pop_back();
    }
  };
  Log log;
  g_logs = g_starts = g_answers = 0;
  each_log(log, kBatches, 2, false, false, add, [](const Log& l) {
    ++g_logs;
    const size_t n = l.entries.size();
    const i64 end = l.entries.empty() ? 0 : l.entries.back().next;
    for (i64 start = 0; start <= end; ++start) {
      ++g_starts;
      for (size_t whole = 1; whole <= std::max<size_t>(n, 1); ++whole)
        read(l, start, {whole, (g_starts + whole) % 16});
    }
  });
  std::printf("compacted: %llu logs, %llu starts, %llu answers\n",
              static_cast<unsigned long long>(g_logs), static_cast<unsigned long long>(g_starts),
              static_cast<unsigned long long>(g_answers));
  assert_true(g_logs > 10000);
}

// The answer may end at each byte of the batch that does not fit.
void a_cut_at_every_byte(void**) {
  const std::vector<u8> first = bytes_of(kDataA, kBoth, 0, 2);
  const std::vector<u8> marker = bytes_of(kAbortA, kBoth, 2, 2);
  const std::vector<u8> last = bytes_of(kPlain, kBoth, 3, 2);
  for (size_t cut = 0; cut <= last.size(); ++cut) {
    std::vector<u8> bytes = first;
    bytes.insert(bytes.end(), marker.begin(), marker.end());
    bytes.insert(bytes.end(), last.begin(), last.begin() + static_cast<long>(cut));
    const Walk walk = walk_batches(bytes, 0, -1);
    assert_null(walk.corrupt);
    assert_int_equal(walk.next_offset, cut == last.size() ? 5 : 3);
    bytes.resize(walk.size);
    g_rig->reader.deliver_from = 0;
    g_rig->append(bytes, AbortFilter({{kIds[0], 0}}));
    const std::vector<i64> got = g_rig->drain();
    assert_int_equal(got.size(), cut == last.size() ? 2 : 0);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1) g_batches_max = std::strtoull(argv[1], nullptr, 10);
  g_rig = new Rig;
  const CMUnitTest tests[] = {
      cmocka_unit_test(every_log_from_every_offset),
      cmocka_unit_test(every_compacted_log),
      cmocka_unit_test(a_cut_at_every_byte),
  };
  const int failed = cmocka_run_group_tests(tests, nullptr, nullptr);
  delete g_rig;
  return failed;
}
