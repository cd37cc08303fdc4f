#include "producer/broker_worker.h"

#include <algorithm>
#include <cstdio>

#include "base/check.h"
#include "base/planted.h"
#include "cluster/metadata.h"
#include "producer/topic_log.h"
#include "wire/messages/produce.h"

namespace rk {
namespace {
// More than five batches of a producer id in flight could not be recognised as duplicates.
constexpr i32 kLinesMax = 5;
// The broker waits request.timeout.ms for its replicas and then answers so: leave it the time to.
constexpr Micros kAnswerGrace = kMicrosPerSecond;
// When another broker leads, ours has this long for the answer that it knows nothing of.
constexpr Micros kLeaveGrace = kMicrosPerSecond;
// A leader that takes longer to answer may be one no more: ask who leads.
constexpr Micros kSlowAnswer = 5 * kMicrosPerSecond;
// Between two failed connects when the cluster knows no delay of its own.
constexpr Micros kConnectPauseMin = 10 * kMicrosPerMs;
// The last version that calls topics by name. By id, a batch never gets into another topic of the
// same name.
constexpr i16 kProduceByName = 12;
}  // namespace

// One Produce request that is out: who is in it, and the bytes, which stay until it is over.
struct BrokerWorker::Flight {
  struct Entry {
    PartitionLog* log;
    PartitionLog::Sending sending;
    Generation on;
    bool answered = false;
    bool is_about(const wire::ProduceResponse::Response& topic, i16 version) const {
      if (version <= kProduceByName) return log->topic()->name == topic.name;
      return sending.topic_id == TopicId{topic.topic_id.high, topic.topic_id.low};
    }
  };
  std::vector<Entry> entries;
  Line* line = nullptr;
  std::vector<wire::ProduceRequest::TopicData> topics;
  std::vector<wire::ProduceRequest::TopicData::PartitionData> partitions;
  wire::ProduceRequest request;
  Micros sent_at = 0;
  bool slow = false;
  bool by_id = true;  // all its topics' ids are known

