// Goal: a batch sends exactly the messages that were appended, and reports each of them exactly
// once, however the application takes the reports.
// Method: append, pack and read back with the record reader (which is tested against the Java
// client); reports through poll_callbacks() and as events, with yield and with a callback that
// throws; the account must be back at zero in the end.
#include "producer/batch.h"

#include <string>
#include <vector>

#include "queue/poll.h"
#include "record/reader.h"
#include "support/unit.h"

using namespace rk;

namespace {
struct Seen {
  std::string payload, key;
  const void* pointer;
  i64 offset;
  ErrorCode err;
  int status;
  void* opaque;
};

struct Rig {
  Rig()
      : pool(BufferPool::create(size_t{64} << 20)), queue(new Queue(linux_env(), nullptr, "main")) {
    shared = std::make_shared<BatchShared>(linux_env(), *pool, 1000000, u64{1} << 40);
    shared->delivery.queue = queue;
    shared->delivery.opaque = this;
  }
  ~Rig() {
    queue->purge();
    queue->release();
    pool->release();
  }
  Batch* batch(size_t capacity = 0) {
    return Batch::create(shared, *pool, &topic, 2, capacity, 1000);
  }
  Batch::Appended add(Batch* b, const std::string& value, i64 timestamp = 5000,
                      Batch::Limits limits = {1000000, 10000}) {
    NewMessage m;
    m.payload = const_cast<char*>(value.data());
    m.size = value.size();
    m.flags = RD_KAFKA_MSG_F_COPY;
    m.opaque = reinterpret_cast<void*>(++opaques);
    assert_true(shared->account.take(m.size));
    const Batch::Appended done = b->append(m, timestamp, limits, *pool);
    if (done != Batch::Appended::yes) shared->account.give(1, m.size);
    return done;
  }
  void deliver(Batch* b, ErrorCode error = kOk, i64 base = 100) {
    Batch::Outcome o;
    o.error = error;
    o.status = error ? RD_KAFKA_MSG_STATUS_NOT_PERSISTED : RD_KAFKA_MSG_STATUS_PERSISTED;
    o.base_offset = error ? -1 : base;
    b->set_outcome(std::move(o));
    Batch::deliver(b);
  }
  static void on_report(rd_kafka_t*, const rd_kafka_message_t* m, void* opaque) {
    auto* rig = static_cast<Rig*>(opaque);
    rig->seen.push_back({std::string(static_cast<const char*>(m->payload), m->len),
                         std::string(static_cast<const char*>(m->key), m->key_len), m->payload,
                         m->offset, m->err, message_of(m)->status, m->_private});
    rig->counted.push_back(rig->shared->account.messages());
    if (rig->yields) yield_this_thread();
    if (rig->throws_at == static_cast<int>(rig->seen.size())) throw 42;
  }

  BufferPool* pool;
  Queue* queue;
  Topic topic{nullptr, "topic", TopicConf{}};
  std::shared_ptr<BatchShared> shared;
  std::uintptr_t opaques = 0;
  std::vector<Seen> seen;
  std::vector<u64> counted;
  bool yields = false;
  int throws_at = 0;
};

// Unpacks and checks what would be sent.
void expect_values(const Batch::Packing& p, const std::vector<std::string>& values,
                   BufferPool& pool) {
  const BatchCheck check = check_batch({p.bytes->data(), p.size});
  assert_int_equal(check.state, BatchState::whole);
  const BatchHeader& h = batch_at(p.bytes->data());
  assert_true(verify_crc(h));
  assert_int_equal(h.count, values.size());
  BufferRef unpacked;
  Bytes records = h.records();
  if (h.codec() != Codec::none) {
    assert_true(decompress(h.codec(), records, pool, &unpacked).ok());
    records = {unpacked->data(), unpacked->size()};
  }
  RecordCursor cursor(records, h.count, h.last_offset_delta);
  RecordView r{};
  for (size_t i = 0; i < values.size(); ++i) {
    assert_true(cursor.next(r));
    assert_int_equal(r.value_size, values[i].size());
    assert_memory_equal(r.value, values[i].data(), values[i].size());
    assert_int_equal(h.timestamp(r.timestamp_delta), 5000 + static_cast<i64>(i % 7) - 3);
  }
  assert_false(cursor.next(r));
  assert_false(cursor.corrupt());
}
}  // namespace

