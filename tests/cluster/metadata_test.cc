// Goal: what an answer does to what is known. Method: hand-made answers; the rules are those of
// KIP-320 and KIP-516 and of a broker's documented behaviour (a topic missing in one answer is no
// proof of its deletion).
#include "cluster/metadata.h"

#include "base/error.h"
#include "cluster/backoff.h"
#include "cluster/bootstrap.h"
#include "cluster/cluster.h"
#include "support/unit.h"

using namespace rk;

namespace {

Snapshot one_topic(i32 leader, i32 epoch, i16 error = 0, u64 id = 0, i32 partitions = 1) {
  wire::MetadataResponse m;
  const std::vector<wire::MetadataResponse::Broker> brokers{{1, "a", 9092, {}}, {2, "b", 9092, {}}};
  std::vector<wire::MetadataResponse::Topic::Partition> list;
  for (i32 i = 0; i < partitions; ++i) list.push_back({error, i, leader, epoch, {}, {}, {}});
  std::vector<wire::MetadataResponse::Topic> topics(1);
  topics[0].name = "t";
  topics[0].topic_id = {0, id};
  topics[0].partitions = list;
  m.brokers = brokers;
  m.topics = topics;
  m.controller_id = 2;
  MetadataContext c;
  c.now = 5;
  return snapshot_of(m, c);
}

const PartitionInfo& only(const Snapshot& s) {
  return s.topic("t")->partitions[0];
}

void an_answer_is_taken_as_it_is(void**) {
  const Snapshot s = one_topic(2, 7, 0, 9, 3);
  assert_int_equal(s.brokers.size(), 2);
  assert_int_equal(s.controller_id, 2);
  assert_int_equal(s.topic("t")->partitions.size(), 3);
  assert_int_equal(only(s).leader, 2);
  assert_int_equal(only(s).leader_epoch, 7);
  assert_true(s.topic("t")->id == (TopicId{0, 9}));
  assert_null(s.topic("u"));
  assert_null(s.partition("t", 3));
  assert_null(s.partition("t", -1));
}

void an_older_leader_epoch_changes_nothing(void**) {
  const Snapshot known = merge({}, one_topic(2, 7), {});
  assert_int_equal(only(merge(known, one_topic(1, 6), {})).leader, 2);
  assert_int_equal(only(merge(known, one_topic(1, 7), {})).leader, 1);
  assert_int_equal(only(merge(known, one_topic(1, 8), {})).leader_epoch, 8);
  // brokers too old to say an epoch are believed
  assert_int_equal(only(merge(known, one_topic(1, -1), {})).leader, 1);
}

void another_topic_of_the_same_name_starts_afresh(void**) {
  const Snapshot known = merge({}, one_topic(2, 7, 0, 1, 4), {});
  const Snapshot s = merge(known, one_topic(1, 0, 0, 2, 1), {});
  assert_int_equal(only(s).leader, 1);
  assert_int_equal(s.topic("t")->partitions.size(), 1);
  // a broker that has not heard of the new one yet
  const Snapshot late = merge(s, one_topic(2, 8, 0, 1, 4), {});
  assert_int_equal(only(late).leader, 1);
  assert_true(late.topic("t")->id == (TopicId{0, 2}));
  // the same topic, from a broker that knows of fewer partitions
  assert_int_equal(merge(known, one_topic(1, 8, 0, 1, 2), {}).topic("t")->partitions.size(), 4);
}

// A topic that was deleted and created again, on brokers without topic ids.
void an_older_epoch_again_and_again_is_another_topic(void**) {
  Snapshot s = merge({}, one_topic(2, 7), {});
  for (int i = 0; i < 3; ++i) s = merge(s, one_topic(1, 0), {});
  s = merge(s, one_topic(2, 7), {});  // one broker that lags behind the others
  for (int i = 0; i < 4; ++i) s = merge(s, one_topic(1, 0), {});
  assert_int_equal(only(s).leader, 2);
  s = merge(s, one_topic(1, 0), {});
  assert_int_equal(only(s).leader, 1);
  assert_int_equal(only(s).leader_epoch, 0);
  // with an id nothing but the id tells
  s = merge({}, one_topic(2, 7, 0, 9), {});
  for (int i = 0; i < 20; ++i) s = merge(s, one_topic(1, 0, 0, 9), {});
  assert_int_equal(only(s).leader, 2);
}

void without_a_leader_the_last_one_stays(void**) {
  const Snapshot known = merge({}, one_topic(2, 7), {});
  const Snapshot s = merge(known, one_topic(-1, 7, 5), {});
  assert_int_equal(only(s).leader, 2);
  assert_int_equal(only(s).error, RD_KAFKA_RESP_ERR_LEADER_NOT_AVAILABLE);
  assert_true(leaders_missing(*s.topic("t")));
  assert_false(leaders_missing(*known.topic("t")));
  assert_true(leadership_digest(s.topic("t")) != leadership_digest(known.topic("t")));
}

void a_missing_topic_keeps_its_partitions(void**) {
  const Snapshot known = merge({}, one_topic(2, 7), {});
  wire::MetadataResponse m;
  std::vector<wire::MetadataResponse::Topic> topics(1);
  topics[0].name = "t";
  topics[0].error_code = 3;
  m.topics = topics;
  Snapshot s = merge(known, snapshot_of(m, {}), {});
  assert_int_equal(s.topic("t")->error, RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART);
  assert_int_equal(only(s).leader, 2);
  // an answer without brokers does not make us forget them
  assert_int_equal(s.brokers.size(), 2);
  // and the same when the answer does not even mention it
  const std::vector<std::string> asked{"t"};
  MetadataContext c;
  c.asked = &asked;
  s = merge(known, Snapshot{}, c);
  assert_int_equal(s.topic("t")->error, RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART);
  assert_int_equal(only(s).leader, 2);
}

void topics_of_nobody_are_forgotten_in_time(void**) {
  const Snapshot known = merge({}, one_topic(2, 7), {});
  MetadataContext c;
  c.topic_age_max = 100;
  c.now = 105;
  assert_non_null(merge(known, {}, c).topic("t"));
  c.now = 106;
  assert_null(merge(known, {}, c).topic("t"));
  c.followed = [](std::string_view) { return true; };
  assert_non_null(merge(known, {}, c).topic("t"));
}

void nonsense_sizes_nothing(void**) {
  wire::MetadataResponse m;
  const std::vector<wire::MetadataResponse::Topic::Partition> list{
      {0, 2147483647, 1, 1, {}, {}, {}}, {0, -5, 1, 1, {}, {}, {}}, {0, 1, -7, 1, {}, {}, {}}};
  const std::vector<wire::MetadataResponse::Broker> brokers{
      {-1, "a", 9092, {}}, {3, "", 9092, {}}, {4, "a", 70000, {}}, {5, "a", -1, {}}};
  std::vector<wire::MetadataResponse::Topic> topics(2);
  topics[0].name = "t";
  topics[0].partitions = list;
  m.topics = topics;
  m.brokers = brokers;
  const Snapshot s = snapshot_of(m, {});
  assert_int_equal(s.brokers.size(), 0);
  assert_int_equal(s.topics.size(), 1);
  assert_int_equal(s.topic("t")->partitions.size(), 3);
  assert_int_equal(s.topic("t")->partitions[1].leader, -1);
}

LeaderHint hint(const char* topic, i32 partition, i32 leader, i32 epoch, const char* host = "",
                i32 port = 9092) {
  return {topic, partition, leader, epoch, host, port, {}};
}

// KIP-951. A leader that metadata did not name yet is taken with the address that came with it.
void a_hinted_leader_must_be_newer(void**) {
  Snapshot s = merge({}, one_topic(2, 7), {});
  assert_false(apply_leader(s, hint("t", 0, 1, 7)));
  assert_false(apply_leader(s, hint("t", 1, 1, 9)));
  assert_false(apply_leader(s, hint("u", 0, 1, 9)));
  assert_false(apply_leader(s, hint("t", 0, 3, 9)));  // nobody said where 3 is
  assert_false(apply_leader(s, hint("t", 0, 3, 9, "c", 65536)));
  assert_int_equal(s.brokers.size(), 2);
  assert_true(apply_leader(s, hint("t", 0, 1, 8)));
  assert_int_equal(only(s).leader, 1);
  // A late answer about the topic of this name before, whose epochs were higher.
  s.topics.find("t")->second.id = {1, 2};
  LeaderHint former = hint("t", 0, 1, 100);
  former.topic_id = {3, 4};
  assert_false(apply_leader(s, former));
  assert_true(apply_leader(s, hint("t", 0, 3, 9, "c")));
  assert_int_equal(only(s).leader, 3);
  assert_string_equal(s.brokers[3].host.c_str(), "c");
}

// A hint is an answer's, so as hostile as any: what it names is kept for as long as the broker is.
void a_hint_is_bounded(void**) {
  const std::string longest(kHintTextMax, 'x'), longer(kHintTextMax + 1, 'x');
  std::vector<wire::NodeEndpoint> nodes;
  nodes.push_back({1, longer, 1, {}});
  nodes.push_back({2, "b", 2, longer});
  nodes.push_back({3, "c", 3, {}});
  nodes.push_back({3, "d", 4, {}});
  nodes.push_back({4, longest, 5, longest});
  const auto at = [&](i32 leader) { return hint_of("t", 0, {}, {leader, 7}, nodes); };
  assert_true(at(1).host.empty());
  assert_true(at(2).host.empty() && at(2).rack.empty());
  assert_true(at(3).host == "c" && at(3).port == 3);
  assert_true(at(4).host == longest && at(4).rack == longest);
  assert_true(at(5).host.empty() && at(5).leader == 5);
}

void bootstrap_lists_are_read(void**) {
  const auto one = [](const char* list) {
    std::string out;
    for (const auto& b : parse_bootstrap(list)) out += stringf("%s|%u ", b.host.c_str(), b.port);
    return out;
  };
  assert_string_equal(one("a").c_str(), "a|9092 ");
  assert_string_equal(one("a:1,b:2").c_str(), "a|1 b|2 ");
  assert_string_equal(one(" PLAINTEXT://a:1 ,, SSL://b ").c_str(), "a|1 b|9092 ");
  assert_string_equal(one("[::1]:19092,[fe80::1],::1").c_str(), "::1|19092 fe80::1|9092 ::1|9092 ");
  assert_string_equal(one("a:0,a:65536,a:x,:1,,").c_str(), "");
}

void delays_double_within_their_bounds(void**) {
  // KIP-580: 100, 200, 400, 800, 1000, ... each -+20 %
  const i64 plain[] = {100, 200, 400, 800, 1000, 1000};
  for (int i = 0; i < 6; ++i) {
    for (u64 r : {u64{0}, u64{12345}, ~u64{0}}) {
      const Micros d = retry_backoff(100, 1000, i + 1, r);
      assert_true(d >= plain[i] * 800 && d <= plain[i] * 1200);
    }
  }
  // documented for reconnect.backoff.ms: -25 % to +50 %
  assert_int_equal(rk::reconnect_backoff(100, 10000, 1, 0), 75000);
  assert_true(rk::reconnect_backoff(100, 10000, 1, 749) < 150000);
  assert_int_equal(rk::reconnect_backoff(100, 10000, 40, 0), 7500000);
  assert_int_equal(rk::reconnect_backoff(0, 0, 40, 5), 0);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(an_answer_is_taken_as_it_is),
      cmocka_unit_test(an_older_leader_epoch_changes_nothing),
      cmocka_unit_test(another_topic_of_the_same_name_starts_afresh),
      cmocka_unit_test(an_older_epoch_again_and_again_is_another_topic),
      cmocka_unit_test(without_a_leader_the_last_one_stays),
      cmocka_unit_test(a_missing_topic_keeps_its_partitions),
      cmocka_unit_test(topics_of_nobody_are_forgotten_in_time),
      cmocka_unit_test(nonsense_sizes_nothing),
      cmocka_unit_test(a_hinted_leader_must_be_newer),
      cmocka_unit_test(a_hint_is_bounded),
      cmocka_unit_test(bootstrap_lists_are_read),
      cmocka_unit_test(delays_double_within_their_bounds),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
