#include "explore/configs.h"

namespace rk::explore {
namespace {

std::vector<Config> usual() {
  std::vector<Config> all;
  auto add = [&all](const char* name) -> Config& {
    all.emplace_back().name = name;
    return all.back();
  };
  // The small ones first: they catch most.
  {
    Config& c = add("retries");
    c.batches = 3;
    c.retries = 1;
    c.id_late = true;
    c.budget = {.cuts = 2, .errors = 1, .refusals = 2, .expiries = 1, .id_refusals = 1};
  }
  {
    Config& c = add("kafka 2.4");
    c.kafka_2_4 = true;
    c.budget = {.cuts = 2, .restarts = 1, .errors = 1, .expiries = 1, .forgets = 2};
  }
  {
    Config& c = add("recreated");
    c.batches = 3;
    c.budget = {.cuts = 2, .leaders = 1, .errors = 1, .expiries = 1, .recreations = 1};
  }
  {
    Config& c = add("epochs");
    c.first_epoch = 32766;
    c.request_timeout = 300;
    c.budget = {.cuts = 3, .refusals = 1, .expiries = 2, .purges = 1};
  }
  {
    Config& c = add("window 2");
    c.batches = 3;
    c.window = 2;
    c.budget = {.cuts = 1, .restarts = 1, .refusals = 1, .expiries = 1};
  }
  {
    Config& c = add("leaders");
    c.batches = 3;
    c.budget = {.cuts = 2, .restarts = 1, .leaders = 2, .errors = 1, .expiries = 1, .uncleans = 1};
  }
  {
    Config& c = add("purges");
    c.batches = 3;
    c.add_later = true;
    c.same_deadlines = true;
    c.budget = {.cuts = 1,
                .unwritten = 2,
                .restarts = 1,
                .leaders = 1,
                .refusals = 1,
                .expiries = 2,
                .purges = 1};
  }
  {
    Config& c = add("window 3");
    c.window = 3;
    c.budget = {.cuts = 2, .restarts = 1, .leaders = 1, .refusals = 1, .expiries = 1};
  }
  {
    Config& c = add("faults");
    c.budget = {.cuts = 2, .restarts = 2, .leaders = 1, .errors = 1, .refusals = 1, .expiries = 2};
  }
  return all;
}

}  // namespace

const std::vector<Config>& configs(Size size) {
  static const std::vector<Config> kUsual = usual();
  static const std::vector<Config> kLarge = [] {
    std::vector<Config> all = usual();
    for (Config& c : all) {
      ++c.batches;
      ++c.budget.cuts;
      if (c.window == 3) c.window = 5;
    }
    return all;
  }();
  return size == Size::usual ? kUsual : kLarge;
}

}  // namespace rk::explore
