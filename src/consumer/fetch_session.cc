#include "consumer/fetch_session.h"

#include <limits>

namespace rk {

FetchSession::Request FetchSession::next(const std::vector<FetchAsk>& wanted, bool by_id) {
  if (by_id != by_id_) epoch_ = 0;  // a session goes by one of them
  by_id_ = by_id;
  ++round_;
  Request r;
  r.id = id_;  // with epoch 0: the session that ends
  r.epoch = epoch_;
  if (epoch_ == 0) known_.clear();
  for (u32 i = 0; i < wanted.size(); ++i) {
    const FetchAsk& a = wanted[i];
    const auto [it, fresh] = known_.try_emplace(a.partition, known_of(a, round_));
    Known& k = it->second;
    if (!fresh) {
      const bool same = k.offset == a.offset && k.leader_epoch == a.leader_epoch &&
                        k.last_epoch == a.last_epoch && k.topic_id == a.topic_id;
      if (by_id && !(k.topic_id == a.topic_id)) r.forgotten.push_back({a.partition, k.topic_id});
      k = known_of(a, round_);
      if (same) continue;
    }
    r.changed.push_back(i);
  }
  if (known_.size() == wanted.size()) return r;
  for (auto it = known_.begin(); it != known_.end();) {
    if (it->second.round == round_) {
      ++it;
      continue;
    }
    r.forgotten.push_back({it->first, it->second.topic_id});
    it = known_.erase(it);
  }
  return r;
}

bool FetchSession::answered(i16 error, i32 session_id) {
  const bool was_incremental = epoch_ > 0;
  if (error != 0) {
    if (error == RD_KAFKA_RESP_ERR_FETCH_SESSION_ID_NOT_FOUND) id_ = 0;
    epoch_ = 0;
    return was_incremental && (error == RD_KAFKA_RESP_ERR_FETCH_SESSION_ID_NOT_FOUND ||
                               error == RD_KAFKA_RESP_ERR_INVALID_FETCH_SESSION_EPOCH ||
                               error == kFetchSessionTopicIdError);
  }
  // The broker gives no session when it has no room for one, and may end one with any answer.
  id_ = session_id;
  if (session_id == 0)
    epoch_ = 0;
  else
    epoch_ = epoch_ == std::numeric_limits<i32>::max() ? 1 : epoch_ + 1;
  return false;
}

}  // namespace rk
