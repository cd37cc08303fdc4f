// JavaProcess: Oracle.java running against one folder of jars, asked line by line. Owned by the
// test; one thread.
#pragma once

#include <sys/types.h>

#include <cstdio>
#include <string>

namespace rk::wire {

class JavaProcess {
 public:
  JavaProcess(const std::string& jars, const std::string& source);
  ~JavaProcess();
  JavaProcess(const JavaProcess&) = delete;
  JavaProcess& operator=(const JavaProcess&) = delete;

  // One request, one answer; empty when the process has gone.
  std::string ask(const std::string& line);

 private:
  pid_t pid_ = -1;
  std::FILE* to_ = nullptr;
  std::FILE* from_ = nullptr;
};

}  // namespace rk::wire
