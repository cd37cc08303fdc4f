// Goal: keys, values, headers (null, empty and not), timestamps pass between fastka and the Java
// client in every codec. Method: writes the records of cases.py's rule, or prints what it reads in
// the form that cases.py prints.
//
//   records write BOOTSTRAP TOPIC [NAME=VALUE ...]
//   records read BOOTSTRAP TOPIC [NAME=VALUE ...]
#include <librdkafka/rdkafka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT 900
#define PARTITIONS 3

static int reports;

static void fail(const char* what, const char* why) {
  fprintf(stderr, "records: %s: %s\n", what, why);
  exit(1);
}

static void on_report(rd_kafka_t* rk, const rd_kafka_message_t* message, void* opaque) {
  (void)rk;
  (void)opaque;
  if (message->err) fail("report", rd_kafka_err2str(message->err));
  reports++;
}

static rd_kafka_t* open_client(rd_kafka_type_t type, int argc, char** argv) {
  rd_kafka_conf_t* conf = rd_kafka_conf_new();
  char why[512];
  if (rd_kafka_conf_set(conf, "bootstrap.servers", argv[2], why, sizeof(why))) fail("conf", why);
  if (type == RD_KAFKA_PRODUCER) {
    rd_kafka_conf_set_dr_msg_cb(conf, on_report);
  } else if (rd_kafka_conf_set(conf, "group.id", "records", why, sizeof(why)) ||
             rd_kafka_conf_set(conf, "enable.partition.eof", "true", why, sizeof(why))) {
    fail("conf", why);
  }
  for (int i = 4; i < argc; i++) {
    char* equals = strchr(argv[i], '=');
    if (equals == NULL) fail(argv[i], "not NAME=VALUE");
    *equals = '\0';
    if (rd_kafka_conf_set(conf, argv[i], equals + 1, why, sizeof(why))) fail(argv[i], why);
  }
  rd_kafka_t* rk = rd_kafka_new(type, conf, why, sizeof(why));
  if (rk == NULL) fail("rd_kafka_new", why);
  return rk;
}

static rd_kafka_headers_t* headers_of(int i) {
  rd_kafka_headers_t* headers = rd_kafka_headers_new(4);
  for (int j = 0; j < i % 5; j++) {
    char name[16], value[32];
    snprintf(name, sizeof(name), "h%d", j % 3);
    snprintf(value, sizeof(value), "hv-%d-%d", i, j);
    const int kind = (i + j) % 3;
    rd_kafka_header_add(headers, name, -1, kind == 0 ? NULL : value,
                        kind == 2 ? (ssize_t)strlen(value) : 0);
  }
  return headers;
}

// Length of the value of record i, written to out; -1: null.
static int value_of(int i, char* out) {
  int size;
  switch (i % 4) {
    case 0:
      return -1;
    case 1:
      return 0;
    case 2:
      size = sprintf(out, "value-%d-", i);
      memset(out + size, 'x', (size_t)(i % 200));
      return size + i % 200;
    default:
      for (int j = 0; j < i; j++) out[j] = (char)j;
      return i;
  }
}

static void write_all(rd_kafka_t* rk, const char* topic) {
  char key[32], value[2048];
  for (int i = 0; i < COUNT; i++) {
    const int value_size = value_of(i, value);
    rd_kafka_headers_t* headers = headers_of(i);
    sprintf(key, "key-%d", i);
    const rd_kafka_resp_err_t err = rd_kafka_producev(
        rk, RD_KAFKA_V_TOPIC(topic), RD_KAFKA_V_PARTITION(i % 3),
        RD_KAFKA_V_KEY((i % 3 == 0 ? NULL : key), (i % 3 == 2 ? strlen(key) : 0)),
        RD_KAFKA_V_VALUE((value_size < 0 ? NULL : value),
                         (value_size < 0 ? 0 : (size_t)value_size)),
        RD_KAFKA_V_TIMESTAMP((1700000000000 + (int64_t)i * 1000)), RD_KAFKA_V_HEADERS(headers),
        RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_COPY), RD_KAFKA_V_END);
    if (err) fail("producev", rd_kafka_err2str(err));
    rd_kafka_poll(rk, 0);
  }
  if (rd_kafka_flush(rk, 60000)) fail("flush", "not all reports came");
  if (reports != COUNT) fail("write", "not one report for each record");
}

static void print_bytes(const void* data, size_t size) {
  if (data == NULL) {
    printf("null");
    return;
  }
  putchar('x');
  for (size_t i = 0; i < size; i++) printf("%02x", ((const unsigned char*)data)[i]);
}

static void print_message(const rd_kafka_message_t* message) {
  rd_kafka_timestamp_type_t type;
  rd_kafka_headers_t* headers;
  const int64_t time = rd_kafka_message_timestamp(message, &type);
  if (type != RD_KAFKA_TIMESTAMP_CREATE_TIME) fail("read", "not a create time");
  printf("%d %lld %lld ", (int)message->partition, (long long)message->offset, (long long)time);
  print_bytes(message->key, message->key_len);
  putchar(' ');
  print_bytes(message->payload, message->len);
  printf(" [");
  if (rd_kafka_message_headers(message, &headers) == RD_KAFKA_RESP_ERR_NO_ERROR) {
    const char* name;
    const void* value;
    size_t size;
    for (size_t i = 0; !rd_kafka_header_get_all(headers, i, &name, &value, &size); i++) {
      printf("%s%s=", i > 0 ? "," : "", name);
      print_bytes(value, size);
    }
  }
  printf("]\n");
}

static void read_all(rd_kafka_t* rk, const char* topic) {
  rd_kafka_topic_partition_list_t* list = rd_kafka_topic_partition_list_new(PARTITIONS);
  int ends = 0;
  rd_kafka_poll_set_consumer(rk);
  for (int i = 0; i < PARTITIONS; i++) {
    rd_kafka_topic_partition_list_add(list, topic, i)->offset = RD_KAFKA_OFFSET_BEGINNING;
  }
  if (rd_kafka_assign(rk, list)) fail("assign", "refused");
  rd_kafka_topic_partition_list_destroy(list);
  while (ends < PARTITIONS) {
    rd_kafka_message_t* message = rd_kafka_consumer_poll(rk, 20000);
    if (message == NULL) fail("read", "nothing for 20 s");
    if (message->err == RD_KAFKA_RESP_ERR__PARTITION_EOF) {
      ends++;
    } else if (message->err) {
      fail("read", rd_kafka_message_errstr(message));
    } else {
      print_message(message);
    }
    rd_kafka_message_destroy(message);
  }
  rd_kafka_consumer_close(rk);
}

int main(int argc, char** argv) {
  if (argc < 4) fail("usage", "records write|read BOOTSTRAP TOPIC [NAME=VALUE ...]");
  const int writing = strcmp(argv[1], "write") == 0;
  rd_kafka_t* rk = open_client(writing ? RD_KAFKA_PRODUCER : RD_KAFKA_CONSUMER, argc, argv);
  if (writing) {
    write_all(rk, argv[3]);
  } else {
    read_all(rk, argv[3]);
  }
  rd_kafka_destroy(rk);
  return 0;
}
