// Topics: the client's table of Topic handles, by name. Every Topic lives until the client goes, so
// a message's `rkt` never dangles. Any thread.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "base/lock.h"
#include "cluster/topic.h"

namespace rk {

class Topics {
 public:
  // default_conf: for topics that the application never made a handle of.
  Topics(rd_kafka_t* rk, const TopicConf& default_conf) : rk_(rk), default_(default_conf) {}

  // The topic of that name, made with `conf` (or the default) if it is new.
  Topic* get(std::string_view name, const TopicConf* conf = nullptr) {
    Lock lock(mutex_);
    auto it = by_name_.find(name);
    if (it == by_name_.end())
      it = by_name_
               .emplace(std::string(name),
                        std::make_unique<Topic>(rk_, std::string(name), conf ? *conf : default_))
               .first;
    return it->second.get();
  }
  Topic* find(std::string_view name) {
    Lock lock(mutex_);
    auto it = by_name_.find(name);
    return it == by_name_.end() ? nullptr : it->second.get();
  }
  template <typename F>
  void for_each(F f) {
    Lock lock(mutex_);
    for (auto& [name, topic] : by_name_) f(*topic);
  }

 private:
  rd_kafka_t* const rk_;
  const TopicConf& default_;
  Mutex mutex_;
  std::map<std::string, std::unique_ptr<Topic>, std::less<>> by_name_;  // guarded by mutex_
};

}  // namespace rk