static void what_was_appended_is_sent_in_each_codec(void**) {
  for (Codec codec : {Codec::none, Codec::gzip, Codec::snappy, Codec::lz4, Codec::zstd}) {
    Rig rig;
    Batch* b = rig.batch();  // the smallest buffer: grows several times
    TestRandom random(static_cast<u64>(codec) + 1);
    std::vector<std::string> values;
    for (size_t i = 0; i < 2000; ++i) {
      values.emplace_back(random.below(300), static_cast<char>('a' + random.below(3)));
      const i64 timestamp = 5000 + static_cast<i64>(i % 7) - 3;
      assert_int_equal(rig.add(b, values.back(), timestamp), Batch::Appended::yes);
    }
    CodecContext codecs;
    Batch::Packing p = b->packing();
    assert_true(Batch::pack(p, codec, -1, codecs, *rig.pool).ok());
    b->set_packed(p);
    Batch::Packing sent;
    assert_true(b->number(7, 3, 11, &sent));
    Batch::write_header(sent);
    expect_values(sent, values, *rig.pool);
    const BatchHeader& h = batch_at(sent.bytes->data());
    assert_int_equal(h.codec(), codec);
    assert_int_equal(h.producer_id, 7);
    assert_int_equal(h.producer_epoch, 3);
    assert_int_equal(h.base_sequence, 11);
    // The same numbers again: the same bytes, untouched. Others: a new header.
    assert_false(b->number(7, 3, 11, &sent));
    assert_true(b->number(7, 4, 0, &sent));
    Batch::write_header(sent);
    expect_values(sent, values, *rig.pool);
    delete b;
    assert_int_equal(rig.shared->account.messages(), 0);
    assert_int_equal(rig.shared->account.bytes(), 0);
  }
}

static void limits_hold_and_the_first_message_always_fits(void**) {
  Rig rig;
  Batch* b = rig.batch();
  const Batch::Limits limits{1000, 3};
  assert_int_equal(rig.add(b, std::string(5000, 'x'), 1, limits), Batch::Appended::yes);
  assert_int_equal(rig.add(b, "y", 1, limits), Batch::Appended::full);
  delete b;
  b = rig.batch();
  for (int i = 0; i < 3; ++i) assert_int_equal(rig.add(b, "y", 1, limits), Batch::Appended::yes);
  assert_int_equal(rig.add(b, "y", 1, limits), Batch::Appended::full);
  delete b;
  // Filled to the byte: one-byte-shorter limits refuse the last message.
  b = rig.batch();
  while (rig.add(b, std::string(50, 'z'), 1, {1000, 1000}) == Batch::Appended::yes) {
  }
  assert_true(b->size() <= 1000);
  assert_true(b->size() + 50 + 8 > 1000);
  delete b;
  assert_int_equal(rig.shared->account.messages(), 0);
}

static void reports_come_in_order_and_count_until_served(void**) {
  Rig rig;
  rig.shared->delivery.dr_msg_cb = Rig::on_report;
  Batch* b = rig.batch();
  for (int i = 0; i < 5; ++i) rig.add(b, "value" + std::to_string(i));
  rig.deliver(b);
  assert_int_equal(rig.shared->account.messages(), 5);
  assert_int_equal(poll_callbacks(*rig.queue, 0), 1);
  assert_int_equal(rig.seen.size(), 5);
  for (size_t i = 0; i < 5; ++i) {
    assert_string_equal(rig.seen[i].payload.c_str(), ("value" + std::to_string(i)).c_str());
    assert_int_equal(rig.seen[i].offset, 100 + i);
    assert_int_equal(rig.seen[i].status, RD_KAFKA_MSG_STATUS_PERSISTED);
    assert_int_equal(reinterpret_cast<std::uintptr_t>(rig.seen[i].opaque), i + 1);
    assert_int_equal(rig.counted[i], 5 - i);  // its own still counts while it is served
  }
  assert_int_equal(rig.shared->account.messages(), 0);
  assert_int_equal(rig.shared->account.bytes(), 0);
}

