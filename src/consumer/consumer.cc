#include "consumer/consumer.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "base/headers.h"
#include "base/planted.h"
#include "consumer/consumer_impl.h"

namespace rk {

namespace {
[[gnu::cold, gnu::noinline]] void destroy_unusual(Message& m) {
  if (m.headers & 2 && !(m.headers & 1)) delete reinterpret_cast<Headers*>(m.headers & ~3ul);
  if (m.kind == MessageKind::record) {
    drop(*static_cast<Chunk*>(m.pub._private), 1);
  } else {
    std::free(m.pub.payload);
    std::free(&m);
  }
}
}  // namespace

void destroy_consumed(rd_kafka_message_t* public_message) {
  Message& m = *message_of(public_message);
  // Bit 0: headers that nobody asked for; all other marks stand for something to free.
  if (m.kind == MessageKind::record && (m.headers == 0 || m.headers & 1)) [[likely]] {
    drop(*static_cast<Chunk*>(m.pub._private), 1);
    return;
  }
  destroy_unusual(m);
}

rd_kafka_message_t* new_error_message(ErrorCode error, std::string_view text) {
  auto* m = static_cast<Message*>(std::calloc(1, sizeof(Message)));
  if (!m) return nullptr;
  m->pub.err = error;
  m->pub.partition = RD_KAFKA_PARTITION_UA;
  m->pub.offset = RD_KAFKA_OFFSET_INVALID;
  m->pub.payload = ::strndup(text.data(), text.size());
  m->pub.len = m->pub.payload ? text.size() : 0;
  m->timestamp = -1;
  m->leader_epoch = -1;
  m->kind = MessageKind::consumer_error;
  return &m->pub;
}

i32 broker_id_of(const rd_kafka_message_t* m) {
  if (message_of(m)->kind != MessageKind::record) return -1;
  return static_cast<const Chunk*>(m->_private)->broker_id;
}

Consumer::Impl::Impl(Cluster& cluster, Topics& topics, const Conf& conf, Queue& main_queue)
    : cluster_(cluster),
      topics_(topics),
      conf_(conf),
      main_queue_(main_queue),
      pump_(cluster.env(), fetcher_),
      fetcher_(cluster, conf, *this),
      group_(cluster, conf),
      lookup_(cluster, conf, group_, *this) {
  fetcher_.set_pump(pump_);
  pump_.set_nudge(
      [this] { cluster_.watch(pump_.poller(), [this] { return pump_.watched_step(); }); });
  consumer_queue_ = make_queue("consumer");
  cluster_.add_listener(this);
}

bool Consumer::has_poller() const {
  return impl_->pump_.valid();
}

Consumer::Impl::~Impl() {
  cluster_.remove_listener(this);
  fetcher_.shut_down();
  for (Queue* q : queues_) {
    q->set_feed(nullptr);
    delete Feeder::of(*q);
    q->feed_owner = nullptr;
    q->feed_state.store(empty_chunk(), std::memory_order_release);
  }
  for (Feeder* f : idle_feeders_) delete f;
  // The forwards hold references to one another's queues: partitions first, then the others.
  for (auto& [key, p] : readers_) p->queue->forward_to(nullptr);
}

QueueRef Consumer::Impl::make_queue(std::string name) {
  auto* q = new Queue(cluster_.env(), cluster_.owner(), std::move(name));
  adopt(*q);
  return QueueRef(q);
}

void Consumer::Impl::adopt(Queue& q) {
  {
    Lock lock(mutex_);
    if (idle_feeders_.empty()) {
      new Feeder(*this, q);
    } else {
      idle_feeders_.back()->serve(q);
      idle_feeders_.pop_back();
    }
    queues_.insert(&q);
    q.set_feed(this);
  }
  if (q.has_event()) arm(q);
}

PartitionReader* Consumer::Impl::find(std::string_view topic, i32 partition) {
  Lock lock(mutex_);
  const auto it = readers_.find(std::pair(std::string(topic), partition));
  return it == readers_.end() ? nullptr : it->second.get();
}

PartitionReader& Consumer::Impl::reader(std::string_view topic, i32 partition) {
  if (PartitionReader* p = find(topic, partition)) return *p;
  Topic& t = *topics_.get(topic);
  QueueRef q = make_queue(t.name + " [" + std::to_string(partition) + "]");
  auto made = std::make_unique<PartitionReader>(t, partition, std::move(q));
  Feeder::rehome(*made, *Feeder::of(*made->queue));
  Lock lock(mutex_);
  auto& slot = readers_[std::pair(t.name, partition)];
  if (!slot) slot = std::move(made);
  PartitionReader& p = *slot;
  lock.unlock();  // before a reader that somebody else was faster with goes, and its queue
  return p;
}

Consumer::Impl::Readers Consumer::Impl::consumed() {
  Lock lock(mutex_);
  return consumed_;
}

rd_kafka_message_t* Consumer::Impl::take(Queue& q) {
  Chunk* c = static_cast<Chunk*>(q.feed_state.load(std::memory_order_acquire));
  if (Message* m = take_ticket(*c)) return &m->pub;
  Feeder& f = *Feeder::of(q);
  if (!f.ready()) return nullptr;
  Message* m = f.refill();
  return m ? &m->pub : nullptr;
}

size_t Consumer::Impl::take_many(Queue& q, rd_kafka_message_t** to, size_t size) {
  size_t n = 0;
  while (n < size) {
    Chunk* c = static_cast<Chunk*>(q.feed_state.load(std::memory_order_acquire));
    u32 first = 0;
    const u32 got = take_tickets(*c, static_cast<u32>(std::min<size_t>(size - n, 64)), &first);
    for (u32 i = 0; i < got; ++i) to[n++] = &c->slots[first + i].pub;
    if (got > 0) continue;
    rd_kafka_message_t* m = take(q);
    if (!m) break;
    to[n++] = m;
  }
  return n;
}

void Consumer::Impl::wait(Queue& q, Micros deadline) {
  pump_.wait(q, *Feeder::of(q), deadline);
}

void Consumer::Impl::interrupt(Queue&) {
  pump_.interrupt();
}

size_t Consumer::Impl::ready_count(Queue& q) {
  pump_.step_once();
  return Feeder::of(q)->ready_messages();
}

// A queue with an event is filled up while nobody polls, also after the wake-up: what comes then
// waits behind what woke the application, and is no news of its own. Calls for one queue may
// overtake each other, so each takes over what holds by now.
void Consumer::Impl::arm(Queue& q) {
  bool any;
  {
    Lock lock(mutex_);
    if (q.has_event() && (q.armed() || !FASTKA_PLANTED(fetches_only_when_armed)))
      with_event_.insert(&q);
    else
      with_event_.erase(&q);
    any = !with_event_.empty();
    pump_.set_watched(any);
  }
  if (any) pump_.interrupt();
}

void Consumer::Impl::routes_changed() {
  {
    // One at a time, and where to is looked up inside: else a partition could be put where it was
    // forwarded to a moment ago, with nothing to keep that queue.
    Lock routing(routes_mutex_);
    Readers all;
    {
      Lock lock(mutex_);
      for (auto& [key, p] : readers_) all.push_back(p.get());
    }
    for (PartitionReader* p : all) {
      QueueRef to(p->queue->destination());
      // The main and the background queue carry messages only when somebody forwards to them.
      if (!to->feed()) adopt(*to);
      if (to->feed() == this) Feeder::rehome(*p, *Feeder::of(*to));
    }
  }
  fetcher_.replan();
}

void Consumer::Impl::forget(Queue& q) {
  Feeder* f = Feeder::of(q);
  f->leave();
  q.feed_owner = nullptr;
  Lock lock(mutex_);
  queues_.erase(&q);
  with_event_.erase(&q);
  pump_.set_watched(!with_event_.empty());
  idle_feeders_.push_back(f);
}

void Consumer::Impl::consume_callback(rd_kafka_message_t* m) {
  struct Guard {
    rd_kafka_message_t* m;
    ~Guard() { destroy_consumed(m); }
  } guard{m};
  conf_.callbacks.consume_cb(m, conf_.callbacks.opaque);
}

// --- the interface

Consumer::Consumer(Cluster& cluster, Topics& topics, const Conf& conf, Queue& main_queue)
    : impl_(std::make_unique<Impl>(cluster, topics, conf, main_queue)),
      has_group_(!conf.values.group_id.empty()),
      consumer_queue_(impl_->consumer_queue_.get()) {}

Consumer::~Consumer() = default;

QueueRef Consumer::new_queue(const char* name) {
  return impl_->make_queue(name);
}

QueueRef Consumer::partition_queue(std::string_view topic, i32 partition) {
  return impl_->reader(topic, partition).queue;
}

void Consumer::redirect_main_queue() {
  impl_->main_queue_.forward_to(impl_->consumer_queue_.get());
}

void Consumer::watermarks(std::string_view topic, i32 partition, i64* low, i64* high) {
  *low = *high = RD_KAFKA_OFFSET_INVALID;
  PartitionReader* p = impl_->find(topic, partition);
  if (!p) return;
  PartitionLock lock(*p);
  *low = p->low;
  *high = p->high;
}

std::vector<Consumer::PartitionStats> Consumer::stats() {
  std::vector<PartitionStats> all;
  for (PartitionReader* p : impl_->consumed()) {
    PartitionLock lock(*p);
    PartitionStats s{};
    i32 epoch;
    s.topic = &p->topic;
    s.partition = p->id;
    s.broker_id = p->source;
    s.fetching = p->mode == PartitionReader::Mode::active && !p->paused;
    s.queued_count = p->queued_messages;
    s.queued_bytes = p->queued_bytes;
    s.next_offset = p->fetch_offset;
    s.app_offset = lock.feeder().position(*p, &epoch);
    s.stored_offset = impl_->stored(*p, lock.feeder(), &s.stored_epoch);
    s.committed_offset = p->committed_offset;
    s.eof_offset = p->eof_offset;
    s.low = p->low;
    s.high = p->high;
    s.last_stable = p->last_stable;
    s.messages = p->messages_seen;
    s.bytes = p->bytes_seen;
    s.legacy = p->started;
    s.locating = p->mode == PartitionReader::Mode::lookup;
    s.wanted_offset = p->wanted_offset;
    all.push_back(s);
  }
  return all;
}

}  // namespace rk
