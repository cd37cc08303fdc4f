/* Calls to the system that a test can have fail: the program's own definitions of them are found
 * before libc's by every library in the process. Any thread; one plan at a time. */
#pragma once

enum call {
  kSocket,
  kConnect,
  kSetsockopt,
  kGetsockopt,
  kSendmsg,
  kRecv,
  kEpollCreate,
  kEpollCtl,
  kEpollWait,
  kEventfd,
  kPthreadCreate,
  kGetaddrinfo,
  kLargeAllocation,
  kCalls
};
extern const char* const kCallNames[kCalls];

/* From now on the n-th call of that kind fails, counted from 1. */
void fail_call(enum call which, int n);
/* Nothing fails any more; whether that call came. */
int failed_call(void);