static void a_yield_leaves_the_rest_for_the_next_poll(void**) {
  Rig rig;
  rig.shared->delivery.dr_msg_cb = Rig::on_report;
  rig.yields = true;
  Batch* b = rig.batch();
  for (int i = 0; i < 3; ++i) rig.add(b, std::to_string(i));
  rig.deliver(b);
  for (size_t i = 1; i <= 3; ++i) {
    poll_callbacks(*rig.queue, 0);
    assert_int_equal(rig.seen.size(), i);
    assert_int_equal(rig.shared->account.messages(), 3 - i);
  }
  assert_int_equal(poll_callbacks(*rig.queue, 0), 0);
}

static void a_throwing_callback_loses_no_report(void**) {
  Rig rig;
  rig.shared->delivery.dr_msg_cb = Rig::on_report;
  rig.throws_at = 2;
  Batch* b = rig.batch();
  for (int i = 0; i < 4; ++i) rig.add(b, std::to_string(i));
  rig.deliver(b);
  bool caught = false;
  try {
    poll_callbacks(*rig.queue, 0);
  } catch (int) {
    caught = true;
  }
  assert_true(caught);
  assert_int_equal(rig.seen.size(), 2);
  assert_int_equal(rig.shared->account.messages(), 2);
  poll_callbacks(*rig.queue, 0);
  assert_int_equal(rig.seen.size(), 4);
  assert_string_equal(rig.seen[3].payload.c_str(), "3");
  assert_int_equal(rig.shared->account.messages(), 0);
}

static void an_event_keeps_its_messages_until_it_goes(void**) {
  Rig rig;
  rig.shared->delivery.events = true;
  Batch* b = rig.batch();
  for (int i = 0; i < 3; ++i) rig.add(b, std::to_string(i));
  rig.deliver(b, RD_KAFKA_RESP_ERR__MSG_TIMED_OUT);
  Event event = poll_event(*rig.queue, 0);
  assert_non_null(event.op);
  assert_int_equal(event.op->event_type, RD_KAFKA_EVENT_DR);
  assert_int_equal(event.op->message_count(), 3);
  const rd_kafka_message_t* first = event.op->message_next();
  const rd_kafka_message_t* rest[4];
  assert_int_equal(event.op->message_array(rest, 4), 2);
  assert_memory_equal(first->payload, "0", 1);
  assert_memory_equal(rest[1]->payload, "2", 1);
  assert_int_equal(rest[1]->err, RD_KAFKA_RESP_ERR__MSG_TIMED_OUT);
  assert_int_equal(rest[1]->offset, RD_KAFKA_OFFSET_INVALID);
  assert_int_equal(rest[1]->partition, 2);
  assert_null(event.op->message_next());
  assert_int_equal(rig.shared->account.messages(), 3);
  delete event.op;
  assert_int_equal(rig.shared->account.messages(), 0);
}

static void successes_vanish_when_only_errors_are_wanted_or_nobody_listens(void**) {
  Rig rig;
  Batch* b = rig.batch();
  rig.add(b, "unheard");
  rig.deliver(b);
  assert_int_equal(rig.shared->account.messages(), 0);
  rig.shared->delivery.dr_msg_cb = Rig::on_report;
  rig.shared->delivery.only_error = true;
  b = rig.batch();
  rig.add(b, "good");
  rig.deliver(b);
  b = rig.batch();
  rig.add(b, "bad");
  rig.deliver(b, RD_KAFKA_RESP_ERR__MSG_TIMED_OUT);
  assert_int_equal(rig.shared->account.messages(), 1);
  poll_callbacks(*rig.queue, 0);
  assert_int_equal(rig.seen.size(), 1);
  assert_string_equal(rig.seen[0].payload.c_str(), "bad");
}

