// launch PROGRAM ARGUMENT...: runs it and prints, after all that it printed, a line with what the
// kernel counted for the process (wait4). Small on purpose: a process's peak RSS is at least that
// of the one that it was forked from.
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static double seconds(struct timeval t) {
  return (double)t.tv_sec + (double)t.tv_usec / 1e6;
}

int main(int argc, char** argv) {
  struct rusage u;
  int status;
  if (argc < 2) return 2;
  const pid_t child = fork();
  if (child == 0) {
    execvp(argv[1], argv + 1);
    perror(argv[1]);
    _exit(127);
  }
  if (child < 0 || wait4(child, &status, 0, &u) != child) {
    perror("launch");
    return 1;
  }
  printf("{\"user_s\":%.6f,\"system_s\":%.6f,\"rss_mb\":%.3f,\"preempted\":%ld}\n",
         seconds(u.ru_utime), seconds(u.ru_stime), (double)u.ru_maxrss / 1024, u.ru_nivcsw);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
