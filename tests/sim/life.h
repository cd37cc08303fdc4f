// One simulated life of a consumer: logs with transactions, gaps and every codec on brokers that
// fail and move; an application that assigns, seeks, pauses, polls in every way, stores and
// commits; all from one seed. The test's own book says what each call must answer. One thread,
// virtual time.
//
// life.cc: the application. life_trouble.cc: what brokers, network and clock do to it.
// life_checks.cc: what must come of it.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "sim/counters.h"
#include "sim/log_model.h"
#include "sim/world.h"

namespace rk::sim {

class Life {
 public:
  Life(u64 seed, Counters& counters);
  ~Life() = default;
  void go();

 private:
  using Key = std::pair<std::string, i32>;
  // What the application may expect of one partition.
  struct Book {
    std::unique_ptr<LogModel> log;
    bool assigned = false, paused = false;
    i64 next = 0;           // the next record is the first visible one from here on
    bool anywhere = false;  // begins at the end, wherever that was when the broker looked
    i64 consumed = RD_KAFKA_OFFSET_INVALID;  // last record + 1 since assign
    i64 eof_at = -1;
    i64 stored = RD_KAFKA_OFFSET_INVALID;     // what a commit without arguments writes
    i64 committed = RD_KAFKA_OFFSET_INVALID;  // -1001: nothing, -1: unknown to us
    // What the consumer itself has committed or found committed since it was assigned lies between
    // these. An older offset is stored, but only committed by name.
    i64 known_min = RD_KAFKA_OFFSET_INVALID, known_max = RD_KAFKA_OFFSET_INVALID;
    bool failed = false;  // auto.offset.reset=error has told so
    bool from_committed = false, from_beginning = false;
    i64 damaged_at = -1;
    size_t damaged_byte = 0;
    rd_kafka_queue_t* own_queue = nullptr;
  };

  // --- life.cc
  void start();
  void act();
  Key any();
  i64 begin_at(Book& b, bool may_be_stored);
  void assign_some();
  void toggle(const Key& k);
  void seek(const Key& k);
  void pause(const Key& k, bool on);
  void reroute(const Key& k);
  void poll(int timeout_ms);
  void settle();
  bool all_read() const;
  void stop();
  // What a call may take in virtual time.
  template <typename F>
  void within(int timeout_ms, const char* what, F call) {
    const Micros began = w_.env.now();
    in_call_ = true;
    call();
    in_call_ = false;
    expect(w_.env.now() - began <= timeout_ms * kMicrosPerMs + 100 * kMicrosPerMs, what);
  }

  // --- life_trouble.cc
  void trouble();
  void produce(const Key& k);
  void add_fault();
  void old_metadata();
  void network();
  void damage(const Key& k);
  void repair(Book& b);
  void calm();
  void count_all();

  // --- life_checks.cc
  void check(rd_kafka_message_t* m, rd_kafka_queue_t* q);
  void check_record(const Key& k, Book& b, rd_kafka_message_t* m);
  void check_end(Book& b, const rd_kafka_message_t* m);
  void check_error(Book& b, const rd_kafka_message_t* m);
  void check_positions();
  void ask(const Key& k);
  void store_and_commit();
  void check_idle();
  void expect(bool condition, const char* what);

  Counters& counters_;
  Checked checked_{'C'}, checked_both_{'B'};
  const NetOptions net_;
  World w_;
  const bool committed_;  // isolation.level
  bool eof_ = false, auto_store_ = false, auto_commit_ = false, crcs_ = false;
  std::string reset_;
  i64 queued_kbytes_ = 65536, fetch_bytes_ = 1048576, fetch_wait_ms_ = 500;
  std::map<Key, Book> books_;
  const Key* looking_at_ = nullptr;
  rd_kafka_t* rk_ = nullptr;
  rd_kafka_queue_t* consumer_queue_ = nullptr;
  std::vector<std::pair<std::string, rd_kafka_message_t*>> kept_;  // with their topics
  bool in_call_ = false;
  u64 resets_logged_ = 0, jumps_ = 0, trims_ = 0;
};

}  // namespace rk::sim
