/*
 * Goal: topic-partition lists behave as librdkafka 2.16.0's (values measured on it), also with
 * elements that the application wrote or re-ordered itself.
 */
#include "abi/api.h"

static void add_and_defaults(void** state) {
  (void)state;
  for (int size = -1; size <= 1; size++) {
    rd_kafka_topic_partition_list_t* list = rd_kafka_topic_partition_list_new(size);
    assert_int_equal(list->cnt, 0);
    for (int i = 0; i < 100; i++) {
      rd_kafka_topic_partition_t* p = rd_kafka_topic_partition_list_add(list, "topic", i);
      assert_ptr_equal(p, &list->elems[i]);
      assert_string_equal(p->topic, "topic");
      assert_int_equal(p->partition, i);
      assert_int_equal(p->offset, RD_KAFKA_OFFSET_INVALID);
      assert_int_equal(p->err, 0);
      assert_null(p->metadata);
      assert_null(p->opaque);
      assert_int_equal(rd_kafka_topic_partition_get_leader_epoch(p), -1);
    }
    assert_int_equal(list->cnt, 100);
    assert_true(list->size >= list->cnt);
    rd_kafka_topic_partition_list_destroy(list);
  }
  rd_kafka_topic_partition_list_destroy(NULL);
}

static void ranges(void** state) {
  (void)state;
  rd_kafka_topic_partition_list_t* list = rd_kafka_topic_partition_list_new(0);
  rd_kafka_topic_partition_list_add_range(list, "r", 5, 7);
  rd_kafka_topic_partition_list_add_range(list, "r", 5, 4);
  rd_kafka_topic_partition_list_add_range(list, "r", INT32_MAX, INT32_MAX);
  assert_int_equal(list->cnt, 4);
  assert_int_equal(list->elems[0].partition, 5);
  assert_int_equal(list->elems[2].partition, 7);
  assert_int_equal(list->elems[3].partition, INT32_MAX);
  rd_kafka_topic_partition_list_destroy(list);
}

static rd_kafka_topic_partition_list_t* three(void) {
  rd_kafka_topic_partition_list_t* list = rd_kafka_topic_partition_list_new(3);
  rd_kafka_topic_partition_list_add(list, "b", 3);
  rd_kafka_topic_partition_list_add(list, "a", 7);
  rd_kafka_topic_partition_list_add(list, "a", 0);
  return list;
}

static void find_set_delete(void** state) {
  (void)state;
  rd_kafka_topic_partition_list_t* list = three();
  assert_ptr_equal(rd_kafka_topic_partition_list_find(list, "a", 7), &list->elems[1]);
  assert_null(rd_kafka_topic_partition_list_find(list, "a", 3));
  assert_int_equal(rd_kafka_topic_partition_list_set_offset(list, "a", 0, 42), 0);
  assert_int_equal(list->elems[2].offset, 42);
  assert_int_equal(rd_kafka_topic_partition_list_set_offset(list, "zz", 0, 42),
                   RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION);
  assert_int_equal(rd_kafka_topic_partition_list_del(list, "zz", 1), 0);
  assert_int_equal(rd_kafka_topic_partition_list_del(list, "a", 7), 1);
  assert_int_equal(list->cnt, 2);
  assert_int_equal(list->elems[1].offset, 42);
  assert_int_equal(rd_kafka_topic_partition_list_del_by_idx(list, 2), 0);
  assert_int_equal(rd_kafka_topic_partition_list_del_by_idx(list, -1), 0);
  assert_int_equal(rd_kafka_topic_partition_list_del_by_idx(list, 0), 1);
  assert_int_equal(list->cnt, 1);
  assert_string_equal(list->elems[0].topic, "a");
  rd_kafka_topic_partition_list_destroy(list);
}

static int by_partition_down(const void* a, const void* b, void* opaque) {
  ++*(int*)opaque;
  const rd_kafka_topic_partition_t *x = a, *y = b;
  return (x->partition < y->partition) - (x->partition > y->partition);
}

