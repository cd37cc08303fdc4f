// fastka-broker: the embedded broker as a program, for first steps and tests without Java. Keeps
// everything in memory and forgets it at exit: not a place for data that matters.
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "mock/server.h"

namespace {

struct Options {
  std::string host = "127.0.0.1";
  rk::u16 port = 9092;
  rk::mock::ClusterOptions cluster;
};

constexpr char kUsage[] =
    "usage: fastka-broker [--listen HOST:PORT] [--partitions N] [--brokers N] [--no-auto-create]\n"
    "  --listen HOST:PORT  a literal address (default 127.0.0.1:9092); port 0 picks a free one;\n"
    "                      broker n of several listens on PORT + n - 1\n"
    "  --partitions N      partitions of a topic that is created by itself (default 4)\n"
    "  --brokers N         how many brokers the cluster has (default 1)\n"
    "  --no-auto-create    topics come into being by CreateTopics only\n"
    "Keeps all data in memory and forgets it at exit. For tests, not for production.\n";

[[noreturn]] void fail(const std::string& text) {
  std::fprintf(stderr, "fastka-broker: %s\n", text.c_str());
  std::exit(2);
}

long number(const char* flag, const char* text, long min, long max) {
  char* end = nullptr;
  const long v = std::strtol(text, &end, 10);
  if (!*text || *end || v < min || v > max)
    fail(std::string(flag) + " " + text + ": not a number between " + std::to_string(min) +
         " and " + std::to_string(max));
  return v;
}

void set_listen(Options& options, const std::string& value) {
  const size_t colon = value.rfind(':');
  if (colon == std::string::npos) fail("--listen " + value + ": not HOST:PORT");
  options.host = value.substr(0, colon);
  if (options.host.size() > 2 && options.host.front() == '[' && options.host.back() == ']')
    options.host = options.host.substr(1, options.host.size() - 2);
  options.port = static_cast<rk::u16>(number("--listen", value.c_str() + colon + 1, 0, 65535));
}

Options parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string flag = argv[i];
    if (flag == "--help" || flag == "-h") {
      std::fputs(kUsage, stdout);
      std::exit(0);
    }
    if (flag == "--no-auto-create") {
      options.cluster.auto_create_topics = false;
      continue;
    }
    if (i + 1 == argc) fail(flag + ": unknown, or its value is missing\n" + kUsage);
    const char* value = argv[++i];
    if (flag == "--listen")
      set_listen(options, value);
    else if (flag == "--partitions")
      options.cluster.default_partitions =
          static_cast<rk::i32>(number("--partitions", value, 1, 10000));
    else if (flag == "--brokers")
      options.cluster.broker_count = static_cast<rk::i32>(number("--brokers", value, 1, 100));
    else
      fail(flag + ": unknown\n" + kUsage);
  }
  return options;
}

}  // namespace

int main(int argc, char** argv) {
  const Options options = parse(argc, argv);
  // Before any thread starts, so that all of them leave the signals to sigwait.
  sigset_t ends;
  sigemptyset(&ends);
  sigaddset(&ends, SIGINT);
  sigaddset(&ends, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &ends, nullptr);
  rk::mock::Server server(rk::linux_env(), options.cluster);
  if (rk::Error error = server.start(options.host, options.port))
    fail("cannot listen on " + options.host + ":" + std::to_string(options.port) + ": " +
         std::string(error.text()));
  std::printf("fastka-broker: ready on %s (in memory: gone at exit)\n", server.bootstrap().c_str());
  std::fflush(stdout);
  int received = 0;
  sigwait(&ends, &received);
  return 0;
}