static void only_named_records_get_the_brokers_error(void**) {
  Rig rig;
  rig.shared->delivery.dr_msg_cb = Rig::on_report;
  Batch* b = rig.batch();
  for (int i = 0; i < 3; ++i) rig.add(b, std::to_string(i));
  Batch::Outcome o;
  o.error = RD_KAFKA_RESP_ERR_INVALID_RECORD;
  o.named.push_back({1, "no key"});
  b->set_outcome(std::move(o));
  Batch::deliver(b);
  poll_callbacks(*rig.queue, 0);
  assert_int_equal(rig.seen[0].err, RD_KAFKA_RESP_ERR__INVALID_DIFFERENT_RECORD);
  assert_int_equal(rig.seen[1].err, RD_KAFKA_RESP_ERR_INVALID_RECORD);
  assert_int_equal(rig.seen[2].err, RD_KAFKA_RESP_ERR__INVALID_DIFFERENT_RECORD);
}

static void a_borrowed_payload_is_reported_as_the_applications_own(void**) {
  Rig rig;
  rig.shared->delivery.dr_msg_cb = Rig::on_report;
  Batch* b = rig.batch();
  std::string mine = "mine", key = "key";
  NewMessage m;
  m.payload = mine.data();
  m.size = mine.size();
  m.key = key.data();
  m.key_size = key.size();
  rig.shared->account.take(m.size);
  b->append(m, 1, {1000, 10}, *rig.pool);
  rig.add(b, "copied");
  rig.deliver(b);
  poll_callbacks(*rig.queue, 0);
  assert_ptr_equal(rig.seen[0].pointer, mine.data());
  assert_string_equal(rig.seen[0].key.c_str(), "key");
  assert_string_equal(rig.seen[1].payload.c_str(), "copied");
}

// An application's times may be any 64 bits; UBSan watches.
static void any_times_come_back(void**) {
  Rig rig;
  Batch* b = rig.batch();
  const i64 most = std::numeric_limits<i64>::max(), least = std::numeric_limits<i64>::min();
  std::vector<i64> seen;
  for (i64 t : {most, i64{-1}, least, i64{0}}) rig.add(b, "v", t);
  b->for_each([&](const NewMessage&, WallMs timestamp) { seen.push_back(timestamp); });
  assert_true((seen == std::vector<i64>{most, -1, least, 0}));
  delete b;
}

static void a_split_batch_keeps_every_message(void**) {
  Rig rig;
  rig.shared->delivery.dr_msg_cb = Rig::on_report;
  Batch* b = rig.batch();
  for (int i = 0; i < 5; ++i) rig.add(b, std::to_string(i));
  Batch *first, *second;
  assert_true(b->split(*rig.pool, &first, &second));
  b->forget();
  delete b;
  assert_int_equal(first->count(), 2);
  assert_int_equal(second->count(), 3);
  assert_int_equal(rig.shared->account.messages(), 5);
  rig.deliver(first, kOk, 10);
  rig.deliver(second, kOk, 12);
  poll_callbacks(*rig.queue, 0);
  assert_int_equal(rig.seen.size(), 5);
  for (size_t i = 0; i < 5; ++i) {
    assert_int_equal(rig.seen[i].offset, 10 + i);
    assert_string_equal(rig.seen[i].payload.c_str(), std::to_string(i).c_str());
  }
  assert_int_equal(rig.shared->account.messages(), 0);
}

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(what_was_appended_is_sent_in_each_codec),
      cmocka_unit_test(limits_hold_and_the_first_message_always_fits),
      cmocka_unit_test(reports_come_in_order_and_count_until_served),
      cmocka_unit_test(a_yield_leaves_the_rest_for_the_next_poll),
      cmocka_unit_test(a_throwing_callback_loses_no_report),
      cmocka_unit_test(an_event_keeps_its_messages_until_it_goes),
      cmocka_unit_test(successes_vanish_when_only_errors_are_wanted_or_nobody_listens),
      cmocka_unit_test(only_named_records_get_the_brokers_error),
      cmocka_unit_test(a_borrowed_payload_is_reported_as_the_applications_own),
      cmocka_unit_test(any_times_come_back),
      cmocka_unit_test(a_split_batch_keeps_every_message),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
