#include "consumer/feeder.h"

#include <algorithm>

#include "base/check.h"
#include "base/planted.h"

namespace rk {

Feeder::Feeder(FeederHost& host, Queue& queue)
    : host_(host), queue_(&queue), pool_(ChunkPool::create()), current_(empty_chunk()) {
  serve(queue);
}

Feeder::~Feeder() {
  leave();
  pool_->release();
}

void Feeder::leave() {
  Lock lock(mutex_);
  retire();
  if (spare_) recycle(*std::exchange(spare_, nullptr));
}

void Feeder::serve(Queue& queue) {
  Lock lock(mutex_);
  queue_ = &queue;
  queue.feed_state.store(current_, std::memory_order_release);
  queue.feed_owner = this;
}

Message* Feeder::refill() {
  PartitionReader* troubled = nullptr;
  Error trouble;
  Message* result = nullptr;
  {
    Lock lock(mutex_);
    for (;;) {
      if ((result = take_ticket(*current_))) break;
      retire();
      if (ready_.empty()) break;
      PartitionReader& p = *ready_.front();
      if (!spare_) spare_ = pool_->take();
      if (!spare_) break;  // memory is short: the next poll tries again
      const FillOptions options{host_.check_crcs(), host_.read_committed(), host_.buffer_pool(),
                                codecs_};
      const u32 n = p.fill(*spare_, options, &trouble);
      // A batch is read to its end before the next partition's turn: it is in the cache.
      if (!p.in_batch()) {
        ready_.pop_front();
        if (p.has_data() && !trouble) {
          ready_.push_back(&p);
        } else {
          p.in_ready_list = false;
          ready_count_.fetch_sub(1, std::memory_order_seq_cst);
        }
      }
      if (n > 0) {
        Chunk* c = std::exchange(spare_, nullptr);
        current_ = c;
        current_partition_ = &p;
        publish(*c, n, 1);
        queue_->feed_state.store(c, std::memory_order_release);
        result = &c->slots[0];
        break;
      }
      if (trouble) {
        p.drop_fetched();
        if (!FASTKA_PLANTED(skips_corrupt_batches)) p.fetch_offset = p.deliver_from;
        // Not fetched again before the host has decided how.
        p.retry_at = kNever;
        troubled = &p;
        break;
      }
    }
  }
  if (!troubled) return result;
  host_.corrupt(*troubled, trouble);
  return refill();
}

// Ends the current chunk: what was handed out of it counts as the partition's position.
void Feeder::retire() {
  Chunk* c = std::exchange(current_, empty_chunk());
  if (c == empty_chunk()) return;
  queue_->feed_state.store(current_, std::memory_order_release);
  PartitionReader& p = *std::exchange(current_partition_, nullptr);
  const Revoked r = revoke(*c);
  if (r.handed > 0 && !c->notice) {
    p.app_offset = c->slots[r.handed - 1].pub.offset + 1;
    p.app_epoch = c->slots[r.handed - 1].leader_epoch;
  }
  if (r.handed < r.count) {
    const Message& first = c->slots[r.handed];
    if (!c->notice) {
      if (!FASTKA_PLANTED(forgets_the_taken_back)) p.deliver_from = first.pub.offset;
    } else if (first.pub.err == RD_KAFKA_RESP_ERR__PARTITION_EOF) {
      p.eof_told = RD_KAFKA_OFFSET_INVALID;  // told anew
    } else {
      Segment again;
      again.notice = first.pub.err;
      if (c->text) again.text = c->text;
      again.offset = first.pub.offset;
      again.broker_id = c->broker_id;
      p.segments.push_front(std::move(again));
    }
  }
  drop(*c, r.count - r.handed + 1);
}

bool Feeder::announce(PartitionReader& p) {
  if (p.paused || p.in_ready_list || !p.has_data()) return false;
  p.in_ready_list = true;
  ready_.push_back(&p);
  ready_count_.fetch_add(1, std::memory_order_seq_cst);
  return true;
}

void Feeder::forget(PartitionReader& p) {
  if (!p.in_ready_list) return;
  ready_.erase(std::find(ready_.begin(), ready_.end(), &p));
  p.in_ready_list = false;
  ready_count_.fetch_sub(1, std::memory_order_seq_cst);
}

void Feeder::take_back(PartitionReader& p, bool staying) {
  if (current_partition_ == &p) retire();
  std::deque<Segment> kept;
  for (Segment& s : p.segments) {
    if (s.notice == RD_KAFKA_RESP_ERR__PARTITION_EOF) {
      p.eof_told = RD_KAFKA_OFFSET_INVALID;
    } else if (s.notice != kOk && staying) {
      kept.push_back(std::move(s));
    }
  }
  p.drop_fetched((!staying || p.mode == PartitionReader::Mode::active) &&
                 !FASTKA_PLANTED(takes_stale_answers));
  p.segments = std::move(kept);
  p.fetch_offset = p.deliver_from;
  forget(p);
}

i64 Feeder::position(PartitionReader& p, i32* epoch) {
  if (current_partition_ == &p && !current_->notice) {
    const u64 w = current_->word.load(std::memory_order_acquire);
    const u32 handed = std::min(next_of(w), count_of(w));
    if (handed > 0) {
      const Message& last = current_->slots[handed - 1];
      *epoch = last.leader_epoch;
      return last.pub.offset + (FASTKA_PLANTED(position_lags) ? 0 : 1);
    }
  }
  *epoch = p.app_epoch;
  return p.app_offset;
}

void Feeder::rehome(PartitionReader& p, Feeder& to) {
  for (;;) {
    Feeder* from = p.home.load(std::memory_order_acquire);
    if (from == &to) return;
    if (!from) {
      p.home.store(&to, std::memory_order_release);
      return;
    }
    Feeder* first = std::min(from, &to);
    Feeder* second = std::max(from, &to);
    Lock a(first->mutex_);
    Lock b(second->mutex_);
    if (p.home.load(std::memory_order_relaxed) != from) continue;
    from->take_back(p, true);
    p.home.store(&to, std::memory_order_release);
    to.announce(p);
    return;
  }
}

size_t Feeder::ready_messages() {
  Lock lock(mutex_);
  const u64 w = current_->word.load(std::memory_order_acquire);
  size_t n = count_of(w) - std::min(next_of(w), count_of(w));
  for (PartitionReader* p : ready_) {
    n += p->queued_messages;
    for (const Segment& s : p->segments) n += s.notice != kOk;
  }
  return n;
}

}  // namespace rk