  bool holds(const PartitionLog* log) const {
    return std::any_of(entries.begin(), entries.end(),
                       [log](const Entry& e) { return e.log == log && !e.answered; });
  }
  // Whether somebody else leads a partition that waits for the answer; it may have come back to us.
  bool leads_elsewhere(i32 broker_id) const {
    return std::any_of(entries.begin(), entries.end(), [broker_id](const Entry& e) {
      return !e.answered && e.log->leader() >= 0 && e.log->leader() != broker_id;
    });
  }
  void lay_out(i32 timeout_ms);
};

// The entries sorted by topic, as the request's nested arrays want them.
void BrokerWorker::Flight::lay_out(i32 timeout_ms) {
  const auto key = [](const Entry& e) {
    const TopicId& id = e.sending.topic_id;
    return std::tuple(e.log->topic(), id.high, id.low);
  };
  std::stable_sort(entries.begin(), entries.end(),
                   [&](const Entry& a, const Entry& b) { return key(a) < key(b); });
  partitions.reserve(entries.size());
  for (size_t i = 0; i < entries.size();) {
    const size_t first = i;
    const auto topic = key(entries[i]);
    const TopicId& id = entries[i].sending.topic_id;
    by_id &= static_cast<bool>(id);
    for (; i < entries.size() && key(entries[i]) == topic; ++i) {
      const Batch::Packing& bytes = entries[i].sending.bytes;
      partitions.push_back({entries[i].log->partition(), Bytes{bytes.bytes->data(), bytes.size}});
    }
    topics.push_back({entries[first].log->topic()->name,
                      {id.high, id.low},
                      {partitions.data() + first, i - first}});
  }
  request.acks = FASTKA_PLANTED(asks_for_fewer_acks) ? 1 : -1;
  request.timeout_ms = timeout_ms;
  request.topic_data = topics;
}

BrokerWorker::BrokerWorker(ProducerContext& context, i32 broker_id)
    : context_(context),
      broker_id_(broker_id),
      counters_(context.cluster.counters(broker_id)),
      lines_max_(static_cast<size_t>(
          std::min(context.conf.values.max_in_flight_requests_per_connection, kLinesMax))),
      poller_(context.env.new_poller()) {
  std::snprintf(name_, sizeof name_, "rdk:produce%d", broker_id);
}

BrokerWorker::~BrokerWorker() = default;

void BrokerWorker::close_connections() {
  lines_.clear();
  Lock lock(mutex_);
  new_connections_.clear();
}

void BrokerWorker::activate(PartitionLog* log) {
  {
    Lock lock(mutex_);
    inbox_.push_back(log);
  }
  wake();
}

// Walk through the race: step() ends with awake_ = false and then looks at poked_. A wake() before
// that look is seen by it; one after it finds awake_ false and wakes the poller.
void BrokerWorker::wake() {
  poked_.store(true);
  if (!awake_.exchange(true)) poller_->wake();
}

Micros BrokerWorker::step(Micros now, const Poller::Ready* ready, int count) {
  now_ = now;
  awake_.store(true);
  poked_.store(false);
  for (int i = 0; i < count; ++i) {
    static_cast<Connection*>(ready[i].tag)->on_ready(ready[i].what, now);
  }
  Micros next = kNever;
  for (auto& line : lines_) next = std::min(next, line->connection->step(now));
  take_inbox(now);
  sweep_lines(now);
  next = std::min(next, service_partitions(now));
  next = std::min(next, send_candidates(now));
  next = std::min(next, watch_lines(now));
  for (auto& line : lines_) {
    if (line->fresh) next = std::min(next, line->connection->step(now));
    line->fresh = false;
    if (line->drop || line->connection->state() == Connection::State::closed) next = now;
  }
  awake_.store(false);
  if (!poked_.load()) return next;
  awake_.store(true);
  return now;
}

void BrokerWorker::take_inbox(Micros now) {
  std::vector<Result<std::unique_ptr<Connection>>> connections;
  {
    Lock lock(mutex_);
    active_.insert(active_.end(), inbox_.begin(), inbox_.end());
    inbox_.clear();
    connections.swap(new_connections_);
  }
  for (auto& result : connections) {
    connecting_ = false;
    if (result.ok()) {
      adopt(result.take(), now);
      continue;
    }
    const Micros pause = context_.cluster.reconnect_backoff(broker_id_);
    connect_not_before_ = now + std::max(pause, kConnectPauseMin);
    context_.cluster.refresh_all("a leader cannot be reached");
  }
}

// Any thread.
void BrokerWorker::take_connection(Result<std::unique_ptr<Connection>> result) {
  {
    Lock lock(mutex_);
    new_connections_.push_back(std::move(result));
  }
  wake();
}

void BrokerWorker::adopt(std::unique_ptr<Connection> connection, Micros now) {
  auto line = std::make_unique<Line>();
  line->connection = std::move(connection);
  line->serial = ++serials_;
  line->connection->on_state = {};
  line->connection->attach(*poller_);
  line->connection->step(now);
  lines_.push_back(std::move(line));
}

void BrokerWorker::sweep_lines(Micros now) {
  for (auto& line : lines_) {
    if (line->drop && !line->out) {
      line->connection->close(
          Error(RD_KAFKA_RESP_ERR__TRANSPORT, "closed after an answer that cannot be trusted"),
          now);
    }
  }
  std::erase_if(lines_, [](const auto& line) {
    return line->connection->state() == Connection::State::closed;
  });
}

Micros BrokerWorker::service_partitions(Micros now) {
  using State = PartitionLog::Due::State;
  Micros next = kNever;
  candidates_.clear();
  for (size_t i = 0; i < active_.size();) {
    PartitionLog* const log = active_[i];
    const PartitionLog::Due due = log->service(now, this);
    next = std::min(next, due.at);
    if (due.leaving) leave(log, now);
    if (due.state == State::ready) candidates_.push_back({log, due.since, due.bytes});
    if (due.state == State::ready || due.state == State::waiting) {
      ++i;
      continue;
    }
    active_[i] = active_.back();
    active_.pop_back();
    if (due.state == State::moved) log->nudge();
  }
  return next;
}

void BrokerWorker::leave(const PartitionLog* log, Micros now) {
  for (auto& line : lines_) {
    if (line->out && line->out->holds(log))
      line->leave_at = std::min(line->leave_at, now + kLeaveGrace);
  }
}

// Requests that stay out.
Micros BrokerWorker::watch_lines(Micros now) {
  Micros next = kNever;
  for (auto& line : lines_) {
    if (!line->out) continue;
    if (line->leave_at <= now && !line->out->leads_elsewhere(broker_id_)) line->leave_at = kNever;
    if (line->leave_at <= now) {
      line->connection->close(Error(RD_KAFKA_RESP_ERR__TRANSPORT,
                                    "no answer from a broker that does not lead any longer"),
                              now);
      continue;
    }
    const Micros slow_at = line->out->slow ? kNever : line->out->sent_at + kSlowAnswer;
    if (slow_at <= now) {
      line->out->slow = true;
      context_.cluster.refresh_all("a leader is slow to answer");
    } else {
      next = std::min(next, slow_at);
    }
    next = std::min(next, line->leave_at);
  }
  return next;
}

BrokerWorker::Line* BrokerWorker::free_line(Micros now, Micros* muted_until) {
  for (auto& line : lines_) {
    if (line->out || line->drop || line->connection->state() != Connection::State::ready) continue;
    if (line->connection->muted_until() <= now) return line.get();
    *muted_until = std::min(*muted_until, line->connection->muted_until());
  }
  return nullptr;
}

Micros BrokerWorker::send_candidates(Micros now) {
  std::sort(candidates_.begin(), candidates_.end(),
            [](const Candidate& a, const Candidate& b) { return a.since < b.since; });
  if (now < muted_until_ && !FASTKA_PLANTED(sends_while_throttled))
    return candidates_.empty() ? kNever : muted_until_;
  Micros next = kNever;
  while (!candidates_.empty()) {
    Line* line = free_line(now, &next);
    if (!line) return std::min(next, want_connection(now));
    if (send_request(*line, now)) next = now;
  }
  return next;
}

Micros BrokerWorker::want_connection(Micros now) {
  if (connecting_ || lines_.size() >= lines_max_) return kNever;
  if (now < connect_not_before_) return connect_not_before_;
  connecting_ = true;
  context_.cluster.connect(broker_id_, [weak = weak_from_this()](auto result) {
    if (auto self = weak.lock()) self->take_connection(std::move(result));
  });
  return kNever;
}

// Fills one request from the front of the candidates; true when a step is due at once, because
// something ended while sending.
bool BrokerWorker::send_request(Line& line, Micros now) {
  auto flight = std::make_shared<Flight>();
  flight->line = &line;
  flight->sent_at = now;
  const size_t bytes_max = static_cast<size_t>(context_.conf.values.message_max_bytes);
  const i32 timeout_ms = candidates_.front().log->settings().request_timeout_ms;
  size_t bytes = 0;
  size_t taken = 0;
  Micros last_deadline = 0;
  std::vector<Candidate> later;
  Window* const waits = counters_->windows ? &counters_->windows->internal_latency : nullptr;
  for (; taken < candidates_.size(); ++taken) {
    const Candidate& c = candidates_[taken];
    if (bytes > 0 && bytes + c.bytes > bytes_max) break;
    if (c.log->settings().request_timeout_ms != timeout_ms) {
      later.push_back(c);
      continue;
    }
    Flight::Entry entry{c.log, {}, {line.serial, c.log->leader_epoch()}};
    if (!c.log->begin(now, entry.on, codecs_, waits, &entry.sending)) continue;
    bytes += entry.sending.bytes.size;
    last_deadline = std::max(last_deadline, entry.sending.deadline);
    if (entry.sending.write_header) Batch::write_header(entry.sending.bytes);
    flight->entries.push_back(std::move(entry));
  }
  candidates_.erase(candidates_.begin(), candidates_.begin() + static_cast<std::ptrdiff_t>(taken));
  candidates_.insert(candidates_.begin(), later.begin(), later.end());
  if (flight->entries.empty()) return true;
  flight->lay_out(timeout_ms);
  measure(*flight);

  Request request;
  request.api = wire::ApiKey::kProduce;
  request.version_min = wire::ProduceRequest::versions.min;
  request.version_max = flight->by_id ? wire::ProduceRequest::versions.max : kProduceByName;
  // Once all its batches are reported nobody waits for it but its line.
  request.deadline = std::min(now + timeout_ms * kMicrosPerMs, last_deadline) + kAnswerGrace;
  request.encode = [flight](wire::Writer& w, i16 version) {
    wire::encode(w, flight->request, version);
  };
  request.done = [this, flight](Reply&& reply) { answered(flight, std::move(reply)); };
  line.out = flight.get();
  line.leave_at = kNever;
  line.fresh = true;
  if (Error error = line.connection->send(std::move(request), now)) {
    line.out = nullptr;
    end_all(*flight, error.code(), true, now);
    return true;
  }
  return false;
}

void BrokerWorker::measure(const Flight& flight) {
  bool retry = false;
  for (const Flight::Entry& entry : flight.entries) {
    const PartitionLog::Sending& s = entry.sending;
    retry |= !s.first;
    if (!counters_->windows) continue;
    const TopicLog* const topic = TopicLog::of(*entry.log->topic());
    if (!topic || !topic->windows()) continue;
    topic->windows()->bytes.add(static_cast<i64>(s.bytes.size));
    topic->windows()->messages.add(s.messages);
  }
  if (retry) counters_->tx_retries.fetch_add(1, std::memory_order_relaxed);
}

void BrokerWorker::answered(const std::shared_ptr<Flight>& flight, Reply&& reply) {
  flight->line->out = nullptr;
  const Micros now = std::max(now_, flight->sent_at);
  if (reply.error) {
    const bool unwritten = !reply.bytes_sent || FASTKA_PLANTED(lost_is_unwritten);
    return end_all(*flight, reply.error.code(), unwritten, now);
  }
  take_answers(*flight, reply, now);
}

void BrokerWorker::end_all(Flight& flight, ErrorCode error, bool unwritten, Micros now) {
  for (Flight::Entry& entry : flight.entries) {
    if (entry.answered) continue;
    PartitionLog::Answer answer;
    answer.error = error;
    answer.unwritten = unwritten;
    answer.lost = !unwritten;
    entry.answered = true;
    entry.log->end(entry.sending, std::move(answer), entry.on, now);
  }
}

// The broker wants silence from the client, not from the one connection.
void BrokerWorker::throttled(i32 ms, Micros now) {
  if (counters_->windows) counters_->windows->throttle.add(ms);
  muted_until_ = std::max(muted_until_, now + ms * kMicrosPerMs);
  context_.cluster.report_throttle(broker_id_, ms);
}

void BrokerWorker::take_answers(Flight& flight, Reply& reply, Micros now) {
  Arena arena;
  wire::ProduceResponse response;
  if (!wire::decode(reply.body, response, reply.version, arena)) {
    flight.line->drop = true;
    return end_all(flight, RD_KAFKA_RESP_ERR__BAD_MSG, false, now);
  }
  throttled(std::clamp(response.throttle_time_ms, 0, kThrottleMsMax), now);
  std::vector<LeaderHint> hints;
  size_t at = 0;  // brokers answer in the request's order
  for (const auto& topic : response.responses) {
    for (const auto& p : topic.partition_responses) {
      Flight::Entry* entry = nullptr;
      for (size_t i = 0; i < flight.entries.size() && !entry; ++i, ++at) {
        Flight::Entry& e = flight.entries[at % flight.entries.size()];
        if (e.log->partition() == p.index && e.is_about(topic, reply.version)) entry = &e;
      }
      // Only the first answer for a batch counts.
      if (!entry || entry->answered) continue;
      entry->answered = true;
      if (p.current_leader.leader_id >= 0)
        hints.push_back(hint_of(entry->log->topic()->name, p.index, entry->sending.topic_id,
                                p.current_leader, response.node_endpoints));
      PartitionLog::Answer answer;
      answer.error = static_cast<ErrorCode>(p.error_code);
      answer.base_offset = p.base_offset;
      answer.log_append_time_ms = p.log_append_time_ms;
      answer.broker_id = broker_id_;
      answer.details.text = std::string(p.error_message);
      for (const auto& record : p.record_errors) {
        answer.details.named.push_back(
            {record.batch_index, std::string(record.batch_index_error_message)});
      }
      if (entry->log->end(entry->sending, std::move(answer), entry->on, now)) {
        flight.line->drop = true;
      }
    }
  }
  if (!hints.empty()) context_.cluster.learn_leaders(std::move(hints));
  for (const Flight::Entry& entry : flight.entries) flight.line->drop |= !entry.answered;
  // A batch that the answer does not mention: nobody knows.
  end_all(flight, RD_KAFKA_RESP_ERR__BAD_MSG, false, now);
}

}  // namespace rk
