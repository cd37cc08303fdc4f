/*
 * Goal: the part of rdkafka_mock.h that is supported: a broker inside the program, asked for by
 * test.mock.num.brokers or made by hand, and gone when destroyed.
 */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include "api/support.h"

/* Whether anybody listens at "127.0.0.1:port". */
static bool listens(const char* address) {
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  to.sin_port = htons((uint16_t)atoi(strchr(address, ':') + 1));
  const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const bool yes = connect(fd, (const struct sockaddr*)&to, sizeof to) == 0;
  close(fd);
  return yes;
}

static void by_configuration(void** state) {
  (void)state;
  rd_kafka_t* rk = new_handle(RD_KAFKA_PRODUCER, CONF("test.mock.num.brokers", "3"));
  rd_kafka_mock_cluster_t* cluster = rd_kafka_handle_mock_cluster(rk);
  assert_non_null(cluster);
  assert_ptr_equal(rd_kafka_mock_cluster_handle(cluster), rk);
  char address[256];
  snprintf(address, sizeof address, "%s", rd_kafka_mock_cluster_bootstraps(cluster));
  assert_true(listens(address));
  const struct rd_kafka_metadata* m = NULL;
  assert_int_equal(rd_kafka_metadata(rk, 1, NULL, &m, kWaitMs), 0);
  assert_int_equal(m->broker_cnt, 3);
  rd_kafka_metadata_destroy(m);
  rd_kafka_destroy(rk);
  assert_false(listens(address));
}

static void none_without_it(void** state) {
  (void)state;
  rd_kafka_t* rk = new_handle(RD_KAFKA_PRODUCER, CONF("client.id", "x"));
  errno = 0;
  assert_null(rd_kafka_handle_mock_cluster(rk));
  assert_int_equal(errno, 0);
  rd_kafka_destroy(rk);
}

static void by_hand(void** state) {
  (void)state;
  rd_kafka_t* owner = new_handle(RD_KAFKA_PRODUCER, CONF("client.id", "owner"));
  rd_kafka_mock_cluster_t* cluster = rd_kafka_mock_cluster_new(owner, 1);
  assert_non_null(cluster);
  assert_ptr_equal(rd_kafka_mock_cluster_handle(cluster), owner);
  char address[64];
  snprintf(address, sizeof address, "%s", rd_kafka_mock_cluster_bootstraps(cluster));
  assert_true(listens(address));
  assert_int_equal(rd_kafka_mock_topic_create(cluster, "made", 4, 1), 0);
  assert_int_equal(rd_kafka_mock_topic_create(cluster, "made", 4, 1),
                   RD_KAFKA_RESP_ERR_TOPIC_ALREADY_EXISTS);

  rd_kafka_t* rk = new_handle(RD_KAFKA_PRODUCER, CONF("bootstrap.servers", address));
  rd_kafka_topic_t* rkt = rd_kafka_topic_new(rk, "made", NULL);
  const struct rd_kafka_metadata* m = NULL;
  assert_int_equal(rd_kafka_metadata(rk, 0, rkt, &m, kWaitMs), 0);
  assert_int_equal(m->topics[0].partition_cnt, 4);
  rd_kafka_metadata_destroy(m);
  rd_kafka_topic_destroy(rkt);
  rd_kafka_destroy(rk);

  rd_kafka_mock_cluster_destroy(cluster);
  assert_false(listens(address));
  rd_kafka_destroy(owner);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(by_configuration),
      cmocka_unit_test(none_without_it),
      cmocka_unit_test(by_hand),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
