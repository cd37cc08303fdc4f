#include "oracle/java_process.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>

namespace rk::wire {

JavaProcess::JavaProcess(const std::string& jars, const std::string& source) {
  std::signal(SIGPIPE, SIG_IGN);
  int in[2];
  int out[2];
  if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0) std::abort();
  pid_ = fork();
  if (pid_ == 0) {
    dup2(in[0], 0);
    dup2(out[1], 1);
    const std::string path = jars + "/*";
    execlp("java", "java", "-Xshare:auto", "-XX:+UseSerialGC", "-cp", path.c_str(), source.c_str(),
           nullptr);
    _exit(127);
  }
  close(in[0]);
  close(out[1]);
  to_ = fdopen(in[1], "w");
  from_ = fdopen(out[0], "r");
}

JavaProcess::~JavaProcess() {
  std::fclose(to_);
  std::fclose(from_);
  waitpid(pid_, nullptr, 0);
}

std::string JavaProcess::ask(const std::string& line) {
  std::fputs(line.c_str(), to_);
  std::fputc('\n', to_);
  std::fflush(to_);
  char* raw = nullptr;
  size_t capacity = 0;
  const ssize_t n = getline(&raw, &capacity, from_);
  std::string answer(raw ? raw : "", n > 0 ? static_cast<size_t>(n) : 0);
  std::free(raw);
  if (!answer.empty() && answer.back() == '\n') answer.pop_back();
  return answer;
}

}  // namespace rk::wire
