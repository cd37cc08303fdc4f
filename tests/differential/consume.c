/* Consuming with assign(): records, ends, positions, pause and seek. */
#include "calls.h"

static void without_group(void) {
  rd_kafka_t* rk = client(RD_KAFKA_CONSUMER, CONF("log_level", "0"));
  rd_kafka_topic_partition_list_t* list = list_of("t", 0, 0);
  rd_kafka_topic_partition_list_t* answer = NULL;
  say("nogroup.assign", "%s", name_of(rd_kafka_assign(rk, list)));
  say("nogroup.subscribe", "%s", name_of(rd_kafka_subscribe(rk, list)));
  say("nogroup.assignment", "%s", name_of(rd_kafka_assignment(rk, &answer)));
  say("nogroup.commit", "%s", name_of(rd_kafka_commit(rk, list, 0)));
  say("nogroup.committed", "%s", name_of(rd_kafka_committed(rk, list, 100)));
  say_next("nogroup.poll", rk);
  say("nogroup.memberid", "%s", rd_kafka_memberid(rk) ? "given" : "NULL");
  say("nogroup.close", "%s", name_of(rd_kafka_consumer_close(rk)));
  rd_kafka_topic_partition_list_destroy(list);
  rd_kafka_destroy(rk);
}

static void records(const char* topic) {
  rd_kafka_t* rk = CONSUMER("enable.partition.eof", "true");
  rd_kafka_message_t* m = rd_kafka_consumer_poll(rk, 10);
  say("consume.poll.unassigned", "%s %s", m ? "message" : "NULL", name_of(rd_kafka_last_error()));
  rd_kafka_topic_partition_list_t* list = list_of(topic, 0, RD_KAFKA_OFFSET_BEGINNING);
  say("consume.assign", "%s", name_of(rd_kafka_assign(rk, list)));
  rd_kafka_topic_partition_list_t* answer = NULL;
  rd_kafka_assignment(rk, &answer);
  say_list("consume.assignment", answer);
  rd_kafka_topic_partition_list_destroy(answer);
  for (int i = 0; i < 6; i++) {
    char key[32];
    snprintf(key, sizeof key, "consume.record.%d", i);
    say_next(key, rk);
  }
  rd_kafka_position(rk, list);
  say_list("consume.position", list);
  int32_t (*epoch)(const rd_kafka_message_t*) =
      newer("consume.leader.epoch", "rd_kafka_message_leader_epoch");
  rd_kafka_seek_partitions(rk, list, 5000);
  list->elems[0].offset = 3;
  say_error("consume.seek", rd_kafka_seek_partitions(rk, list, 5000));
  say_list("consume.seek.list", list);
  m = next(rk);
  say_message("consume.after.seek", m);
  if (epoch) say("consume.leader.epoch", "%d", (int)epoch(m));
  rd_kafka_message_destroy(m);
  say("consume.pause", "%s", name_of(rd_kafka_pause_partitions(rk, list)));
  say_list("consume.pause.list", list);
  say("consume.paused", "%s", rd_kafka_consumer_poll(rk, 300) ? "message" : "NULL");
  say("consume.resume", "%s", name_of(rd_kafka_resume_partitions(rk, list)));
  say_next("consume.resumed", rk);
  rd_kafka_topic_partition_list_destroy(list);
  list = list_of("never-assigned", 3, 5);
  say("consume.pause.other", "%s", name_of(rd_kafka_pause_partitions(rk, list)));
  say_list("consume.pause.other.list", list);
  rd_kafka_topic_partition_list_destroy(list);
  say("consume.protocol", "%s",
      rd_kafka_rebalance_protocol(rk) ? rd_kafka_rebalance_protocol(rk) : "NULL");
  say("consume.memberid", "%s", rd_kafka_memberid(rk) ? "given" : "NULL");
  say("consume.lost", "%d", rd_kafka_assignment_lost(rk));
  say("consume.unsubscribe", "%s", name_of(rd_kafka_unsubscribe(rk)));
  rd_kafka_subscription(rk, &answer);
  say_list("consume.subscription", answer);
  rd_kafka_topic_partition_list_destroy(answer);
  say("consume.flush", "%s", name_of(rd_kafka_flush(rk, 10)));
  say("consume.purge", "%s", name_of(rd_kafka_purge(rk, 1)));
  say("consume.closed.before", "%d", rd_kafka_consumer_closed(rk));
  say("consume.close", "%s", name_of(rd_kafka_consumer_close(rk)));
  say("consume.closed", "%d %s", rd_kafka_consumer_closed(rk),
      rd_kafka_consumer_poll(rk, 10) ? "message" : "NULL");
  rd_kafka_destroy(rk);
}

static void incremental(const char* topic) {
  rd_kafka_t* rk = CONSUMER("client.id", "incremental");
  rd_kafka_topic_partition_list_t* list = list_of(topic, 0, 2);
  say_error("incremental.assign", rd_kafka_incremental_assign(rk, list));
  say_next("incremental.record", rk);
  say_error("incremental.assign.twice", rd_kafka_incremental_assign(rk, list));
  say_error("incremental.unassign", rd_kafka_incremental_unassign(rk, list));
  say_error("incremental.unassign.twice", rd_kafka_incremental_unassign(rk, list));
  rd_kafka_topic_partition_list_t* answer = NULL;
  rd_kafka_assignment(rk, &answer);
  say_list("incremental.left", answer);
  rd_kafka_topic_partition_list_destroy(answer);
  say("assign.null", "%s", name_of(rd_kafka_assign(rk, NULL)));
  rd_kafka_topic_partition_list_destroy(list);
  rd_kafka_destroy(rk);
}

void consuming(void) {
  const char* topic = new_topic("consume", 2);
  fill(topic, 1, 5);
  without_group();
  records(topic);
  incremental(topic);
}

static void start(const char* name, const char* topic, const char* reset, int64_t offset) {
  rd_kafka_t* rk =
      client(RD_KAFKA_CONSUMER, CONF("group.id", topic_named(name), "enable.auto.commit", "false",
                                     "auto.offset.reset", reset, "enable.partition.eof", "true"));
  assign(rk, topic, 0, offset);
  char key[64];
  snprintf(key, sizeof key, "start.%s", name);
  say_next(key, rk);
  rd_kafka_destroy(rk);
}

void positions(void) {
  const char* topic = new_topic("positions", 1);
  fill(topic, 1, 5);
  start("beginning", topic, "latest", RD_KAFKA_OFFSET_BEGINNING);
  start("end", topic, "earliest", RD_KAFKA_OFFSET_END);
  start("tail", topic, "latest", RD_KAFKA_OFFSET_TAIL(2));
  start("tail.long", topic, "latest", RD_KAFKA_OFFSET_TAIL(99));
  start("absolute", topic, "latest", 3);
  start("at.the.end", topic, "error", 5);
  start("beyond.earliest", topic, "earliest", 100);
  start("beyond.latest", topic, "latest", 100);
  start("beyond.error", topic, "error", 100);
  start("stored.earliest", topic, "earliest", RD_KAFKA_OFFSET_STORED);
  start("stored.latest", topic, "latest", RD_KAFKA_OFFSET_STORED);
  start("stored.error", topic, "error", RD_KAFKA_OFFSET_STORED);
  start("unset", topic, "earliest", RD_KAFKA_OFFSET_INVALID);
}
