#include "torture/calls.h"

#include <dlfcn.h>
#include <errno.h>
#include <netdb.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

const char* const kCallNames[kCalls] = {"socket",
                                        "connect",
                                        "setsockopt",
                                        "getsockopt",
                                        "sendmsg",
                                        "recv",
                                        "epoll_create1",
                                        "epoll_ctl",
                                        "epoll_wait",
                                        "eventfd",
                                        "pthread_create",
                                        "getaddrinfo",
                                        "allocation of 4 kB or more"};

static atomic_int g_call = -1;
static atomic_int g_left;

void fail_call(enum call which, int n) {
  atomic_store(&g_left, n);
  atomic_store(&g_call, (int)which);
}

int failed_call(void) {
  atomic_store(&g_call, -1);
  return atomic_load(&g_left) <= 0;
}

static int fails(enum call which) {
  if (atomic_load_explicit(&g_call, memory_order_relaxed) != (int)which) return 0;
  return atomic_fetch_sub(&g_left, 1) == 1;
}

static int fail_with(int error) {
  errno = error;
  return -1;
}

/* Found by the libraries only if the program exports them. */
#pragma GCC visibility push(default)

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

int socket(int domain, int type, int protocol) {
  return fails(kSocket) ? fail_with(EMFILE) : REAL(socket)(domain, type, protocol);
}
int connect(int fd, const struct sockaddr* to, socklen_t size) {
  return fails(kConnect) ? fail_with(ENETUNREACH) : REAL(connect)(fd, to, size);
}
int setsockopt(int fd, int level, int name, const void* value, socklen_t size) {
  return fails(kSetsockopt) ? fail_with(ENOBUFS) : REAL(setsockopt)(fd, level, name, value, size);
}
int getsockopt(int fd, int level, int name, void* value, socklen_t* size) {
  return fails(kGetsockopt) ? fail_with(ENOBUFS) : REAL(getsockopt)(fd, level, name, value, size);
}
ssize_t sendmsg(int fd, const struct msghdr* message, int flags) {
  return fails(kSendmsg) ? fail_with(ENOBUFS) : REAL(sendmsg)(fd, message, flags);
}
ssize_t recv(int fd, void* to, size_t size, int flags) {
  return fails(kRecv) ? fail_with(ENOMEM) : REAL(recv)(fd, to, size, flags);
}
int epoll_create1(int flags) {
  return fails(kEpollCreate) ? fail_with(EMFILE) : REAL(epoll_create1)(flags);
}
int epoll_ctl(int set, int operation, int fd, struct epoll_event* event) {
  return fails(kEpollCtl) ? fail_with(ENOSPC) : REAL(epoll_ctl)(set, operation, fd, event);
}
int epoll_wait(int set, struct epoll_event* events, int max, int timeout) {
  return fails(kEpollWait) ? fail_with(EINTR) : REAL(epoll_wait)(set, events, max, timeout);
}
int eventfd(unsigned value, int flags) {
  return fails(kEventfd) ? fail_with(EMFILE) : REAL(eventfd)(value, flags);
}
int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*run)(void*),
                   void* argument) {
  if (fails(kPthreadCreate)) return EAGAIN;
  return REAL(pthread_create)(thread, attributes, run, argument);
}
int getaddrinfo(const char* host, const char* service, const struct addrinfo* hints,
                struct addrinfo** list) {
  return fails(kGetaddrinfo) ? EAI_MEMORY : REAL(getaddrinfo)(host, service, hints, list);
}

#if !FASTKA_SANITIZED
/* What dlsym() allocates itself on its first call must not come back here. */
extern void* __libc_malloc(size_t);
extern void* __libc_calloc(size_t, size_t);
extern void* __libc_realloc(void*, size_t);
enum { kLarge = 4096 };

void* malloc(size_t size) {
  if (size < kLarge || !fails(kLargeAllocation)) return __libc_malloc(size);
  errno = ENOMEM;
  return NULL;
}
void* calloc(size_t count, size_t size) {
  if (count * size < kLarge || !fails(kLargeAllocation)) return __libc_calloc(count, size);
  errno = ENOMEM;
  return NULL;
}
void* realloc(void* old, size_t size) {
  if (size < kLarge || !fails(kLargeAllocation)) return __libc_realloc(old, size);
  errno = ENOMEM;
  return NULL;
}
#endif