static void sort(void** state) {
  (void)state;
  rd_kafka_topic_partition_list_t* list = three();
  rd_kafka_topic_partition_list_sort(list, NULL, NULL);
  assert_string_equal(list->elems[0].topic, "a");
  assert_int_equal(list->elems[0].partition, 0);
  assert_int_equal(list->elems[1].partition, 7);
  assert_string_equal(list->elems[2].topic, "b");
  int calls = 0;
  rd_kafka_topic_partition_list_sort(list, by_partition_down, &calls);
  assert_true(calls > 0);
  assert_int_equal(list->elems[0].partition, 7);
  assert_int_equal(list->elems[1].partition, 3);
  assert_int_equal(list->elems[2].partition, 0);
  rd_kafka_topic_partition_list_destroy(list);
  list = rd_kafka_topic_partition_list_new(0);
  rd_kafka_topic_partition_list_sort(list, NULL, NULL);
  rd_kafka_topic_partition_list_destroy(list);
}

static void copies_keep_everything(void** state) {
  (void)state;
  rd_kafka_topic_partition_list_t* list = three();
  int opaque = 0;
  list->elems[0].metadata = strdup("meta"); /* the application's own malloc */
  list->elems[0].metadata_size = 4;
  list->elems[0].offset = 11;
  list->elems[0].err = RD_KAFKA_RESP_ERR__STATE;
  list->elems[0].opaque = &opaque;
  rd_kafka_topic_partition_set_leader_epoch(&list->elems[0], 7);
  rd_kafka_topic_partition_list_t* copy = rd_kafka_topic_partition_list_copy(list);
  rd_kafka_topic_partition_list_destroy(list);
  assert_int_equal(copy->cnt, 3);
  const rd_kafka_topic_partition_t* p = &copy->elems[0];
  assert_string_equal(p->topic, "b");
  assert_memory_equal(p->metadata, "meta", 4);
  assert_int_equal(p->metadata_size, 4);
  assert_int_equal(p->offset, 11);
  assert_int_equal(p->err, RD_KAFKA_RESP_ERR__STATE);
  assert_ptr_equal(p->opaque, &opaque);
  assert_int_equal(rd_kafka_topic_partition_get_leader_epoch(p), 7);
  assert_int_equal(rd_kafka_topic_partition_get_leader_epoch(&copy->elems[1]), -1);
  rd_kafka_topic_partition_set_leader_epoch(&copy->elems[0], -1);
  assert_int_equal(rd_kafka_topic_partition_get_leader_epoch(p), -1);
  rd_kafka_topic_partition_list_destroy(copy);
}

static void one_list(void) {
  rd_kafka_topic_partition_list_t* list = three();
  rd_kafka_topic_partition_set_leader_epoch(&list->elems[1], 7);
  rd_kafka_topic_partition_list_t* copy = rd_kafka_topic_partition_list_copy(list);
  rd_kafka_topic_partition_list_del(copy, "a", 7);
  rd_kafka_topic_partition_list_destroy(copy);
  rd_kafka_topic_partition_list_destroy(list);
}

/* An element on its own, as rd_kafka_event_topic_partition() hands it out: all of it malloc's. */
static void one_partition(void) {
  rd_kafka_topic_partition_t* p = calloc(1, sizeof *p);
  p->topic = strdup("a topic's name of some length");
  p->metadata = strdup("metadata of some length");
  rd_kafka_topic_partition_set_leader_epoch(p, 3);
  rd_kafka_topic_partition_destroy(p);
}

static void everything_is_freed(void** state) {
  (void)state;
  assert_no_leak(one_list);
  assert_no_leak(one_partition);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(add_and_defaults),       cmocka_unit_test(ranges),
      cmocka_unit_test(find_set_delete),        cmocka_unit_test(sort),
      cmocka_unit_test(copies_keep_everything), cmocka_unit_test(everything_is_freed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
