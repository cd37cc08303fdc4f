// Two things that cost without a message: clients and the time in which nothing comes.
//   bench.partitions=1000 bench.seconds=10: one consumer at the end of that many partitions; its
//   share
//     of one core, after two seconds to settle down
//   bench.clients=100: that many producers of one broker, each with a message reported; the threads
//     that each has on average
#include <dirent.h>
#include <sys/resource.h>

#include "consume.h"

static int threads_now(void) {
  int count = 0;
  DIR* tasks = opendir("/proc/self/task");
  if (tasks == NULL) fail("/proc/self/task", "not there");
  for (struct dirent* one; (one = readdir(tasks)) != NULL;) count += one->d_name[0] != '.';
  closedir(tasks);
  return count;
}

static double cpu_s(void) {
  struct rusage u;
  getrusage(RUSAGE_SELF, &u);
  return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
         (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1e6;
}

static void poll_for(rd_kafka_t* rk, double seconds) {
  const double end = now_s() + seconds;
  while (now_s() < end) {
    rd_kafka_message_t* message = rd_kafka_consumer_poll(rk, 1000);
    if (message == NULL) continue;
    if (message->err == RD_KAFKA_RESP_ERR_NO_ERROR)
      fail("idle", "a message at the end of the topic");
    rd_kafka_message_destroy(message);
  }
}

static void idle_consumer(int argc, char** argv) {
  const double seconds = number(argc, argv, "bench.seconds", 10);
  rd_kafka_t* rk = open_consumer(argc, argv);
  poll_for(rk, 2);
  const double cpu = cpu_s(), start = now_s();
  poll_for(rk, seconds);
  const double share = (cpu_s() - cpu) / (now_s() - start);
  print_server("idle");
  printf(",\"messages\":1,\"seconds\":%.6f,\"idle_percent\":%.4f,\"threads\":%d}\n", seconds,
         share * 100, threads_now() - 1);
  close_consumer(rk);
}

static int reported;

static void on_report(rd_kafka_t* rk, const rd_kafka_message_t* message, void* opaque) {
  (void)rk;
  (void)opaque;
  if (message->err != RD_KAFKA_RESP_ERR_NO_ERROR) fail("report", rd_kafka_err2str(message->err));
  reported++;
}

static rd_kafka_t* used_producer(int argc, char** argv) {
  char why[512];
  rd_kafka_conf_t* conf = rd_kafka_conf_new();
  set(conf, "bootstrap.servers", argv[1]);
  set_from(conf, argc, argv, 4);
  rd_kafka_conf_set_dr_msg_cb(conf, on_report);
  rd_kafka_t* rk = rd_kafka_new(RD_KAFKA_PRODUCER, conf, why, sizeof(why));
  if (rk == NULL) fail("rd_kafka_new", why);
  const rd_kafka_resp_err_t err =
      rd_kafka_producev(rk, RD_KAFKA_V_TOPIC(argv[2]), RD_KAFKA_V_PARTITION(0),
                        RD_KAFKA_V_VALUE("x", 1), RD_KAFKA_V_END);
  if (err != RD_KAFKA_RESP_ERR_NO_ERROR) fail("producev", rd_kafka_err2str(err));
  return rk;
}

static void many_clients(int argc, char** argv, int clients) {
  rd_kafka_t** all = calloc((size_t)clients, sizeof(*all));
  const int before = threads_now();
  const double start = now_s();
  for (int i = 0; i < clients; i++) all[i] = used_producer(argc, argv);
  for (int i = 0; i < clients; i++) rd_kafka_flush(all[i], 30000);
  if (reported != clients) fail("clients", "not every client has a report");
  print_server("clients");
  printf(",\"messages\":%d,\"seconds\":%.6f,\"threads\":%.2f}\n", clients, now_s() - start,
         (double)(threads_now() - before) / clients);
  for (int i = 0; i < clients; i++) rd_kafka_destroy(all[i]);
  free(all);
}

int main(int argc, char** argv) {
  if (argc < 4) fail("usage", "idle BOOTSTRAP TOPIC 1 [bench.clients=N | bench.partitions=N]");
  const int clients = number(argc, argv, "bench.clients", 0);
  if (clients > 0) {
    many_clients(argc, argv, clients);
  } else {
    idle_consumer(argc, argv);
  }
  return 0;
}
